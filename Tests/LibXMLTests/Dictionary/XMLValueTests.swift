import LibXML
import Testing

@Suite struct XMLValueTests {
    private func orders() throws -> XMLDictionary {
        try XMLDictionary(
            parsing:
                "<orders n='2'><order id='1'><item>Tea</item></order><order id='2'><item>Mug</item><item>Pot</item></order></orders>"
        )
    }

    @Test("Values are found by key and index, and missing values are nil")
    func lookup() throws {
        let orders = try orders()
        #expect(orders["orders"]?["@n"]?.int == 2)
        #expect(orders["orders"]?["order"]?[1]?["item"]?[0]?.string == "Mug")
        #expect(orders["orders"]?["order"]?[0]?["item"]?.string == "Tea")
        #expect(orders["orders"]?["order"]?[2] == nil)
        #expect(orders["orders"]?["order"]?[-1] == nil)
        #expect(orders["orders"]?["order"]?["item"] == nil, "a list has no keys")
        #expect(orders["orders"]?["@m"] == nil)
        #expect(orders["order"] == nil)
        #expect(orders["orders"]?["@n"]?["x"] == nil)
        #expect(orders["orders"]?["@n"]?.dictionary == nil)
    }

    @Test("A single value acts as a list with one element")
    func lists() throws {
        let orders = try orders()
        #expect(orders["orders"]?["order"]?[0]?["item"]?.array.map(\.string) == ["Tea"])
        #expect(orders["orders"]?["order"]?[1]?["item"]?.array.map(\.string) == ["Mug", "Pot"])
        #expect(orders["orders"]?["order"]?[0]?["item"]?[0]?.string == "Tea")
        #expect(orders["orders"]?["order"]?[0]?["item"]?[1] == nil)
    }

    @Test("Keys come in the order of the document")
    func order() throws {
        let dictionary = try XMLDictionary(parsing: "<r z='1' a='2'>t<m/><b/><m/><a/></r>")
        #expect(dictionary.keys == ["r"])
        #expect(dictionary["r"]?.dictionary?.keys == ["@z", "@a", "m", "b", "a", "#text"])
        #expect(dictionary["r"]?.dictionary?.count == 6)
        #expect(dictionary["r"]?["m"]?.array.count == 2)
    }

    @Test("A key in an element of many children is found, too")
    func many() throws {
        let children = (0..<1000).map { "<k\($0 % 500)>\($0)</k\($0 % 500)>" }.joined()
        let dictionary = try XMLDictionary(parsing: "<r>\(children)</r>")
        for key in [0, 1, 250, 499] {
            #expect(dictionary["r"]?["k\(key)"]?.array.map(\.string) == ["\(key)", "\(key + 500)"])
        }
        #expect(dictionary["r"]?["k500"] == nil)
        #expect(dictionary["r"]?.dictionary?.count == 500)
    }

    @Test("A name is a qualified name: a local name is not a key")
    func names() throws {
        let dictionary = try XMLDictionary(parsing: "<p:r xmlns:p='u'><p:a>1</p:a></p:r>")
        #expect(dictionary["r"] == nil)
        #expect(dictionary["p:r"]?["a"] == nil)
        #expect(dictionary["p:r"]?["p:a"]?.string == "1")
        #expect(dictionary["p:r"]?["@xmlns:p"]?.string == "u")
    }

    @Test("Parsing throws what parsing a tree throws")
    func errors() throws {
        let error = try #require(throws: XMLError.self) { _ = try XMLDictionary(parsing: "<r><a></r>") }
        #expect(error.code == .mismatchedEndTag)
        #expect(throws: XMLError.self) { _ = try XMLDictionary(parsing: .file("/no/such/file")) }
        #expect(throws: XMLError.self) { _ = try XMLDictionary(parsing: [UInt8]("<r>".utf8)) }
    }

    @Test("A document that nests too deep for plain dictionaries is an error, and fine as a view and as JSON")
    func deep() throws {
        var options = XMLParsingOptions()
        options.limits.depth = 30_000
        let depth = 20_000
        let text = String(repeating: "<a>", count: depth) + "x" + String(repeating: "</a>", count: depth)
        let dictionary = try XMLDictionary(parsing: text, options: options)
        let error = try #require(throws: XMLError.self) { _ = try dictionary.anyDictionary() }
        #expect(error.code == .tooDeep)
        let json = dictionary.json()
        #expect(json.utf8.count == depth * 6 + 3)
        #expect(try XMLTree(parsing: text, options: options) == XMLTree(parsing: text, options: options))
    }
}
