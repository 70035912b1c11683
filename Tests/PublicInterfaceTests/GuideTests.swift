import Foundation
import LibXML
import LibXMLQueries
import Testing

/// The rows and examples of the guides for users of other libraries: one expectation for each row.
@Suite final class GuideTests {
    var output = ""

    func print(_ items: Any...) {
        output += items.map { "\($0)" }.joined(separator: " ") + "\n"
    }

    /// The error that a body throws.
    func fault(_ body: () throws -> Void) -> XMLError? {
        do {
            try body()
            return nil
        } catch {
            return error as? XMLError
        }
    }

    // MARK: Foundation

    @Test("Coming from Foundation's XMLParser and XMLDocument")
    func foundation() throws {
        let text = "<orders><order id='7'><item>Tea</item><item>Oat <b>milk</b></item></order></orders>"
        let data = Data(text.utf8)
        let url = FileManager.default.temporaryDirectory.appendingPathComponent("\(UUID()).xml")
        try data.write(to: url)
        defer { try? FileManager.default.removeItem(at: url) }
        let tree = try XMLTree(parsing: data)
        let shop: XMLNamespace = "urn:shop"
        let cart = try XMLTree(parsing: "<s:cart xmlns:s='urn:shop'><s:item s:id='8'/></s:cart>").root

        // Reading with a delegate
        #expect(try XMLTree(parsing: .url(url)).root.hasSameContent(as: tree.root))

        var pieces = ["<a><b", "/></a>"].makeIterator()
        #expect(try XMLTree(parsing: .chunks { pieces.next().map { Array($0.utf8) } }).root["b"] != nil)

        var records = try XMLRecords(parsing: data, at: "orders/order/item")
        var items: [String] = []
        while let item = try records.next() { items.append(item.text) }
        #expect(items == ["Tea", "Oat milk"])

        var events = Events()
        try events.parse("<a id='7'>x &amp; y<b/><![CDATA[<]]><!--c--><?t d?></a>")
        #expect(events.elements == ["a 7", "b", "/b", "/a"])
        #expect(events.texts == ["x & y"])
        #expect(events.others == ["cdata <", "comment c", "instruction t d"])

        #expect((cart.localName, cart.namespaceURI, cart.qualifiedName) == ("cart", "urn:shop", "s:cart"))

        #expect(fault { try events.parse(Data("<a>\n<b></a>".utf8)) }?.location?.line == 2)

        let order = try tree.root.require("order")
        let first = try order.require("item")
        #expect((first.location.line, first.location.column) == (1, 23))

        #expect(fault { try events.parse("<a><last/></b>") } == nil)

        // Reading a tree
        #expect(try XMLTree(parsing: text).root.localName == "orders")
        #expect(order[all: "item"].count == 2)
        #expect(order["item"]?.text == "Tea" && order[all: "item"][1].ownText == "Oat ")
        #expect(order[attribute: "id"] == "7" && cart[shop["item"]]?[attribute: shop["id"]] == "8")
        let second = order[all: "item"][1]
        #expect(second.children.map(\.kind) == [.text, .element] && second.elements.map(\.localName) == ["b"])
        #expect(first.parent == order && first.nextSibling == second && second.children.first?.nextSibling != nil)
        #expect(
            try tree.elements(at: "//order[@id='7']").count == 1
                && tree.elements(xpath: "//order[@id='7']/item").count == 2)

        // Changing and writing
        var edit = XMLEdit(try XMLTree(parsing: "<a  k = '1'><b>x</b><c/></a>"))
        let root = edit.tree.root
        try edit.set(attribute: "k", of: root, to: "2")
        try edit.setText(of: root.require("b"), to: "y")
        try edit.append("<d/>", to: root)
        try edit.remove(root.require("c"))
        #expect(try edit.xmlString() == "<a  k = '2'><b>y</b><d/></a>")

        let name = "<Tea>"
        let fragment: XMLFragment = "<item>\(name)</item>"
        let writer = try XMLWriter(options: .init(declaration: .never))
        try writer.element("items") { try writer.write(fragment) }
        let written = try writer.xmlString()
        #expect(written == "<items><item>&lt;Tea&gt;</item></items>")

        #expect(
            try tree.xmlString(options: .pretty).contains("\n    <item>Tea</item>\n") && tree.xmlBytes() == Array(data))
    }

    @Test("A delegate becomes a loop")
    func delegate() throws {
        let data = Data("<orders><order><customer>Ana &amp; Sons</customer></order></orders>".utf8)
        var names: [String] = []
        var customers = try XMLRecords(parsing: data, at: "orders/order/customer")
        while let customer = try customers.next() { names.append(customer.text) }
        print(names)
        #expect(output == "[\"Ana & Sons\"]\n")
    }

    @Test("A document that was edited in place")
    func document() throws {
        let tree = try XMLTree(parsing: "<server  port='80'><!-- main --><name>a</name></server>")
        var edit = XMLEdit(tree)
        try edit.set(attribute: "port", of: tree.root, to: "8080")
        try edit.setText(of: tree.root.require("name"), to: "b & c")
        try edit.append("<tls/>", to: tree.root)
        print(try edit.xmlString())
        #expect(output == "<server  port='8080'><!-- main --><name>b &amp; c</name><tls/></server>\n")

        // Differences in behavior
        #expect(fault { _ = try XMLTree(parsing: "<a>x & y</a>") } != nil)
        #expect(try XMLTree(parsing: "<a>x & y</a>", options: .recovering).root.text == "x & y")
        let list = try XMLTree(parsing: "<s:a xmlns:s='u'> <s:item/> </s:a>").root
        #expect(list["item"] == list["s:item"] && list["item"] != nil)
        #expect(list.attributes.isEmpty && list.namespaceDeclarations.count == 1 && list.children.count == 3)
        let kept = try XMLTree(parsing: "<!DOCTYPE a [<!ENTITY e SYSTEM 'e.txt'>]><a>&e;</a>")
        #expect(kept.root.text == "&e;" && kept.diagnostics.count == 1)
    }

    // MARK: SWXMLHash

    @Test("Coming from SWXMLHash")
    func hash() throws {
        let text = """
            <root><header><title>Foo</title></header><catalog>\
            <book id='1' lang='en'><title>Tea</title><year>2015</year><day>2016-01-23</day><kind>new</kind></book>\
            <book id='2'><title>Oat <b>milk</b></title><year>1988</year><day>2016-01-24</day><kind>old</kind></book>\
            </catalog></root>
            """
        let tree = try XMLTree(parsing: text)
        let catalog = try tree.root.require("catalog")
        let book = try catalog.require("book")

        // Reading
        #expect(try XMLTree(parsing: Data(text.utf8)).root.hasSameContent(as: tree.root))

        var records = try XMLRecords(parsing: text, at: "root/catalog/book")
        var ids: [String] = []
        while let record = try records.next() { ids.append(record[attribute: "id"] ?? "") }
        #expect(ids == ["1", "2"])

        let table = try XMLTree(parsing: "<h:table xmlns:h='urn:h'><h:row/></h:table>").root
        #expect(table["row"] == table["h:row"] && table["row"] == table["*:row"] && table["row"] != nil)

        #expect(catalog.elements.first { $0.localName.lowercased() == "book" } == book && catalog["Book"] == nil)

        #expect(
            try fault { _ = try XMLTree(parsing: "<a>\n<b></a>") }?.location?.line == 2
                && XMLTree(parsing: "<a><b></a>", options: .recovering).diagnosticCount == 1)

        // Looking up
        #expect(tree.root["header"]?["title"]?.text == "Foo" && tree.string(at: "root.header.title") == "Foo")
        #expect(tree[at: "root.catalog.book[1]"] == catalog[all: "book"][1])
        #expect(tree.elements(at: "root.catalog.book") == catalog[all: "book"])
        #expect(catalog.elements.map(\.localName) == ["book", "book"])
        #expect(book[attribute: "id"] == "1")
        #expect(book.attributes.map(\.qualifiedName) == ["id", "lang"] && book.attributes["id"]?.location.line == 1)
        let id = "2"
        #expect(
            tree[at: "root.catalog.book[@id='2']"] == catalog[all: "book"][1]
                && tree[at: ["root", "catalog", "book", .having("@id", equals: id)]] == catalog[all: "book"][1])
        #expect(
            catalog[all: "book"].filter { $0[attribute: "id"] == "1" } == [book]
                && catalog.elements.enumerated().filter { $0.offset >= 1 }.count == 1)
        let mixed = try XMLTree(parsing: "<p>Oat <b>milk</b></p>").root
        #expect(mixed.ownText == "Oat " && mixed.text == "Oat milk")
        #expect(
            mixed.innerXML() == "Oat <b>milk</b>" && mixed.xmlString() == "<p>Oat <b>milk</b></p>"
                && mixed.source == mixed.xmlString())
        #expect(fault { _ = try catalog.require("boook") }?.help?.contains("<book>") == true)

        // Types
        #expect(try book.require("year").value(as: Int.self) == 2015)
        #expect(try book.value(ofAttribute: "id", as: Int.self) == 1)
        let books = try XMLDecoder().decode([Volume].self, from: tree, at: "root/catalog/book")
        #expect(books.map(\.year) == [2015, 1988])
        #expect(books.map(\.kind) == [.new, .old] && books[0].day < books[1].day)
    }

    @Test("Lookups and types")
    func lookups() throws {
        let tree = try XMLTree(
            parsing: """
                <root><catalog>
                  <book id="1"><title>Tea</title><author>Ana</author></book>
                  <book id="2"><title>Milk</title><author>Bo</author><author>Cy</author></book>
                </catalog></root>
                """)
        let titles = tree.strings(at: "root.catalog.book.title")
        let author = tree.string(at: "root.catalog.book[1].author")
        print(titles, author ?? "none")
        #expect(output == "[\"Tea\", \"Milk\"] Bo\n")

        output = ""
        struct Book: Decodable {
            var id: Int
            var title: String
            var author: [String]
        }
        let books = try XMLDecoder().decode([Book].self, from: tree, at: "root/catalog/book")
        print(books[1].id, books[1].author)
        do throws(XMLError) {
            _ = try tree.require(at: "root/catalog/book/autor")
        } catch {
            print(error)
        }
        #expect(
            output == """
                2 ["Bo", "Cy"]
                2:3: error: <book> has no element “autor”
                help: did you mean <author>?

                """)

        // Differences in behavior
        #expect(tree.root["catalog"]?["book"]?["title"]?.text == "Tea")
        let values = try XMLTree(parsing: "<a n='x'><i> 7 </i><b>yes</b><c><![CDATA[<]]>&gt;</c></a>").root
        #expect(try values.require("i").value(as: Int.self) == 7 && values["c"]?.text == "<>")
        #expect(fault { _ = try values.require("b").value(as: Bool.self) } != nil)
        struct Optional: Decodable { var n: Int? }
        #expect(throws: DecodingError.self) { try XMLDecoder().decode(Optional.self, from: values) }
        #expect(try XMLDecoder().decode(Optional.self, from: "<a/>").n == nil)
    }
}

/// The parts of a document that a handler has received.
private struct Events: XMLHandler {
    var elements: [String] = []
    var texts: [String] = []
    var others: [String] = []

    mutating func startElement(_ element: borrowing XMLElementEvent) {
        elements.append(element.localName + (element[attribute: "id"].map { " \($0)" } ?? ""))
        if element.isNamed("last") { element.stopParsing() }
    }

    mutating func endElement(_ element: borrowing XMLElementEvent) { elements.append("/" + element.localName) }

    mutating func text(_ text: borrowing XMLTextEvent) { texts.append(text.string) }

    mutating func cdata(_ text: borrowing XMLTextEvent) { others.append("cdata " + text.string) }

    mutating func comment(_ text: borrowing XMLTextEvent) { others.append("comment " + text.string) }

    mutating func processingInstruction(_ instruction: borrowing XMLTextEvent) {
        others.append("instruction \(instruction.target ?? "") \(instruction.string)")
    }
}

private struct Volume: Decodable {
    enum Kind: String, Decodable { case new, old }

    var year: Int
    var day: Date
    var kind: Kind
}
