import Foundation
import LibXML
import Testing

/// The examples of the articles as they stand there; what they print is what the articles say.
@Suite final class ArticleTests {
    private var output = ""

    /// Examples read files beside the README.
    init() {
        #expect(FileManager.default.changeCurrentDirectoryPath(Documentation.root.path))
    }

    func print(_ items: Any...) {
        output += items.map { "\($0)" }.joined(separator: " ") + "\n"
    }

    /// What was printed since the last call.
    func printed() -> String {
        defer { output = "" }
        return output
    }

    // MARK: Choosing an entry point

    @Test("The document of the article is the file")
    func document() throws {
        let block = try #require(
            Documentation.blocks.first { $0.language == "xml" && $0.file.hasSuffix("EntryPoint.md") })
        #expect(try block.text == Documentation.text("Examples/orders.xml"))
    }

    @Test("A dictionary, records and a reader")
    func entryPoints() throws {
        let document = try XMLDictionary(parsing: .file("Examples/orders.xml"))
        for order in document.array(at: "orders.order") {
            print(order["@id"]?.int ?? 0, order["customer"]?.string ?? "")  // 7 Ana & Sons, then 8 Bö <& Co>
        }
        #expect(printed() == "7 Ana & Sons\n8 Bö <& Co>\n")

        var records = try XMLRecords(parsing: .file("Examples/orders.xml"), at: "orders/order")
        while let order = try records.next() {
            print(order[attribute: "id"] ?? "", order[all: "item"].count)  // 7 2, then 8 1
        }
        #expect(printed() == "7 2\n8 1\n")

        var reader = try XMLReader(parsing: .file("Examples/orders.xml"))
        try reader.forEachElement("order") { order in
            let id = order[attribute: "id"] ?? ""
            guard try order.readToFollowing("customer") else { return }
            print(id, try order.readElementText())  // 7 Ana & Sons, then 8 Bö <& Co>
        }
        #expect(printed() == "7 Ana & Sons\n8 Bö <& Co>\n")
    }

    @Test("A tree")
    func tree() throws {
        let tree = try XMLTree(parsing: .file("Examples/orders.xml"))
        for order in tree.root[all: "order"] {
            print(order.location, order.children.count)  // Examples/orders.xml:3:3 7, then Examples/orders.xml:8:3 7
        }
        #expect(printed() == "Examples/orders.xml:3:3 7\nExamples/orders.xml:8:3 7\n")
    }

    @Test("A handler")
    func handler() throws {
        struct ItemCounter: XMLHandler {
            var count = 0

            mutating func startElement(_ element: borrowing XMLElementEvent) {
                if element.isNamed("item") { count += 1 }
            }
            mutating func endElement(_ element: borrowing XMLElementEvent) {}
            mutating func text(_ text: borrowing XMLTextEvent) {}
        }

        var counter = ItemCounter()
        try counter.parse(.file("Examples/orders.xml"))
        print(counter.count)  // 3
        #expect(printed() == "3\n")
    }

    @Test("A push parser")
    func pushParser() throws {
        var parser = XMLPushParser()
        try parser.feed(Array("<orders><order id='7'/><ord".utf8))
        try parser.feed(Array("er id='8'/></orders>".utf8))
        let fed = try parser.finish()
        print(fed.strings(at: "orders/order/@id"))  // ["7", "8"]
        #expect(printed() == "[\"7\", \"8\"]\n")
    }

    // MARK: Namespaces

    @Test("A namespace that the whole document shares")
    func workbook() throws {
        let workbook = """
            <x:worksheet xmlns:x="http://schemas.openxmlformats.org/spreadsheetml/2006/main">
              <x:sheetData><x:row><x:c><x:v>12</x:v></x:c><x:c><x:v>30</x:v></x:c></x:row></x:sheetData>
            </x:worksheet>
            """
        print(try XMLTree(parsing: workbook).strings(at: "worksheet/sheetData/row/c/v"))  // ["12", "30"]
        #expect(printed() == "[\"12\", \"30\"]\n")
    }

    @Test("A simple name does not match another vocabulary")
    func rss() throws {
        let rss = """
            <rss xmlns:atom="http://www.w3.org/2005/Atom">
              <channel>
                <atom:link href="https://example.org/feed"/>
                <link>https://example.org/</link>
              </channel>
            </rss>
            """
        let channel = try XMLTree(parsing: rss).root.require("channel")
        print(channel["link"]?.text ?? "none")  // https://example.org/
        print(channel["atom:link"]?[attribute: "href"] ?? "none")  // https://example.org/feed
        print(channel[all: "*:link"].count)  // 2
        #expect(printed() == "https://example.org/\nhttps://example.org/feed\n2\n")
    }

    @Test("Expanded names, prefixes of paths, and the help")
    func expandedNames() throws {
        let soap: XMLNamespace = "http://schemas.xmlsoap.org/soap/envelope/"
        let stock: XMLNamespace = "https://example.org/stock"
        let envelope = try XMLTree(parsing: .file("Examples/soap.xml")).root
        print(try envelope.require(soap["Body"]).require(stock["GetPrice"]).require(stock["Item"]).text)  // Apples

        let namespaces = ["s": "http://schemas.xmlsoap.org/soap/envelope/", "st": "https://example.org/stock"]
        let path = try XMLPath(parsing: "s:Envelope/s:Body/st:GetPrice/st:Item", namespaces: namespaces)
        print(try XMLTree(parsing: .file("Examples/soap.xml")).string(at: path) ?? "none")  // Apples
        #expect(printed() == "Apples\nApples\n")

        do throws(XMLError) {
            print(try envelope.require("Body").require("GetPrice"))
        } catch {
            print(error)
        }
        #expect(try printed() == Documentation.output(of: "envelope.require(\"Body\")", in: "Namespaces.md"))
    }

    @Test("Attributes and qualified names in content")
    func qualifiedNames() throws {
        let order = try XMLTree(parsing: .file("Examples/orders.xml")).root.require("order")
        let extra: XMLNamespace = "http://example.org/extra"
        print(order[attribute: "rush"] ?? "none", order[attribute: extra["rush"]] ?? "none")  // none true
        #expect(printed() == "none true\n")

        let instance: XMLNamespace = "http://www.w3.org/2001/XMLSchema-instance"
        let text = "<price xmlns:i='http://www.w3.org/2001/XMLSchema-instance' xmlns:t='urn:types' i:type='t:Euro'/>"
        let price = try XMLTree(parsing: text).root
        let type = price.resolve(try price.require(attribute: instance["type"]))
        print(type?.description ?? "the prefix is not declared")  // {urn:types}Euro
        #expect(printed() == "{urn:types}Euro\n")
    }

    @Test("Names in dictionaries")
    func names() throws {
        var mapping = XMLMapping.xmltodict
        mapping.namespaceDeclarations = .discarded
        let prefixes = ["http://schemas.xmlsoap.org/soap/envelope/": "s", "https://example.org/stock": ""]
        for names in [.qualified, .local, .expanded(prefixes: prefixes)] as [XMLMapping.Names] {
            mapping.names = names
            print(try XMLDictionary(parsing: .file("Examples/soap.xml"), mapping: mapping))
        }
        #expect(try printed() == Documentation.output(of: "XMLMapping.Names", in: "Namespaces.md"))
    }

    // MARK: Reporting errors

    @Test("Errors of a program")
    func errors() throws {
        let text = """
            <servers>
              <server name="web" port="70000">
                <listen>0.0.0.0:http</listen>
              </server>
              <server name="mail" port="x25"/>
            </servers>
            """
        let servers = try XMLTree(parsing: text, options: XMLParsingOptions(sourceName: "servers.xml")).root

        let web = try servers.require("server")
        do throws(XMLError) {
            let port = try web.value(ofAttribute: "port", as: Int.self)
            if port > 65535, let attribute = web.attributes["port"] {
                throw attribute.error("the port \(port) is too large", help: "use a port up to 65535")
            }
        } catch {
            print(error)
            print(error.snippet() ?? "")
        }
        #expect(try printed() == Documentation.output(of: "is too large", in: "ReportingErrors.md"))

        let listen = try web.require("listen")
        if let colon = listen.text.utf8.firstIndex(of: UInt8(ascii: ":")) {
            let offset = listen.text.utf8.distance(from: listen.text.startIndex, to: colon) + 1
            let error = listen.error("the port is not a number", at: listen.location(ofTextOffset: offset))
            print(error)  // servers.xml:3:21: error: the port is not a number
        }
        #expect(printed() == "servers.xml:3:21: error: the port is not a number\n")

        var errors = XMLErrorCollector()
        for server in servers[all: "server"] {
            _ = errors.catch { () throws(XMLError) in try server.value(ofAttribute: "port", as: UInt16.self) }
            _ = errors.catch { () throws(XMLError) in try server.require("listen") }
        }
        do throws(XMLError) {
            try errors.throwIfAny()
        } catch {
            for diagnostic in error.diagnostics { print(diagnostic) }
        }
        #expect(try printed() == Documentation.output(of: "throwIfAny", in: "ReportingErrors.md"))

        let encoder = JSONEncoder()
        encoder.outputFormatting = .sortedKeys
        let json = try encoder.encode(web.error("unknown server").diagnostic)
        print(String(decoding: json, as: UTF8.self))
        #expect(try printed() == Documentation.output(of: "JSONEncoder()", in: "ReportingErrors.md"))
    }

    // MARK: Types

    @Test("Records of a type")
    func types() throws {
        let text = """
            <orders>
              <order id="7" placed="2024-05-01">
                <customer>Ana</customer><item>Tea</item><item>Milk</item><total>12.50</total>
              </order>
              <order id="8" placed="2024-02-30">
                <customer>Bo</customer><item>Tea</item><total>3.50</total>
              </order>
              <order id="9" placed="2024-05-02">
                <customer>Cy</customer><item>Tea</item><total>n/a</total><note>Ring twice</note>
              </order>
            </orders>
            """
        var errors = XMLErrorCollector()
        var records = try XMLRecords(parsing: text, at: "orders/order")
        while let element = try records.next() {
            if let order = errors.catch({ () throws(XMLError) in try Order(element) }) {
                print(order.id, order.customer, order.items, order.total)
            }
        }
        do throws(XMLError) {
            try errors.throwIfAny()
        } catch {
            for diagnostic in error.diagnostics { print(diagnostic) }
        }
        #expect(try printed() == Documentation.output(of: "order.customer, order.items", in: "MakingTypes.md"))
    }

    @Test("A list of a type")
    func delivery() throws {
        let text = "<order><line sku='A1' count='2'/><line sku='B2' count='x'/></order>"
        let tree = try XMLTree(parsing: text.replacing("'x'", with: "'1'"))
        #expect(try Delivery(tree.root).lines.map(\.count) == [2, 1])
        let error = #expect(throws: XMLError.self) { try Delivery(XMLTree(parsing: text).root) }
        #expect(error?.location?.description == "1:56")
    }

    // MARK: Mappings

    @Test("One document under each convention")
    func conventions() throws {
        let document = """
            <p:order xmlns:p="urn:shop" id="7">
              <!-- fragile -->
              <p:item sku="A1">Tea</p:item>
              <p:item>Milk</p:item>
              <note>Ring <b>twice</b> please</note>
              <gift/>
            </p:order>
            """
        let conventions: [XMLMapping] = [.xmltodict, .objcXMLDictionary, .objcXMLReader, .badgerFish, .parker]
        for mapping in conventions { print(try XMLDictionary(parsing: document, mapping: mapping)) }
        #expect(try printed() == Documentation.output(of: "conventions", in: "Mappings.md"))
    }

    @Test("Functions")
    func functions() throws {
        var mapping = XMLMapping.xmltodict.transforming { member in
            member.key == "count" ? .replace(XMLValue(member.value.int ?? 0)) : .keep
        }
        mapping.arrays = .matching { $0.key == "item" && $0.path.last == "order" }
        print(try XMLDictionary(parsing: "<order><item><count>2</count></item></order>", mapping: mapping))
        #expect(try printed() == Documentation.output(of: ".transforming", in: "Mappings.md"))
    }

    @Test("Documents that declare entities")
    func entities() throws {
        var options = XMLParsingOptions()
        options.limits.declaredEntities = 0
        do throws(XMLError) {
            _ = try XMLDictionary(parsing: "<!DOCTYPE a [<!ENTITY e 'x'>]><a>&e;</a>", options: options)
        } catch {
            print(error)  // 1:14: error: more entities are declared than the limit of 0
        }
        #expect(printed() == "1:14: error: more entities are declared than the limit of 0\n")
    }
}

// MARK: The types of the article about types

private struct Order {
    var id: Int
    var placed: Date
    var customer: String
    var items: [String]
    var total: Double
    var note: String?

    init(_ element: XMLTree.Element) throws(XMLError) {
        id = try element.value(ofAttribute: "id", as: Int.self)
        placed = try element.date(ofAttribute: "placed")
        customer = try element.require("customer").text
        items = element[all: "item"].map(\.text)
        total = try element.require("total").value(as: Double.self)
        note = element["note"]?.text
    }
}

extension XMLTree.Element {
    /// The value of an attribute as a date, such as 2024-05-01.
    func date(ofAttribute name: String) throws(XMLError) -> Date {
        let text = try require(attribute: name)
        let style = Date.ISO8601FormatStyle().year().month().day()
        // Parsing accepts 2024-02-30 as March 1st.
        if let date = try? style.parse(text), date.formatted(style) == text { return date }
        throw attributes[name]?.error("“\(text)” is not a date", help: "write YYYY-MM-DD") ?? error("no “\(name)”")
    }
}

private struct Delivery {
    var lines: [(sku: String, count: Int)]

    init(_ element: XMLTree.Element) throws(XMLError) {
        lines = try element[all: "line"].map { line throws(XMLError) in
            (try line.require(attribute: "sku"), try line.value(ofAttribute: "count", as: Int.self))
        }
    }
}
