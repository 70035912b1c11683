import Foundation
import LibXML
import Testing

@Suite struct SharedDecoderTests {
    struct Nested: Decodable {
        struct Inner: Codable, XMLCodingRoles {
            var id: Int
            static let xmlRoles: [String: XMLCodingRole] = ["id": .attribute("number")]
        }
        var inner: [Inner]
        init(from decoder: any Decoder) throws {
            let text = try decoder.singleValueContainer().decode(String.self)
            inner = try XMLDecoder(keyDecodingStrategy: .convertFromSnakeCase).decode([Inner].self, from: text)
        }
    }

    struct Document: Decodable {
        var title: String
        var nested: Nested
        var item: [DecodingShapeTests.IntOrString]
        var values: [DecodingShapeTests.Value]
        var date: Date?
    }

    private static let text = """
        <d title='t'><item>1</item><nested>&lt;n>&lt;i number='1'/>&lt;i number='2'/>&lt;/n></nested><item>b</item>
        <int>1</int><string>s</string><date>2024-02-29</date></d>
        """

    private static func check(_ decoder: XMLDecoder, _ tree: XMLTree, _ round: Int) throws {
        switch round % 4 {
        case 0:
            let document = try decoder.decode(Document.self, from: tree)
            #expect(document.title == "t")
            #expect(document.nested.inner.map(\.id) == [1, 2])
            #expect(document.date != nil)
            #expect(document.item == [.int(1), .string("b")])
            #expect(document.values == [.int(1), .string("s")])
        case 1: #expect(try decoder.decode([String: [String]].self, from: text).count == 6)
        case 2: #expect(throws: DecodingError.self) { try decoder.decode([Int].self, from: tree) }
        default: #expect(try decoder.decode([XMLTree.Element].self, from: tree).count == 6)
        }
    }

    @Test("Many tasks share a decoder and a tree, and initializers decode other documents")
    func concurrency() async throws {
        let tree = try XMLTree(parsing: Self.text)
        let decoder = XMLDecoder()
        try await withThrowingTaskGroup(of: Void.self) { group in
            for task in 0..<8 {
                group.addTask { for round in 0..<200 { try Self.check(decoder, tree, task + round) } }
            }
            try await group.waitForAll()
        }
    }
}
