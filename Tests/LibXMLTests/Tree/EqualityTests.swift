import LibXML
import Testing

@Suite struct EqualityTests {
    @Test(
        "Documents that say the same are equal",
        arguments: [
            ("<a/>", "<a></a>"),
            ("<a b='1' c='2'/>", "<a c=\"2\"\n b=\"1\"/>"),
            ("<p:a xmlns:p='u'/>", "<a xmlns='u'/>"),
            ("<a xmlns:p='u'><p:b p:c='1'/></a>", "<a><q:b xmlns:q='u' q:c='1'/></a>"),
            ("<a>x&amp;y</a>", "<a><![CDATA[x&y]]></a>"),
            ("<a>x<![CDATA[]]>y</a>", "<a>xy</a>"),
            ("<?xml version='1.0'?><!DOCTYPE a><a/>", "<a/>\n"),
            ("<a><!--c--><?p d?></a>", "<a><!--c--><?p  d?></a>"),
            ("<!DOCTYPE a [<!ENTITY e '<b/>t'>]><a>&e;</a>", "<a><b/>t</a>"),
            ("<a>\r\n</a>", "<a>\n</a>"),
        ])
    func equal(_ left: String, _ right: String) throws {
        let (left, right) = (try XMLTree(parsing: left), try XMLTree(parsing: right))
        #expect(left == right)
        #expect(right == left)
        #expect(left.hashValue == right.hashValue)
        #expect(left.root.hasSameContent(as: right.root))
        #expect(right.root.hasSameContent(as: left.root))
    }

    @Test(
        "Documents that say something else are not equal",
        arguments: [
            ("<a/>", "<b/>"), ("<a/>", "<a xmlns='u'/>"), ("<a b='1'/>", "<a b='2'/>"), ("<a b='1'/>", "<a c='1'/>"),
            ("<a b='1'/>", "<a b='1' c=''/>"), ("<a>x</a>", "<a>y</a>"), ("<a>x</a>", "<a/>"), ("<a> </a>", "<a/>"),
            ("<a><b/><c/></a>", "<a><c/><b/></a>"), ("<a><b/>x</a>", "<a>x<b/></a>"),
            ("<a><b><c/></b></a>", "<a><b/><c/></a>"), ("<a><!--x--></a>", "<a><!--y--></a>"),
            ("<a><?p x?></a>", "<a><?q x?></a>"),
            ("<a/><!--x-->", "<a/>"), ("<a><b/></a>", "<a><b/><b/></a>"), ("<a xmlns:p='u' p:b='1'/>", "<a b='1'/>"),
            ("<a>xy</a>", "<a>x<!----></a>"), ("<a>x<b/>y</a>", "<a>xy<b/></a>"),
        ])
    func different(_ left: String, _ right: String) throws {
        let (left, right) = (try XMLTree(parsing: left), try XMLTree(parsing: right))
        #expect(left != right)
        #expect(right != left)
    }

    @Test("The content of nodes can be compared, wherever they are")
    func nodes() throws {
        let first = try XMLTree(parsing: "<r>x<b>1</b><!--c--></r>").root
        let second = try XMLTree(parsing: "<s><!--c--><b>1</b>x</s>").root
        for (node, other) in zip(first.children, Array(second.children).reversed()) {
            #expect(node.hasSameContent(as: other))
            #expect(node != other)
        }
        #expect(try #require(first["b"]).hasSameContent(as: #require(second["b"])))
        #expect(!Array(first.children)[0].hasSameContent(as: Array(second.children)[0]))
    }

    @Test("Hashes differ by attributes, text and all other content")
    func hashes() throws {
        let texts = [
            "<r/>", "<r a='1'/>", "<r a='2'/>", "<r b='1'/>", "<r>1</r>", "<r>2</r>", "<r><!--1--></r>",
            "<r><?p 1?></r>",
            "<r><s/>1</r>", "<r>1<s/></r>", "<r><s>1</s></r>", "<r xmlns='u'/>",
        ]
        #expect(try Set(texts.map { try XMLTree(parsing: $0).hashValue }).count == texts.count)
        let orders = ["<r a='1' b='2'>1<![CDATA[2]]></r>", "<r b='2' a='1'><![CDATA[12]]></r>"]
        #expect(try Set(orders.map { try XMLTree(parsing: $0).hashValue }).count == 1)
    }

    @Test("Characters are compared by their scalars, not by their appearance")
    func canonicalEquivalence() throws {
        for (left, right) in [
            ("<r a='\u{E9}' b=''/>", "<r b='' a='e\u{301}'/>"), ("<r>\u{E9}</r>", "<r>e\u{301}</r>"),
            ("<r><?\u{E9}?></r>", "<r><?e\u{301}?></r>"),
        ] {
            #expect(try XMLTree(parsing: left) != XMLTree(parsing: right))
        }
        let attributes = try ["\u{E9}", "e\u{301}"].map { text in
            try #require(try XMLTree(parsing: "<r a='\(text)'/>").root.attributes["a"])
        }
        #expect(attributes[0] != attributes[1])
    }

    @Test("A kept reference equals the same reference only")
    func references() throws {
        let prolog = "<!DOCTYPE a SYSTEM 'a.dtd'>"
        #expect(try XMLTree(parsing: prolog + "<a>&e;</a>") == XMLTree(parsing: prolog + "<a>&e;</a>"))
        #expect(try XMLTree(parsing: prolog + "<a>&e;</a>") != XMLTree(parsing: prolog + "<a>&f;</a>"))
        #expect(try XMLTree(parsing: prolog + "<a>&e;</a>") != XMLTree(parsing: "<a>&amp;e;</a>"))
    }
}
