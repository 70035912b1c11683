/// A number as a document writes it.
struct WrittenNumber {
    /// Whether it is an `Int` that is written back in the same way.
    let isInt: Bool
    /// Whether a `Double` keeps its digits.
    let isDouble: Bool
    /// The number as a version: see ``ObservedVersions``.
    let version: Version

    /// A number as a version.
    enum Version: Equatable {
        /// Not a version such as 1.9 or 1.10, but an amount.
        case none
        /// A number with one digit after the point.
        case oneDigit(major: Int)
        /// A number with two digits after the point that ends with 0, as in 1.10.
        case roundTwoDigits(major: Int)
        case other
    }

    /// - Returns: nil for text that may be an identifier, although it consists of digits: 007, +1, 12e4.
    init?(_ text: Substring.UTF8View) {
        var rest = text
        if rest.first == UInt8(ascii: "-") { rest.removeFirst() }
        let whole = rest.removeDigits()
        var fraction: Substring.UTF8View?
        if rest.first == UInt8(ascii: ".") {
            rest.removeFirst()
            let digits = rest.removeDigits()
            guard !digits.isEmpty else { return nil }
            fraction = digits
        }
        guard whole.isEmpty ? fraction != nil : whole.count == 1 || whole.first != UInt8(ascii: "0") else { return nil }
        let hasExponent = !rest.isEmpty
        if hasExponent {
            guard rest.removeExponent(isSigned: fraction == nil), rest.isEmpty else { return nil }
        }
        guard let value = Double(Substring(text)), value.isFinite else { return nil }

        let isWhole = fraction == nil && !hasExponent
        // An Int has no -0.
        isInt = isWhole && !(value == 0 && value.sign == .minus) && Int(Substring(text)) != nil
        // 15 digits always survive a Double; 17 are as many as programs write for one.
        let digits = (Array(whole) + Array(fraction ?? whole[whole.endIndex...])).drop { $0 == UInt8(ascii: "0") }
        isDouble = digits.count <= (isWhole ? 15 : 17)
        version = hasExponent || value < 0 ? .none : Version(whole, fraction)
    }
}

extension WrittenNumber.Version {
    fileprivate init(_ whole: Substring.UTF8View, _ fraction: Substring.UTF8View?) {
        guard let fraction else {
            self = .other
            return
        }
        let isCounter = fraction.count == 1 || fraction.count == 2 && fraction.first != UInt8(ascii: "0")
        guard isCounter, let major = Int(Substring(whole)) else {
            self = .none
            return
        }
        let isRound = fraction.last == UInt8(ascii: "0")
        self = fraction.count == 1 ? .oneDigit(major: major) : isRound ? .roundTwoDigits(major: major) : .other
    }
}

extension Substring.UTF8View {
    fileprivate mutating func removeDigits() -> Self {
        let digits = prefix { (0x30...0x39).contains($0) }
        self = self[digits.endIndex...]
        return digits
    }

    /// Removes an exponent: `e5`, `E-07`.
    ///
    /// - Returns: false if it does not begin with an exponent, or with one without a sign although it needs one.
    fileprivate mutating func removeExponent(isSigned: Bool) -> Bool {
        guard let first, first | 0x20 == UInt8(ascii: "e") else { return false }
        removeFirst()
        let hasSign = self.first == UInt8(ascii: "-") || self.first == UInt8(ascii: "+")
        if hasSign { removeFirst() }
        return !removeDigits().isEmpty && (hasSign || !isSigned)
    }
}
