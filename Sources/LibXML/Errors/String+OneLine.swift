extension String {
    /// The text for a message, which is one line of bounded length. Characters that break a line, control a terminal or
    /// change the direction of writing are escaped as in Swift; long quotations are shortened.
    var inOneLine: String {
        if utf8.count <= Self.longestQuotation, utf8.allSatisfy({ (0x20..<0x7F).contains($0) }) { return self }
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
            line += scalar.isHarmful ? scalar.escaped(asASCII: false).escapedIfInvisible(scalar) : String(scalar)
        }
        return line
    }

    /// In Unicode scalars, as is `longestMessage`.
    private static let longestQuotation = 80
    private static let longestMessage = 600
}

extension String {
    /// This escaped form of a scalar, or `\u{…}` if Swift does not escape the scalar.
    fileprivate func escapedIfInvisible(_ scalar: Unicode.Scalar) -> String {
        self == String(scalar) ? "\\u{\(String(scalar.value, radix: 16, uppercase: true))}" : self
    }
}

extension Unicode.Scalar {
    /// Whether the scalar breaks a line, controls a terminal, changes the direction of writing or is invisible.
    var isHarmful: Bool {
        switch value {
        case 0..<0x20, 0x7F..<0xA0, 0x061C, 0x200B, 0x200E, 0x200F, 0x2028...0x202E, 0x2066...0x2069, 0xFEFF: true
        default: false
        }
    }
}
