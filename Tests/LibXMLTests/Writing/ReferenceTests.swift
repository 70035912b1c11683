@_spi(Checks) import LibXML
import Testing

/// References and default attributes in documents that are written.
@Suite struct ReferenceTests {
    static let type = """
        <!DOCTYPE r [<!ENTITY v "text"><!ENTITY w "x<b k='1'/>y"><!ENTITY o "<b/>"><!ENTITY m "<!--c--><?p i?><![CDATA[z]]>">
        <!ENTITY e ""><!ENTITY s "  "><!ENTITY n "&w;&e;"><!ENTITY naïve "ï"><!ENTITY lt "&#38;#60;"><!ENTITY f SYSTEM "f">
        <!ATTLIST d k CDATA "&v;" xml:space (default|preserve) "preserve"><!ATTLIST u xmlns CDATA "urn:u" xmlns:p CDATA "urn:p">]>

        """

    /// Content, and the same indented and minified; nil if it is not changed.
    static let contents: [(String, String?, String?)] = [
        ("&v;", nil, nil), ("a &v; b", nil, nil), ("&v;&v;", nil, nil), ("&v;<b/>&v;", nil, nil),
        ("&w;", nil, nil), ("q&w;r&w;", nil, nil), ("&o;", nil, nil), ("&o;&o;<b/>", nil, nil), ("<b/> &o;", nil, nil),
        ("&m;", nil, nil), ("a&m;b", nil, nil), ("&m;&m;", nil, nil), ("&n;", nil, nil), ("1&n;2", nil, nil),
        ("&e;", nil, nil), ("&e;&e;", nil, nil), ("&e;a&e;", nil, nil), ("<b/>&e;", nil, nil), ("&e; <b/> ", nil, nil),
        ("<b>&e;</b>", "\n  <b>&e;</b>\n", nil), ("<b></b>&e;<b/>", nil, nil),
        ("&s;", nil, nil), ("&s;<b/>", nil, nil), (" <b/> &s; ", nil, nil), ("&naïve;", nil, nil),
        ("a&lt;b&gt;&amp;&quot;&apos;>", nil, nil), ("&#160;&#x20AC;&#13;&#38;", nil, nil), (" &#32;<b/>", nil, nil),
        ("&f;", nil, nil), ("a&f;&v;", nil, nil), ("<b><![CDATA[&v;]]></b>", "\n  <b><![CDATA[&v;]]></b>\n", nil),
        ("<!--&v;--><b/>", "\n  <!--&v;-->\n  <b/>\n", nil),
        ("<b k='&v;' l=\"&w2;\"/>".replacing("&w2;", with: "&#65;'"), "\n  <b k='&v;' l=\"&#65;'\"/>\n", nil),
        ("<b k='a\tb' l='>\"'/>", "\n  <b k='a\tb' l='>\"'/>\n", nil),
        ("<b k='&e;&naïve;&lt;'> </b>", "\n  <b k='&e;&naïve;&lt;'> </b>\n", nil),
        ("<d/> <d k='1'> <b/> </d>", "\n  <d/>\n  <d k='1'> <b/> </d>\n", "<d/><d k='1'> <b/> </d>"),
        (
            "<d xml:space='default'> <b/></d>", "\n  <d xml:space='default'>\n    <b/>\n  </d>\n",
            "<d xml:space='default'><b/></d>"
        ),
        ("<u><p:c p:k='1'/></u>", "\n  <u>\n    <p:c p:k='1'/>\n  </u>\n", nil),
        (
            "<u xmlns='urn:&v;' xmlns:q='&e;q'><q:c/></u>",
            "\n  <u xmlns='urn:&v;' xmlns:q='&e;q'>\n    <q:c/>\n  </u>\n", nil
        ),
    ]

    @Test("References are kept and nothing is added", arguments: contents)
    func kept(_ content: String, _ indented: String?, _ minified: String?) throws {
        let document = Self.type + "<r>\(content)</r>"
        let tree = try XMLTree(parsing: document)
        let expected: [(XMLWritingOptions, String)] = [
            (XMLWritingOptions(emptyElementTags: .kept, attributeOrder: .sorted), content),
            (XMLWritingOptions(whiteSpace: .indented(by: "  ")), indented ?? content),
            (XMLWritingOptions(whiteSpace: .minified), minified ?? content),
        ]
        for (options, expected) in expected {
            let output = try tree.xmlString(options: options)
            let start = try #require(output.firstRange(of: "<r>"))
            #expect(output[start.lowerBound...].trimming == "<r>\(expected)</r>")
            #expect(output.hasPrefix(Self.type.dropLast()))
            for size in [1, 7, 1 << 20] { #expect(try Self.copied(Array(document.utf8), options, size) == output) }
        }
        let expanded = try tree.xmlString(options: .init(references: .expanded))
        #expect(try XMLTree(parsing: expanded).root.hasSameContent(as: tree.root))
        #expect(!expanded.contains("<r>&v;"))
        #expect(!expanded.contains("<d/>"))
        if !content.contains("&f;") {
            #expect(try XMLTree(parsing: tree.root.xmlString()).root.hasSameContent(as: tree.root))
        }
    }

    /// The document as `writeDocument` copies it from pieces of a size.
    static func copied(_ document: [UInt8], _ options: XMLWritingOptions, _ size: Int) throws -> String {
        var rest = document[...]
        var reader = try XMLReader(
            parsing: .chunks {
                defer { rest = rest.dropFirst(size) }
                return rest.isEmpty ? nil : Array(rest.prefix(size))
            })
        let writer = try XMLWriter(options: options)
        try writer.writeDocument(from: &reader)
        return try writer.xmlString()
    }

    @Test("Parts of a document are expanded")
    func parts() throws {
        let tree = try XMLTree(parsing: Self.type + "<r a='&v;'>&w;&v;<d/></r>")
        let expanded = "<r a=\"text\">x<b k=\"1\"/>ytext<d k=\"text\" xml:space=\"preserve\"/></r>"
        #expect(tree.root.xmlString() == expanded)
        let writer = try XMLWriter(options: .init(declaration: .never))
        try writer.write(tree.root)
        #expect(try writer.xmlString() == expanded)
        var reader = XMLReader(parsing: tree.source)
        let element = try #require(try reader.readToFollowing("r") ? reader.readElement() : nil)
        #expect(element.xmlString() == expanded)
        let records = try XMLTree(parsing: tree.source).records(at: "r.d").map { $0.xmlString() }
        #expect(records == ["<d k=\"text\" xml:space=\"preserve\"/>"])
    }

    @Test("A reference that is not read stays one where references are expanded")
    func unread() throws {
        let content = "<a x='1' y='&nbsp;' z=\"&amp;nbsp; &#38;lt; &o; é\">&nbsp;&o;<b/><c></c></a>"
        let document = "<!DOCTYPE a SYSTEM \"a.dtd\" [<!ENTITY o \"O&amp;O\"><!ENTITY br '<br/>'>\r\n]>\n\(content)\n"
        let expected = content.replacing("&o;<", with: "O&amp;O<").replacing(
            "\"&amp;nbsp; &#38;lt; &o; é\"", with: "\"&amp;nbsp; &amp;lt; O&amp;O é\"")
        let options = XMLWritingOptions(references: .expanded)
        let output = try XMLTree(parsing: document).xmlString(options: options)
        #expect(output.hasSuffix("\n\(expected)") && !output.contains("\r"))
        #expect(try XMLTree(parsing: output).root.hasSameContent(as: XMLTree(parsing: document).root))
        for size in [1, 7, 1 << 20] { #expect(try Self.copied(Array(document.utf8), options, size) == output) }
        #expect(try XMLTree(parsing: document).htmlString().contains(" y=\"&nbsp;\""))
        #expect(try XMLTree(parsing: document).htmlString().contains(" z=\"&amp;nbsp; &amp;lt; O&amp;O é\""))
        // Without the document type, it would not be declared.
        #expect(try XMLTree(parsing: document).root.xmlString().contains("y=\"&amp;nbsp;\""))
    }

    @Test("An empty element of an entity or of HTML has one tag")
    func emptyElements() throws {
        let document = "<!DOCTYPE p [<!ENTITY br '<br></br>'>]><p>a&br;b<br/><br></br></p>"
        let options = XMLWritingOptions(references: .expanded)
        let output = try XMLTree(parsing: document).xmlString(options: options)
        #expect(output.hasSuffix("<p>a<br/>b<br/><br></br></p>"))
        #expect(try Self.copied(Array(document.utf8), options, 1 << 20) == output)
        let page = try XMLTree(html: "<p>a<br>b<i></i></p>")
        #expect(page.root.xmlString().contains("<p>a<br/>b<i></i></p>"))
    }

    @Test("Line ends and encodings")
    func encodings() throws {
        let lines = Self.type + "<r a='&v;\n x'>&v;\n&#13;é&naïve;</r>"
        let tree = try XMLTree(parsing: lines.replacing("\n", with: "\r\n"))
        #expect(
            try tree.xmlString(options: .init(attributeOrder: .sorted)) == lines.replacing(">]>\n\n", with: ">]>\n"))
        let output = try tree.xmlBytes(options: .init(lineEnding: .carriageReturnLineFeed, encoding: "UTF-16"))
        #expect(try XMLTree(parsing: output).root.hasSameContent(as: tree.root))
        let latin = try tree.xmlBytes(options: .init(encoding: "ISO-8859-1"))
        #expect(String(decoding: latin, as: UTF8.self).contains("&na\u{FFFD}ve;"))
        #expect(try XMLTree(parsing: latin) == tree)
        #expect(throws: XMLError.self) { try tree.xmlBytes(options: .init(encoding: "US-ASCII")) }
        // The name of this entity is not in the document type declaration as such.
        let hidden = "<!DOCTYPE a [<!ENTITY % p '<!ENTITY &#233; \"x\">'>%p;]><a>&é;</a>"
        #expect(throws: XMLError.self) { try XMLTree(parsing: hidden).xmlBytes(options: .init(encoding: "US-ASCII")) }
        #expect(throws: XMLError.self) {
            try XMLTree(parsing: hidden.replacing(">&é;<", with: " k='&é;'><")).xmlBytes(
                options: .init(encoding: "US-ASCII"))
        }
    }

    @Test("Character references are kept without a document type")
    func characters() throws {
        let document = "<r xmlns='&#117;' a='&#65;&lt;' b='é\t\"'>&#160;é&gt;></r>"
        let tree = try XMLTree(parsing: document)
        #expect(try tree.xmlString(options: .init(attributeOrder: .sorted)) == document)
        #expect(tree.root.xmlString() == "<r xmlns=\"u\" a=\"A&lt;\" b=\"é &quot;\">\u{A0}é&gt;&gt;</r>")
    }

    @Test("A document type that the program writes itself declares nothing that is copied")
    func foreign() throws {
        var reader = XMLReader(parsing: Self.type + "<r a='&v;'>&w;<d/></r>")
        while try reader.next() != .documentType {}
        let writer = try XMLWriter(options: .init(declaration: .never))
        try writer.documentType(.init(name: "r"))
        try writer.writeDocument(from: &reader)
        let output = try writer.xmlString()
        #expect(
            output == "<!DOCTYPE r>\n<r a=\"text\">x<b k=\"1\"/>y<d k=\"text\" xml:space=\"preserve\"/></r>")
    }

    @Test("Trees know the entities that content comes from, and default attributes")
    func provenance() throws {
        let content = "1<i/>&w; &v;&#65;&lt;<d k='2'/><![CDATA[&v;]]>&m;&f;&naïve;"
        let tree = try XMLTree(parsing: Self.type + "<r a='&v;&lt;&e;'>\(content)</r>")
        #expect(tree.root.attributes.map(\.referencedEntities) == [["v", "e"]])
        #expect(
            tree.root.children.map(\.referencedEntities) == [
                [], [], ["w"], ["w"], ["w", "v"], [], [], ["m"], ["m"], ["m"], ["f"], ["naïve"],
            ])
        #expect(tree.root.elements.map(\.referencedEntity) == [nil, "w", nil])
        #expect(tree.root["d"]?.attributes.map(\.isDefaulted) == [false, true])
        let page = try XMLTree(html: "<p a='&copy;'>&nbsp;&lt;").root.require("body").require("p")
        #expect(page.children.map(\.referencedEntities) == [[]])
        #expect(page.attributes.map(\.referencedEntities) == [[]])
    }
}

extension StringProtocol {
    fileprivate var trimming: String { String(self).replacing(/\n$/, with: "") }
}
