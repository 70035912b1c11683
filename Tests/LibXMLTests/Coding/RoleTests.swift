import Foundation
import LibXML
import Testing

@Suite struct RoleTests {
    struct Order: Decodable, Equatable, XMLCodingRoles {
        var id: Int
        var title: String?
        var media: String?
        var currency: String
        var items: [String]
        var note: String?
        var codes: [Int]?
        var text: String

        static let xmlRoles: [String: XMLCodingRole] = [
            "id": .attribute,
            "title": .element,
            "media": .element(XMLNamespace("urn:media")["title"]),
            "currency": .path("total/@currency"),
            "items": .path("items/item"),
            "note": .attribute("comment"),
            "codes": .path("codes/code"),
            "text": .text,
        ]
    }

    @Test("Properties are where their roles say, and the memberwise initializer is untouched")
    func roles() throws {
        let text = """
            <order id="7" title="no" comment="c" xmlns:m="urn:media"><id>8</id><m:title>M</m:title>\
            <total currency="EUR">5</total><items><x/><item>Tea</item><item>Oat</item></items><items><item>Rye</item></items>t</order>
            """
        let expected = Order(
            id: 7, title: nil, media: "M", currency: "EUR", items: ["Tea", "Oat", "Rye"], note: "c", codes: nil,
            text: "t")
        #expect(try XMLDecoder().decode(Order.self, from: text) == expected)
        let empty = text.replacing("<items><x/>", with: "<codes/><title>T</title><items>")
        let other = try XMLDecoder().decode(Order.self, from: empty)
        #expect(other.codes == [] && other.title == "T")
    }

    @Test(
        "A missing value is named as its role names it",
        arguments: [
            ("<order/>", "1:1: error: <order> has no attribute “id” at order"),
            ("<order id='1'><id/></order>", "1:1: error: <order> has no element “total” at order"),
            ("<order id='1'>\n<total/></order>", "2:1: error: <total> has no attribute “currency” at order"),
        ])
    func missing(text: String, message: String) throws {
        let error = try #require(throws: DecodingError.self) { try XMLDecoder().decode(Order.self, from: text) }
        #expect(error.xmlError?.description.split(separator: "\n").first.map(String.init) == message)
    }

    @Test("Paths and names in braces are keys too")
    func keys() throws {
        struct Person: Decodable, Equatable {
            enum CodingKeys: String, CodingKey {
                case city = "address/city"
                case phones = "phones/phone"
                case kind = "phones/phone/@kind"
                case title = "{http://purl.org/dc/}title"
            }
            var city: String
            var phones: [Int]
            var kind: String?
            var title: String?
        }
        let text =
            "<p xmlns:d='http://purl.org/dc/'><address><city>Rome</city></address><phones><phone>1</phone><phone kind='x'>2</phone></phones><d:title>T</d:title></p>"
        #expect(
            try XMLDecoder().decode(Person.self, from: text)
                == Person(city: "Rome", phones: [1, 2], kind: "x", title: "T"))
        let error = try #require(throws: DecodingError.self) {
            try XMLDecoder().decode(Person.self, from: "<p>\n<address><ctiy/></address></p>")
        }
        #expect(error.xmlError?.location?.line == 2)
        #expect(error.xmlError?.help == "did you mean <ctiy>?")
    }

    @Test("A slash in a namespace does not make a path of a name with a point")
    func namesWithPoints() throws {
        struct Server: Codable, Equatable {
            enum CodingKeys: String, CodingKey {
                case port = "{http://example.org/s}server.port"
            }
            var port: Int
        }
        let server = try XMLDecoder().decode(
            Server.self, from: "<s xmlns:s='http://example.org/s'><s:server.port>80</s:server.port></s>")
        let text = try XMLEncoder().xmlString(server)
        #expect(text.contains("<ns1:server.port>80</ns1:server.port>"))
        #expect(try XMLDecoder().decode(Server.self, from: text) == server && server.port == 80)
    }

    struct Settings: Decodable, XMLCodingRoles {
        var properties: [String: String]
        var limits: [String: Int]
        var ports: [Int: Port]?
        struct Port: Decodable, Equatable {
            var host: String
        }
        static let xmlRoles: [String: XMLCodingRole] = [
            "properties": .map("properties/entry", key: "@key", value: "#text"),
            "limits": .map("limit", key: "name", value: "value"),
            "ports": .map("ports/port", key: "@number", value: "."),
        ]
    }

    @Test("Dictionaries with their keys in the document")
    func maps() throws {
        let text = """
            <s><properties><entry key="a">1</entry><entry key="b c"> x </entry></properties>
            <limit><name>n</name><value>3</value></limit><limit><name>m</name><value>4</value></limit>
            <ports><port number="80" host="h"/></ports></s>
            """
        let settings = try XMLDecoder().decode(Settings.self, from: text)
        #expect(settings.properties == ["a": "1", "b c": " x "])
        #expect(settings.limits == ["n": 3, "m": 4])
        #expect(settings.ports == [80: .init(host: "h")])
        let empty = try XMLDecoder().decode(Settings.self, from: "<s><properties/></s>")
        #expect(empty.properties.isEmpty)
        #expect(empty.limits.isEmpty)
        #expect(empty.ports == nil)
        #expect(try XMLDecoder().decode(Settings.self, from: "<s><ports/></s>").ports?.isEmpty == true)
    }

    @Test(
        "Entries without a key, with a key that is there twice, or with another type are errors",
        arguments: [
            ("<s>\n<limit><value>1</value></limit></s>", 2, 1, XMLError.Code.missingElement),
            ("<s>\n<limit><name>a</name></limit></s>", 2, 1, .missingElement),
            (
                "<s><limit><name>a</name><value>1</value></limit>\n<limit><name>a</name><value>1</value></limit></s>",
                2, 14, .invalidValue
            ),
            ("<s>\n<limit><name>a</name><value>x</value></limit></s>", 2, 29, .invalidValue),
            ("<s>\n<properties><entry>1</entry></properties></s>", 2, 13, .missingAttribute),
        ])
    func invalidMaps(text: String, line: Int, column: Int, code: XMLError.Code) throws {
        let error = try #require(throws: DecodingError.self) { try XMLDecoder().decode(Settings.self, from: text) }
        let found = try #require(error.xmlError)
        #expect(found.code == code && found.location?.line == line && found.location?.column == column, "\(found)")
    }

    @Test("A role for a key that does not exist, and one with a malformed path, are errors")
    func mistakes() throws {
        struct Mistyped: Decodable, XMLCodingRoles {
            var id: Int?
            static let xmlRoles: [String: XMLCodingRole] = ["idd": .attribute]
        }
        struct NoPath: Decodable, XMLCodingRoles {
            var id: [Int]
            static let xmlRoles: [String: XMLCodingRole] = ["id": .path(XMLPath(releaseLiteral: "a["))]
        }
        let error = try #require(throws: DecodingError.self) { try XMLDecoder().decode(Mistyped.self, from: "<a/>") }
        #expect("\(error)".contains("Mistyped.xmlRoles has a role for “idd”"))
        #expect(throws: XMLError.self) { try XMLDecoder().decode(NoPath.self, from: "<a/>") }
        class Base: Decodable, XMLCodingRoles {
            var id: Int
            class var xmlRoles: [String: XMLCodingRole] { ["id": .attribute] }
        }
        final class Derived: Base {
            var name = ""
            private enum CodingKeys: CodingKey { case name }
            required init(from decoder: any Decoder) throws {
                name = try decoder.container(keyedBy: CodingKeys.self).decode(String.self, forKey: .name)
                try super.init(from: decoder)
            }
            override class var xmlRoles: [String: XMLCodingRole] { ["id": .attribute, "name": .element("label")] }
        }
        let derived = try XMLDecoder().decode(Derived.self, from: "<a id='3'><id>4</id><label>l</label></a>")
        #expect(derived.id == 3 && derived.name == "l")
    }

    @Test("Roles belong to their type alone, in lists, optionals and records too")
    func nested() throws {
        struct Outer: Decodable, XMLCodingRoles {
            struct Plain: Decodable, Equatable {
                var id: String
            }
            var id: Int
            var plain: Plain
            var orders: [Inner]
            var inner: Inner?
            static let xmlRoles: [String: XMLCodingRole] = [
                "id": .attribute("number"), "orders": .path("orders/order"),
            ]
        }
        struct Inner: Decodable, Equatable, XMLCodingRoles {
            var id: Int
            static let xmlRoles: [String: XMLCodingRole] = ["id": .element("no")]
        }
        let text =
            "<o number='1' id='x'><plain id='p' number='2'/><orders><order><no>3</no></order><order id='9'><no>4</no></order></orders><inner><no>5</no></inner></o>"
        let outer = try XMLDecoder().decode(Outer.self, from: text)
        #expect(outer.id == 1)
        #expect(outer.plain.id == "p")
        #expect(outer.inner?.id == 5)
        #expect(outer.orders.map(\.id) == [3, 4])
        var records = try XMLRecords(parsing: text, at: "o/orders/order")
        var ids: [Int] = []
        while let record = try records.next(as: Inner.self) { ids.append(record.id) }
        #expect(ids == [3, 4])
    }

    @Test("Unknown elements are those without a role")
    func unknown() throws {
        var decoder = XMLDecoder()
        decoder.unknownElements = .error
        #expect(
            try decoder.decode(Settings.self, from: "<s><properties/><limit><name>a</name><value>1</value></limit></s>")
                .limits == ["a": 1])
        let error = try #require(throws: DecodingError.self) {
            try decoder.decode(Settings.self, from: "<s><properties/>\n<limits/></s>")
        }
        #expect(error.xmlError?.location?.line == 2)
        #expect(error.xmlError?.code == .unknownElement)
    }

    @Test("An attribute and an element of one name, and text beside attributes")
    func oneName() throws {
        struct Book: Decodable, Equatable, XMLCodingRoles {
            var id: Int
            var elementID: [String]
            var text: String
            static let xmlRoles: [String: XMLCodingRole] = [
                "id": .attribute, "elementID": .element("id"), "text": .text,
            ]
        }
        #expect(
            try XMLDecoder().decode(Book.self, from: "<book id='1'>t<id>a</id><id>b</id></book>")
                == Book(id: 1, elementID: ["a", "b"], text: "t"))
    }
}
