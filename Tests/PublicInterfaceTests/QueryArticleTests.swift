import CLibXML2
import Foundation
import LibXML
import LibXMLQueries
import Testing

/// The examples of queries as they stand in the README, the article and in doc comments.
@Suite final class QueryArticleTests {
    private var output = ""

    /// Examples read files beside the README.
    init() {
        #expect(FileManager.default.changeCurrentDirectoryPath(Documentation.root.path))
    }

    private func print(_ items: Any...) {
        output += items.map { "\($0)" }.joined(separator: " ") + "\n"
    }

    @Test("The README")
    func readme() throws {
        let shop = try XMLTree(parsing: .file("Examples/orders.xml"))
        let customer = try shop.string(xpath: "//order[@id = $id]/customer", variables: ["id": 7])  // "Ana & Sons"
        let lines = try shop.elements(css: "order > item[sku^=A]").map(\.location.line)  // [5, 10]
        #expect(customer == "Ana & Sons" && lines == [5, 10])
    }

    @Test("The first page")
    func firstPage() throws {
        let tree = try XMLTree(parsing: "<orders><order id='7'><item>Tea</item></order></orders>")
        let orders = try tree.elements(xpath: "//order[@id = $id]", variables: ["id": 7])
        let items = try tree.elements(css: "order[id='7'] > item")
        let bytes = try tree.canonicalized(.exclusive)
        #expect(orders.count == 1 && items.count == 1)
        #expect(String(decoding: bytes, as: UTF8.self) == tree.root.source.replacing("'", with: "\""))
    }

    @Test("Namespaces")
    func namespaces() throws {
        let soap = "http://schemas.xmlsoap.org/soap/envelope/"
        let tree = try XMLTree(parsing: "<Envelope xmlns='\(soap)'><Body/></Envelope>")
        let body = try tree.first(xpath: "//s:Body", namespaces: ["s": soap])
        do {
            _ = try tree.require(xpath: "//Body")
        } catch {
            print(error.help ?? "")
        }
        #expect(body != nil)

        let expected = try Documentation.output(of: "xmlns='\\(soap)'", in: "Queries.md")
        #expect(output == expected)
    }

    @Test("Functions")
    func functions() throws {
        let tree = try XMLTree(parsing: "<items><item sku='A1' price='2'/><item sku='b2' price='3'/></items>")
        let expression = try XPathExpression(
            "sum(//item[f:lower(@sku) = $sku]/@price)", namespaces: ["f": "urn:f"],
            functions: ["f:lower": { arguments in .string(arguments.map(\.string).joined().lowercased()) }])
        print(try tree.number(xpath: expression, variables: ["sku": "a1"]))

        let expected = try Documentation.output(of: "sum(//item", in: "Queries.md")
        #expect(output == expected)
    }

    @Test("An expression with a mistake")
    func mistake() throws {
        do {
            _ = try XPathExpression("//order[cuont(item) > 2]")
        } catch {
            print(error)
            print(error.snippet() ?? "")
        }

        let expected = try Documentation.output(of: "cuont", in: "Queries.md")
        #expect(output == expected)
    }

    @Test("Expressions that were made once")
    func expressions() throws {
        let tree = try XMLTree(
            parsing: """
                <e:Envelope xmlns:e='http://schemas.xmlsoap.org/soap/envelope/' xmlns:x='https://example.org/stock'>\
                <e:Body><x:Item id='7'/><x:Item id='8'/></e:Body></e:Envelope>
                """)
        let namespaces = ["s": "http://schemas.xmlsoap.org/soap/envelope/", "m": "https://example.org/stock"]
        let expression = try XPathExpression("//s:Body//m:Item[@id = $id]", namespaces: namespaces)
        let value = try tree.evaluate(expression, variables: ["id": "7"])
        guard case .nodes(let nodes) = value else { throw XMLError("no nodes") }
        #expect(nodes.count == 1)
    }

    @Test("Functions of an expression")
    func expressionFunctions() throws {
        let lower: XPathFunction = { arguments in .string(arguments.map(\.string).joined().lowercased()) }
        let expression = try XPathExpression(
            "//item[f:lower(@sku) = 'b2']", namespaces: ["f": "urn:f"], functions: ["f:lower": lower])
        let tree = try XMLTree(parsing: .file("Examples/orders.xml"))
        #expect(try tree.elements(xpath: expression).count == 1)
    }

    @Test("Variables")
    func variables() throws {
        let tree = try XMLTree(parsing: "<orders><order id='7'/><order id='8'/></orders>")
        let orders = try tree.elements(xpath: "//order[@id > $id]", variables: ["id": 7])
        #expect(orders.count == 1)
    }

    @Test("The rest of libxml2")
    func walker() throws {
        let tree = try XMLTree(parsing: "<a><b>text</b><c/></a>")
        let count = try unsafe tree.withLibXML2Document { document in
            let reader = unsafe xmlReaderWalker(xmlDocPtr(document))
            defer { unsafe xmlFreeTextReader(reader) }
            var count = 0
            while unsafe xmlTextReaderRead(reader) == 1 { count += 1 }
            return count
        }
        #expect(count == 6)
    }

    @Test("XInclude in a copy, without loading")
    func inclusion() async {
        // The loader is a setting of the whole process.
        await #expect(processExitsWith: .success) {
            let include = "<x:include href='/etc/passwd' parse='text'><x:fallback>nothing</x:fallback></x:include>"
            let tree = try XMLTree(parsing: "<a xmlns:x='http://www.w3.org/2001/XInclude'>\(include)</a>")
            let text = try unsafe tree.withLibXML2Document { document in
                let copy = unsafe xmlCopyDoc(xmlDocPtr(document), 1)
                defer { unsafe xmlFreeDoc(copy) }
                let loader = unsafe xmlGetExternalEntityLoader()
                unsafe xmlSetExternalEntityLoader { _, _, _ in nil }
                defer { unsafe xmlSetExternalEntityLoader(loader) }
                unsafe xmlXIncludeProcessFlags(copy, Int32(XML_PARSE_NONET.rawValue))
                guard let content = unsafe xmlNodeGetContent(xmlDocGetRootElement(copy)) else { return "" }
                defer { unsafe free(content) }
                return unsafe String(cString: content)
            }
            #expect(text == "nothing")
        }
    }

    @Test("A selector that was made once")
    func selectors() throws {
        let page = try XMLTree(
            html: "<ul><li class=current><a href='https://a.b/'>1</a><li><a href='https://c.d/'>2</a></ul>")
        let selector = try CSSSelector("li.current > a[href^='https:']:not([rel~=nofollow])")
        let links = page.elements(css: selector)
        #expect(links.map(\.text) == ["1"])
    }
}
