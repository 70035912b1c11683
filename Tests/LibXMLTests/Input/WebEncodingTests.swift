import LibXML
import Testing

/// What the Web reads the labels of encodings as.
@Suite struct WebEncodingTests {
    struct Labeled: CustomTestStringConvertible, Sendable {
        let labels: [String]
        let bytes: [UInt8]
        let text: String
        /// Whether libxml2 knows the encoding by these names, and has no such character in it.
        var isLacking = true

        init(_ labels: String, _ bytes: [UInt8], _ text: String, isLacking: Bool = true) {
            self.labels = labels.split(separator: " ").map(String.init)
            self.bytes = bytes
            self.text = text
            self.isLacking = isLacking
        }

        var testDescription: String { labels.joined(separator: " ") }

        func document(_ label: String) -> [UInt8] {
            Array("<?xml version='1.0' encoding='\(label)'?>\n<r>a".utf8) + bytes + Array("b</r>".utf8)
        }
    }

    static let labels = [
        Labeled("gb2312", [0xE9, 0x46, 0xA2, 0xD9], "镕①"),
        // Only ICU knows this name.
        Labeled("GB_2312", [0xE9, 0x46, 0xA2, 0xD9], "镕①", isLacking: false),
        Labeled("gb2312", [0x80], "€"),
        Labeled("Shift_JIS sjis", [0x93, 0xFA, 0x96, 0x7B, 0x87, 0x40, 0xFB, 0xFC], "日本①髙"),
        // iconv has control characters for these bytes in EUC-KR and ISO-8859-11.
        Labeled("EUC-KR", [0x8C, 0x63, 0xB9, 0xE6], "똠방", isLacking: false),
        Labeled("EUC-JP", [0xAD, 0xA1], "①"),
        Labeled("Big5", [0x9D, 0xF5], "嗰"),
        Labeled("TIS-620", [0x80, 0xA1, 0x93], "€ก“"),
        Labeled("US-ASCII", [0xE9, 0x80], "é€"),
        Labeled("chinese gb_2312-80 iso-ir-58 csiso58gb231280", [0xD6, 0xD0], "中", isLacking: false),
        Labeled("csshiftjis ms_kanji", [0x93, 0xFA], "日", isLacking: false),
        Labeled("cseuckr korean", [0xB0, 0xA1], "가", isLacking: false),
        Labeled("866 cp866", [0x8F], "П", isLacking: false), Labeled("koi8 koi", [0xB3], "Ё", isLacking: false),
        Labeled("iso-8859-11", [0x85, 0xA1], "…ก", isLacking: false),
        Labeled("iso_8859-1:1987 l1", [0x93, 0xE9], "“é", isLacking: false),
    ]

    @Test("A label of UTF-16 in ASCII means UTF-8", arguments: ["unicode", "csunicode", "unicodefeff", "unicodefffe"])
    func wideLabel(_ label: String) throws {
        for text in ["abcd", "é"] {
            let document = "<?xml version='1.0' encoding='\(label)'?><r>\(text)</r>"
            #expect(try XMLTree(parsing: Array(document.utf8), options: .recovering).root.text == text)
        }
    }

    @Test("The encoding is legible after a value without quotes")
    func unquotedVersion() throws {
        let document = Array("<?xml version=1.0 encoding='KOI8-R'?><r>".utf8) + [0xD0] + Array("</r>".utf8)
        let tree = try XMLTree(parsing: document, options: .recovering)
        let fixed = tree.diagnostics.compactMap(\.fix).applied(to: document)
        #expect(try tree.root.text == "п" && XMLTree(parsing: fixed).root.text == "п")
    }

    @Test("A page is read as browsers read it", arguments: labels)
    func page(_ test: Labeled) throws {
        for label in test.labels {
            let page = Array("<!DOCTYPE html><meta charset=\"\(label)\"><p>a".utf8) + test.bytes + Array("b".utf8)
            let tree = try XMLTree(html: page)
            #expect(tree.string(at: "//p") == "a\(test.text)b", "\(label)")
            #expect(tree.diagnostics.allSatisfy { $0.code != .invalidEncoding && $0.code != .unsupportedEncoding })
            let given = try XMLTree(html: Array("<p>a".utf8) + test.bytes, options: XMLHTMLOptions(encoding: label))
            #expect(given.string(at: "//p") == "a\(test.text)", "\(label)")
        }
    }

    @Test("Recovery reads what the declared encoding lacks as browsers do, in a tree and in pieces", arguments: labels)
    func recovered(_ test: Labeled) throws {
        for label in test.labels {
            let document = test.document(label)
            let tree = try XMLTree(parsing: document, options: .recovering)
            #expect(tree.root.text == "a\(test.text)b", "\(label)")
            #expect(tree.root.location.byteOffset == document.count - test.bytes.count - 9)
            var parser = XMLPushParser(options: .recovering)
            for byte in document { try parser.feed([byte]) }
            let pushed = try parser.finish()
            #expect(pushed.root.text == tree.root.text, "\(label)")
            #expect(pushed.diagnostics == tree.diagnostics, "\(label)")
            guard test.isLacking else { continue }
            let warning = try #require(tree.diagnostics.first)
            #expect(warning.code == .contradictoryEncoding && warning.severity == .warning, "\(label)")
            #expect(warning.location?.line == 1 && warning.location?.column == 31 && tree.diagnostics.count == 1)
            #expect(throws: XMLError.self, "\(label)") { try XMLTree(parsing: document) }
        }
    }

    @Test("What the declared encoding has keeps its character in XML, and is the Web's in HTML")
    func ownCharacters() throws {
        for (label, bytes, own, web) in [
            ("GB2312", [0xA1, 0xA4, 0xA1, 0xAA], "・―", "·—"), ("Shift_JIS", [0x81, 0x60, 0x81, 0x7C], "〜−", "～－"),
        ] as [(String, [UInt8], String, String)] {
            let test = Labeled(label, bytes, own)
            #expect(try XMLTree(parsing: test.document(label)).root.text == "a\(own)b")
            #expect(try XMLTree(parsing: test.document(label) + [], options: .recovering).root.text == "a\(own)b")
            let page = Array("<meta charset=\(label)><p>".utf8) + bytes
            #expect(try XMLTree(html: page).string(at: "//p") == web)
        }
    }

    @Test("What the Web lacks, too, is an invalid byte at its place")
    func lacking() throws {
        let document = Labeled("gb2312", [0xE9, 0x46, 0xFF, 0x20, 0xE9, 0x20], "").document("gb2312")
        let tree = try XMLTree(parsing: document, options: .recovering)
        #expect(tree.root.text == "a镕\u{FFFD} \u{FFFD} b")
        #expect(tree.diagnostics.map(\.code) == [.contradictoryEncoding, .invalidEncoding, .invalidEncoding])
        #expect(tree.diagnostics.compactMap(\.location?.byteOffset) == [30, 46, 48])
    }

    @Test("What Windows does not assign is a control character in a page")
    func unassigned() throws {
        let page = Array("<meta charset=windows-1251><p>a".utf8) + [0x98] + Array("b".utf8)
        #expect(try XMLTree(html: page).string(at: "//p") == "a\u{98}b")
    }

    @Test("Half of a character before a control character of the declared encoding holds nothing back")
    func cutCharacter() throws {
        let start = Array("<?xml version='1.0' encoding='EUC-KR'?><r><a>".utf8) + [0xB0, 0x8C]
        let document = start + Array("</a>\(String(repeating: "<a>b</a>", count: 10_000))</r>".utf8)
        let text = try XMLTree(parsing: document, options: .recovering).root.elements.first?.text
        var left = document[...]
        var records = try XMLRecords(
            parsing: .chunks {
                defer { left = left.dropFirst(5_000) }
                return left.isEmpty ? nil : Array(left.prefix(5_000))
            }, at: "r/a", options: .recovering)
        #expect(try records.next()?.text == text && text?.unicodeScalars.count == 1)
        #expect(left.count > 50_000)
    }
}
