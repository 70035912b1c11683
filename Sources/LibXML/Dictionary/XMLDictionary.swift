/// A document, or one of its elements, as a dictionary.
///
/// A dictionary of a parsed document is a view of it under an ``XMLMapping``. It is created in constant time, its
/// values are created on request, and any number of tasks may use it concurrently. Keys are in document order. The
/// dictionary keeps the whole document in memory; ``detached()`` makes a copy that does not.
///
/// ```swift
/// let orders = try XMLDictionary(parsing: "<orders><order id='7'><item>Tea</item></order></orders>")
/// let id = orders["orders"]?["order"]?["@id"]?.string  // "7"
/// ```
///
/// A change of a dictionary does not affect copies of it, nor the document: see ``subscript(_:)``. ``element``,
/// ``name`` and ``location`` stay those of the element that was read.
///
/// Two dictionaries are equal if they have the same content, regardless of the order of keys and of their origin.
public struct XMLDictionary: Sendable {
    enum Storage: Sendable {
        case view(DictionaryContext, Int)
        case made(MadeDictionary)
    }

    var storage: Storage

    init(_ storage: Storage) {
        self.storage = storage
    }

    /// Creates the dictionary of a parsed document.
    ///
    /// - Complexity: O(1), but see ``XMLMapping/transforming(_:)``.
    public init(_ tree: XMLTree, mapping: XMLMapping = .xmltodict) {
        self.init(tree.tape, root: tree.root.entry, mapping, diagnostics: tree.diagnostics)
    }

    /// Creates the dictionary of an element, as if the element were the root of a document.
    ///
    /// - Complexity: O(1), but see ``XMLMapping/transforming(_:)``.
    public init(_ element: XMLTree.Element, mapping: XMLMapping = .xmltodict) {
        self.init(element.tape, root: element.entry, mapping, diagnostics: [])
    }

    private init(_ tape: Tape, root: Int, _ mapping: XMLMapping, diagnostics: [XMLDiagnostic]) {
        let context = DictionaryContext(tape, root: root, mapping, diagnostics: diagnostics)
        let top = context.mapping.wrapsRoot ? Tape.document : root
        self.init(.view(context, top))
        if !context.mapping.transformations.isEmpty { self.init(.made(TransformedDictionary.make(context, top))) }
    }

    /// The warnings of the parse, such as references to entities that were not read.
    public var diagnostics: [XMLDiagnostic] { origin?.context.diagnostics ?? [] }

    /// The element or document of this dictionary; nil for a dictionary created in code.
    var origin: (context: DictionaryContext, element: Int)? {
        switch storage {
        case .view(let context, let element): (context, element)
        case .made(let dictionary):
            if case .element(let element, let context) = dictionary.origin { (context, element) } else { nil }
        }
    }
}

// MARK: Values

extension XMLDictionary {
    /// The value of a key; nil if the key does not exist.
    ///
    /// Assigning nil removes the key. A new key is added at the end. A change copies the dictionaries and lists on the
    /// way to the value, and nothing else of the document:
    ///
    /// ```swift
    /// var orders = try XMLDictionary(parsing: "<orders><order id='7'><item>Tea</item></order></orders>")
    /// orders["orders"]?["order"]?["@id"] = "8"
    /// orders["orders"]?["order"]?["item"]?.append("Milk")
    /// let text = try orders.xmlString(options: .init(declaration: .never))
    /// // <orders><order id="8"><item>Tea</item><item>Milk</item></order></orders>
    /// ```
    ///
    /// - Complexity: O(*n*) in the number of children; O(1) on average for more than 128, after the first lookup. The
    ///   same for the first change of a dictionary; O(1) on average for others.
    public subscript(key: String) -> XMLValue? {
        get {
            switch storage {
            case .view(let context, let element): context.lookUp(key, in: element)
            case .made(let dictionary): dictionary[key]
            }
        }
        _modify {
            let made = takeMade()
            var value = made.take(key)
            defer {
                made.put(value, key)
                storage = .made(made)
            }
            yield &value
        }
    }

    /// The keys, in document order. Complexity: O(*n*) in the number of children.
    public var keys: [String] { keys(upTo: .max) }

    /// Returns the first keys, in document order. Complexity: as that of ``subscript(_:)`` for a key that does not
    /// exist.
    func keys(upTo limit: Int) -> [String] {
        switch storage {
        case .view(let context, let element):
            context.index(of: element).groups.prefix(limit).map { context.keys.text($0.key) }
        case .made(let dictionary): dictionary.members.prefix(limit).map(\.key)
        }
    }

    /// The number of keys. Complexity: O(*n*) in the number of children.
    public var count: Int {
        switch storage {
        case .view(let context, let element): context.index(of: element).groups.count
        case .made(let dictionary): dictionary.count
        }
    }

    /// Whether the dictionary has no keys. Complexity: O(*n*) in the number of children.
    public var isEmpty: Bool { count == 0 }
}

extension XMLDictionary: Sequence {
    /// Returns an iterator over keys and values, in document order.
    public func makeIterator() -> some IteratorProtocol<(key: String, value: XMLValue)> {
        pairs.makeIterator()
    }

    var pairs: [(key: String, value: XMLValue)] {
        switch storage {
        case .view(let context, let element):
            context.index(of: element).groups.map { group in
                (context.keys.text(group.key), context.value(of: group.members, in: group, of: element))
            }
        case .made(let dictionary): dictionary.pairs
        }
    }
}

extension DictionaryContext {
    /// Returns the value of a key in the dictionary of an element; nil if the key does not exist.
    func lookUp(_ key: String, in element: Int) -> XMLValue? {
        isDirect ? value(key, in: element) : generalValue(key, in: element)
    }

    /// Returns the value of a key under rules that may require all members of the dictionary.
    fileprivate func generalValue(_ key: String, in element: Int) -> XMLValue? {
        index(of: element).group(key).map { value(of: $0.members, in: $0, of: element) }
    }

    /// Returns the value of a key under rules by which names are keys.
    fileprivate func value(_ key: String, in element: Int) -> XMLValue? {
        if element == Tape.document {
            guard root != Tape.document, tape.isWritten(tape.nameNumber(root), as: key) else { return nil }
            return XMLValue(.element(root), self)
        }
        if let value = children(key, of: element) { return value }
        if key.mayBeName { return nil }
        if mapping.textKey?.hasSameBytes(as: key) == true {
            if hasText(element) { return XMLValue(.member(.text(of: element), self)) }
            // An empty element that is a dictionary contains the empty string if empty elements are strings.
            return !hasContent(element) && containsEmptyText(element) ? XMLValue("") : nil
        }
        guard let name = mapping.attributes.name(ofKey: key) else { return nil }
        if let attribute = tape.attribute(of: element, written: name) {
            return XMLValue(.member(.attribute(attribute, of: element), self))
        }
        for namespace in tape.namespaces(of: element)
        where tape.names.declaredName(namespace.prefix).hasSameBytes(as: name) {
            return XMLValue(tape.string(namespace.uri) ?? "")
        }
        return nil
    }

    private func children(_ key: String, of parent: Int) -> XMLValue? {
        switch tape.children(of: parent, written: key) {
        case .none: nil
        case .one(let child): XMLValue(.element(child), self)
        case .siblings(let first): XMLValue(.list(.siblings(self, parent: parent, first: first)))
        case .group(let group):
            group.count == 1 ? XMLValue(.element(group[0]), self) : XMLValue(.list(.children(self, group)))
        }
    }
}
