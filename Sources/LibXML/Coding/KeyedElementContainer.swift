/// The child elements, attributes and text of one element, by key.
struct KeyedElementContainer<Key: CodingKey>: KeyedDecodingContainerProtocol {
    let session: DecodingSession
    let position: DecodingPosition

    @inline(__always)
    init(_ session: DecodingSession, _ position: DecodingPosition) {
        self.session = session
        self.position = position
    }

    var codingPath: [any CodingKey] { session.codingPath(of: position) }

    private var element: Int { position.index }

    /// The keys that child elements and attributes have, in the order of the document, each once. Attributes come
    /// first.
    ///
    /// A key type that does not take every string also has the keys `@name`, `#text` and those with roles.
    var allKeys: [Key] {
        let keys =
            switch position.kind {
            case .element: elementKeys
            case .payload: session.keys(of: element) + ["_0"]
            case .run: ["_0"]
            case .choice: session.caseKey(of: position).map { [$0] } ?? []
            case .map: session.maps[position.index]?.keys ?? []
            case .attribute, .declaration, .text, .comment, .word, .list, .choices, .absent: [String]()
            }
        return keys.compactMap(Key.init(stringValue:))
    }

    private var elementKeys: [String] {
        // No key of an enumeration has this name.
        guard Key(stringValue: "\0") == nil else { return session.keys(of: element) }
        return session.allKeys(of: position).compactMap(known).filter { Key(stringValue: $0).map(contains) ?? false }
    }

    /// The string of the key that a name matches; nil if none does.
    private func known(_ key: String) -> String? {
        session.options.keyDecodingStrategy.conversion.key(key) { Key(stringValue: $0) != nil }
    }

    func contains(_ key: Key) -> Bool {
        if findPresent(key) != nil || isFlattened(key) { return true }
        guard position.kind == .element, let map = try? list(key.stringValue), map.kind == .map else { return false }
        defer { session.maps.remove(map.index) }
        return session.maps[map.index]?.isPresent ?? false
    }

    /// Whether other types may have keys in the same element.
    private var sharesElement: Bool {
        @inline(__always) get { position.kind == .element && session.isShared(position.scope) }
    }

    /// Whether the value of a key is in the element of this container, which may be shared.
    @inline(never)
    private func isFlattened(_ key: Key) -> Bool {
        sharesElement && session.scopes[position.scope].type?.roles[key.stringValue]?.kind == .flattened
    }

    @inline(never)
    func find(_ key: Key) -> DecodingPosition? {
        guard position.kind == .element else { return findOther(key.stringValue) }
        let keys = session.scopes[position.scope]
        let number = session.number(of: key.stringValue, keys, position.scope, in: element)
        let names = keys[number]
        guard var found = session.position(keys, names, position.scope, number, in: element) else {
            return names.isPart ? part(number).first : nil
        }
        if found.kind == .attribute, isOfOtherKey(found, number, position.scope) { return nil }
        if names.mayMeet { found.mayMeet = true }
        return found
    }

    /// Whether an attribute belongs to another key of the type, which names it as an attribute.
    @inline(__always)
    private func isOfOtherKey(_ attribute: DecodingPosition, _ number: Int, _ scope: UInt16) -> Bool {
        let keys = session.scopes[scope]
        return keys[number].role == .any
            && keys.hasAttribute(besides: number, of: Key.self, keys.table)
    }

    /// The value of a case without a label: the element of the case, or its text beside values with labels.
    private var payload: DecodingPosition {
        var hasLabels = false
        session.forEachChild(of: element) { child, name in
            let label = session.key(ofName: name, isAttribute: false, in: element)
            if !hasLabels, label != "_0", known(label) != nil { hasLabels = true }
        }
        return hasLabels ? DecodingPosition(.text, element) : position.with(.element)
    }

    /// What a key means in a position other than an element.
    @inline(never)
    private func findOther(_ key: String) -> DecodingPosition? {
        switch position.kind {
        case .choice:
            guard session.caseKey(of: position) == key else { return nil }
            return session.payload(of: position, key)
        case .payload:
            let number = session.number(of: key, position.scope, in: element)
            let found = session.otherPosition(position.scope, number, in: element)
            if let found, found.kind != .attribute || !isOfOtherKey(found, number, position.scope) { return found }
            return key == "_0" ? payload : nil
        case .run: return key == "_0" ? position : nil
        case .map:
            guard let map = session.maps[position.index], let place = map.places[key] else { return nil }
            let value = map.entries[place].value
            return value.kind == .list ? try? session.first(value) : value
        case .element, .attribute, .declaration, .text, .comment, .word, .list, .choices, .absent: return nil
        }
    }

    @inline(__always)
    private func require(_ key: Key) throws -> DecodingPosition {
        guard let found = find(key) else { return try missing(key) }
        try checkRivals(of: key, at: found)
        return found
    }

    /// - Throws: the error of a node that is read for two keys.
    @inline(__always)
    private func checkRivals(of key: Key, at found: DecodingPosition) throws {
        guard found.mayMeet else { return }
        try session.checkRivals(of: key, position.scope, at: found, in: element)
    }

    /// - Throws: the error of a missing value, unless its error is known.
    @inline(never)
    private func missing(_ key: Key) throws -> DecodingPosition {
        try session.replaced(position, missing: key.stringValue, with: position.with(.absent)) {
            session.missing(key.stringValue, in: position)
        }
    }

    func decodeNil(forKey key: Key) throws -> Bool {
        if sharesElement, isFlattened(key) { return false }
        if session.options.followsXMLCoder, findPresent(key) == nil { return true }
        return session.isNil(try require(key))
    }

    /// - Throws: the error of a flattened property that is not a structure.
    private func findValue(_ key: Key) throws -> DecodingPosition? {
        if let found = findPresent(key) {
            try checkRivals(of: key, at: found)
            return found
        }
        if sharesElement, isFlattened(key) { _ = try list(key.stringValue) }
        return nil
    }

    /// The position of an optional value that is not a string; nil if it is missing or empty.
    @inline(never)
    private func present(_ key: Key) throws -> DecodingPosition? {
        guard let found = try findValue(key), !session.isNil(found), !session.isBlank(found) else { return nil }
        return found
    }

    @inline(__always)
    private func present<Value>(_ key: Key, _ read: (DecodingPosition) throws -> Value) throws -> Value? {
        try present(key).map(read)
    }

    func decode(_ type: Bool.Type, forKey key: Key) throws -> Bool { try session.bool(require(key)) }
    func decode(_ type: String.Type, forKey key: Key) throws -> String {
        let found = try require(key)
        recordReads(inside: found, key)
        return try session.text(at: found)
    }
    func decode(_ type: Double.Type, forKey key: Key) throws -> Double { try session.double(require(key)) }
    func decode(_ type: Float.Type, forKey key: Key) throws -> Float { try session.float(require(key)) }
    @inline(__always)
    func decode<Value: FixedWidthInteger & Decodable>(_ type: Value.Type, forKey key: Key) throws -> Value {
        try session.integer(require(key))
    }
    func decode(_ type: Int128.Type, forKey key: Key) throws -> Int128 { try session.integer(require(key)) }
    func decode(_ type: UInt128.Type, forKey key: Key) throws -> UInt128 { try session.integer(require(key)) }

    func decodeIfPresent(_ type: Bool.Type, forKey key: Key) throws -> Bool? { try present(key, session.bool) }
    func decodeIfPresent(_ type: String.Type, forKey key: Key) throws -> String? {
        guard let found = try findValue(key), !session.isNil(found) else { return nil }
        if session.options.emptyValues == .nil, session.isEmpty(found) { return nil }
        recordReads(inside: found, key)
        return try session.text(at: found)
    }
    func decodeIfPresent(_ type: Double.Type, forKey key: Key) throws -> Double? { try present(key, session.double) }
    func decodeIfPresent(_ type: Float.Type, forKey key: Key) throws -> Float? { try present(key, session.float) }
    func decodeIfPresent(_ type: Int.Type, forKey key: Key) throws -> Int? { try present(key, session.integer) }
    func decodeIfPresent(_ type: Int8.Type, forKey key: Key) throws -> Int8? { try present(key, session.integer) }
    func decodeIfPresent(_ type: Int16.Type, forKey key: Key) throws -> Int16? { try present(key, session.integer) }
    func decodeIfPresent(_ type: Int32.Type, forKey key: Key) throws -> Int32? { try present(key, session.integer) }
    func decodeIfPresent(_ type: Int64.Type, forKey key: Key) throws -> Int64? { try present(key, session.integer) }
    func decodeIfPresent(_ type: UInt.Type, forKey key: Key) throws -> UInt? { try present(key, session.integer) }
    func decodeIfPresent(_ type: UInt8.Type, forKey key: Key) throws -> UInt8? { try present(key, session.integer) }
    func decodeIfPresent(_ type: UInt16.Type, forKey key: Key) throws -> UInt16? { try present(key, session.integer) }
    func decodeIfPresent(_ type: UInt32.Type, forKey key: Key) throws -> UInt32? { try present(key, session.integer) }
    func decodeIfPresent(_ type: UInt64.Type, forKey key: Key) throws -> UInt64? { try present(key, session.integer) }
    func decodeIfPresent(_ type: Int128.Type, forKey key: Key) throws -> Int128? { try present(key, session.integer) }
    func decodeIfPresent(_ type: UInt128.Type, forKey key: Key) throws -> UInt128? { try present(key, session.integer) }

    /// Decodes any other type, which may turn out to be a list: of all elements of the key, or of none.
    @inline(never)
    private func list(_ key: String) throws -> DecodingPosition {
        guard position.kind == .element else { return try otherList(key) }
        let keys = session.scopes[position.scope]
        let number = session.number(of: key, keys, position.scope, in: element)
        let names = keys[number]
        var found = try session.listPosition(keys, names, position.scope, number, in: element)
        if names.isPart { found = try partList(number) }
        if found.kind == .attribute, isOfOtherKey(found, number, position.scope) {
            found = emptyList(number, position.scope)
        }
        if names.mayMeet || names.isRest { found.mayMeet = true }
        return found
    }

    /// The rest, the content or the comments of the element.
    private func part(_ number: Int) -> [DecodingPosition] {
        switch session.scopes[position.scope][number].role {
        case .content: [DecodingPosition(.element, element)]
        case .comments: session.comments(in: element)
        default: session.rest(number, position.scope, Key.self, in: element)
        }
    }

    /// The place of a part of the element for a type that may turn out to be a list.
    private func partList(_ number: Int) throws -> DecodingPosition {
        let names = session.scopes[position.scope][number]
        if names.role == .otherAttributes {
            return try session.restOfAttributes(number, position.scope, Key.self, in: element)
        }
        let found = part(number)
        if names.role == .content { return found[0] }
        return found.isEmpty ? emptyList(number, position.scope) : session.stored(found, element, 0)
    }

    func emptyList(_ number: Int, _ scope: UInt16) -> DecodingPosition {
        DecodingPosition(.list, 0, parent: element, key: number, scope: scope)
    }

    /// The same for a position other than an element.
    @inline(never)
    private func otherList(_ key: String) throws -> DecodingPosition {
        if position.kind == .map, let map = session.maps[position.index], let place = map.places[key] {
            return map.entries[place].value
        }
        if position.kind == .payload {
            let number = session.number(of: key, position.scope, in: element)
            var list = try session.otherListPosition(position.scope, number, in: element)
            if list.kind == .attribute, isOfOtherKey(list, number, position.scope) {
                list = emptyList(number, position.scope)
            }
            return list.index == 0 && list.kind == .list && key == "_0" ? position.with(.element) : list
        }
        if let found = findOther(key) { return found }
        return try session.replaced(position, missing: key, with: position.with(.absent)) {
            session.missing(key, in: position)
        }
    }

    func decode<Value: Decodable>(_ type: Value.Type, forKey key: Key) throws -> Value {
        if sharesElement, isFlattened(key) { return try session.flattened(type, key.stringValue, at: position) }
        let known = session.scopes.known(type)
        var found = try list(known.mark == .none ? key.stringValue : marked(key.stringValue, known.mark))
        defer { session.discard(found) }
        try prepare(type, known, key, &found)
        if found.kind == .list, found.index == 0 { found = nothing(found, type) }
        if found.kind == .text, key.stringValue.isEmpty {
            return try content(found, type) { try session.value(type, known, at: $0) }
        }
        if type == String?.self { recordReads(inside: found, key) }
        if found.kind == .attribute {
            return try attribute(key, found, type) { try session.value(type, known, at: $0) }
        }
        return try session.value(type, known, at: found)
    }

    func decodeIfPresent<Value: Decodable>(_ type: Value.Type, forKey key: Key) throws -> Value? {
        if sharesElement, isFlattened(key) {
            return try session.flattenedIfPresent(type, key.stringValue, at: position)
        }
        let known = session.scopes.known(type)
        var found = try list(known.mark == .none ? key.stringValue : marked(key.stringValue, known.mark))
        defer { session.discard(found) }
        try prepare(type, known, key, &found)
        if found.kind == .text, key.stringValue.isEmpty {
            return try contentIfPresent(found, type, known)
        }
        if found.kind == .attribute {
            return try attribute(key, found, type) { try session.valueIfPresent(type, known, at: $0) }
        }
        return try session.valueIfPresent(type, known, at: found)
    }

    /// Checks what a key means for the values of a type.
    @inline(__always)
    private func prepare(
        _ type: any Decodable.Type, _ known: KnownType, _ key: Key, _ found: inout DecodingPosition
    ) throws {
        if known.choice > 0, position.kind == .element { found = try choicePlace(type, known, key, found) }
        if position.kind == .payload { preparePayload(known, &found) }
        if found.isStored || found.kind == .element && found.index == element { try checkPart(type, key, found) }
        if found.kind == .map { try prepareMap(type, known, key, &found) }
        if session.options.listsAreContent { found = session.content(of: found, type, known) }
        try checkRivals(of: key, at: found)
        if position.isEntry { found.isEntry = true }
    }

    @inline(never)
    private func preparePayload(_ known: KnownType, _ found: inout DecodingPosition) {
        guard found.kind == .element, found.index == element else { return }
        // The element is the case itself, and not one of the cases in it.
        if known.choice > 0 { found = DecodingPosition(.choices, element, scope: known.choice) }
        if known.isScalar { found = payload }
    }

    /// - Throws: the error of attributes for a list.
    @inline(never)
    private func prepareMap(
        _ type: any Decodable.Type, _ known: KnownType, _ key: Key, _ found: inout DecodingPosition
    ) throws {
        if known.isList, session.scopes[found.scope][found.key].role == .otherAttributes {
            let message = "“\(key.stringValue)” is all other attributes, and \(type) is not a dictionary"
            throw session.wrongRole(message, at: position)
        }
        // Only a dictionary can exist without entries.
        guard !(session.maps[found.index]?.isPresent ?? true), !(type is any DictionaryType.Type) else { return }
        session.discard(found)
        found = emptyList(found.key, found.scope)
    }

    /// The place of a choice: the children of an element for the key `""`, and the elements of the key for others.
    ///
    /// - Throws: `DecodingError` for a key that is an attribute or a text.
    @inline(never)
    private func choicePlace(
        _ type: any Decodable.Type, _ known: KnownType, _ key: Key, _ found: DecodingPosition
    ) throws -> DecodingPosition {
        let (keys, choice) = (session.scopes[position.scope], known.choice)
        let number = session.number(of: key.stringValue, position.scope, in: element)
        var place = found
        switch keys[number].role {
        case .text where key.stringValue.isEmpty && keys.type?.roles[""] == nil:
            place = DecodingPosition(.choices, element, scope: choice)
        case .any where found.kind == .attribute, .otherElements:
            session.discard(found)
            place = emptyList(number, position.scope)
        case .text, .attribute, .declaration, .content, .comments, .otherAttributes:
            throw session.choiceIsText(choice, at: found)
        case .path where keys.plan(of: number).path.map { $0.isText || $0.leadsToAttributes } ?? false:
            throw session.choiceIsText(choice, at: found)
        case .any, .element, .path, .map, .flattened: break
        }
        if sharesElement { try session.recordCaseLookups(of: choice, type, at: place, in: position) }
        // The elements of the cases have been read for the key of the rest.
        let isNew = keys.addChoice(
            number, ChoiceOfKey(scope: choice, isList: known.kind != .choice), Key.self, session.scopes, session.tape)
        place.mayMeet = true
        if isNew {
            throw DecodeAgain()
        }
        return place
    }

    func nestedContainer<Nested: CodingKey>(
        keyedBy type: Nested.Type, forKey key: Key
    ) throws -> KeyedDecodingContainer<Nested> {
        let found = try find(key) ?? list(key.stringValue)
        guard found.kind != .list, found.kind != .attribute else {
            throw session.missing(key.stringValue, in: position)
        }
        return KeyedDecodingContainer(KeyedElementContainer<Nested>(session, found))
    }

    func nestedUnkeyedContainer(forKey key: Key) throws -> any UnkeyedDecodingContainer {
        let found = try list(key.stringValue)
        guard session.options.listsAreContent, found.kind == .list, found.index > 0,
            session.tape.firstElement(found.index) != nil,
            session.count(of: found, session.scopes[found.scope]) == 1
        else { return ElementListContainer(session, found) }
        return ElementListContainer(session, DecodingPosition(.element, found.index))
    }

    /// The decoder for the superclass, which is in the same element, unless the options give it a key.
    func superDecoder() throws -> any Decoder {
        if let key = session.options.superKey { return ElementDecoder(session, try list(key)) }
        return ElementDecoder(session, position.scope == DecodingPosition.byName ? position.with(.element) : position)
    }

    func superDecoder(forKey key: Key) throws -> any Decoder { ElementDecoder(session, try list(key.stringValue)) }
}
