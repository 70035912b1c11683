import LibXML

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// The types that fit all values of an attribute, an element or a text. The values themselves are not kept.
struct ObservedValues {
    enum ValueType: Hashable {
        case string, int, double, bool, date, url
    }

    /// The forms in which dates are written.
    struct DateForms: OptionSet {
        let rawValue: Int
        static let xmlSchema = Self(rawValue: 1)
        static let rfc822 = Self(rawValue: 2)
    }

    private struct Types: OptionSet {
        let rawValue: Int
        static let int = Self(rawValue: 1)
        static let double = Self(rawValue: 2)
        static let bool = Self(rawValue: 4)
        static let date = Self(rawValue: 8)
        static let url = Self(rawValue: 16)
        static let all: Self = [int, double, bool, date, url]
    }

    private var types = Types.all
    private var count = 0
    /// Whether a value is more than white space.
    private(set) var hasText = false
    private(set) var dateForms: DateForms = []
    /// Whether a value is a number, and not only `NaN` or `INF`.
    private var hasNumber = false
    /// Whether a value is `true` or `false`, and not only `1` or `0`.
    private var hasWord = false
    private var versions = ObservedVersions()

    /// The type for all values.
    var type: ValueType {
        if count == 0 { return .string }
        if types.contains(.int) { return .int }
        if types.contains(.double), hasNumber, !versions.isLikely { return .double }
        if types.contains(.bool), hasWord { return .bool }
        if types.contains(.date) { return .date }
        return types.contains(.url) ? .url : .string
    }

    /// Adds a value.
    ///
    /// - Parameter isDate: whether a decoder accepts the value as a date. Called only for values that look like one.
    mutating func add(_ value: String, isDate: (XMLDecoder.DateDecodingStrategy) -> Bool) {
        count += 1
        if types.isEmpty && hasText { return }
        let text = value.utf8.trimmingSpace
        if text.isEmpty {
            types = []
            return
        }
        hasText = true
        if !types.isDisjoint(with: [.int, .double]) {
            let numbers = numberTypes(text)
            types.formIntersection([numbers, .bool, .date, .url])
        }
        if types.contains(.bool) { addBool(text) }
        if types.contains(.date) { addDate(text, isDate) }
        if types.contains(.url), !text.isURL { types.remove(.url) }
    }

    mutating func merge(_ other: Self) {
        types.formIntersection(other.types)
        count += other.count
        hasText = hasText || other.hasText
        dateForms.formUnion(other.dateForms)
        hasNumber = hasNumber || other.hasNumber
        hasWord = hasWord || other.hasWord
        versions.merge(other.versions)
    }

    private mutating func numberTypes(_ text: Substring.UTF8View) -> Types {
        if ["NaN", "INF", "-INF"].contains(Substring(text)) { return .double }
        guard let number = WrittenNumber(text) else { return [] }
        hasNumber = true
        versions.add(number.version)
        return [number.isInt ? .int : [], number.isDouble ? .double : []]
    }

    private mutating func addBool(_ text: Substring.UTF8View) {
        if text.elementsEqual("true".utf8) || text.elementsEqual("false".utf8) {
            hasWord = true
        } else if !text.elementsEqual("1".utf8), !text.elementsEqual("0".utf8) {
            types.remove(.bool)
        }
    }

    private mutating func addDate(_ text: Substring.UTF8View, _ isDate: (XMLDecoder.DateDecodingStrategy) -> Bool) {
        if text.resemblesXMLSchemaDate, isDate(.xmlSchema) {
            dateForms.insert(.xmlSchema)
        } else if text.resemblesRFC822Date, isDate(.rfc822) {
            dateForms.insert(.rfc822)
        } else {
            types.remove(.date)
        }
    }
}

// MARK: Forms

extension String.UTF8View {
    /// The text without the white space of XML at its ends.
    fileprivate var trimmingSpace: Substring.UTF8View {
        var text = self[...]
        while let first = text.first, first.isSpace { text.removeFirst() }
        while let last = text.last, last.isSpace { text.removeLast() }
        return text
    }
}

extension UInt8 {
    fileprivate var isSpace: Bool { self == 0x20 || (0x09...0x0A).contains(self) || self == 0x0D }
    fileprivate var isDigit: Bool { (0x30...0x39).contains(self) }
    fileprivate var isLetter: Bool { (0x61...0x7A).contains(self | 0x20) }
}

extension Substring.UTF8View {
    /// Whether it is an absolute URL of HTTP that `URL` leaves as it is.
    fileprivate var isURL: Bool {
        let text = String(Substring(self))
        let start = text.prefix(8).lowercased()
        guard start.hasPrefix("http://") || start == "https://", let url = URL(string: text) else { return false }
        return url.host?.isEmpty == false && url.absoluteString == text
    }

    /// Whether it begins with a year, a month and a day, as in 2024-02-29.
    fileprivate var resemblesXMLSchemaDate: Bool {
        let fields = (first == UInt8(ascii: "-") ? dropFirst() : self).split(
            separator: UInt8(ascii: "-"), maxSplits: 2, omittingEmptySubsequences: false)
        return fields.count == 3 && fields[0].count >= 4 && fields[1].count == 2 && fields[2].count >= 2
            && fields[0].allSatisfy(\.isDigit) && fields[1].allSatisfy(\.isDigit)
            && fields[2].prefix(2).allSatisfy(\.isDigit)
    }

    /// Whether it begins with a day, the name of a month, a year and an hour, as in 3 Jun 2008 11:05.
    fileprivate var resemblesRFC822Date: Bool {
        guard count < 64 else { return false }
        var fields = split { $0.isSpace || $0 == UInt8(ascii: ",") }[...]
        if let first = fields.first, first.allSatisfy(\.isLetter) { fields.removeFirst() }
        guard fields.count >= 4 else { return false }
        let start = fields.startIndex
        return fields[start].allSatisfy(\.isDigit) && fields[start + 1].allSatisfy(\.isLetter)
            && fields[start + 2].allSatisfy(\.isDigit) && fields[start + 3].contains(UInt8(ascii: ":"))
    }
}
