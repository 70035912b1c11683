import Foundation
import LibXMLCoder
import Testing

/// `@Element` and `@Attribute` beside strategies, and with keys that have a meaning of their own.
@Suite struct WrapperTests {
    @Test("Wrappers beside a strategy for keys")
    func convertedKeys() throws {
        struct Book: Codable, Equatable {
            @Element var fullTitle: String
            @Attribute var shelfMark: String
        }
        let book = Book(fullTitle: "T", shelfMark: "S")
        let text = try ShapeTests.encode(book, "b") { $0.keyEncodingStrategy = .convertToSnakeCase }
        #expect(text == "<b shelf_mark=\"S\"><full_title>T</full_title></b>")
        func decode(_ text: String) throws -> Book {
            try ShapeTests.decode(Book.self, text) { $0.keyDecodingStrategy = .convertFromSnakeCase }
        }
        #expect(try decode(text) == book)
        let error = try #require(throws: DecodingError.self) { try decode("<b shelf_mark='S' full_title='T'/>") }
        guard case .keyNotFound(let key, let context) = error else { throw error }
        #expect(key.stringValue == "fullTitle" && context.debugDescription.contains("“full_title”"))
    }

    @Test("A formatter receives the key of an element, and the name of an attribute", arguments: [true, false])
    func formatters(isConverted: Bool) throws {
        struct Event: Codable {
            @Element var startDay: Date
            @Attribute var endDay: Date
        }
        let formatter = DateFormatter()
        formatter.dateFormat = "yyyy"
        let separator = isConverted ? "_d" : "D"
        let text = "<e endDay='2025'><startDay>2024</startDay></e>".replacing("D", with: separator)
        let event = try ShapeTests.decode(Event.self, text) { decoder in
            if isConverted { decoder.keyDecodingStrategy = .convertFromSnakeCase }
            decoder.dateDecodingStrategy = .keyFormatted { key in
                ["startDay", "end\(separator)ay"].contains(key.stringValue) ? formatter : nil
            }
        }
        #expect([event.startDay, event.endDay].map(formatter.string) == ["2024", "2025"])
    }

    @Test("A namespace declaration, and keys with marks and paths")
    func ownMeanings() throws {
        struct Feed: Codable, Equatable {
            @Attribute var xmlns: String
            @Attribute var id: Int
            @Element var title: String

            enum CodingKeys: String, CodingKey {
                case xmlns
                case id = "@id"
                case title = "head/title"
            }
        }
        let feed = Feed(xmlns: "urn:f", id: 1, title: "T")
        let text = "<feed xmlns=\"urn:f\" id=\"1\"><head><title>T</title></head></feed>"
        #expect(try ShapeTests.encode(feed, "feed") == text)
        #expect(try ShapeTests.decode(Feed.self, text) { $0.shouldProcessNamespaces = true } == feed)
        let converted = try ShapeTests.decode(Feed.self, text) {
            $0.shouldProcessNamespaces = true
            $0.keyDecodingStrategy = .convertFromSnakeCase
        }
        #expect(converted == feed)
        let capitalized = try ShapeTests.encode(feed, "feed") { $0.keyEncodingStrategy = .capitalized }
        #expect(capitalized.hasPrefix("<feed xmlns=\"urn:f\""))
    }

    @Test("A list in a wrapper has all elements of its key")
    func lists() throws {
        struct Item: Codable, Equatable {
            var id: Int
        }
        struct Order: Codable, Equatable {
            @Element var item: [Item]
            @Element var note: [String]?
            @ElementAndAttribute var size: Set<Int>
            var part: [Element<Int>]
        }
        let text = """
            <order><item><id>1</id></item><item><id>2</id></item><note>a</note><note>b</note><size>3</size>\
            <part>5</part><part>6</part></order>
            """
        let order = Order(
            item: Element([Item(id: 1), Item(id: 2)]), note: Element(["a", "b"]), size: ElementAndAttribute([3]),
            part: [Element(5), Element(6)])
        #expect(try ShapeTests.decode(Order.self, text) == order)
        #expect(try ShapeTests.encode(order, "order").replacing(" size=\"3\"", with: "") == text)
        let sizes = text.replacing("<part>", with: "<size>4</size><part>")
        #expect(try ShapeTests.decode(Order.self, sizes).size == [3, 4])
    }
}
