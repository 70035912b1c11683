/// A way to values or elements: the names of elements from the outside inwards.
///
/// As text its steps are separated by `/`, or by `.` where no `/` occurs:
///
/// | step | means |
/// | --- | --- |
/// | `name` | the elements of this name |
/// | `*` | all elements |
/// | `@name` | the attribute of this name |
/// | `name[3]` | the fourth element of this name in its parent: indices count from 0 |
/// | `//name` | the elements of this name at any depth |
///
/// `orders.order[3].@id`, `/soap:Envelope/soap:Body` and `//item` are paths. A `/` at the beginning changes nothing. A
/// name with a `.` in it needs a path with `/`, one with a `/` or `[` in it an array of steps, in which nothing has a
/// meaning but `*` and `@` at the beginning:
///
/// ```swift
/// let path: XMLPath = ["orders", "order", 3, "@id"]
/// ```
public struct XMLPath: Hashable, Sendable {
    enum Step: Hashable, Sendable {
        /// A key of dictionaries; the name of elements.
        case name(String)
        case attribute(String)
        case any
        case index(Int)
        /// The next step is taken at any depth.
        case descendants
    }

    let steps: [Step]

    /// A path as text.
    ///
    /// - Throws: ``XMLError/Code/invalidPath``, with the column of what is wrong.
    public init(_ text: String) throws(XMLError) {
        var parser = PathParser(text)
        steps = try parser.parse()
    }

    /// A path of steps.
    public init(_ elements: [Element]) {
        steps = elements.map(\.step)
    }

    /// A step of a path that is written as an array: a name, or an index.
    public struct Element: Hashable, Sendable, ExpressibleByStringLiteral, ExpressibleByIntegerLiteral {
        let step: Step

        /// `*`, the name of an attribute with `@` before it, or that of an element, whatever characters it has.
        public init(_ name: String) {
            step = name == "*" ? .any : name.hasPrefix("@") ? .attribute(String(name.dropFirst())) : .name(name)
        }

        /// An index, from 0.
        public init(_ index: Int) { step = .index(index) }

        public init(stringLiteral name: String) { self.init(name) }
        public init(integerLiteral index: Int) { self.init(index) }
    }
}

extension XMLPath: ExpressibleByStringLiteral, ExpressibleByArrayLiteral {
    /// A path as text, which has to be right: one that is not stops the program.
    public init(stringLiteral text: String) {
        do { try self.init(text) } catch { preconditionFailure(error.description) }
    }

    public init(arrayLiteral elements: Element...) { self.init(elements) }
}

extension XMLPath: CustomStringConvertible {
    /// The path as text, with `/` between its steps.
    public var description: String {
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
            case .descendants: text += text.isEmpty ? "//" : "/"
            case .index: break
            }
        }
        return text
    }
}
