import LibXML
import Testing

@Suite struct EditTests {
    static let cases: [EditCase] = [
        // Text.
        EditCase("text", "<a> <b>80</b></a>", "<a> <b>8080</b></a>") {
            try $0.setText(of: $1.require("b"), to: "8080")
        },
        EditCase("escaped text", "<a>x</a>", "<a>&lt;&amp;&gt;\"'&#xD;\n</a>") {
            try $0.setText(of: $1, to: "<&>\"'\r\n")
        },
        EditCase("text in CRLF", "<a>\r\n<b/></a>", "<a>1\r\n2</a>") { try $0.setText(of: $1, to: "1\n2") },
        EditCase("text of one tag", "<a><b /></a>", "<a><b>1</b></a>") { try $0.setText(of: $1.require("b"), to: "1") },
        EditCase("attributes that look the same", "<a \u{E9}='1' e\u{301}='2'/>", "<a e\u{301}='3'/>") {
            try $0.remove(attribute: "\u{E9}", of: $1)
            try $0.set(attribute: "e\u{301}", of: $1, to: "3")
        },
        EditCase("a new prefix", "<a>\n<b  c='1'/></a>", "<a xmlns:q=\"u&amp;v\" q:x=\"2\">\n<b  c='1' q:d='3'/></a>") {
            try $0.set(attribute: "xmlns:q", of: $1, to: "u&v")
            try $0.set(attribute: "xmlns:q", of: $1, to: "u&v")
            try $0.set(attribute: XMLName("{u&v}x"), of: $1, to: "1")
            try $0.set(attribute: "q:x", of: $1, to: "2")
            try $0.set(attribute: "q:d", of: $1.require("b"), to: "3")
        },
        EditCase(
            "a new prefix of an element that moves", "<a><b xmlns:p='u'><c><p:d/></c></b></a>",
            "<a><b xmlns:p='u'></b><c xmlns:q=\"v\" q:x=\"1\" xmlns:p=\"u\"><p:d/></c></a>"
        ) {
            let (outer, inner) = (try $1.require("b"), try $1.require("b").require("c"))
            try $0.set(attribute: "xmlns:q", of: inner, to: "v")
            try $0.set(attribute: "q:x", of: inner, to: "1")
            try $0.move(inner, after: outer)
        },
        EditCase(
            "a new prefix around an element that moves", "<a><b><c/></b></a>",
            "<a><b xmlns:q=\"v\"></b><c q:x=\"1\" xmlns:q=\"v\"/></a>"
        ) {
            let (outer, inner) = (try $1.require("b"), try $1.require("b").require("c"))
            try $0.set(attribute: "xmlns:q", of: outer, to: "v")
            try $0.set(attribute: "q:x", of: inner, to: "1")
            try $0.move(inner, after: outer)
        },
        EditCase(
            "a new prefix that is another one further inside", "<a><b xmlns:q='w'><c/></b><d/></a>",
            "<a xmlns:q=\"u\"><b xmlns:q='w'><c q:x=\"1\"/></b><d q:y=\"2\"/><q:e/></a>"
        ) {
            let element = try $1.require("b").require("c")
            try $0.set(attribute: "xmlns:q", of: $1, to: "u")
            try $0.set(attribute: "q:x", of: element, to: "1")
            let edit = $0
            #expect(throws: XMLError.self) {
                var other = edit
                try other.set(attribute: XMLName("{u}x"), of: element, to: "2")
            }
            try $0.set(attribute: XMLName("{u}y"), of: $1.require("d"), to: "2")
            try $0.append("<q:e/>", to: $1)
        },
        EditCase(
            "a declared prefix that is a default", "<!DOCTYPE r [<!ATTLIST b xmlns:q CDATA 'u'>]><r><a/></r>",
            "<!DOCTYPE r [<!ATTLIST b xmlns:q CDATA 'u'>]><r><b xmlns:q=\"u\"/></r>"
        ) {
            try $0.set(attribute: "xmlns:q", of: $1.require("a"), to: "u")
            try $0.rename($1.require("a"), to: "b")
        },
        EditCase("no text of one tag", "<a><b /></a>", "<a><b/></a>") { try $0.setText(of: $1.require("b"), to: "") },
        EditCase("no text", "<a>x<!--c--><b/></a>", "<a></a>") { try $0.setText(of: $1, to: "") },
        EditCase("text in place of a comment", "<a>1<!--c-->2</a >", "<a>3</a >") { try $0.setText(of: $1, to: "3") },
        EditCase("CDATA", "<a><![CDATA[1 < 2]]></a>", "<a><![CDATA[2 < 3 ]]]]><![CDATA[> 1]]></a>") {
            try $0.setText(of: $1, to: "2 < 3 ]]> 1")
        },
        EditCase("CDATA with more", "<a> <![CDATA[1]]></a>", "<a>&lt;</a>") { try $0.setText(of: $1, to: "<") },
        EditCase(
            "text of an entity", "<!DOCTYPE a [<!ENTITY e '<b/>'>]><a>&e;</a>",
            "<!DOCTYPE a [<!ENTITY e '<b/>'>]><a>x</a>"
        ) {
            try $0.setText(of: $1, to: "x")
        },
        EditCase(
            "brackets that an edit joins with a mark", "<a>]]<b/>>]<c/>]>]]<d>x</d>]]<e/></a>",
            "<a>]]&gt;]]&gt;]]<d>y</d>]]&gt;<e/></a>"
        ) {
            try $0.remove($1.require("b"))
            try $0.remove($1.require("c"))
            try $0.setText(of: $1.require("d"), to: "y")
            try $0.insert(">", before: $1.require("e"))
        },
        EditCase("brackets at the end of CDATA", "<a><![CDATA[x]]></a>", "<a><![CDATA[]]]]></a>") {
            try $0.setText(of: $1, to: "]]")
        },
        EditCase("all elements at a path", "<a>\n  <b><b/></b>\n  <c/>\n  <b/><c/>\n</a>", "<a>\n  <c/>\n  <c/>\n</a>")
        {
            let count = try $0.removeAll(at: "//b")
            #expect(count == 2 && $1.elements.count == 4)
        },
        EditCase("all attributes at a path", "<a x='1'><b x='2' y='3'/><c x='4'/></a>", "<a><b y='3'/><c/></a>") {
            try $0.removeAll(at: "//@x")
            #expect($1[attribute: "x"] == "1")
        },
        EditCase("the element at a path", "<a><b/><c/></a>", "<a><b>x</b><c/></a>") {
            #expect($1.elements.count == 2)
            try $0.append("x", to: $0.element(at: "a/b"))
        },
        EditCase("content", "<a>x</a>", "<a>1<b/>2</a>") { try $0.replaceContent(of: $1, with: "1<b/>2") },
        // Attributes.
        EditCase("value", "<a  b = 'x' c=\"\"/>", "<a  b = 'y' c=\"\"/>") {
            try $0.set(attribute: "b", of: $1, to: "y")
        },
        EditCase("quotes", "<a b='' c=\"\"/>", "<a b='&lt;\"&apos;' c=\"&quot;'&#x9;\"/>") {
            try $0.set(attribute: "b", of: $1, to: "<\"'")
            try $0.set(attribute: "c", of: $1, to: "\"'\t")
        },
        EditCase("new attributes", "<a b='1' />", "<a b='1' c='2' d='3' />") {
            try $0.set(attribute: "c", of: $1, to: "2")
            try $0.set(attribute: "d", of: $1, to: "3")
        },
        EditCase("new attribute of a name", "<a\n>x</a>", "<a c=\"2\"\n>x</a>") {
            try $0.set(attribute: "c", of: $1, to: "2")
        },
        EditCase("attribute and content of one tag", "<a />", "<a b=\"1\">x</a>") {
            try $0.setText(of: $1, to: "x")
            try $0.set(attribute: "b", of: $1, to: "1")
        },
        EditCase("a prefixed attribute", "<a xmlns:p='u' p:b='1'/>", "<a xmlns:p='u' p:b='2' p:c='3' p:d='4'/>") {
            try $0.set(attribute: "{u}b", of: $1, to: "2")
            try $0.set(attribute: "p:c", of: $1, to: "3")
            try $0.set(attribute: XMLName("d", namespaceURI: "u"), of: $1, to: "4")
        },
        EditCase("xml:lang", "<a/>", "<a xml:lang=\"de\"/>") { try $0.set(attribute: "xml:lang", of: $1, to: "de") },
        EditCase("attribute as a value", "<a b='1' c='2'/>", "<a b='3' c='2'/>") {
            for attribute in $1.attributes.prefix(1) { try $0.setText(of: attribute, to: "3") }
        },
        EditCase("removed attributes", "<a b='1'\n c='2' d='3'/>", "<a d='3'/>") {
            try $0.remove(attribute: "b", of: $1)
            try $0.remove(attribute: "c", of: $1)
        },
        EditCase("removed by expanded names", "<a xmlns:p='u' b='1' p:b='2'/>", "<a xmlns:p='u' b='1'/>") {
            try $0.set(attribute: "p:c", of: $1, to: "3")
            try $0.remove(attribute: XMLName("b", namespaceURI: "u"), of: $1)
            try $0.remove(attribute: XMLName("{u}c"), of: $1)
        },
        EditCase("removed and added", "<a b='1'/>", "<a c='2'/>") {
            try $0.remove(attribute: "b", of: $1)
            try $0.set(attribute: "c", of: $1, to: "2")
        },
        EditCase(
            "a default that is set", "<!DOCTYPE a [<!ATTLIST a b CDATA 'x'>]><a/>",
            "<!DOCTYPE a [<!ATTLIST a b CDATA 'x'>]><a b=\"y\"/>"
        ) {
            try $0.set(attribute: "b", of: $1, to: "y")
        },
        EditCase(
            "a value of a type", "<!DOCTYPE a [<!ATTLIST a b NMTOKENS ''>]><a b='x'/>",
            "<!DOCTYPE a [<!ATTLIST a b NMTOKENS ''>]><a b=' y  z '/>"
        ) {
            try $0.set(attribute: "b", of: $1, to: " y  z ")
        },
        EditCase("a renamed attribute", "<a b='1'/>", "<a c='2'/>") {
            let attribute = try #require($1.attributes["b"])
            try $0.rename(attribute, to: "c")
            try $0.set(attribute: "b", of: $1, to: "2")
        },
        // Elements.
        EditCase("a renamed element", "<a><b c=''>1</b ></a>", "<a><d c=''>1</d ></a>") {
            try $0.rename($1.require("b"), to: "d")
        },
        EditCase("renamed empty elements", "<a><b/><b/></a>", "<x><y/><z>1</z></x>") {
            try $0.rename($1, to: "x")
            try $0.rename($1[all: "b"][0], to: "y")
            try $0.setText(of: $1[all: "b"][1], to: "1")
            try $0.rename($1[all: "b"][1], to: "z")
        },
        EditCase("a removed element", "<a>x<b/>y</a>", "<a>xy</a>") { try $0.remove($1.require("b")) },
        EditCase("a removed line", "<a>\n  <b/> \n  <c>\n  </c>\n</a>", "<a>\n  <c>\n  </c>\n</a>") {
            try $0.remove($1.require("b"))
        },
        EditCase("removed lines in CRLF", "<a>\r\n\t<b/>\r\n\t<c/>\r\n</a>", "<a>\r\n</a>") {
            try $0.remove($1.require("b"))
            try $0.remove($1.require("c"))
        },
        EditCase(
            "a removed line at the top", "<?xml version='1.0'?>\n<!-- c -->\n<a/>\n", "<?xml version='1.0'?>\n<a/>\n"
        ) {
            let comment = try #require($0.tree.children.first)
            #expect(comment.parent == nil && $1.parent == nil)
            try $0.remove(comment)
        },
        EditCase("preserved space", "<a xml:space='preserve'>\n <b/>\n</a>", "<a xml:space='preserve'>\n \n</a>") {
            try $0.remove($1.require("b"))
        },
        EditCase("removed nodes", "<a>x<!--c--><?p?><![CDATA[d]]>&amp;</a>", "<a>&amp;</a>") {
            for node in $1.children.prefix(4) { try $0.remove(node) }
        },
        EditCase("replaced", "<a>\n  <b/>\n  x\n</a>", "<a>\n  <c/><d/>\n  x\n</a>") {
            try $0.replace($1.require("b"), with: "<c/><d/>")
        },
        EditCase("a replaced root", "<!--x--><a/>", "<!--x--><b>1</b>") { try $0.replace($1, with: "<b>1</b>") },
        EditCase("replaced text", "<a>x<b/></a>", "<a>y&amp;<b/></a>") {
            let text = try #require($1.children.first)
            try $0.replace(text, with: "y&amp;")
        },
        EditCase("no edits", "\u{FEFF}<a  b = '1'/>\r\n", "\u{FEFF}<a  b = '1'/>\r\n") { edit, _ in
            #expect(edit.isEmpty)
        },
    ]

    @Test("An edit changes what it names, and nothing else", arguments: cases)
    func changes(_ test: EditCase) throws { try test.check() }

    static let insertions: [EditCase] = [
        EditCase("before", "<a><b/></a>", "<a><c/><b/></a>") { try $0.insert("<c/>", before: $1.require("b")) },
        EditCase("before, in lines", "<a>\n\t<b/>\n</a>", "<a>\n\t<c/>\n\t<b/>\n</a>") {
            try $0.insert("<c/>", before: $1.require("b"))
        },
        EditCase("after, in lines", "<a>\r\n  <b/>\r\n</a>", "<a>\r\n  <b/>\r\n  <c/>\r\n  <d>\r\n</d>\r\n</a>") {
            try $0.insert("<c/>", after: $1.require("b"))
            try $0.insert("<d>\n</d>", after: $1.require("b"))
        },
        EditCase("in mixed content", "<a>x\n  <b/>\n</a>", "<a>x\n  <c/><b/><d/>\n<e/></a>") {
            try $0.insert("<c/>", before: $1.require("b"))
            try $0.insert("<d/>", after: $1.require("b"))
            try $0.append("<e/>", to: $1)
        },
        EditCase("appended lines", "<a>\n  <b/>\n</a>", "<a>\n  <b/>\n  <c/>\n  <d/>\n</a>") {
            try $0.append("<c/>", to: $1)
            try $0.append("<d/>", to: $1)
        },
        EditCase("prepended lines", "<a>\n  <b/>\n</a>", "<a>\n  <c/>\n  <d/>\n  <b/>\n</a>") {
            try $0.prepend("<c/>", to: $1)
            try $0.prepend("<d/>", to: $1)
        },
        EditCase("appended text", "<a>\n  <b/>\n</a>", "<a>\n  <b/>\ntext</a>") {
            try $0.append("text", to: $1)
        },
        EditCase("into one tag", "<a><b/></a>", "<a><b><c/><d/></b></a>") {
            try $0.append("<c/>", to: $1.require("b"))
            try $0.append("<d/>", to: $1.require("b"))
        },
        EditCase(
            "into one tag, in lines", "<a>\n  <b x=''/>\n</a>", "<a>\n  <b x=''>\n    <c/>\n    <d/>\n  </b>\n</a>"
        ) {
            try $0.append("<c/>", to: $1.require("b"))
            try $0.append("<d/>", to: $1.require("b"))
        },
        EditCase("into white space", "<a>\n  <b>\n  </b>\n</a>", "<a>\n  <b>\n    <c/>\n  </b>\n</a>") {
            try $0.prepend("<c/>", to: $1.require("b"))
        },
        EditCase("into white space of a line", "<a> </a>", "<a> <b/>x</a>") {
            try $0.append("<b/>", to: $1)
            try $0.append("x", to: $1)
        },
        EditCase("before white space of a line", "<a> </a>", "<a><b/> </a>") { try $0.prepend("<b/>", to: $1) },
        EditCase("around the root", "<?xml version='1.0'?>\n<a/>\n", "<?xml version='1.0'?>\n<!--b-->\n<a/>\n<?c?>\n") {
            try $0.insert("<!--b-->", before: $1)
            try $0.insert("<?c?>", after: $1)
        },
        EditCase("beside text", "<a>x<b/></a>", "<a>1x2<b/></a>") {
            let text = try #require($1.children.first)
            try $0.insert("1", before: text)
            try $0.insert("2", after: text)
        },
        EditCase("namespaces", "<p:a xmlns:p='u' xmlns='d'/>", "<p:a xmlns:p='u' xmlns='d'><p:b p:c='1'/><e/></p:a>") {
            try $0.append("<p:b p:c='1'/><e/>", to: $1)
        },
        EditCase("at the end of a section", "<a>]]</a>", "<a>]]&gt;</a>") { try $0.append(">", to: $1) },
        EditCase("at the start of a section", "<a>]&gt;</a>", "<a>]&#93;]&gt;</a>") {
            try $0.prepend("]]", to: $1)
        },
        EditCase("beside an edit", "<a><b/></a>", "<a><c/><d/></a>") {
            try $0.insert("<c/>", before: $1.require("b"))
            try $0.remove($1.require("b"))
            try $0.insert("<d/>", after: $1.require("b"))
        },
        EditCase(
            "beside an empty entity", "<!DOCTYPE a [<!ENTITY e ''>]><a>&e;</a>",
            "<!DOCTYPE a [<!ENTITY e ''>]><a><b/>&e;<c/></a>"
        ) {
            try $0.append("<c/>", to: $1)
            try $0.prepend("<b/>", to: $1)
        },
        EditCase("nothing", "<a>\n <b/>\n</a>", "<a>\n <b/>\n</a>") { try $0.append("", to: $1) },
        EditCase(
            "after an empty entity", "<!DOCTYPE a [<!ENTITY e ''>]><a>1&e;<b/></a>",
            "<!DOCTYPE a [<!ENTITY e ''>]><a>1&e;2<b/></a>"
        ) {
            try $0.insert("2", before: $1.require("b"))
        },
        EditCase("a kept reference", "<!DOCTYPE a SYSTEM 'a'><a>&e;</a>", "<!DOCTYPE a SYSTEM 'a'><a>1</a>") {
            let node = try #require($1.children.first)
            #expect(node.kind == .entityReference)
            try $0.replace(node, with: "1")
        },
    ]

    @Test("New markup gets the layout of its place", arguments: insertions)
    func layout(_ test: EditCase) throws { try test.check() }
}
