import Foundation
import LibXML
import Testing

/// Types with an `init(from:)` or an `init(rawValue:)` of their own.
@Suite struct OwnDecodingTests {
    /// Decodes itself with containers in containers, and throws at a place in them.
    private struct Nested: Decodable, XMLCodingRoles {
        enum Key: String, CodingKey { case item, count, price, code, missing }
        static let place = CodingUserInfoKey(rawValue: "place")
        static let xmlRoles: [String: XMLCodingRole] = ["code": .path("total/@currency")]

        init(from decoder: any Decoder) throws {
            func fail(_ key: Key, _ container: KeyedDecodingContainer<Key>) -> DecodingError {
                .dataCorruptedError(forKey: key, in: container, debugDescription: "wrong")
            }
            let container = try decoder.container(keyedBy: Key.self)
            let item = try container.nestedContainer(keyedBy: Key.self, forKey: .item)
            switch Self.place.flatMap({ decoder.userInfo[$0] as? String }) {
            case "nested": throw fail(.count, item)
            case "list":
                var prices = try item.nestedUnkeyedContainer(forKey: .price)
                _ = try prices.decode(Int.self)
                throw DecodingError.dataCorruptedError(in: prices, debugDescription: "wrong")
            case "super":
                throw fail(.price, try container.superDecoder(forKey: .item).container(keyedBy: Key.self))
            case "role": throw fail(.code, container)
            case "missing": throw fail(.missing, item)
            case "path": throw DecodingError.dataCorrupted(.init(codingPath: [Key.count], debugDescription: "wrong"))
            default: throw DecodingError.dataCorrupted(.init(codingPath: item.codingPath, debugDescription: "wrong"))
            }
        }
    }

    @Test(
        "Errors that a type's own initializer throws in containers of containers have their place",
        arguments: [
            ("nested", 3, "a.o.item.count", "item count"), ("list", 5, "a.o.item.price[1]", "item price 1"),
            ("super", 4, "a.o.item.price[0]", "item price 0"), ("role", 7, "a.o.total.@currency", "total @currency"),
            ("missing", 2, "a.o.item", "item missing"), ("path", 1, "a.o.count", "count"), ("", 2, "a.o.item", "item"),
        ])
    func nestedErrors(place: String, line: Int, path: String, keys: String) throws {
        let text = """
            <a><o><count>2</count>
            <item>
            <count>-1</count>
            <price>1</price>
            <price>2</price>
            </item>
            <total currency='x'/></o></a>
            """
        let key = try #require(Nested.place)
        let error = try #require(throws: DecodingError.self) {
            try XMLDecoder(userInfo: [key: place]).decode(Nested.self, from: text, at: "a.o")
        }
        #expect(error.xmlError?.location?.line == line)
        #expect(error.xmlError?.path == path)
        guard case .dataCorrupted(let context) = error else { throw error }
        #expect(context.codingPath.map(\.stringValue).joined(separator: " ") == keys)
    }

    private struct Country: RawRepresentable, Codable, Equatable {
        var rawValue: String

        init(rawValue: String) {
            precondition(rawValue.count == 2, "“\(rawValue)” is not a code")
            self.rawValue = rawValue
        }
    }

    @Test("The initializer of a raw value is called with texts of the document only")
    func rawValues() throws {
        struct Address: Codable, Equatable {
            var country: Country
            var other: Country?
            var all: [Country?]
            var located: Located<Country>?
        }
        let text = "<a><country>DE</country><other>CH</other><all>AT</all><located>FR</located></a>"
        let address = try XMLDecoder().decode(Address.self, from: text)
        #expect(address.other == Country(rawValue: "CH") && address.all == [Country(rawValue: "AT")])
        #expect(try XMLEncoder().xmlString(address, rootName: "a").hasSuffix(text))
        #expect(try XMLDecoder().decode(Address.self, from: "<a><country>DE</country></a>").other == nil)
    }

    /// A property wrapper that decodes a value from what the property is.
    @propertyWrapper private struct Wrapped<Value: Codable & Equatable>: Codable, Equatable {
        var wrappedValue: Value
        init(wrappedValue: Value) { self.wrappedValue = wrappedValue }
        init(from decoder: any Decoder) throws {
            wrappedValue = try decoder.singleValueContainer().decode(Value.self)
        }
        func encode(to encoder: any Encoder) throws {
            var container = encoder.singleValueContainer()
            try container.encode(wrappedValue)
        }
    }

    @Test("A list that another type contains as its only value has any number of elements", arguments: 1...3)
    func wrappedLists(count: Int) throws {
        let lists = ["a": Wrapped(wrappedValue: (0..<count).map { "t\($0)" })]
        let text = try XMLEncoder().xmlString(lists)
        #expect(try XMLDecoder().decode([String: Wrapped<[String]>].self, from: text) == lists, "\(text)")
    }

    @Test("An optional that another type contains is nil for what an optional property is nil for")
    func wrappedOptionals() throws {
        struct Item: Codable, Equatable {
            @Wrapped var id: Int?
            var located: Located<Int?>
        }
        for value in ["", " "] {
            let item = try XMLDecoder().decode(
                Item.self, from: "<o id='\(value)'><located a='1'>\(value)</located></o>")
            #expect(item.id == nil && item.located.value == nil)
            let list = "<o><i>\(value)</i><i u='x'>\(value)</i><i>1</i></o>"
            #expect(try XMLDecoder().decode([String: [Int?]].self, from: list) == ["i": [nil, nil, 1]])
        }
        #expect(try XMLDecoder().decode(Item.self, from: "<o id='7'><located>8</located></o>").id == 7)
    }

    @Test("An optional date that a closure decodes from attributes is not nil")
    func codedDates() throws {
        struct Event: Decodable {
            var day: Date?
            var days: [Date?]
        }
        let decoder = XMLDecoder(
            dateDecodingStrategy: .coded { decoder in
                let years = try decoder.container(keyedBy: Key.self).decode(Double.self, forKey: .year)
                return Date(timeIntervalSince1970: years)
            })
        let event = try decoder.decode(Event.self, from: "<e><day year='5'/><days year='6'> </days><days/></e>")
        #expect(event.day == Date(timeIntervalSince1970: 5))
        #expect(event.days == [Date(timeIntervalSince1970: 6), nil])
        #expect(try decoder.decode(Event.self, from: "<e><day/></e>").day == nil)
    }

    private enum Key: CodingKey { case year }
}
