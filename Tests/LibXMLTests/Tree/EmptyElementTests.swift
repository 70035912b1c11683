import Testing

@_spi(Commands) @testable import LibXML

/// Which elements are written as one tag.
@Suite struct EmptyElementTests {
    /// The names of elements that are, in the order of the document.
    private static func names(_ tree: XMLTree) -> [String] {
        #expect(tree.tape.violations == [])
        return tree.descendants.filter(\.isEmptyElement).map(\.qualifiedName)
    }

    private static let documents = [
        ("<a/>", ["a"]), ("<a></a>", []), ("<a ></a\n>", []), ("<a k='/>'>/></a>", []),
        ("<a k='v' xmlns:p='u'\n/>", ["a"]),
        ("<a xmlns:p='u'><p:b/><c></c>x<d>/></d><e><f k='>'/></e></a>", ["p:b", "f"]),
        ("<a><b><!-- c --></b><c><?p?></c><d><![CDATA[]]></d><e> </e></a>", []),
        ("<a><b/>\r\n<c/>é<d></d><e/></a>", ["b", "c", "e"]),
    ]

    @Test("Trees tell, and libxml2's recovery does", arguments: documents)
    func trees(text: String, names: [String]) throws {
        #expect(try Self.names(XMLTree(parsing: text)) == names)
        #expect(try Self.names(XMLTree.recovering(text, mode: .libxml2).value) == names)
        var reader = XMLReader(parsing: text)
        var found: [String] = []
        while try reader.next() != nil { if reader.isEmptyElement { found.append(reader.name) } }
        #expect(found == names)
    }

    @Test(
        "Of malformed documents, what libxml2 takes for one tag",
        arguments: [
            ("<a><b/></c>", ["b"]), ("<a><b /><c / ><d/", ["b"]), ("<a><b k=1/><c", []),
            ("<a><b k='1' k='2'/>&x;<c/></a>", ["b", "c"]),
        ])
    func recovered(text: String, names: [String]) throws {
        #expect(try Self.names(XMLTree.recovering(text, mode: .libxml2).value) == names)
    }

    @Test(
        "In pages, what has neither content nor an end tag",
        arguments: [
            ("<p>a<br>b<br/>c<hr title='</hr>'>", ["br", "br", "hr"]), ("<p></p><p>x", []),
            ("<p><p>x<p k=1></P>", ["p"]),
            ("<ul><li><li>x</ul>", ["li"]), ("<div><span></div>", ["span"]), ("<p><!-- c --><p>", ["p"]),
            ("<script src=x></script><i></i>", []),
        ])
    func pages(text: String, names: [String]) throws {
        #expect(try Self.names(XMLTree(html: text)) == names)
    }

    @Test("libxml2's recovery keeps the document type")
    func documentType() throws {
        let text = "<!-- c -->\n<!DOCTYPE a PUBLIC 'p' 's' [<!ENTITY t 'x'>]><a>&t;</b>"
        let tree = try XMLTree.recovering(text, mode: .libxml2).value
        #expect(tree.tape.violations == [])
        #expect(tree.children.map(\.kind) == [.comment, .documentType, .element])
        #expect(tree.documentType?.name == "a")
        #expect(tree.documentType?.publicID == "p")
        #expect(tree.documentType?.systemID == "s")
        #expect(tree.json().hasSuffix(#""prolog":[{"comment":" c "},{"doctype":"a","public":"p","system":"s"}]}"#))
    }
}
