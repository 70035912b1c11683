extension XMLValue {
    /// The value of a key of a dictionary, or a default value if the key does not exist.
    ///
    /// A change does the same as that of ``subscript(_:)-(String)``.
    public subscript(key: String, default value: @autoclosure () -> XMLValue) -> XMLValue {
        get { self[key] ?? value() }
        _modify {
            if var dictionary = takeDictionary() {
                defer { storage = .dictionary(dictionary) }
                yield &dictionary[key, default: value()]
            } else {
                var found = value()
                defer { addKey(key, found) }
                yield &found
            }
        }
    }

    /// Removes a key of a dictionary, and returns its value; nil if the key does not exist, or for other values.
    @discardableResult
    public mutating func removeValue(forKey key: String) -> XMLValue? { dictionary?.removeValue(forKey: key) }

    /// Adds the keys and values of a dictionary: see ``XMLDictionary/merge(_:uniquingKeysWith:)``. Null and text become
    /// a dictionary, as by assigning to a key.
    public mutating func merge<Failure: Error>(
        _ other: XMLDictionary, uniquingKeysWith combine: (XMLValue, XMLValue) throws(Failure) -> XMLValue
    ) throws(Failure) {
        for (key, value) in other.pairs {
            if let current = self[key] { self[key] = try combine(current, value) } else { self[key] = value }
        }
    }

    /// Adds a value to the end of the list. A value that is not a list becomes a list of two values.
    ///
    /// - Complexity: O(1) on average; O(*n*) for the first change of a list of a document.
    public mutating func append(_ value: XMLValue) { array.append(value) }

    /// Inserts a value into the list, so that it has an index, from 0. A value that is not a list becomes a list of two
    /// values.
    ///
    /// Traps if the index is negative, or greater than the number of values.
    ///
    /// - Complexity: O(*n*) in the number of values.
    public mutating func insert(_ value: XMLValue, at index: Int) { array.insert(value, at: index) }

    /// Takes the content out of this value, which is null until it is put back.
    mutating func take() -> XMLValue {
        defer { self = .null }
        return self
    }

    /// Takes the dictionary out of this value, which is null until it is put back; nil for other values.
    mutating func takeDictionary() -> XMLDictionary? {
        guard let dictionary else { return nil }
        storage = .null
        return dictionary
    }

    /// Takes the list out of this value, which is null until it is put back; nil for other values.
    mutating func takeList() -> MadeList? {
        guard var list = madeList() else { return nil }
        storage = .null
        return isKnownUniquelyReferenced(&list) ? list : MadeList(list.values)
    }

    private func madeList() -> MadeList? {
        guard case .list(let list) = storage else { return nil }
        if case .made(let made) = list { return made }
        return MadeList(list.values)
    }

    /// Whether the value is a part of one document as it was read, so that the values in it have an order.
    var isWhole: Bool {
        switch storage {
        case .element, .member: return true
        case .dictionary(let dictionary):
            guard case .made(let made) = dictionary.storage else { return true }
            return dictionary.origin != nil && !made.isChanged
        case .null, .string, .number, .list: return false
        }
    }

    /// Adds a key to a value that is not a dictionary. Null and text become a dictionary, with the text under the text
    /// key of the mapping. Does nothing for a list, except in a debug build, which it stops.
    mutating func addKey(_ key: String, _ value: XMLValue) {
        if isList { return assertionFailure("a list has no keys: assign to “\(key)” of one of its values") }
        let mapping = mapping
        var origin: MadeDictionary.Origin?
        var text = self
        switch storage {
        case .element(let element, let context):
            origin = .element(element, context)
            text = XMLValue(.member(.text(of: element), context))
        case .member(_, let context): origin = .mapping(context.mapping, context.family)
        default: break
        }
        var pairs = [(key, value)]
        let textKey = (mapping ?? .xmltodict).textKey ?? "#text"
        if string?.isEmpty == false, !textKey.hasSameBytes(as: key) { pairs.append((textKey, text)) }
        storage = .dictionary(XMLDictionary(.made(MadeDictionary(pairs, origin: origin))))
    }
}

extension XMLDictionary {
    /// The element of a dictionary of a document that is as it was read; nil for others.
    var view: (element: Int, context: DictionaryContext)? {
        switch storage {
        case .view(let context, let element): (element, context)
        case .made(let made):
            if !made.isChanged, let (context, element) = origin, context.mapping.transformations.isEmpty {
                (element, context)
            } else {
                nil
            }
        }
    }
}

extension XMLValue {
    /// The element of a dictionary of a document that is as it was read; nil for other values.
    var view: (element: Int, context: DictionaryContext)? {
        switch storage {
        case .element(let element, let context) where context.shape(of: element) == .dictionary: (element, context)
        case .dictionary(let dictionary): dictionary.view
        case .element, .member, .list, .null, .string, .number: nil
        }
    }

    /// The mapping with which the value was read.
    var mapping: XMLMapping? {
        switch storage {
        case .element(_, let context), .member(_, let context): context.mapping
        case .dictionary(let dictionary):
            if case .made(let made) = dictionary.storage { made.mapping } else { dictionary.origin?.context.mapping }
        case .list: self[0]?.mapping
        case .null, .string, .number: nil
        }
    }
}
