/// A message of libxml2's validator for XML Schema, divided into its parts.
///
/// The wording is the same from libxml2 2.9 to 2.15. A message of another form is shown unchanged.
struct SchemaMessage {
    let report: ValidatorReport
    /// The name of the attribute that the message is about, as `{uri}local`.
    let attribute: String?
    /// The facet that a value violates.
    let facet: String?
    /// The rest, without a full stop.
    let text: String
    /// The names of the permitted elements, as `{uri}local`.
    let expected: [String]

    init(_ report: ValidatorReport) {
        self.report = report
        var rest = report.message[...]
        var attribute: String?
        if rest.hasPrefix("Element '"), let end = rest.firstRange(of: "': ") {
            let head = rest[..<end.lowerBound]
            if let start = head.firstRange(of: "', attribute '") { attribute = String(head[start.upperBound...]) }
            rest = rest[end.upperBound...]
        }
        var facet: String?
        if rest.hasPrefix("[facet '"), let end = rest.firstRange(of: "'] ") {
            facet = String(rest[rest.index(rest.startIndex, offsetBy: 8)..<end.lowerBound])
            rest = rest[end.upperBound...]
        }
        var expected: [String] = []
        for mark in [" Expected is one of ( ", " Expected is ( "] {
            guard let start = rest.firstRange(of: mark), let end = rest.lastRange(of: " ).") else { continue }
            expected = rest[start.upperBound..<end.lowerBound].split(separator: ", ").map(String.init)
            rest = rest[..<start.lowerBound]
        }
        if attribute == nil, rest.hasPrefix("The attribute '"), let end = rest.dropFirst(15).firstIndex(of: "'") {
            attribute = String(rest.dropFirst(15)[..<end])
        }
        if rest.hasSuffix(".") { rest = rest.dropLast() }
        self.attribute = attribute ?? report.duplicateID?.attribute
        self.facet = facet
        self.expected = expected
        text = String(rest)
    }

    /// Whether the message is about the value of the element or attribute.
    var isAboutValue: Bool {
        facet != nil || SchemaCode.types.contains(report.code)
            || report.code == SchemaCode.facet && report.duplicateID == nil
    }

    /// The name of the type that a value is not of, as `xs:int` or `{uri}local`; nil for a type without a name.
    var type: String? {
        if text.hasPrefix("The QName value ") { return "xs:QName" }
        // The value may contain anything, even words of the message.
        guard let start = text[...].lastRange(of: " is not a valid value of the "), text.hasSuffix("'") else {
            return nil
        }
        return text[start.upperBound...].split(separator: "'").last.map(String.init)
    }

    /// Whether that type is a list.
    var isAboutList: Bool { text[...].lastRange(of: " is not a valid value of the list type") != nil }

    /// The name of the key that the message is about, as `name` or `{uri}name`.
    var key: String? { quoted(after: "identity-constraint ") ?? quoted(after: "keyref ") }

    /// The values of that key.
    var keyValues: [String] {
        guard let start = text.firstIndex(of: "["), let end = text[...].lastRange(of: "] ")?.lowerBound, start < end
        else { return [] }
        return Self.values(String(text[text.index(after: start)..<end]))
    }

    /// The local name of a name as libxml2 writes it.
    static func local(_ name: String) -> String {
        if let close = name.lastIndex(of: "}") { return String(name[name.index(after: close)...]) }
        return Wording.local(name)
    }

    /// The values of a list such as `'a', 'b'`.
    static func values(_ list: String) -> [String] {
        guard list.hasPrefix("'"), list.hasSuffix("'"), list.count > 1 else { return [] }
        return String(list.dropFirst().dropLast()).split(separator: "', '", omittingEmptySubsequences: false)
            .map(String.init)
    }

    /// The text in quotes after a mark, up to the last quote.
    func quoted(after mark: String) -> String? {
        guard let start = text[...].lastRange(of: mark + "'"), let end = text.lastIndex(of: "'"),
            start.upperBound <= end
        else { return nil }
        return String(text[start.upperBound..<end])
    }
}

extension Substring {
    func firstRange(of text: String) -> Range<Index>? { ranges(of: text).first }
    func lastRange(of text: String) -> Range<Index>? { ranges(of: text).last }
}

extension ValidatorReport {
    /// Whether the schema can still be used after this report.
    var isWarning: Bool { level == 1 }
}
