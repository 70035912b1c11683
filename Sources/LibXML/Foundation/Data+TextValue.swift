#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif

extension XMLDecoder {
    /// How binary data is read.
    public enum DataDecodingStrategy: Sendable {
        /// `base64Binary`, with white space.
        case base64
        /// `hexBinary`.
        case hex
        /// The closure returns the data for a text; nil for a text that is not data.
        case custom(@Sendable (_ text: String) throws -> Data?)
        /// The closure decodes the data, from a single value, a list or keys.
        case coded(@Sendable (_ decoder: any Decoder) throws -> Data)
    }

    /// How binary data is read. Default: base64.
    public var dataDecodingStrategy: DataDecodingStrategy {
        get { valueForms[DataDecodingStrategy.self] ?? .base64 }
        set { valueForms[DataDecodingStrategy.self] = if case .base64 = newValue { nil } else { newValue } }
    }
}

extension XMLEncoder {
    /// How binary data is written. A strategy of ``XMLDecoder/DataDecodingStrategy`` reads each form.
    public enum DataEncodingStrategy: Sendable {
        /// `base64Binary`.
        case base64
        /// `hexBinary`.
        case hex
        /// The closure returns the text for data.
        case custom(@Sendable (_ data: Data) throws -> String)
        /// The closure encodes the data, as a single value, a list or with keys.
        case coded(@Sendable (_ data: Data, _ encoder: any Encoder) throws -> Void)
    }

    /// How binary data is written. Default: base64.
    public var dataEncodingStrategy: DataEncodingStrategy {
        get { valueForms[DataEncodingStrategy.self] ?? .base64 }
        set { valueForms[DataEncodingStrategy.self] = if case .base64 = newValue { nil } else { newValue } }
    }
}

extension Data: ReadTextValue {
    static var acceptsEmptyText: Bool { true }
    static var standIn: Data { Data() }

    static func read(_ text: Span<UInt8>, _ forms: ValueForms) -> ReadValue<Data> {
        let bytes = text.array.filter { !$0.isXMLSpace }
        return switch forms[XMLDecoder.DataDecodingStrategy.self] ?? .base64 {
        case .base64: ReadValue(bytes.hasPadding ? Data(base64Encoded: Data(bytes)) : nil)
        case .hex: ReadValue(Data(hexadecimal: bytes))
        case .custom, .coded: .invalid
        }
    }

    static func custom(_ forms: ValueForms) -> CustomRead<Data>? {
        switch forms[XMLDecoder.DataDecodingStrategy.self] {
        case .custom(let convert): .text(convert)
        case .coded(let decode): .coder(decode)
        default: nil
        }
    }

    func custom(_ forms: ValueForms) -> ((any Encoder) throws -> Void)? {
        guard case .coded(let encode) = forms[XMLEncoder.DataEncodingStrategy.self] else { return nil }
        return { try encode(self, $0) }
    }

    func text(_ forms: ValueForms) throws -> String {
        switch forms[XMLEncoder.DataEncodingStrategy.self] ?? .base64 {
        case .base64, .coded: base64EncodedString()
        case .hex: hexadecimal
        case .custom(let convert): try convert(self)
        }
    }

    /// The bytes of `hexBinary`; nil for other text.
    private init?(hexadecimal text: [UInt8]) {
        let digits: [Int] = text.compactMap { Character(Unicode.Scalar($0)).hexDigitValue }
        guard digits.count == text.count, digits.count.isMultiple(of: 2) else { return nil }
        self.init(capacity: digits.count / 2)
        for first in stride(from: 0, to: digits.count, by: 2) { append(UInt8(digits[first] * 16 + digits[first + 1])) }
    }

    private var hexadecimal: String {
        let digits = Array("0123456789ABCDEF".utf8)
        let text = flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] }
        return text.contiguous.span.string(text.indices)
    }
}

extension [UInt8] {
    /// Whether a text in Base64 has groups of four characters, and at most two `=` at its end (RFC 4648, section 4).
    /// Foundation accepts others.
    fileprivate var hasPadding: Bool {
        let padding = drop { $0 != UInt8(ascii: "=") }
        return count.isMultiple(of: 4) && padding.count <= 2 && padding.allSatisfy { $0 == UInt8(ascii: "=") }
    }
}
