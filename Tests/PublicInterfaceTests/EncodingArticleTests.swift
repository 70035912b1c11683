import Foundation
import LibXML
import Synchronization
import Testing

/// The examples of the article about encoding, and of the doc comments of the encoder.
@Suite struct EncodingArticleTests {
    private final class Log: Sendable {
        private let text = Mutex("")

        func add(_ line: String) { text.withLock { $0 += line + "\n" } }

        var output: String { text.withLock { $0 } }
    }

    @Test("Roles")
    func roles() throws {
        let log = Log()
        func print(_ items: Any...) { log.add(items.map { "\($0)" }.joined(separator: " ")) }
        struct Invoice: Codable, Equatable, XMLCodingRoles {
            var customer: String
            var items: [String]
            var total: Double
            var currency: String
            var id: Int

            static let xmlRoles: [String: XMLCodingRole] = [
                "id": .attribute, "items": .path("items/item"), "currency": .path("total/@currency"),
            ]
        }
        let invoice = Invoice(customer: "Ana & Bo", items: ["Tea", "Oat"], total: 7.5, currency: "EUR", id: 7)
        let text = try XMLEncoder(writingOptions: .pretty).xmlString(invoice)
        print(text)
        let copy = try XMLDecoder().decode(Invoice.self, from: text)
        print(copy == invoice)

        #expect(try log.output == Documentation.output(of: "struct Invoice", in: "EncodingTypes.md"))
    }

    @Test("A strategy for roles")
    func strategy() throws {
        let log = Log()
        func print(_ items: Any...) { log.add(items.map { "\($0)" }.joined(separator: " ")) }
        struct Server: Codable, Equatable {
            struct Route: Codable, Equatable {
                var path: String
                var status: Int
            }
            var host: String
            var port: Int
            var routes: [Route]
        }
        var encoder = XMLEncoder(writingOptions: .pretty)
        encoder.roleStrategy = .scalarsAsAttributes
        let server = Server(
            host: "a.example", port: 80, routes: [.init(path: "/", status: 200), .init(path: "/x", status: 404)])
        let text = try encoder.xmlString(server)
        print(text)
        print(try XMLDecoder().decode(Server.self, from: text) == server)

        #expect(try log.output == Documentation.output(of: "struct Server", in: "EncodingTypes.md"))
    }

    @Test("XMLRoleStrategy")
    func roleStrategies() throws {
        struct Item: Codable {
            var sku: String
            var price: Double
            var notes: [String]
        }
        var encoder = XMLEncoder()
        encoder.roleStrategy = .scalarsAsAttributes
        let text = try encoder.xmlString(Item(sku: "A-1", price: 4.5, notes: ["new", "green"]))
        // <item sku="A-1" price="4.5"><notes>new</notes><notes>green</notes></item>
        #expect(text.hasSuffix(#"<item sku="A-1" price="4.5"><notes>new</notes><notes>green</notes></item>"#))
        struct Link: Codable {
            var href: String
            var label: String
        }
        var decoder = XMLDecoder()
        decoder.roleStrategy = .custom { $0 == "label" ? .text : nil }
        let link = try decoder.decode(Link.self, from: "<a href='/'>Home</a>")
        #expect(link.label == "Home" && link.href == "/")
    }

    @Test("Errors")
    func errors() throws {
        let log = Log()
        func print(_ items: Any...) { log.add(items.map { "\($0)" }.joined(separator: " ")) }
        do {
            _ = try XMLEncoder().xmlBytes(["order": ["first name": "Ana"]], rootName: "orders")
        } catch let error as EncodingError {
            print(error.xmlError?.description ?? "")
        }

        #expect(try log.output == Documentation.output(of: "first name", in: "EncodingTypes.md"))
    }

    @Test("XMLEncoder")
    func encoder() throws {
        struct Order: Codable {
            var id: Int
            var customer: String
            var item: [String]
        }
        let text = try XMLEncoder().xmlString(Order(id: 7, customer: "Ana", item: ["Tea", "Oat"]))
        // <?xml version="1.0" encoding="UTF-8"?>
        // <order><id>7</id><customer>Ana</customer><item>Tea</item><item>Oat</item></order>
        #expect(text.hasSuffix("<order><id>7</id><customer>Ana</customer><item>Tea</item><item>Oat</item></order>"))
    }

    @Test("Records into a document")
    func writer() throws {
        struct Order: Codable {
            var id: Int
        }
        let writer = try XMLWriter()
        try writer.element("orders") {
            for id in 1...2 { try writer.encode(Order(id: id)) }
        }
        let text = try writer.xmlString()
        // <?xml version="1.0" encoding="UTF-8"?>
        // <orders><order><id>1</id></order><order><id>2</id></order></orders>
        #expect(text.hasSuffix("<orders><order><id>1</id></order><order><id>2</id></order></orders>"))
    }
}
