import CheckCases
import LibXML
import Testing

@Suite struct NotFoundTests {
    @Test(
        "A path without records is explained by the elements that exist",
        arguments: [
            ("orders/ordr", "<orders> has no element “ordr”", "did you mean <order>?"),
            ("ordrs/order", "the document has no element “ordrs”", "did you mean <orders>?"),
            ("orders/order/items/item", "<order> has no element “items”", "did you mean <item>?"),
            ("orders/order/note", "<order> has no element “note”", "there are <item>, <price>"),
            ("orders/order/item/part", "<item> has no element “part”", nil),
            ("//m:order", "the document has no element “m:order”", "there is <order> in no namespace: write order"),
            ("orders/order/item/*", "<item> has no elements at the path “orders/order/item/*”", nil),
        ] as [(String, String, String?)])
    func explained(path: String, message: String, help: String?) throws {
        let text = "<orders><order><item/><price/></order><order><item/><item/></order></orders>"
        let path = try XMLPath(parsing: path)
        for size in [1, 7, 1000] {
            var pieces = Array(text.utf8).chunks(of: size).makeIterator()
            var records = try XMLRecords(parsing: .chunks { pieces.next().map(Array.init) }, at: path)
            #expect(records.notFound == nil, "before the end nothing is known")
            #expect(try records.next() == nil)
            #expect(records.notFound?.code == .missingElement)
            #expect(records.notFound?.message == message)
            #expect(records.notFound?.help == help)
        }
    }

    @Test("A push parser explains it too")
    func pushed() throws {
        var parser = try XMLPushParser(at: "a/b")
        parser.feed("<a><c/></a>".utf8)
        #expect(parser.notFound == nil)
        parser.finish()
        #expect(try parser.next() == nil)
        #expect(parser.notFound?.help == "there is <c>")
    }

    @Test("Where there were records, and after an error, nothing is explained")
    func found() throws {
        var records = try XMLRecords(parsing: "<a><b/></a>", at: "a/b")
        while try records.next() != nil {}
        #expect(records.notFound == nil)
        var malformed = try XMLRecords(parsing: "<a><b></a>", at: "a/c")
        #expect(throws: XMLError.self) { try malformed.next() }
        #expect(malformed.notFound == nil)
    }
}
