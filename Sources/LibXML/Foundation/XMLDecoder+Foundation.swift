#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif

extension XMLDecoder {
    /// How dates are read.
    public enum DateDecodingStrategy: Sendable {
        /// `dateTime`, `date`, `gYearMonth` or `gYear` of XML Schema 1.1 (part 2, section 3.3):
        /// `2024-02-29T12:30:00.5+01:00`, `2024-02-29`, `2024-02`, `2024`; the first moment of a day, month or year.
        case xmlSchema
        /// The form of RFC 822 that RSS uses: `Tue, 03 Jun 2008 11:05:30 GMT`.
        case rfc822
        /// The same as ``xmlSchema``, which contains the forms of ISO 8601 that are in use.
        public static var iso8601: Self { .xmlSchema }
        /// One of the two, whichever fits.
        case any
        /// Seconds since 1970.
        case secondsSince1970
        /// Milliseconds since 1970.
        case millisecondsSince1970
        /// The closure returns the date for a text; nil for a text that is not a date.
        case custom(@Sendable (_ text: String) throws -> Date?)
    }

    /// How binary data is read.
    public enum DataDecodingStrategy: Sendable {
        /// `base64Binary`, with white space.
        case base64
        /// `hexBinary`.
        case hex
        /// The closure returns the data for a text; nil for a text that is not data.
        case custom(@Sendable (_ text: String) throws -> Data?)
    }
}

extension CodedType {
    /// The kind of a type of Foundation; nil for other types.
    static func foundationKind(_ type: Any.Type) -> Kind? {
        if type == Date.self { return .date }
        if type == URL.self { return .url }
        if type == Decimal.self { return .decimal }
        if type == Data.self { return .data }
        return type == UUID.self ? .uuid : nil
    }
}

extension DecodingSession {
    /// A value of a type of Foundation; nil for other types.
    func foundationValue(_ kind: CodedType.Kind, at position: DecodingPosition) throws -> Any? {
        do {
            return switch kind {
            case .date: try date(position)
            case .url: try url(position)
            case .decimal: try decimal(position)
            case .data: try data(position)
            case .uuid: try uuid(position)
            case .plain, .rawValue, .roles, .choice, .typedChoice, .choices, .optional, .dictionary: nil
            }
        } catch {
            return try replaced(position, with: standIn(kind)) { error }
        }
    }

    /// A value in the place of one that cannot be decoded.
    private func standIn(_ kind: CodedType.Kind) -> Any? {
        switch kind {
        case .date: Date(timeIntervalSince1970: 0)
        case .url: URL(string: "about:blank")
        case .decimal: Decimal(0)
        case .data: Data()
        case .uuid: UUID()
        case .plain, .rawValue, .roles, .choice, .typedChoice, .choices, .optional, .dictionary: nil
        }
    }

    private func date(_ position: DecodingPosition) throws -> Date {
        let zone = options.secondsFromGMT
        let moment: Moment?
        switch options.dateDecodingStrategy {
        case .xmlSchema: moment = withText(position) { $0.xmlSchemaDate(zone: zone) }
        case .rfc822: moment = withText(position) { $0.rfc822Date(zone: zone) }
        case .any: moment = withText(position) { $0.xmlSchemaDate(zone: zone) ?? $0.rfc822Date(zone: zone) }
        case .secondsSince1970: return try numericDate(position, shift: 0)
        case .millisecondsSince1970: return try numericDate(position, shift: 3)
        case .custom(let convert):
            guard let date = try convert(string(at: position)), date.timeIntervalSinceReferenceDate.isFinite else {
                throw invalid(Date.self, at: position)
            }
            return date
        }
        guard let moment else { throw invalid(Date.self, at: position) }
        return Date(timeIntervalSinceReferenceDate: moment.sinceReferenceDate)
    }

    private func numericDate(_ position: DecodingPosition, shift: Int) throws -> Date {
        if let moment = withText(position, { $0.decimalDate(shift: shift) }) {
            return Date(timeIntervalSinceReferenceDate: moment.sinceReferenceDate)
        }
        guard let number = withText(position, { Double(xml: $0) }), number.isFinite else {
            throw invalid(Date.self, at: position)
        }
        return Date(timeIntervalSince1970: shift == 3 ? number / 1000 : number)
    }

    private func url(_ position: DecodingPosition) throws -> URL {
        guard let url = URL(string: string(at: position).trimmingXMLSpace) else {
            throw invalid(URL.self, at: position)
        }
        return url
    }

    private func decimal(_ position: DecodingPosition) throws -> Decimal {
        guard let digits = withText(position, { $0.decimalDigits }),
            let decimal = Decimal(string: string(at: position).trimmingXMLSpace), !decimal.isNaN
        else { throw invalid(Decimal.self, at: position) }
        // Decimal has 38 digits, and would round others.
        guard digits <= 38 else { throw outOfRange(Decimal.self, at: position) }
        return decimal
    }

    private func data(_ position: DecodingPosition) throws -> Data {
        let text = string(at: position)
        let data: Data? =
            switch options.dataDecodingStrategy {
            case .base64: Data(base64Encoded: Data(text.utf8.filter { !$0.isXMLSpace }))
            case .hex: Data(hexadecimal: text)
            case .custom(let convert): try convert(text)
            }
        guard let data else { throw invalid(Data.self, at: position) }
        return data
    }

    private func uuid(_ position: DecodingPosition) throws -> UUID {
        guard let uuid = UUID(uuidString: string(at: position).trimmingXMLSpace) else {
            throw invalid(UUID.self, at: position)
        }
        return uuid
    }
}

extension Data {
    /// The bytes of `hexBinary`; nil for other text.
    fileprivate init?(hexadecimal text: String) {
        let digits = text.utf8.filter { !$0.isXMLSpace }.map { Character(Unicode.Scalar($0)).hexDigitValue }
        guard digits.count % 2 == 0, !digits.contains(nil) else { return nil }
        let values = digits.compactMap(\.self)
        self.init(stride(from: 0, to: values.count, by: 2).map { UInt8(values[$0] << 4 | values[$0 + 1]) })
    }
}

// MARK: URLs

extension XMLDecoder {
    /// Decodes a type from the root element of the file at a URL: see ``decode(_:contentsOfFile:options:)``.
    public func decode<Value: Decodable>(
        _ type: Value.Type, contentsOf url: URL, options: XMLParsingOptions = .init()
    ) throws -> Value {
        try decode(type, contentsOfFile: url.pathOrText, options: options)
    }

    /// Decodes all elements at a path of the file at a URL: see ``decode(_:contentsOfFile:at:options:)->[Value]``.
    public func decode<Value: Decodable>(
        _ type: [Value].Type, contentsOf url: URL, at path: XMLPath, options: XMLParsingOptions = .init()
    ) throws -> [Value] {
        try decode(type, contentsOfFile: url.pathOrText, at: path, options: options)
    }

    /// Decodes the first element at a path of the file at a URL: see ``decode(_:contentsOfFile:at:options:)->Value``.
    public func decode<Value: Decodable>(
        _ type: Value.Type, contentsOf url: URL, at path: XMLPath, options: XMLParsingOptions = .init()
    ) throws -> Value {
        try decode(type, contentsOfFile: url.pathOrText, at: path, options: options)
    }

    /// Decodes a type from the file at a URL, which may be malformed: see
    /// ``decode(_:recoveringContentsOfFile:mode:options:)``.
    public func decode<Value: Decodable>(
        _ type: Value.Type, recoveringContentsOf url: URL, mode: XMLRecoveryMode? = nil,
        options: XMLParsingOptions = .init()
    ) throws -> XMLRecovered<Value> {
        try decode(type, recoveringContentsOfFile: url.pathOrText, mode: mode, options: options)
    }

    /// Decodes all elements at a path of the file at a URL, which may be malformed: see
    /// ``decode(_:recoveringContentsOfFile:at:mode:options:)``.
    public func decode<Value: Decodable>(
        _ type: [Value].Type, recoveringContentsOf url: URL, at path: XMLPath, mode: XMLRecoveryMode? = nil,
        options: XMLParsingOptions = .init()
    ) throws -> XMLRecovered<[Value]> {
        try decode(type, recoveringContentsOfFile: url.pathOrText, at: path, mode: mode, options: options)
    }
}
