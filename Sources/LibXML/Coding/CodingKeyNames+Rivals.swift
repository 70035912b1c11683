// Keys of one type that may match the same nodes.

/// Thrown to decode a type again, since a key for the rest has read the elements of a choice that was not known.
struct DecodeAgain: Error {}

/// The choice by name whose cases are the values of a key.
struct ChoiceOfKey {
    var scope: UInt16
    /// Whether the value is a list of cases, whatever the name of the key is.
    var isList: Bool
}

extension CodingKeyNames {
    /// Records that the values of a key are a choice, whose cases are found by the names of elements. Returns whether
    /// that is new, and the type of keys has a key for the rest, which has been read.
    func addChoice<Key: CodingKey>(
        _ key: Int, _ choice: ChoiceOfKey, _ type: Key.Type, _ scopes: DecodingScopes, _ tape: Tape
    ) -> Bool {
        let id = ObjectIdentifier(type)
        if self.choice(key, type) != nil { return false }
        let (names, isText) = matched(nil, choice.scope, scopes, tape)
        return state.modify { state in
            state.entries[key].choices.append((id, choice))
            for key in state.entries.indices { state.entries[key].rivals = [] }
            _ = state.isKnown(Array(names) + (isText ? [.min] : []))
            state.entries[key].names.mayMeet = true
            return state.rests.contains(id)
        }
    }

    /// The choice whose cases are the values of a key of a type of keys; nil for other values.
    func choice<Key: CodingKey>(_ key: Int, _ type: Key.Type) -> ChoiceOfKey? {
        let id = ObjectIdentifier(type)
        return state.modify { state in state.entries[key].choices.first { $0.type == id }?.choice }
    }

    /// The other keys of a type of keys that may match what a key matches, or the elements of its choice.
    ///
    /// Types of keys that take any string do not say which keys they have.
    func rivals<Key: CodingKey>(of key: Int, _ type: Key.Type, _ scopes: DecodingScopes, _ tape: Tape) -> [Int] {
        let id = ObjectIdentifier(type)
        let count = self.count
        let known = state.modify { state in
            state.entries[key].rivals.first { $0.type == id && $0.count == count }?.keys
        }
        if let known { return known }
        guard Key(stringValue: "\0") == nil else { return [] }
        let choice = choice(key, type)?.scope
        let isRest = self[key].isRest
        if isRest {
            askKeys(of: 0..<tape.nameCount, type, tape)
        } else if let choice {
            askKeys(of: matched(nil, choice, scopes, tape).names.filter { $0 >= 0 }, type, tape)
        }
        let own = matched(key, choice, scopes, tape)
        let rivals = (0..<self.count).filter { other in
            guard other != key, Key(stringValue: text(other)) != nil else { return false }
            if self[other].isRest {
                return self[key].role == self[other].role
            }
            let matched = matched(other, self.choice(other, type)?.scope, scopes, tape)
            if choice == nil, !isRest, !mayEnd(key, other) { return false }
            return own.isText && matched.isText || !own.names.isDisjoint(with: matched.names)
        }
        let all = self.count
        state.modify { state in
            state.entries[key].rivals.removeAll { $0.type == id }
            state.entries[key].rivals.append((id, all, rivals))
        }
        return rivals
    }

    /// Whether the paths of two keys may end at the same node. A key without a path has one step.
    private func mayEnd(_ key: Int, _ other: Int) -> Bool {
        let (steps, others) = (meaning(of: key).path?.steps, meaning(of: other).path?.steps)
        if steps?.contains(where: \.isDeep) ?? false || others?.contains(where: \.isDeep) ?? false { return true }
        guard steps?.count ?? 1 == others?.count ?? 1 else { return false }
        guard let name = steps?.last?.nameTest?.localName, let other = others?.last?.nameTest?.localName else {
            return true
        }
        return name == "*" || other == "*" || name.hasSameBytes(as: other)
    }

    /// Finds the keys of a type of keys that have names of a document.
    private func askKeys<Key: CodingKey>(of names: some Sequence<Int>, _ type: Key.Type, _ tape: Tape) {
        for name in names {
            let local = tape.string(tape.name(name).local) ?? ""
            for key in [
                options.conversion.key(for: local), local, tape.qualifiedName(name), "*:" + local, "{}" + local,
            ]
            where Key(stringValue: key) != nil { _ = number(of: key, tape) }
        }
        for key in ["", "#text"] + (self.type?.roles.keys.inOrder() ?? []) where Key(stringValue: key) != nil {
            _ = number(of: key, tape)
        }
    }

    /// The numbers of the names that a key and the cases of a choice match, and whether they match a text. Those of
    /// attributes are numbers below -1.
    private func matched(
        _ key: Int?, _ choice: UInt16?, _ scopes: DecodingScopes, _ tape: Tape
    ) -> (names: Set<Int>, isText: Bool) {
        var (names, isText): (Set<Int>, Bool) = ([], false)
        if let key {
            let (role, elements) = (self[key].role, elementNames(of: key))
            if role != .attribute, role != .otherAttributes {
                names.formUnion(elements.inAnyParent)
                names.formUnion(elements.inNamespace)
            }
            if role != .content, role != .otherElements { names.formUnion(attributeNames(of: key).map { -2 - $0 }) }
            isText = role == .text || role == .content || role == .path && meaning(of: key).path?.isText ?? false
        }
        if let choice {
            let keys = scopes[choice]
            for found in keys.choices(tape) {
                if found.isText { isText = true }
                let elements = keys.elementNames(of: found.number)
                names.formUnion(elements.inAnyParent)
                names.formUnion(elements.inNamespace)
            }
        }
        return (names, isText)
    }
}

// MARK: Attributes

extension CodingKeyNames {
    /// Whether a type of keys has another key for the attribute that a key matches: `@id` beside `id`, or a key with
    /// the role of an attribute.
    @inline(__always)
    func hasOther<Key: CodingKey>(
        _ type: Key.Type, forAttributeOf key: Int, _ attribute: Int, _ tape: Tape
    ) -> Bool {
        let id = ObjectIdentifier(type)
        let known = state.modify { state in state.entries[key].conflicts.first { $0.type == id }?.exists }
        return known ?? findOther(type, forAttributeOf: key, attribute, tape)
    }

    @inline(never)
    private func findOther<Key: CodingKey>(
        _ type: Key.Type, forAttributeOf key: Int, _ attribute: Int, _ tape: Tape
    ) -> Bool {
        let text = text(key)
        let exists =
            type.hasMarkedKey(for: text)
            || declared.contains { other, role in
                guard other != text, case .attribute = role.kind else { return false }
                let number = number(of: other, tape)
                return matchesAttribute(number, self[number], tape.nameNumber(attribute))
            }
        state.modify { $0.entries[key].conflicts.append((ObjectIdentifier(type), exists)) }
        return exists
    }
}

// MARK: Names

extension CodingKeyNames {
    /// The names of child elements that some keys match.
    struct ElementNames {
        var inAnyParent: Set<Int> = []
        /// Those that match in a parent in the same namespace.
        var inNamespace: Set<Int> = []
        /// The keys that match many names, such as `*`, which would make the sets large.
        var wideKeys: [Int] = []
    }

    func elements(matching keys: some Sequence<Int>) -> ElementNames {
        state.modify { state in
            var names = ElementNames()
            for key in keys {
                let entry = state.entries[key]
                guard entry.names.role != .attribute, entry.names.role != .otherAttributes else { continue }
                names.inAnyParent.insert(Int(entry.names.element))
                guard entry.names.hasOthers else { continue }
                let others = state.others[entry.others]
                if others.elements.count + others.inNamespace.count > 8 {
                    names.wideKeys.append(key)
                } else {
                    names.inAnyParent.formUnion(others.elements)
                    names.inNamespace.formUnion(others.inNamespace)
                }
            }
            return names
        }
    }

    /// The names of child elements that one key matches in any parent, and those that it matches in a parent in the
    /// same namespace.
    func elementNames(of key: Int) -> (inAnyParent: [Int], inNamespace: [Int]) {
        state.modify { state in
            let entry = state.entries[key]
            let first = entry.names.element >= 0 ? [Int(entry.names.element)] : []
            guard entry.names.hasOthers else { return (first, []) }
            return (first + state.others[entry.others].elements, Array(state.others[entry.others].inNamespace))
        }
    }

    /// The names of attributes that one key matches.
    func attributeNames(of key: Int) -> [Int] {
        state.modify { state in
            let entry = state.entries[key]
            let first = entry.names.attribute >= 0 ? [Int(entry.names.attribute)] : []
            return entry.names.hasOthers ? first + state.others[entry.others].attributes : first
        }
    }
}
