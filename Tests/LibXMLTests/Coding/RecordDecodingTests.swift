import CheckCases
import LibXML
import Testing

@Suite struct RecordDecodingTests {
    struct Order: Decodable, Equatable {
        var id: Int
        var item: [String]
    }

    private static func document(_ count: Int) -> String {
        "<orders>\((0..<count).map { "<order id='\($0)'><item>a\($0)</item><item/></order>" }.joined(separator: "\n"))</orders>"
    }

    @Test("Records are decoded one by one, from pieces of any size", arguments: [1, 7, 1000])
    func records(size: Int) throws {
        let text = Self.document(50)
        var pieces = Array(text.utf8).chunks(of: size).makeIterator()
        var records = try XMLRecords(parsing: .chunks { pieces.next().map(Array.init) }, at: "orders/order")
        var orders: [Order] = []
        while let order = try records.next(as: Order.self) { orders.append(order) }
        #expect(orders == (0..<50).map { Order(id: $0, item: ["a\($0)", ""]) })
        #expect(try XMLDecoder().decode([Order].self, from: text, at: "orders/order") == orders)
    }

    @Test("A record that is not of the type is an error with its place, and the next one is read")
    func invalid() throws {
        let text = "<orders><order id='1'/>\n<order id='x'/>\n<order id='3'/></orders>"
        var records = try XMLRecords(parsing: text, at: "orders/order")
        #expect(try records.next(as: Order.self)?.id == 1)
        let error = try #require(throws: DecodingError.self) { try records.next(as: Order.self) }
        #expect(error.xmlError?.location?.description == "2:12")
        #expect(try records.next(as: Order.self)?.id == 3)
        #expect(try records.next(as: Order.self) == nil)
    }

    @Test("Records whose names are new are decoded as those before")
    func names() throws {
        let text =
            "<r xmlns:p='u'>\((0..<300).map { "<o><id>\($0)</id><n\($0)/><item>x</item></o><o id='\($0)'><p:m\($0)/></o>" }.joined())</r>"
        var records = try XMLRecords(parsing: text, at: "r/o")
        for number in 0..<300 {
            #expect(try records.next(as: Order.self) == Order(id: number, item: ["x"]))
            #expect(try records.next(as: Order.self) == Order(id: number, item: []))
        }
    }

    @Test("Each record may have a decoder of its own")
    func decoders() throws {
        struct Item: Decodable {
            var itemId: Int?
        }
        let text =
            "<r xmlns:p='u'>\(String(repeating: "<i><item_id>1</item_id><p:itemId>2</p:itemId></i>", count: 4))</r>"
        var records = try XMLRecords(parsing: text, at: "r/i")
        #expect(try records.next(as: Item.self)?.itemId == nil)
        let snake = XMLDecoder(keyDecodingStrategy: .convertFromSnakeCase)
        #expect(try records.next(as: Item.self, with: snake)?.itemId == 1)
        #expect(try records.next(as: Item.self, with: XMLDecoder(matchesAnyNamespace: true))?.itemId == 2)
        #expect(try records.next(as: Item.self)?.itemId == nil)
    }

    @Test("An asynchronous loop has values of the type")
    func asynchronous() async throws {
        let pieces = Array(Self.document(20).utf8).chunks(of: 10)
        let source = AsyncStream<ArraySlice<UInt8>> { continuation in
            for piece in pieces { continuation.yield(piece) }
            continuation.finish()
        }
        var ids: [Int] = []
        for try await order in try AsyncXMLRecords(of: Order.self, source, at: "orders/order") { ids.append(order.id) }
        #expect(ids == Array(0..<20))
    }

    @Test("A reader decodes the element where it is")
    func reader() throws {
        var reader = XMLReader(parsing: Self.document(3))
        var ids: [Int] = []
        while try reader.readToFollowing("order") { ids.append(try reader.readValue(as: Order.self).id) }
        #expect(ids == [0, 1, 2])
    }

    @Test("20,000 elements with ten properties each")
    func manyRows() throws {
        struct Row: Decodable {
            var a: Int, b: Int, c: Int, d: Int, e: String, f: String, g: String, h: Double, i: Double, j: Bool
        }
        let row = "<row a='1' b='2'><c>3</c><d>4</d><e>x</e><f/><g> y</g><h>1.5</h><i>2</i><j>true</j></row>"
        let text = "<rows>\(String(repeating: row, count: 20_000))</rows>"
        let rows = try XMLDecoder().decode([Row].self, from: text, at: "rows/row")
        #expect(rows.count == 20_000 && rows[19_999].h == 1.5)
    }

    @Test("Typed records of a document in pieces of 1,000 bytes")
    func manyRecords() async throws {
        struct Item: Decodable {
            var name: String
        }
        let count = 5_000
        let body = (0..<count).map { "<item><name>\($0 == 7 ? "" : "<x/>")\($0)</name></item>" }.joined()
        let bytes = Array("<items>\(body)</items>".utf8)
        let pieces = AsyncStream<[UInt8]> { continuation in
            for start in stride(from: 0, to: bytes.count, by: 1_000) {
                continuation.yield(Array(bytes[start..<min(start + 1_000, bytes.count)]))
            }
            continuation.finish()
        }
        var sum = 0
        for try await item in try AsyncXMLRecords(of: Item.self, pieces, at: "items/item") {
            sum += Int(item.name) ?? 0
        }
        #expect(sum == count * (count - 1) / 2)
    }
}
