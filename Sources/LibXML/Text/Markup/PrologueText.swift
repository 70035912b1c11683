/// The beginning of a document, up to the end of its document type declaration.
///
/// Processing instructions and comments can mislead libxml2's push parser in its search for that end, so the parser
/// receives a declaration as a whole.
struct PrologueText {
    /// The largest size of a declaration in bytes, also for ``XMLParsingLimits/documentTypeSize``: libxml2 accepts
    /// 10,000,000 bytes in one piece. Longer text before a declaration is parsed before the declaration is complete.
    static let longest = XMLParsingLimits.longestDocumentType

    /// The offset at which the next construct begins. The text before it has been scanned.
    private var position: Int
    /// The offset up to which the end of that construct has been searched.
    private var searched = 0
    private var declarationStart: Int?
    private var isInSubset = false
    private var isInMarkupDeclaration = false
    /// Whether a markup declaration contains a `<`, or the target of a processing instruction a quotation mark or
    /// bracket. Neither is allowed, and libxml2's push parser may then not find the end.
    private(set) var hasMisleadingFault = false
    /// The misleading parts of processing instructions in the declaration.
    private var instructions: [Range<Int>] = []
    /// The end of the declaration, or the offset at which no declaration begins; nil until enough text has arrived.
    private(set) var end: Int?

    /// - Parameter start: the offset at which the document begins in the text.
    init(from start: Int = 0) {
        position = start
    }

    /// Whether the text that was scanned contains the beginning of the declaration.
    var hasDeclaration: Bool { declarationStart != nil }

    /// Records that no declaration comes after the first `count` bytes.
    mutating func end(at count: Int) { end = count }

    /// Scans the text of a document that has arrived since the last call.
    mutating func scan(_ text: Span<UInt8>) {
        guard end == nil else { return }
        end = end(in: text)
        // A limit ends the parse of a declaration of this length.
        if let declarationStart, text.count - declarationStart > Self.longest { end = end ?? text.count }
    }

    /// Returns how many of the first `count` bytes may be parsed before the end is known.
    ///
    /// If the text before a declaration is long, this is the text up to the last comment or processing instruction, and
    /// all of it if that is long, too. Otherwise it is 0.
    func readyCount(of count: Int) -> Int {
        guard count > Self.longest, declarationStart == nil else { return 0 }
        return count - position > Self.longest ? count : position
    }

    /// Adjusts the offsets to the removal of the first `count` bytes of the text.
    mutating func discard(_ count: Int) {
        position -= count
        searched -= count
        end = end.map { $0 - count }
        declarationStart = declarationStart.map { $0 - count }
        instructions = instructions.map { $0.lowerBound - count..<$0.upperBound - count }
    }

    /// Returns the text up to the end of the declaration with spaces for the quotes and brackets in its processing
    /// instructions.
    ///
    /// libxml2 up to 2.10 confuses these with quotes and brackets of declarations. The instructions are not reported.
    /// Returns nil if they contain no such characters.
    func readable(_ text: Span<UInt8>) -> [UInt8]? {
        guard !instructions.isEmpty, let end else { return nil }
        var bytes = (0..<end).map { text[$0] }
        for index in instructions.joined() where Self.isMisleading(bytes[index]) { bytes[index] = UInt8(ascii: " ") }
        return bytes
    }

    private static func isMisleading(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "\""), UInt8(ascii: "'"), UInt8(ascii: "]"), UInt8(ascii: "<"): true
        default: false
        }
    }

    private mutating func end(in text: Span<UInt8>) -> Int? {
        while declarationStart == nil {
            position = text.skipSpace(from: position)
            if text.has("<!--", at: position) {
                guard pass(through: "-->", in: text, from: position + 4) else { return nil }
            } else if text.has("<?", at: position) {
                guard pass(through: "?>", in: text, from: position + 2) else { return nil }
            } else if text.has("<!DOCTYPE", at: position) {
                declarationStart = position
                position += 9
            } else {
                // Nine bytes determine what begins with these characters; anything else is not a declaration.
                let mayBeMarkup =
                    text.count - position < 2
                    || text[position + 1] == UInt8(ascii: "!") && text.has("<", at: position)
                return mayBeMarkup && text.count - position < 9 ? nil : position
            }
        }
        return declarationEnd(in: text)
    }

    /// Returns the end of the declaration that continues at `start`; nil if it has no end.
    static func declarationEnd(in text: Span<UInt8>, from start: Int) -> Int? {
        var prologue = Self(from: start)
        return prologue.declarationEnd(in: text)
    }

    private mutating func declarationEnd(in text: Span<UInt8>) -> Int? {
        while position < text.count {
            let start = position
            if isInMarkupDeclaration, text[start] == UInt8(ascii: "<") { hasMisleadingFault = true }
            switch text[start] {
            case UInt8(ascii: "\""):
                guard pass(through: "\"", in: text, from: start + 1) else { return nil }
            case UInt8(ascii: "'"):
                guard pass(through: "'", in: text, from: start + 1) else { return nil }
            case UInt8(ascii: "<") where text.count - start < 4:
                return nil
            case UInt8(ascii: "<") where text.has("<!--", at: start):
                guard pass(through: "-->", in: text, from: start + 4) else { return nil }
            case UInt8(ascii: "<") where text.has("<?", at: start):
                guard pass(through: "?>", in: text, from: start + 2) else { return nil }
                let instruction = text.extracting(..<position)
                let data = instruction.index(from: start) { $0.isXMLSpace }
                if instruction.index(from: start + 2, where: Self.isMisleading) < min(data, position - 2) {
                    hasMisleadingFault = true
                }
                let misleading = instruction.index(from: data, where: Self.isMisleading)
                if misleading < position { instructions.append(misleading..<position - 2) }
            case UInt8(ascii: "<") where isInSubset:
                isInMarkupDeclaration = true
                position += 1
            case UInt8(ascii: ">") where !isInSubset:
                return start + 1
            case UInt8(ascii: ">"):
                isInMarkupDeclaration = false
                position += 1
            case UInt8(ascii: "["):
                isInSubset = true
                position += 1
            case UInt8(ascii: "]") where isInSubset:
                let next = text.skipSpace(from: max(start + 1, searched))
                searched = next
                // Any other `]` is misplaced. libxml2's push parser finds no end after it, so the declaration has no
                // end.
                return next < text.count && text[next] == UInt8(ascii: ">") ? next + 1 : nil
            default:
                position += 1
            }
        }
        return nil
    }

    /// Moves to the offset after the next `mark`. Returns false if the mark has not arrived.
    private mutating func pass(through mark: StaticString, in text: Span<UInt8>, from start: Int) -> Bool {
        guard let end = text.endIfAny(of: mark, from: max(start, searched)) else {
            searched = max(start, searched, text.count - mark.utf8CodeUnitCount + 1)
            return false
        }
        position = end
        return true
    }
}
