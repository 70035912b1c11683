/// A value in an ``XMLDictionary``: null, a string, a dictionary, or a list of values.
public struct XMLValue: Sendable {
    enum Storage: Sendable {
        case null
        case string(String)
        /// The data of an attribute.
        case data(Tape, Int)
        /// The text of an element, stripped.
        case text(Tape, Int)
        case dictionary(XMLDictionary)
        /// Elements that share a key.
        case list([Int], XMLDictionary)
    }

    let storage: Storage

    init(_ storage: Storage) {
        self.storage = storage
    }

    /// The value of an element.
    init(element: Int, _ owner: XMLDictionary) {
        let tape = owner.tape
        if tape.isDictionary(element) {
            self.init(.dictionary(XMLDictionary(tape: tape, index: element, mapping: owner.mapping)))
        } else {
            self.init(tape.isBlank(element) ? .null : .text(tape, element))
        }
    }

    /// The values of elements that share a key.
    init(elements: [Int], _ owner: XMLDictionary) {
        self.init(.list(elements, owner))
    }

    /// The text of an element that holds something else too; nil when there is none.
    init?(textOf element: Int, _ owner: XMLDictionary) {
        guard owner.tape.isDictionary(element), !owner.tape.isBlank(element) else { return nil }
        self.init(.text(owner.tape, element))
    }
}

// MARK: What it is

extension XMLValue {
    /// Whether there is nothing: an empty element.
    public var isNull: Bool {
        if case .null = storage { true } else { false }
    }

    /// The value as a string; nil when it is something else. Complexity: O(length).
    public var string: String? {
        switch storage {
        case .string(let text): text
        case .data(let tape, let index): tape.dataString(index)
        case .text(let tape, let index): tape.strippedText(of: index)
        case .null, .dictionary, .list: nil
        }
    }

    /// The value as an integer, white space around it aside; nil when it is something else.
    public var int: Int? { string.flatMap { Int($0.trimmingXMLSpace) } }

    /// The value as a dictionary; nil when it is something else.
    public var dictionary: XMLDictionary? {
        if case .dictionary(let dictionary) = storage { dictionary } else { nil }
    }

    /// The value as a list. A value that is none is a list of one, so that code which expects a list does not break
    /// when there is one element.
    public var array: [XMLValue] {
        guard case .list(let elements, let owner) = storage else { return [self] }
        return elements.map { XMLValue(element: $0, owner) }
    }

    /// The value of a key of a dictionary; nil when there is none, and for other values.
    public subscript(key: String) -> XMLValue? { dictionary?[key] }

    /// The value at an index of a list, from 0; nil when there is none. A value that is no list is one of one.
    ///
    /// Complexity: O(1).
    public subscript(index: Int) -> XMLValue? {
        guard case .list(let elements, let owner) = storage else { return index == 0 ? self : nil }
        return elements.indices.contains(index) ? XMLValue(element: elements[index], owner) : nil
    }
}

extension Tape {
    /// Whether an element is a dictionary: it has attributes, namespace declarations or child elements.
    @inline(__always)
    func isDictionary(_ element: Int) -> Bool {
        let first = element + 5
        guard first < end(element) else { return false }
        let kind = kind(first)
        return kind == .attribute || kind == .namespace || head(element).hasElements
    }
}
