/// Output in the encoding of a document.
struct EncodedOutput: ~Copyable {
    var bytes: [UInt8] = []
    private(set) var isFailed = false
    /// Whether text that the repair has added was written with references, which it did not contain before.
    private(set) var hasReferences = false
    private var encoder: CharacterEncoder?
    /// The number of `]` at the end of the text.
    private var brackets = 0

    /// Whether libxml2 could not allocate memory for a conversion.
    private(set) var isOutOfMemory = false

    init(_ encoding: DocumentEncoding, capacity: Int) {
        bytes.reserveCapacity(capacity)
        guard !encoding.isUTF8 else { return }
        encoder = CharacterEncoder(to: encoding.name)
        isFailed = encoder == nil
    }

    /// Appends new text, which the encoding can represent.
    mutating func write(_ text: Span<UInt8>) {
        if let place = joinedMark(text) {
            append(text.extracting(..<place))
            append(Array("&gt;".utf8).contiguous.span)
            return append(text.extracting((place + 1)...))
        }
        append(text)
    }

    /// Returns the place of a `>` at the beginning of the next text that two brackets now precede, which is not allowed
    /// in character data.
    private mutating func joinedMark(_ text: Span<UInt8>) -> Int? {
        var place = 0
        while place < text.count, text[place] == UInt8(ascii: "]") { place += 1 }
        let before = brackets
        if place < text.count {
            brackets = 0
            while text[text.count - 1 - brackets] == UInt8(ascii: "]") { brackets += 1 }
        } else {
            brackets += place
        }
        // Two brackets in the text itself end a CDATA section.
        guard place < text.count, text[place] == UInt8(ascii: ">"), place < 2, before + place >= 2 else { return nil }
        return place
    }

    private mutating func append(_ text: Span<UInt8>) {
        guard encoder != nil else { return bytes.append(contentsOf: text) }
        if let encoded = encode(text) { bytes += encoded } else { isFailed = true }
    }

    private mutating func encode(_ text: Span<UInt8>) -> [UInt8]? {
        let encoded = encoder?.encode(text)
        isOutOfMemory = encoder?.isOutOfMemory ?? isOutOfMemory
        return encoded
    }

    /// Appends a part of the document. What the repair has added may need references.
    mutating func copy(_ range: Range<Int>, of source: Source) {
        if let place = source.withText({ joinedMark($0.extracting(range)) }) {
            let place = range.lowerBound + place
            append(range.lowerBound..<place, of: source)
            append(Array("&gt;".utf8).contiguous.span)
            return append(place + 1..<range.upperBound, of: source)
        }
        append(range, of: source)
    }

    private mutating func append(_ range: Range<Int>, of source: Source) {
        var output = bytes
        bytes = []
        source.appendInput(of: range, to: &output) { text, output in
            guard encoder != nil else { return output.append(contentsOf: text) }
            if let encoded = encode(text) { return output += encoded }
            hasReferences = true
            let text = encoder?.withReferences(text.array) ?? []
            if let encoded = encode(text.contiguous.span) { output += encoded } else { isFailed = true }
        }
        bytes = output
    }
}
