import LibXML
import Testing

@Suite struct FragmentTests {
    private static let evil = "</m:Item><evil a='1' b=\"2\">&amp;<!--]]>"

    @Test("Values are escaped by their position")
    func escaping() throws {
        let evil = Self.evil
        let number = 7
        let missing: String? = nil
        let fragment: XMLFragment =
            "<a b='\(evil)' c=\"x\(evil)y\">\(evil)\(number)<d e='\(true)'/>\(missing)\(1.5)<!--c--><![CDATA[<&]]><?p q?></a>t"
        let text = try fragment.xmlString()
        let root = try XMLTree(parsing: "<r>\(text)</r>").root
        let a = try #require(root["a"])
        #expect(a.elements.map(\.localName) == ["d"])
        #expect(a.attributes.map(\.value) == [evil, "x\(evil)y"])
        #expect(a.text == evil + "71.5<&")
        #expect(a["d"]?.attributes.map(\.value) == ["true"])
        #expect(root.ownText == "t")
        #expect(text.hasSuffix("<!--c--><![CDATA[<&]]><?p q?></a>t"))
    }

    @Test("Every scalar in text and attributes is read back")
    func scalars() throws {
        let ranges: [ClosedRange<UInt32>] = [0x9...0xA, 0xD...0xD, 0x20...0x2FF, 0xFDC0...0xFFFD, 0x1F600...0x1F60F]
        for value in ranges.joined() {
            let text = String(try #require(Unicode.Scalar(value)))
            let fragment: XMLFragment = "<a b='\(text)' c=\"\(text)\">\(text)</a>"
            let a = try XMLTree(parsing: fragment.xmlString()).root
            #expect(a.text == text)
            #expect(a.attributes.map(\.value) == [text, text])
        }
    }

    @Test("Fragments and elements are inserted")
    func nesting() throws {
        let rows: [XMLFragment] = (1...3).map { "<row>\($0)</row>" }
        let tail: XMLFragment? = nil
        let element = try XMLTree(parsing: "<x xmlns:p='u'><p:y/></x>").root
        let table: XMLFragment = "<table>\(rows)\("<b/>" as XMLFragment)\(tail)\(element)</table>"
        #expect(
            try table.xmlString()
                == "<table><row>1</row><row>2</row><row>3</row><b/><x xmlns:p=\"u\"><p:y/></x></table>")
    }

    @Test("Prefixes are bound in the fragment or around it")
    func prefixes() throws {
        let fragment: XMLFragment = "<m:a/><b/>"
        #expect { _ = try fragment.xmlString() } throws: { ($0 as? XMLError)?.code == .undeclaredPrefix }
        let writer = try XMLWriter(options: .init(declaration: .never))
        try writer.element("r", ["xmlns:m": "u", "xmlns": "v"]) { try writer.write(fragment) }
        #expect(try writer.xmlString() == "<r xmlns:m=\"u\" xmlns=\"v\"><m:a/><b/></r>")
        let bound: XMLFragment = "<m:a xmlns:m='w'/>"
        #expect(try bound.xmlString() == "<m:a xmlns:m=\"w\"/>")
    }

    @Test("Names and parts of comments are values")
    func names() throws {
        let (name, attribute, text) = ("m:é", "lang", "a < b & c")
        let fragment: XMLFragment =
            "<\(name) xmlns:m='u' \(attribute)='1' x\(2)='\(text)'><!-- \(text), \(7) --></\(name)>"
        let written = "<m:é xmlns:m=\"u\" lang='1' x2=\"a &lt; b &amp; c\"><!-- a < b & c, 7 --></m:é>"
        #expect(try fragment.xmlString() == written)
        #expect(try XMLTree(parsing: written).root.isNamed("{u}é"))
    }

    @Test("Values in other positions, and malformed markup, are errors with places in the literal")
    func errors() throws {
        let (name, other) = ("x", "x y")
        let nested: XMLFragment = "<b>"
        let closing: XMLFragment = "</b>"
        let cases: [(XMLFragment, XMLError.Code, Int, Int)] = [
            ("<\(other)/>", .invalidName, 1, 2), ("<\("!--")/>", .invalidName, 1, 2), ("<\("")/>", .invalidName, 1, 2),
            ("<a \(other)='1'/>", .invalidName, 1, 4), ("<a></\("a>")>", .invalidName, 1, 6),
            ("<!\(name)>", .misplacedValue, 1, 3), ("<h\(" 1")/>", .invalidName, 1, 3),
            ("<a:\(1)/>", .invalidName, 1, 4),
            ("<a \("xmlns")='u'/>", .invalidName, 1, 4), ("<a \("xmlns:p")='u'/>", .invalidName, 1, 4),
            ("<a x\("mlns")='u'/>", .invalidName, 1, 5), ("<a\(":b")/>", .invalidName, 1, 3),
            ("<!----\("><b/>")-->", .doubleHyphenInComment, 1, 7),
            ("<\("item")><b></c></\("item")>", .mismatchedEndTag, 1, 6),
            ("<a><!--\("x\ny")--><b></c></a>", .mismatchedEndTag, 1, 14),
            ("<a b='1'\(name)/>", .misplacedValue, 1, 9), ("<1\(name)/>", .invalidName, 1, 3),
            ("<a b=\(name)/>", .misplacedValue, 1, 6), ("<a b= \(name)/>", .misplacedValue, 1, 7),
            ("<a\n b='\(name)'>\n<!--\("x--")--></a>", .doubleHyphenInComment, 3, 5),
            ("<!--\("-")-->", .doubleHyphenInComment, 1, 5), ("<!-- -\("-x")-->", .doubleHyphenInComment, 1, 7),
            ("<!--\("\r")-->", .invalidCharacter, 1, 5), ("<!--\("\u{1}")-->", .invalidCharacter, 1, 5),
            ("<a><![CDATA[\(name)]]></a>", .misplacedValue, 1, 13),
            ("<a><?\(name)?></a>", .misplacedValue, 1, 6),
            ("<a><?p \(name)?></a>", .misplacedValue, 1, 8),
            ("<!DOCTYPE \(name)><a/>", .misplacedValue, 1, 11),
            ("<a b='\(nested)'/>", .misplacedValue, 1, 7),
            ("<a></\(name)>", .mismatchedEndTag, 1, 4),
            ("<a>\(nested)\(closing)</a>", .unclosedElement, 1, 4),
            ("<a>\("</a><b>" as XMLFragment)</b>", .mismatchedEndTag, 1, 1),
            ("<a>\("x\0")</a>", .invalidCharacter, 1, 4),
            ("<a>\(name)&\(name);</a>", .misplacedValue, 1, 5), ("<a b='&#\(name);'/>", .misplacedValue, 1, 9),
            ("<a>\(name)&</a>", .malformedReference, 1, 4),
            ("<a>\n\(name) <b></a>", .mismatchedEndTag, 2, 5), ("<a>\(name)<b></b>", .unclosedElement, 1, 1),
            ("<a>é\(name)<b></c></a>", .mismatchedEndTag, 1, 8),
            ("<a b='1' b='2'/>", .duplicateAttribute, 1, 10),
            ("<a>\("<b></c>" as XMLFragment)</a>", .mismatchedEndTag, 1, 4),
            ("<a", .unclosedTag, 1, 1),
            ("<a b='", .unclosedAttributeValue, 1, 7),
            ("<!-- x", .unclosedComment, 1, 1),
        ]
        for (number, (fragment, code, line, column)) in cases.enumerated() {
            let error = try #require(throws: XMLError.self, "\(number)") { _ = try fragment.xmlString() }
            #expect(error.code == code, "\(number): \(error)")
            #expect(error.location?.line == line && error.location?.column == column, "\(number): \(error)")
            #expect(error.location?.sourceName == "<markup>", "\(number)")
            let writer = try XMLWriter()
            try writer.startElement("r")
            #expect(throws: XMLError.self) { try writer.write(fragment) }
        }
    }

    @Test("Markup that is known when the program runs is checked")
    func parsing() throws {
        #expect(try XMLFragment(unsafeMarkup: "a<b/>c").xmlString() == "a<b/>c")
        let error = try #require(throws: XMLError.self) { _ = try XMLFragment(unsafeMarkup: "a\n<b></c>") }
        #expect(error.code == .mismatchedEndTag)
        #expect(error.location?.line == 2)
        #expect(error.location?.column == 4)
        #expect(error.diagnostic.snippet() != nil)
        // Faults after prefixes that are not declared, and text that looks like prefixes.
        let second = try #require(throws: XMLError.self) { _ = try XMLFragment(unsafeMarkup: "<p:a/>\n<b") }
        #expect(second.code == .unclosedTag)
        #expect(second.location?.line == 2)
        let words = (0..<100_000).map { "w\($0): " }.joined()
        let writer = try XMLWriter()
        try writer.element("r") { try writer.write(XMLFragment(unsafeMarkup: words)) }
        #expect(try XMLTree(parsing: writer.xmlBytes()).root.text == words)
        // The prefix is a question of the place.
        let prefixed = try XMLFragment(unsafeMarkup: "<p:a q:b='' p:b=''/>")
        #expect { _ = try prefixed.xmlString() } throws: { ($0 as? XMLError)?.code == .undeclaredPrefix }
    }

    @Test("Elements, lists and optionals are markup")
    func elements() throws {
        let root = try XMLTree(parsing: "<r><i>1</i><i>2</i></r>").root
        let (none, some): (XMLTree.Element?, XMLTree.Element?) = (nil, root.elements.first)
        let fragments: [XMLFragment]? = ["<a/>", "<b/>"]
        let fragment: XMLFragment = "<l>\(Array(root.elements))\(none)\(some)\(fragments)</l>"
        #expect(try fragment.xmlString() == "<l><i>1</i><i>2</i><i>1</i><a/><b/></l>")
    }

    @Test("Nodes are markup, and values of dictionaries are text")
    func nodes() throws {
        let tree = try XMLTree(parsing: "<r k='1'>a &amp; <b>b</b><![CDATA[<c>]]><!-- d --><?e f?></r>")
        let root = tree.root
        let (none, other): (XMLTree.Node?, XMLTree) = (nil, try XMLTree(parsing: "<a/>"))
        let content = "a &amp; <b>b</b><![CDATA[<c>]]><!-- d --><?e f?>"
        let children = Array(root.children)
        let value = XMLDictionary(tree)["r"]
        let rows: [(XMLFragment, String)] = [
            ("<w>\(children)</w>", "<w>\(content)</w>"), ("<w>\(children[0])\(none)</w>", "<w>a &amp; </w>"),
            ("<w>\(root.elements)</w>", "<w><b>b</b></w>"), ("<w>\(children.prefix(1))</w>", "<w>a &amp; </w>"),
            ("<w>\(other)</w>", "<w><a/></w>"),
            ("<w k='\(value?["@k"])'>\(value?["b"])</w>", "<w k='1'>b</w>"), ("<w>\(XMLValue.null)</w>", "<w></w>"),
            ("<w>\(XMLValue(["@a": 1, "#text": "<"]))</w>", "<w>&lt;</w>"),
            ("<w>\(XMLName("a"))\(root.location)</w>", "<w>a1:1</w>"),
        ]
        for (fragment, expected) in rows {
            let text = try fragment.xmlString()
            #expect(text == expected)
        }
        for node in children {
            let fragment: XMLFragment = "<w>\(node)</w>"
            #expect(try fragment.xmlString() == "<w>\(node.xmlString())</w>")
        }
        let writer = try XMLWriter()
        try writer.element("w") { try writer.write("\(root.children)" as XMLFragment) }
        #expect(try writer.xmlString().contains(content))
    }

    @Test("An element of a tree keeps its namespace in a fragment, in a writer and in an edit")
    func namespaces() throws {
        let element = try XMLTree(parsing: "<q><r xmlns='urn:r'/><s/></q>").root
        let other = try XMLTree(parsing: "<o xmlns='urn:o'><p/></o>").root
        let inside = "<q xmlns=\"\"><r xmlns=\"urn:r\"/><s/></q>"
        let literal: XMLFragment = "<w xmlns='urn:w'>\(element)\(other.elements)</w>"
        #expect(try literal.xmlString() == "<w xmlns=\"urn:w\">\(inside)<p xmlns=\"urn:o\"/></w>")
        let plain: XMLFragment = "<w>\(Array(element.elements).dropFirst())</w>"
        #expect(try plain.xmlString() == "<w><s/></w>")
        let own = try #require(try XMLTree(parsing: "<a xmlns='urn:u'><b xmlns=''><c/></b></a>").root.elements.first)
        #expect(try ("<x>\(own)</x>" as XMLFragment).xmlString() == "<x><b xmlns=\"\"><c/></b></x>")
        let writer = try XMLWriter(options: .init(declaration: .never))
        try writer.element("c", ["xmlns": "urn:a"]) { try writer.write("\(element)") }
        #expect(try writer.xmlString() == "<c xmlns=\"urn:a\">\(inside)</c>")
        for (document, expected) in [
            ("<c xmlns='urn:a'/>", "<c xmlns='urn:a'>\(inside)</c>"),
            ("<c/>", "<c><q><r xmlns=\"urn:r\"/><s/></q></c>"),
        ] {
            var edit = XMLEdit(try XMLTree(parsing: document))
            try edit.append("\(element)", to: edit.tree.root)
            #expect(try edit.xmlString() == expected)
        }
    }

    @Test("What has no form in text is an error where it is written")
    func withoutText() throws {
        let fragments: [XMLFragment] = [
            "\(["a", "b"])", "\(XMLValue(["a", "b"]))", "\(XMLDictionary())", "\(XMLValue(["a": "1"]))", "\(["k": 1])",
        ]
        for fragment in fragments {
            let error = try #require(throws: XMLError.self) { _ = try fragment.xmlString() }
            #expect(error.code == .invalidValue)
        }
        let page = try XMLTree(html: "<p>a<br>b & c").root
        let fragment: XMLFragment = "<w>\(page.children)</w>"
        #expect(try fragment.xmlString().contains("<br/>b &amp; c"))
    }

    @Test("A value cannot end a section with the literal after it")
    func brackets() throws {
        for value in ["x]]", "x]", "]]>"] {
            let fragment: XMLFragment = "<r>\(value)></r>"
            let text = try XMLTree(parsing: fragment.xmlString()).root.text
            #expect(text == value + ">")
            let second: XMLFragment = "<r>\(value)]></r>"
            #expect(try XMLTree(parsing: second.xmlString()).root.text == value + "]>")
        }
    }
}
