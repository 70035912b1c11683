// Values in the forms of XML Schema 1.1 (part 2, section 3), read from bytes.

extension Span<UInt8> {
    /// The range of the text without white space at its ends.
    @inline(__always)
    var trimmedRange: Range<Int> {
        var (start, end) = (0, count)
        while start < end, self[start].isXMLSpace { start += 1 }
        while end > start, self[end - 1].isXMLSpace { end -= 1 }
        return start..<end
    }
}

/// An integer as it was read, so that all types of integers share one parser.
struct ParsedInteger {
    private enum State { case number, tooLarge, invalid }

    private var magnitude: UInt128 = 0
    private var isNegative = false
    private var state = State.invalid

    /// Whether the text is an integer, of any size.
    var isNumber: Bool { state != .invalid }

    /// Reads digits after a sign, if there is one, with white space around them.
    init(_ text: Span<UInt8>) {
        let text = text.extracting(text.trimmedRange)
        guard text.count > 0 else { return }
        isNegative = text[0] == UInt8(ascii: "-")
        var index = isNegative || text[0] == UInt8(ascii: "+") ? 1 : 0
        guard index < text.count else { return }
        var small: UInt64 = 0
        let end = min(text.count, index + 19)
        while index < end {
            let digit = text[index] &- UInt8(ascii: "0")
            guard digit < 10 else { return }
            small = small &* 10 &+ UInt64(digit)
            index += 1
        }
        magnitude = UInt128(small)
        state = .number
        if index < text.count { readRest(text, from: index) }
    }

    /// The number as a type; nil if it does not fit.
    func value<Value: FixedWidthInteger>(_ type: Value.Type) -> Value? {
        guard state == .number else { return nil }
        if Value.bitWidth > 64 {
            guard isNegative else { return Value(exactly: magnitude) }
            return magnitude > 1 << 127 ? nil : Value(exactly: 0 &- Int128(truncatingIfNeeded: magnitude))
        }
        guard magnitude >> 64 == 0 else { return nil }
        let small = UInt64(truncatingIfNeeded: magnitude)
        guard isNegative else { return Value(exactly: small) }
        return small > 1 << 63 ? nil : Value(exactly: 0 &- Int64(truncatingIfNeeded: small))
    }

    /// Reads the digits after those whose value fits into 64 bits.
    @inline(never)
    private mutating func readRest(_ text: Span<UInt8>, from start: Int) {
        for index in start..<text.count {
            let digit = text[index] &- UInt8(ascii: "0")
            guard digit < 10 else {
                state = .invalid
                return
            }
            let (product, first) = magnitude.multipliedReportingOverflow(by: 10)
            let (sum, second) = product.addingReportingOverflow(UInt128(digit))
            if first || second { state = .tooLarge }
            magnitude = sum
        }
    }
}

extension Span<UInt8> {
    /// The number of significant digits of a decimal number with white space around it, with or without an exponent;
    /// nil for other text.
    var decimalDigits: Int? {
        let text = extracting(trimmedRange)
        var index = 0
        func digits() -> Range<Int> {
            let start = index
            while index < text.count, text[index] &- UInt8(ascii: "0") < 10 { index += 1 }
            return start..<index
        }
        func skip(_ bytes: UInt8...) -> Bool {
            guard index < text.count, bytes.contains(text[index]) else { return false }
            index += 1
            return true
        }
        _ = skip(UInt8(ascii: "+"), UInt8(ascii: "-"))
        let whole = digits()
        let fraction = skip(UInt8(ascii: ".")) ? digits() : index..<index
        guard whole.count + fraction.count > 0 else { return nil }
        if skip(UInt8(ascii: "e"), UInt8(ascii: "E")) {
            _ = skip(UInt8(ascii: "+"), UInt8(ascii: "-"))
            guard !digits().isEmpty else { return nil }
        }
        guard index == text.count else { return nil }
        var (start, end) = (whole.lowerBound, fraction.isEmpty ? whole.upperBound : fraction.upperBound)
        while start < end, text[start] == UInt8(ascii: "0") || text[start] == UInt8(ascii: ".") { start += 1 }
        while end > start, text[end - 1] == UInt8(ascii: "0") || text[end - 1] == UInt8(ascii: ".") { end -= 1 }
        return (start..<end).count { text[$0] != UInt8(ascii: ".") }
    }
}

extension Bool {
    /// `true`, `false`, `1` or `0`, with white space around it.
    init?(xml text: Span<UInt8>) {
        let text = text.extracting(text.trimmedRange)
        if text.count == 1, text[0] == UInt8(ascii: "1") || text[0] == UInt8(ascii: "0") {
            self = text[0] == UInt8(ascii: "1")
        } else if text.count == 4, text.has("true", at: 0) {
            self = true
        } else if text.count == 5, text.has("false", at: 0) {
            self = false
        } else {
            return nil
        }
    }
}

extension Double {
    private static let powers: [Double] = [
        1e0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15,
    ]

    /// A number with white space around it: digits with a fraction and an exponent, `INF`, `-INF` or `NaN`.
    init?(xml text: Span<UInt8>) {
        let text = text.extracting(text.trimmedRange)
        if let value = Self.exact(text) { self = value } else { self.init(xmlText: text.string(0..<text.count)) }
    }

    /// The value of a decimal number that fits into a mantissa, with a small power of ten. The quotient or product of
    /// two exact numbers is rounded once. Nil for all other numbers.
    private static func exact(_ text: Span<UInt8>) -> Double? {
        var index = 0
        guard text.count > 0, text.count <= 20 else { return nil }
        let isNegative = text[0] == UInt8(ascii: "-")
        if isNegative { index = 1 }
        var mantissa: UInt64 = 0
        var digits = 0
        var fraction = 0
        var hasPoint = false
        while index < text.count {
            let byte = text[index]
            if byte == UInt8(ascii: "."), !hasPoint {
                hasPoint = true
            } else {
                let digit = byte &- UInt8(ascii: "0")
                guard digit < 10 else { return nil }
                mantissa = mantissa &* 10 &+ UInt64(digit)
                digits += 1
                if hasPoint { fraction += 1 }
            }
            index += 1
        }
        guard digits > 0, digits <= 15 else { return nil }
        let value = Double(mantissa) / powers[fraction]
        return isNegative ? -value : value
    }
}
