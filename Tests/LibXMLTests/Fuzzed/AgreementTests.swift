import CheckCases
@_spi(Checks) import LibXML
import Testing

/// Every way of reading reports the same first error, with the same code, line and column.
@Suite struct AgreementTests {
    @Test("The same error from every engine, and from the repair", arguments: documents)
    func agreement(_ document: ComparedDocument) {
        let differences = Disagreement.all(in: document).filter { $0.kind.aspect == .error || $0.kind.aspect == .place }
        for difference in differences { Issue.record("\(difference)") }
    }

    @Test("The same error for what the repair is tested with", arguments: MalformedDocuments.all)
    func malformed(_ document: MalformedDocuments.Case) {
        guard document.options == XMLRepairOptions() else { return }
        let compared = ComparedDocument(bytes: Array(document.input.utf8))
        for difference in Disagreement.all(in: compared)
        where difference.kind.aspect == .error || difference.kind.aspect == .place {
            guard KnownDisagreements.first(matching: difference, in: compared) == nil else { continue }
            Issue.record("\(difference)")
        }
    }

    @Test(
        "An encoding of several bytes changes neither fault nor place",
        arguments: [
            "UTF-8", "UTF-16LE", "UTF-16BE", "UTF-32LE", "UTF-32BE", "GB18030", "GBK", "GB2312", "Big5", "Shift_JIS",
            "EUC-JP",
            "EUC-KR", "ISO-2022-JP",
        ])
    func encodings(_ encoding: String) throws {
        let word = encoding == "EUC-KR" ? "漢字" : "日本"
        let line = String(repeating: "<b c='\(word)'>\(word)&amp;&#65;\(word)</b>", count: 150)
        let lines =
            ["<?xml version='1.0' encoding='\(encoding)'?>", "<a>"] + Array(repeating: line, count: 6) + [
                "<b/>  <1b/>", "</a>",
            ]
        let document = try #require(ComparedDocument(text: lines.joined(separator: "\n"), encoding: encoding))
        let error = try #require(throws: XMLError.self) { _ = try XMLTree(parsing: document.bytes) }
        #expect(error.code == .invalidName)
        #expect(error.location?.line == 9 && error.location?.column == 8)
        for difference in Disagreement.all(in: document) {
            guard KnownDisagreements.first(matching: difference, in: document) == nil else { continue }
            Issue.record("\(difference)")
        }
    }

    private static func utf16(_ units: [UInt16]) -> [UInt8] { units.flatMap { [UInt8($0 >> 8), UInt8($0 & 0xFF)] } }

    private static func utf32(_ scalars: [UInt32]) -> [UInt8] {
        scalars.flatMap { value in (0..<4).map { UInt8(truncatingIfNeeded: value >> UInt32(24 - 8 * $0)) } }
    }

    private static let documents: [ComparedDocument] =
        [
            // Half of a surrogate pair after a declaration of another encoding.
            [0xFE, 0xFF]
                + utf16(Array("<?xml version='1.0' encoding='UTF-8'?><a>".utf16) + [0xD800] + Array("</a>".utf16)),
            utf16(Array("<?xml version='1.0' encoding='ISO-8859-1'?><a>".utf16) + [0xDC00] + Array("</a>".utf16)),
            [0, 0, 0xFE, 0xFF]
                + utf32("<?xml version='1.0' encoding='UTF-8'?><a>".unicodeScalars.map(\.value) + [0xD800])
                + utf32("</a>".unicodeScalars.map(\.value)),
            // U+0000 at the beginning.
            [0xFE, 0xFF] + utf16([0] + Array("<?xml version='1.0'?><a/>".utf16)),
            [0xEF, 0xBB, 0xBF, 0] + Array("<a/>".utf8),
            [0] + Array("<a/>".utf8),
            // Several faults in one tag.
            Array("<a b='&x;' c='&y;'/>".utf8), Array("<a b='&x;' c='&#0;'/>".utf8),
            Array("<a b='1' b='&y;'/>".utf8), Array("<a b='&y;' c='1' c='2'/>".utf8),
            Array("<r><x:a y:b='1' z:c=''/></r>".utf8), Array("<a xmlns:p='' q:b='1' c:d:e=''/>".utf8),
            Array("<a xmlns:xml='u' xmlns:p='' b=1/>".utf8),
            // A long text that looks like a reference.
            Array("<a>& \(String(repeating: "日", count: 5_500))</a>".utf8),
            Array("<a>&\(String(repeating: "日", count: 5_500))</a>".utf8),
            Array("<a b='&\(String(repeating: "日", count: 5_500))'/>".utf8),
        ].map { ComparedDocument(bytes: $0) }
}

extension ComparedDocument: CustomTestStringConvertible {
    var testDescription: String { String(source.prefix(60)) }
}
