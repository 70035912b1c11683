// Numbers in the forms of XML Schema.

extension EncodingSession {
    @inline(__always)
    func integer(_ value: some FixedWidthInteger, at position: EncodingPosition) throws {
        try integer(WrittenInteger(value), at: position)
    }

    @inline(never)
    private func integer(_ value: WrittenInteger, at position: EncodingPosition) throws {
        try plainText(at: position) { $0.append(value) }
    }

    func bool(_ value: Bool, at position: EncodingPosition) throws {
        try plainText(at: position) { $0.appendBool(value) }
    }

    func number<Value: BinaryFloatingPoint & CustomStringConvertible>(
        _ value: Value, at position: EncodingPosition
    ) throws {
        guard value.isFinite else { return try nonConforming(value, at: position) }
        try plainText(at: position) { $0.appendNumber(value) }
    }

    @inline(never)
    private func nonConforming<Value: BinaryFloatingPoint>(_ value: Value, at position: EncodingPosition) throws {
        let text: String
        switch options.nonConformingFloatEncodingStrategy {
        case .xmlSchema: text = value.isNaN ? "NaN" : value < 0 ? "-INF" : "INF"
        case .throw: throw error(.invalidValue, "\(value) is not a finite number", at: position, value)
        case .convertToString(let positive, let negative, let nan):
            text = value.isNaN ? nan : value < 0 ? negative : positive
        }
        try string(text, at: position)
    }
}

/// An integer to be written, so that all types of integers share one function.
struct WrittenInteger: BitwiseCopyable {
    let magnitude: UInt128
    let isNegative: Bool

    @inline(__always)
    init(_ value: some FixedWidthInteger) {
        magnitude = UInt128(truncatingIfNeeded: value.magnitude)
        isNegative = value < 0
    }
}

extension RawBuffer<UInt8> {
    /// Appends the digits of an integer, after a sign if it is negative.
    mutating func append(_ value: WrittenInteger) {
        if value.isNegative { append(UInt8(ascii: "-")) }
        // The description of a small number allocates nothing.
        let text =
            value.magnitude >> 64 == 0
            ? UInt64(truncatingIfNeeded: value.magnitude).description : value.magnitude.description
        text.withUTF8Span { $0.append(to: &self) }
    }

    @inline(__always)
    mutating func appendNumber(_ value: some BinaryFloatingPoint & CustomStringConvertible) {
        value.description.withUTF8Span { $0.append(to: &self) }
    }

    @inline(__always)
    mutating func appendBool(_ value: Bool) {
        append(value ? "true" : "false" as StaticString)
    }
}
