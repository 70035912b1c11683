import LibXML
import Testing

@Suite struct LayoutTests {
    @Test("White space is changed only between elements", arguments: cases)
    func layout(_ input: String, _ indented: String, _ minified: String) throws {
        let tree = try XMLTree(parsing: input)
        #expect(try tree.xmlString(options: .init(whiteSpace: .indented(by: "  "))) == indented + "\n")
        #expect(try tree.xmlString(options: .init(whiteSpace: .minified)) == minified)
        // Both are fixed points.
        #expect(
            try XMLTree(parsing: indented).xmlString(options: .init(whiteSpace: .indented(by: "  "))) == indented + "\n"
        )
        #expect(try XMLTree(parsing: indented).xmlString(options: .init(whiteSpace: .minified)) == minified)
    }

    private static let cases: [(String, String, String)] = [
        ("<a/>", "<a/>", "<a/>"),
        ("<a> </a>", "<a> </a>", "<a> </a>"),
        ("<a><b/></a>", "<a>\n  <b/>\n</a>", "<a><b/></a>"),
        ("<a>\n\n<b/> <c/>\t</a>", "<a>\n  <b/>\n  <c/>\n</a>", "<a><b/><c/></a>"),
        ("<a><b>x</b><c> y </c></a>", "<a>\n  <b>x</b>\n  <c> y </c>\n</a>", "<a><b>x</b><c> y </c></a>"),
        ("<a>x<b/> <c/></a>", "<a>x<b/> <c/></a>", "<a>x<b/> <c/></a>"),
        ("<a> <b/> <c/> x</a>", "<a> <b/> <c/> x</a>", "<a> <b/> <c/> x</a>"),
        (
            "<a><b><c><d/></c> </b>late</a>", "<a><b><c><d/></c> </b>late</a>", "<a><b><c><d/></c> </b>late</a>"
        ),
        (
            "<r><a><b><c/></b>late</a> <d><e/></d></r>",
            "<r>\n  <a><b><c/></b>late</a>\n  <d>\n    <e/>\n  </d>\n</r>", "<r><a><b><c/></b>late</a><d><e/></d></r>"
        ),
        ("<a><![CDATA[]]> <b/></a>", "<a><![CDATA[]]> <b/></a>", "<a><![CDATA[]]> <b/></a>"),
        ("<a> <![CDATA[ ]]> <b/></a>", "<a> <![CDATA[ ]]> <b/></a>", "<a> <![CDATA[ ]]> <b/></a>"),
        (
            "<a><!--c--><?p d?><b/></a>", "<a>\n  <!--c-->\n  <?p d?>\n  <b/>\n</a>", "<a><!--c--><?p d?><b/></a>"
        ),
        (
            "<?xml version='1.0'?><!--c--><?p?><!DOCTYPE a><a/><!--d-->",
            "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<!--c-->\n<?p?>\n<!DOCTYPE a>\n<a/>\n<!--d-->",
            "<?xml version=\"1.0\" encoding=\"UTF-8\"?><!--c--><?p?><!DOCTYPE a><a/><!--d-->"
        ),
        (
            "<a><b xml:space='preserve'> <c/> </b><d> <e/></d></a>",
            "<a>\n  <b xml:space='preserve'> <c/> </b>\n  <d>\n    <e/>\n  </d>\n</a>",
            "<a><b xml:space='preserve'> <c/> </b><d><e/></d></a>"
        ),
        (
            "<a xml:space='preserve'> <b xml:space='default'> <c/></b> <d> </d></a>",
            "<a xml:space='preserve'> <b xml:space='default'>\n    <c/>\n  </b> <d> </d></a>",
            "<a xml:space='preserve'> <b xml:space='default'><c/></b> <d> </d></a>"
        ),
        (
            "<a>x <b xml:space='default'> <c/></b></a>", "<a>x <b xml:space='default'> <c/></b></a>",
            "<a>x <b xml:space='default'> <c/></b></a>"
        ),
        ("<a><!--c--></a>", "<a><!--c--></a>", "<a><!--c--></a>"),
        (
            "<r><a> <!--c--> <?p?>\n</a><b/></r>", "<r>\n  <a> <!--c--> <?p?>\n</a>\n  <b/>\n</r>",
            "<r><a> <!--c--> <?p?>\n</a><b/></r>"
        ),
        ("<a>&#xD;<b/></a>", "<a>&#xD;<b/></a>", "<a>&#xD;<b/></a>"),
    ]

    @Test(
        "A part of a document has the white space that it has in the document",
        arguments: [
            ("<b> <c/> <d/> </b>", "<b>\n  <c/>\n  <d/>\n</b>", "<c/>\n<d/>", "<c/><d/>"),
            ("<b> <c/> x <d/> </b>", "<b> <c/> x <d/> </b>", " <c/> x <d/> ", " <c/> x <d/> "),
            ("<b> <!--c--> </b>", "<b> <!--c--> </b>", " <!--c--> ", " <!--c--> "),
            ("<b> </b>", "<b> </b>", " ", " "),
            ("<a xml:space='preserve'><b> <c/> <d/> </b></a>", "<b> <c/> <d/> </b>", " <c/> <d/> ", " <c/> <d/> "),
            (
                "<a xml:space='preserve'><b xml:space='default'> <c/> </b></a>",
                "<b xml:space='default'>\n  <c/>\n</b>", "<c/>", "<c/>"
            ),
            (
                "<a xml:space='preserve'><b><c xml:space='default'> <d/> </c> </b></a>",
                "<b><c xml:space='default'>\n    <d/>\n  </c> </b>", "<c xml:space='default'>\n  <d/>\n</c> ",
                "<c xml:space='default'><d/></c> "
            ),
        ])
    func parts(document: String, indented: String, content: String, minified: String) throws {
        let root = try XMLTree(parsing: document).root
        let element = root["b"] ?? root
        #expect(try element.xmlString(options: .pretty) == indented)
        #expect(try element.innerXML(options: .pretty) == content)
        #expect(try element.innerXML(options: .init(whiteSpace: .minified)) == minified)
        let writer = try XMLWriter(options: .init(whiteSpace: .indented(by: "  "), declaration: .never))
        try writer.write(element)
        #expect(try writer.xmlString() == indented + "\n")
    }

    @Test("An indentation that is not white space is an error")
    func indentation() throws {
        let options = XMLWritingOptions(whiteSpace: .indented(by: "--"))
        let tree = try XMLTree(parsing: "<a><b/></a>")
        let writes: [() throws -> Void] = [
            { _ = try XMLWriter(options: options) }, { _ = try tree.xmlString(options: options) },
            { _ = try tree.root.xmlString(options: options) }, { _ = try tree.root.innerXML(options: options) },
            { _ = try XMLDictionary(tree).xmlString(options: options) },
        ]
        for write in writes {
            #expect(try #require(throws: XMLError.self) { try write() }.code == .invalidValue)
        }
    }

    @Test("Text after 64 KiB leaves the rest unchanged")
    func lateText() throws {
        let filler = String(repeating: "<b/>", count: 20_000)
        let tree = try XMLTree(parsing: "<a>\(filler)<c> <d/></c>text <e/> <f><g/> </f></a>")
        let output = try tree.xmlString(options: .pretty)
        let hasBreaks = output.hasPrefix("<a>\n  <b/>\n  <b/>\n")
        let keepsRest = output.hasSuffix("text <e/> <f><g/> </f></a>\n")
        #expect(hasBreaks && keepsRest)
        // The result does not depend on how the output is taken.
        var chunks: [UInt8] = []
        let writer = try XMLWriter(options: .init(whiteSpace: .indented(by: "  "), declaration: .never)) {
            chunks += $0
        }
        try writer.element("a") {
            for node in tree.root.children { try writer.write(node) }
        }
        try writer.finish()
        let isSame = chunks == Array(output.utf8)
        #expect(isSame)
        let again = try XMLTree(parsing: output)
        #expect(again.root.text.filter { !$0.isWhitespace } == "text")
    }

    @Test("Output that is taken after each event is the same, however deep elements nest", arguments: [0, 1, 7, 40])
    func takenEvents(length: Int) throws {
        let name = "a" + String(repeating: "b", count: length)
        for space in [XMLWritingOptions.WhiteSpace.indented(by: " "), .minified, .kept] {
            let options = XMLWritingOptions(whiteSpace: space)
            let (whole, pulled) = (try XMLWriter(options: options), try XMLWriter(options: options))
            var pieces: [UInt8] = []
            for (writer, isPulled) in [(whole, false), (pulled, true)] {
                func next(_ body: () throws -> Void) throws {
                    try body()
                    if isPulled { pieces += try writer.takeBytes() }
                }
                // Text in some elements, before and after their line breaks are decided.
                for depth in 0..<900 {
                    try next { try writer.startElement(name) }
                    try next { try writer.attribute("depth", "\(depth)") }
                    if depth % 300 == 299 { try next { try writer.comment(String(repeating: "-x", count: 40_000)) } }
                    if depth % 7 == 3 { try next { try writer.element("leaf", text: "text") } }
                    if depth == 890 { try next { try writer.text("mixed") } }
                }
                for depth in (0..<900).reversed() {
                    if depth % 5 == 0 { try next { try writer.element("leaf") } }
                    if depth == 450 { try next { try writer.text("mixed") } }
                    try next { try writer.endElement() }
                }
                if isPulled { pieces += try writer.xmlBytes() }
            }
            let isSame = try whole.xmlBytes() == pieces
            #expect(isSame)
        }
    }
}
