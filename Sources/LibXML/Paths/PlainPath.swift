/// The text of a literal that has only names and indices, such as `orders.order[0].@id`.
///
/// Each lookup reads the steps from the text, which takes less time than an array of steps: a literal in a function is
/// a new path with each call, and only its form is kept. The steps are the same as those of a ``PathParser``.
struct PlainPath: Sequence, Sendable {
    /// A step: the name as written, and the index of an element among those of the name.
    struct Step {
        var name: String
        var isAttribute: Bool
        var index: Int?

        var pathStep: PathStep {
            PathStep(
                target: isAttribute ? .attribute(.written(name)) : .element(.written(name)),
                predicates: index.map { [.index($0)] } ?? [])
        }
    }

    private let text: StaticString
    /// `/` or `.`.
    private let separator: UInt8
    let leadsToAttribute: Bool

    /// Nil for a text that has anything else, or may be malformed.
    init?(_ text: StaticString) {
        guard text.hasPointerRepresentation else { return nil }
        // A literal in a function is parsed again for each call.
        let bits = LiteralTable.bits(of: text) {
            text.withSpan({ Self.form(of: $0) }).map { form in
                (form.separator == UInt8(ascii: "/") ? 1 : 0) | (form.leadsToAttribute ? 2 : 0)
            }
        }
        guard let bits else { return nil }
        self.text = text
        separator = UInt8(ascii: bits & 1 == 0 ? "." : "/")
        leadsToAttribute = bits & 2 != 0
    }

    /// Calls `body` with the text and what separates its steps.
    @inline(__always)
    func withText<Result>(_ body: (_ text: Span<UInt8>, _ separator: UInt8) -> Result) -> Result {
        text.withSpan { body($0, separator) }
    }

    /// The index of the first of several elements.
    var firstIndex: Int { separator == UInt8(ascii: "/") ? 1 : 0 }

    private static func form(of text: Span<UInt8>) -> (separator: UInt8, leadsToAttribute: Bool)? {
        var (hasSlash, hasDot, hasIndex, hasZero) = (false, false, false, false)
        var (isInAttribute, hasPrefix, mayBegin, mustEnd) = (false, false, true, false)
        var position = 0
        while position < text.count {
            let byte = text[position]
            position += 1
            switch byte {
            case _ where byte.isASCIILetter || byte == UInt8(ascii: "_"):
                if !mayBegin || mustEnd { return nil }
                mayBegin = false
                position = text.index(from: position) { !Self.mayContinueName($0) }
            case UInt8(ascii: "/"), UInt8(ascii: "."):
                if mayBegin || isInAttribute { return nil }
                if byte == UInt8(ascii: "/") { hasSlash = true } else { hasDot = true }
                (hasPrefix, mayBegin, mustEnd) = (false, true, false)
            case UInt8(ascii: ":"):
                if mayBegin || mustEnd || hasPrefix { return nil }
                (hasPrefix, mayBegin) = (true, true)
            case UInt8(ascii: "@"):
                if !mayBegin || hasPrefix || isInAttribute { return nil }
                isInAttribute = true
            case UInt8(ascii: "["):
                if mayBegin || mustEnd || isInAttribute { return nil }
                let start = position
                position = text.index(from: start) { !$0.isASCIIDigit }
                guard (1...9).contains(position - start), position < text.count, text[position] == UInt8(ascii: "]")
                else { return nil }
                hasZero = hasZero || text.number(start..<position) == 0
                position += 1
                (hasIndex, mustEnd) = (true, true)
            default: return nil
            }
        }
        // In a path with “/”, a dot is a part of a name, and indices count from 1.
        if mayBegin || hasSlash && (hasZero || hasDot && (hasIndex || isInAttribute)) { return nil }
        return (hasSlash ? UInt8(ascii: "/") : UInt8(ascii: "."), isInAttribute)
    }

    /// Whether a byte is an ASCII letter or digit, `-` or `_`. Two words have a bit for each ASCII character.
    private static func mayContinueName(_ byte: UInt8) -> Bool {
        let bits: UInt64 = byte < 64 ? 0x03FF_2000_0000_0000 : 0x07FF_FFFE_87FF_FFFE
        return byte < 128 && bits >> UInt64(byte & 63) & 1 == 1
    }

    func makeIterator() -> Iterator { Iterator(text: text, separator: separator) }

    struct Iterator: IteratorProtocol {
        fileprivate let text: StaticString
        fileprivate let separator: UInt8
        private var position = 0

        fileprivate init(text: StaticString, separator: UInt8) {
            self.text = text
            self.separator = separator
        }

        mutating func next() -> Step? {
            let (start, separator) = (position, separator)
            guard start < text.utf8CodeUnitCount else { return nil }
            let (step, end) = text.withSpan { PlainPath.step(in: $0, at: start, separator) }
            position = end
            return step
        }
    }

    /// The step at an offset, and the offset of the next one.
    private static func step(in text: Span<UInt8>, at start: Int, _ separator: UInt8) -> (Step, next: Int) {
        let isAttribute = text[start] == UInt8(ascii: "@")
        let name = isAttribute ? start + 1 : start
        var end = text.index(from: name) { $0 == separator || $0 == UInt8(ascii: "[") }
        var step = Step(name: text.string(name..<end), isAttribute: isAttribute)
        if end < text.count, text[end] == UInt8(ascii: "[") {
            let close = text.index(from: end) { $0 == UInt8(ascii: "]") }
            step.index = text.number(end + 1..<close) - (separator == UInt8(ascii: "/") ? 1 : 0)
            end = close + 1
        }
        return (step, end + 1)
    }

    /// The steps of a text; nil if it is not that of a plain path.
    static func steps(of text: Span<UInt8>) -> [PathStep]? {
        guard let form = form(of: text) else { return nil }
        var steps: [PathStep] = []
        var position = 0
        while position < text.count {
            let (step, next) = step(in: text, at: position, form.separator)
            steps.append(step.pathStep)
            position = next
        }
        return steps
    }
}

extension Span<UInt8> {
    /// The number that these digits represent.
    fileprivate func number(_ digits: Range<Int>) -> Int {
        digits.reduce(0) { 10 &* $0 &+ Int(self[$1] &- UInt8(ascii: "0")) }
    }
}
