/// The child elements, attributes and text of one element, by key.
struct KeyedElementEncoder<Key: CodingKey>: KeyedEncodingContainerProtocol {
    private let session: EncodingSession
    private let place: KeyedPlace
    private let keys: EncodingKeys

    @inline(__always)
    init(_ session: EncodingSession, _ place: KeyedPlace) {
        var place = place
        if place.kind == .element, session.scopes.entryKey == Key.self {
            session.checkIsWhole(EncodingPosition(.value, place.node, scope: place.scope))
            place.scope = session.scopes.entries(place.scope)
            session.document.modify { $0[place.node].isOpen = true }
        }
        if place.kind == .attributes { Self.checkIsDictionary(session, place.node) }
        self.session = session
        self.place = place
        keys = session.scopes.keys(place.scope)
        guard place.kind == .element || place.kind == .payload else { return }
        if keys.type != nil {
            keys.note(Key.self)
            if !keys.isPrepared { session.scopes.prepare(keys, Key.self) }
        }
        session.document.modify { $0.addKeys(to: place.node, areShared: keys.hasSharedNames) }
    }

    /// Not a part of the initializer, which would otherwise make the runtime find the type of an optional key.
    @inline(never)
    private static func checkIsDictionary(_ session: EncodingSession, _ node: UInt32) {
        guard Key(stringValue: "\0") == nil else { return }
        let message = "only a dictionary can be the attributes of no other key"
        session.fail(session.error(message, at: node))
    }

    /// Records a key whose value may not be written.
    @inline(__always)
    private func recordLookup(_ key: Key, _ node: () throws -> UInt32) rethrows {
        if keys.recordsAbsent { return recordLookupWithAttribute(key, node) }
        guard keys.hasSharedNames || keys.hasSharedPaths, keys.type != nil, place.kind == .element else { return }
        let node = try node()
        session.document.modify { $0.recordLookup(node) }
    }

    /// Records a key whose value may not be written, if a decoder could read the attribute or element of another key
    /// for it.
    @inline(never)
    private func recordLookupWithAttribute(_ key: Key, _ node: () throws -> UInt32) {
        // A key without a valid name has no node, and is not read.
        guard hasProperties(key), let node = try? node() else { return }
        let plan = session.scopes[session.document.modify { $0[node].plan }]
        let isRead = plan.attribute != 0 && !keys.hasAttribute(besides: key.stringValue, of: Key.self)
        session.document.modify { $0.recordLookup(node, attribute: isRead ? plan.attribute : 0) }
    }

    /// Whether the value of a key is written into the element of this place, which types may share.
    @inline(never)
    private func isFlattened(_ key: Key) -> Bool {
        place.kind == .element && keys.type?.roles[key.stringValue]?.kind == .flattened
    }

    var codingPath: [any CodingKey] { session.codingPath(of: EncodingPosition(.value, place.node)) }

    private func position(_ key: Key) throws -> EncodingPosition {
        if place.kind == .element, let (plan, _) = keys.expected(key.stringValue) { return try position(plan) }
        return EncodingPosition(.value, try session.node(key.stringValue, in: place))
    }

    private func position(_ plan: UInt32) throws -> EncodingPosition {
        EncodingPosition(.value, try session.node(plan, in: place.node))
    }

    /// Encodes a value that is written as a text: twice for a key that is an element and an attribute.
    @inline(never)
    private func scalar(_ key: Key, _ encode: (EncodingPosition) throws -> Void) throws {
        guard let plan = planOfAttribute(key) else { return try encode(position(key)) }
        if keys.hasSharedNames { session.document.modify { $0.check(place.node) } }
        try scalar(key, plan, session.scopes[plan], encode)
    }

    @inline(never)
    private func scalar(
        _ key: Key, _ plan: UInt32, _ found: EncodingPlan, _ encode: (EncodingPosition) throws -> Void
    ) throws {
        if found.isMirrored, found.attribute != 0 { try encode(position(found.attribute)) }
        try encode(scalarPosition(key, plan, found))
    }

    @inline(__always)
    private func scalarPosition(_ key: Key, _ plan: UInt32, _ found: EncodingPlan) throws -> EncodingPosition {
        try position(found.attribute != 0 && inferAttribute(key, plan) ? found.attribute : plan)
    }

    /// The plan of a key whose scalars may be attributes by the strategy; nil for others.
    private func planOfAttribute(_ key: Key) -> UInt32? {
        guard keys.makesAttributes, hasProperties(key) else { return nil }
        return session.scopes.plan(key.stringValue, keys)
    }

    /// Whether the value of a key is in the element of this place, as a property.
    private func hasProperties(_ key: Key) -> Bool {
        guard place.kind == .element || place.kind == .payload && key.stringValue != "_0" else { return false }
        return session.document.modify { $0[place.node].kind } == .element
    }

    /// Records a key whose scalar is an attribute by the strategy, because a decoder reads an element of the key first.
    /// Returns false if it is an element.
    @inline(never)
    private func inferAttribute(_ key: Key, _ plan: UInt32) -> Bool {
        let detail = session.scopes.detail(plan)
        guard keys.strategy.makesAttributes || detail.isWrittenAsAttribute,
            !keys.hasAttribute(besides: key.stringValue, of: Key.self)
        else { return false }
        // A key for any namespace would be read from an attribute such as `xsi:type`, too.
        guard !detail.isInAnyNamespace else { return false }
        session.document.modify { $0.inferred.append((plan, place.node)) }
        return true
    }

    /// Encodes a text that needs no references.
    @inline(__always)
    private func leaf(_ key: Key, _ append: (inout RawBuffer<UInt8>) -> Void) throws {
        guard place.kind == .element, let (plan, found) = keys.expected(key.stringValue) else {
            return try scalar(key) { try session.plainText(at: $0, append) }
        }
        guard found.isPlain else { return try scalar(key, plan, found) { try session.plainText(at: $0, append) } }
        session.document.modify { document in
            let start = document.text.count
            append(&document.text)
            document.addLeaf(name: found.name, plan: plan, parent: place.node, textStart: start)
        }
    }

    @inline(never)
    private func integer(_ value: WrittenInteger, _ key: Key) throws { try leaf(key) { $0.append(value) } }

    func encodeNil(forKey key: Key) throws {
        if keys.sharesElement, isFlattened(key) { return }
        try session.null(at: position(key))
    }

    func encode(_ value: Bool, forKey key: Key) throws { try leaf(key) { $0.appendBool(value) } }
    func encode(_ value: String, forKey key: Key) throws {
        guard place.kind == .element, let (plan, found) = keys.expected(key.stringValue) else {
            return try scalar(key) { try session.text(value, at: $0) }
        }
        guard found.isPlain, session.writesPlainStrings else {
            return try scalar(key, plan, found) { try session.text(value, at: $0) }
        }
        let isValid = value.withUTF8Span { text in
            session.document.modify { document in
                let start = document.text.count
                guard document.text.appendEscaped(text, in: .content) == nil else { return false }
                document.addLeaf(name: found.name, plan: plan, parent: place.node, textStart: start)
                return true
            }
        }
        if !isValid { try session.text(value, at: position(plan)) }
    }
    func encode(_ value: Double, forKey key: Key) throws {
        guard value.isFinite else { return try scalar(key) { try session.number(value, at: $0) } }
        try leaf(key) { $0.appendNumber(value) }
    }
    func encode(_ value: Float, forKey key: Key) throws {
        guard value.isFinite else { return try scalar(key) { try session.number(value, at: $0) } }
        try leaf(key) { $0.appendNumber(value) }
    }
    @inline(__always)
    func encode(_ value: some FixedWidthInteger & Encodable, forKey key: Key) throws {
        try integer(WrittenInteger(value), key)
    }
    func encode(_ value: Int128, forKey key: Key) throws { try integer(WrittenInteger(value), key) }
    func encode(_ value: UInt128, forKey key: Key) throws { try integer(WrittenInteger(value), key) }
    func encode<Value: Encodable>(_ value: Value, forKey key: Key) throws {
        if keys.sharesElement {
            if isFlattened(key) { return try session.flatten(value, key.stringValue, in: place) }
            try session.checkIsNoChoice(Value.self, key.stringValue, in: place)
        }
        let known = session.scopes.known(Value.self)
        let position =
            if known.mark != .none, let marked = try marked(key, value, known.mark) {
                marked
            } else if let plan = planOfAttribute(key) {
                try position(of: value, key, plan, known)
            } else {
                try position(key)
            }
        let kind = known.kind
        if kind != .choice, kind != .choices { recordLookup(key) { position.node } }
        // The keys of a dictionary are data. No key of an enumeration has this name.
        if kind != .plain, Key(stringValue: "\0") != nil {
            session.document.modify { $0[position.node].isReplaceable = false }
        }
        if keys.kind == .entries {
            try session.value(value, at: position)
            return try session.checkEntry(position, value)
        }
        guard place.kind == .element, known.choice > 0 || keys.hasRest, known.choice > 0 || isRest(position) else {
            return try session.value(value, at: position)
        }
        try session.namedValue(value, at: position, of: key, in: place, keys)
    }

    /// The position of a value whose key may be an attribute. Writes the attribute of a key that is both.
    @inline(never)
    private func position(
        of value: some Encodable, _ key: Key, _ plan: UInt32, _ known: KnownType
    ) throws -> EncodingPosition {
        if keys.hasSharedNames { session.document.modify { $0.check(place.node) } }
        let found = session.scopes[plan]
        if found.isMirrored, found.attribute != 0 {
            let attribute = try position(found.attribute)
            guard known.isScalar else {
                let message = "“\(key.stringValue.excerpt)” is also an attribute, and its value is not a text"
                throw session.error(message, at: attribute)
            }
            try session.value(value, at: attribute)
        }
        return try known.isScalar ? scalarPosition(key, plan, found) : position(plan)
    }

    /// The position of a value whose type decides where it is; nil for an element. Writes the attribute of a value that
    /// is both.
    @inline(never)
    private func marked<Value: Encodable>(
        _ key: Key, _ value: Value, _ mark: CodedType.Mark
    ) throws -> EncodingPosition? {
        guard place.kind == .element || place.kind == .payload, XMLCodingRole(key: key.stringValue).kind == .any,
            !session.scopes[session.scopes.plan(key.stringValue, keys)].isExplicit
        else { return nil }
        let name =
            mark == .element ? XMLCodingRole.marked(key.stringValue, isAttribute: false) : "@" + key.stringValue
        let position = EncodingPosition(.value, try session.node(name, in: place))
        guard mark == .both else { return position }
        try session.value(value, at: position)
        return nil
    }

    /// Whether a value stands for the elements or attributes that no other key has.
    private func isRest(_ position: EncodingPosition) -> Bool {
        session.scopes[session.document.modify { $0[position.node].plan }].isRest
    }

    // MARK: Optional values

    @inline(never)
    private func missing(_ type: Any.Type, _ key: Key, isChoice: Bool = false) throws {
        // An attribute cannot represent nil.
        if let plan = planOfAttribute(key), session.scopes[plan].attribute != 0, session.scopes.known(type).isScalar,
            inferAttribute(key, plan)
        {
            return try recordLookup(key) { try position(plan).node }
        }
        if !isChoice { try recordLookup(key) { try session.node(key.stringValue, in: place) } }
        if place.kind == .payload { return try session.missingPayload(type, key.stringValue, in: place) }
        let strategy = session.options.nilEncodingStrategy
        let isOmitted = strategy == .omitted || strategy == .omittedOrEmpty
        guard isChoice || !isOmitted || session.changesWhiteSpace else { return }
        try session.missing(type) { try session.node(key.stringValue, in: place) }
    }

    func encodeIfPresent(_ value: Bool?, forKey key: Key) throws {
        if let value { try encode(value, forKey: key) } else { try missing(Bool.self, key) }
    }
    func encodeIfPresent(_ value: String?, forKey key: Key) throws {
        if let value { try encode(value, forKey: key) } else { try missing(String.self, key) }
    }
    func encodeIfPresent(_ value: Double?, forKey key: Key) throws {
        if let value { try encode(value, forKey: key) } else { try missing(Double.self, key) }
    }
    func encodeIfPresent(_ value: Float?, forKey key: Key) throws {
        if let value { try encode(value, forKey: key) } else { try missing(Float.self, key) }
    }
    func encodeIfPresent(_ value: Int?, forKey key: Key) throws {
        if let value { try encode(value, forKey: key) } else { try missing(Int.self, key) }
    }
    func encodeIfPresent(_ value: Int8?, forKey key: Key) throws {
        if let value { try encode(value, forKey: key) } else { try missing(Int8.self, key) }
    }
    func encodeIfPresent(_ value: Int16?, forKey key: Key) throws {
        if let value { try encode(value, forKey: key) } else { try missing(Int16.self, key) }
    }
    func encodeIfPresent(_ value: Int32?, forKey key: Key) throws {
        if let value { try encode(value, forKey: key) } else { try missing(Int32.self, key) }
    }
    func encodeIfPresent(_ value: Int64?, forKey key: Key) throws {
        if let value { try encode(value, forKey: key) } else { try missing(Int64.self, key) }
    }
    func encodeIfPresent(_ value: Int128?, forKey key: Key) throws {
        if let value { try encode(value, forKey: key) } else { try missing(Int128.self, key) }
    }
    func encodeIfPresent(_ value: UInt?, forKey key: Key) throws {
        if let value { try encode(value, forKey: key) } else { try missing(UInt.self, key) }
    }
    func encodeIfPresent(_ value: UInt8?, forKey key: Key) throws {
        if let value { try encode(value, forKey: key) } else { try missing(UInt8.self, key) }
    }
    func encodeIfPresent(_ value: UInt16?, forKey key: Key) throws {
        if let value { try encode(value, forKey: key) } else { try missing(UInt16.self, key) }
    }
    func encodeIfPresent(_ value: UInt32?, forKey key: Key) throws {
        if let value { try encode(value, forKey: key) } else { try missing(UInt32.self, key) }
    }
    func encodeIfPresent(_ value: UInt64?, forKey key: Key) throws {
        if let value { try encode(value, forKey: key) } else { try missing(UInt64.self, key) }
    }
    func encodeIfPresent(_ value: UInt128?, forKey key: Key) throws {
        if let value { try encode(value, forKey: key) } else { try missing(UInt128.self, key) }
    }
    func encodeIfPresent<Value: Encodable>(_ value: Value?, forKey key: Key) throws {
        if keys.sharesElement {
            if isFlattened(key) { return try session.flattenIfPresent(value, key.stringValue, in: place) }
            try session.checkIsNoChoice(Value.self, key.stringValue, in: place)
        }
        if let value { return try encode(value, forKey: key) }
        let kind = session.scopes.known(Value.self).kind
        try missing(Value.self, key, isChoice: kind == .choice || kind == .choices)
    }

    // MARK: Containers

    func nestedContainer<Nested: CodingKey>(
        keyedBy type: Nested.Type, forKey key: Key
    ) -> KeyedEncodingContainer<Nested> {
        KeyedEncodingContainer(KeyedElementEncoder<Nested>(session, session.keyed(key.stringValue, in: place)))
    }

    func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedEncodingContainer {
        ElementListEncoder(session, at: session.position(key.stringValue, in: place))
    }

    /// The encoder for the superclass, which is in the same element.
    func superEncoder() -> any Encoder {
        if let key = session.options.superKey {
            return ElementEncoder(session: session, position: session.position(key, in: place))
        }
        let scope = place.kind == .element ? place.scope : 0
        return ElementEncoder(session: session, position: EncodingPosition(.value, place.node, scope: scope))
    }

    func superEncoder(forKey key: Key) -> any Encoder {
        ElementEncoder(session: session, position: session.position(key.stringValue, in: place))
    }
}
