#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif

extension XMLEncoder {
    /// How dates are written. Each form is one that a strategy of ``XMLDecoder/DateDecodingStrategy`` reads.
    public enum DateEncodingStrategy: Sendable {
        /// `dateTime` of XML Schema 1.1 (part 2, section 3.3), in UTC: `2024-02-29T12:30:00.5Z`. As many digits as the
        /// date needs.
        case xmlSchema
        /// The same as ``xmlSchema``.
        public static var iso8601: Self { .xmlSchema }
        /// The form of RFC 822 that RSS uses: `Tue, 03 Jun 2008 11:05:30 GMT`. Without fractions of a second, which it
        /// does not have.
        case rfc822
        /// Seconds since 1970.
        case secondsSince1970
        /// Milliseconds since 1970.
        case millisecondsSince1970
        /// The closure returns the text for a date.
        case custom(@Sendable (_ date: Date) throws -> String)
    }

    /// How binary data is written. Each form is one that a strategy of ``XMLDecoder/DataDecodingStrategy`` reads.
    public enum DataEncodingStrategy: Sendable {
        /// `base64Binary`.
        case base64
        /// `hexBinary`.
        case hex
        /// The closure returns the text for data.
        case custom(@Sendable (_ data: Data) throws -> String)
    }

    /// Returns the document of a value: see ``encode(_:rootName:)-(_,String?)``.
    public func encodeToData(_ value: some Encodable, rootName: String? = nil) throws -> Data {
        try Data(encode(value, rootName: rootName))
    }

    /// Returns the document of a value whose root element is in a namespace: see ``encode(_:rootName:)-(_,XMLName)``.
    public func encodeToData(_ value: some Encodable, rootName: XMLName) throws -> Data {
        try Data(encode(value, rootName: rootName))
    }
}

extension EncodingSession {
    /// Encodes a value of a type of Foundation. Returns false for other types.
    func foundationValue(_ value: Any, _ kind: CodedType.Kind, at position: EncodingPosition) throws -> Bool {
        switch kind {
        case .date:
            guard let date = value as? Date else { return false }
            try string(text(of: date, at: position), at: position)
        case .url:
            guard let url = value as? URL else { return false }
            try string(url.absoluteString, at: position)
        case .decimal:
            guard let decimal = value as? Decimal else { return false }
            let text = decimal.description
            guard text.withUTF8Span({ $0.decimalDigits }) ?? 39 <= 38 else {
                throw error(.invalidValue, "\(text) is not a number with at most 38 digits", at: position, value)
            }
            try string(text, at: position)
        case .data:
            guard let data = value as? Data else { return false }
            try string(text(of: data), at: position)
        case .uuid:
            guard let uuid = value as? UUID else { return false }
            try string(uuid.uuidString, at: position)
        case .plain, .rawValue, .roles, .choice, .typedChoice, .choices, .optional, .dictionary: return false
        }
        return true
    }

    private func text(of date: Date, at position: EncodingPosition) throws -> String {
        if case .custom(let convert) = options.dateEncodingStrategy { return try convert(date) }
        let seconds = date.timeIntervalSinceReferenceDate
        let text: String? =
            switch options.dateEncodingStrategy {
            case .xmlSchema, .custom: DateText.xmlSchema(seconds)
            case .rfc822: DateText.rfc822(seconds)
            case .secondsSince1970: DateText.seconds(seconds)
            case .millisecondsSince1970: DateText.milliseconds(seconds)
            }
        // The description of a date that is not finite traps, also as a part of an error.
        guard let text else {
            throw error(
                .invalidValue, "the date \(seconds) s after 2001 cannot be written in this form", at: position, seconds)
        }
        return text
    }

    private func text(of data: Data) throws -> String {
        switch options.dataEncodingStrategy {
        case .base64: data.base64EncodedString()
        case .hex: data.hexadecimal
        case .custom(let convert): try convert(data)
        }
    }
}

extension Data {
    fileprivate var hexadecimal: String {
        let digits = Array("0123456789ABCDEF".utf8)
        let text = flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] }
        return text.span.string(text.indices)
    }
}
