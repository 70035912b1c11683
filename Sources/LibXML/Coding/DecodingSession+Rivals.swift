// Nodes that several keys of one type would read.

extension DecodingSession {
    /// Checks that no other key of a type of keys reads what a key reads.
    ///
    /// - Parameter found: what the key means in the element.
    /// - Throws: `DecodingError`, located at what both would read.
    @inline(never)
    func checkRivals<Key: CodingKey>(
        of key: Key, _ scope: UInt16, at found: DecodingPosition, in element: Int
    ) throws {
        let keys = scopes[scope]
        guard let number = keys.known(key.stringValue) else { return }
        let rivals = keys.rivals(of: number, Key.self, scopes, tape)
        guard !rivals.isEmpty else { return }
        if keys[number].isRest {
            guard let other = rivals.first(where: { keys[$0].isRest }) else { return }
            throw conflict(
                "“\(keys.text(number))” and “\(keys.text(other))” are both for the rest of the element", at: found)
        }
        let readers = rivals.map { (key: $0, reads: reader($0, scope, Key.self, in: element)) }
        for node in nodes(of: number, scope, Key.self, at: found, in: element) {
            guard let rival = readers.first(where: { $0.reads(node) })?.key else { continue }
            let name = described(node)
            throw conflict(
                "\(name) is read for “\(keys.text(rival))” and “\(keys.text(number))”, which are in one element",
                at: node)
        }
    }

    /// The child elements, or the attributes, that no other key of a type of keys reads.
    func rest<Key: CodingKey>(_ key: Int, _ scope: UInt16, _ type: Key.Type, in element: Int) -> [DecodingPosition] {
        let keys = scopes[scope]
        keys.state.modify { state in
            if !state.rests.contains(ObjectIdentifier(type)) { state.rests.append(ObjectIdentifier(type)) }
        }
        let rivals = keys.rivals(of: key, type, scopes, tape)
        var found: [DecodingPosition] = []
        if keys[key].role == .otherAttributes {
            found = tape.attributes(of: element).map { DecodingPosition(.attribute, $0, parent: element) }
        } else {
            forEachChild(of: element) { index, _ in found.append(DecodingPosition(.element, index)) }
        }
        let readers = rivals.filter { !keys[$0].isRest }.map { reader($0, scope, type, in: element) }
        return found.filter { node in !readers.contains { $0(node) } }
    }

    /// The attributes that no other key of a type of keys reads, as a dictionary.
    func restOfAttributes<Key: CodingKey>(
        _ key: Int, _ scope: UInt16, _ type: Key.Type, in element: Int
    ) -> DecodingPosition {
        var map = DecodingMap()
        for attribute in rest(key, scope, type, in: element) {
            let name = self.key(ofName: tape.nameNumber(attribute.index), isAttribute: true, in: element)
            map.places[name] = map.keys.count
            map.keys.append(name)
            map.entries.append((attribute, attribute))
        }
        map.isPresent = !map.keys.isEmpty
        return DecodingPosition(.map, maps.add(map), parent: element, key: key, scope: scope)
    }

    /// What is read for a key.
    private func nodes<Key: CodingKey>(
        of key: Int, _ scope: UInt16, _ type: Key.Type, at found: DecodingPosition, in element: Int
    ) -> [DecodingPosition] {
        if let choice = scopes[scope].choice(key, type) {
            if !choice.isList, found.kind == .list, found.index > 0 {
                let first = DecodingPosition(.element, found.index)
                if isCase(choice.scope, first) { return [first] }
            }
            if found.kind == .list, found.index > 0 {
                let own = elements(of: found)
                if scopes[scope][key].role != .path, !own.contains(where: { isCase(choice.scope, $0) }) { return own }
            }
            let nodes = choiceNodes(
                choice.scope, at: found.kind == .text ? DecodingPosition(.choices, element) : found)
            return choice.isList ? nodes : nodes.prefix(1).filter { !isNil($0) }
        }
        switch found.kind {
        case .list: return found.index > 0 ? elements(of: found) : []
        case .element where scopes[scope][key].role == .content:
            var nodes = [DecodingPosition(.text, element)]
            forEachChild(of: element) { index, _ in nodes.append(DecodingPosition(.element, index)) }
            return nodes
        case .map: return pathPositions(scope, key, in: element)
        default: return [found]
        }
    }

    /// The elements and texts that are read for a property whose values are a choice.
    private func choiceNodes(_ choice: UInt16, at found: DecodingPosition) -> [DecodingPosition] {
        let found = found.kind == .choices ? DecodingPosition(.choices, found.index, scope: choice) : found
        let choices = choices(choice, at: found)
        guard choices.kind == .choices else { return [choices] }
        defer { if choices.isStored { lists.remove(choices.index) } }
        return choicePositions(choices)
    }

    /// Returns a function that tells whether a child element, an attribute or a text of an element is read for a key.
    ///
    /// What a path or a choice reads is found once, so that many nodes take time in proportion to their number.
    private func reader<Key: CodingKey>(
        _ key: Int, _ scope: UInt16, _ type: Key.Type, in element: Int
    ) -> (DecodingPosition) -> Bool {
        let keys = scopes[scope]
        if keys.choice(key, type) != nil {
            guard let found = try? otherListPosition(scope, key, in: element) else { return { _ in false } }
            return contains(nodes(of: key, scope, type, at: found, in: element), in: element)
        }
        let names = keys[key]
        switch names.role {
        case .text:
            let hasText = hasText(element)
            return { $0.kind == .text || $0.kind == .run && hasText }
        case .path, .map: return contains(pathPositions(scope, key, in: element), in: element)
        case .any, .element, .attribute:
            let isElement = names.role != .attribute
            let readsAttribute = !isElement || names.role == .any && child(keys, key, of: element) == nil
            return { [self] node in
                guard node.kind != .text, node.kind != .run else { return false }
                let name = tape.nameNumber(node.index)
                guard node.kind == .attribute else {
                    return isElement && keys.matchesElement(key, names, name, in: element, tape)
                        && tape.parent(ofElement: node.index) == element
                }
                return readsAttribute && node.parent == element && keys.matchesAttribute(key, names, name)
                    && !(isElement && keys.hasAttribute(besides: key, of: type, keys.table))
            }
        case .content: return { $0.kind != .attribute }
        // What is read for the rest is read for no other key.
        case .declaration, .flattened, .comments, .otherElements, .otherAttributes: return { _ in false }
        }
    }

    /// Returns a function that tells whether a node is one of these, or one of these is inside of it.
    private func contains(_ nodes: [DecodingPosition], in element: Int) -> (DecodingPosition) -> Bool {
        var (indices, isText) = (Set<Int>(), false)
        for node in nodes {
            if node.kind == .text, node.index == element { isText = true }
            let isInside = node.kind == .attribute || node.kind == .run
            if isInside { indices.insert(node.index) }
            var owner: Int? = isInside ? node.parent : node.index
            while let current = owner, current > element, indices.insert(current).inserted {
                owner = tape.parent(ofElement: current)
            }
        }
        return { $0.kind == .text ? isText : indices.contains($0.index) }
    }

    private func described(_ node: DecodingPosition) -> String {
        switch node.kind {
        case .attribute: "the attribute “\(tape.qualifiedName(tape.nameNumber(node.index)))”"
        case .text, .run: "the text"
        default: "<\(tape.qualifiedName(tape.nameNumber(node.index)))>"
        }
    }
}

// MARK: Positions

extension DecodingSession {
    /// What a key of an element means, other than a list, for less frequent calls.
    @inline(never)
    func otherPosition(_ scope: UInt16, _ key: Int, in element: Int) -> DecodingPosition? {
        position(scopes[scope], scopes[scope][key], scope, key, in: element)
    }

    /// What a key of an element means for a type that may turn out to be a list, for less frequent calls.
    @inline(never)
    func otherListPosition(_ scope: UInt16, _ key: Int, in element: Int) throws -> DecodingPosition {
        try listPosition(scopes[scope], scopes[scope][key], scope, key, in: element)
    }
}
