// Dates, read from bytes by the calendar of ISO 8601, without a formatter.

/// A moment as a sum. A single `Double` would lose precision of the dates of Foundation, which count from 2001.
struct Moment: Equatable {
    /// The whole seconds since 1970, or since midnight.
    var seconds: Int
    /// The rest, in seconds, which is added to them: more than -1 and less than 1.
    var fraction = 0.0

    /// The seconds from 1970 to 2001.
    static let reference = 978_307_200

    /// The seconds since 2001.
    var sinceReferenceDate: Double { Double(seconds - Self.reference) + fraction }
}

extension Span<UInt8> {
    /// A date in a form of XML Schema 1.1 (part 2, section 3.3): `dateTime`, `date`, `gYearMonth` or
    /// `gYear`, with or without a fraction of a second and a time zone.
    ///
    /// - Parameters:
    ///   - zone: the seconds east of Greenwich for a date without a time zone.
    ///   - isLoose: whether the zone may be a name, and may follow white space: `2018-12-21 11:27:25 UTC`.
    /// - Returns: nil if it is not such a date, or is not in the calendar: 30 February, 25 o'clock.
    func xmlSchemaDate(zone: Int, isLoose: Bool = false) -> Moment? {
        let text = extracting(trimmedRange)
        var reader = DateReader()
        let isNegative = reader.skip("-", text)
        guard var year = reader.number(text, digits: 4...6) else { return nil }
        if isNegative { year = -year }
        var (month, day) = (1, 1)
        var time = Moment(seconds: 0)
        if reader.has("-", text), !reader.isZone(text) {
            guard reader.skip("-", text), let number = reader.number(text, digits: 2...2) else { return nil }
            month = number
            if reader.has("-", text), !reader.isZone(text) {
                guard reader.skip("-", text), let number = reader.number(text, digits: 2...2) else { return nil }
                day = number
                if reader.skip("T", text) || reader.skip(" ", text) {
                    guard let found = reader.time(text) else { return nil }
                    time = found
                }
            }
        }
        if isLoose { reader.skipSpace(text) }
        var offset = reader.zone(text) ?? zone
        if isLoose, let name = reader.letters(text) {
            guard let named = Self.zone(name) else { return nil }
            offset = named
        }
        guard reader.isAtEnd(text), let days = Self.days(year, month, day) else { return nil }
        return Moment(seconds: days * 86_400 + time.seconds - offset, fraction: time.fraction)
    }

    /// A date of RFC 822 as feeds write it: `Tue, 03 Jun 2008 11:05:30 GMT`, with or without the day of
    /// the week and the seconds, with a year of two digits or four, and a zone that is a number, a name or both:
    /// `GMT+0200`. Comments in parentheses may be between its parts.
    func rfc822Date(zone: Int) -> Moment? {
        let text = extracting(trimmedRange)
        var reader = DateReader()
        reader.skipComments(text)
        if reader.letters(text) != nil {
            _ = reader.skip(",", text)
            reader.skipComments(text)
        }
        guard let day = reader.number(text, digits: 1...2) else { return nil }
        reader.skipComments(text)
        guard let name = reader.letters(text), let month = Self.month(name) else { return nil }
        reader.skipComments(text)
        let start = reader.position
        guard var year = reader.number(text, digits: 2...4) else { return nil }
        // RFC 2822, section 4.3.
        if reader.position - start == 2 { year += year < 50 ? 2000 : 1900 }
        if reader.position - start == 3 { year += 1900 }
        reader.skipComments(text)
        guard let time = reader.time(text) else { return nil }
        reader.skipComments(text)
        let offset: Int
        if reader.isAtEnd(text) {
            offset = zone
        } else if let number = reader.zone(text) {
            offset = number
            reader.skipComments(text)
        } else if let name = reader.letters(text), let named = Self.zone(name) {
            offset = named + (reader.zone(text) ?? 0)
            reader.skipComments(text)
        } else {
            return nil
        }
        guard reader.isAtEnd(text), let days = Self.days(year, month, day) else { return nil }
        return Moment(seconds: days * 86_400 + time.seconds - offset, fraction: time.fraction)
    }

    /// Seconds since 1970: a decimal number without an exponent; nil for others.
    ///
    /// - Parameter shift: 3 for milliseconds.
    func decimalDate(shift: Int) -> Moment? {
        let text = extracting(trimmedRange)
        var reader = DateReader()
        let isNegative = reader.skip("-", text)
        guard var whole = reader.number(text, digits: 1...17) else { return nil }
        var (digits, scale) = (0, 1)
        if reader.skip(".", text) {
            let start = reader.position
            guard let number = reader.number(text, digits: 1...15 - shift) else { return nil }
            digits = number
            for _ in start..<reader.position { scale *= 10 }
        }
        guard reader.isAtEnd(text) else { return nil }
        for _ in 0..<shift {
            digits += whole % 10 * scale
            (whole, scale) = (whole / 10, scale * 10)
        }
        let fraction = Double(digits) / Double(scale)
        return Moment(seconds: isNegative ? -whole : whole, fraction: isNegative ? -fraction : fraction)
    }

    /// The days from 1970-01-01 to a day of the proleptic Gregorian calendar; nil if there is no such day.
    private static func days(_ year: Int, _ month: Int, _ day: Int) -> Int? {
        guard (1...12).contains(month), day >= 1 else { return nil }
        let isLeap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
        let length =
            switch month {
            case 2: isLeap ? 29 : 28
            case 4, 6, 9, 11: 30
            default: 31
            }
        guard day <= length else { return nil }
        // Years begin with March, so that the leap day is the last.
        let shifted = month <= 2 ? year - 1 : year
        let era = (shifted >= 0 ? shifted : shifted - 399) / 400
        let yearOfEra = shifted - era * 400
        let dayOfYear = (153 * (month + (month > 2 ? -3 : 9)) + 2) / 5 + day - 1
        return era * 146_097 + yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear - 719_468
    }

    private static func month(_ name: UInt32) -> Int? {
        let names = ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"]
        return names.firstIndex { DateReader.key($0) == name & 0xFF_FFFF }.map { $0 + 1 }
    }

    /// The seconds east of Greenwich of a zone of RFC 822, section 5.1.
    private static func zone(_ name: UInt32) -> Int? {
        let zones = [
            "gmt": 0, "ut": 0, "utc": 0, "z": 0, "est": -5, "edt": -4, "cst": -6, "cdt": -5, "mst": -7, "mdt": -6,
            "pst": -8, "pdt": -7,
        ]
        return zones.first { DateReader.key($0.key) == name }.map { $0.value * 3600 }
    }
}

/// A place in the text of a date. The text is an argument, because a span cannot be a property here.
private struct DateReader {
    private(set) var position = 0

    func isAtEnd(_ text: Span<UInt8>) -> Bool { position == text.count }

    func has(_ character: Character, _ text: Span<UInt8>) -> Bool {
        position < text.count && text[position] == character.asciiValue
    }

    mutating func skip(_ character: Character, _ text: Span<UInt8>) -> Bool {
        guard has(character, text) else { return false }
        position += 1
        return true
    }

    mutating func skipSpace(_ text: Span<UInt8>) {
        while position < text.count, text[position].isXMLSpace { position += 1 }
    }

    /// Skips white space and comments, which may nest and have escapes (RFC 5322, section 3.2.2).
    mutating func skipComments(_ text: Span<UInt8>) {
        skipSpace(text)
        while has("(", text) {
            var (end, depth) = (position, 0)
            repeat {
                if end == text.count { return }
                switch text[end] {
                case UInt8(ascii: "("): depth += 1
                case UInt8(ascii: ")"): depth -= 1
                case UInt8(ascii: "\\"): end = Swift.min(end + 1, text.count - 1)
                default: break
                }
                end += 1
            } while depth > 0
            position = end
            skipSpace(text)
        }
    }

    /// Reads all digits that follow. Returns nil if their count is not allowed.
    mutating func number(_ text: Span<UInt8>, digits: ClosedRange<Int>) -> Int? {
        let start = position
        var value = 0
        while position < text.count, position - start <= digits.upperBound, case let digit = text[position] &- 0x30,
            digit < 10
        {
            value = value * 10 + Int(digit)
            position += 1
        }
        return digits.contains(position - start) ? value : nil
    }

    /// The first four letters of a word in lower case; nil if there is no word.
    mutating func letters(_ text: Span<UInt8>) -> UInt32? {
        let start = position
        var key: UInt32 = 0
        while position < text.count, text[position].isASCIILetter {
            if position - start < 4 { key |= UInt32(text[position] | 0x20) << UInt32(8 * (position - start)) }
            position += 1
        }
        return position > start ? key : nil
    }

    static func key(_ word: String) -> UInt32 {
        word.utf8.prefix(4).reversed().reduce(0) { $0 << 8 | UInt32($1) }
    }

    /// `hh:mm` or `hh:mm:ss`, with a fraction, in seconds. 24:00:00 is the end of the day.
    mutating func time(_ text: Span<UInt8>) -> Moment? {
        guard let hour = number(text, digits: 1...2), skip(":", text), let minute = number(text, digits: 2...2) else {
            return nil
        }
        var (second, fraction) = (0, 0.0)
        if skip(":", text) {
            guard let number = number(text, digits: 2...2) else { return nil }
            second = number
            if skip(".", text) || skip(",", text) {
                guard let number = self.fraction(text) else { return nil }
                fraction = number
            }
        }
        let isMidnight = hour == 24 && minute == 0 && second == 0 && fraction == 0
        // 60 is a leap second.
        guard hour < 24 || isMidnight, minute < 60, second <= 60 else { return nil }
        return Moment(seconds: hour * 3600 + minute * 60 + second, fraction: fraction)
    }

    private mutating func fraction(_ text: Span<UInt8>) -> Double? {
        let start = position
        var (value, scale) = (0.0, 1.0)
        while position < text.count, case let digit = text[position] &- 0x30, digit < 10 {
            if position - start < 15 { (value, scale) = (value * 10 + Double(digit), scale * 10) }
            position += 1
        }
        return position > start ? value / scale : nil
    }

    /// Whether `-` begins a time zone, such as `-05:00`, rather than the next part of a date.
    func isZone(_ text: Span<UInt8>) -> Bool {
        position + 6 == text.count && text[position + 3] == UInt8(ascii: ":")
    }

    /// `Z`, `+hh:mm` or `+hhmm`, in seconds; nil if there is no zone.
    mutating func zone(_ text: Span<UInt8>) -> Int? {
        let start = position
        if skip("Z", text) { return 0 }
        let isNegative = has("-", text)
        guard skip("+", text) || skip("-", text), let first = number(text, digits: 2...4) else {
            position = start
            return nil
        }
        var (hours, minutes) = (first, 0)
        if position - start == 5 {
            (hours, minutes) = (first / 100, first % 100)
        } else if skip(":", text) {
            guard let number = number(text, digits: 2...2) else {
                position = start
                return nil
            }
            minutes = number
        }
        guard hours <= 14, minutes < 60 else {
            position = start
            return nil
        }
        return (isNegative ? -1 : 1) * (hours * 3600 + minutes * 60)
    }
}
