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
        /// ``xmlSchema`` or ``rfc822``, whichever fits. A date of XML Schema may also have white space before its zone,
        /// and a zone that is a name: `2018-12-21 11:27:25 UTC`.
        case any
        /// Seconds since 1970.
        case secondsSince1970
        /// Milliseconds since 1970.
        case millisecondsSince1970
        /// The closure returns the date for a text; nil for a text that is not a date.
        case custom(@Sendable (_ text: String) throws -> Date?)
        /// The closure decodes the date, from a single value or from keys.
        case coded(@Sendable (_ decoder: any Decoder) throws -> Date)
    }

    /// How dates are read. Default: the forms of XML Schema.
    public var dateDecodingStrategy: DateDecodingStrategy {
        get { valueForms[DateDecodingStrategy.self] ?? .xmlSchema }
        set { valueForms[DateDecodingStrategy.self] = if case .xmlSchema = newValue { nil } else { newValue } }
    }

    /// The offset of the time zone of dates without one, in seconds east of Greenwich. Default: 0, UTC.
    public var secondsFromGMT: Int {
        get { valueForms.secondsFromGMT }
        set { valueForms.secondsFromGMT = newValue }
    }
}

extension XMLEncoder {
    /// How dates are written. A strategy of ``XMLDecoder/DateDecodingStrategy`` reads each form.
    public enum DateEncodingStrategy: Sendable {
        /// `dateTime` of XML Schema 1.1 (part 2, section 3.3), in UTC: `2024-02-29T12:30:00.5Z`. It has as many digits
        /// as the date needs.
        case xmlSchema
        /// The same as ``xmlSchema``.
        public static var iso8601: Self { .xmlSchema }
        /// The form of RFC 822 that RSS uses: `Tue, 03 Jun 2008 11:05:30 GMT`. It has no fractions of a second.
        case rfc822
        /// Seconds since 1970.
        case secondsSince1970
        /// Milliseconds since 1970.
        case millisecondsSince1970
        /// The closure returns the text for a date.
        case custom(@Sendable (_ date: Date) throws -> String)
        /// The closure encodes the date, as a single value or with keys.
        case coded(@Sendable (_ date: Date, _ encoder: any Encoder) throws -> Void)
    }

    /// How dates are written. Default: as `dateTime` of XML Schema, in UTC.
    public var dateEncodingStrategy: DateEncodingStrategy {
        get { valueForms[DateEncodingStrategy.self] ?? .xmlSchema }
        set { valueForms[DateEncodingStrategy.self] = if case .xmlSchema = newValue { nil } else { newValue } }
    }
}

extension Date: ReadTextValue {
    static var standIn: Date { Date(timeIntervalSince1970: 0) }

    static func read(_ text: Span<UInt8>, _ forms: ValueForms) -> ReadValue<Date> {
        let zone = forms.secondsFromGMT
        let moment: Moment? =
            switch forms[XMLDecoder.DateDecodingStrategy.self] ?? .xmlSchema {
            case .xmlSchema: text.xmlSchemaDate(zone: zone)
            case .rfc822: text.rfc822Date(zone: zone)
            case .any: text.xmlSchemaDate(zone: zone, isLoose: true) ?? text.rfc822Date(zone: zone)
            case .secondsSince1970: text.decimalDate(shift: 0)
            case .millisecondsSince1970: text.decimalDate(shift: 3)
            case .custom, .coded: nil
            }
        if let moment { return .value(Date(timeIntervalSinceReferenceDate: moment.sinceReferenceDate)) }
        // A number with an exponent, or with more digits.
        let scale: Double
        switch forms[XMLDecoder.DateDecodingStrategy.self] {
        case .secondsSince1970: scale = 1
        case .millisecondsSince1970: scale = 1000
        default: return .invalid
        }
        guard let number = Double(xml: text), number.isFinite else { return .invalid }
        return .value(Date(timeIntervalSince1970: number / scale))
    }

    static func custom(_ forms: ValueForms) -> CustomRead<Date>? {
        switch forms[XMLDecoder.DateDecodingStrategy.self] {
        case .custom(let convert):
            .text { text in
                let date = try convert(text)
                return date?.timeIntervalSinceReferenceDate.isFinite ?? false ? date : nil
            }
        case .coded(let decode): .coder(decode)
        default: nil
        }
    }

    func custom(_ forms: ValueForms) -> ((any Encoder) throws -> Void)? {
        guard case .coded(let encode) = forms[XMLEncoder.DateEncodingStrategy.self] else { return nil }
        return { try encode(self, $0) }
    }

    func text(_ forms: ValueForms) throws -> String {
        let seconds = timeIntervalSinceReferenceDate
        let text: String? =
            switch forms[XMLEncoder.DateEncodingStrategy.self] ?? .xmlSchema {
            case .xmlSchema: DateText.xmlSchema(seconds)
            case .rfc822: DateText.rfc822(seconds)
            case .secondsSince1970: DateText.seconds(seconds)
            case .millisecondsSince1970: DateText.milliseconds(seconds)
            case .custom(let convert): try convert(self)
            case .coded: nil
            }
        if let text { return text }
        // The description of a date that is not finite would trap, even in an error.
        throw UnwritableValue(
            message: "the date \(seconds) s after 2001 cannot be written in this form", value: seconds)
    }
}
