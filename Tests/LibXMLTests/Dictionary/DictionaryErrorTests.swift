import LibXML
import Testing

@Suite struct DictionaryErrorTests {
    private static let text = """
        <orders>
          <order id='x7'><price u='EUR'>1.5</price><count>ten</count><item>a</item><item>b</item><note/></order>
        </orders>
        """

    private func order() throws -> XMLValue {
        try XMLDictionary(parsing: Self.text).require(at: "orders.order")
    }

    @Test("A missing key is reported at its element, with the keys that exist")
    func missing() throws {
        let order = try order()
        let error = try #require(throws: XMLError.self) { try order.require("prise") }
        #expect(error.code == .missingKey)
        #expect(error.location?.description == "2:3")
        #expect(error.message == "<order> has no “prise”")
        #expect(error.help == "did you mean “price”?")
        #expect(error.snippet() != nil)
        let attribute = try #require(throws: XMLError.self) { try order.require("id") }
        #expect(attribute.help == "did you mean “@id”?")
        let document = try #require(throws: XMLError.self) { try XMLDictionary(parsing: Self.text).require("ordrs") }
        #expect(document.message == "the document has no “ordrs”")
        #expect(document.help == "did you mean “orders”?")
        let text = try #require(throws: XMLError.self) { try order.require("count").require("x") }
        #expect(text.message == "<count> is text and has no “x”")
        let list = try #require(throws: XMLError.self) { try order.require("item").require("x") }
        #expect(list.message == "<item> is a list of 2 values and has no “x”")
        let made = try #require(throws: XMLError.self) { try XMLValue(["a": "1"]).require("b") }
        #expect(made.location == nil)
        #expect(made.help == "there is “a”")
    }

    @Test(
        "A path that leads nowhere is reported where its first missing step was looked up",
        arguments: [
            ("orders.order.prise", "2:3", "<order> has no “prise”"),
            ("orders.ordr.price", "1:1", "<orders> has no “ordr”"),
            ("orders.order.@nr", "2:3", "<order> has no “@nr”"), ("ordrs", "1:1", "the document has no “ordrs”"),
            ("orders.order.item[5]", "2:3", "the document has nothing at the path “orders.order.item[5]”"),
        ])
    func paths(path: String, place: String, message: String) throws {
        let document = try XMLDictionary(parsing: Self.text)
        let path = try XMLPath(parsing: path)
        let error = try #require(throws: XMLError.self) { try document.require(at: path) }
        #expect(error.code == .missingKey)
        #expect(error.location?.description == place)
        #expect(error.message == message)
        #expect(throws: XMLError.self) { try document.require(at: XMLPath(releaseLiteral: "a[")) }
    }

    @Test("Values are converted, or reported where they are")
    func values() throws {
        let order = try order()
        #expect(try order.require("price").value(as: Double.self) == 1.5)
        #expect(try order.require("@id").value(as: String.self) == "x7")
        #expect(try XMLValue(7).value(as: Int.self) == 7)
        let cases = [
            ("count", "2:51", "expected Int, found “ten”"),
            ("@id", "2:14", "expected Int, found “x7”"),
            ("item", "2:62", "<item> is a list of 2 values, not a valid Int"),
            ("note", "2:90", "expected Int, found nothing"),
        ]
        for (key, place, message) in cases {
            let error = try #require(throws: XMLError.self) { try order.require(key).value(as: Int.self) }
            #expect(error.code == .invalidValue)
            #expect(error.location?.description == place)
            #expect(error.message == message)
        }
        #expect(order.error("too late").location?.description == "2:3")
        #expect(try XMLDictionary(parsing: Self.text).error("empty").location?.description == "1:1")
        #expect(XMLValue("x").error("bad").location == nil)
    }

    @Test("An element has its text whether or not it has attributes")
    func texts() throws {
        let document = try XMLDictionary(parsing: "<a><b u='kg'>5</b><c>5</c><d>x<e>6</e></d><f u=''/></a>")
        for name in ["b", "c"] {
            #expect(document["a"]?[name]?.int == 5)
            #expect(document.int(at: ["a", .init(name)]) == 5)
            #expect(document["a"]?[name]?.string == "5")
        }
        #expect(document["a"]?["d"]?.string == "x")
        #expect(document["a"]?["f"]?.string == nil)
        #expect(document["a"]?["b"]?.description == ##"{"@u":"kg","#text":"5"}"##)
        #expect(document["a"]?["b"] != "5")
        #expect(document["a"]?["c"] == "5")
    }
}
