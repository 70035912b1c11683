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
}
