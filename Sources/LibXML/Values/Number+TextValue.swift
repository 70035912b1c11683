// Numbers and Booleans as text values.

extension TextValue where Self: FixedWidthInteger {
    func text(_ forms: ValueForms) -> String { description }
}

extension Int: TextValue {}
extension Int8: TextValue {}
extension Int16: TextValue {}
extension Int32: TextValue {}
extension Int64: TextValue {}
extension Int128: TextValue {}
extension UInt: TextValue {}
extension UInt8: TextValue {}
extension UInt16: TextValue {}
extension UInt32: TextValue {}
extension UInt64: TextValue {}
extension UInt128: TextValue {}

extension TextValue where Self: BinaryFloatingPoint & CustomStringConvertible {
    /// `INF`, `-INF` and `NaN` if it is not finite.
    func text(_ forms: ValueForms) -> String { isFinite ? description : isNaN ? "NaN" : self < 0 ? "-INF" : "INF" }
}

extension Double: TextValue {}
extension Float: TextValue {}
#if !(os(macOS) && arch(x86_64))
    extension Float16: TextValue {}
#endif

extension Bool: TextValue {
    func text(_ forms: ValueForms) -> String { description }
}

/// An integer to be written, so that all types of integers share one function.
struct WrittenInteger: BitwiseCopyable {
    let magnitude: UInt128
    let isNegative: Bool

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

    mutating func appendBool(_ value: Bool) {
        append(value ? "true" : "false" as StaticString)
    }
}
