import LibXML
import Testing

@Suite struct ElementTests {
    private let soap: XMLNamespace = "http://schemas.xmlsoap.org/soap/envelope/"

    private let envelope = """
        <s:Envelope xmlns:s="http://schemas.xmlsoap.org/soap/envelope/" xmlns:xsd="urn:xsd">
          <s:Body s:id="1" id="2">
            <m:Price xmlns:m="urn:m" type="xsd:int"> 34 </m:Price>
            <Price xmlns="urn:n">5.5</Price>
          </s:Body>
        </s:Envelope>
        """

    @Test("A string matches the qualified name, or else a local name of one namespace")
    func lookup() throws {
        let body = try #require(try XMLTree(parsing: envelope).root["Body"])
        #expect(body.qualifiedName == "s:Body")
        #expect(body["m:Price"]?.text == " 34 ")
        #expect(body["Price"]?.text == "5.5", "written so, although another Price comes before it")
        #expect(body[all: "Price"].count == 1)
        #expect(body["price"] == nil)
        #expect(body[XMLName("Price", namespaceURI: "urn:m")]?.text == " 34 ")
        #expect(body[XMLName("Price")] == nil)
        let names = [XMLName("{urn:m}Price"), XMLName("Price", namespaceURI: "urn:m"), XMLNamespace("urn:m")["Price"]]
        #expect(names.allSatisfy { $0 == names[0] && body[$0]?.text == " 34 " && XMLName($0.description) == $0 })
        #expect([XMLName("{}a"), XMLName("{a}b}c"), XMLName("{a")].map(\.localName) == ["a", "c", "{a"])
        #expect(body[all: XMLNamespace("urn:n")["Price"]].map(\.text) == ["5.5"])
    }

    @Test("A name without a prefix does not match elements of a foreign namespace")
    func foreign() throws {
        let root = try XMLTree(parsing: "<r xmlns:a='u' xmlns:b='v'><a:x>1</a:x><b:x>2</b:x><a:y><a:z/></a:y></r>").root
        #expect(root["x"] == nil)
        #expect(root[all: "x"].isEmpty)
        #expect(root["y"] == nil)
        #expect(root["a:y"]?["z"] != nil, "in the namespace of its parent")
        #expect(root[all: "*:x"].map(\.text) == ["1", "2"])
        #expect(root["{v}x"]?.text == "2")
        #expect(root.descendants(named: "x").map(\.qualifiedName) == [])
        #expect(root.descendants(named: "z").map(\.qualifiedName) == ["a:z"])
        #expect(root.descendants(named: "b:x").map(\.text) == ["2"])
    }

    @Test("Two prefixes of one namespace are one name")
    func prefixes() throws {
        let root = try XMLTree(parsing: "<c:r xmlns:a='u' xmlns:b='u' xmlns:c='u'><a:x>1</a:x><b:x>2</b:x></c:r>").root
        #expect(root[all: "x"].map(\.text) == ["1", "2"])
        #expect(root[all: "a:x"].map(\.text) == ["1"])
        #expect(root[all: XMLName("x", namespaceURI: "u")].map(\.text) == ["1", "2"])
    }

    @Test("Attributes are found by name, too")
    func attributes() throws {
        let body = try #require(try XMLTree(parsing: envelope).root[soap["Body"]])
        #expect(body[attribute: "s:id"] == "1")
        #expect(body[attribute: "id"] == "2")
        #expect(body[attribute: soap["id"]] == "1")
        #expect(body[attribute: XMLName("id")] == "2")
        #expect(body[attribute: "ID"] == nil)
        #expect(body.attributes.map(\.qualifiedName) == ["s:id", "id"])
        #expect(body.attributes.map(\.name) == [soap["id"], XMLName("id")])
    }

    @Test("Lookups in elements of many children agree with those in a few", arguments: [1, 20, 31, 32, 33, 34, 500])
    func many(count: Int) throws {
        let children = (0..<count).map { "<p:c\($0 % 7)>\($0)</p:c\($0 % 7)>" }.joined()
        let root = try XMLTree(parsing: "<p:r xmlns:p='u' xmlns:q='v'>\(children)<q:c1/><last/></p:r>").root
        for _ in 0..<2 {
            #expect(root["p:c0"]?.text == "0")
            #expect(root["c0"]?.text == "0")
            #expect(root[all: "c3"].count == (count + 3) / 7)
            #expect(root["c1"]?.namespaceURI == (count > 1 ? "u" : nil))
            #expect(root[all: "*:c1"].count == (count + 5) / 7 + 1)
            #expect(root["{v}c1"] != nil)
            #expect(root["{v}c0"] == nil)
            #expect(root["{}last"] != nil)
            #expect(root["{}c0"] == nil)
            #expect(root["q:c1"] != nil)
            #expect(root[XMLName("c0", namespaceURI: "u")]?.text == "0")
            #expect(root["last"] != nil)
            #expect(root["none"] == nil)
        }
    }

    @Test("A required part that is missing is an error at the parent")
    func require() throws {
        let root = try XMLTree(parsing: "<r>\n <book id='x'><title>T</title></book></r>").root
        let book = try root.require("book")
        #expect(try book.require("title").text == "T")
        let missing = try #require(throws: XMLError.self) { try book.require("author") }
        #expect(missing.code == .missingElement)
        #expect(missing.location?.line == 2 && missing.location?.column == 2)
        #expect(missing.message.contains("author"))
        #expect(missing.message.contains("book"))
        #expect(try book.require(attribute: "id") == "x")
        let attribute = try #require(throws: XMLError.self) { try book.require(attribute: XMLName("isbn")) }
        #expect(attribute.code == .missingAttribute)
        #expect(attribute.message.contains("isbn"))
        let name = try #require(throws: XMLError.self) { try book.require(soap["x"]) }
        #expect(name.message.contains("{http://schemas.xmlsoap.org/soap/envelope/}x"))
    }

    @Test("Text becomes values, or an error with its place")
    func values() throws {
        let root = try XMLTree(
            parsing: "<r n='7' b=' 1 ' c='x'><i>\n 42 </i><d>-1.5e3</d><t>true</t><z>0</z><s> x </s><e/></r>"
        ).root
        #expect(try root.require("i").value(as: Int.self) == 42)
        #expect(try root.require("d").value(as: Double.self) == -1500)
        #expect(try root.require("t").value(as: Bool.self))
        #expect(try root.require("z").value(as: Bool.self) == false)
        #expect(try root.require("s").value(as: String.self) == " x ")
        #expect(try root.value(ofAttribute: "n", as: UInt8.self) == 7)
        #expect(try root.value(ofAttribute: XMLName("b"), as: Bool.self))
        let error = try #require(throws: XMLError.self) { try root.require("s").value(as: Int.self) }
        #expect(error.code == .invalidValue)
        #expect(error.location?.line == 2)
        #expect(throws: XMLError.self) { try root.require("e").value(as: Int.self) }
        let attribute = try #require(throws: XMLError.self) { try root.value(ofAttribute: "c", as: Int.self) }
        #expect(attribute.code == .invalidValue)
        #expect(attribute.location?.column == 21)
    }

    @Test("Own text, and that of all descendants")
    func text() throws {
        let root = try XMLTree(parsing: "<r> a<b>b<c>c</c></b><![CDATA[<d>]]><!-- e -->f<?g h?> </r>").root
        #expect(root.ownText == " a<d>f ")
        #expect(root.text == " abc<d>f ")
        #expect(try XMLTree(parsing: "<r/>").root.text == "")
        #expect(try XMLTree(parsing: "<r/>").root.ownText == "")
    }

    @Test("Children, elements, descendants and parents")
    func relatives() throws {
        let tree = try XMLTree(parsing: "<!--t--><r>1<a><b/><c/></a>2<a/></r><?e?>")
        let root = tree.root
        #expect(tree.children.map(\.kind) == [.comment, .element, .processingInstruction])
        #expect(root.children.map(\.kind) == [.text, .element, .text, .element])
        #expect(root.children.compactMap(\.text) == ["1", "2"])
        #expect(root.elements.map(\.localName) == ["a", "a"])
        #expect(root.elements.count == 2)
        #expect(root.elements.first?.elements.map(\.localName) == ["b", "c"])
        #expect(root.descendants.map(\.localName) == ["a", "b", "c", "a"])
        #expect(tree.descendants.map(\.localName) == ["r", "a", "b", "c", "a"])
        #expect(tree.descendants(named: "a").map { $0.elements.count } == [2, 0])
        let b = try #require(root["a"]?["b"])
        #expect(b.parent?.localName == "a")
        #expect(b.parent?.parent?.localName == "r")
        #expect(root.parent == nil)
        #expect(root.children.first?.parent?.localName == "r")
        #expect(tree.children.first?.parent == nil)
        #expect(tree.children.map(\.target) == [nil, nil, "e"])
        #expect(b.elements.isEmpty)
        #expect(b.children.isEmpty)
        #expect(b.attributes.isEmpty)
    }

    @Test("Names in content are resolved in the scope of their element")
    func resolve() throws {
        let root = try XMLTree(parsing: "<r xmlns='d' xmlns:p='u'><a xmlns:p='v'/><b xmlns=''/></r>").root
        #expect(root.resolve("p:x") == XMLName("x", namespaceURI: "u"))
        #expect(root.resolve(" x ") == XMLName("x", namespaceURI: "d"))
        #expect(root["a"]?.resolve("p:x") == XMLName("x", namespaceURI: "v"))
        #expect(root["b"]?.resolve("x") == XMLName("x"))
        #expect(root["b"]?.resolve("p:x") == XMLName("x", namespaceURI: "u"))
        for name in ["q:x", "", ":x", "p:", "p:x:y", "x y", "1x", "p:1"] { #expect(root.resolve(name) == nil) }
        #expect(root.resolve("xml:lang") == XMLNamespace.xml["lang"])
        #expect(root.namespaceDeclarations == [.init(prefix: nil, uri: "d"), .init(prefix: "p", uri: "u")])
    }

    @Test("A detached element does not keep its document, but keeps its location and namespaces")
    func detached() throws {
        let text =
            "<!DOCTYPE r [<!ENTITY e 'v<i/>'>]><r xmlns='d' xmlns:p='u'>x\n <a p:k='1&amp;2'>t&e;<!--c--><?p q?><![CDATA[z]]></a></r>"
        let element = try #require(try XMLTree(parsing: text).root["a"])
        let copy = element.detached()
        #expect(copy.hasSameContent(as: element))
        #expect(copy.parent == nil)
        #expect(copy.location == element.location)
        #expect(copy.sourceRange == element.sourceRange)
        #expect(copy.source == element.source)
        #expect(copy.namespaceURI == "d")
        #expect(copy.resolve("p:x") == XMLName("x", namespaceURI: "u"))
        #expect(copy.resolve("x") == XMLName("x", namespaceURI: "d"))
        #expect(copy[attribute: "p:k"] == "1&2")
        #expect(copy.attributes.first?.location == element.attributes.first?.location)
        #expect(copy.children.map(\.location) == element.children.map(\.location))
        #expect(copy.children.map(\.text) == element.children.map(\.text))
        let again = try #require(copy["i"]).detached()
        #expect(again.location == element["i"]?.location)
        #expect(again.resolve("p:x") == XMLName("x", namespaceURI: "u"))
    }

    @Test("The source of everything can be cut out of the document")
    func source() throws {
        let text = "<r a='1'>\r\n x &lt; y<b\n/><!-- c --><?p d?><![CDATA[e]]>é<c></c></r>"
        let tree = try XMLTree(parsing: text)
        #expect(
            tree.root.children.map(\.source) == [
                "\r\n x &lt; y", "<b\n/>", "<!-- c -->", "<?p d?>", "<![CDATA[e]]>", "é", "<c></c>",
            ])
        #expect(tree.root.source == text)
        #expect(tree.source == text)
        let bytes = Array(text.utf8)
        for node in tree.root.children {
            #expect(String(decoding: bytes[node.sourceRange], as: UTF8.self) == node.source)
        }
        let attribute = try #require(tree.root.attributes.first)
        #expect(String(decoding: bytes[attribute.sourceRange], as: UTF8.self) == "a='1'")
    }

    @Test("The declaration and the document type are kept")
    func document() throws {
        let tree = try XMLTree(
            parsing:
                "<?xml version='1.0' encoding='utf-8' standalone='no'?><!DOCTYPE r SYSTEM '[' [<!ENTITY e ']'>] ><r/>")
        #expect(tree.declaration?.version == "1.0")
        #expect(tree.declaration?.encoding == "utf-8")
        #expect(tree.declaration?.isStandalone == false)
        #expect(tree.documentType?.name == "r")
        #expect(tree.documentType?.systemID == "[")
        #expect(tree.documentType?.publicID == nil)
        #expect(tree.documentType?.internalSubset == "<!ENTITY e ']'>")
        let plain = try XMLTree(parsing: "<r/>")
        #expect(plain.declaration == nil)
        #expect(plain.documentType == nil)
    }

    @Test("An empty URI means no namespace")
    func noNamespace() throws {
        let root = try XMLTree(parsing: "<r><a/></r>").root
        #expect(root[XMLName("a", namespaceURI: "")] != nil)
        #expect(root[XMLNamespace("")["a"]] != nil)
    }

    @Test("A position of one collection is of no use in another")
    func positions() async {
        await #expect(processExitsWith: .failure) {
            let root = try XMLTree(parsing: "<r>text<a/></r>").root
            let other = try XMLTree(parsing: "<r><a/><b/></r>").root
            _ = root.elements[other.elements.startIndex]
        }
        await #expect(processExitsWith: .failure) {
            let root = try XMLTree(parsing: "<r><a/></r>").root
            _ = root.children.index(root.children.startIndex, offsetBy: 2)
        }
        await #expect(processExitsWith: .failure) {
            let root = try XMLTree(parsing: "<r a='1'/>").root
            _ = root.attributes[root.attributes.endIndex]
        }
    }
}
