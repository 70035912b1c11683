// Faults of attributes, and help where it is obvious.

extension Span<UInt8> {
    /// Returns the fault of an attribute value that begins without a quotation mark.
    func unquotedValueFault(at start: Int, of name: String) -> Fault {
        let isTypographic = start < count && scalar(at: start)?.isTypographicQuote == true
        return Fault(
            .unquotedAttributeValue, "the value of “\(name)” is not in quotes", at: start,
            help: isTypographic ? Self.helpForTypographicQuotes : nil)
    }

    /// Returns the fault of a “<” in an attribute value.
    func lessThanInValueFault(at start: Int, of name: String) -> Fault {
        Fault(
            .lessThanInAttributeValue, "“<” is not allowed in the value of “\(name)”", at: start,
            help: hasConflictMarker(at: start) ? Self.helpForConflict : Fault.helpForLessThan)
    }

    /// Returns help for an attribute without a value.
    ///
    /// - Parameters:
    ///   - name: the range of its name.
    ///   - isFirst: whether no attribute comes before it.
    func helpForMissingValue(_ name: Range<Int>, isFirst: Bool) -> String? {
        guard name.count <= 40 else { return nil }
        let written = string(name)
        if Self.booleanAttributes.contains(written.lowercased()) { return "write \(written)=\"\(written)\"" }
        let help = "write \(written)=\"…\""
        return isFirst ? "\(help); the name of an element cannot contain spaces" : help
    }

    /// Returns help for unexpected text after an attribute value, if the value probably contains quotation marks.
    ///
    /// - Parameters:
    ///   - start: the offset at which the tag cannot continue.
    ///   - value: the value before it, without its quotation marks.
    func helpForQuotes(at start: Int, after value: Range<Int>) -> String? {
        let quote = self[value.lowerBound - 1]
        var last = value.upperBound
        while last > value.lowerBound, self[last - 1].isXMLSpace { last -= 1 }
        // In `a="b c="d"` the first quotation mark is not closed, or not by a straight one.
        if last > value.lowerBound, self[last - 1] == UInt8(ascii: "=") {
            return hasTypographicQuote(in: value) ? Self.helpForTypographicQuotes : nil
        }
        let next = index(from: start) {
            $0 == UInt8(ascii: "\"") || $0 == UInt8(ascii: "'") || $0 == UInt8(ascii: "=") || $0 == UInt8(ascii: ">")
                || $0 == UInt8(ascii: "<")
        }
        guard next < count, self[next] == quote else { return nil }
        if next == start {
            // An extra quotation mark at the end of a value is not inside it.
            let after = skipSpace(from: next + 1)
            guard after == next + 1, after < count, self[after] != UInt8(ascii: ">"), self[after] != UInt8(ascii: "/")
            else { return nil }
        }
        return "write \(quote == UInt8(ascii: "'") ? "&apos;" : "&quot;") for a quotation mark inside a value"
    }

    /// Attributes that HTML writes without a value.
    private static var booleanAttributes: Set<String> {
        [
            "allowfullscreen", "async", "autofocus", "autoplay", "checked", "compact", "controls", "default", "defer",
            "disabled", "formnovalidate", "hidden", "ismap", "itemscope", "loop", "multiple", "muted", "nohref",
            "noresize", "noshade", "novalidate", "nowrap", "open", "playsinline", "readonly", "required", "reversed",
            "selected",
        ]
    }

    private func hasTypographicQuote(in range: Range<Int>) -> Bool {
        range.contains { self[$0] >= 0x80 && scalar(at: $0)?.isTypographicQuote == true }
    }

    private static var helpForTypographicQuotes: String { "write straight quotation marks: \" or '" }
}

extension Unicode.Scalar {
    /// Whether word processors write it for `"` or `'`, or languages use it for quotations.
    fileprivate var isTypographicQuote: Bool {
        switch value {
        case 0xAB, 0xBB, 0x2018...0x201F, 0x2032, 0x2033, 0x2039, 0x203A, 0xFF02, 0xFF07: true
        default: false
        }
    }
}
