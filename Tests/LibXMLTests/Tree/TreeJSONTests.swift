import Foundation
@_spi(Checks) import LibXML
import Testing

@Suite struct TreeJSONTests {
    @Test("The JSON of a tree has everything but places")
    func form() throws {
        let tree = try XMLTree(
            parsing:
                "<!DOCTYPE r SYSTEM 'r.dtd'><!--a--><r xmlns='u' xmlns:p='v' k='1' p:k='\"'>x<p:e/><![CDATA[y]]>&z;<?p d?></r><?q?>"
        )
        #expect(
            tree.json() == #"{"name":"r","prefix":null,"ns":"u","attrs":{"k":"1","{v}k":"\""},"children":["x","#
                + #"{"name":"e","prefix":"p","ns":"v","attrs":{},"children":[]},{"cdata":"y"},{"entity":"&z;"},"#
                + #"{"pi":"p","data":"d"}],"prolog":[{"doctype":"r","public":null,"system":"r.dtd"},{"comment":"a"}],"#
                + #""epilog":[{"pi":"q","data":""}]}"#)
    }

    @Test("JSON is written in pieces, and an error of the sink ends it")
    func pieces() throws {
        struct Full: Error {}
        let tree = try XMLTree(parsing: "<r>" + String(repeating: "<a k='v'>text</a>", count: 20_000) + "</r>")
        var pieces: [Int] = []
        tree.writeJSON { pieces.append($0.count) }
        #expect(pieces.count > 10)
        #expect(pieces.allSatisfy { $0 < 70_000 })
        #expect(pieces.reduce(0, +) == tree.json().utf8.count)
        var calls = 0
        #expect(throws: Full.self) {
            try tree.writeJSON { (_: [UInt8]) throws(Full) in
                calls += 1
                if calls == 3 { throw Full() }
            }
        }
        #expect(calls == 3)
        let dictionary = XMLDictionary(tree)
        #expect(throws: Full.self) { try dictionary.writeJSON { (_: [UInt8]) throws(Full) in throw Full() } }
    }

    @Test("The JSON of a tree is JSON that Foundation reads", arguments: OutlineTests.documents.map(\.text))
    func valid(text: String) throws {
        let tree = try XMLTree(parsing: text)
        for json in [
            tree.json(), tree.json(pretty: true), XMLDictionary(tree).json(), XMLDictionary(tree).json(pretty: true),
        ] {
            #expect(try JSONSerialization.jsonObject(with: Data(json.utf8)) is [String: Any])
        }
    }
}
