/// The decoder of one value: an element, an attribute, a text, or a list of elements.
///
/// Three words, so that `any Decoder` holds it without an allocation.
struct ElementDecoder: Decoder {
    let session: DecodingSession
    let position: DecodingPosition

    @inline(__always)
    init(_ session: DecodingSession, _ position: DecodingPosition) {
        self.session = session
        self.position = position
    }

    /// The keys and indices from the root of the decoded value. Complexity: O(*n*) in the depth and the number of
    /// siblings.
    var codingPath: [any CodingKey] { session.codingPath(of: position) }

    var userInfo: [CodingUserInfoKey: Any] { session.options.userInfo }

    func container<Key: CodingKey>(keyedBy type: Key.Type) throws -> KeyedDecodingContainer<Key> {
        if position.kind == .attribute || position.kind == .word || position.kind == .text {
            throw session.keysOfAttribute(position)
        }
        if session.options.usesChoiceKeys, let item = try session.choice(Key.self, of: position) {
            return KeyedDecodingContainer(KeyedElementContainer<Key>(session, item))
        }
        let isEntry = Key.self == EntryKey.type
        if position.scope != 0 {
            if isEntry { try checkIsWhole() }
            session.scopes[position.scope].note(Key.self)
            session.scopes[position.scope].use(Key.self)
        }
        var position = try session.first(position)
        if isEntry, position.kind == .element {
            if session.scopes.hasStrategy(position.scope) { position.scope = session.scopes.entries(position.scope) }
            position.isEntry = true
        }
        if session.isFlattened(position) { recordAllLookups(type, at: position) }
        return KeyedDecodingContainer(KeyedElementContainer<Key>(session, position))
    }

    /// Not a part of the function that calls it, which would otherwise make the runtime find the type of the container
    /// twice.
    @inline(never)
    private func recordAllLookups<Key: CodingKey>(_ type: Key.Type, at position: DecodingPosition) {
        guard Key(stringValue: "\0") == nil else { return }
        session.recordLookups(KeyedElementContainer<Key>(session, position).allKeys.map(\.stringValue), at: position)
    }

    func unkeyedContainer() throws -> any UnkeyedDecodingContainer {
        try checkIsWhole()
        try session.checkIsList(position)
        return ElementListContainer(session, position)
    }

    func singleValueContainer() throws -> any SingleValueDecodingContainer {
        try checkIsWhole()
        return self
    }

    /// Checks that the element as a whole can be decoded, and not only some keys of it.
    func checkIsWhole() throws {
        if position.kind == .list, position.index == 0 { session.isEmptyListRead = true }
        guard session.isFlattened(position) else { return }
        let message = "a flattened property must be a structure with keys, and the content of the element is decoded"
        throw session.wrongRole(message, at: position)
    }
}

extension DecodingSession {
    /// The first element of a list; other positions unchanged.
    ///
    /// - Throws: if the list is empty.
    @inline(__always)
    func first(_ position: DecodingPosition) throws -> DecodingPosition {
        guard position.kind == .list else { return position.isStored ? firstStored(position) : position }
        guard position.index > 0 else {
            let key = scopes[position.scope].text(position.key)
            let parent = DecodingPosition(.element, position.parent, scope: position.scope)
            return try replaced(parent, missing: key, with: parent.with(.absent)) { missing(key, in: parent) }
        }
        return DecodingPosition(.element, position.index)
    }
}

extension DecodingSession {
    /// The first element of a list that is not empty for a type that is not a list; other positions unchanged. A
    /// property wrapper may wrap a list.
    @inline(never)
    func content(of position: DecodingPosition, _ type: Any.Type, _ known: KnownType) -> DecodingPosition {
        guard position.kind == .list, position.index > 0, !known.isContainer, known.mark == .none,
            known.kind != .value, !(type is any DictionaryType.Type)
        else { return position }
        return DecodingPosition(.element, position.index)
    }

    @inline(never)
    private func firstStored(_ position: DecodingPosition) -> DecodingPosition {
        lists[position.index]?.first ?? position
    }
}

// MARK: Single values

extension ElementDecoder: SingleValueDecodingContainer {
    func decodeNil() -> Bool {
        if position.isPresent { return false }
        guard position.kind == .list else { return session.isNil(position) || session.isEmpty(position) }
        let element = DecodingPosition(.element, position.index)
        return position.index == 0 || session.isNil(element) || session.isEmpty(element)
    }

    func decode(_ type: Bool.Type) throws -> Bool { try session.bool(session.first(position)) }
    func decode(_ type: String.Type) throws -> String { try session.text(at: session.first(position)) }
    func decode(_ type: Double.Type) throws -> Double {
        try session.double(session.first(position))
    }
    func decode(_ type: Float.Type) throws -> Float { try session.float(session.first(position)) }
    @inline(__always)
    func decode<Value: FixedWidthInteger & Decodable>(_ type: Value.Type) throws -> Value {
        try session.integer(session.first(position))
    }
    func decode(_ type: Int128.Type) throws -> Int128 { try session.integer(session.first(position)) }
    func decode(_ type: UInt128.Type) throws -> UInt128 { try session.integer(session.first(position)) }

    func decode<Value: Decodable>(_ type: Value.Type) throws -> Value {
        var position = position
        position.isPresent = false
        if session.options.listsAreContent {
            position = session.content(of: position, type, session.scopes.known(type))
        }
        let value = try session.value(type, at: position)
        if position.kind == .list, position.index > 0, let list = value as? [Any] {
            try session.checkKind(of: list, at: position)
        }
        return value
    }
}
