// Checks that each part of a document is read for only one key of an element.

/// A part of a document that is read for a key of an element.
struct ReadPlace {
    var key: SharedElement.Key
    var position: DecodingPosition
    /// The entries of an element; the first entry of an element for its text, which is in no child.
    var range: Range<Int>
    /// Whether it is the element that should contain the elements of a path, but contains none: an empty list.
    var isAroundNothing = false
}

extension DecodingSession {
    /// The parts of an element that are read for a key, whatever the type of its value is.
    func places(of key: SharedElement.Key, in element: Int) -> [ReadPlace] {
        places(nodes(of: key.number, scopes[key.scope], key.scope, in: element) { false }, key)
    }

    /// The parts of an element that are read for a key of a type of keys, whose values may be a choice.
    private func places<Key: CodingKey>(
        of number: Int, _ scope: UInt16, _ type: Key.Type, in element: Int
    ) -> [ReadPlace] {
        let keys = scopes[scope]
        let key = SharedElement.Key(owner: scope, scope: scope, number: number)
        guard let choice = keys.choice(number, type) else {
            return places(
                nodes(of: number, keys, scope, in: element) {
                    keys.hasAttribute(besides: number, of: type, keys.table)
                },
                key)
        }
        return places(choiceNodes(choice, keys[number], of: number, scope, in: element), key)
    }

    private func places(_ nodes: [DecodingPosition], _ key: SharedElement.Key) -> [ReadPlace] {
        nodes.map { node in
            let range =
                switch node.kind {
                case .element: node.index..<tape.end(node.index)
                case .run: node.parent..<node.parent + 1
                default: node.index..<node.index + 1
                }
            return ReadPlace(key: key, position: node, range: range)
        }
    }

    private func nodes(
        of key: Int, _ keys: DecodingKeys, _ scope: UInt16, in element: Int, isOfOtherKey: () -> Bool
    ) -> [DecodingPosition] {
        let names = keys[key]
        var nodes: [DecodingPosition] = []
        func addElements(where isRead: (Int) -> Bool = { _ in true }) {
            forEachChild(of: element) { if isRead($1) { nodes.append(DecodingPosition(.element, $0)) } }
        }
        func addAttributes(where isRead: (Int) -> Bool = { _ in true }) {
            for attribute in tape.attributes(of: element) where isRead(tape.nameNumber(attribute)) {
                nodes.append(DecodingPosition(.attribute, attribute, parent: element))
            }
        }
        switch names.role {
        case .any, .element:
            addElements { keys.matchesElement(key, names, $0, in: element, tape) }
            if names.role == .any, nodes.isEmpty, !isOfOtherKey() {
                addAttributes { keys.matchesAttribute(key, names, $0) }
            }
        case .attribute: addAttributes { keys.matchesAttribute(key, names, $0) }
        case .text, .content:
            if hasText(element) { nodes.append(DecodingPosition(.text, element)) }
            if names.role == .content { addElements() }
        case .path, .map: nodes = pathPositions(scope, key, in: element)
        case .otherElements: addElements()
        case .otherAttributes: addAttributes()
        case .comments: nodes = comments(in: element)
        case .declaration, .flattened: break
        }
        return nodes
    }

    /// The elements and texts that are read for a key whose values are a choice.
    private func choiceNodes(
        _ choice: ChoiceOfKey, _ names: DecodingKeys.Names, of key: Int, _ scope: UInt16, in element: Int
    ) -> [DecodingPosition] {
        guard let found = try? otherListPosition(scope, key, in: element) else { return [] }
        if found.kind == .list, found.index > 0 {
            let first = DecodingPosition(.element, found.index)
            if !choice.isList, isCase(choice.scope, first) { return isNil(first) ? [] : [first] }
            let own = elements(of: found)
            if names.role != .path, !own.contains(where: { isCase(choice.scope, $0) }) { return own }
        }
        let isAmongChildren = found.kind == .text || found.kind == .attribute && names.role == .any
        let choices = choices(
            choice.scope, at: isAmongChildren ? DecodingPosition(.choices, element, scope: choice.scope) : found)
        guard choices.kind == .choices else { return [choices] }
        defer { if choices.isStored { lists.remove(choices.index) } }
        if choice.isList { return choicePositions(choices) }
        return [casePosition(choices)].compactMap(\.self).filter { !isNil($0) }
    }

    /// Returns the first two places that must not meet because one is inside the other; nil if all places are valid.
    ///
    /// Complexity: O(*n* log *n*) in the number of places.
    private func meeting(
        _ places: [ReadPlace], where mustNotMeet: (ReadPlace, ReadPlace) -> Bool
    ) -> (outer: ReadPlace, inner: ReadPlace)? {
        var open: [ReadPlace] = []
        let ordered = places.inOrder {
            ($0.range.lowerBound, $1.range.upperBound) < ($1.range.lowerBound, $0.range.upperBound)
        }
        for place in ordered {
            while let last = open.last, last.range.upperBound <= place.range.lowerBound { open.removeLast() }
            if let outer = open.first(where: { mustNotMeet($0, place) }) { return (outer, place) }
            if open.last?.key != place.key { open.append(place) }
        }
        return nil
    }

    private func described(_ node: DecodingPosition) -> String {
        switch node.kind {
        case .attribute: "the attribute “\(tape.qualifiedName(tape.nameNumber(node.index)))”"
        case .text, .run: "the text"
        case .comment: "a comment"
        default: "<\(tape.qualifiedName(tape.nameNumber(node.index)))>"
        }
    }

    private func described(_ key: SharedElement.Key) -> String {
        var names = [XMLCodingRole.unmarked(scopes[key.scope].text(key.number))]
        var outer = scopes[key.owner].outer
        while let place = outer {
            names.append(place.key)
            outer = scopes[place.scope].outer
        }
        return "“\(names.reversed().joined(separator: "."))”"
    }

    /// The error of a part of a document that is read for two keys.
    private func conflict(_ meeting: (outer: ReadPlace, inner: ReadPlace), in element: Int) -> any Error {
        let (outer, inner) = meeting
        guard outer.range == inner.range || !isPath(outer.key) || !isPath(inner.key) else {
            let name = tape.qualifiedName(tape.nameNumber(element))
            return conflict(
                "\(described(outer.key)) and \(described(inner.key)) read the same part of <\(name)>",
                at: inner.position)
        }
        return conflict(
            "\(described(outer.position)) is read for \(described(outer.key)) and \(described(inner.key)),"
                + " which are in one element", at: outer.position)
    }

    // MARK: Keys of several types

    /// Checks that no child element, attribute or text of an element is read for keys of two types.
    func checkShared(_ shared: SharedElement) throws {
        guard let first = shared.keys.first, shared.keys.contains(where: { $0.owner != first.owner }) else { return }
        let places = shared.keys.flatMap { key -> [ReadPlace] in
            let found = self.places(of: key, in: shared.element)
            // An element without the elements of the path is an empty list. Another type may read it as a value.
            guard found.isEmpty, let path = scopes[key.scope].plan(of: key.number).path, path.childTest != .any else {
                return found
            }
            return wrappers(key.scope, key.number, in: shared.element).map { wrapper in
                ReadPlace(
                    key: key, position: DecodingPosition(.element, wrapper), range: wrapper..<wrapper + 1,
                    isAroundNothing: true)
            }
        }
        let met = meeting(places) { one, other in
            let isAroundNothing = one.isAroundNothing || other.isAroundNothing
            return one.key.owner != other.key.owner && !(isAroundNothing && isPath(one.key) && isPath(other.key))
        }
        if let met { throw conflict(met, in: shared.element) }
    }

    private func isPath(_ key: SharedElement.Key) -> Bool { scopes[key.scope].plan(of: key.number).path != nil }

    func forEachChild(of element: Int, _ body: (_ index: Int, _ name: Int) throws -> Void) rethrows {
        var children = tape.children(of: element)
        while let (index, head) = children.next(tape) {
            if head.kind == .element { try body(index, head.name) }
        }
    }

    // MARK: Keys of one type

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
        if keys[number].isRest {
            guard let other = rivals.first(where: { keys[$0].isRest }) else { return }
            throw conflict(
                "“\(keys.text(number))” and “\(keys.text(other))” are both for the rest of the element", at: found)
        }
        guard rivals.contains(where: { !keys[$0].isRest }) else { return }
        let places = ([number] + rivals.filter { !keys[$0].isRest }).flatMap {
            self.places(of: $0, scope, Key.self, in: element)
        }
        // A path may lead into the element of another key, but not into that of a case.
        let met = meeting(places) { outer, inner in
            (outer.key.number == number) != (inner.key.number == number)
                && (outer.range == inner.range || keys.choice(outer.key.number, Key.self) != nil)
        }
        if let met { throw conflict(met, in: element) }
    }

    /// The child elements, or the attributes, that no other key of a type of keys reads.
    func rest<Key: CodingKey>(_ key: Int, _ scope: UInt16, _ type: Key.Type, in element: Int) -> [DecodingPosition] {
        let keys = scopes[scope]
        keys.state.modify { state in
            if !state.rests.contains(ObjectIdentifier(type)) { state.rests.append(ObjectIdentifier(type)) }
        }
        var taken: Set<Int> = []
        for rival in keys.rivals(of: key, type, scopes, tape) where !keys[rival].isRest {
            for place in places(of: rival, scope, type, in: element) {
                var owner: Int? = place.position.kind == .run ? nil : place.position.index
                if place.position.kind == .attribute {
                    taken.insert(place.position.index)
                    owner = place.position.parent
                }
                while let current = owner, current > element, taken.insert(current).inserted {
                    owner = tape.parent(ofElement: current)
                }
            }
        }
        return nodes(of: key, keys, scope, in: element) { false }.filter { !taken.contains($0.index) }
    }

    /// The attributes that no other key of a type of keys reads, as a dictionary.
    func restOfAttributes<Key: CodingKey>(
        _ key: Int, _ scope: UInt16, _ type: Key.Type, in element: Int
    ) throws -> DecodingPosition {
        var map = DecodingMap()
        for attribute in rest(key, scope, type, in: element) {
            let name = self.key(ofName: tape.nameNumber(attribute.index), isAttribute: true, in: element)
            guard map.add(name, attribute, attribute) else {
                throw conflict("a second attribute for the key “\(name)”", at: attribute)
            }
        }
        map.isPresent = !map.keys.isEmpty
        return DecodingPosition(.map, maps.add(map), parent: element, key: key, scope: scope)
    }
}

// MARK: Positions

extension DecodingSession {
    /// What a key of an element means, for values other than lists. Not inlined, for less frequent calls.
    @inline(never)
    func otherPosition(_ scope: UInt16, _ key: Int, in element: Int) -> DecodingPosition? {
        position(scopes[scope], scopes[scope][key], scope, key, in: element)
    }

    /// What a key of an element means, for a type that may turn out to be a list. Not inlined, for less frequent calls.
    @inline(never)
    func otherListPosition(_ scope: UInt16, _ key: Int, in element: Int) throws -> DecodingPosition {
        try listPosition(scopes[scope], scopes[scope][key], scope, key, in: element)
    }
}
