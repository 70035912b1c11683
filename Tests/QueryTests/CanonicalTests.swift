import CLibXML2
import LibXML
import LibXMLQueries
import Testing

@Suite struct CanonicalTests {
    private static let text = """
        <?xml version="1.0"?><!DOCTYPE r [<!ENTITY e "x"><!ATTLIST a d CDATA "1">]><?p d?>
        <r xmlns="urn:r" xmlns:b='urn:b' xmlns:c="urn:c" z="1" a='2'><!-- c --><a   xml:lang="en"/>&e;<![CDATA[<&>]]>&#13;
        <b:x c:k="&quot;&#10;" xmlns=""><y/></b:x></r>
        """

    @Test("Forms of a document")
    func documents() throws {
        let tree = try XMLTree(parsing: Self.text)
        let inclusive = """
            <?p d?>
            <r xmlns="urn:r" xmlns:b="urn:b" xmlns:c="urn:c" a="2" z="1"><a d="1" xml:lang="en"></a>x&lt;&amp;&gt;&#xD;
            <b:x xmlns="" c:k="&quot;&#xA;"><y></y></b:x></r>
            """
        #expect(String(decoding: try tree.canonicalized(), as: UTF8.self) == inclusive)
        #expect(String(decoding: try tree.canonicalized(.inclusive11), as: UTF8.self) == inclusive)
        let comments = inclusive.replacing("z=\"1\">", with: "z=\"1\"><!-- c -->")
        #expect(String(decoding: try tree.canonicalized(comments: true), as: UTF8.self) == comments)
        let exclusive = """
            <?p d?>
            <r xmlns="urn:r" a="2" z="1"><a d="1" xml:lang="en"></a>x&lt;&amp;&gt;&#xD;
            <b:x xmlns:b="urn:b" xmlns:c="urn:c" c:k="&quot;&#xA;"><y xmlns=""></y></b:x></r>
            """
        #expect(String(decoding: try tree.canonicalized(.exclusive), as: UTF8.self) == exclusive)
    }

    @Test("Forms of an element")
    func elements() throws {
        let tree = try XMLTree(parsing: "<r xmlns:p='urn:p' xml:lang='en'><a p:k='1'><b/></a>tail</r>")
        let a = try tree.root.require("a")
        #expect(
            String(decoding: try a.canonicalized(), as: UTF8.self)
                == "<a xmlns:p=\"urn:p\" xml:lang=\"en\" p:k=\"1\"><b></b></a>")
        #expect(
            String(decoding: try a.canonicalized(.exclusive), as: UTF8.self)
                == "<a xmlns:p=\"urn:p\" p:k=\"1\"><b></b></a>")
        let b = try a.require("b")
        #expect(String(decoding: try b.canonicalized(.exclusive), as: UTF8.self) == "<b></b>")
        #expect(
            String(decoding: try b.canonicalized(.exclusive(inclusivePrefixes: ["p"])), as: UTF8.self)
                == "<b xmlns:p=\"urn:p\"></b>")
    }

    /// Canonical XML 1.1, section 2.4: `xml:base` changes only in an element whose parent is omitted.
    @Test("Canonical XML 1.1 keeps an empty base URI")
    func emptyBase() throws {
        let tree = try XMLTree(parsing: "<r xml:lang='en' xml:base=''><a xml:base=''><b xml:base=''/></a></r>")
        #expect(
            String(decoding: try tree.canonicalized(.inclusive11), as: UTF8.self)
                == "<r xml:base=\"\" xml:lang=\"en\"><a xml:base=\"\"><b xml:base=\"\"></b></a></r>")
        let part = try XMLTree(parsing: "<r xml:lang='en'><a xml:base=''><b xml:base=''/></a></r>").root.require("a")
        #expect(
            String(decoding: try part.canonicalized(.inclusive11), as: UTF8.self)
                == "<a xml:base=\"\" xml:lang=\"en\"><b xml:base=\"\"></b></a>")
        // An ID is not inherited, and a base URI is joined with that of the omitted parent.
        let inner = try XMLTree(parsing: "<r xml:id='i' xml:base='x/'><a xml:base='y'/></r>").root.require("a")
        #expect(
            String(decoding: try inner.canonicalized(.inclusive11), as: UTF8.self) == "<a xml:base=\"x/y\"></a>")
        #expect(
            String(decoding: try tree.root.require("a").canonicalized(.inclusive), as: UTF8.self)
                == "<a xml:base=\"\" xml:lang=\"en\"><b xml:base=\"\"></b></a>")
    }

    /// Canonical XML 1.1, section 2.4. The joined base URI is omitted if it is empty.
    @Test(
        "In Canonical XML 1.1, only the outermost element inherits, and its base URI is joined",
        arguments: [
            ("<r xml:id='x'><e><c xml:base=''/></e></r>", "<e><c xml:base=\"\"></c></e>"),
            ("<r xml:id='x'><e xml:base=''><c/></e></r>", "<e xml:base=\"\"><c></c></e>"),
            ("<r xml:base=''><e xml:base=''><c xml:base=''/></e></r>", "<e><c xml:base=\"\"></c></e>"),
            ("<r xml:base='x/'><e><c xml:base=''/></e></r>", "<e xml:base=\"x/\"><c xml:base=\"\"></c></e>"),
            ("<r xml:base='x/y'><e k='' xml:base=''/></r>", "<e k=\"\" xml:base=\"x/y\"></e>"),
            // A text that is not a URI stays as it is.
            ("<r xml:base='x/'><e xml:base='&lt; y'/></r>", "<e xml:base=\"&lt; y\"></e>"),
            ("<r xml:base='é/ x'><e xml:base='y'/></r>", "<e xml:base=\"y\"></e>"),
            ("<r xml:base='http://a/b/c'><m xml:base='../q/'><e/></m></r>", "<e xml:base=\"http://a/q/\"></e>"),
            ("<r xml:base='urn:/a/b'><m xml:base='..'><e xml:base='z'/></m></r>", "<e xml:base=\"urn:/z\"></e>"),
            (
                "<r xml:other='1' xml:base='b' xml:lang='en' xml:id='x'><e><c xml:base='' xml:lang='de'/></e></r>",
                "<e xml:base=\"b\" xml:lang=\"en\"><c xml:base=\"\" xml:lang=\"de\"></c></e>"
            ),
        ])
    func inherited(_ text: String, _ form: String) throws {
        let tree = try XMLTree(parsing: text)
        let part = try #require(try tree.first(xpath: "//e")?.canonicalized(.inclusive11))
        #expect(String(decoding: part, as: UTF8.self) == form)
    }

    @Test("A relative namespace has no canonical form")
    func relative() throws {
        let tree = try XMLTree(parsing: "<r>\n <a xmlns='u'/></r>")
        let error = try #require(throws: XMLError.self) { try tree.canonicalized() }
        #expect(error.code == .invalidNamespaceDeclaration && error.location?.line == 2)
        let outer = try #require(throws: XMLError.self) {
            try XMLTree(parsing: "<r xmlns:p='u'><a/></r>").root.elements.first?.canonicalized(.exclusive)
        }
        #expect(outer.code == .invalidNamespaceDeclaration && outer.location?.column == 1)
        var options = XMLParsingOptions()
        options.limits.depth = 3_000
        let deep = String(repeating: "<a>", count: 2_000) + "<b/>" + String(repeating: "</a>", count: 2_000)
        let innermost = try #require(try XMLTree(parsing: deep, options: options).first(css: "b"))
        #expect(try #require(throws: XMLError.self) { try innermost.canonicalized() }.code == .tooDeep)
    }

    @Test(
        "A reference that was not read has no canonical form",
        arguments: [
            ("<!DOCTYPE a [<!ENTITY e SYSTEM 'x'>]><a>1&e;2</a>", 42),
            ("<!DOCTYPE a SYSTEM 'no.dtd'><a k='1&u;2'>x</a>", 35),
            ("<!DOCTYPE a SYSTEM 'no.dtd' [<!ENTITY e '1&u;2'>]><a k='&e;'/>", 57),
            ("<!DOCTYPE a SYSTEM 'no.dtd'><a>1&u;2</a>", 33),
        ])
    func unread(_ text: String, _ column: Int) throws {
        let tree = try XMLTree(parsing: text)
        let error = try #require(throws: XMLError.self) { try tree.canonicalized() }
        #expect(error.code == .unresolvedEntity && error.location?.column == column, "\(error)")
        #expect(throws: Never.self) { try XMLTree(parsing: "<a k='&amp;u;'>&amp;u;</a>").canonicalized() }
        let read = try XMLTree(parsing: "<!DOCTYPE a [<!ENTITY e 'x'>]><a k='&e; &amp;e; &lt;'/>")
        #expect(try String(decoding: read.canonicalized(), as: UTF8.self) == "<a k=\"x &amp;e; &lt;\"></a>")
    }

    @Test("A page has a canonical form if it can be XML")
    func pages() throws {
        let page = try XMLTree(html: "<p b=2 a=1>x<br>")
        let body = "<body><p a=\"1\" b=\"2\">x<br></br></p></body>"
        #expect(try String(decoding: page.canonicalized(), as: UTF8.self).contains(body))
        for (text, code) in [("<p @x=1>", .invalidName), ("<p>a&#1;", .invalidCharacter)] as [(String, XMLError.Code)] {
            let page = try XMLTree(html: text)
            #expect(try #require(throws: XMLError.self) { try page.canonicalized() }.code == code)
            #expect(try #require(throws: XMLError.self) { try page.root.canonicalized() }.code == code)
        }
    }

    @Test("An output gets the pieces, and its error ends the writing")
    func pieces() throws {
        struct Failure: Error {}
        let tree = try XMLTree(parsing: "<a>\(String(repeating: "<b>text</b>", count: 10_000))</a>")
        var pieces: [[UInt8]] = []
        try tree.canonicalize { pieces.append($0) }
        #expect(try pieces.count > 1 && Array(pieces.joined()) == tree.canonicalized())
        // An output may use libxml2 itself, and leave an error.
        var bytes: [UInt8] = []
        try tree.canonicalize { piece in
            unsafe xmlFreeDoc(xmlReadMemory("<a", 2, nil, nil, Int32(XML_PARSE_NOERROR.rawValue)))
            _ = try? XMLTree(parsing: "<a").canonicalized()
            bytes += piece
        }
        #expect(bytes == Array(pieces.joined()))
        var count = 0
        #expect(throws: Failure.self) {
            try tree.canonicalize { _ in
                count += 1
                throw Failure()
            }
        }
        #expect(count == 1)
    }

    @Test("The document of libxml2 can be read")
    func document() throws {
        let tree = try XMLTree(parsing: "<r><a/><a>x</a></r>")
        let count = try unsafe tree.withLibXML2Document { document in
            let root = unsafe xmlDocGetRootElement(xmlDocPtr(document))
            return unsafe xmlChildElementCount(root)
        }
        #expect(count == 2)
    }
}
