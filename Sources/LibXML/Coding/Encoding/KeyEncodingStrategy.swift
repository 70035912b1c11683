extension XMLEncoder {
    /// How names become those of elements and attributes. Each is the inverse of a strategy of
    /// ``XMLDecoder/KeyDecodingStrategy``.
    ///
    /// Words of capital letters are words: `baseURL` is `base_url` with ``convertToSnakeCase``, and ``XMLDecoder``
    /// finds it for the key `baseURL`, as for `baseUrl`. A key that ``XMLDecoder`` would not find is an error: `URL`
    /// with ``convertToCapitalized``, since `URL` in the document is `uRL` in Swift. So is a key of a `Dictionary` that
    /// would be read as another one. Names in roles, and keys with a prefix or a namespace, are not converted.
    public enum KeyEncodingStrategy: Sendable {
        /// The key is the name.
        case useDefaultKeys
        /// `orderId` in Swift is `order_id` in the document.
        case convertToSnakeCase
        /// `orderId` in Swift is `order-id` in the document.
        case convertToKebabCase
        /// `orderId` in Swift is `OrderId` in the document.
        case convertToCapitalized
        /// `orderId` in Swift is `ORDER_ID` in the document.
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

    /// Whether two strategies are known to be the same, as closures never are.
    func isSame(as other: Self) -> Bool {
        switch (self, other) {
        case (.useDefaultKeys, .useDefaultKeys), (.convertToSnakeCase, .convertToSnakeCase),
            (.convertToKebabCase, .convertToKebabCase), (.convertToCapitalized, .convertToCapitalized),
            (.convertToUppercase, .convertToUppercase):
            true
        default: false
        }
    }

    /// Returns the local name for a coding key; nil if the decoder would not find any name for the key.
    func name(for key: String) -> String? {
        switch self {
        case .convertToSnakeCase: Decoding.convertFromSnakeCase.name(for: key)
        case .convertToKebabCase: Decoding.convertFromKebabCase.name(for: key)
        case .convertToUppercase: Decoding.convertFromUppercase.name(for: key)
        case .useDefaultKeys, .convertToCapitalized, .custom: nameOfData(key)
        }
    }

    /// Returns the local name for a key of a dictionary; nil if the decoder would not read any name as the key.
    func nameOfData(_ key: String) -> String? {
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
        case .convertToUppercase:
            Decoding.convertFromUppercase.original(
                of: key, [key.separated("_", keepsAcronyms: true).uppercased(), key.separated("_").uppercased(), key])
        case .custom(let convert): convert(key)
        }
    }
}

extension XMLDecoder.KeyDecodingStrategy {
    /// Returns the first of some names that is read as a key; nil if none of them is.
    fileprivate func original(of key: String, _ names: [String]) -> String? { names.first { self.key(for: $0) == key } }
}
