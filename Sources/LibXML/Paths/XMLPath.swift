/// The location of values in an ``XMLDictionary``, or of elements in an ``XMLTree``: names from the root inwards.
///
/// A path is written in one of two notations. With `/`, it has the same meaning in a tree as in XPath 1.0, and indices
/// count from 1: `orders/order[1]/@id`. Without `/`, its steps are separated by `.`, and indices count from 0, as in
/// JSON: `orders.order[0].@id` is the same attribute.
///
/// XPath differs in two points: in what a name without a prefix matches, and in where a path begins. Here, a path
/// begins at the element or value in which it is looked up, also with `/` and `//`: `//td` on an element selects inside
/// it, while XPath selects in the whole document. XPath has neither `{uri}name`, `*:name` and `#text`, nor a predicate
/// at the beginning. Other parts of XPath are not allowed: a path has no other axes, and no functions except `last()`.
/// `@name` can only be the last step. A literal that is not a path is a mistake of the program, and stops a debug
/// build.
///
/// | step | matches |
/// | --- | --- |
/// | `name` | elements written without a prefix, or in the namespace of their parent; a root element in any namespace |
/// | `p:name` | elements written with this prefix, or in its namespace: see ``init(parsing:namespaces:)`` |
/// | `{uri}name` | elements in this namespace; `{}name`: elements in no namespace |
/// | `*:name` | elements in any namespace, or in none |
/// | `*` | all elements |
/// | `@name` | the attribute in no namespace; `@p:name`, `@{uri}name`, `@*:name` and `@*` as for elements |
/// | `name[3]`, `*[3]` | the third of these in its parent in a path with `/`, otherwise the fourth |
/// | `name[last()]` | the last of these in its parent |
/// | `name[@id]`, `name[@id='7']` | those with this attribute, with this value |
/// | `name[child]`, `name[child='Tea']` | those with this child element, with this text, including that of its descendants |
/// | `[3]` at the beginning | a value of the list in which the path is looked up |
/// | `//name`, `//*`, `//@name` | the same at any depth |
///
/// Predicates are evaluated from left to right: `item[@sku][0]` is the first item that has the attribute,
/// `item[0][@sku]` the first item, if it has the attribute. A value is written in `'` or `"`, and compared scalar by
/// scalar, white space included; in a dictionary, with the value that the dictionary contains. ``XMLRecords`` and other
/// streams support only predicates of attributes, because all others depend on later content.
///
/// `orders.order[3].@id`, `/soap:Envelope/soap:Body` and `//item` are paths. A `/` at the beginning has no effect. A
/// name that contains `.` needs a path with `/`, such as `project/properties/java.version`. A name that contains `/` or
/// `[` needs an array of steps, in which indices count from 0:
/// ```swift
/// let path: XMLPath = ["orders", "order", 3, "@id"]
/// ```
/// An array is also the way to compare with a value of the program, which may be any text:
/// ```swift
/// let id = "7"
/// let customer: XMLPath = ["orders", "order", .having("@id", equals: id), "customer"]
/// ```
///
/// A path begins at the value in which it is looked up: with a child element for ``XMLTree/Element``, and with the root
/// element for ``XMLTree``, ``XMLDictionary`` (unless its mapping does not wrap the root) and ``XMLRecords``.
///
/// In a dictionary, `name` and `p:name` are keys, as for a subscript: of child elements, of the text, and of attributes
/// if the mapping puts them beside the children. `*` and `//` match child elements only, and no other keys. `@name` is
/// the attribute with this name, wherever the mapping puts it, unless the mapping discards attributes. Predicates apply
/// to the values of each key: `*[3]` is the fourth value of each. In a dictionary created in code, keys have the same
/// meaning as under ``XMLMapping/xmltodict``.
public struct XMLPath: Sendable {
    private enum Form {
        case plain(PlainPath)
        /// - Parameter firstIndex: the notation in which it was written: the index of the first of several elements.
        case parsed([PathStep], firstIndex: Int)
    }

    private let form: Form
    /// Whether it was written in a program.
    private var isLiteral = false

    /// The steps. Complexity: O(1), but O(*n*) in the length for a plain path.
    var steps: [PathStep] {
        switch form {
        case .plain(let path): path.map(\.pathStep)
        case .parsed(let steps, _): steps
        }
    }

    /// The path, if it is plain.
    var plain: PlainPath? {
        if case .plain(let path) = form { path } else { nil }
    }

    /// The same path with an array of steps, for a path that is kept.
    var parsed: XMLPath { XMLPath(steps, countingFrom: writtenFirstIndex) }

    private var writtenFirstIndex: Int {
        switch form {
        case .plain(let path): path.firstIndex
        case .parsed(_, let firstIndex): firstIndex
        }
    }

    private init(_ path: PlainPath) { form = .plain(path) }

    private init(_ steps: [PathStep], countingFrom firstIndex: Int) {
        form = .parsed(steps, firstIndex: firstIndex)
    }

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
        try self.init(parser.parse(), countingFrom: parser.firstIndex)
    }

    /// - Parameter path: a path with the notation of messages about the new one.
    init(_ steps: [PathStep], as path: XMLPath) { self.init(steps, countingFrom: path.writtenFirstIndex) }

    /// The same path with names in any namespace instead of names without a prefix, or with one.
    var inAnyNamespace: XMLPath {
        func anywhere(_ test: NameTest) -> NameTest {
            if case .written = test { .local(test.localName) } else { test }
        }
        return XMLPath(
            steps.map { step in
                var step = step
                switch step.target {
                case .element(let test): step.target = .element(anywhere(test))
                case .attribute(let test): step.target = .attribute(anywhere(test))
                case .itself, .malformed: break
                }
                step.predicates = step.predicates.map { predicate in
                    switch predicate {
                    case .attribute(let test, let value): .attribute(anywhere(test), equals: value)
                    case .element(let test, let value): .element(anywhere(test), equals: value)
                    case .index, .last: predicate
                    }
                }
                return step
            }, as: self)
    }

    /// Whether the path ends with `#text`, for the text of the element before it.
    var isText: Bool {
        guard plain == nil, let last = steps.last, steps.count > 1 || last.isDeep, case .element(let test) = last.target
        else {
            return false
        }
        return test.localName == "#text"
    }

    /// Whether the last step matches attributes.
    var leadsToAttributes: Bool {
        if let plain { return plain.leadsToAttribute }
        return if case .attribute? = steps.last?.target { true } else { false }
    }

    /// Stops a debug build for a literal whose last step matches attributes, where elements are looked up.
    @inline(__always)
    func assertNoAttributes() {
        assert(!isLiteral || !leadsToAttributes, "the path “\(self)” leads to attributes: use attributes(at:)")
    }

    func assertAttributes() {
        assert(!isLiteral || leadsToAttributes, "the path “\(self)” leads to elements: use elements(at:)")
    }

    /// The error of a path to attributes where elements are looked up.
    var leadingToAttributes: XMLError {
        XMLError(
            .invalidPath, "the path “\(self)” leads to attributes",
            help: "use attributes(at:), or string(at:) and strings(at:) for their values")
    }

    /// The error in a path that was written as a string literal; nil for every other path.
    ///
    /// A malformed literal stops a debug build where it is used, with the message of this error. In a release build,
    /// throwing methods, such as those that read records, throw this error; all others find nothing at the path.
    public var error: XMLError? {
        guard plain == nil, case .malformed(_, let error)? = steps.first?.target else { return nil }
        return error
    }

    /// Creates a path from steps.
    public init(_ elements: [Element]) {
        var steps: [PathStep] = []
        var isDeep = false
        for element in elements {
            switch element.part {
            case .descendants: isDeep = true
            case .target(let target):
                steps.append(PathStep(target: target, isDeep: isDeep))
                isDeep = false
            case .predicate(let predicate):
                if steps.isEmpty { steps.append(PathStep(target: .itself)) }
                steps[steps.count - 1].predicates.append(predicate)
                isDeep = false
            }
        }
        self.init(steps, countingFrom: 0)
    }

    /// A step of a path that is written as an array.
    public struct Element: Hashable, Sendable, ExpressibleByStringLiteral, ExpressibleByIntegerLiteral {
        fileprivate enum Part: Hashable, Sendable {
            case target(PathStep.Target)
            case predicate(PathPredicate)
            case descendants
        }

        fileprivate let part: Part

        /// Creates a step from `*`, `@` and an attribute name, or an element name, which may contain `.`, `/` and `[`.
        public init(_ name: String) {
            self.init(
                name.hasPrefix("@")
                    ? .target(.attribute(NameTest(String(name.dropFirst())))) : .target(.element(NameTest(name))))
        }

        /// Creates an index, from 0.
        public init(_ index: Int) { self.init(.predicate(.index(index))) }

        /// `//`: the next name matches at any depth. Before an index, and at the end, it has no effect.
        public static let descendants = Self(.descendants)

        /// `[last()]`: the last element of the step before it, in one parent.
        public static let last = Self(.predicate(.last))

        /// Returns a predicate: the step before it matches only elements with an attribute or a child element.
        ///
        /// The value may be any text, as it is not parsed. `["orders", "order", .having("@id", equals: id), "item"]` is
        /// the path `orders/order[@id='7']/item` for the value `7`.
        ///
        /// - Parameters:
        ///   - name: `@` and the name of an attribute, or the name of a child element.
        ///   - value: the value of the attribute, or the text of the element with that of its descendants; nil for any.
        public static func having(_ name: String, equals value: String? = nil) -> Self {
            name.hasPrefix("@")
                ? Self(.predicate(.attribute(NameTest(String(name.dropFirst())), equals: value)))
                : Self(.predicate(.element(NameTest(name), equals: value)))
        }

        /// Returns a step for the elements with this expanded name, whatever their prefix.
        public static func element(_ name: XMLName) -> Self { Self(.target(.element(.expanded(name)))) }

        /// Returns a step for the attribute with this expanded name, whatever its prefix.
        public static func attribute(_ name: XMLName) -> Self { Self(.target(.attribute(.expanded(name)))) }

        private init(_ part: Part) { self.part = part }

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
        if let path = PlainPath(text) {
            self.init(path)
        } else {
            self.init(literal: text.description)
            if let error { assertionFailure(error.diagnostic.message) }
        }
        isLiteral = true
    }

    /// Creates the path of a literal, which may be malformed.
    init(literal text: String) {
        var parser = PathParser(text, [:])
        do throws(XMLError) {
            try self.init(parser.parse(), countingFrom: parser.firstIndex)
        } catch {
            self.init([PathStep(target: .malformed(text, error))], countingFrom: parser.firstIndex)
        }
    }

    /// Creates a path from steps.
    public init(arrayLiteral elements: Element...) {
        self.init(elements)
        isLiteral = true
    }
}

extension XMLPath: Hashable {
    /// Paths are equal if they have the same steps, however they were written.
    public static func == (left: Self, right: Self) -> Bool { left.steps == right.steps }

    /// Hashes the steps.
    public func hash(into hasher: inout Hasher) { hasher.combine(steps) }
}

extension XMLPath: CustomStringConvertible {
    /// The path as text in the notation in which it was written, or an array, `["a/b", 3]`, if no text has its meaning.
    public var description: String { written.text }

    /// The index of the first of several in ``description``.
    var firstIndex: Int { written.firstIndex }

    private var written: (text: String, firstIndex: Int) {
        let (steps, writtenFirstIndex) = (steps, writtenFirstIndex)
        if case .malformed(let text, _)? = steps.first?.target { return (text, writtenFirstIndex) }
        for firstIndex in [writtenFirstIndex, 1 - writtenFirstIndex] {
            let text = text(countingFrom: firstIndex)
            if let read = try? XMLPath(parsing: text), read == self { return (text, firstIndex) }
        }
        return ("[" + steps.flatMap(\.elementDescriptions).joined(separator: ", ") + "]", 0)
    }

    /// The text in the notation whose indices begin with a number.
    private func text(countingFrom firstIndex: Int) -> String {
        let steps = steps
        let isSingle = steps.count == 1 && steps.first?.isDeep == false
        // A single step has no separator to show its notation.
        let hasSlash = firstIndex == 1 && isSingle && steps.first?.dependsOnNotation == true
        var text = hasSlash ? "/" : ""
        for (number, step) in steps.enumerated() {
            if step.isDeep { text += "//" } else if number > 0 { text += firstIndex == 1 ? "/" : "." }
            text += step.text(countingFrom: firstIndex)
        }
        return text
    }
}

extension PathStep {
    /// The step as it is written in a path whose indices begin with a number.
    func text(countingFrom firstIndex: Int) -> String {
        let name =
            switch target {
            case .element(let test): test.description
            case .attribute(let test): "@\(test)"
            case .itself, .malformed: ""
            }
        return name + predicates.map { $0.text(countingFrom: firstIndex) }.joined()
    }

    /// Whether its text has another meaning in a path with `/`.
    fileprivate var dependsOnNotation: Bool {
        let hasIndex = predicates.contains { if case .index = $0 { true } else { false } }
        if case .element(let test) = target { return hasIndex || test.description.contains(".") }
        return hasIndex
    }
}

extension PathStep {
    /// The step in the form of elements of an array.
    fileprivate var elementDescriptions: [String] {
        let name: String? =
            switch target {
            case .element(let test): test.description.debugDescription
            case .attribute(let test): "@\(test)".debugDescription
            case .itself: nil
            case .malformed(let text, _): text.debugDescription
            }
        return (isDeep ? [".descendants"] : []) + (name.map { [$0] } ?? []) + predicates.map(\.elementDescription)
    }
}

extension PathPredicate {
    fileprivate var elementDescription: String {
        func having(_ name: String, _ value: String?) -> String {
            ".having(\(name.debugDescription)\(value.map { ", equals: \($0.debugDescription)" } ?? ""))"
        }
        return switch self {
        case .index(let index): String(index)
        case .last: ".last"
        case .attribute(let test, let value): having("@\(test)", value)
        case .element(let test, let value): having(test.description, value)
        }
    }
}
