import Foundation
import LibXML
import Testing

@Suite struct DecodingSourceTests {
    struct Item: Decodable, Equatable {
        var id: Int
        var name: [String]
    }

    private static let text = "<list><item id='1'><name>a</name></item><item id='2'/></list>"
    private static let items = [Item(id: 1, name: ["a"]), Item(id: 2, name: [])]

    @Test("Every source gives the same value")
    func sources() throws {
        struct List: Decodable, Equatable {
            var item: [Item]
        }
        let decoder = XMLDecoder()
        let list = List(item: Self.items)
        let tree = try XMLTree(parsing: Self.text)
        #expect(try decoder.decode(List.self, from: Self.text) == list)
        #expect(try decoder.decode(List.self, from: Array(Self.text.utf8)) == list)
        #expect(try decoder.decode(List.self, from: Data(Self.text.utf8)) == list)
        #expect(try decoder.decode(List.self, from: tree) == list)
        #expect(try decoder.decode(List.self, from: tree.root) == list)
        #expect(try tree.root.decode(List.self) == list)
        for mapping in [XMLMapping.xmltodict, .objcXMLDictionary, .parker] {
            #expect(try decoder.decode(List.self, from: XMLDictionary(tree, mapping: mapping)) == list)
        }
        let file = try TemporaryFile(Self.text.utf8)
        let (path, url) = (file.path, file.url)
        #expect(try decoder.decode(List.self, contentsOfFile: path) == list)
        #expect(try decoder.decode(List.self, contentsOf: url) == list)
        #expect(try decoder.decode([Item].self, contentsOfFile: path, at: "list/item") == Self.items)
        #expect(try decoder.decode([Item].self, contentsOf: url, at: "list/item") == Self.items)
        #expect(try decoder.decode(Item.self, contentsOfFile: path, at: "list/item[2]") == Self.items[1])
        #expect(try decoder.decode(Item.self, contentsOf: url, at: "list/item[2]") == Self.items[1])
        #expect(throws: XMLError.self) { try decoder.decode(Item.self, contentsOf: url, at: "list/none") }
        #expect(try decoder.decode([Item].self, from: Data(Self.text.utf8), at: "list/item") == Self.items)
        let utf16 = try #require(Self.text.data(using: .utf16))
        #expect(try decoder.decode(List.self, from: utf16) == list)
    }

    @Test("Dictionaries that were made in code or transformed are decoded by their content")
    func dictionaries() throws {
        let made: XMLDictionary = ["@id": 7, "name": ["a & b", " <c>\n"]]
        #expect(try XMLDecoder().decode(Item.self, from: made) == Item(id: 7, name: ["a & b", " <c>\n"]))
        var mapping = XMLMapping.xmltodict
        mapping = mapping.transforming { member in member.key == "title" ? .rename("name") : .keep }
        let dictionary = try XMLDictionary(
            parsing: "<x:item xmlns:x='u' id='3'><title>T</title></x:item>", mapping: mapping)
        #expect(try XMLDecoder().decode(Item.self, from: dictionary) == Item(id: 3, name: ["T"]))
        for key in ["a><b", "", "1a", "a:b:c", "@a b"] {
            let invalid: XMLDictionary = ["id": 1, .init(stringLiteral: key): 2]
            let error = try #require(throws: XMLError.self) { try XMLDecoder().decode(Item.self, from: invalid) }
            #expect(error.code == .invalidValue)
            #expect(error.location == nil)
        }
        let error = try #require(throws: DecodingError.self) {
            try XMLDecoder().decode(Item.self, from: ["id": "x"] as XMLDictionary)
        }
        #expect(error.xmlError?.location == nil)
        #expect(error.xmlError?.message == "expected Int, found “x”")
    }

    @Test("Values of dictionaries that were made in code are structures, or have the type of their text")
    func values() throws {
        let list: XMLDictionary = ["item": ["@id": 7, "name": ["a", "<b>"]], "date": "2024-02-29", "empty": .null]
        #expect(try list.require("item").value(as: Item.self) == Item(id: 7, name: ["a", "<b>"]))
        #expect(try list.require("item").value(as: [String: [String]].self) == ["id": ["7"], "name": ["a", "<b>"]])
        #expect(try list.require("date").value(as: Date.self).timeIntervalSince1970 == 1_709_164_800)
        #expect(try list.require(path: "item.@id").value(as: Located<Int>.self) == Located(7))
        let document = try XMLTree(parsing: "<item id='x'/>")
        let cases: [(XMLValue, String)] = [
            (["id": ["x", 2]], "error: expected Int, found “x” at id[0]"),
            (["1": 2], "error: the key “1” is not a name in XML"),
            (["a"], "error: a list of 1 values, not a valid String"),
            (.null, "error: an empty element, not a valid String"),
            (XMLValue(document), "1:11: error: expected Int, found “x” at item.@id"),
        ]
        for (value, message) in cases {
            let error = try #require(throws: XMLError.self) { try value.value(as: Item.self) }
            #expect(error.description == message, "\(error)")
        }
    }

    @Test("Malformed documents are decoded, and what is incomplete is known")
    func recovering() throws {
        struct Feed: Decodable {
            var title: String
            var item: [Located<Item>]
        }
        let text = "<feed><title>Bob & Co</title><item id='1'><name>a</item><item id='2'><name>b"
        for feed in [
            try XMLDecoder().decode(Feed.self, recovering: text),
            try XMLDecoder().decode(Feed.self, recovering: Array(text.utf8)),
        ] {
            #expect(feed.value.title == "Bob & Co")
            #expect(feed.value.item.map(\.value) == [Item(id: 1, name: ["a"]), Item(id: 2, name: ["b"])])
            #expect(feed.value.item.map(\.isComplete) == [true, false])
            #expect(feed.incompleteIndices == [0])
            #expect(feed.diagnosticCount == feed.diagnostics.count)
        }
        let items = try XMLDecoder().decode([Item].self, recovering: text, at: "feed/item")
        #expect(items.value.map(\.id) == [1, 2])
        #expect(items.incompleteIndices == [1])
        let whole = try XMLDecoder().decode([Item].self, recovering: Self.text, at: "list/item")
        #expect(whole.value == Self.items)
        #expect(whole.incompleteIndices.isEmpty)
        #expect(whole.diagnostics.isEmpty)

        let roots = try XMLDecoder().decode(Item.self, recovering: "<item id='1'/><item id='2'/><item id='x'/>")
        #expect(roots.value.id == 1)
        #expect(roots.furtherRoots.map(\.id) == [2])
        #expect(roots.diagnostics.last?.message == "expected Int, found “x”")
        var options = XMLParsingOptions()
        options.repair = XMLRepairOptions()
        var records = try XMLRecords(parsing: text, at: "feed/item", options: options)
        var complete: [Bool] = []
        while let item = try records.next(as: Located<Item>.self) { complete.append(item.isComplete) }
        #expect(complete == [true, false])
    }
}
