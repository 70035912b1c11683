import Foundation
@_spi(Checks) import LibXML
import Testing

/// Values whose type is not known in advance, dictionaries, and keys that are converted: nothing is lost without an error.
@Suite struct OpenValueTests {
    private static func decode<Value: Decodable>(
        _ type: Value.Type, _ text: String, _ decoder: XMLDecoder = .init()
    ) throws -> Value {
        try decoder.decode(type, from: text)
    }

    private static func encode(_ value: some Encodable, _ encoder: XMLEncoder = .init()) throws -> String {
        var encoder = encoder
        encoder.writingOptions.declaration = .never
        return try encoder.xmlString(value, rootName: "a")
    }

    @Test("An XMLValue is an element, several elements, an attribute or a text")
    func values() throws {
        struct Open: Codable, Equatable {
            var id: XMLValue
            var text: XMLValue
            var one: XMLValue
            var many: XMLValue
            var none: XMLValue?
            var element: XMLDictionary?
            enum CodingKeys: String, CodingKey { case id = "@id", text = "#text", one, many, none, element }
        }
        let document = "<a id='7' element='x'>t<one k='1'>2</one><many>3</many><many><n>4</n></many></a>"
        let open = try Self.decode(Open.self, document)
        #expect(open.id == "7")
        #expect(open.text == "t")
        #expect(open.one == ["one": ["@k": "1", "#text": "2"]])
        #expect(open.many == [["many": "3"], ["many": ["n": "4"]]])
        #expect(open.none == nil)
        #expect(open.element == nil)
        #expect(try Self.decode(Open.self, Self.encode(open)) == open)
        let all = try Self.decode([String: XMLValue].self, "<a id='7'><one>2</one><many>3</many><many>4</many></a>")
        #expect(all == ["id": "7", "one": "2", "many": ["3", "4"]])
        let made: [String: XMLValue] = ["a": XMLValue("1"), "b": ["@id": "2", "c": ["3", "4"]]]
        #expect(try Self.decode([String: XMLValue].self, Self.encode(made)) == made)
        #expect(try Self.decode([XMLValue].self, "<a><b>1</b><c>2</c></a>") == [["b": "1"], ["c": "2"]])
    }

    @Test("Keys of namespace declarations are read as they are written")
    func declarations() throws {
        struct Feed: Codable, Equatable {
            var plain: String?
            var dc: String
            var title: String
            enum CodingKeys: String, CodingKey { case plain = "@xmlns", dc = "@xmlns:dc", title = "dc:title" }
        }
        let feed = Feed(plain: "urn:a", dc: "urn:dc&", title: "t")
        let text = try Self.encode(feed)
        #expect(text == "<a xmlns=\"urn:a\" xmlns:dc=\"urn:dc&amp;\"><dc:title>t</dc:title></a>")
        #expect(try Self.decode(Feed.self, text) == feed)
        let error = try #require(throws: DecodingError.self) {
            try Self.decode(Feed.self, "<a xmlns:d='x' dc='1'/>")
        }
        #expect(error.xmlError?.code == .missingAttribute)
        let dictionary: XMLDictionary = ["@xmlns:dc": "urn:dc", "dc:title": "t"]
        #expect(try Self.decode(XMLDictionary.self, Self.encode(dictionary))["a"]?["@xmlns:dc"] == "urn:dc")
    }

    @Test("A second value for a key of a dictionary is an error with its place")
    func repeated() throws {
        let document = "<a><x>1</x><y>2</y>\n<x>3</x></a>"
        let error = try #require(throws: DecodingError.self) { try Self.decode([String: String].self, document) }
        #expect(error.xmlError?.location?.line == 2 && error.xmlError?.location?.column == 1)
        #expect(throws: DecodingError.self) { try Self.decode([String: Int?].self, document) }
        #expect(throws: DecodingError.self) { try Self.decode([String: [String: String]].self, document) }
        #expect(throws: DecodingError.self) { try Self.decode([String: String].self, "<a x='1'><x>2</x></a>") }
        #expect(try Self.decode([String: [String]].self, document) == ["x": ["1", "3"], "y": ["2"]])
        #expect(try Self.decode([String: [String]?].self, document) == ["x": ["1", "3"], "y": ["2"]])
        #expect(try Self.decode([String: XMLValue].self, document)["x"] == ["1", "3"])
        struct Box: Decodable { var map: [String: String]? }
        #expect(throws: DecodingError.self) { try Self.decode(Box.self, "<b><map><x/><x/></map></b>") }
    }

    @Test("Empty data, and raw values for an empty string, are values")
    func empty() throws {
        enum Kind: String, Codable { case none = "", some }
        enum Other: String, Codable { case some }
        struct Name: RawRepresentable, Codable, Equatable { var rawValue: String }
        struct Value: Codable, Equatable {
            var data: Data?
            var kind: Kind?
            var other: Other?
            var name: Name?
        }
        let value = Value(data: Data(), kind: Kind.none, other: nil, name: Name(rawValue: ""))
        #expect(try Self.decode(Value.self, Self.encode(value)) == value)
        #expect(try Self.decode(Value.self, "<a><data/><kind/><other/><name/></a>") == value)
        #expect(try Self.decode(Value.self, "<a/>") == Value())
        #expect(try Self.decode(Value.self, "<a><data/></a>", XMLDecoder(emptyValues: .nil)).data == nil)
    }

    @Test("Words of capital letters are words of a name")
    func acronyms() throws {
        struct Server: Codable, Equatable {
            var urlOfHTTPServer: String
            var baseURL: String
            var id: Int
        }
        let server = Server(urlOfHTTPServer: "u", baseURL: "b", id: 1)
        let cases: [(XMLEncoder.KeyEncodingStrategy, XMLDecoder.KeyDecodingStrategy, String)] = [
            (
                .convertToSnakeCase, .convertFromSnakeCase,
                "<a><url_of_http_server>u</url_of_http_server><base_url>b</base_url><id>1</id></a>"
            ),
            (
                .convertToKebabCase, .convertFromKebabCase,
                "<a><url-of-http-server>u</url-of-http-server><base-url>b</base-url><id>1</id></a>"
            ),
            (
                .convertToUppercase, .convertFromUppercase,
                "<a><URL_OF_HTTP_SERVER>u</URL_OF_HTTP_SERVER><BASE_URL>b</BASE_URL><ID>1</ID></a>"
            ),
        ]
        for (encoding, decoding, text) in cases {
            #expect(try Self.encode(server, XMLEncoder(keyEncodingStrategy: encoding)) == text)
            #expect(try Self.decode(Server.self, text, XMLDecoder(keyDecodingStrategy: decoding)) == server)
        }
        struct Lower: Decodable { var baseUrl: String }
        #expect(
            try Self.decode(
                Lower.self, "<a base_url='b'/>", XMLDecoder(keyDecodingStrategy: .convertFromSnakeCase)
            ).baseUrl == "b")
        // Names that differ only in capital letters are different keys.
        for (text, values) in [
            ("<d><a>1</a><A>2</A></d>", ["a": 1, "A": 2]), ("<d><URL>1</URL><url>2</url></d>", ["URL": 1, "url": 2]),
        ] {
            let decoder = XMLDecoder(keyDecodingStrategy: .convertFromSnakeCase)
            #expect(try Self.decode([String: Int].self, text, decoder) == values)
        }
        let foundation = JSONEncoder()
        foundation.keyEncodingStrategy = .convertToSnakeCase
        for key in ["urlOfHTTPServer", "baseURL", "aB", "aBC", "aBCd", "id", "a1B2", "_aB", "userID2"] {
            let json = String(decoding: try foundation.encode(Keyed(key: key)), as: UTF8.self)
            let text = try Self.encode(Keyed(key: key), XMLEncoder(keyEncodingStrategy: .convertToSnakeCase))
            let name = text.dropFirst(4).prefix { $0 != ">" }
            #expect(json.contains("\"\(name)\""), "\(json) \(text)")
        }
    }

    private enum Link: Codable, Equatable {
        case openURL(String)
        case toID(Int, baseURL: String)
        case close
    }

    private enum Step: Codable, Equatable, XMLChoice {
        case openURL(String)
        case toID(Int, baseURL: String)
        case close
    }

    @Test(
        "Words of capital letters are words of the names of cases and of their values",
        arguments: [
            (.convertToSnakeCase, .convertFromSnakeCase), (.convertToKebabCase, .convertFromKebabCase),
            (.convertToUppercase, .convertFromUppercase),
        ] as [(XMLEncoder.KeyEncodingStrategy, XMLDecoder.KeyDecodingStrategy)])
    func acronymsOfCases(encoding: XMLEncoder.KeyEncodingStrategy, decoding: XMLDecoder.KeyDecodingStrategy) throws {
        struct Page: Codable, Equatable {
            var link: [Link]
            var steps: [Step]
        }
        let links: [Link] = [.openURL("u"), .toID(7, baseURL: "b"), .close]
        let page = Page(link: links, steps: [.openURL("u"), .close, .toID(7, baseURL: "b")])
        let text = try Self.encode(page, XMLEncoder(keyEncodingStrategy: encoding))
        #expect(try Self.decode(Page.self, text, XMLDecoder(keyDecodingStrategy: decoding)) == page, "\(text)")
    }

    private struct DynamicKey: CodingKey {
        var stringValue: String
        init(_ key: String) { stringValue = key }
        init?(stringValue: String) { self.init(stringValue) }
        var intValue: Int? { nil }
        init?(intValue: Int) { nil }
    }

    private struct Keyed: Encodable {
        var key: String
        func encode(to encoder: any Encoder) throws {
            var container = encoder.container(keyedBy: DynamicKey.self)
            try container.encode(1, forKey: DynamicKey(key))
        }
    }

    #if Foundation
        @Test("Plain numbers stay numbers")
        func plain() throws {
            let numbers: [String: Any] = [
                "int": 7, "uint": UInt8(7), "big": UInt64.max, "double": 0.5, "bool": true, "float": Float(0.1),
                "number": NSNumber(value: 7), "half": NSNumber(value: 0.5), "flag": NSNumber(value: true),
                "decimal": NSDecimalNumber(string: "1.23456789012345678901"),
            ]
            let json = try XMLDictionary(plain: numbers).json()
            #expect(
                json == """
                    {"big":"18446744073709551615","bool":true,"decimal":"1.23456789012345678901","double":0.5,"flag":true,\
                    "float":"0.1","half":0.5,"int":7,"number":7,"uint":7}
                    """)
        }
    #endif
}
