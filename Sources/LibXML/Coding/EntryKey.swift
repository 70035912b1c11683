/// The type of the coding keys of every `Dictionary`, to which the standard library gives no public name.
enum EntryKey {
    /// Nil if a dictionary asks for no keys, as no version of the standard library does. Its keys would then be coding
    /// keys.
    static let type = find()

    /// Decodes a dictionary, which asks for a container with its keys.
    private static func find() -> (any CodingKey.Type)? {
        do { _ = try [String: String](from: Probe()) } catch { return (error as? Found)?.type }
        return nil
    }

    private struct NoKeys: Error {}

    private struct Found: Error {
        let type: any CodingKey.Type
    }

    private struct Probe: Decoder {
        var codingPath: [any CodingKey] { [] }
        var userInfo: [CodingUserInfoKey: Any] { [:] }

        func container<Key: CodingKey>(keyedBy type: Key.Type) throws -> KeyedDecodingContainer<Key> {
            throw Found(type: type)
        }
        func unkeyedContainer() throws -> any UnkeyedDecodingContainer { throw NoKeys() }
        func singleValueContainer() throws -> any SingleValueDecodingContainer { throw NoKeys() }
    }
}
