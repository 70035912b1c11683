// Changes of keys and values. A dictionary of a document that is changed becomes one of its own; its other values stay
// views of the document.

extension XMLDictionary {
    /// The value of a key, or a default value if the key does not exist.
    ///
    /// ```swift
    /// var order: XMLDictionary = ["@id": 7]
    /// order["item", default: []].append("Tea")
    /// ```
    public subscript(key: String, default value: @autoclosure () -> XMLValue) -> XMLValue {
        get { self[key] ?? value() }
        _modify {
            let made = takeMade()
            var found = made.take(key) ?? value()
            defer {
                made.put(found, key)
                storage = .made(made)
            }
            yield &found
        }
    }

    /// The values, in the order of ``keys``. Complexity: O(*n*) in the number of children.
    public var values: [XMLValue] { pairs.map(\.value) }

    /// Inserts a key, or moves it, so that it has an index among ``keys``, from 0.
    ///
    /// The order of keys is that of elements in XML. Traps if the index is negative, or greater than the number of the
    /// other keys.
    ///
    /// - Complexity: O(*n*) in the number of children.
    public mutating func insert(_ value: XMLValue, forKey key: String, at index: Int) {
        let made = takeMade()
        made.put(nil, key)
        precondition(0...made.count ~= index, "the index is out of range")
        made.insert(value, key, at: index)
        storage = .made(made)
    }

    /// Removes a key, and returns its value; nil if the key does not exist.
    ///
    /// - Complexity: O(1) on average; O(*n*) in the number of children for the first change.
    @discardableResult
    public mutating func removeValue(forKey key: String) -> XMLValue? {
        guard let value = self[key] else { return nil }
        self[key] = nil
        return value
    }

    /// Renames a key, which keeps its position and its value. Does nothing if the key does not exist.
    ///
    /// If a key with the new name exists, the values of both become a list, as in XML.
    ///
    /// - Complexity: as for ``removeValue(forKey:)``.
    public mutating func renameKey(_ key: String, to name: String) {
        guard !key.hasSameBytes(as: name), var value = self[key] else { return }
        if let other = self[name] { value = XMLValue(other.array + value.array) }
        let made = takeMade()
        made.put(nil, name)
        made.rename(key, to: name, value)
        storage = .made(made)
    }

    /// Adds the keys and values of another dictionary.
    ///
    /// New keys are added at the end, in their order.
    ///
    /// - Parameter combine: returns the value of a key that exists in both, from the value of this dictionary and that
    ///   of the other.
    /// - Throws: the errors that `combine` throws. Keys before that have been added already.
    /// - Complexity: O(*n*) in the number of children of both.
    public mutating func merge<Failure: Error>(
        _ other: XMLDictionary, uniquingKeysWith combine: (XMLValue, XMLValue) throws(Failure) -> XMLValue
    ) throws(Failure) {
        for (key, value) in other.pairs {
            if let current = self[key] { self[key] = try combine(current, value) } else { self[key] = value }
        }
    }

    /// Returns the dictionary with the keys and values of another: see ``merge(_:uniquingKeysWith:)``.
    public func merging<Failure: Error>(
        _ other: XMLDictionary, uniquingKeysWith combine: (XMLValue, XMLValue) throws(Failure) -> XMLValue
    ) throws(Failure) -> XMLDictionary {
        var merged = self
        try merged.merge(other, uniquingKeysWith: combine)
        return merged
    }

    /// Returns a dictionary with the same keys, and the values that a closure returns.
    ///
    /// - Throws: the errors that `transform` throws.
    /// - Complexity: O(*n*) in the number of children.
    public func mapValues<Failure: Error>(
        _ transform: (XMLValue) throws(Failure) -> XMLValue
    ) throws(Failure) -> XMLDictionary {
        var mapped = self
        for (key, value) in pairs { mapped[key] = try transform(value) }
        return mapped
    }
}

// MARK: Storage

extension XMLDictionary {
    /// Takes the storage out of this dictionary, for a change. It belongs to this dictionary only, which is empty until
    /// the storage is put back.
    ///
    /// - Complexity: O(*n*) in the number of children, if the dictionary is a view or shares its storage; else O(1).
    mutating func takeMade() -> MadeDictionary {
        var made = made()
        storage = .made(.empty)
        return isKnownUniquelyReferenced(&made) ? made : made.copy()
    }

    private func made() -> MadeDictionary {
        switch storage {
        case .view(let context, let element): MadeDictionary(context, element)
        case .made(let made): made
        }
    }
}

extension MadeDictionary {
    static let empty = MadeDictionary([])
}
