/// A way to values or elements: the names of elements from the outside inwards.
///
/// As text its steps are separated by `/`, or by `.` where no `/` occurs:
///
/// | step | means |
/// | --- | --- |
/// | `name` | the elements of this name |
/// | `*` | all elements |
/// | `@name` | the attribute of this name |
/// | `name[3]`, `*[3]` | the fourth of these in its parent: indices count from 0 |
/// | `[3]` at the beginning | the fourth value of a list that the path is asked of |
/// | `//name`, `//*`, `//@name` | the same at any depth |
///
/// `orders.order[3].@id`, `/soap:Envelope/soap:Body` and `//item` are paths. A `/` at the beginning changes nothing. A
/// name with a `.` in it needs a path with `/`, one with a `/` or `[` in it an array of steps, in which nothing has a
/// meaning but `*` and `@` at the beginning:
///
/// ```swift
/// let path: XMLPath = ["orders", "order", 3, "@id"]
/// ```
///
/// In a dictionary `name` is a key: that of child elements, of the text, and of attributes where the mapping puts them
/// beside the children, as a subscript finds it. `*` and `//` go through child elements alone, whatever else has keys,
/// and `@name` is the attribute of the element, by its name without what the mapping puts before it, wherever the
/// mapping puts it, unless it discards attributes. `*[3]` is the fourth value of each key. A dictionary that was made
/// by hand has no elements: all its keys are children, and `@name` is the key with the `@`.
public struct XMLPath: Hashable, Sendable {
    enum Step: Hashable, Sendable {
        /// A key of dictionaries; the name of elements.
        case name(String)
        case attribute(String)
        /// The elements of this expanded name.
        case expanded(XMLName)
        case any
        case index(Int)
        /// The next step is taken at any depth.
        case descendants
        /// A literal that is not a path, which leads nowhere, and what is wrong with it.
        case malformed(String, XMLError)
    }

    let steps: [Step]

    /// Reads a path from text.
    ///
    /// - Throws: ``XMLError/Code/invalidPath``, with the column of what is wrong.
    public init(parsing text: String) throws(XMLError) {
        var parser = PathParser(text)
        steps = try parser.parse()
    }

    /// What is wrong with a path that was written as a string literal; nil for every other path.
    ///
    /// A malformed literal does not stop the program: calls that throw, as those that read records do, throw this error; all others
    /// find nothing at the path.
    public var error: XMLError? {
        guard case .malformed(_, let error)? = steps.first else { return nil }
        return error
    }

    /// A path of steps.
    public init(_ elements: [Element]) {
        steps = elements.map(\.step)
    }

    /// A step of a path that is written as an array: a name, an index, or ``descendants``.
    public struct Element: Hashable, Sendable, ExpressibleByStringLiteral, ExpressibleByIntegerLiteral {
        let step: Step

        /// `*`, the name of an attribute with `@` before it, or that of an element, whatever characters it has.
        public init(_ name: String) {
            step = name == "*" ? .any : name.hasPrefix("@") ? .attribute(String(name.dropFirst())) : .name(name)
        }

        /// An index, from 0.
        public init(_ index: Int) { step = .index(index) }

        /// What `//` is in a path that is text: the name after it is meant at any depth. Before an index, and at the
        /// end, it changes nothing.
        public static let descendants = Self(.descendants)

        /// The elements of an expanded name, whatever their prefix.
        public static func element(_ name: XMLName) -> Self { Self(.expanded(name)) }

        private init(_ step: Step) { self.step = step }

        /// A name, as ``init(_:)-(String)`` takes it.
        public init(stringLiteral name: String) { self.init(name) }
        /// An index, from 0.
        public init(integerLiteral index: Int) { self.init(index) }
    }
}

extension XMLPath: ExpressibleByStringLiteral, ExpressibleByArrayLiteral {
    /// A path as text. Use ``init(parsing:)`` for text that is not a literal; for one that is malformed see ``error``.
    public init(stringLiteral text: String) {
        var parser = PathParser(text)
        do { steps = try parser.parse() } catch { steps = [.malformed(text, error)] }
    }

    /// A path of steps.
    public init(arrayLiteral elements: Element...) { self.init(elements) }
}

extension XMLPath: CustomStringConvertible {
    /// The path as text, with `/` between its steps; as an array, `["a.b", 3]`, where text would be read otherwise.
    public var description: String {
        let text = text
        if case .malformed(let text, _)? = steps.first { return text }
        if let read = try? XMLPath(parsing: text), read == self { return text }
        return "[" + steps.map(\.description).joined(separator: ", ") + "]"
    }

    private var text: String {
        var text = ""
        for step in steps {
            if case .index(let index) = step {
                text += "[\(index)]"
                continue
            }
            if !text.isEmpty, !text.hasSuffix("//") { text += "/" }
            switch step {
            case .name(let name): text += name
            case .attribute(let name): text += "@" + name
            case .any: text += "*"
            case .expanded(let name): text += name.description
            case .descendants: text += text.isEmpty ? "//" : "/"
            case .index, .malformed: break
            }
        }
        return text
    }
}

extension XMLPath.Step {
    /// The step as it is written in an array.
    fileprivate var description: String {
        switch self {
        case .name(let name): name.debugDescription
        case .expanded(let name): ".element(\(name))"
        case .attribute(let name): "@\(name)".debugDescription
        case .any: "\"*\""
        case .index(let index): String(index)
        case .descendants: ".descendants"
        case .malformed(let text, _): text.debugDescription
        }
    }
}
