/// Dates as text, in forms that `Span+Dates.swift` reads. Seconds count from 2001, as in Foundation, so that no
/// precision is lost.
enum DateText {
    /// A date by the calendar of ISO 8601, in UTC.
    private struct CalendarDate {
        var year: Int
        var month: Int
        var day: Int
        /// The seconds since midnight.
        var second: Int
        /// From 0 for Sunday.
        var weekday: Int

        init(_ seconds: Int) {
            let (days, second) = seconds.flooredQuotient(by: 86_400)
            self.second = second
            weekday = (days + 4).flooredQuotient(by: 7).remainder
            // Years begin with March, so that the leap day is the last.
            let (era, dayOfEra) = (days + 719_468).flooredQuotient(by: 146_097)
            let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
            let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
            let shifted = (5 * dayOfYear + 2) / 153
            day = dayOfYear - (153 * shifted + 2) / 5 + 1
            month = shifted < 10 ? shifted + 3 : shifted - 9
            year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
        }

        var time: String { "\(padded(second / 3600)):\(padded(second / 60 % 60)):\(padded(second % 60))" }
    }

    /// `dateTime` of XML Schema. Nil for a date that is not finite, and for a year with more than six digits.
    static func xmlSchema(_ seconds: Double) -> String? {
        guard let (whole, digits) = parts(seconds) else { return nil }
        let date = CalendarDate(whole)
        guard date.year.magnitude < 1_000_000 else { return nil }
        let sign = date.year < 0 ? "-" : ""
        let year = padded(Int(date.year.magnitude), to: 4)
        let fraction = digits.isEmpty ? "" : "." + digits
        return "\(sign)\(year)-\(padded(date.month))-\(padded(date.day))T\(date.time)\(fraction)Z"
    }

    /// A date of RFC 822. Nil for a date that is not finite, and for a year that does not have four digits.
    static func rfc822(_ seconds: Double) -> String? {
        guard let (whole, _) = parts(seconds) else { return nil }
        let date = CalendarDate(whole)
        guard (0...9999).contains(date.year) else { return nil }
        let weekday = ["Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"][date.weekday]
        let months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]
        let month = months[date.month - 1]
        return "\(weekday), \(padded(date.day)) \(month) \(padded(date.year, to: 4)) \(date.time) GMT"
    }

    /// Seconds since 1970. Nil for a date that is not finite.
    static func seconds(_ seconds: Double) -> String? { number(seconds, shift: 0) }

    /// Milliseconds since 1970. Nil for a date that is not finite.
    static func milliseconds(_ seconds: Double) -> String? { number(seconds, shift: 3) }

    private static func number(_ seconds: Double, shift: Int) -> String? {
        guard var (whole, digits) = parts(seconds) else { return nil }
        let isNegative = whole < 0
        if isNegative {
            // The digits count upwards from the second before.
            digits = complement(of: digits)
            whole = digits.isEmpty ? -whole : -whole - 1
        }
        let padded = digits + String(repeating: "0", count: max(0, shift - digits.count))
        let integer = String("\(whole)\(padded.prefix(shift))".drop { $0 == "0" })
        let fraction = padded.dropFirst(shift)
        return (isNegative ? "-" : "") + (integer.isEmpty ? "0" : integer) + (fraction.isEmpty ? "" : "." + fraction)
    }

    /// The whole seconds from 1970 to a moment, rounded down, and the digits of the rest. These are as few as are
    /// needed to restore the same number, of the 15 that are read.
    private static func parts(_ seconds: Double) -> (Int, digits: String)? {
        guard seconds.magnitude < 1e14 else { return nil }
        let whole = seconds.rounded(.down)
        let fraction = seconds - whole
        var (scale, count) = (1.0, 0)
        var digits = fraction.rounded()
        while count < 15, (whole + digits / scale - seconds).magnitude > 0.5e-15 {
            (scale, count) = (scale * 10, count + 1)
            digits = (fraction * scale).rounded()
        }
        if digits >= scale { return (Int(whole) + 1 + Moment.reference, "") }
        return (Int(whole) + Moment.reference, count == 0 ? "" : padded(Int(digits), to: count))
    }

    /// The digits of the difference between 1 and a fraction.
    private static func complement(of digits: String) -> String {
        guard let number = Int(digits), number > 0 else { return "" }
        let scale = (0..<digits.count).reduce(1) { scale, _ in scale * 10 }
        return padded(scale - number, to: digits.count)
    }

    private static func padded(_ number: Int, to count: Int = 2) -> String {
        let text = String(number)
        return String(repeating: "0", count: max(0, count - text.count)) + text
    }
}

extension Int {
    fileprivate func flooredQuotient(by divisor: Int) -> (quotient: Int, remainder: Int) {
        let (quotient, remainder) = quotientAndRemainder(dividingBy: divisor)
        return remainder < 0 ? (quotient - 1, remainder + divisor) : (quotient, remainder)
    }
}
