import Foundation
import LibXML
import Synchronization
import Testing

/// The examples of the article on decoding types.
@Suite struct DecodingArticleTests {
    private final class Log: Sendable {
        private let text = Mutex("")

        func add(_ line: String) { text.withLock { $0 += line + "\n" } }

        var output: String { text.withLock { $0 } }
    }

    @Test("Shapes")
    func shapes() throws {
        let log = Log()
        func print(_ items: Any...) { log.add(items.map { "\($0)" }.joined(separator: " ")) }
        struct Catalogue: Decodable {
            struct Book: Decodable {
                enum CodingKeys: String, CodingKey {
                    case isbn, title, author, price
                    case currency = "@currency"
                }
                var isbn: String
                var title: String
                var author: [String]
                var price: Price?
                var currency: String?
            }

            struct Price: Decodable {
                enum CodingKeys: String, CodingKey {
                    case currency
                    case value = "#text"
                }
                var currency: String
                var value: Decimal
            }

            var updated: Date
            var book: [Book]
        }
        let text = """
            <catalogue updated="2024-02-29">
              <book isbn="1"><title>Tea</title><author>Ana</author><author>Bo</author><price currency="EUR">5.00</price></book>
              <book isbn="2" shelf="9"><title>Milk</title></book>
            </catalogue>
            """
        let catalogue = try XMLDecoder().decode(Catalogue.self, from: text)
        print(catalogue.book[0].author, catalogue.book[0].price?.value ?? 0, catalogue.book[1].author)

        #expect(try log.output == Documentation.output(of: "struct Catalogue", in: "DecodingTypes.md"))
        #expect(catalogue.updated.timeIntervalSince1970 == 1_709_164_800)
    }

    @Test("Errors")
    func errors() throws {
        let log = Log()
        @Sendable func print(_ items: Any...) { log.add(items.map { "\($0)" }.joined(separator: " ")) }
        struct Order: Decodable {
            var id: Int
            var item: [Int]
        }
        do {
            _ = try XMLDecoder().decode(Order.self, from: "<order id='7'>\n<item>1</item>\n<item>two</item></order>")
        } catch let error as DecodingError {
            print(error.xmlError?.description ?? "")
            print(error.xmlError?.snippet() ?? "")
        }

        #expect(try log.output == Documentation.output(of: "error.xmlError?.snippet()", in: "DecodingTypes.md"))
    }

    @Test("Options")
    func options() throws {
        struct Order: Decodable {
            var id: Int
            var item: [Int]
        }
        let log = Log()
        @Sendable func print(_ items: Any...) { log.add(items.map { "\($0)" }.joined(separator: " ")) }
        let decoder = XMLDecoder(
            invalidElements: .skip, unknownElements: .warn, diagnosticHandler: { diagnostic in print(diagnostic) })
        let order = try decoder.decode(
            Order.self, from: "<order id='7'><itm>1</itm><item>two</item><item>3</item></order>")
        print(order.item)

        #expect(try log.output == Documentation.output(of: "unknownElements: .warn", in: "DecodingTypes.md"))
    }

    @Test("Configuration files")
    func configuration() throws {
        let log = Log()
        func print(_ items: Any...) { log.add(items.map { "\($0)" }.joined(separator: " ")) }
        struct Server: Decodable {
            enum Level: String, Decodable, CaseIterable { case low, high }

            var name: String
            var port: Located<UInt16>
            var level: Level?
            var timeout: Double?

            func check() throws(XMLError) {
                guard port.value > 1023 else { throw port.error("the port is reserved", help: "use 1024 or more") }
            }
        }
        struct Configuration: Decodable {
            var server: [Server]
        }
        let settings = """
            <servers>
              <server name="web"><port>80</port></server>
              <server name="mail"><port>http</port><level>loud</level><timout>5</timout></server>
            </servers>
            """
        let decoder = XMLDecoder(invalidElements: .collect, unknownElements: .error)
        do {
            _ = try decoder.decode(Configuration.self, from: settings)
        } catch let error as XMLError {
            for diagnostic in error.diagnostics { print(diagnostic) }
        }
        let first = try decoder.decode(Server.self, from: "<server name='web'><port>80</port></server>")
        print(first.timeout ?? 30, first.level ?? .low)
        do { try first.check() } catch { print(error) }

        #expect(try log.output == Documentation.output(of: "struct Configuration", in: "DecodingTypes.md"))
    }

    @Test("Roles")
    func roles() throws {
        let log = Log()
        func print(_ items: Any...) { log.add(items.map { "\($0)" }.joined(separator: " ")) }
        struct Offer: Decodable, XMLCodingRoles {
            var id: Int
            var currency: String
            var items: [String]
            var labels: [String: String]

            static let xmlRoles: [String: XMLCodingRole] = [
                "id": .attribute,
                "currency": .path("total/@currency"),
                "items": .path("items/item"),
                "labels": .map("labels/label", key: "@name", value: "#text"),
            ]
        }
        let document = """
            <offer id="7"><total currency="EUR">5</total><items><item>Tea</item><item>Oat</item></items>
            <labels><label name="gift">yes</label></labels></offer>
            """
        let offer = try XMLDecoder().decode(Offer.self, from: document)
        print(offer.currency, offer.items, offer.labels)

        #expect(try log.output == Documentation.output(of: "struct Offer", in: "DecodingTypes.md"))
        #expect(offer.id == 7)
    }

    @Test("Choices")
    func choices() throws {
        let log = Log()
        func print(_ items: Any...) { log.add(items.map { "\($0)" }.joined(separator: " ")) }
        struct Image: Decodable {
            var src: String
        }
        enum Block: Decodable, XMLChoice {
            case paragraph(String)
            case image(Image)
            case text(String)

            static let xmlRoles: [String: XMLCodingRole] = [
                "paragraph": .element("p"), "image": .element("img"), "text": .text,
            ]
        }
        struct Article: Decodable {
            var title: String
            var blocks: [Block]
        }
        let article = try XMLDecoder().decode(
            Article.self, from: "<article><title>T</title><p>a</p><img src='b'/>c</article>")
        for block in article.blocks {
            switch block {
            case .paragraph(let text): print("paragraph", text)
            case .image(let image): print("image", image.src)
            case .text(let text): print("text", text)
            }
        }

        #expect(try log.output == Documentation.output(of: "struct Article", in: "DecodingTypes.md"))
        #expect(article.title == "T")
    }

    @Test("Types of elements")
    func types() throws {
        let log = Log()
        func print(_ items: Any...) { log.add(items.map { "\($0)" }.joined(separator: " ")) }
        enum Animal: Decodable, XMLChoice {
            case dog(name: String)
            case cat(lives: Int)

            static let zoo = XMLNamespace("urn:zoo")
            static let xmlRoles: [String: XMLCodingRole] = ["dog": .type(zoo["Dog"]), "cat": .type(zoo["Cat"])]
        }
        struct Zoo: Decodable {
            var animal: [Animal]
        }
        let animals = """
            <zoo xmlns:z="urn:zoo" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance">
            <animal xsi:type="z:Dog" name="Rex"/><animal xsi:type="z:Cat"><lives>9</lives></animal></zoo>
            """
        let zoo = try XMLDecoder().decode(Zoo.self, from: animals)
        print(zoo.animal.count)

        #expect(try log.output == Documentation.output(of: "enum Animal", in: "DecodingTypes.md"))
    }

    @Test("Malformed documents")
    func malformed() throws {
        let log = Log()
        func print(_ items: Any...) { log.add(items.map { "\($0)" }.joined(separator: " ")) }
        struct Entry: Decodable {
            var id: Int
            var title: String
        }
        let text = "<feed><entry id='1'><title>Bob & Co</title></entry><entry id='2'><title>Lo"
        let feed = try XMLTree(parsing: text, options: .recovering)
        let entries = try XMLDecoder().decode([Located<Entry>].self, from: feed, at: "feed/entry")
        print(entries.map(\.value.title), entries.map(\.isComplete), feed.diagnosticCount)

        #expect(try log.output == Documentation.output(of: "struct Entry", in: "DecodingTypes.md"))
    }

    @Test("Coming from XMLCoder")
    func comingFromXMLCoder() throws {
        let decoder = LibXML.XMLDecoder()
        #expect(try decoder.decode(Int.self, from: "<a>1</a>") == 1)
        struct Note: Codable, XMLCodingRoles {
            var id: Int
            var text: String

            static let xmlRoles: [String: XMLCodingRole] = ["id": .attribute, "text": .text]
        }
        let note = try LibXML.XMLDecoder().decode(Note.self, from: "<note id='7'>Tea</note>")
        #expect(note.id == 7 && note.text == "Tea")
    }

    @Test("A structure in the element of another one")
    func flattened() throws {
        struct Address: Codable {
            var street: String
            var city: String
        }
        struct Person: Codable, XMLCodingRoles {
            var name: String
            var address: Address

            static let xmlRoles: [String: XMLCodingRole] = ["address": .flattened]
        }
        let document = "<person><name>Ada</name><street>High Street 1</street><city>London</city></person>"
        let person = try XMLDecoder().decode(Person.self, from: document)
        #expect(person.address.city == "London")
        #expect(try XMLEncoder().xmlString(person).hasSuffix(document))
    }

    @Test("What no other key reads")
    func rest() throws {
        struct Server: Codable, XMLCodingRoles {
            var port: Int
            var others: [XMLTree.Element]
            var attributes: [String: String]

            static let xmlRoles: [String: XMLCodingRole] = ["others": .otherElements, "attributes": .otherAttributes]
        }
        let document = "<server id='a'><port>80</port><host>b</host></server>"
        let server = try XMLDecoder().decode(Server.self, from: document)
        #expect(server.others.count == 1 && server.attributes["id"] == "a")
    }

    @Test("The content of an element")
    func content() throws {
        struct Summary: Codable, XMLCodingRoles {
            var type: String
            var content: XMLTree.Element

            static let xmlRoles: [String: XMLCodingRole] = ["type": .attribute, "content": .content]
        }
        let document = "<summary type='xhtml'>See <a href='/'>this page</a>.</summary>"
        let summary = try XMLDecoder().decode(Summary.self, from: document)
        #expect(summary.type == "xhtml" && summary.content.elements.count == 1)
    }
}
