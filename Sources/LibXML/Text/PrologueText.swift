/// The beginning of a document, up to the end of its document type declaration.
///
/// libxml2's push parser looks for that end in a way that instructions and comments can mislead, and so it is handed a
/// declaration as a whole.
struct PrologueText {
    /// The largest size of a declaration in bytes, also in ``XMLParsingLimits/documentTypeSize``: libxml2 reads 10,000,000 bytes
    /// at once. Longer text before a declaration is parsed before the declaration is complete.
    static let longest = 9_500_000

    /// What the text begins with up to here has been looked at; here, a construct begins.
    private var position: Int
    /// Up to where the end of that construct has been looked for.
    private var searched = 0
    private var declarationStart: Int?
    private var isInSubset = false
    /// What stands in processing instructions of the declaration.
    private var instructions: [Range<Int>] = []
    /// Where the declaration ends, or where it is known that there is none; nil until enough is there.
    private(set) var end: Int?

    /// - Parameter start: where the document begins in the text.
    init(from start: Int = 0) {
        position = start
    }

    /// Takes it that there is no declaration after the first `count` bytes.
    mutating func end(at count: Int) { end = count }

    /// Looks at the text of a document as far as it is there: at what was not there when this was called last.
    mutating func scan(_ text: Span<UInt8>) {
        guard end == nil else { return }
        end = end(in: text)
        // A limit ends the parse of so long a declaration.
        if let declarationStart, text.count - declarationStart > Self.longest { end = end ?? text.count }
    }

    /// How much of a text of so many bytes may be handed on before the end is known: what comes before a declaration, where that
    /// is long, up to the last comment or instruction, of which a long one is handed on in pieces.
    func readyCount(of count: Int) -> Int {
        guard count > Self.longest, declarationStart == nil else { return 0 }
        return count - position > Self.longest ? count : position
    }

    /// The first `count` bytes of the text are about to go.
    mutating func forget(_ count: Int) {
        position -= count
        searched -= count
        end = end.map { $0 - count }
        declarationStart = declarationStart.map { $0 - count }
        instructions = instructions.map { $0.lowerBound - count..<$0.upperBound - count }
    }

    /// The text up to the end of the declaration with spaces for quotes and brackets in its processing instructions, which
    /// libxml2 up to 2.10 takes for those of declarations, and of which nothing is told; nil when there are none.
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
                // Nine bytes tell what begins with these; anything else is no declaration.
                let mayBeMarkup =
                    text.count - position < 2
                    || text[position + 1] == UInt8(ascii: "!") && text.has("<", at: position)
                return mayBeMarkup && text.count - position < 9 ? nil : position
            }
        }
        return declarationEnd(in: text)
    }

    /// The end of the declaration that goes on at `start`; nil where it has none.
    static func declarationEnd(in text: Span<UInt8>, from start: Int) -> Int? {
        var prologue = Self(from: start)
        return prologue.declarationEnd(in: text)
    }

    private mutating func declarationEnd(in text: Span<UInt8>) -> Int? {
        while position < text.count {
            let start = position
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
                let misleading = instruction.index(from: data, where: Self.isMisleading)
                if misleading < position { instructions.append(misleading..<position - 2) }
            case UInt8(ascii: ">") where !isInSubset:
                return start + 1
            case UInt8(ascii: "["):
                isInSubset = true
                position += 1
            case UInt8(ascii: "]") where isInSubset:
                let next = text.skipSpace(from: max(start + 1, searched))
                searched = next
                // Any other one has no place there, and libxml2's push parser finds no end after it: nor is there one.
                return next < text.count && text[next] == UInt8(ascii: ">") ? next + 1 : nil
            default:
                position += 1
            }
        }
        return nil
    }

    /// Goes to what follows the next `mark`. Returns false where there is none yet.
    private mutating func pass(through mark: StaticString, in text: Span<UInt8>, from start: Int) -> Bool {
        guard let end = text.endIfAny(of: mark, from: max(start, searched)) else {
            searched = max(start, searched, text.count - mark.utf8CodeUnitCount + 1)
            return false
        }
        position = end
        return true
    }
}
