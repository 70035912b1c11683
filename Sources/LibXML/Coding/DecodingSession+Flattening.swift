// Structures in the element of the type that contains them: see ``XMLCodingRole/flattened``.

/// The keys that several types looked up in one element.
struct SharedElement {
    struct Key: Hashable {
        /// The scope of the type with the key. For a case of a choice, it differs from `scope`.
        var owner: UInt16
        var scope: UInt16
        var number: Int
    }

    let element: Int
    /// In the order of their first lookups, each once.
    private(set) var keys: [Key] = []
    private var known: Set<Key> = []

    init(_ element: Int) { self.element = element }

    mutating func recordLookup(_ key: Key) {
        if known.insert(key).inserted { keys.append(key) }
    }
}

extension DecodingSession {
    /// Whether types may share the elements in which the keys of a scope are.
    @inline(__always)
    func isShared(_ scope: UInt16) -> Bool { scope != 0 && scopes[scope].sharesElement }

    /// Records a key of an element that several types may share.
    @inline(never)
    func recordLookup(_ key: Int, _ scope: UInt16, in element: Int) {
        if checksUnknownElements {
            requests.keys[element, default: []].insert(Requests.Key(scope: scope, number: key))
        }
        guard scopes[scope].sharesElement, let last = shared.indices.last, shared[last].element == element else {
            return
        }
        shared[last].recordLookup(SharedElement.Key(owner: scope, scope: scope, number: key))
    }

    /// Records the cases of a choice that are among the child elements of an element which several types share.
    ///
    /// - Throws: `DecodingError` for a choice in a flattened structure.
    @inline(never)
    func recordCaseLookups(
        of scope: UInt16, _ type: Any.Type, at found: DecodingPosition, in position: DecodingPosition
    ) throws {
        guard !isFlattened(position) else {
            throw wrongRole(CodingMessage.flattenedChoice(type), at: position)
        }
        let first = DecodingPosition(.element, found.index)
        guard let last = shared.indices.last, shared[last].element == position.index,
            found.kind != .list || found.index == 0 || isCase(scope, first)
        else { return }
        for choice in scopes[scope].choices(tape) {
            shared[last].recordLookup(SharedElement.Key(owner: position.scope, scope: scope, number: choice.number))
        }
    }

    /// Decodes a type with flattened properties, and checks that none of them has read what belongs to another.
    func sharing<Value>(_ position: DecodingPosition, _ body: () throws -> Value) throws -> Value {
        let element = position.index
        guard position.kind == .element, shared.last?.element != element else { return try body() }
        shared.append(SharedElement(element))
        let count = shared.count
        defer { shared.removeSubrange((count - 1)...) }
        let value = try body()
        try checkShared(shared[count - 1])
        return value
    }

    /// Decodes the value of a flattened property.
    func flattened<Value: Decodable>(_ type: Value.Type, _ key: String, at position: DecodingPosition) throws -> Value {
        let place = try flattenedPlace(type, key, at: position)
        return try value(type, at: place)
    }

    /// Decodes the value of an optional flattened property: nil if its keys match nothing in the element.
    func flattenedIfPresent<Value: Decodable>(
        _ type: Value.Type, _ key: String, at position: DecodingPosition
    ) throws -> Value? {
        let place = try flattenedPlace(type, key, at: position)
        do {
            let value = try value(type, at: place)
            return hasValue(inside: place.scope, in: place.index) ? value : nil
        } catch {
            // After a depth limit or a cancellation, it is not known whether there is a value. A wrong role is wrong
            // for any content.
            let code = XMLError(thrown: error)?.code
            let isFinal = code == .tooDeep || code == .cancelled || code == .invalidPath || error is CancellationError
            if isFinal || hasValue(inside: place.scope, in: place.index) { throw error }
            // The type has not looked up the keys after the missing value.
            recordRemainingLookups(of: type, at: place)
            if hasValue(inside: place.scope, in: place.index) { throw error }
            return nil
        }
    }

    /// Records the keys of a container of a flattened structure that are in its element. Its type may throw an error
    /// for one of them before it looks up the others.
    func recordLookups(_ keys: [String], at position: DecodingPosition) {
        for key in keys { _ = number(of: key, position.scope, in: position.index) }
    }

    /// Records all keys of a flattened structure that has thrown an error, and of the structures in it.
    private func recordRemainingLookups<Value: Decodable>(of type: Value.Type, at place: DecodingPosition) {
        guard let last = shared.indices.last else { return }
        if let known = flattenedKeys[place.scope] {
            for key in known { shared[last].recordLookup(key) }
        } else {
            findKeys(of: type, at: place)
            flattenedKeys[place.scope] = keys(inside: place.scope)
        }
    }

    /// The keys of a flattened structure, and of the structures in it, that were looked up in the innermost shared
    /// element.
    private func keys(inside scope: UInt16) -> [SharedElement.Key] {
        (shared.last?.keys ?? []).filter { key in
            var current = key.owner
            while current != scope {
                guard let outer = scopes[current].outer else { return false }
                current = outer.scope
            }
            return true
        }
    }

    private func flattenedPlace(
        _ type: Any.Type, _ key: String, at position: DecodingPosition
    ) throws -> DecodingPosition {
        guard CodedType.of(type).isStructure, shared.last?.element == position.index else {
            throw wrongRole("“\(key)” is flattened, and \(type) is not a structure with keys", at: position)
        }
        guard !CodedType.of(type).hasRest else {
            throw wrongRole("“\(key)” is flattened, and \(type) has a key for the rest of an element", at: position)
        }
        guard !isInside(type, position.scope) else {
            throw wrongRole("“\(key)” is flattened, and \(type) is in itself", at: position)
        }
        var place = position
        place.scope = scopes.flattened(type, in: OuterKey(scope: position.scope, key: key, type: type))
        return place
    }

    /// Whether the keys of a scope are those of a type, or in its element.
    private func isInside(_ type: Any.Type, _ scope: UInt16) -> Bool {
        var keys = scopes[scope]
        while let outer = keys.outer {
            if outer.type == ObjectIdentifier(type) { return true }
            keys = scopes[outer.scope]
        }
        return keys.type === CodedType.of(type)
    }

    /// The error of a role that a type cannot have.
    func wrongRole(_ message: String, at position: DecodingPosition) -> any Error {
        DecodingError.dataCorrupted(context(.invalidPath, message, at: position))
    }

    /// The error of a node that two types would read.
    func conflict(_ message: String, at position: DecodingPosition) -> any Error {
        DecodingError.dataCorrupted(context(.invalidValue, message, at: position))
    }

    /// Whether a position is an element of another type, into which the type at the position is flattened.
    @inline(__always)
    func isFlattened(_ position: DecodingPosition) -> Bool {
        position.kind == .element && position.scope != 0 && scopes[position.scope].outer != nil
    }

    /// Whether an element has a value for a key of a flattened structure, or of a structure in it.
    private func hasValue(inside scope: UInt16, in element: Int) -> Bool {
        keys(inside: scope).contains { key in
            switch scopes[key.scope][key.number].role {
            case .flattened, .content, .otherElements, .otherAttributes: false
            case .comments: !comments(in: element).isEmpty
            case .text: hasText(element)
            // The elements around the values of a path may be those of another type.
            case .path, .map: !pathPositions(key.scope, key.number, in: element).isEmpty
            case .any, .element, .attribute, .declaration: otherPosition(key.scope, key.number, in: element) != nil
            }
        }
    }

    func hasText(_ element: Int) -> Bool {
        withText(DecodingPosition(.text, element)) { !$0.trimmedRange.isEmpty }
    }
}
