import LibXML
import Testing

/// The content of nodes, and other members with the names that users guess.
@Suite("Contents of nodes")
struct NodeContentTests {
    @Test("Each kind of node has its content")
    func contents() throws {
        let document =
            "<!DOCTYPE a [<!ENTITY e SYSTEM 'e'>]><a>1&lt;<![CDATA[2]]><!--3--><?t d?>&e;<b/></a>"
        let tree = try XMLTree(parsing: document)
        let contents = (Array(tree.children) + Array(tree.root.children)).map { node -> String in
            switch node.content {
            case .element(let element): "<\(element.qualifiedName)>"
            case .text(let text): "text \(text)"
            case .cdata(let text): "cdata \(text)"
            case .comment(let text): "comment \(text)"
            case .processingInstruction(let target, let data): "\(target) \(data)"
            case .entityReference(let text): "reference \(text)"
            case .documentType(let type): "type \(type.name) \(type.internalSubset ?? "")"
            }
        }
        #expect(
            contents == [
                "type a <!ENTITY e SYSTEM 'e'>", "<a>", "text 1<", "cdata 2", "comment 3", "t d", "reference &e;",
                "<b>",
            ])
    }

    @Test("The first descendant")
    func first() throws {
        let tree = try XMLTree(parsing: "<a><b id='1'/><c><b id='2'/></c></a>")
        #expect(tree.descendants.first?.qualifiedName == "a")
        #expect(tree.root.descendants.first?.qualifiedName == "b")
        #expect(try tree.root.require("c").descendants(named: "b").first?[attribute: "id"] == "2")
        #expect(tree.descendants(named: "x").first == nil)
    }

    @Test("Names in a namespace")
    func names() {
        let soap: XMLNamespace = "urn:soap"
        #expect(XMLName("Body", namespace: soap) == soap["Body"])
        #expect(XMLName("Body", namespace: "").namespaceURI == nil)
    }

    @Test("Errors of a program")
    func errors() throws {
        let error = XMLError("the port is taken", help: "use another one")
        #expect(error.code == .invalidValue)
        #expect(error.location == nil)
        #expect("\(error)" == "error: the port is taken\nhelp: use another one")
        var reader = XMLReader(parsing: "<a>\n <b/></a>", options: .init(sourceName: "a.xml"))
        while let event = try reader.next(), event != .startElement || !reader.isNamed("b") {}
        let place = reader.error("an empty <b>", code: .missingElement)
        #expect(place.code == .missingElement)
        #expect("\(place)" == "a.xml:2:2: error: an empty <b>")
    }

    @Test("Dictionaries of pairs")
    func pairs() {
        let pairs = zip(["a", "b", "a"], [1, 2, 3]).map { ($0, XMLValue($1)) }
        #expect(XMLDictionary(uniqueKeysWithValues: pairs) == ["a": [1, 3], "b": 2])
        #expect(XMLDictionary(uniqueKeysWithValues: [("b", 2), ("a", "x")]).keys == ["b", "a"])
    }
}
