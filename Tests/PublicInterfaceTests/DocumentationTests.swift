import Foundation
import LibXML
import Testing

@Suite struct DocumentationTests {
    @Test("Every example of the documentation is in a test", arguments: Documentation.examples)
    func examples(_ example: Block) throws {
        let tests = try FileManager.default.contentsOfDirectory(
            atPath: Documentation.root.appending(path: "Tests/PublicInterfaceTests").path
        ).map { try Documentation.text("Tests/PublicInterfaceTests/\($0)").bareLines }
        #expect(tests.contains { $0.contains(example.text.bareLines) }, "\(example.text)")
    }

    @Test("There are examples")
    func count() {
        #expect(Documentation.examples.count > 40)
    }

    @Test("XMLTree")
    func tree() throws {
        let tree = try XMLTree(parsing: "<order id='7'><item>Tea</item></order>")
        let text = tree.root["item"]?.text  // "Tea"
        #expect(text == "Tea")
    }

    @Test("XMLNamespace")
    func namespace() throws {
        let tree = try XMLTree(parsing: "<e:a xmlns:e='http://schemas.xmlsoap.org/soap/envelope/'><e:Body/></e:a>")
        let soap: XMLNamespace = "http://schemas.xmlsoap.org/soap/envelope/"
        let body = tree.root[soap["Body"]]
        #expect(body?.qualifiedName == "e:Body")
    }

    @Test("XMLDictionary")
    func dictionary() throws {
        let orders = try XMLDictionary(parsing: "<orders><order id='7'><item>Tea</item></order></orders>")
        let id = orders["orders"]?["order"]?["@id"]?.string  // "7"
        #expect(id == "7")
    }

    @Test("XMLMapping")
    func mapping() throws {
        var mapping = XMLMapping.xmltodict
        mapping.arrays = .named(["item"])
        mapping.names = .local
        let document = try XMLDictionary(parsing: "<p:a xmlns:p='u'><p:item>1</p:item></p:a>", mapping: mapping)
        #expect(document["a"]?["item"] == ["1"])
    }

    @Test("Transformations")
    func transforming() throws {
        let typed = XMLMapping.xmltodict.transforming { member in
            member.key == "price" ? .replace(XMLValue(member.value.double ?? 0)) : .keep
        }
        let document = try XMLDictionary(parsing: "<a><price>1.50</price><name>2</name></a>", mapping: typed)
        #expect(document == ["a": ["price": 1.5, "name": "2"]])
    }

    @Test("Paths of elements")
    func elementPaths() throws {
        let tree = try XMLTree(parsing: "<orders><order id='7'/><order id='8'><item>Tea</item></order></orders>")
        let order = tree.root[at: "order[1]"]
        let item = order?.string(at: "item")  // "Tea"
        #expect(item == "Tea")
    }

    @Test("The contents of nodes")
    func contents() throws {
        let tree = try XMLTree(parsing: "<p>Tea <b>and</b> milk</p>")
        var words: [String] = []
        for node in tree.root.children {
            switch node.content {
            case .element(let element): words.append("<\(element.text)>")
            case .text(let text), .cdata(let text): words.append(text)
            default: break
            }
        }
        print(words)  // ["Tea ", "<and>", " milk"]
        #expect(words == ["Tea ", "<and>", " milk"])
    }

    @Test("Paths")
    func paths() throws {
        let orders = try XMLDictionary(parsing: "<orders><order id='7'/><order id='8'/></orders>")
        let id = orders[at: "orders.order[1].@id"]?.string  // "8"
        #expect(id == "8")

        let path: XMLPath = ["orders", "order", 3, "@id"]
        #expect(path.description == "orders.order[3].@id")
    }

    @Test("Paths with a value of the program")
    func pathsWithValues() {
        let id = "7"
        let customer: XMLPath = ["orders", "order", .having("@id", equals: id), "customer"]
        #expect(customer.description == "orders.order[@id='7'].customer")
    }

    @Test("Reading piece by piece")
    func reading() throws {
        var output: [String] = []
        func print(_ items: Any...) { output.append(items.map { "\($0)" }.joined(separator: " ")) }

        var reader = XMLReader(parsing: "<orders><order id='7'><item>Tea</item></order></orders>")
        while let event = try reader.next() {
            if event == .startElement, reader.isNamed("item") { print(try reader.readElementText()) }  // Tea
        }
        #expect(output == ["Tea"])
    }

    @Test("Records of a file")
    func records() throws {
        var output: [String] = []
        func print(_ items: Any...) { output.append(items.map { "\($0)" }.joined(separator: " ")) }
        let path = FileManager.default.temporaryDirectory.appendingPathComponent("\(UUID()).xml").path
        try "<orders><order id='7'><status>paid</status></order></orders>".write(
            toFile: path, atomically: true, encoding: .utf8)
        defer { try? FileManager.default.removeItem(atPath: path) }

        var reader = try XMLReader(parsing: .file(path))
        try reader.forEachElement("order") { order in
            print(order[attribute: "id"] ?? "", try order.readDictionary()["order"]?["status"]?.string ?? "")
        }
        #expect(output == ["7 paid"])
    }

    @Test("HTML")
    func html() throws {
        let page = try XMLTree(html: "<title>Tea</title><p class=note>Drink &amp; enjoy<p>Twice")
        let notes = page.root.descendants(named: "p").map(\.text)  // ["Drink & enjoy", "Twice"]
        #expect(notes == ["Drink & enjoy", "Twice"])

        let message = try XMLTree(htmlFragment: "Drink <b>tea</b><br>twice")
        let parts = message.root.children.count  // 4
        #expect(parts == 4)
    }

    @Test("HTML in a feed")
    func parsedHTML() throws {
        let item = try XMLTree(parsing: "<description>&lt;p>Drink &amp;amp; &lt;b>enjoy&lt;/b></description>").root
        let bold = try item.parsedHTML().root["p"]?["b"]
        let place = bold?.location  // 1:36, in the feed
        #expect(place?.description == "1:36")
    }

    @Test("The landing page")
    func landingPage() throws {
        var output: [String] = []
        func print(_ items: Any...) { output.append(items.map { "\($0)" }.joined(separator: " ")) }

        let feed = try XMLTree(parsing: "<feed><entry id='1'>Tea</entry><entry id='2'>Milk</entry></feed>")
        for entry in feed.root[all: "entry"] {
            print(entry.location.line, entry[attribute: "id"] ?? "", entry.text)
        }
        #expect(output == ["1 1 Tea", "1 2 Milk"])
    }

    // MARK: Malformed input

    /// What the article about it says is printed by the example that has the line `code`.
    private func output(of code: String) throws -> [String] {
        let blocks = Documentation.blocks.filter { $0.file.hasSuffix("Repairing.md") }
        let index = try #require(blocks.firstIndex { $0.text.contains(code) })
        return try #require(blocks[(index + 1)...].first).text.split(separator: "\n").map(String.init)
    }

    @Test("XMLSnippets")
    func snippets() throws {
        let document = "<p>Salt & pepper<br>"
        let recovered = try XMLTree(parsing: document, options: .recovering)
        var snippets = XMLSnippets(of: document)
        let drawings = recovered.diagnostics.map { snippets.snippet(for: $0) }
        #expect(drawings == recovered.diagnostics.map { $0.snippet(in: document) })
    }

    @Test("XMLTree.recovering")
    func recovering() throws {
        var output: [String] = []
        func print(_ items: Any...) { output.append(items.map { "\($0)" }.joined(separator: " ")) }

        let feed = try XMLTree(parsing: "<title>Bob & Co<br></title>", options: .recovering)
        print(feed.root.text, feed.diagnostics.count)  // Bob & Co 2
        #expect(output == ["Bob & Co 2"])
    }

    @Test("What was wrong")
    func repairs() throws {
        var output: [String] = []
        func print(_ items: Any...) { output.append(items.map { "\($0)" }.joined(separator: " ")) }

        let text = "<rss version=2.0><title>Tom & Jerry&nbsp;News</title><item>a<br>b</item>"
        let feed = try XMLTree(parsing: text, options: .recovering)
        print(feed.source)
        for diagnostic in feed.diagnostics {
            print(diagnostic.location?.description ?? "", diagnostic.code, diagnostic.appliedRepair ?? "")
        }
        // White space that does not break, which looks like any other in the article.
        output[0] = output[0].replacingOccurrences(of: "\u{A0}", with: " ")
        #expect(try output == self.output(of: "Tom & Jerry&nbsp;News"))
    }

    @Test("Repairs of a stream")
    func repairsOfStreams() throws {
        var output: [String] = []
        func print(_ items: Any...) { output.append(items.map { "\($0)" }.joined(separator: " ")) }

        var records = try XMLRecords(parsing: "<a><b>Tea & milk</b><b>Oa", at: "a/b", options: .recovering)
        while let record = try records.next() {
            print(record.text, record.isComplete)
        }
        print(records.diagnostics.count)
        #expect(try output == self.output(of: "Tea & milk</b><b>Oa"))
    }

    // MARK: Streams

    func inRoot() {
        #expect(FileManager.default.changeCurrentDirectoryPath(Documentation.root.path))
    }

    @Test("XMLRecords.parallel")
    func parallel() async throws {
        inRoot()
        var count = 0
        try await XMLRecords.parallel(.file("Examples/orders.xml"), at: "orders/order") { records in
            var items = 0
            while let order = try records.next() { items += order[all: "item"].count }
            return items
        } forEachPart: { items in
            count += items
        }
        #expect(count > 2)
    }

    /// What a server hands out as the body of a request.
    private struct Request {
        struct Buffer: Sendable {
            var readableBytesView: [UInt8]
        }
        var body: AsyncStream<Buffer>
    }

    @Test("AsyncXMLRecords")
    func asyncRecords() async throws {
        var output: [String] = []
        func print(_ items: Any...) { output.append(items.map { "\($0)" }.joined(separator: " ")) }
        let request = Request(
            body: AsyncStream { continuation in
                for part in ["<orders><order id='7'/><ord", "er id='8'/></orders>"] {
                    continuation.yield(Request.Buffer(readableBytesView: Array(part.utf8)))
                }
                continuation.finish()
            })

        let orders = try AsyncXMLRecords(request.body.map(\.readableBytesView), at: "orders/order")
        for try await order in orders {
            print(order[attribute: "id"] ?? "")
        }
        #expect(output == ["7", "8"])
    }

    @Test("XMLPushParser")
    func pushParser() async throws {
        let body = AsyncStream { continuation in
            for part in ["<a><", "b/></a>"] { continuation.yield(Array(part.utf8)) }
            continuation.finish()
        }
        var parser = XMLPushParser()
        for try await chunk in body { try parser.feed(chunk) }
        let tree = try parser.finish()
        #expect(tree.root["b"] != nil)
    }

    @Test("XMLHandler")
    func handler() throws {
        inRoot()
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
        #expect(counter.count > 2)
    }

    @Test("Errors of a program")
    func ownErrors() throws {
        do throws(XMLError) {
            let server = try XMLTree(parsing: "<server><port>70000</port></server>").root.require("port")
            if try server.value(as: Int.self) > 65535 {
                throw server.error("the port is too large", help: "use a port up to 65535")
            }
            Issue.record("no error")
        } catch {
            #expect(error.location?.column == 9)
        }
    }

    @Test("Paths from the root")
    func rootPaths() throws {
        let tree = try XMLTree(parsing: "<orders><order id='7'/><order id='8'><item>Tea</item></order></orders>")
        let item = tree.string(at: "orders/order[2]/item")  // "Tea"
        #expect(item == "Tea")
    }

    @Test("Collected errors")
    func collector() throws {
        let server = try XMLTree(parsing: "<server><port>x</port></server>").root
        #expect(throws: XMLError.self) {
            var errors = XMLErrorCollector()
            let port = errors.catch { () throws(XMLError) in try server.require("port").value(as: Int.self) }
            let host = errors.catch { () throws(XMLError) in try server.require("host").text }
            try errors.throwIfAny()
            #expect(port == nil && host == nil)
        }
    }

    @Test("Records that are not found")
    func notFound() throws {
        var records = try XMLRecords(parsing: "<orders><order/></orders>", at: "orders/ordr")
        while let record = try records.next() { print(record) }
        let help = records.notFound?.help  // "did you mean <order>?"
        #expect(help == "did you mean <order>?")
    }

    @Test("XMLDecoder")
    func decoder() throws {
        struct Order: Decodable {
            var id: Int
            var customer: String
            var item: [String]
        }
        let xml = "<order id='7'><customer>Ana</customer><item>Tea</item><item>Oat</item></order>"
        let order = try XMLDecoder().decode(Order.self, from: xml)
        #expect(order.item == ["Tea", "Oat"])
    }

    @Test("Values with locations")
    func located() throws {
        struct Server: Decodable {
            var port: Located<Int>
        }
        let server = try XMLDecoder().decode(Server.self, from: "<server><port>70000</port></server>")
        let error = server.port.error("must be below 65536")  // 1:15
        #expect(error.location?.description == "1:15")
    }

    @Test("Records of a type")
    func typedRecords() throws {
        #expect(FileManager.default.changeCurrentDirectoryPath(Documentation.root.path))
        struct Order: Decodable {
            var id: Int
            var customer: String
        }
        var orders = try XMLRecords(parsing: .file("Examples/orders.xml"), at: "orders/order")
        while let order = try orders.next(as: Order.self) {
            print(order.id, order.customer)
        }
    }

    @Test("Records of a type from a stream")
    func asynchronousTypedRecords() async throws {
        struct Order: Decodable {
            var id: Int
        }
        struct Request {
            let body = AsyncStream<[UInt8]> { continuation in
                continuation.yield(Array("<orders><order id='7'/></orders>".utf8))
                continuation.finish()
            }
        }
        let request = Request()
        let orders = try AsyncXMLRecords(of: Order.self, request.body, at: "orders/order")
        for try await order in orders { print(order.id) }
    }

    @Test("Values that can be decoded")
    func decodableValues() throws {
        let order = try XMLTree(parsing: "<order><placed>2024-02-29</placed></order>").root
        let placed = try order.require("placed").value(as: Date.self)
        #expect(placed.timeIntervalSince1970 == 1_709_164_800)
    }
}
