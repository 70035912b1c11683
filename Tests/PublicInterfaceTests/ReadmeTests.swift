import Foundation
import LibXML
import Testing

/// The examples of the README, unchanged, with the output that the README states, and examples like them in articles.
@Suite final class ReadmeTests {
    private var output = ""

    /// Examples read files beside the README.
    init() {
        #expect(FileManager.default.changeCurrentDirectoryPath(Documentation.root.path))
    }

    private func print(_ items: Any...) {
        output += items.map { "\($0)" }.joined(separator: " ") + "\n"
    }

    @Test("A string becomes a dictionary")
    func dictionary() throws {
        let xml = """
            <order id="7">
              <item sku="A1">Tea</item>
              <item sku="B2">Milk &amp; honey</item>
            </order>
            """
        let document = try XMLDictionary(parsing: xml)
        print(document["order"]?["item"]?[1]?["#text"]?.string ?? "")
        print(document.json())

        let expected = try Documentation.output(of: "print(document.json())")
        #expect(output == expected)
    }

    @Test("Values are changed")
    func changes() throws {
        let document = try XMLDictionary(
            parsing: """
                <order id="7">
                  <item sku="A1">Tea</item>
                  <item sku="B2">Milk &amp; honey</item>
                </order>
                """)
        var changed = document
        changed["order"]?["@id"] = "8"
        changed["order"]?["item"]?[0]?["#text"] = "Green tea"
        changed["order"]?["item"]?.append(["@sku": "C3", "#text": "Salt"])
        print(try changed.xmlString(options: .init(declaration: .never)))

        let expected = try Documentation.output(of: "var changed")
        #expect(output == expected)
    }

    @Test("Values are changed, in doc comments")
    func documentedChanges() throws {
        var orders = try XMLDictionary(parsing: "<orders><order id='7'><item>Tea</item></order></orders>")
        orders["orders"]?["order"]?["@id"] = "8"
        orders["orders"]?["order"]?["item"]?.append("Milk")
        let text = try orders.xmlString(options: .init(declaration: .never))
        // <orders><order id="8"><item>Tea</item><item>Milk</item></order></orders>
        #expect(text == "<orders><order id=\"8\"><item>Tea</item><item>Milk</item></order></orders>")

        var order: XMLDictionary = ["@id": 7]
        order["item", default: []].append("Tea")
        #expect(order.json() == #"{"@id":7,"item":["Tea"]}"#)
    }

    @Test("An error says where")
    func error() throws {
        let xml = """
            <order id="7">
              <item sku="A1">Tea</item>
              <item sku="B2">Milk &amp; honey</item>
            </order>
            """
        let broken = xml.replacing("&amp;", with: "&")
        do throws(XMLError) {
            _ = try XMLTree(parsing: broken)
        } catch {
            print(error)
            print(error.snippet() ?? "")
        }

        let expected = try Documentation.output(of: "print(error.snippet() ?? ")
        #expect(output == expected)
    }

    @Test("A document is edited")
    func edit() throws {
        let soapTree = try XMLTree(parsing: .file("Examples/soap.xml"))
        var edit = XMLEdit(soapTree)
        try edit.setText(at: "//m:Item", to: "Tea & milk")
        let edited = try edit.xmlBytes()  // … <m:Item>Tea &amp; milk</m:Item> …
        #expect(String(decoding: edited, as: UTF8.self).contains("<m:Item>Tea &amp; milk</m:Item>"))
    }

    @Test("Records are read one at a time")
    func records() throws {
        var records = try XMLRecords(parsing: .file("Examples/orders.xml"), at: "orders/order")
        while let order = try records.next() {
            print(order[attribute: "id"] ?? "", XMLDictionary(order)[at: "order.item"] ?? .null)
        }

        let expected = try Documentation.output(of: "var records")
        #expect(output == expected)
    }

    @Test("A malformed feed is read")
    func recovering() throws {
        let feed = try XMLTree(parsing: .file("Examples/feed.xml"), options: .recovering)
        print(feed.diagnostics[1])

        // White space that does not break, which looks like any other in the README.
        output = output.replacingOccurrences(of: "\u{A0}", with: " ")
        let expected = try Documentation.output(
            of: "let feed = try XMLTree(parsing: .file(\"Examples/feed.xml\"), options: .recovering")
        #expect(output == expected)
    }

    @Test("Pages, and what feeds hold of HTML, are read")
    func html() throws {
        let page = try XMLTree(html: "<ul><li>Tea<li>Milk & honey<br></ul>")
        print(page.descendants(named: "li").map(\.text))
        print(try page.root.require("body").innerHTML())
        let entry = try XMLTree(parsing: "<entry>&lt;p>Drink &lt;b>tea&lt;/b></entry>").root
        let bold = try entry.parsedHTML().root.require("p").require("b")
        print(bold.text, bold.location)

        let expected = try Documentation.output(of: "let page", in: "LibXML.md")
        #expect(output == expected)
    }

    @Test("Names of attributes are kept as in Vue and Angular")
    func attributes() throws {
        let form = try XMLTree(html: "<input @input='save' :value=name *ngIf=ok [(ngModel)]=m>")
        print(form.descendants(named: "input").flatMap { $0.attributes.map(\.qualifiedName) })
        #expect(try output == Documentation.output(of: "let form", in: "LibXML.md"))
    }

    @Test("Elements are found by namespace")
    func tree() throws {
        let soap: XMLNamespace = "http://schemas.xmlsoap.org/soap/envelope/"
        let envelope = try XMLTree(parsing: .file("Examples/soap.xml")).root
        let item = try envelope.require(soap["Body"]).require("m:GetPrice").require("Item")
        print(item.text, item.location)  // Apples Examples/soap.xml:3:53
        #expect(output == "Apples Examples/soap.xml:3:53\n")
    }

    @Test("A missing element is an error with a place")
    func missing() throws {
        let order = try XMLTree(parsing: .file("Examples/orders.xml")).root.require("order")
        print(try order.value(ofAttribute: "id", as: Int.self))
        do throws(XMLError) {
            print(try order.require("costumer").value(as: Int.self))
        } catch {
            print(error)
        }

        let expected = try Documentation.output(of: #"require("costumer")"#, in: "ReportingErrors.md")
        #expect(output == expected)
    }

    @Test("Types are decoded")
    func types() throws {
        struct Purchase: Decodable {
            var id: Int
            var customer: String
            var item: [String]
        }
        let order = "<order id='7'><customer>Ana</customer><item>Tea</item><item>Milk</item></order>"
        let purchase = try XMLDecoder().decode(Purchase.self, from: order)
        print(purchase.id, purchase.customer, purchase.item)
        do {
            _ = try XMLDecoder().decode(Purchase.self, from: "<order id='seven'><customer/></order>")
        } catch let error as DecodingError {
            print(error.xmlError?.description ?? "")
        }

        let expected = try Documentation.output(of: "struct Purchase")
        #expect(output == expected)
    }
}
