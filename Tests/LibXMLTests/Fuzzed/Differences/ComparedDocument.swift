@_spi(Checks) @testable import LibXML

/// A document and the options with which every way of reading it is run.
struct ComparedDocument: Sendable {
    /// The document before it was encoded; nil if only its bytes are known.
    var text: String?
    /// The name of the encoding by which the text became bytes.
    var encoding: String
    /// What precedes the encoded text: a byte order mark.
    var mark: [UInt8]
    var bytes: [UInt8]
    var options = XMLParsingOptions()
    /// Decides the sizes of pieces.
    var pieceSeed: UInt64 = 0

    /// A document that is encoded. Returns nil if the encoding lacks a character of the text.
    init?(text: String, encoding: String, mark: [UInt8] = []) {
        guard let bytes = encoding == "UTF-8" ? Array(text.utf8) : encode(text, as: encoding) else { return nil }
        self.text = text
        self.encoding = encoding
        self.mark = mark
        self.bytes = mark + bytes
    }

    init(bytes: [UInt8]) {
        encoding = "UTF-8"
        mark = []
        self.bytes = bytes
    }

    /// The bytes in pieces.
    var pieces: [ArraySlice<UInt8>] {
        var choices = SeededChoices(seed: pieceSeed)
        let largest = choices.pick([1, 2, 5, 16, 100, 512, 700, 4096, 70_000])
        var pieces: [ArraySlice<UInt8>] = []
        var rest = bytes[...]
        while !rest.isEmpty {
            let size = largest == 1 ? 1 : 1 + choices.number(below: largest)
            pieces.append(rest.prefix(size))
            rest = rest.dropFirst(size)
        }
        return pieces
    }

    /// The document with some of it removed, as text if it is text. Returns nil if nothing is left to encode.
    func removing(_ range: Range<Int>) -> ComparedDocument? {
        var copy = self
        if let text {
            var scalars = Array(text.unicodeScalars)
            scalars.removeSubrange(range)
            var shorter = String.UnicodeScalarView()
            shorter.append(contentsOf: scalars)
            guard let other = ComparedDocument(text: String(shorter), encoding: encoding, mark: mark) else {
                return nil
            }
            copy.text = other.text
            copy.bytes = other.bytes
        } else {
            copy.bytes.removeSubrange(range)
        }
        return copy
    }

    /// How many parts ``removing(_:)`` counts.
    var count: Int { text?.unicodeScalars.count ?? bytes.count }
}
