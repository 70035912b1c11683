import CLibXML2

/// The meaning of an error code of libxml2, in LibXML's own words.
///
/// libxml2's own messages contain names of its functions and differ between its versions; they are used only for
/// `debugDescription`.
struct Libxml2Message {
    /// The kind of fault, unless the text of the document determines it more precisely.
    let code: XMLError.Code
    /// The message, as in ``XMLDiagnostic/message``. `{1}` and `{2}` are placeholders for names that libxml2 reports. A
    /// word that contains a placeholder is omitted if libxml2 reports no such name.
    let text: String

    /// The message for a report about an XML document.
    static func message(for report: Libxml2Report) -> Self {
        message(for: report, in: common)
    }

    /// The message for a report about an HTML document.
    static func htmlMessage(for report: Libxml2Report) -> Self {
        message(for: report, in: html)
    }

    /// The message for a code of `xmlParserErrors` of any version from 2.9.14 to 2.15; nil if parsing cannot report it.
    static func entry(for number: Int) -> Self? { html[number] }

    private static func message(for report: Libxml2Report, in table: [Int: Self]) -> Self {
        guard let entry = table[report.code] ?? rangeEntry(for: report.code) else {
            return Self(code: .malformed, text: "libxml2 reports error \(report.code), which LibXML does not know")
        }
        return Self(code: entry.code, text: filled(entry.text, with: report.strings))
    }

    /// The message for codes that have no entry of their own, because parsing alone does not report them.
    private static func rangeEntry(for number: Int) -> Self? {
        switch number {
        case 500..<600:
            Self(code: .malformed, text: "the document violates its document type declaration")
        case 1500..<1600:
            Self(code: .unresolvedEntity, text: "a resource outside the document cannot be read")
        case 6000..<6100:
            Self(code: .invalidEncoding, text: "the text cannot be converted from its encoding")
        default: nil
        }
    }

    private static func filled(_ text: String, with strings: (String?, String?, String?)) -> String {
        guard text.contains("{") else { return text }
        let words = text.split(separator: " ").compactMap { word -> String? in
            guard let open = word.firstIndex(of: "{"), let close = word.firstIndex(of: "}") else { return String(word) }
            guard let name = word[open...close] == "{1}" ? strings.0 : strings.1 else { return nil }
            return word[..<open] + name + word[word.index(after: close)...]
        }
        return words.joined(separator: " ")
    }

    typealias Row = (number: xmlParserErrors, code: XMLError.Code, text: String)

    static func row(_ number: xmlParserErrors, _ fault: Fault) -> Row { (number, fault.code, fault.message) }

    static func rows(_ code: XMLError.Code, _ texts: [(xmlParserErrors, String)]) -> [Row] {
        texts.map { ($0, code, $1) }
    }

    private static let commonRows = generalRows + characterRows + markupRows + documentTypeRows + namespaceRows
    private static let common = table(commonRows)
    private static let html = table(commonRows + htmlRows)

    private static func table(_ rows: [Row]) -> [Int: Self] {
        var table: [Int: Self] = [:]
        for row in rows { table.set(Int(row.number.rawValue), to: Self(code: row.code, text: row.text)) }
        return table
    }
}

extension Libxml2Report {
    /// The message for a report about an XML document.
    var message: String { Libxml2Message.message(for: self).text }
}

/// Codes that the headers of some versions do not define.
extension xmlParserErrors {
    /// `XML_ERR_COMMENT_ABRUPTLY_ENDED`, from 2.10 on.
    static var commentAbruptlyEnded: Self { Self(112) }
    /// `XML_WAR_ENCODING_MISMATCH`, from 2.12 on.
    static var encodingMismatch: Self { Self(113) }
    /// `XML_ERR_RESOURCE_LIMIT`, from 2.13 on.
    static var resourceLimit: Self { Self(114) }
    /// `XML_ERR_ARGUMENT`, from 2.13 on.
    static var argument: Self { Self(115) }
    /// `XML_ERR_SYSTEM`, from 2.13 on.
    static var system: Self { Self(116) }
    /// `XML_ERR_REDECL_PREDEF_ENTITY`, from 2.13 on.
    static var redeclaredPredefinedEntity: Self { Self(117) }
    /// `XML_ERR_INT_SUBSET_NOT_FINISHED`, from 2.13 on.
    static var internalSubsetNotFinished: Self { Self(118) }
    /// `XML_HTML_INCORRECTLY_OPENED_COMMENT`, from 2.10 on.
    static var incorrectlyOpenedComment: Self { Self(802) }
}
