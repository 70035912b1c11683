extension String {
    /// The text for a message, which is one line of bounded length. Long quotations are shortened, and the rest is
    /// escaped: see ``escapedForDisplay``.
    package var inOneLine: String {
        if utf8.count <= Self.longestQuotation, isPlain { return self }
        var line = ""
        var count = 0
        var quoted: Int?
        for scalar in unicodeScalars {
            switch scalar {
            case "“": quoted = quoted ?? 0
            case "”": quoted = nil
            default: quoted = quoted.map { $0 + 1 }
            }
            if let quoted, quoted > Self.longestQuotation {
                if quoted == Self.longestQuotation + 1 { line += "…" }
                continue
            }
            count += 1
            if count > Self.longestMessage { return line + "…" }
            scalar.appendEscaped(to: &line)
        }
        return line
    }

    /// The text in one line. Characters that break a line, control a terminal, change the direction of writing or are
    /// invisible are escaped as in Swift. Escaping escaped text does not change it.
    ///
    /// Complexity: O(length).
    @_spi(Checks) @_spi(Command) public var escapedForDisplay: String {
        if isPlain { return self }
        return unicodeScalars.reduce(into: "") { $1.appendEscaped(to: &$0) }
    }

    /// Whether there are only printable ASCII characters.
    private var isPlain: Bool { utf8.allSatisfy { (0x20..<0x7F).contains($0) } }

    /// In Unicode scalars, like `longestMessage`.
    private static let longestQuotation = 80
    private static let longestMessage = 600
}

extension Unicode.Scalar {
    /// Appends the scalar: unchanged if it is harmless, otherwise as Swift escapes it, or as `\u{…}` if Swift does not
    /// escape it.
    fileprivate func appendEscaped(to text: inout String) {
        guard isHarmful else { return text.unicodeScalars.append(self) }
        let escaped = escaped(asASCII: false)
        text += escaped == String(self) ? "\\u{\(String(value, radix: 16, uppercase: true))}" : escaped
    }

    /// Whether the scalar breaks a line, controls a terminal, changes the direction of writing or is invisible.
    var isHarmful: Bool {
        switch value {
        case 0..<0x20, 0x7F..<0xA0, 0xAD, 0x061C, 0x115F, 0x1160, 0x180E, 0x200B, 0x200E, 0x200F, 0x2028...0x202E,
            0x2060...0x206F, 0x3164, 0xFEFF, 0xFFA0, 0xFFF9...0xFFFB, 0xE0000...0xE007F:
            true
        default: false
        }
    }
}
