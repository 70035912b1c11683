/// The location of values in an ``XMLDictionary``, or of elements in an ``XMLTree``: names from the root inwards.
///
/// A path is not XPath: indices count from 0, `@name` can only be the last step, and there are no predicates, axes or
/// functions. `//@id` finds attributes, at any depth. A literal that is not a path is a mistake of the program, and stops a
/// debug build.
///
/// The steps of a path are separated by `/`, or by `.` if the text contains no `/`:
///
/// | step | matches |
/// | --- | --- |
/// | `name` | elements written without a prefix, or in the namespace of their parent; a root element in any namespace |
/// | `p:name` | elements written with this prefix, or in its namespace: see ``init(parsing:namespaces:)`` |
/// | `{uri}name` | elements in this namespace; `{}name`: elements in no namespace |
/// | `*:name` | elements in any namespace, or in none |
/// | `*` | all elements |
/// | `@name` | the attribute in no namespace; `@p:name`, `@{uri}name`, `@*:name` and `@*` as for elements |
/// | `name[3]`, `*[3]` | the fourth of these in its parent: indices count from 0 |
/// | `[3]` at the beginning | the fourth value of the list in which the path is looked up |
/// | `//name`, `//*`, `//@name` | the same at any depth |
///
/// `orders.order[3].@id`, `/soap:Envelope/soap:Body` and `//item` are paths. A `/` at the beginning has no effect. A
/// name that contains `.` needs a path with `/`. A name that contains `/` or `[` needs an array of steps:
/// ```swift
/// let path: XMLPath = ["orders", "order", 3, "@id"]
/// ```
///
/// A path begins at the value in which it is looked up: with a child element for ``XMLTree/Element``, and with the root
/// element for ``XMLTree``, ``XMLDictionary`` (unless its mapping does not wrap the root) and ``XMLRecords``.
///
/// In a dictionary, `name` and `p:name` are keys, as for a subscript: of child elements, of the text, and of attributes
/// if the mapping puts them beside the children. `*` and `//` match child elements only, and no other keys. `@name` is
/// the attribute with this name, wherever the mapping puts it, unless the mapping discards attributes. `*[3]` is the
/// fourth value of each key. In a dictionary created in code all keys are children, and `@name` is the key with the
/// `@`.
public struct XMLPath: Hashable, Sendable {
    enum Step: Hashable, Sendable {
        /// Elements; keys of dictionaries.
        case element(NameTest)
        case attribute(NameTest)
        case any
        case index(Int)
        /// Makes the next step match at any depth.
        case descendants
        /// A malformed literal, which matches nothing, with its error. Indirect, so that the other steps are small.
        indirect case malformed(String, XMLError)
    }

    let steps: [Step]

    /// Parses a path.
    ///
    /// - Parameters:
    ///   - text: the text of the path.
    ///   - namespaces: the namespace URIs of the prefixes in the path, regardless of the prefixes in the document. If
    ///     empty, prefixes are those of the document.
    /// - Throws: ``XMLError/Code/invalidPath``, with the column of the error in the path; also for a prefix that is not
    ///   in `namespaces`, unless `namespaces` is empty.
    public init(parsing text: String, namespaces: [String: String] = [:]) throws(XMLError) {
        var parser = PathParser(text, namespaces)
        steps = try parser.parse()
    }

    init(_ steps: ArraySlice<Step>) { self.steps = Array(steps) }

    /// The same path with names in any namespace instead of names without a prefix, or with one.
    var inAnyNamespace: XMLPath {
        let steps = steps.map { step -> Step in
            switch step {
            case .element(.written(let name)): .element(.local(NameTest.written(name).localName))
            case .attribute(.written(let name)): .attribute(.local(NameTest.written(name).localName))
            case .element, .attribute, .any, .index, .descendants, .malformed: step
            }
        }
        return XMLPath(steps[...])
    }

    /// The error in a path that was written as a string literal; nil for every other path.
    ///
    /// A malformed literal stops a debug build where it is used, with the message of this error. In a release build, throwing
    /// methods, such as those that read records, throw this error; all others find nothing at the path.
    public var error: XMLError? {
        guard case .malformed(_, let error)? = steps.first else { return nil }
        return error
    }

    /// Creates a path from steps.
    public init(_ elements: [Element]) {
        steps = elements.map(\.step)
    }

    /// A step of a path that is written as an array.
    public struct Element: Hashable, Sendable, ExpressibleByStringLiteral, ExpressibleByIntegerLiteral {
        let step: Step

        /// Creates a step from `*`, `@` and an attribute name, or an element name, which may contain `.`, `/` and `[`.
        public init(_ name: String) {
            step =
                name == "*"
                ? .any : name.hasPrefix("@") ? .attribute(NameTest(String(name.dropFirst()))) : .element(NameTest(name))
        }

        /// Creates an index, from 0.
        public init(_ index: Int) { step = .index(index) }

        /// `//`: the next name matches at any depth. Before an index, and at the end, it has no effect.
        public static let descendants = Self(.descendants)

        /// Returns a step for the elements with this expanded name, whatever their prefix.
        public static func element(_ name: XMLName) -> Self { Self(.element(.expanded(name))) }

        /// Returns a step for the attribute with this expanded name, whatever its prefix.
        public static func attribute(_ name: XMLName) -> Self { Self(.attribute(.expanded(name))) }

        private init(_ step: Step) { self.step = step }

        /// Creates a step from a name, as ``init(_:)-(String)`` does.
        public init(stringLiteral name: String) { self.init(name) }
        /// Creates an index, from 0.
        public init(integerLiteral index: Int) { self.init(index) }
    }
}

extension XMLPath: ExpressibleByStringLiteral, ExpressibleByArrayLiteral {
    /// Creates a path from a literal of the program. For other text use ``init(parsing:namespaces:)``.
    ///
    /// - Precondition: the literal is a path. A debug build stops otherwise; for a release build see ``error``.
    public init(stringLiteral text: StaticString) {
        self.init(literal: text.description)
        if let error { assertionFailure(error.diagnostic.message) }
    }

    /// Creates the path of a literal, which may be malformed.
    init(literal text: String) {
        var parser = PathParser(text, [:])
        do { steps = try parser.parse() } catch { steps = [.malformed(text, error)] }
    }

    /// Creates a path from steps.
    public init(arrayLiteral elements: Element...) { self.init(elements) }
}

extension XMLPath: CustomStringConvertible {
    /// The path as text, with `/` between its steps; as an array, `["a.b", 3]`, if the text would be parsed
    /// differently.
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
            case .element(let test): text += test.description
            case .attribute(let test): text += "@" + test.description
            case .any: text += "*"
            case .descendants: text += text.isEmpty ? "//" : "/"
            case .index, .malformed: break
            }
        }
        return text
    }
}

extension XMLPath.Step {
    /// The step in the form of an array element.
    fileprivate var description: String {
        switch self {
        case .element(let test): test.description.debugDescription
        case .attribute(let test): "@\(test)".debugDescription
        case .any: "\"*\""
        case .index(let index): String(index)
        case .descendants: ".descendants"
        case .malformed(let text, _): text.debugDescription
        }
    }
}
