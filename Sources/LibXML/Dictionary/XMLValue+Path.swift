extension XMLDictionary {
    /// The value at a path; nil when there is none. What several elements have is a list.
    ///
    /// A step of a path goes through lists: `section.pic` is the pictures of all sections. Names are keys; `@id` is
    /// the attribute, wherever the mapping puts it.
    ///
    /// ```swift
    /// let orders = try XMLDictionary(parsing: "<orders><order id='7'/><order id='8'/></orders>")
    /// let id = orders[path: "orders.order[1].@id"]?.string  // "8"
    /// ```
    ///
    /// - Complexity: that of a lookup for each step and value.
    public subscript(path path: XMLPath) -> XMLValue? { XMLValue(self)[path: path] }

    /// The text at a path, of the first value if there are several: see ``XMLValue/innerText``. Nil when there is none.
    public func string(at path: XMLPath) -> String? { XMLValue(self).string(at: path) }

    /// The texts of all values at a path.
    public func strings(at path: XMLPath) -> [String] { XMLValue(self).strings(at: path) }

    /// The values at a path; one becomes a list of one, none an empty one.
    public func array(at path: XMLPath) -> [XMLValue] { XMLValue(self).array(at: path) }

    /// The dictionary at a path, the first if there are several; nil when there is none.
    public func dictionary(at path: XMLPath) -> XMLDictionary? { XMLValue(self).dictionary(at: path) }

    /// The integer at a path, the first value's if there are several; nil when there is none, or something else.
    public func int(at path: XMLPath) -> Int? { XMLValue(self).int(at: path) }

    /// The number at a path, the first value's if there are several; nil when there is none, or something else.
    public func double(at path: XMLPath) -> Double? { XMLValue(self).double(at: path) }

    /// The Boolean at a path, the first value's if there are several; nil when there is none, or something else.
    public func bool(at path: XMLPath) -> Bool? { XMLValue(self).bool(at: path) }
}

extension XMLValue {
    /// The value at a path; nil when there is none: see ``XMLDictionary/subscript(path:)``.
    public subscript(path path: XMLPath) -> XMLValue? {
        let values = values(at: path)
        return values.count > 1 ? XMLValue(values.flatMap(\.array)) : values.first
    }

    /// The text at a path, of the first value if there are several: see ``innerText``. Nil when there is none.
    public func string(at path: XMLPath) -> String? { first(at: path)?.innerText }

    /// The texts of all values at a path.
    public func strings(at path: XMLPath) -> [String] { array(at: path).compactMap(\.innerText) }

    /// The values at a path; one becomes a list of one, none an empty one.
    public func array(at path: XMLPath) -> [XMLValue] { values(at: path).flatMap(\.array) }

    /// The dictionary at a path, the first if there are several; nil when there is none.
    public func dictionary(at path: XMLPath) -> XMLDictionary? { first(at: path)?.dictionary }

    /// The integer at a path, the first value's if there are several; nil when there is none, or something else.
    public func int(at path: XMLPath) -> Int? { first(at: path)?.scalar.int }

    /// The number at a path, the first value's if there are several; nil when there is none, or something else.
    public func double(at path: XMLPath) -> Double? { first(at: path)?.scalar.double }

    /// The Boolean at a path, the first value's if there are several; nil when there is none, or something else.
    public func bool(at path: XMLPath) -> Bool? { first(at: path)?.scalar.bool }

    private func first(at path: XMLPath) -> XMLValue? { values(at: path).first?[0] }

    /// The text of a dictionary, which a string would be without its attributes; other values as they are.
    private var scalar: XMLValue {
        guard dictionary != nil else { return self }
        return innerText.map { XMLValue($0) } ?? self
    }
}

// MARK: Steps

extension XMLValue {
    /// What a path leads to, each as it is: lists are not taken apart at the end.
    private func values(at path: XMLPath) -> [XMLValue] {
        var values = [self]
        var isDeep = false
        for step in path.steps {
            switch step {
            case .descendants: isDeep = true
            case .index(let index): values = values.compactMap { $0[index] }
            case .name(let key): values = values.flatMap { isDeep ? $0.deep { $0[key] } : $0.through { $0[key] } }
            case .attribute(let name):
                values = values.flatMap { isDeep ? $0.deep { $0.attribute(name) } : $0.through { $0.attribute(name) } }
            case .any: values = values.flatMap { isDeep ? $0.deepChildren : $0.childValues }
            }
            if step != .descendants { isDeep = false }
        }
        return values
    }

    /// What `find` gives for a dictionary, or for each of a list.
    private func through(_ find: (XMLDictionary) -> XMLValue?) -> [XMLValue] {
        if case .list(let list) = storage { return list.values.flatMap { $0.through(find) } }
        return dictionary.flatMap(find).map { [$0] } ?? []
    }

    /// What `find` gives for all dictionaries in this value, from the outside inwards. Does not recurse.
    private func deep(_ find: (XMLDictionary) -> XMLValue?) -> [XMLValue] {
        var found: [XMLValue] = []
        forEachDictionary { dictionary in
            if let value = find(dictionary) { found.append(value) }
        }
        return found
    }

    /// The values of child elements.
    private var childValues: [XMLValue] {
        if case .list(let list) = storage { return list.values.flatMap(\.childValues) }
        return dictionary?.children ?? []
    }

    private var deepChildren: [XMLValue] {
        var found: [XMLValue] = []
        forEachDictionary { found += $0.children }
        return found
    }

    private func forEachDictionary(_ body: (XMLDictionary) -> Void) {
        var pending = [self]
        while let value = pending.popLast() {
            if case .list(let list) = value.storage {
                pending.append(contentsOf: list.values.reversed())
            } else if let dictionary = value.dictionary {
                body(dictionary)
                pending.append(contentsOf: dictionary.pairs.reversed().map(\.value))
            }
        }
    }
}

extension XMLDictionary {
    /// The values of the keys that elements have; of all keys where it was made by hand.
    fileprivate var children: [XMLValue] {
        guard origin != nil else { return pairs.map(\.value) }
        let keys = childNodes
        return pairs.filter { keys[$0.key] != nil }.map(\.value)
    }

    /// The attribute of a name, wherever the mapping puts it: under a key, into a group, or nowhere.
    fileprivate func attribute(_ name: String) -> XMLValue? {
        guard let (context, element) = origin else { return self["@" + name] }
        guard element != Tape.document else { return nil }
        return switch context.mapping.attributes {
        case .prefixed(let prefix): self[prefix + name]
        case .grouped(let key): self[key]?[name]
        case .merged, .discarded: attributes[name].map { XMLValue($0) }
        }
    }
}
