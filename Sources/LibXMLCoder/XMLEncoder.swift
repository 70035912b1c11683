public import Foundation
internal import LibXML

/// Encodes types as XML as XMLCoder's class of this name does, with the encoder of LibXML.
open class XMLEncoder {
    /// How a document is written.
    public struct OutputFormatting: OptionSet, Sendable {
        /// One bit for each option.
        public let rawValue: UInt
        /// Creates a set of options.
        public init(rawValue: UInt) { self.rawValue = rawValue }

        /// Elements are on lines of their own, indented.
        public static let prettyPrinted = Self(rawValue: 1)
        /// Attributes and elements are in the order of their names.
        public static let sortedKeys = Self(rawValue: 2)
        /// Elements without content have two tags.
        public static let noEmptyElements = Self(rawValue: 4)
    }

    /// What a line is indented by for each element around it.
    public enum PrettyPrintIndentation {
        case spaces(Int), tabs(Int)
    }

    /// Where a property is written.
    public enum NodeEncoding: Sendable {
        case attribute, element, both

        /// A child element.
        public static let `default`: NodeEncoding = .element
    }

    /// How dates are written.
    public enum DateEncodingStrategy {
        /// Seconds since 2001, as `Date` encodes itself.
        case deferredToDate
        case secondsSince1970, millisecondsSince1970, iso8601
        case formatted(DateFormatter)
        case custom((Date, any Encoder) throws -> Void)
    }

    /// How strings are written.
    public enum StringEncodingStrategy {
        case deferredToString
        /// As CDATA sections.
        case cdata
    }

    /// How data is written.
    public enum DataEncodingStrategy {
        /// A list of bytes, as `Data` encodes itself.
        case deferredToData
        case base64
        case custom((Data, any Encoder) throws -> Void)
    }

    /// How numbers that are not finite are written.
    public enum NonConformingFloatEncodingStrategy {
        case `throw`
        case convertToString(positiveInfinity: String, negativeInfinity: String, nan: String)
    }

    /// How keys become names.
    public enum KeyEncodingStrategy {
        case useDefaultKeys
        /// `oneTwo` in Swift is `one_two` in the document.
        case convertToSnakeCase
        /// `oneTwo` in Swift is `one-two` in the document.
        case convertToKebabCase
        case capitalized, uppercased, lowercased
        /// The closure receives a path of one key.
        case custom((_ codingPath: [any CodingKey]) -> any CodingKey)
    }

    /// An older name.
    public typealias NodeEncodingStrategies = NodeEncodingStrategy
    /// Where the property of a key is written; nil for a child element.
    public typealias XMLNodeEncoderClosure = @Sendable (any CodingKey) -> NodeEncoding?
    /// The closure for the keys of a type.
    public typealias XMLEncodingClosure = @Sendable (any Encodable.Type, any Encoder) -> XMLNodeEncoderClosure

    /// Where properties are written.
    public enum NodeEncodingStrategy: Sendable {
        /// As ``DynamicNodeEncoding`` and property wrappers say.
        case deferredToEncoder
        /// The closure returns another one for each type. The encoder has only `userInfo`.
        case custom(XMLEncodingClosure)
    }

    /// The characters that are written as references in attributes. Only single ASCII characters count, and `&` and
    /// `<` are references in any case.
    open var charactersEscapedInAttributes = Spelling.standard

    /// The characters that are written as references in text, by the same rules.
    open var charactersEscapedInElements = Spelling.standard

    open var outputFormatting: OutputFormatting = []
    open var prettyPrintIndentation: PrettyPrintIndentation = .spaces(4)

    /// How dates are written. Default: as ``XMLDecoder`` reads them by default.
    open var dateEncodingStrategy: DateEncodingStrategy = .secondsSince1970
    open var dataEncodingStrategy: DataEncodingStrategy = .base64
    open var nonConformingFloatEncodingStrategy: NonConformingFloatEncodingStrategy = .throw
    open var keyEncodingStrategy: KeyEncodingStrategy = .useDefaultKeys
    open var nodeEncodingStrategy: NodeEncodingStrategy = .deferredToEncoder
    open var stringEncodingStrategy: StringEncodingStrategy = .deferredToString
    open var userInfo: [CodingUserInfoKey: Any] = [:]

    /// Creates an encoder with the defaults of all options.
    public init() {}

    /// Returns the document of a value, in UTF-8.
    ///
    /// - Parameters:
    ///   - value: the value.
    ///   - rootKey: the name of the root element; nil for the name of the type.
    ///   - rootAttributes: further attributes of the root element, among them namespace declarations.
    ///   - header: the XML declaration, if there is to be one.
    ///   - doctype: the document type declaration, if there is to be one.
    /// - Throws: `EncodingError` for a value that cannot be written, or an encoding other than UTF-8 in the header.
    open func encode<T: Encodable>(
        _ value: T, withRootKey rootKey: String? = nil, rootAttributes: [String: String]? = nil,
        header: XMLHeader? = nil, doctype: XMLDocumentType? = nil
    ) throws -> Data {
        if let encoding = header?.encoding, encoding.lowercased() != "utf-8" {
            let message = "the document is in UTF-8, and not in \(encoding)"
            throw EncodingError.invalidValue(encoding, .init(codingPath: [], debugDescription: message))
        }
        let encoder = configuredEncoder
        let root = rootKey ?? rootName(of: T.self)
        let bytes =
            try rootAttributes.map { try encoder.xmlBytes(RootedValue(value: value, attributes: $0), rootName: root) }
            ?? encoder.xmlBytes(value, rootName: root)
        var spelling = Spelling(text: charactersEscapedInElements, attributes: charactersEscapedInAttributes)
        spelling.isIndented = outputFormatting.contains(.prettyPrinted)
        return spelling.spelled(bytes, after: (header?.markup ?? "") + (doctype?.markup ?? ""))
    }
}
