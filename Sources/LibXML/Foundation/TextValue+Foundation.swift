#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

extension URL: ReadTextValue {
    static var standIn: URL { URL(filePath: "/") }

    static func read(_ text: Span<UInt8>, _ forms: ValueForms) -> ReadValue<URL> {
        ReadValue(URL(string: text.string(text.trimmedRange)))
    }

    func text(_ forms: ValueForms) -> String { absoluteString }
}

extension UUID: ReadTextValue {
    static var standIn: UUID { UUID() }

    static func read(_ text: Span<UInt8>, _ forms: ValueForms) -> ReadValue<UUID> {
        ReadValue(UUID(uuidString: text.string(text.trimmedRange)))
    }

    func text(_ forms: ValueForms) -> String { uuidString }
}

extension Decimal: ReadTextValue {
    static var standIn: Decimal { 0 }

    /// The maximum number of digits of a decimal number. Foundation would round longer numbers.
    private static var maximumDigits: Int { 38 }

    static func read(_ text: Span<UInt8>, _ forms: ValueForms) -> ReadValue<Decimal> {
        guard let digits = text.decimalDigits, let value = Decimal(string: text.string(text.trimmedRange)), !value.isNaN
        else { return .invalid }
        return digits <= maximumDigits ? .value(value) : .outOfRange
    }

    func text(_ forms: ValueForms) throws -> String {
        let text = description
        guard let digits = text.withUTF8Span({ $0.decimalDigits }), digits <= Self.maximumDigits else {
            throw UnwritableValue(message: "\(text) is not a number with at most 38 digits", value: self)
        }
        return text
    }
}
