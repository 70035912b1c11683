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
        for node in nodes(of: number, scope, Key.self, at: found, in: element) {
            guard let rival = rivals.first(where: { reads($0, scope, Key.self, node, in: element) }) else { continue }
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
        if keys[key].role == .attribute {
            found = tape.attributes(of: element).map { DecodingPosition(.attribute, $0, parent: element) }
        } else {
            forEachChild(of: element) { index, _ in found.append(DecodingPosition(.element, index)) }
        }
        return found.filter { node in
            !rivals.contains { !keys[$0].isRest && reads($0, scope, type, node, in: element) }
        }
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

    /// Whether a node is read for a key.
    private func reads<Key: CodingKey>(
        _ key: Int, _ scope: UInt16, _ type: Key.Type, _ node: DecodingPosition, in element: Int
    ) -> Bool {
        let keys = scopes[scope]
        func contains(_ nodes: [DecodingPosition]) -> Bool {
            nodes.contains { $0.kind == node.kind && $0.index == node.index }
        }
        if keys.choice(key, type) != nil {
            guard let found = try? listPosition(scope, key, in: element) else { return false }
            return contains(nodes(of: key, scope, type, at: found, in: element))
        }
        let names = keys[key]
        switch names.role {
        case .text: return node.kind == .text || node.kind == .run && hasText(element)
        case .path, .map:
            let end = node.kind == .element ? tape.end(node.index) : node.index + 1
            return pathPositions(scope, key, in: element).contains { place in
                (node.index..<end).contains(place.index) && (place.index != node.index || place.kind == node.kind)
            }
        case .any, .element, .attribute:
            guard tape.kind(node.index) == .element else {
                guard node.kind == .attribute, node.parent == element,
                    keys.matchesAttribute(key, names, tape.nameNumber(node.index))
                else { return false }
                return names.role == .attribute
                    || names.role == .any && child(keys, key, of: element) == nil
                        && !keys.hasOther(type, forAttributeOf: key, node.index, tape)
            }
            return node.kind != .text && names.role != .attribute && tape.parent(ofElement: node.index) == element
                && keys.matchesElement(key, names, tape.nameNumber(node.index), in: element, tape)
        case .content: return node.kind != .attribute
        case .declaration, .flattened, .comments: return false
        }
    }

    private func described(_ node: DecodingPosition) -> String {
        switch node.kind {
        case .attribute: "the attribute “\(tape.qualifiedName(tape.nameNumber(node.index)))”"
        case .text, .run: "the text"
        default: "<\(tape.qualifiedName(tape.nameNumber(node.index)))>"
        }
    }
}
