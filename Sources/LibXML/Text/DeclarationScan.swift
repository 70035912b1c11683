/// Where in a document type declaration an offset lies, and what does not end there.
struct DeclarationScan {
    enum Construct { case comment, instruction, literal }

    /// A comment, instruction or literal that goes on to the end of the text.
    private(set) var unclosed: (construct: Construct, start: Int)?
    /// The declaration of an element, an attribute or the like in which the offset lies, with its keyword: `ENTITY`.
    private(set) var declaration: (keyword: String, start: Int)?

    /// - Parameters:
    ///   - start: after the `<!DOCTYPE`.
    ///   - offset: which is looked for.
    /// - Complexity: O(*n*) in the length up to the offset, and of what it lies in.
    init(_ text: Span<UInt8>, from start: Int, to offset: Int) {
        var position = start
        while position < offset {
            let first = position
            switch text[first] {
            case UInt8(ascii: "\""): position = pass(.literal, through: "\"", text, first, 1)
            case UInt8(ascii: "'"): position = pass(.literal, through: "'", text, first, 1)
            case UInt8(ascii: "<") where text.has("<!--", at: first):
                position = pass(.comment, through: "-->", text, first, 4)
            case UInt8(ascii: "<") where text.has("<?", at: first):
                position = pass(.instruction, through: "?>", text, first, 2)
            case UInt8(ascii: "<") where text.has("<!", at: first):
                let end = text.index(from: first + 2) { !$0.isASCIILetter }
                declaration = (text.string(first + 2..<end), first)
                position = max(end, first + 2)
            case UInt8(ascii: ">"):
                declaration = nil
                position += 1
            default: position += 1
            }
        }
    }

    private mutating func pass(
        _ construct: Construct, through mark: StaticString, _ text: Span<UInt8>, _ start: Int, _ length: Int
    ) -> Int {
        if let end = text.endIfAny(of: mark, from: start + length) { return end }
        unclosed = (construct, start)
        return text.count
    }
}
