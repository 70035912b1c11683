@_spi(Checks) package import LibXML

/// A document, and the options for every way of reading.
package struct ComparedDocument: Sendable {
    /// The document before it was encoded; nil if only its bytes are known.
    package var text: String?
    /// The name of the encoding of the bytes.
    package var encoding: String
    /// The byte order mark before the encoded text.
    var mark: [UInt8]
    package var bytes: [UInt8]
    package var options = XMLParsingOptions()
    /// Decides the sizes of pieces.
    package var pieceSeed: UInt64 = 0

    /// Encodes a document. Returns nil if the encoding lacks a character of the text.
    package init?(text: String, encoding: String, mark: [UInt8] = []) {
        guard let bytes = encoding == "UTF-8" ? Array(text.utf8) : encode(text, as: encoding) else { return nil }
        self.text = text
        self.encoding = encoding
        self.mark = mark
        self.bytes = mark + bytes
    }

    package init(bytes: [UInt8]) {
        encoding = "UTF-8"
        mark = []
        self.bytes = bytes
    }

    /// The bytes in pieces.
    package var pieces: [ArraySlice<UInt8>] {
        var choices = SeededChoices(seed: pieceSeed)
        let largest = choices.pick([1, 2, 5, 16, 100, 512, 700, 4096, 70_000])
        var pieces: [ArraySlice<UInt8>] = []
        var rest = bytes[...]
        while !rest.isEmpty {
            // Of a large document, there are not more than 50,000.
            let size = max(bytes.count / 50_000, largest == 1 ? 1 : 1 + choices.number(below: largest))
            pieces.append(rest.prefix(size))
            rest = rest.dropFirst(size)
        }
        return pieces
    }

    /// The document as text, with U+FFFD for bytes that are not UTF-8 if only bytes are known.
    package var source: String { text ?? String(decoding: bytes, as: UTF8.self) }

    /// Returns the document without some ranges, which are in order: ranges of Unicode scalars if it is text, or else
    /// of bytes.
    ///
    /// Returns nil if the rest cannot be encoded.
    func removing(_ ranges: [Range<Int>]) -> ComparedDocument? {
        var copy = self
        if let text {
            var scalars = Array(text.unicodeScalars)
            for range in ranges.reversed() { scalars.removeSubrange(range) }
            var shorter = String.UnicodeScalarView()
            shorter.append(contentsOf: scalars)
            guard let other = ComparedDocument(text: String(shorter), encoding: encoding, mark: mark) else {
                return nil
            }
            copy.text = other.text
            copy.bytes = other.bytes
        } else {
            for range in ranges.reversed() { copy.bytes.removeSubrange(range) }
        }
        return copy
    }

    /// The units that ``removing(_:)`` counts, as numbers.
    var values: [UInt32] { text.map { $0.unicodeScalars.map(\.value) } ?? bytes.map(UInt32.init) }
}
