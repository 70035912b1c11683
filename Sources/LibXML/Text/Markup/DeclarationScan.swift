/// The construct in a document type declaration that contains an offset.
struct DeclarationScan {
    enum Construct { case comment, instruction, literal }

    /// A comment, processing instruction or literal that is not closed before the end of the text.
    private(set) var unclosed: (construct: Construct, start: Int)?
    /// The markup declaration that contains the offset, with its keyword, such as `ENTITY`.
    private(set) var declaration: (keyword: String, start: Int)?
    /// The start of a literal in that declaration that seems to contain the next one, because its own quotation mark is
    /// missing.
    private(set) var runaway: Int?

    /// The start of that declaration if its keyword is unknown.
    var unknownDeclaration: Int? {
        declaration.flatMap { declaration in
            let keywords = ["ELEMENT", "ATTLIST", "ENTITY", "NOTATION"]
            return keywords.contains(where: declaration.keyword.hasPrefix) ? nil : declaration.start
        }
    }

    /// - Parameters:
    ///   - start: the offset after `<!DOCTYPE`.
    ///   - offset: the offset to locate.
    /// - Complexity: O(*n*) in the length up to the offset and to the end of the construct that contains it.
    init(_ text: Span<UInt8>, from start: Int, to offset: Int) {
        var position = start
        while position < offset {
            let first = position
            switch text[first] {
            case UInt8(ascii: "\""), UInt8(ascii: "'"):
                position = pass(.literal, through: text[first] == UInt8(ascii: "'") ? "'" : "\"", text, first, 1)
                if runaway == nil, Self.containsDeclaration(text, first..<position) { runaway = first }
            case UInt8(ascii: "<") where text.has("<!--", at: first):
                position = pass(.comment, through: "-->", text, first, 4)
            case UInt8(ascii: "<") where text.has("<?", at: first):
                position = pass(.instruction, through: "?>", text, first, 2)
            case UInt8(ascii: "<") where text.has("<!", at: first):
                let end = text.index(from: first + 2) { !$0.isASCIILetter }
                declaration = (text.string(first + 2..<end), first)
                runaway = nil
                position = max(end, first + 2)
            case UInt8(ascii: ">"):
                declaration = nil
                position += 1
            default: position += 1
            }
        }
    }

    /// Returns whether a literal contains the end of a declaration and, on a later line, the beginning of another.
    private static func containsDeclaration(_ text: Span<UInt8>, _ literal: Range<Int>) -> Bool {
        var index = literal.lowerBound
        while index < literal.upperBound {
            index = text.extracting(..<literal.upperBound).index(from: index) { $0 == UInt8(ascii: ">") } + 1
            let next = text.skipSpace(from: index)
            if next < literal.upperBound, text.has("<!", at: next),
                text.extracting(..<next).index(from: index, where: { $0 == 0x0A || $0 == 0x0D }) < next
            {
                return true
            }
        }
        return false
    }

    private mutating func pass(
        _ construct: Construct, through mark: StaticString, _ text: Span<UInt8>, _ start: Int, _ length: Int
    ) -> Int {
        if let end = text.endIfAny(of: mark, from: start + length) { return end }
        unclosed = (construct, start)
        return text.count
    }
}
