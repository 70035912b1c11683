import CheckCases
import Testing

@_spi(Checks) @testable import LibXML

@Suite struct DictionaryChangeTests {
    struct Change: Sendable, CustomTestStringConvertible {
        var name: String
        var document = "<o n='1'><i k='a'>Tea</i><i>Milk</i><e/><c><d>x</d></c></o>"
        var mapping = XMLMapping.xmltodict
        var change: @Sendable (inout XMLDictionary) -> Void
        var expected: String
        var testDescription: String { name }
    }

    @Test("A change is in the XML that is written", arguments: changes)
    func written(_ test: Change) throws {
        let original = try XMLDictionary(parsing: test.document, mapping: test.mapping)
        var changed = original
        test.change(&changed)
        let text = try changed.xmlString(options: .init(declaration: .never))
        #expect(text == test.expected)
        #expect(try original == XMLDictionary(parsing: test.document, mapping: test.mapping))
        #expect(changed == changed.detached())
        #expect(try changed.detached().xmlString(options: .init(declaration: .never)) == text)
        #expect(changed.json() == changed.detached().json())
    }

    private static let changes: [Change] = [
        Change(
            name: "an attribute", change: { $0["o"]?["i"]?[0]?["@k"] = "b" },
            expected: "<o n=\"1\"><i k=\"b\">Tea</i><i>Milk</i><e/><c><d>x</d></c></o>"),
        Change(
            name: "literals", change: { $0["o"]?["c"]?["d"] = ["@t": true, "#text": 1.5, "y": [1, "2"]] },
            expected:
                "<o n=\"1\"><i k=\"a\">Tea</i><i>Milk</i><e/><c><d t=\"true\">1.5<y>1</y><y>2</y></d></c></o>"),
        Change(
            name: "an interpolation", change: { $0["o"]?["@n"] = "\(1 + 1)" },
            expected: "<o n=\"2\"><i k=\"a\">Tea</i><i>Milk</i><e/><c><d>x</d></c></o>"),
        Change(
            name: "an attribute of a text", change: { $0["o"]?["i"]?[1]?["@k"] = "b" },
            expected: "<o n=\"1\"><i k=\"a\">Tea</i><i k=\"b\">Milk</i><e/><c><d>x</d></c></o>"),
        Change(
            name: "an attribute of an empty element", change: { $0["o"]?["e"]?["@k"] = "b" },
            expected: "<o n=\"1\"><i k=\"a\">Tea</i><i>Milk</i><e k=\"b\"/><c><d>x</d></c></o>"),
        Change(
            name: "the text of a text", change: { $0["o"]?["i"]?[1]?["#text"] = "Oat" },
            expected: "<o n=\"1\"><i k=\"a\">Tea</i><i>Oat</i><e/><c><d>x</d></c></o>"),
        Change(
            name: "one more", change: { $0["o"]?["i"]?.append("Oat") },
            expected: "<o n=\"1\"><i k=\"a\">Tea</i><i>Milk</i><i>Oat</i><e/><c><d>x</d></c></o>"),
        Change(
            name: "one more of one", change: { $0["o"]?["c"]?["d"]?.insert("w", at: 0) },
            expected: "<o n=\"1\"><i k=\"a\">Tea</i><i>Milk</i><e/><c><d>w</d><d>x</d></c></o>"),
        Change(
            name: "the first of a new key", change: { $0["o", default: [:]]["f", default: []].append("1") },
            expected: "<o n=\"1\"><i k=\"a\">Tea</i><i>Milk</i><e/><c><d>x</d></c><f>1</f></o>"),
        Change(
            name: "removed",
            change: {
                $0["o"]?["i"] = nil; $0["o"]?.dictionary?.removeValue(forKey: "e")
            },
            expected: "<o n=\"1\"><c><d>x</d></c></o>"),
        Change(
            name: "removed from a list", change: { $0["o"]?["i"]?[0] = nil },
            expected: "<o n=\"1\"><i>Milk</i><e/><c><d>x</d></c></o>"),
        Change(
            name: "a list as an array", change: { $0["o"]?["i"]?.array.reverse() },
            expected: "<o n=\"1\"><i>Milk</i><i k=\"a\">Tea</i><e/><c><d>x</d></c></o>"),
        Change(
            name: "renamed and moved",
            change: {
                $0["o"]?.dictionary?.renameKey("c", to: "g")
                $0["o"]?.dictionary?.insert("0", forKey: "f", at: 1)
            },
            expected: "<o n=\"1\"><f>0</f><i k=\"a\">Tea</i><i>Milk</i><e/><g><d>x</d></g></o>"),
        Change(
            name: "renamed to a key that exists", change: { $0["o"]?.dictionary?.renameKey("e", to: "i") },
            expected: "<o n=\"1\"><i k=\"a\">Tea</i><i>Milk</i><i/><c><d>x</d></c></o>"),
        Change(
            name: "merged",
            change: {
                $0["o"]?.dictionary?.merge(["@n": 2, "e": "z", "f": "y"]) { old, new in old.isNull ? new : old }
            },
            expected: "<o n=\"1\"><i k=\"a\">Tea</i><i>Milk</i><e>z</e><c><d>x</d></c><f>y</f></o>"),
        Change(
            name: "nothing: a key that does not exist",
            change: {
                $0["p"]?["x"] = 1
                $0["o"]?["e"]?["x"]?["y"] = 1
            },
            expected: "<o n=\"1\"><i k=\"a\">Tea</i><i>Milk</i><e/><c><d>x</d></c></o>"),
        Change(
            name: "under another mapping", mapping: .badgerFish, change: { $0["o"]?["c"]?["d"]?["@k"] = "<" },
            expected: "<o n=\"1\"><i k=\"a\">Tea</i><i>Milk</i><e/><c><d k=\"&lt;\">x</d></c></o>"),
        Change(
            name: "namespaces of unchanged elements", document: "<o xmlns:p='u'><p:i><p:j/></p:i><k/></o>",
            change: { $0["o"]?["@xmlns:p"] = "v" }, expected: "<o xmlns:p=\"v\"><p:i><p:j/></p:i><k/></o>"),
    ]

    @Test("An element that is moved to another document keeps its namespace")
    func moved() throws {
        let old = try XMLDictionary(parsing: "<a xmlns:p='u'><p:x p:k='1'><p:y/></p:x><p:z>t</p:z></a>")
        var new = try XMLDictionary(parsing: "<b xmlns:p='v'/>")
        new["b"]?["p:x"] = old["a"]?["p:x"]
        new["b"]?["c"] = ["p:z": old["a"]?["p:z"] ?? .null]
        let tree = try XMLTree(parsing: new.xmlString())
        let names = tree.root.descendants.map(\.name)
        #expect(
            names == [
                XMLName("x", namespaceURI: "u"), XMLName("y", namespaceURI: "u"), XMLName("c"),
                XMLName("z", namespaceURI: "u"),
            ])
    }

    @Test("The element, its location and its parts follow a change or remain")
    func parts() throws {
        var order = try XMLDictionary(parsing: "<r>\n<o n='1' m='2'>t<i/></o></r>")["r"]?["o"]?.dictionary
        order?["@n"] = "7"
        order?["j"] = "x"
        order?["#text"] = "u"
        let changed = try #require(order)
        #expect(changed.location?.line == 2 && changed.name == "o" && changed.element?[attribute: "n"] == "1")
        #expect(changed.attributes == ["n": "7", "m": "2"])
        #expect(changed.elements == ["i": .null, "j": "x"])
        #expect(changed.string == "u" && XMLValue(changed).string == "u")
        #expect(changed.string(at: "@n") == "7" && changed.array(at: "@*").count == 2)
        #expect(changed.array(at: "*").count == 2 && changed[at: "//j"] == "x")
        #expect(changed.values == ["7", "2", .null, "u", "x"])
        #expect(changed.mapValues { $0.isNull ? "-" : $0 }["i"] == "-")
        #expect(throws: XMLError.self) { try changed.require("k") }
    }

    @Test("A changed dictionary is decoded and encoded as the XML that is written for it")
    func coding() throws {
        struct Order: Codable, Equatable {
            var id: Int
            var item: [String]
        }
        for mapping in [XMLMapping.xmltodict, .badgerFish] {
            var document = try XMLDictionary(
                parsing: "<p:o xmlns:p='u' id='7'><item>Tea</item></p:o>", mapping: mapping)
            document["p:o"]?["item"]?.append("Milk")
            document["p:o"]?["@id"] = "8"
            #expect(try XMLDecoder().decode(Order.self, from: document) == Order(id: 8, item: ["Tea", "Milk"]))
            let inner = try #require(document["p:o"]?.dictionary)
            #expect(try XMLDecoder().decode(Order.self, from: inner) == Order(id: 8, item: ["Tea", "Milk"]))
            let text = try XMLEncoder().xmlString(["x": document])
            #expect(text.contains("id=\"8\"") && text.contains("<item>Milk</item>"))
        }
    }

    // MARK: Storage

    @Test("Random changes have the results of Swift's dictionaries and arrays", arguments: 0..<20)
    func randomChanges(seed: UInt64) throws {
        var generator = SeededGenerator(seed: seed)
        var text = "<r>"
        for number in 0..<40 { text += "<k\(number % 7) a='\(number)'>\(number)</k\(number % 7)>" }
        var value = try XMLDictionary(parsing: text + "</r>")
        var model: [String: [[String: String]]] = [:]
        for number in 0..<40 { model["k\(number % 7)", default: []].append(["@a": "\(number)", "#text": "\(number)"]) }
        var copies: [(XMLDictionary, [String: [[String: String]]])] = []
        for number in 0..<300 {
            let key = "k\(generator.next() % 9)"
            let count = model[key]?.count ?? 0
            let index = Int(generator.next() % UInt64(count + 1))
            switch generator.next() % 6 {
            case 0:
                value["r"]?[key]?[index]?["@a"] = "\(number)"
                if index < count { model[key]?[index]["@a"] = "\(number)" }
            case 1:
                value["r", default: [:]][key, default: []].append(["@a": "\(number)"])
                model[key, default: []].append(["@a": "\(number)"])
            case 2 where index < count:
                value["r"]?[key]?[index] = nil
                model[key]?.remove(at: index)
            case 3 where count > 0:
                value["r"]?[key]?.insert(["#text": "x"], at: index)
                model[key]?.insert(["#text": "x"], at: index)
            case 4 where generator.next() % 8 == 0:
                value["r"]?[key] = nil
                model[key] = nil
            default: copies.append((value, model))
            }
        }
        for (value, model) in copies.suffix(20) + [(value, model)] {
            let root = try #require(value["r"]?.dictionary)
            #expect(root.count == model.count)
            for (key, items) in model {
                let found = root[key]?.array.map { item in
                    Dictionary(uniqueKeysWithValues: item.dictionary?.map { ($0.key, $0.value.string ?? "") } ?? [])
                }
                #expect(found == items, "\(key)")
            }
        }
    }

    @Test("A change does not copy what is not on its way")
    func sharing() throws {
        let text = "<r>\((0..<1_000).map { "<i><a>\($0)</a></i>" }.joined())</r>"
        var first = try XMLDictionary(parsing: text)
        first["r"]?["i"]?[0]?["a"] = "x"
        var second = first
        for index in 0..<1_000 { second["r"]?["i"]?[index]?["a"] = "y" }
        #expect(first.string(at: "r.i[0].a") == "x" && first.string(at: "r.i[999].a") == "999")
        #expect(second.strings(at: "r.i.a") == Array(repeating: "y", count: 1_000))
    }

    @Test("Tasks may change copies of one dictionary")
    func tasks() async throws {
        var shared = try XMLDictionary(parsing: "<r>\((0..<100).map { "<i n='\($0)'/>" }.joined())</r>")
        shared["r"]?["i"]?[0]?["@n"] = "first"
        let original = shared
        let results = await withTaskGroup(of: XMLDictionary.self) { group in
            for task in 0..<8 {
                group.addTask {
                    var copy = original
                    for index in 1..<100 { copy["r"]?["i"]?[index]?["@n"] = "\(task)" }
                    return copy
                }
            }
            return await group.reduce(into: []) { $0.append($1) }
        }
        let found = Set(results.map { $0.strings(at: "r.i.@n").dropFirst().joined() })
        #expect(found == Set((0..<8).map { String(repeating: "\($0)", count: 99) }))
        #expect(original.string(at: "r.i[1].@n") == "1")
    }

    @Test("An index that is out of range stops an insertion")
    func preconditions() async {
        await #expect(processExitsWith: .failure) {
            var value: XMLDictionary = ["a": "1"]
            value.insert("2", forKey: "b", at: 2)
        }
    }
}
