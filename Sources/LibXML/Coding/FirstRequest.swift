/// The first request of a type to its decoder, found without a document.
enum FirstRequest: Error {
    /// A container with keys of a type.
    case keys(any CodingKey.Type)
    /// The elements of a list, or a list as the only value.
    case list
    /// Another single value, or nothing, or it is not known.
    case other

    /// Calls `init(from:)` of a type with a decoder that throws an error at the first request.
    init(of type: Any.Type) {
        guard let type = type as? any Decodable.Type else {
            self = .other
            return
        }
        do { _ = try type.init(from: Probe()) } catch let request as Self {
            self = request
            return
        } catch {}
        self = .other
    }

    /// The type of the keys; nil for types without keys.
    var keys: (any CodingKey.Type)? { if case .keys(let type) = self { type } else { nil } }

    private struct Probe: Decoder {
        var codingPath: [any CodingKey] { [] }
        var userInfo: [CodingUserInfoKey: Any] { [:] }

        func container<Key: CodingKey>(keyedBy type: Key.Type) throws -> KeyedDecodingContainer<Key> {
            throw FirstRequest.keys(type)
        }
        func unkeyedContainer() throws -> any UnkeyedDecodingContainer { throw FirstRequest.list }
        func singleValueContainer() throws -> any SingleValueDecodingContainer { Value() }
    }

    /// The only value of a type, which may be a list.
    private struct Value: SingleValueDecodingContainer {
        var codingPath: [any CodingKey] { [] }

        func decodeNil() -> Bool { false }
        func decode<Content: Decodable>(_ type: Content.Type) throws -> Content {
            throw CodedType.of(type).isList ? FirstRequest.list : .other
        }
    }
}

/// The type of the coding keys of every `Dictionary`, to which the standard library gives no public name.
enum EntryKey {
    /// Nil if a dictionary does not request keys. No known version of the standard library behaves so; keys of
    /// dictionaries would then be treated as coding keys.
    static let type = FirstRequest(of: [String: String].self).keys
}
