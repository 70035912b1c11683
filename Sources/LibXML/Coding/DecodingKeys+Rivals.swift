// Keys of one type that may match the same nodes.

/// Thrown to decode a type again, because a key for the rest has read the elements of a choice that was not known yet.
struct DecodeAgain: Error {}

/// The choice by name whose cases are the values of a key.
struct ChoiceOfKey {
    var scope: UInt16
    /// Whether the value is a list of cases, whatever the name of the key is.
    var isList: Bool
}

extension DecodingKeys {
    /// Records that the values of a key are a choice, whose cases are found by the names of elements. Returns true if
    /// this was not known, and the type of keys has a key for the rest that has been read.
    func addChoice<Key: CodingKey>(
        _ key: Int, _ choice: ChoiceOfKey, _ type: Key.Type, _ scopes: DecodingScopes, _ tape: Tape
    ) -> Bool {
        let id = ObjectIdentifier(type)
        if self.choice(key, type) != nil { return false }
        let matched = matched(choice, scopes, tape)
        table.modify { table in
            table[key].choices.append((id, choice))
            table[key].names.mayMeet = true
            for key in 0..<table.count { table[key].rivals = [] }
        }
        mark(matched)
        return state.modify { $0.rests.contains(id) }
    }

    /// The choice whose cases are the values of a key of a type of keys; nil for other values.
    func choice<Key: CodingKey>(_ key: Int, _ type: Key.Type) -> ChoiceOfKey? {
        let id = ObjectIdentifier(type)
        return table.modify { table in table[key].choices.first { $0.type == id }?.choice }
    }

    /// Whether the values of a key are one of several choices.
    func hasChoice(_ key: Int, in scopes: Set<UInt16>) -> Bool {
        table.modify { table in table[key].choices.contains { scopes.contains($0.choice.scope) } }
    }

    /// The other keys of a type of keys that may match the same nodes as a key, or the elements of its choice.
    ///
    /// Types of keys that take any string do not say which keys they have.
    func rivals<Key: CodingKey>(of key: Int, _ type: Key.Type, _ scopes: DecodingScopes, _ tape: Tape) -> [Int] {
        let id = ObjectIdentifier(type)
        let count = self.count
        let known = table.modify { table in
            table[key].rivals.first { $0.type == id && $0.count == count }?.keys
        }
        if let known { return known }
        guard Key(stringValue: "\0") == nil else { return [] }
        let choice = choice(key, type)
        let isRest = self[key].isRest
        let cases = choice.map { matched($0, scopes, tape) } ?? []
        if isRest {
            lookUpKeys(of: 0..<tape.nameCount, type, tape)
        } else if choice != nil {
            lookUpKeys(of: cases.filter { $0 >= 0 }, type, tape)
        }
        let own = Set(matched(key) + cases)
        let rivals = (0..<self.count).filter { other in
            guard other != key, Key(stringValue: text(other)) != nil else { return false }
            if self[other].isRest { return self[key].role == self[other].role }
            if choice == nil, !isRest, !mayEnd(key, other) { return false }
            let cases = self.choice(other, type).map { matched($0, scopes, tape) } ?? []
            return !own.isDisjoint(with: matched(other) + cases)
        }
        let all = self.count
        table.modify { table in
            table[key].rivals.removeAll { $0.type == id }
            table[key].rivals.append((id, all, rivals))
        }
        return rivals
    }

    /// Whether the paths of two keys may end at the same node. A key without a path has one step.
    private func mayEnd(_ key: Int, _ other: Int) -> Bool {
        let (steps, others) = (plan(of: key).path?.steps, plan(of: other).path?.steps)
        if steps?.contains(where: \.isDeep) ?? false || others?.contains(where: \.isDeep) ?? false { return true }
        guard steps?.count ?? 1 == others?.count ?? 1 else { return false }
        guard let name = steps?.last?.nameTest?.localName, let other = others?.last?.nameTest?.localName else {
            return true
        }
        return name == "*" || other == "*" || name.hasSameBytes(as: other)
    }

    /// Looks up the keys that a type of keys has for the names of a document.
    private func lookUpKeys<Key: CodingKey>(of names: some Sequence<Int>, _ type: Key.Type, _ tape: Tape) {
        for name in names {
            let local = tape.string(tape.name(name).local) ?? ""
            for key in [
                conversion.key(for: local), local, tape.qualifiedName(name), "*:" + local, "{}" + local,
            ]
            where Key(stringValue: key) != nil { _ = number(of: key, tape) }
        }
        for key in ["", "#text"] + roles.keys.inOrder() where Key(stringValue: key) != nil {
            _ = number(of: key, tape)
        }
    }

    /// The numbers of the names of elements that a key matches, those of attributes as numbers below -1, and a number
    /// for a text.
    func matched(_ key: Int) -> [Int] {
        let (role, elements) = (self[key].role, elementNames(of: key))
        let isText = role == .text || role == .content || role == .path && plan(of: key).path?.isText ?? false
        var matched = isText ? [Int.min] : role == .comments ? [.min + 1] : []
        if role != .attribute, role != .otherAttributes { matched += elements.inAnyParent + elements.inNamespace }
        if role != .content, role != .otherElements { matched += attributeNames(of: key).map { -2 - $0 } }
        return matched
    }

    /// The numbers for the cases of a choice.
    private func matched(_ choice: ChoiceOfKey, _ scopes: DecodingScopes, _ tape: Tape) -> [Int] {
        let keys = scopes[choice.scope]
        return keys.choices(tape).flatMap { found in
            keys.matched(found.number).filter { $0 >= 0 } + (found.isText ? [.min] : [])
        }
    }

    /// Records what a new key, or the cases of its choice, match. Marks all keys that match a part of it, if one of
    /// them was matched before.
    func mark(_ matched: [Int]) {
        let known = state.modify { state in matched.filter { !state.seen.insert($0).inserted } }
        if known.isEmpty { return }
        let shared = Set(known)
        for number in 0..<count where !self[number].mayMeet && !shared.isDisjoint(with: self.matched(number)) {
            table.modify { $0[number].names.mayMeet = true }
        }
    }
}

// MARK: Names

extension DecodingKeys {
    /// The names of child elements that some keys match.
    struct ElementNames {
        var inAnyParent: Set<Int> = []
        /// The names that match in a parent in the same namespace.
        var inNamespace: Set<Int> = []
        /// The keys that match many names, such as `*`, which would make the sets large.
        var wideKeys: [Int] = []
    }

    func elements(matching keys: some Sequence<Int>) -> ElementNames {
        var names = ElementNames()
        for key in keys where self[key].role != .attribute && self[key].role != .otherAttributes {
            let (inAnyParent, inNamespace) = elementNames(of: key)
            if inAnyParent.count + inNamespace.count > 8 {
                names.wideKeys.append(key)
            } else {
                names.inAnyParent.formUnion(inAnyParent)
                names.inNamespace.formUnion(inNamespace)
            }
        }
        return names
    }

    /// The names of child elements that one key matches in any parent, and those that it matches in a parent in the
    /// same namespace.
    func elementNames(of key: Int) -> (inAnyParent: [Int], inNamespace: [Int]) {
        let names = self[key]
        let first = names.element >= 0 ? [Int(names.element)] : []
        return names.hasOthers ? others(key) { (first + $0.elements, Array($0.inNamespace)) } : (first, [])
    }

    /// The names of attributes that one key matches.
    func attributeNames(of key: Int) -> [Int] {
        let names = self[key]
        let first = names.attribute >= 0 ? [Int(names.attribute)] : []
        return names.hasOthers ? others(key) { first + $0.attributes } : first
    }
}
