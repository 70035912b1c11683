import Foundation
import LibXML
import Testing

/// Options of decoders and encoders that LibXMLCoder needs, and others can use.
@Suite struct CodingOptionTests {
    private static func text(_ value: some Encodable, _ set: (inout XMLEncoder) -> Void = { _ in }) throws -> String {
        var encoder = XMLEncoder()
        encoder.writingOptions.declaration = .never
        set(&encoder)
        let text = try encoder.xmlString(value, rootName: "o")
        return text.hasSuffix("\n") ? String(text.dropLast()) : text
    }

    private static func decode<Value: Decodable>(
        _ type: Value.Type, _ text: String, _ set: (inout XMLDecoder) -> Void
    ) throws -> Value {
        var decoder = XMLDecoder()
        set(&decoder)
        return try decoder.decode(type, from: text)
    }

    @Test("Booleans in other words")
    func booleans() throws {
        func read(_ text: String) throws -> [Bool] {
            try Self.decode([Bool].self, text) {
                $0.boolDecodingStrategy = .custom { ["on": true, "off": false][$0] }
            }
        }
        #expect(try read("<o><a>on</a><a> off </a></o>") == [true, false])
        let error = try #require(throws: DecodingError.self) { try read("<o><a>true</a></o>") }
        #expect(error.xmlError?.diagnostic.location?.column == 7)
        #expect(throws: DecodingError.self) { try read("<o><a>on<b/></a></o>") }
    }

    enum Shape: Codable, Equatable {
        case circle(Int)
        case text(String)

        enum Keys: String, XMLChoiceKey { case circle, text = "" }

        init(from decoder: any Decoder) throws {
            let container = try decoder.container(keyedBy: Keys.self)
            switch container.allKeys.first {
            case .text: self = .text(try container.decode(String.self, forKey: .text))
            default: self = .circle(try container.decode(Int.self, forKey: .circle))
            }
        }

        func encode(to encoder: any Encoder) throws {
            var container = encoder.container(keyedBy: Keys.self)
            switch self {
            case .circle(let radius): try container.encode(radius, forKey: .circle)
            case .text(let text): try container.encode(text, forKey: .text)
            }
        }
    }

    @Test("Keys of choices are the names of elements in a list")
    func choiceKeys() throws {
        let shapes = [Shape.text("a"), .circle(1), .circle(2), .text("b")]
        let text = "<o>a<circle>1</circle><circle>2</circle>b</o>"
        #expect(try Self.text(shapes) { $0.usesChoiceKeys = true } == text)
        #expect(try Self.decode([Shape].self, text) { $0.usesChoiceKeys = true } == shapes)
        let missing = try #require(throws: DecodingError.self) {
            try Self.decode([Shape].self, "<o><circle>1</circle><line/></o>") { $0.usesChoiceKeys = true }
        }
        #expect(missing.xmlError?.diagnostic.location?.column == 22)
        // Without the option, an element of the list contains the element of the case.
        #expect(try Self.decode([Shape].self, "<o><i><circle>1</circle></i></o>") { _ in } == [.circle(1)])
        #expect(try Self.text([Shape.circle(1)]) == "<o><item><circle>1</circle></item></o>")
    }

    @Test("A value of two cases, and a wrong case, are errors")
    func wrongChoices() throws {
        struct Two: Encodable {
            func encode(to encoder: any Encoder) throws {
                var container = encoder.container(keyedBy: Shape.Keys.self)
                try container.encode(1, forKey: .circle)
                try container.encode(2, forKey: .circle)
            }
        }
        #expect(throws: EncodingError.self) { try Self.text([Two()]) { $0.usesChoiceKeys = true } }
        struct Wrong: Decodable {
            init(from decoder: any Decoder) throws {
                _ = try decoder.container(keyedBy: Shape.Keys.self).decode(String.self, forKey: .text)
            }
        }
        let error = try #require(throws: DecodingError.self) {
            try Self.decode([Wrong].self, "<o>\n<circle>1</circle></o>") { $0.usesChoiceKeys = true }
        }
        #expect(error.xmlError?.diagnostic.location?.line == 2)
    }

    @Test("A list in a value that is no list is the content of its element")
    func content() throws {
        struct Items: Codable, Equatable {
            var values: [Int]
            init(values: [Int]) { self.values = values }
            init(from decoder: any Decoder) throws { values = try decoder.singleValueContainer().decode([Int].self) }
            func encode(to encoder: any Encoder) throws {
                var container = encoder.singleValueContainer()
                try container.encode(values)
            }
        }
        struct Outer: Decodable {
            var items: Items
        }
        let text = "<o><items><i>1</i><i>2</i></items></o>"
        #expect(try Self.decode(Outer.self, text) { $0.listsAreContent = true }.items.values == [1, 2])
        #expect(throws: DecodingError.self) { try Self.decode(Outer.self, text) { _ in } }
    }

    @Test("Missing dictionaries, elements of a superclass, and the names and nils of lists")
    func small() throws {
        struct Holder: Codable, Equatable {
            var map: [String: Int]
            var other: [String: Int]?
        }
        let holder = try Self.decode(Holder.self, "<o/>") { $0.acceptsMissingDictionaries = true }
        #expect(holder == Holder(map: [:], other: nil))
        #expect(throws: DecodingError.self) { try Self.decode(Holder.self, "<o/>") { _ in } }
        #expect(
            try Self.text([[1], nil, [2, 3]]) {
                $0.listElementName = nil
                $0.nilEncodingStrategy = .omittedOrEmpty
            } == "<o><o><o>1</o></o><o/><o><o>2</o><o>3</o></o></o>")
    }

    @Test("Attributes and elements in the order of their names, except beside text")
    func sorted() throws {
        struct Item: Encodable {
            var b = 1
            var a = [2, 1]
            var z = "z"
            var y = "y"
            var text: String?
            enum CodingKeys: String, CodingKey { case b, a, z = "@z", y = "@y", text = "#text" }
        }
        let sorted = try Self.text(Item()) { $0.sortsKeys = true }
        #expect(sorted == "<o y=\"y\" z=\"z\"><a>2</a><a>1</a><b>1</b></o>")
        let mixed = try Self.text(Item(text: "t")) { $0.sortsKeys = true }
        #expect(mixed == "<o y=\"y\" z=\"z\"><b>1</b><a>2</a><a>1</a>t</o>")
    }

    @Test("White space in attributes stays, if only that of elements is trimmed", arguments: [true, false])
    func trimming(_ trimsAttributes: Bool) throws {
        struct Item: Decodable {
            var a: String
        }
        let item = try Self.decode(Item.self, "<o a=' x '/>") {
            $0.trimsWhiteSpace = true
            $0.trimsAttributes = trimsAttributes
        }
        #expect(item.a == (trimsAttributes ? "x" : " x "))
    }

    @Test("Strings as CDATA sections")
    func cdata() throws {
        func text(_ value: some Encodable) throws -> String {
            try Self.text(value) { $0.stringEncodingStrategy = .cdata }
        }
        #expect(try text(["a": "<&]]>"]) == "<o><a><![CDATA[<&]]]]><![CDATA[>]]></a></o>")
        #expect(try text(["a": ""]) == "<o><a/></o>")
        // A section would lose a carriage return.
        #expect(try text(["a": "x\r"]) == "<o><a>x&#xD;</a></o>")
        #expect(throws: EncodingError.self) { try text(["a": "\u{1}"]) }
    }

    @Test("Dates and data by coders")
    func coded() throws {
        struct Values: Codable, Equatable {
            var date: Date
            var data: Data
        }
        struct Parts: Codable {
            var seconds: Double
        }
        let values = Values(date: Date(timeIntervalSince1970: 5), data: Data([1, 2]))
        let text = try Self.text(values) { encoder in
            encoder.dateEncodingStrategy = .coded { try Parts(seconds: $0.timeIntervalSince1970).encode(to: $1) }
            encoder.dataEncodingStrategy = .coded { try [UInt8]($0).encode(to: $1) }
        }
        #expect(text == "<o><date><seconds>5.0</seconds></date><data>1</data><data>2</data></o>")
        let back = try Self.decode(Values.self, text) { decoder in
            decoder.dateDecodingStrategy = .coded { Date(timeIntervalSince1970: try Parts(from: $0).seconds) }
            decoder.dataDecodingStrategy = .coded { try Data([UInt8](from: $0)) }
        }
        #expect(back == values)
        let error = try #require(throws: DecodingError.self) {
            try Self.decode(Values.self, "<o><date/></o>") { decoder in
                decoder.dateDecodingStrategy = .coded { Date(timeIntervalSince1970: try Parts(from: $0).seconds) }
            }
        }
        #expect(error.xmlError?.diagnostic.location?.column == 4)
    }

    @Test("The key “” of a structure is the element itself")
    func emptyKey() throws {
        struct Inner: Codable, Equatable {
            var a: Int
        }
        struct Outer: Codable, Equatable {
            var id: Int
            var inner: Inner
            enum CodingKeys: String, CodingKey { case id = "@id", inner = "" }
        }
        struct Maybe: Codable, Equatable {
            var id: Int
            var inner: Inner?
            enum CodingKeys: String, CodingKey { case id = "@id", inner = "" }
        }
        for value in [Maybe(id: 1, inner: Inner(a: 2)), Maybe(id: 1, inner: nil)] {
            #expect(try XMLDecoder().decode(Maybe.self, from: Self.text(value)) == value)
        }
        struct Celsius: Codable, Equatable {
            var degrees: Double
            init(_ degrees: Double) { self.degrees = degrees }
            init(from decoder: any Decoder) throws { degrees = try Double(from: decoder) }
            func encode(to encoder: any Encoder) throws { try degrees.encode(to: encoder) }
        }
        struct Week: Codable, Equatable {
            var days: [Celsius]
            enum CodingKeys: String, CodingKey { case days = "" }
        }
        let week = Week(days: [Celsius(1), Celsius(2.5)])
        #expect(try Self.text(week) == "<o>1.0 2.5</o>")
        #expect(try XMLDecoder().decode(Week.self, from: "<o>1.0 2.5</o>") == week)
        struct List: Decodable {
            var all: [Inner]
            enum CodingKeys: String, CodingKey { case all = "" }
        }
        #expect(try XMLDecoder().decode(List.self, from: "<o><i><a>1</a></i></o>").all == [Inner(a: 1)])
        #expect(try XMLDecoder().decode(List.self, from: "<o/>").all.isEmpty)
        // Words are not structures, and are not lost.
        #expect(throws: DecodingError.self) { try XMLDecoder().decode(List.self, from: "<o>1 2</o>") }
        let value = Outer(id: 1, inner: Inner(a: 2))
        let text = try Self.text(value)
        #expect(text == "<o id=\"1\"><a>2</a></o>")
        #expect(try XMLDecoder().decode(Outer.self, from: text) == value)
    }
}
