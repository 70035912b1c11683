import LibXML
import Testing

/// The examples of the article on nodes as they stand there, with the output that it states.
@Suite final class NodesArticleTests {
    private var output = ""

    private func print(_ items: Any...) {
        output += items.map { "\($0)" }.joined(separator: " ") + "\n"
    }

    @Test("The contents of nodes")
    func contents() throws {
        let text = "<!DOCTYPE p SYSTEM 'p.dtd'><p>Drink <b>tea</b><!-- hot --> <![CDATA[& milk]]><?page 7?>&later;</p>"
        for node in try XMLTree(parsing: text).root.children {
            switch node.content {
            case .element(let element): print("element", element.qualifiedName, element.text)
            case .text(let text): print("text", text)
            case .cdata(let text): print("CDATA section", text)
            case .comment(let text): print("comment", text)
            case .processingInstruction(let target, let data): print("instruction", target, data)
            case .entityReference(let reference): print("reference", reference)
            case .documentType: break
            }
        }
        #expect(try output == Documentation.output(of: "switch node.content", in: "Nodes.md"))
    }

    @Test("Attributes in namespaces")
    func attributes() throws {
        let xlink: XMLNamespace = "http://www.w3.org/1999/xlink"
        let svg = try XMLTree(parsing: "<use x='1' xlink:href='#tea' xmlns:xlink='http://www.w3.org/1999/xlink'/>").root
        print(svg[attribute: "x"] ?? "", svg[attribute: "xlink:href"] ?? "", svg[attribute: xlink["href"]] ?? "")
        for attribute in svg.attributes {
            print(attribute.qualifiedName, attribute.namespaceURI ?? "no namespace", attribute.valueLocation)
        }
        print(svg.namespaceDeclarations.map { "\($0.prefix ?? "") = \($0.uri)" })
        #expect(try output == Documentation.output(of: "let xlink", in: "Nodes.md"))
    }
}
