extension Duration: ReadTextValue {
    private static var attosecondsPerSecond: Int128 { 1_000_000_000_000_000_000 }

    static var standIn: Duration { .zero }

    /// Reads `duration` of XML Schema without years and months, whose length varies: `P1DT2H3M4.5S`, `-PT0.5S`. A day
    /// has 24 hours.
    static func read(_ text: Span<UInt8>, _ forms: ValueForms) -> ReadValue<Duration> {
        let text = text.extracting(text.trimmedRange)
        var index = 0
        let isNegative = text.has("-", at: 0)
        if isNegative { index = 1 }
        guard text.has("P", at: index) else { return .invalid }
        index += 1
        // The least duration has no positive counterpart.
        let second: Int128 = isNegative ? -attosecondsPerSecond : attosecondsPerSecond
        var attoseconds: Int128 = 0
        var (isTime, isOutOfRange) = (false, false)
        // The units that may follow, in their order.
        var units: ArraySlice<(String, Int128)> = [("D", 86_400)]
        var count = 0
        while index < text.count {
            if !isTime, text.has("T", at: index) {
                (isTime, count) = (true, 0)
                units = [("H", 3600), ("M", 60), ("S", 1)]
                index += 1
            }
            guard let (number, fraction, end) = number(text, from: index), end < text.count,
                let unit = units.firstIndex(where: { text[end] == $0.0.utf8.first })
            else { return .invalid }
            guard fraction == nil || units[unit].0 == "S" else { return .invalid }
            let (product, isTooLarge) = (number ?? .max).multipliedReportingOverflow(by: units[unit].1 * second)
            let (whole, isWholeTooLarge) = attoseconds.addingReportingOverflow(product)
            let (sum, isSumTooLarge) = whole.addingReportingOverflow((fraction ?? 0) * (isNegative ? -1 : 1))
            isOutOfRange = isOutOfRange || number == nil || isTooLarge || isWholeTooLarge || isSumTooLarge
            attoseconds = sum
            units = units[(unit + 1)...]
            (index, count) = (end + 1, count + 1)
        }
        guard count > 0 else { return .invalid }
        guard !isOutOfRange else { return .outOfRange }
        return .value(Duration(attoseconds: attoseconds))
    }

    /// Reads digits and, after a point, up to 18 further ones. The number is nil if it is too large.
    private static func number(
        _ text: Span<UInt8>, from start: Int
    ) -> (number: Int128?, attoseconds: Int128?, end: Int)? {
        var end = start
        var number: Int128? = 0
        while end < text.count, case let digit = text[end] &- UInt8(ascii: "0"), digit < 10 {
            let product = number?.multipliedReportingOverflow(by: 10)
            let sum = product?.partialValue.addingReportingOverflow(Int128(digit))
            number = product?.overflow == false && sum?.overflow == false ? sum?.partialValue : nil
            end += 1
        }
        guard end > start else { return nil }
        guard text.has(".", at: end) else { return (number, nil, end) }
        end += 1
        let point = end
        var (attoseconds, unit): (Int128, Int128) = (0, attosecondsPerSecond / 10)
        while end < text.count, case let digit = text[end] &- UInt8(ascii: "0"), digit < 10 {
            attoseconds += Int128(digit) * unit
            unit /= 10
            end += 1
        }
        return end > point ? (number, attoseconds, end) : nil
    }

    /// Writes `dayTimeDuration` of XML Schema in its canonical form (part 2, section E.2).
    func text(_ forms: ValueForms) -> String {
        let (whole, fraction) = attoseconds.magnitude.quotientAndRemainder(
            dividingBy: UInt128(Self.attosecondsPerSecond))
        var text = self < .zero ? "-P" : "P"
        let (days, hours, minutes, rest) = (whole / 86_400, whole / 3600 % 24, whole / 60 % 60, whole % 60)
        if days > 0 { text += "\(days)D" }
        if hours > 0 || minutes > 0 || rest > 0 || fraction > 0 || days == 0 { text += "T" }
        if hours > 0 { text += "\(hours)H" }
        if minutes > 0 { text += "\(minutes)M" }
        if rest > 0 || fraction > 0 || whole == 0 {
            text += "\(rest)"
            if fraction > 0 {
                let digits = String(fraction)
                let padded = String(repeating: "0", count: 18 - digits.count) + digits
                text += "." + padded[...(padded.lastIndex { $0 != "0" } ?? padded.startIndex)]
            }
            text += "S"
        }
        return text
    }
}
