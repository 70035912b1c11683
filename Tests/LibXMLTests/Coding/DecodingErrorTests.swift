import Foundation
import LibXML
import Synchronization
import Testing

@Suite struct DecodingErrorTests {
    struct Order: Decodable {
        struct Item: Decodable {
            var sku: String
            var quantity: Int
        }
        var id: Int
        var item: [Item]
        var note: String
    }

    private static func error(_ text: String) throws -> DecodingError {
        try #require(throws: DecodingError.self) {
            try XMLDecoder().decode(
                [Order].self, from: XMLTree(parsing: text, options: .init(sourceName: "o.xml")), at: "orders/order")
        }
    }

    @Test(
        "An error has the place of the value, and the path to it",
        arguments: [
            (
                "<orders><order id='7'>\n<item sku='A' quantity='1'/>\n<item sku='B'><quantity> x1</quantity></item><note/></order></orders>",
                "o.xml:3:26: error: expected Int, found “ x1” at orders.order.item[1].quantity"
            ),
            (
                "<orders>\n<order id='seven'><note/></order></orders>",
                "o.xml:2:12: error: expected Int, found “seven” at orders.order.@id"
            ),
            (
                "<orders>\n<order id='7'><item sku='A' quantity='99999999999999999999'/><note/></order></orders>",
                "o.xml:2:39: error: “99999999999999999999” does not fit into Int at orders.order.item.@quantity"
            ),
            (
                "<orders>\n<order id='7'><item sku='A'/><note/></order></orders>",
                "o.xml:2:15: error: <item> has no element “quantity” at orders.order.item"
            ),
            (
                "<orders>\n<order id='7'><nota/></order></orders>",
                "o.xml:2:1: error: <order> has no element “note” at orders.order\nhelp: did you mean <nota>?"
            ),
        ])
    func places(text: String, description: String) throws {
        let error = try Self.error(text)
        guard let first = description.split(separator: "\n").first else { return }
        let context = error.context
        let lines = context.debugDescription.split(separator: "\n")
        #expect(lines.first == first)
        #expect(lines.count == 1)
        #expect(error.xmlError?.description == description)
        #expect(error.xmlError != nil)
        #expect(error.xmlError?.snippet() != nil)
    }

    @Test("Types that contain themselves end at a limit")
    func depth() throws {
        struct Node: Decodable {
            var node: [Node]
        }
        let text = String(repeating: "<node>", count: 200) + String(repeating: "</node>", count: 200)
        #expect(try XMLDecoder().decode(Node.self, from: text).node.count == 1)
        let decoder = XMLDecoder(depthLimit: 50)
        let error = try #require(throws: DecodingError.self) { try decoder.decode(Node.self, from: text) }
        #expect(error.xmlError?.code == .tooDeep)
    }

    @Test("Types that contain themselves end before the stack of a thread does", arguments: [256, 512, 8192])
    func stack(kilobytes: Int) throws {
        struct Node: Decodable {
            var node: [Node]
        }
        let text = String(repeating: "<node>", count: 20_000) + String(repeating: "</node>", count: 20_000)
        let tree = try XMLTree(parsing: text, options: .init(limits: .init(depth: 30_000)))
        let codes = Mutex<[XMLError.Code?]>([])
        let end = DispatchSemaphore(value: 0)
        let thread = Thread {
            do {
                _ = try XMLDecoder(depthLimit: .max).decode(Node.self, from: tree)
            } catch {
                codes.withLock { $0.append((error as? DecodingError)?.xmlError?.code) }
            }
            end.signal()
        }
        thread.stackSize = kilobytes << 10
        thread.start()
        end.wait()
        #expect(codes.withLock { $0 } == [.tooDeep])
    }

    @Test("A decoder that outlives its call still reads the document")
    func kept() throws {
        final class Keeper: Decodable {
            let decoder: any Decoder
            init(from decoder: any Decoder) throws { self.decoder = decoder }
        }
        let keeper = try XMLDecoder().decode(Keeper.self, from: "<a><b>1</b></a>")
        struct Value: Decodable {
            var b: Int
        }
        #expect(try Value(from: keeper.decoder).b == 1)
    }

    @Test("An error has a place, and the coding path of the value")
    func path() throws {
        struct Config: Decodable {
            struct Entry: Decodable {
                var value: Int
            }
            var entry: [Entry]
        }
        let text = "<config>\n  <entry value='1'/>\n  <entry>\n    <value>abc</value>\n  </entry>\n</config>"
        let error = try #require(throws: DecodingError.self) { try XMLDecoder().decode(Config.self, from: text) }
        #expect(
            error.xmlError.map { "\($0.location?.line ?? 0):\($0.location?.column ?? 0) \($0.message)" }
                == "4:12 expected Int, found “abc”")
        guard case .dataCorrupted(let context) = error else {
            Issue.record("\(error)")
            return
        }
        #expect(context.codingPath.map(\.stringValue) == ["entry", "1", "value"])
    }
}

extension DecodingError {
    fileprivate var context: Context {
        switch self {
        case .typeMismatch(_, let context), .valueNotFound(_, let context), .keyNotFound(_, let context),
            .dataCorrupted(let context):
            context
        @unknown default: Context(codingPath: [], debugDescription: "")
        }
    }
}
