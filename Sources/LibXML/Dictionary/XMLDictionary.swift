/// A document, or an element of one, as a dictionary.
///
/// It is a view of the parsed document under an ``XMLMapping``: making it costs nothing, values are made when they are
/// asked for, and it may be used by any number of tasks at once. Keys come in the order of the document.
///
/// ```swift
/// let orders = try XMLDictionary(parsing: "<orders><order id='7'><item>Tea</item></order></orders>")
/// let id = orders["orders"]?["order"]?["@id"]?.string  // "7"
/// ```
public struct XMLDictionary: Sendable {
    let tape: Tape
    let index: Int
    let mapping: XMLMapping

    init(tape: Tape, index: Int, mapping: XMLMapping) {
        self.tape = tape
        self.index = index
        self.mapping = mapping
    }

    /// A parsed document as a dictionary. Complexity: O(1).
    public init(_ tree: XMLTree, mapping: XMLMapping = .xmltodict) {
        self.init(tape: tree.tape, index: Tape.document, mapping: mapping)
    }

    /// The value of a key; nil when there is none.
    ///
    /// Complexity: O(*n*) in the number of children; for more than 32, in the number of values, after the first lookup.
    public subscript(key: String) -> XMLValue? {
        if index != Tape.document {
            if key == mapping.textKey, let text = XMLValue(textOf: index, self) { return text }
            if key.hasPrefix(mapping.attributePrefix), let attribute = attribute(key) { return attribute }
        }
        let children = tape.children(of: index, named: .exactly(key))
        guard let first = children.first else { return nil }
        return children.count == 1 ? XMLValue(element: first, self) : XMLValue(elements: children, self)
    }

    /// The keys, in the order of the document. Complexity: O(*n*) in the number of children.
    public var keys: [String] { map(\.key) }

    /// The number of keys. Complexity: O(*n*) in the number of children.
    public var count: Int { keys.count }

    private func attribute(_ key: String) -> XMLValue? {
        let name = String(key.dropFirst(mapping.attributePrefix.count))
        if let attribute = tape.attribute(of: index, named: .exactly(name)) {
            return XMLValue(.data(tape, attribute))
        }
        for namespace in tape.namespaces(of: index) where tape.declaredName(namespace.prefix) == name {
            return XMLValue(.string(tape.string(namespace.uri) ?? ""))
        }
        return nil
    }
}

extension XMLDictionary: Sequence {
    /// Goes through keys and values in the order of the document.
    public func makeIterator() -> some IteratorProtocol<(key: String, value: XMLValue)> {
        var entries: [(key: String, value: XMLValue)] = []
        if index != Tape.document {
            var part = index + 5
            while part < tape.firstChild(index) {
                let head = tape.head(part)
                if head.kind == .attribute {
                    entries.append(
                        (mapping.attributePrefix + tape.qualifiedName(Int(head.payload)), XMLValue(.data(tape, part))))
                } else {
                    let uri = tape.string(tape.word(part + 1)) ?? ""
                    entries.append(
                        (mapping.attributePrefix + tape.declaredName(Int(head.payload)), XMLValue(.string(uri))))
                }
                part += head.kind.length(head)
            }
        }
        var positions: [String: Int] = [:]
        var groups: [(key: String, elements: [Int])] = []
        for element in XMLTree.Elements(tape: tape, parent: index) {
            let key = element.qualifiedName
            if let position = positions[key] {
                groups[position].elements.append(element.index)
            } else {
                positions[key] = groups.count
                groups.append((key, [element.index]))
            }
        }
        for group in groups {
            let value =
                group.elements.count == 1
                ? XMLValue(element: group.elements[0], self) : XMLValue(elements: group.elements, self)
            entries.append((group.key, value))
        }
        if index != Tape.document, let text = XMLValue(textOf: index, self) { entries.append((mapping.textKey, text)) }
        return entries.makeIterator()
    }
}

extension Tape {
    /// The name of the attribute that declares a namespace for this prefix.
    func declaredName(_ prefix: Int) -> String {
        string(prefix).map { "xmlns:" + $0 } ?? "xmlns"
    }
}
