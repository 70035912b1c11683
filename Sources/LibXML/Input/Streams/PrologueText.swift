/// The beginning of a document, up to the end of its document type declaration.
///
/// libxml2's push parser looks for that end in a way that instructions and comments can mislead, and so it is handed a
/// declaration as a whole.
struct PrologueText {
    /// A declaration that is longer is handed on in pieces.
    static let longest = 8 << 20

    /// Where the document begins in the text.
    private let start: Int
    /// How long the text must be before it is worth looking again.
    private var wanted = 0
    /// What stands in processing instructions of the declaration.
    private var instructions: [Range<Int>] = []
    /// Where the declaration ends, or where it is known that there is none; nil until enough is there.
    private(set) var end: Int?

    init(from start: Int = 0) {
        self.start = start
    }

    /// Takes it that there is no declaration after the first `count` bytes.
    mutating func end(at count: Int) { end = count }

    /// Looks at the text of a document as far as it is there.
    ///
    /// - Parameter isLast: whether there is no more of it.
    mutating func scan(_ text: Span<UInt8>, isLast: Bool = false) {
        guard end == nil, text.count >= wanted || isLast else { return }
        instructions = []
        end = text.count > Self.longest ? text.count : end(in: text)
        wanted = text.count < 4096 ? 0 : text.count + text.count / 8
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
        var position = start
        while true {
            position = text.skipSpace(from: position)
            if text.has("<!--", at: position) {
                guard let end = Self.find("-->", in: text, from: position + 4) else { return nil }
                position = end
            } else if text.has("<?", at: position) {
                guard let end = Self.find("?>", in: text, from: position + 2) else { return nil }
                position = end
            } else if text.has("<!DOCTYPE", at: position) {
                return declarationEnd(in: text, from: position)
            } else {
                // Nine bytes tell what begins with these; anything else is no declaration.
                let mayBeMarkup =
                    text.count - position < 2
                    || text[position + 1] == UInt8(ascii: "!") && text.has("<", at: position)
                return mayBeMarkup && text.count - position < 9 ? nil : position
            }
        }
    }

    private mutating func declarationEnd(in text: Span<UInt8>, from start: Int) -> Int? {
        var position = start + 9
        var isInSubset = false
        while position < text.count {
            switch text[position] {
            case UInt8(ascii: "\""), UInt8(ascii: "'"):
                let quote = text[position]
                position = text.index(from: position + 1) { $0 == quote }
            case UInt8(ascii: "["): isInSubset = true
            case UInt8(ascii: "]"): isInSubset = false
            case UInt8(ascii: ">") where !isInSubset: return position + 1
            case UInt8(ascii: "<") where text.has("<!--", at: position):
                guard let end = Self.find("-->", in: text, from: position + 4) else { return nil }
                position = end - 1
            case UInt8(ascii: "<") where text.has("<?", at: position):
                guard let end = Self.find("?>", in: text, from: position + 2) else { return nil }
                let instruction = text.extracting(..<end)
                let data = instruction.index(from: position) { $0.isXMLSpace }
                let misleading = instruction.index(from: data, where: Self.isMisleading)
                if misleading < end { instructions.append(misleading..<end - 2) }
                position = end - 1
            default: break
            }
            position += 1
        }
        return nil
    }

    private static func find(_ mark: StaticString, in text: Span<UInt8>, from start: Int) -> Int? {
        var position = start
        while position < text.count {
            if text.has(mark, at: position) { return position + mark.utf8CodeUnitCount }
            position += 1
        }
        return nil
    }
}
