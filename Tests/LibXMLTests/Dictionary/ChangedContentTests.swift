import LibXML
import Testing

/// What a change leaves as it was read.
@Suite struct ChangedContentTests {
    private static func changed(
        _ text: String, _ mapping: XMLMapping = .xmltodict, _ change: (inout XMLDictionary) -> Void
    ) throws -> XMLDictionary {
        var dictionary = try XMLDictionary(parsing: text, mapping: mapping)
        change(&dictionary)
        return dictionary
    }

    private static func written(_ dictionary: XMLDictionary, root: String? = nil) throws -> String {
        try dictionary.xmlString(root: root, options: .init(declaration: .never))
    }

    @Test("Elements that are as they were read are decoded from the document")
    func decoded() throws {
        struct Text: Decodable { var p: String }
        for content in ["Oat <b>milk</b>!", " x ", "a<!--c--><![CDATA[<x>]]>"] {
            let text = "<r id='1'><p>\(content)</p></r>"
            let before = try XMLDecoder().decode(Text.self, from: XMLDictionary(parsing: text))
            let other = try Self.changed(text) { $0["r"]?["@id"] = "2" }
            #expect(try XMLDecoder().decode(Text.self, from: other).p == before.p)
            let same = try Self.changed(text) { $0["r"]?["missing"]?["x"] = "1" }
            #expect(try XMLDecoder().decode(Text.self, from: same).p == before.p)
        }
        struct Node: Decodable { var p: XMLTree.Element }
        let markup = "<p>a<!--c--><![CDATA[<x>]]></p>"
        let node = try Self.changed("<r id='1'>\(markup)</r>") { $0["r"]?["@id"] = "2" }
        #expect(try XMLDecoder().decode(Node.self, from: node).p.xmlString() == markup)
    }

    @Test("Values of a changed dictionary are those after the change")
    func values() throws {
        struct Order: Decodable, Equatable {
            var id: Int
            var customer: String
        }
        let order = try Self.changed("<o id='7'><customer>Ana</customer><price c='x'>5</price></o>") { value in
            value["o"]?["@id"] = "8"
            value["o"]?["customer"] = "***"
            value["o"]?["price"]?["#text"] = "9"
        }
        #expect(try order.require("o").value(as: Order.self) == Order(id: 8, customer: "***"))
        #expect(try order.require(at: "o.price").value(as: Int.self) == 9)
        let masked = try XMLDictionary(
            parsing: "<o id='7'><customer>Ana</customer></o>",
            mapping: .xmltodict.transforming { $0.key == "customer" ? .replace("***") : .keep })
        #expect(try masked.require("o").value(as: Order.self).customer == "***")
        var empty = try XMLDictionary(parsing: "<c/>")
        empty["c"]?.merge(["a": "1", "b": "2"]) { _, new in new }
        #expect(try Self.written(empty) == "<c><a>1</a><b>2</b></c>")
    }

    @Test(
        "A member stays the part of an element that it was, whatever its key",
        arguments: [XMLMapping.objcXMLReader, .badgerFish, XMLMapping(attributes: .merged)])
    func parts(_ mapping: XMLMapping) throws {
        let dictionary = try Self.changed("<r id='1' xmlns:q='u'><a>x</a><q:b/></r>", mapping) { $0["r"]?["a"] = "y" }
        let tree = try XMLTree(parsing: Self.written(dictionary))
        #expect(tree.root[attribute: "id"] == "1" && tree.root["a"]?.text == "y" && tree.root.elements.count == 2)
    }

    @Test("A value that is moved inside its document keeps its namespace")
    func moved() throws {
        let text = "<r><a xmlns:p='u1'><c><p:x/></c><p:t>1</p:t></a><b xmlns:p='u2'><p:y/></b></r>"
        let dictionary = try Self.changed(text) { value in
            let c = value["r"]?["a"]?["c"]
            value["r"]?["b"]?["c"] = c
        }
        let tree = try XMLTree(parsing: Self.written(dictionary))
        #expect(tree.string(at: "r/b/c/{u1}x") == "" && tree.string(at: "r/b/{u2}y") == "")
    }

    @Test("Prefixes are declared for moved attributes, and for keys of a part")
    func prefixes() throws {
        let old = try XMLDictionary(parsing: "<o xmlns:p='u' p:k='1'/>")
        let new = try Self.changed("<n/>") { $0["n"]?["@p:k"] = old["o"]?["@p:k"] }
        #expect(try Self.written(new) == "<n p:k=\"1\" xmlns:p=\"u\"/>")
        var part = try #require(try XMLDictionary(parsing: "<r xmlns:p='u'><a/><b><c/></b></r>")["r"]?["b"]?.dictionary)
        part["p:x"] = "1"
        #expect(try Self.written(part, root: "b") == "<b xmlns:p=\"u\"><c/><p:x>1</p:x></b>")
    }

    @Test(
        "A changed declaration applies to attributes before and after it",
        arguments: ["xmlns:p='u' p:k='1'", "p:k='1' xmlns:p='u'"])
    func redeclared(_ tag: String) throws {
        let dictionary = try Self.changed("<o \(tag)><p:i/></o>") { $0["o"]?["@xmlns:p"] = "v" }
        let tree = try XMLTree(parsing: Self.written(dictionary))
        #expect(tree.string(at: "o/@{v}k") == "1" && tree.string(at: "o/{v}i") == "")
        let same = try Self.changed("<o \(tag)><p:i/></o>") { $0["o"]?["@n"] = "2" }
        let other = try XMLTree(parsing: Self.written(same))
        #expect(other.string(at: "o/@{u}k") == "1" && other.string(at: "o/@n") == "2")
    }

    @Test("Tests of names in paths see keys and declarations as they are after a change")
    func names() throws {
        let dictionary = try Self.changed("<r xmlns:p='u'><p:a k='1'>old</p:a><p:d/></r>") { value in
            value["r"]?.dictionary?.renameKey("p:a", to: "p:c")
            value["r"]?["p:b"] = "new"
            value["r"]?["@p:k"] = "7"
        }
        for (path, expected) in [
            ("//{u}a", nil), ("//{u}c", "old"), ("//*:c", "old"), ("//{u}b", "new"), ("//*:b", "new"),
            ("r/@{u}k", "7"), ("r/@*:k", "7"), ("//{v}b", nil), ("//{u}d", nil),
        ] as [(XMLPath, String?)] {
            #expect(dictionary.string(at: path) == expected, "\(path)")
        }
        #expect(dictionary.array(at: "//{u}d").count == 1)
    }

    @Test("A detached copy has all that the changed dictionary has")
    func detached() throws {
        let text = "<!--a--><r xmlns:q='u' n='1'><i k='2'>x<j><q:l>y</q:l></j></i><!--b--></r>"
        for mapping in [XMLMapping.xmltodict, .parker, .badgerFish, .objcXMLReader] {
            let whole = try Self.changed(text, mapping) { value in
                if mapping.wrapsRoot { value["r"]?["i"]?["m"] = "z" } else { value["i"]?["m"] = "z" }
            }
            let inner = try #require((mapping.wrapsRoot ? whole["r"] : XMLValue(whole))?["i"]?.dictionary)
            for dictionary in [whole, inner] {
                let copy = dictionary.detached()
                #expect(copy == dictionary && copy.name == dictionary.name && copy.comments == dictionary.comments)
                #expect(copy.attributes == dictionary.attributes && copy.string == dictionary.string)
                let root = dictionary.name ?? (mapping.wrapsRoot ? nil : "r")
                #expect(try Self.written(copy, root: root) == Self.written(dictionary, root: root))
                #expect(copy.strings(at: "//*:l") == dictionary.strings(at: "//*:l"))
            }
        }
    }

    @Test("Keys are removed, renamed and added in any order")
    func positions() throws {
        var dictionary = try XMLDictionary(parsing: "<r>\((0..<200).map { "<k\($0)/>" }.joined())</r>")
        for key in 0..<200 where key % 4 != 0 { dictionary["r"]?.removeValue(forKey: "k\(key)") }
        for key in stride(from: 0, to: 200, by: 8) { dictionary["r"]?.dictionary?.renameKey("k\(key)", to: "n\(key)") }
        dictionary["r"]?["k1"] = "new"
        dictionary["r"]?.dictionary?.insert("first", forKey: "k2", at: 0)
        let expected = ["k2"] + stride(from: 0, to: 200, by: 4).map { "\($0 % 8 == 0 ? "n" : "k")\($0)" } + ["k1"]
        #expect(dictionary["r"]?.dictionary?.keys == expected)
        #expect(dictionary["r"]?.dictionary?.count == expected.count && dictionary["r"]?["k3"] == nil)
    }

    #if DEBUG
        @Test("A value that is assigned to a key of a list, or to an index that is out of range, stops a debug build")
        func lost() async {
            await #expect(processExitsWith: .failure) {
                var dictionary = try XMLDictionary(parsing: "<r><a/><a/></r>")
                dictionary["r"]?["a"]?["@id"] = "9"
            }
            await #expect(processExitsWith: .failure) {
                var dictionary = try XMLDictionary(parsing: "<r><a/><a/></r>")
                dictionary["r"]?["a"]?[5] = "9"
            }
        }
    #endif
}
