extension XMLEncoder {
    /// How names become those of elements and attributes. Each is the inverse of a strategy of ``XMLDecoder/KeyDecodingStrategy``.
    ///
    /// A key that ``XMLDecoder`` would not get back from any name is an error: `URL` with ``convertToCapitalized``, since `URL` in the
    /// document is `uRL` in Swift. Names in roles, and keys with a prefix or a namespace, are not converted.
    public enum KeyEncodingStrategy: Sendable {
        /// The key is the name.
        case useDefaultKeys
        /// `orderId` in Swift is `order_id` in the document.
        case convertToSnakeCase
        /// `orderId` in Swift is `order-id` in the document.
        case convertToKebabCase
        /// `orderId` in Swift is `OrderId` in the document.
        case convertToCapitalized
        /// `order` in Swift is `ORDER` in the document.
        case convertToUppercase
        /// The closure returns the local name for a key.
        case custom(@Sendable (_ key: String) -> String)
    }
}

extension XMLEncoder.KeyEncodingStrategy {
    private typealias Decoding = XMLDecoder.KeyDecodingStrategy

    var isDefault: Bool {
        if case .useDefaultKeys = self { true } else { false }
    }

    /// Returns the local name for a key; nil if the decoder would not read any name as the key.
    func name(for key: String) -> String? {
        switch self {
        case .useDefaultKeys: key
        case .convertToSnakeCase:
            Decoding.convertFromSnakeCase.original(
                of: key, [key.separated("_", keepsAcronyms: true), key.separated("_"), key])
        case .convertToKebabCase:
            Decoding.convertFromKebabCase.original(
                of: key, [key.separated("-", keepsAcronyms: true), key.separated("-"), key])
        case .convertToCapitalized:
            Decoding.convertFromCapitalized.original(of: key, [key.prefix(1).uppercased() + key.dropFirst(), key])
        case .convertToUppercase: Decoding.convertFromUppercase.original(of: key, [key.uppercased(), key])
        case .custom(let convert): convert(key)
        }
    }
}

extension XMLDecoder.KeyDecodingStrategy {
    /// Returns the first of some names that is read as a key; nil if none of them is.
    fileprivate func original(of key: String, _ names: [String]) -> String? { names.first { self.key(for: $0) == key } }
}

extension String {
    /// The words that begin with a capital letter in lower case, with a separator before each but the first.
    ///
    /// - Parameter keepsAcronyms: whether `URL` in `baseURL` is one word.
    fileprivate func separated(_ separator: Character, keepsAcronyms: Bool = false) -> String {
        var result = ""
        var previous: Character?
        var characters = self[...]
        while let character = characters.popFirst() {
            if character.isUppercase, let previous, previous != separator {
                let beginsWord = !previous.isUppercase || characters.first?.isLowercase ?? false
                if beginsWord || !keepsAcronyms { result.append(separator) }
            }
            result += character.lowercased()
            previous = character
        }
        return result
    }
}
