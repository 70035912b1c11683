extension XMLEncoder {
    /// How names become those of elements and attributes. Each is the inverse of a strategy of
    /// ``XMLDecoder/KeyDecodingStrategy``.
    ///
    /// Words of capital letters are words: `baseURL` is `base_url` with ``convertToSnakeCase``, and ``XMLDecoder``
    /// finds it for the key `baseURL`, as for `baseUrl`. A key that ``XMLDecoder`` would not find is an error: `URL`
    /// with ``convertToCapitalized``, since `URL` in the document is `uRL` in Swift. So is a key of a `Dictionary` that
    /// would be read as another one. Names in roles, keys with a prefix or a namespace, and the
    /// attribute `xmlns` are not converted.
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
    /// The name for a key; the key itself if no name is read as it.
    package func name(for key: String) -> String { conversion.name(for: key) ?? key }

    var conversion: KeyConversion {
        switch self {
        case .useDefaultKeys: .none
        case .convertToSnakeCase: .words("_")
        case .convertToKebabCase: .words("-")
        case .convertToCapitalized: .capitalized
        case .convertToUppercase: .words("_", isUppercase: true)
        case .custom(let convert): .custom(convert)
        }
    }
}
