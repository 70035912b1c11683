/// A key with any string.
struct PlainKey: CodingKey {
    let stringValue: String
    var intValue: Int? { nil }

    init(_ string: String) { stringValue = string }
    init(stringValue: String) { self.init(stringValue) }
    init?(intValue: Int) { nil }
}

/// What a coder that is used in one task passes to an encoder or a decoder of LibXML, which is used in this task only.
struct OneTask<Value>: @unchecked Sendable {
    let value: Value
    init(_ value: Value) { self.value = value }
}

/// The information for types. An `Any` has the same representation, and no task but this one receives it.
func sendable(_ userInfo: [CodingUserInfoKey: Any]) -> [CodingUserInfoKey: any Sendable] {
    unsafe unsafeBitCast(userInfo, to: [CodingUserInfoKey: any Sendable].self)
}

/// The coder that closures receive, which decide where properties are. It has no values.
struct UncodedValue: Decoder, Encoder {
    let userInfo: [CodingUserInfoKey: Any]
    var codingPath: [any CodingKey] { [] }

    private var error: DecodingError {
        .dataCorrupted(.init(codingPath: [], debugDescription: "a closure that chooses nodes cannot decode values"))
    }

    private func fail() -> Never { preconditionFailure("a closure that chooses nodes cannot encode values") }

    func container<Key: CodingKey>(keyedBy type: Key.Type) throws -> KeyedDecodingContainer<Key> { throw error }
    func unkeyedContainer() throws -> any UnkeyedDecodingContainer { throw error }
    func singleValueContainer() throws -> any SingleValueDecodingContainer { throw error }
    func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> { fail() }
    func unkeyedContainer() -> any UnkeyedEncodingContainer { fail() }
    func singleValueContainer() -> any SingleValueEncodingContainer { fail() }
}

/// A root element with attributes besides those of its value.
struct RootedValue<Value: Encodable>: Encodable {
    let value: Value
    let attributes: [String: String]

    func encode(to encoder: any Encoder) throws {
        // As a single value, because its type may have roles.
        var single = encoder.singleValueContainer()
        try single.encode(value)
        var keys = encoder.container(keyedBy: PlainKey.self)
        for (name, text) in attributes.sorted(by: { $0.key < $1.key }) {
            // The name in no namespace is never converted.
            let isLiteral = name != "xmlns" && !name.contains(":")
            try keys.encode(text, forKey: PlainKey((isLiteral ? "@{}" : "@") + name))
        }
    }
}
