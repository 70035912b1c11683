import LibXML
import Testing

/// Elements before the XML declaration, such as the notices of PHP.
@Suite struct PreambleTests {
    static let notice = "<br />\n<b>Notice</b>:  Undefined index: x in <b>/srv/a.php</b> on line <b>7</b><br />\n"
    static let feed = "<?xml version='1.0' encoding='UTF-8'?>\n<rss><channel><title>T</title></channel></rss>"

    @Test("The feed is found by every way of reading", arguments: ["", "\n", " \t\r\n"])
    func feed(space: String) throws {
        let document = space + Self.notice + Self.feed
        let tree = try XMLTree(parsing: document, options: .recovering)
        #expect(tree.string(at: "rss/channel/title") == "T" && tree.root.location.line == (space.isEmpty ? 4 : 5))
        let first = try #require(tree.diagnostics.first)
        #expect(first.code == .misplacedXMLDeclaration && first.location?.byteOffset == space.utf8.count)
        #expect(first.endLocation?.byteOffset == (space + Self.notice).utf8.count)
        #expect(try XMLDictionary(parsing: document, options: .recovering)["rss"] != nil)
        var reader = XMLReader(parsing: document, options: .recovering)
        #expect(try reader.readToFollowing("title") && reader.readElementText() == "T")
        var records = try XMLRecords(parsing: document, at: "rss/channel", options: .recovering)
        #expect(try records.next()?.string(at: "title") == "T")
        var parser = XMLPushParser(options: .recovering)
        for byte in document.utf8 { try parser.feed([byte]) }
        #expect(try parser.finish().root.source == tree.root.source)
    }

    @Test("What is omitted is in further roots, and in a diagnostic with its range")
    func omitted() throws {
        let tree = try XMLTree(parsing: Self.notice + Self.feed + "<br/>", options: .recovering)
        #expect(tree.furtherRoots.map(\.root.localName) == ["br", "b", "b", "b", "br", "br"])
        #expect(tree.furtherRoots.map(\.root.location.line) == [1, 2, 2, 2, 2, 4])
        let first = try #require(tree.diagnostics.first)
        #expect(first.code == .misplacedXMLDeclaration && first.location?.byteOffset == 0)
        #expect(first.endLocation == XMLLocation(line: 3, column: 1, byteOffset: Self.notice.utf8.count))
        #expect(first.fix?.edits.first?.replacement == "")
    }

    @Test("The encoding is the one that is declared after them")
    func encoding() throws {
        let document = Array("<br/><?xml version='1.0' encoding='ISO-8859-5'?><r>".utf8) + [0xBF] + Array("</r>".utf8)
        #expect(try XMLTree(parsing: document, options: .recovering).root.text == "П")
        var records = try XMLRecords(parsing: document, at: "r", options: .recovering)
        #expect(try records.next()?.text == "П")
    }

    @Test("No fix removes the declaration that decided about the encoding", arguments: ["x", "<!-- x -->", "<?x?>"])
    func fixes(preamble: String) throws {
        let document = Array("\(preamble)<?xml version='1.0' encoding='Shift_JIS'?><r>\u{93}\u{FA}</r>".unicodeScalars)
            .map { UInt8($0.value) }
        let tree = try XMLTree(parsing: document, options: .recovering)
        let fixed = tree.diagnostics.compactMap(\.fix).applied(to: document)
        #expect(tree.root.text == "日")
        #expect(try XMLTree(parsing: fixed, options: .recovering).root.text == "日")
    }

    @Test("The declaration decides about a document whose first 4 KiB are ASCII, and its fix does not if it did not")
    func lateText() throws {
        let declaration = "<b>N</b><?xml version='1.0' encoding='KOI8-R'?><r>"
        let document = Array((declaration + String(repeating: "x", count: 5_000)).utf8) + [0xD0] + Array("</r>".utf8)
        #expect(try XMLTree(parsing: document, options: .recovering).root.text.last == "п")
        let other = Array((declaration + "й, long enough</r>").utf8)
        let tree = try XMLTree(parsing: other, options: .recovering)
        #expect(tree.root.text == "й, long enough")
        #expect(tree.diagnostics.compactMap(\.fix).applied(to: other) == other)
    }

    @Test("What is repaired in the root before a declaration is reported if it is that of the tree")
    func reports() throws {
        let document = "<p a=1>&eacute; and more than in r</p><?xml version='1.0'?><r/>"
        let tree = try XMLTree(parsing: document, options: .recovering)
        #expect(tree.root.localName == "p" && tree.diagnosticCount == tree.diagnostics.count)
        #expect(tree.diagnostics.map(\.code) == [.unquotedAttributeValue, .undeclaredEntity, .contentAfterRootElement])
    }

    @Test("Each root has its warnings, but that about the encoding is one of the document")
    func warnings() throws {
        let roots = Array("<!DOCTYPE r SYSTEM 'r'><r>&a;".utf8) + [0xE9] + Array("</r><r>&a;".utf8) + [0xE9]
        let document = Array("<?xml version='1.0' encoding='us-ascii'?>".utf8) + roots + Array("</r>".utf8)
        let tree = try XMLTree(parsing: document, options: .recovering)
        #expect(tree.diagnosticCount == tree.diagnostics.count && tree.furtherRoots.count == 1)
        #expect(tree.diagnostics.count { $0.code == .contradictoryEncoding } == 1)
    }

    @Test("The encoding of a document in a document is not that of the outer one")
    func innerEncoding() throws {
        let document = "<a>é<![CDATA[<?xml version='1.0' encoding='ISO-8859-1'?><r/>]]></b></a>"
        #expect(try XMLTree(parsing: Array(document.utf8), options: .recovering).root.text.hasPrefix("é<?xml"))
        // One byte that is not valid UTF-8 does not change that.
        let inner = "<?xml version='1.0' encoding='ISO-8859-1'?>"
        for content in [
            "<![CDATA[\(inner)]]>", "<!-- \(inner) -->", "<![CDATA[<!-- -->\(inner)]]>", "<!--<![CDATA[]]>\(inner)-->",
        ] {
            let bytes = Array("<a><t>Größe 東京</t>\(content)<t>".utf8) + [0xFF] + Array("</t></a>".utf8)
            let tree = try XMLTree(parsing: bytes, options: .recovering)
            #expect(tree.root["t"]?.text == "Größe 東京")
            #expect(tree.diagnostics.map(\.code) == [.invalidEncoding])
        }
        // What is not a comment or a section does not hide the declaration.
        for beginning in ["<!--->", "<!-->"] {
            let bytes = Array("\(beginning)\(inner)<a>x".utf8) + [0xE9] + Array("</a><!-- y -->".utf8)
            #expect(try XMLTree(parsing: bytes, options: .recovering).xmlString().contains("xé</a>"), "\(beginning)")
        }
    }

    @Test("The root is the one with the most content, and a declaration in an element changes nothing")
    func otherRoots() throws {
        for (document, root, others) in [
            ("<a><b/><c/></a><?xml version='1.0'?><r/>", "a", ["r"]),
            ("<br/><?xml version='1.0'?><a/><r><b/></r>", "r", ["br", "a"]),
            ("<br/><?xml version='1.0'?><a><b/><![CDATA[x</a>", "a", ["br"]),
            ("<p><b/><b/></p><?xml-x?><?xml version='1.0'?><a>long enough</a>", "a", ["p"]),
            ("<a><![CDATA[<?xml version='1.0'?><r><b/><c/></r>]]></a>", "a", []),
            ("<a><?xml version='1.0'?><r><b/><c/></r></a>", "a", []), ("<a/><?xml version='1.0'?>", "a", []),
            ("<a/><?xml version='1.0'?>x<!-- <b/> -->", "a", []),
            ("<!--<a/>--><a/><!--<?xml version='1.0'?><r><b/><c/></r>-->", "a", []),
        ] {
            let tree = try XMLTree(parsing: document, options: .recovering)
            #expect(tree.root.localName == root && tree.furtherRoots.map(\.root.localName) == others, "\(document)")
        }
    }
}
