import Foundation
import LibXML
import Testing

/// The examples of the README, unchanged, with the output that the README states.
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

    @Test("An error says where")
    func error() throws {
        let broken = """
            <order id="7">
              <item sku="A1">Tea</item>
              <item sku="B2">Milk & honey</item>
            </order>
            """
        do throws(XMLError) {
            _ = try XMLTree(parsing: broken)
        } catch {
            print(error)
            print(error.snippet() ?? "")
        }

        let expected = try Documentation.output(of: "print(error.snippet() ?? ")
        #expect(output == expected)
    }

    @Test("A file becomes a dictionary")
    func catalogue() throws {
        let catalogue = try XMLDictionary(contentsOfFile: "Examples/orders.xml")
        for order in catalogue.array(at: "orders.order") {
            print(order["@id"]?.int ?? 0, order["customer"]?.string ?? "", order[path: "item.@sku"] ?? .null)
        }
        print(catalogue.string(at: "orders.order[0].item[1]") ?? "")
        let plain: [String: Any] = try catalogue.anyDictionary()

        let expected = try Documentation.output(of: "let plain")
        #expect(output == expected)
        #expect(plain.keys.sorted() == ["orders"])
    }

    @Test("A document is edited")
    func edit() throws {
        let soapTree = try XMLTree(contentsOfFile: "Examples/soap.xml")
        var edit = XMLEdit(soapTree)
        try edit.setText(at: "//m:Item", to: "Tea & milk")
        try edit.prepend("<soap:Header/>", to: soapTree.root)
        print(String(decoding: try edit.bytes(), as: UTF8.self))

        let expected = try Documentation.output(of: "let soapTree")
        #expect(output == expected)
    }

    @Test("Records are read one at a time")
    func records() throws {
        var records = try XMLRecords(contentsOfFile: "Examples/orders.xml", at: "orders/order")
        while let order = try records.next() {
            print(order[attribute: "id"] ?? "", XMLDictionary(order)[path: "order.item"] ?? .null)
        }

        let expected = try Documentation.output(of: "var records")
        #expect(output == expected)
    }

    @Test("A malformed feed is read")
    func recovering() throws {
        let feed = try XMLTree.recovering(contentsOfFile: "Examples/feed.xml")
        print(feed.value.root.string(at: "channel.title") ?? "")
        for diagnostic in feed.diagnostics.prefix(2) {
            print(diagnostic)
        }

        // White space that does not break, which looks like any other in the README.
        output = output.replacingOccurrences(of: "\u{A0}", with: " ")
        let expected = try Documentation.output(of: "let feed = try XMLTree.recovering")
        #expect(output == expected)
    }

    @Test("Pages, and what feeds hold of HTML, are read")
    func html() throws {
        let page = try XMLTree(html: "<ul><li>Tea<li>Milk & honey<br></ul>")
        print(page.descendants(named: "li").map(\.text))
        print(try page.root.require("body").innerHTML)
        let entry = try XMLTree(parsing: "<entry>&lt;p>Drink &lt;b>tea&lt;/b></entry>").root
        let bold = try entry.parsedHTML().root.require("p").require("b")
        print(bold.text, bold.location)

        let expected = try Documentation.output(of: "let page")
        #expect(output == expected)
    }

    @Test("Rules are changed")
    func mapping() throws {
        var mapping = XMLMapping.xmltodict.transforming { member in
            member.key == "@id" ? .put(XMLValue(member.value.int ?? 0), under: "number") : .keep
        }
        mapping.arrays = .named(["item"])
        mapping.names = .local
        let order = "<p:order xmlns:p='u' id='7'><p:item>Tea</p:item></p:order>"
        print(try XMLDictionary(parsing: order, mapping: mapping))

        let expected = try Documentation.output(of: "var mapping")
        #expect(output == expected)
    }

    @Test("Elements are found by namespace")
    func tree() throws {
        let soap: XMLNamespace = "http://schemas.xmlsoap.org/soap/envelope/"
        let envelope = try XMLTree(contentsOfFile: "Examples/soap.xml").root
        let item = try envelope.require(soap["Body"]).require("m:GetPrice").require("Item")
        print(item.text, item.location, item.namespaceURI ?? "none")
        print(item.source)

        let expected = try Documentation.output(of: "print(item.source)")
        #expect(output == expected)
    }

    @Test("A missing element is an error with a place")
    func missing() throws {
        let order = try XMLTree(contentsOfFile: "Examples/orders.xml").root.require("order")
        print(try order.value(ofAttribute: "id", as: Int.self))
        do throws(XMLError) {
            print(try order.require("costumer").value(as: Int.self))
        } catch {
            print(error)
        }

        let expected = try Documentation.output(of: #"require("costumer")"#)
        #expect(output == expected)
    }

    @Test("A reader makes elements of what is wanted")
    func reader() throws {
        var reader = try XMLReader(contentsOfFile: "Examples/orders.xml")
        while let event = try reader.next() {
            guard event == .startElement, reader.isNamed("order") else { continue }
            let line = reader.location.line
            let order = try reader.readElement()
            print(line, order["customer"]?.text ?? "")
        }

        let expected = try Documentation.output(of: "var reader")
        #expect(output == expected)
    }

    @Test("A parser is fed pieces")
    func pieces() throws {
        var parser = XMLPushParser()
        for piece in ["<order><item>Te", "a</it", "em></order>"] {
            try parser.feed(piece.utf8)
        }
        print(try parser.finish().string(at: "order/item") ?? "")

        let expected = try Documentation.output(of: "var parser")
        #expect(output == expected)
    }

    @Test("A handler receives events")
    func handler() throws {
        struct SKUs: XMLHandler {
            var found: Set<String> = []

            mutating func startElement(_ element: borrowing XMLElementEvent) {
                if element.isNamed("item"), let sku = element[attribute: "sku"] { found.insert(sku) }
            }
            mutating func endElement(_ element: borrowing XMLElementEvent) {}
            mutating func text(_ text: borrowing XMLTextEvent) {}
        }
        var skus = SKUs()
        try skus.parse(contentsOfFile: "Examples/orders.xml")
        print(skus.found.sorted())

        let expected = try Documentation.output(of: "struct SKUs")
        #expect(output == expected)
    }

    @Test("Lists of mixed kinds are decoded")
    func choices() throws {
        enum Inline: Decodable, XMLChoice {
            case text(String)
            case bold(String)

            static let xmlRoles: [String: XMLCodingRole] = ["text": .text, "bold": .element("b")]
        }
        let inlines = try XMLDecoder().decode([Inline].self, from: "<p>Tea &amp; <b>milk</b></p>")
        print(inlines.count)
        let expected = try Documentation.output(of: "enum Inline")
        #expect(output == expected)
    }

    @Test("Types are decoded")
    func types() throws {
        struct Purchase: Decodable {
            var id: Int
            var customer: String
            var item: [String]
        }
        let orders = try XMLDecoder().decode([Purchase].self, contentsOfFile: "Examples/orders.xml", at: "orders/order")
        print(orders[0].id, orders[0].customer, orders[0].item)
        do {
            _ = try XMLDecoder().decode(Purchase.self, from: "<order id='seven'><customer/></order>")
        } catch let error as DecodingError {
            print(error.xmlError?.description ?? "")
        }

        let expected = try Documentation.output(of: "struct Purchase")
        #expect(output == expected)
    }
}
