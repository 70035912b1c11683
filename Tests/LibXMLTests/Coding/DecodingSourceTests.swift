import CheckCases
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
        #expect(try XMLDecoder().decode(List.self, from: tree.root) == list)
        for mapping in [XMLMapping.xmltodict, .objcXMLDictionary, .parker] {
            #expect(try decoder.decode(List.self, from: XMLDictionary(tree, mapping: mapping)) == list)
        }
        let file = try TemporaryFile(Self.text.utf8)
        let (path, url) = (file.path, file.url)
        #expect(try decoder.decode(List.self, from: .file(path)) == list)
        #expect(try decoder.decode(List.self, from: .url(url)) == list)
        #expect(try decoder.decode([Item].self, from: .file(path), at: "list/item") == Self.items)
        #expect(try decoder.decode([Item].self, from: .url(url), at: "list/item") == Self.items)
        #expect(try decoder.decode(Item.self, from: .file(path), at: "list/item[2]") == Self.items[1])
        #expect(try decoder.decode(Item.self, from: .url(url), at: "list/item[2]") == Self.items[1])
        #expect(throws: XMLError.self) { try decoder.decode(Item.self, from: .url(url), at: "list/none") }
        #expect(try decoder.decode([Item].self, from: .url(url), at: "list/none").isEmpty)
        #expect(try decoder.decode([Item].self, from: .url(url), at: "//none").isEmpty)
        #expect(try decoder.decode([Item].self, from: .url(url), at: "list[@none]").isEmpty)
        for path: XMLPath in ["none", "none/item", "none//item"] {
            let error = #expect(throws: XMLError.self) { try decoder.decode([Item].self, from: .url(url), at: path) }
            #expect(error?.code == .missingElement)
        }
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
        #expect(try list.require(at: "item.@id").value(as: Located<Int>.self) == Located(7))
        let document = try XMLTree(parsing: "<item id='x'/>")
        let cases: [(XMLValue, String)] = [
            (["id": ["x", 2]], "error: expected Int, found “x” at id[0]"),
            (["1": 2], "error: the key “1” is not a name in XML"),
            (["a"], "error: a list of 1 values, not a valid Item"),
            (.null, "error: an empty element, not a valid Item"),
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
        let log = DiagnosticLog()
        let decoder = XMLDecoder(diagnosticHandler: { log.add($0) })
        let tree = try XMLTree(parsing: text, options: .recovering)
        for feed in [
            try decoder.decode(Feed.self, from: text, options: .recovering),
            try decoder.decode(Feed.self, from: Array(text.utf8), options: .recovering),
        ] {
            #expect(feed.title == "Bob & Co")
            #expect(feed.item.map(\.value) == [Item(id: 1, name: ["a"]), Item(id: 2, name: ["b"])])
            #expect(feed.item.map(\.isComplete) == [true, false])
        }
        #expect(!tree.root.isComplete && tree.diagnosticCount == tree.diagnostics.count)
        #expect(log.diagnostics == tree.diagnostics + tree.diagnostics)
        let items = try decoder.decode([Located<Item>].self, from: text, at: "feed/item", options: .recovering)
        #expect(items.map(\.value.id) == [1, 2])
        #expect(items.map(\.isComplete) == [true, false])
        let count = log.diagnostics.count
        let whole = try decoder.decode([Located<Item>].self, from: Self.text, at: "list/item", options: .recovering)
        #expect(whole.map(\.value) == Self.items)
        #expect(whole.map(\.isComplete).allSatisfy { $0 })
        #expect(log.diagnostics.count == count)
        // Nothing is said of a document that is malformed and not repaired.
        #expect(throws: XMLError.self) { try decoder.decode(Feed.self, from: text) }
        #expect(log.diagnostics.count == count)

        let roots = try XMLTree(parsing: "<item id='1'/><item id='2'/><item id='x'/>", options: .recovering)
        #expect(try decoder.decode(Item.self, from: roots).id == 1)
        #expect(try roots.furtherRoots.prefix(1).map { try decoder.decode(Item.self, from: $0).id } == [2])
        var options = XMLParsingOptions()
        options.recovery = .repair
        var records = try XMLRecords(parsing: text, at: "feed/item", options: options)
        var complete: [Bool] = []
        while let item = try records.next(as: Located<Item>.self) { complete.append(item.isComplete) }
        #expect(complete == [true, false])
    }
}
