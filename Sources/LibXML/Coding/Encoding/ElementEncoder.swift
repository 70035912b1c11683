/// The encoder of one value. Two words, so that `any Encoder` holds it without an allocation.
struct ElementEncoder: Encoder, SingleValueEncodingContainer {
    let session: EncodingSession
    let position: EncodingPosition

    /// The keys and indices from the root of the encoded value. Complexity: O(*n*) in the depth.
    var codingPath: [any CodingKey] { session.codingPath(of: position) }

    var userInfo: [CodingUserInfoKey: Any] { session.options.userInfo }

    func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
        session.progress.modify { $0.isRequested = true }
        return KeyedEncodingContainer(
            KeyedElementEncoder<Key>(session, session.keyed(at: position) { Key.self is any XMLChoiceKey.Type }))
    }

    func unkeyedContainer() -> any UnkeyedEncodingContainer {
        session.checkIsWhole(position)
        session.progress.modify { $0.isRequested = true }
        return ElementListEncoder(session, at: position)
    }

    func singleValueContainer() -> any SingleValueEncodingContainer {
        session.checkIsWhole(position)
        session.progress.modify { $0.isRequested = true }
        return self
    }

    func encodeNil() throws { try session.null(at: position) }
    func encode(_ value: Bool) throws { try session.bool(value, at: position) }
    func encode(_ value: String) throws { try session.text(value, at: position) }
    func encode(_ value: Double) throws { try session.number(value, at: position) }
    func encode(_ value: Float) throws { try session.number(value, at: position) }
    @inline(__always)
    func encode(_ value: some FixedWidthInteger & Encodable) throws { try session.integer(value, at: position) }
    func encode(_ value: Int128) throws { try session.integer(value, at: position) }
    func encode(_ value: UInt128) throws { try session.integer(value, at: position) }
    func encode<Value: Encodable>(_ value: Value) throws { try session.value(value, at: position) }
}
