import CheckCases
import LibXML
import Testing

/// The changes of the input that repairs consist of.
@Suite struct FixTests {
    /// A malformed document, the document with its certain fixes, and with all.
    struct Case {
        var input: String
        var certain: String
        var all: String

        /// - Parameter all: nil if all fixes are certain.
        init(_ input: String, _ certain: String, all: String? = nil) {
            (self.input, self.certain, self.all) = (input, certain, all ?? certain)
        }
    }

    static let cases = [
        Case("<a>salt & pepper</a>", "<a>salt &amp; pepper</a>"),
        Case("<a>AT&T</a>", "<a>AT&amp;T</a>"),
        Case("<a>1 < 2</a>", "<a>1 &lt; 2</a>"),
        Case("<a>1 <= 2</a>", "<a>1 &lt;= 2</a>"),
        Case("<a>&nbsp;&copy;</a>", "<a>\u{A0}©</a>"),
        Case("<a>x &lt y</a>", "<a>x &lt; y</a>"),
        Case("<a>&#233 &#X41;</a>", "<a>&#233 &#x41;</a>", all: "<a>&#233; &#x41;</a>"),
        Case("<a b='x & y'/>", "<a b='x &amp; y'/>"),
        Case("<a b='x < y'/>", "<a b='x &lt; y'/>"),
        Case("<a b=1 c=x-y></a>", "<a b=\"1\" c=\"x-y\"></a>"),
        Case("<a b=1/>", "<a b=1/>", all: "<a b=\"1\"/>"),
        Case("<a b='1'c='2'/>", "<a b='1' c='2'/>"),
        Case("<a b='1' b='1' c='2'/>", "<a b='1' b='1' c='2'/>", all: "<a b='1' c='2'/>"),
        Case("<a b='1 'c='2'/>", "<a b='1 'c='2'/>", all: "<a b='1 ' c='2'/>"),
        Case("<r><a b='1'\n  <c/></a></r>", "<r><a b='1'\n  <c/></a></r>", all: "<r><a b='1'>\n  <c/></a></r>"),
        Case("<a>&#xA9bc x &#XA9;z</a>", "<a>&#xA9bc x &#xA9;z</a>", all: "<a>&#xA9bc; x &#xA9;z</a>"),
        Case("<a>x &euro y</a>", "<a>x &euro y</a>", all: "<a>x &amp;euro y</a>"),
        Case("<a>x &lt=y</a>", "<a>x &lt=y</a>", all: "<a>x &amp;lt=y</a>"),
        Case("<a>& amp; b</a>", "<a>& amp; b</a>", all: "<a>&amp; amp; b</a>"),
        Case("<a>x &Lt; y</a>", "<a>x &Lt; y</a>", all: "<a>x ≪ y</a>"),
        Case("<a>&apos</a>", "<a>&apos</a>", all: "<a>&amp;apos</a>"),
        Case("<r a=\"&ltb&gt;\"/>", "<r a=\"&ltb&gt;\"/>", all: "<r a=\"&amp;ltb&gt;\"/>"),
        Case("<a>&&amp; x</a>", "<a>&&amp; x</a>", all: "<a>&amp;&amp; x</a>"),
        Case("<a>&br/></a>", "<a>&br/></a>", all: "<a>&amp;br/></a>"),
        Case("<a>x &gt< y</a>", "<a>x &gt< y</a>", all: "<a>x &gt;&lt; y</a>"),
        Case("<a>&ltcc;</a>", "<a>&ltcc;</a>", all: "<a>⪦</a>"),
        Case("<a>x << y</a>", "<a>x << y</a>", all: "<a>x &lt;&lt; y</a>"),
        Case(
            "<!DOCTYPE a [<!ENTITY f 'x'>]><a>&f y</a>", "<!DOCTYPE a [<!ENTITY f 'x'>]><a>&f y</a>",
            all: "<!DOCTYPE a [<!ENTITY f 'x'>]><a>&amp;f y</a>"),
        Case("<r><a>1</a</r>", "<r><a>1</a></r>"),
        Case("<r><a>1</a<c/></r>", "<r><a>1</a<c/></r>", all: "<r><a>1</a><c/></r>"),
        Case("<a>x &gt ;y</a>", "<a>x &gt ;y</a>", all: "<a>x &gt; ;y</a>"),
        Case("<a>x a&mp; y</a>", "<a>x a&mp; y</a>", all: "<a>x a∓ y</a>"),
        Case(
            "<a><?p <b/> & c?<d/> & e</a>", "<a><?p <b/> & c?<d/> & e</a>", all: "<a><b/> &amp; c?<d/> &amp; e</a>"),
        Case("<r><a>1</a\n  <c/></r>", "<r><a>1</a\n  <c/></r>", all: "<r><a>1</a>\n  <c/></r>"),
        Case("<a><![cdata[x]]></a>", "<a><![CDATA[x]]></a>"),
        Case("\n<?xml version='1.0'?><a/>", "<?xml version='1.0'?><a/>"),
        // Guesses.
        Case("<a><b>1</a>", "<a><b>1</a>", all: "<a><b>1</b></a>"),
        Case("<p>a<br>b<img src='a>b'>c</p>", "<p>a<br>b<img src='a>b'>c</p>", all: "<p>a<br/>b<img src='a>b'/>c</p>"),
        Case("<a><title>1</titel></a>", "<a><title>1</titel></a>", all: "<a><title>1</title></a>"),
        Case("<a b=1\"/>", "<a b=1\"/>", all: "<a b=\"1\"/>"),
        Case("<a b=\"1 c='2'/>", "<a b=\"1 c='2'/>", all: "<a b=\"1\" c='2'/>"),
        Case("<a b=\"1 c=\"2\"/>", "<a b=\"1 c=\"2\"/>", all: "<a b=\"1\" c=\"2\"/>"),
        Case(
            "<a b=\"1 <c d='2'>x</c></a>", "<a b=\"1 <c d='2'>x</c></a>", all: "<a b=\"1 \"><c d='2'>x</c></a>"),
        Case("<a b='1' b='2'/>", "<a b='1' b='2'/>", all: "<a b='1'/>"),
        Case("<a checked/>", "<a checked/>", all: "<a checked=\"\"/>"),
        Case("<a>&unknown;</a>", "<a>&unknown;</a>", all: "<a>&amp;unknown;</a>"),
        Case("<a>x]]>y</a>", "<a>x]]>y</a>", all: "<a>x]]&gt;y</a>"),
        Case("<a>< b></a>", "<a>< b></a>", all: "<a>&lt; b></a>"),
        Case(
            "<a><xlink:b/></a>", "<a><xlink:b/></a>",
            all: "<a><xlink:b xmlns:xlink=\"http://www.w3.org/1999/xlink\"/></a>"),
        // A certain fix beside a guess, and fixes that a guess makes uncertain.
        Case("<a><b>1 & 2</a>", "<a><b>1 &amp; 2</a>", all: "<a><b>1 &amp; 2</b></a>"),
        Case("<a b=1 c=2\"/>", "<a b=1 c=2\"/>", all: "<a b=\"1\" c=\"2\"/>"),
        Case("<a>x && y]]></a>", "<a>x && y]]></a>", all: "<a>x &amp;&amp; y]]&gt;</a>"),
        Case("<a>x && <b/>y]]></a>", "<a>x && <b/>y]]></a>", all: "<a>x &amp;&amp; <b/>y]]&gt;</a>"),
        Case("<a>x & y --></a>", "<a>x & y --></a>", all: "<a>x &amp; y --></a>"),
        // Repairs without a fix.
        Case("<a/>text & more", "<a/>text & more"),
        Case("<a/><b/>", "<a/><b/>"),
        Case("<a$b>x & y</a$b>", "<a$b>x &amp; y</a$b>"),
    ]

    @Test("Fixes correct the input", arguments: cases)
    func correcting(_ document: Case) throws {
        let tree = try XMLTree(parsing: document.input, options: .recovering)
        let fixes = tree.diagnostics.compactMap(\.fix)
        #expect(Self.text(fixes.filter(\.isCertain).applied(to: document.input.utf8)) == document.certain)
        #expect(Self.text(fixes.applied(to: document.input.utf8)) == document.all)
    }

    @Test("Fixes are in the encoding of the input", arguments: ["UTF-16", "UTF-16LE", "ISO-8859-1", "UTF-32BE"])
    func encodings(_ encoding: String) throws {
        func document(_ text: String) throws -> [UInt8] {
            let utf16 = text.utf16.flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] }
            return switch encoding {
            case "UTF-16": [0xFF, 0xFE] + utf16
            case "UTF-16LE": utf16
            case "UTF-32BE": text.unicodeScalars.flatMap { [0, 0, UInt8($0.value >> 8), UInt8($0.value & 0xFF)] }
            default: text.unicodeScalars.map { UInt8($0.value) }
            }
        }
        let head = "<?xml version='1.0' encoding='\(encoding)'?>\r\n"
        let input = try document("\(head)<é a=1>é & <b>&nbsp;&mdash;</é>")
        let output = try document("\(head)<é a=\"1\">é &amp; <b>\u{A0}&#x2014;</b></é>")
        let tree = try XMLTree(parsing: input, options: .recovering)
        let fixed = tree.diagnostics.compactMap(\.fix).applied(to: input)
        if encoding == "ISO-8859-1" {
            #expect(fixed == output)
        } else {
            #expect(fixed == (try document("\(head)<é a=\"1\">é &amp; <b>\u{A0}—</b></é>")))
        }
        #expect(throws: Never.self) { try XMLTree(parsing: fixed) }
    }

    @Test(
        "The fix of an XML declaration keeps the encoding",
        arguments: [
            ("<?xml encoding='E' version='1.0'?>", "<?xml version=\"1.0\" encoding=\"E\"?>"),
            ("<?xml versio='1.0' encoding='E'?>", "<?xml version=\"1.0\" encoding=\"E\"?>"),
            ("<?xml version='1.1' encoding='E' standalone='maybe'?>", "<?xml version=\"1.1\" encoding=\"E\"?>"),
            (
                "<?xml version='1.0'encoding='E' standalone='yes'>",
                "<?xml version=\"1.0\" encoding=\"E\" standalone=\"yes\"?>"
            ),
            ("<?xml version='1>0' encoding='E'?>", "<?xml version=\"1.0\" encoding=\"E\"?>"),
        ], [("ISO-8859-1", "é"), ("Shift_JIS", "日")])
    func declaration(_ declaration: (malformed: String, fixed: String), _ encoding: (name: String, text: String)) throws
    {
        func document(_ declaration: String) throws -> [UInt8] {
            let text = "\(declaration.replacing("E", with: encoding.name))<r>\(encoding.text)</r>"
            return try #require(encode(text, as: encoding.name))
        }
        let input = try document(declaration.malformed)
        let tree = try XMLTree(parsing: input, options: .recovering)
        #expect(tree.root.text == encoding.text)
        let fixed = tree.diagnostics.compactMap(\.fix).applied(to: input)
        #expect(fixed == (try document(declaration.fixed)))
        #expect(try XMLTree(parsing: fixed).root.text == encoding.text)
    }

    @Test(
        "A declaration whose encoding is not legible has no fix", arguments: ["encoding='I SO'", "encoding=ISO-8859-1"])
    func noEncoding(_ encoding: String) throws {
        let tree = try XMLTree(parsing: "<?xml version='1.0' \(encoding)?><r/>", options: .recovering)
        #expect(tree.diagnostics.map(\.code) == [.malformedXMLDeclaration])
        #expect(tree.diagnostics.allSatisfy { $0.fix == nil })
    }

    @Test("Documents in an encoding with shift states have no fixes") func shiftStates() throws {
        // The escape sequences around 日 begin and end directly beside the “&”.
        let kanji: [UInt8] = [0x1B, 0x24, 0x42, 0x46, 0x7C, 0x1B, 0x28, 0x42]
        let head = Array("<?xml version='1.0' encoding='ISO-2022-JP'?><a>".utf8)
        let tree = try XMLTree(parsing: head + kanji + Array("&".utf8) + kanji + "</a>".utf8, options: .recovering)
        #expect(tree.root.text == "日&日")
        #expect(tree.diagnostics.map(\.code) == [.malformedReference])
        #expect(tree.diagnostics.allSatisfy { $0.fix == nil })
    }

    @Test("An edit has locations, and is written as JSON") func location() throws {
        let tree = try XMLTree(
            parsing: "<a>\n é&b</a>", options: .init(sourceName: "a.xml", recovery: .repair))
        let fix = try #require(tree.diagnostics.first?.fix)
        let edit = try #require(fix.edits.first)
        #expect(fix.edits.count == 1)
        #expect(edit.location == XMLLocation(line: 2, column: 3, byteOffset: 7, sourceName: "a.xml"))
        #expect(edit.endLocation == XMLLocation(line: 2, column: 4, byteOffset: 8, sourceName: "a.xml"))
        #expect(edit.replacement == "&amp;")
    }

    @Test("Fixes that overlap, or lie outside of the input, are not applied") func overlapping() throws {
        let input = "<a>x & y & z</a>"
        let fixes = try XMLTree(parsing: input, options: .recovering).diagnostics.compactMap(\.fix)
        #expect(Self.text((fixes + fixes).applied(to: input.utf8)) == "<a>x &amp; y &amp; z</a>")
        #expect(Self.text([fixes[1], fixes[0]].applied(to: input.utf8)) == "<a>x &amp; y &amp; z</a>")
        #expect(Self.text(fixes.applied(to: "<a>x &".utf8)) == "<a>x &amp;")
        #expect(Self.text([XMLDiagnostic.Fix]().applied(to: input.utf8)) == input)
    }

    @Test("Strict parsing and streams have no fixes") func none() throws {
        let input = "<a>x & y</a>"
        let error = #expect(throws: XMLError.self) { try XMLTree(parsing: input) }
        #expect(error?.diagnostics.allSatisfy { $0.fix == nil } == true)
        var repairer = XMLRepairer()
        try repairer.feed(Array(input.utf8))
        _ = try repairer.finish()
        #expect(repairer.diagnostics.count == 1)
        #expect(repairer.diagnostics.allSatisfy { $0.fix == nil })
    }

    /// `FUZZ_SECONDS` makes the test go on for that long.
    @Test("All fixes together produce the repaired document", arguments: 0..<8)
    func repairing(_ seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        var count = 0
        repeatedly(atLeast: 400) {
            let input = RepairPropertyTests.document(&random)
            guard String(validating: input, as: UTF8.self) != nil,
                let tree = try? XMLTree(parsing: input, options: .recovering), tree.furtherRoots.isEmpty,
                tree.diagnostics.allSatisfy({ $0.appliedRepair == nil || $0.fix != nil })
            else { return }
            count += 1
            let fixes = tree.diagnostics.compactMap(\.fix)
            let fixed = Self.text(fixes.applied(to: input))
            // The fix of an empty element of HTML is in its start tag, and what follows is not content.
            if fixes.contains(where: { $0.edits.contains { $0.replacement == "/" } }) {
                #expect(throws: Never.self, "\(Self.text(input))") { try XMLTree(parsing: fixed) }
                #expect(Self.withoutEnds(fixed) == Self.withoutEnds(tree.source), "\(Self.text(input))")
            } else {
                #expect(fixed == tree.source, "\(Self.text(input))")
            }
            if tree.diagnostics.allSatisfy({ $0.severity != .error || $0.fix?.isCertain == true }) {
                let certain = fixes.filter(\.isCertain).applied(to: input)
                #expect(throws: Never.self, "\(Self.text(input))") { try XMLTree(parsing: certain) }
            }
        }
        #expect(count > 50)
    }

    /// Removes what ends elements.
    private static func withoutEnds(_ text: String) -> String {
        text.replacing(/<\/[^>]*>/, with: "").replacing("/>", with: ">")
    }

    static func text(_ bytes: [UInt8]) -> String { String(decoding: bytes, as: UTF8.self) }
}

extension FixTests.Case: CustomTestStringConvertible {
    var testDescription: String { input }
}
