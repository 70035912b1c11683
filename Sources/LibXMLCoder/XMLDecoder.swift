public import Foundation
internal import LibXML

/// Decodes types from XML as XMLCoder's class of this name does, with the decoder of LibXML.
///
/// A property is a child element, or else an attribute, with the name of its key. Errors are `DecodingError`; those of
/// the document and of values have a place: see `xmlError` of LibXML.
open class XMLDecoder {
    /// How dates are read.
    public enum DateDecodingStrategy {
        /// Seconds since 2001, as `Date` encodes itself.
        case deferredToDate
        case secondsSince1970, millisecondsSince1970, iso8601
        case formatted(DateFormatter)
        case custom((_ decoder: any Decoder) throws -> Date)

        /// The formatter depends on the key. Without a formatter, decoding the date is an error.
        public static func keyFormatted(_ formatter: @escaping (any CodingKey) throws -> DateFormatter?) -> Self {
            .custom { try $0.value { try formatter($0)?.date(from: $1) } }
        }
    }

    /// How data is read.
    public enum DataDecodingStrategy {
        /// A list of bytes, as `Data` encodes itself.
        case deferredToData
        case base64
        case custom((_ decoder: any Decoder) throws -> Data)

        /// The data depends on the key. Without a result, decoding the data is an error.
        public static func keyFormatted(_ data: @escaping (any CodingKey) throws -> Data?) -> Self {
            .custom { try $0.value { key, _ in try data(key) } }
        }
    }

    /// How numbers that are not finite are read.
    public enum NonConformingFloatDecodingStrategy {
        case `throw`
        case convertFromString(positiveInfinity: String, negativeInfinity: String, nan: String)
    }

    /// How names become keys.
    public enum KeyDecodingStrategy {
        case useDefaultKeys
        /// `one_two` in the document is `oneTwo` in Swift.
        case convertFromSnakeCase
        /// `one-two` in the document is `oneTwo` in Swift.
        case convertFromKebabCase
        /// `OneTwo` in the document is `oneTwo` in Swift.
        case convertFromCapitalized
        /// `ONE_TWO` in the document is `oneTwo` in Swift.
        case convertFromUppercase
        /// The closure receives a path of one key, that of the name.
        case custom((_ codingPath: [any CodingKey]) -> any CodingKey)
    }

    /// Where a property is.
    public enum NodeDecoding {
        case attribute, element, elementOrAttribute
    }

    /// Where properties are.
    public enum NodeDecodingStrategy {
        /// As ``DynamicNodeDecoding`` and property wrappers say.
        case deferredToDecoder
        /// The closure returns another one for each type. The decoder has only `userInfo`.
        case custom((any Decodable.Type, any Decoder) -> ((any CodingKey) -> NodeDecoding))
    }

    open var dateDecodingStrategy: DateDecodingStrategy = .secondsSince1970
    open var dataDecodingStrategy: DataDecodingStrategy = .base64
    open var nonConformingFloatDecodingStrategy: NonConformingFloatDecodingStrategy = .throw
    open var keyDecodingStrategy: KeyDecodingStrategy = .useDefaultKeys
    open var nodeDecodingStrategy: NodeDecodingStrategy = .deferredToDecoder
    open var userInfo: [CodingUserInfoKey: Any] = [:]

    /// How many characters of the document around a fault the error of a malformed document contains.
    open var errorContextLength: UInt = 0

    /// Whether a key matches elements in any namespace, by their local names. Attributes keep their prefixes.
    open var shouldProcessNamespaces = false

    /// Whether strings are read without the white space around the text of an element.
    open var trimValueWhitespaces: Bool

    /// Whether text that is only white space is omitted from a list of choices with text. It is also omitted with
    /// ``trimValueWhitespaces``, and where the list contains no other text.
    open var removeWhitespaceElements: Bool

    /// Creates a decoder with the defaults of the other options.
    public init(trimValueWhitespaces: Bool = true, removeWhitespaceElements: Bool = false) {
        self.trimValueWhitespaces = trimValueWhitespaces
        self.removeWhitespaceElements = removeWhitespaceElements
    }

    /// Decodes a type from a document.
    ///
    /// - Throws: `DecodingError`; errors of the type's own initializers.
    open func decode<T: Decodable>(_ type: T.Type, from data: Data) throws -> T {
        let decoder = configuredDecoder
        do {
            return try decoder.decode(type, from: data)
        } catch let error as XMLError where error.code != .cancelled {
            throw corruptedDocument(data, error)
        }
    }
}

extension Decoder {
    /// The value that a closure makes of a key and a text. Without one, decoding is an error.
    fileprivate func value<Value>(_ read: (any CodingKey, String) throws -> Value?) throws -> Value {
        let text = try singleValueContainer().decode(String.self)
        let key = codingPath.last { $0.intValue == nil }?.stringValue ?? ""
        if let value = try read(PlainKey(key.hasPrefix("@") ? String(key.dropFirst()) : key), text) { return value }
        let message = "“\(text)” does not have the form of its key"
        throw DecodingError.dataCorrupted(.init(codingPath: codingPath, debugDescription: message))
    }
}
