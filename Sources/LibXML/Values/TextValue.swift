/// A type whose values are texts, in the form of XML Schema 1.1 (part 2, section 3), unless a program chooses another
/// form.
///
/// Decoders, encoders and interpolations in fragments use it. Types of Foundation conform in `Foundation/`. Numbers and
/// Booleans are passed to a coder by their own code.
protocol TextValue: Decodable, Encodable {
    /// Whether the empty text, or white space, can be a value.
    static var acceptsEmptyText: Bool { get }

    /// Returns the text of the value.
    ///
    /// - Throws: ``UnwritableValue``; errors of the program's closures.
    func text(_ forms: ValueForms) throws -> String

    /// The closure of the program that encodes the value with an encoder; nil if there is no such closure.
    func custom(_ forms: ValueForms) -> ((any Encoder) throws -> Void)?
}

/// A type whose values are read from their text here instead of by its own code.
protocol ReadTextValue: TextValue {
    /// Replaces a value that cannot be read, while errors are collected.
    static var standIn: Self { get }

    /// Reads a value, with or without white space around it.
    static func read(_ text: Span<UInt8>, _ forms: ValueForms) -> ReadValue<Self>

    /// The closure of the program that reads values; nil if there is no such closure.
    static func custom(_ forms: ValueForms) -> CustomRead<Self>?
}

/// A closure of the program that reads a value.
enum CustomRead<Value> {
    case text((String) throws -> Value?)
    case coder((any Decoder) throws -> Value)
}

extension TextValue {
    func custom(_ forms: ValueForms) -> ((any Encoder) throws -> Void)? { nil }

    static var acceptsEmptyText: Bool { false }
}

extension ReadTextValue {
    static func custom(_ forms: ValueForms) -> CustomRead<Self>? { nil }

    /// Whether the program decodes the value from an element, and not from its text.
    static func hasCoder(_ forms: ValueForms) -> Bool { if case .coder = custom(forms) { true } else { false } }
}

/// The result of reading a value.
enum ReadValue<Value> {
    case value(Value)
    /// The text has another form.
    case invalid
    /// The text has the form of the type, which cannot represent its value.
    case outOfRange

    init(_ value: Value?) { self = value.map { .value($0) } ?? .invalid }
}

/// A value that has no text in the form that was chosen.
struct UnwritableValue: Error {
    let message: String
    /// The value in an `EncodingError`.
    let value: any Sendable
}

/// The forms of values that a program has chosen, for types with several forms.
struct ValueForms: Sendable {
    /// The offset of the time zone of dates without one, in seconds east of Greenwich.
    var secondsFromGMT = 0
    private var chosen: [ObjectIdentifier: any Sendable] = [:]

    /// The chosen form of a kind, such as a strategy for dates; nil if none was chosen.
    subscript<Form: Sendable>(form: Form.Type) -> Form? {
        get { chosen.isEmpty ? nil : chosen[ObjectIdentifier(form)] as? Form }
        set { chosen.set(ObjectIdentifier(form), to: newValue) }
    }
}
