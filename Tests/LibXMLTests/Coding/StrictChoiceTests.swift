import CheckCases
import Foundation
import LibXML
import Testing

extension StrictDecodingTests {
    @Test("A choice of one value matches one element or text")
    func choices() throws {
        struct One: Decodable { var block: Block }
        struct OneOrNone: Decodable { var block: Block? }
        struct Noted: Decodable {
            var note: String
            var block: Block
        }
        let fault = "repeatedElement"
        #expect(try Self.fault(One.self, "<c><p>a</p>\n<p>b</p></c>") == "\(fault) 2:1")
        #expect(try Self.fault(OneOrNone.self, "<c><p>a</p><p>b</p></c>") == "\(fault) 1:12")
        #expect(try Self.fault(One.self, "<c><block><p/><p/></block></c>") == "\(fault) 1:15")
        #expect(try Self.fault(One.self, "<c>text<p/></c>") == "\(fault) 1:8")
        #expect(try Self.fault(One.self, "<c><p/>text</c>") == "unexpectedText 1:8")
        #expect(try Self.fault(Noted.self, "<c>a<note/>b</c>") == "unexpectedText 1:12")
        struct Keyless: Decodable {
            enum CodingKeys: String, CodingKey { case block = "" }
            var block: Block
        }
        #expect(try Self.fault(Keyless.self, "<c>a<p/>b</c>") == "\(fault) 1:5")
        struct Listed: Decodable {
            enum CodingKeys: String, CodingKey { case block, items = "list/p" }
            var block: Block
            var items: [Block]
        }
        #expect(try Self.fault(Listed.self, "<c><list><p/></list><p/><p/></c>") == "\(fault) 1:25")
        let noted = try Self.strict.decode(Noted.self, from: "<c>\n<note/>text</c>")
        #expect(noted.block == .text("text"))
        let beside = try decodingError(One.self, "<c>text<p/></c>", Self.strict)
        #expect(beside.diagnostic.message == "<c> cannot contain <p> beside text")
        let warnings = Warnings()
        _ = try XMLDecoder(unknownElements: .warn, diagnosticHandler: { warnings.add($0) })
            .decode(OneOrNone.self, from: "<c><p/><p/></c>")
        #expect(warnings.all.count == 1)
        let collecting = XMLDecoder(invalidElements: .collect, unknownElements: .error)
        let collected = #expect(throws: XMLError.self) { try collecting.decode(One.self, from: "<c><p/><p/></c>") }
        #expect(collected?.diagnostics.map { $0.location?.column } == [8])
        #expect(throws: Never.self) { try Self.strict.decode(Block.self, from: "<c><p>a</p></c>") }
        #expect(try collecting.decode([Block].self, from: "<c><p>a</p><p>b</p></c>").count == 2)
    }

    @Test("Lists of choices, and what other keys read, are not second elements of a choice")
    func choicesBesideKeys() throws {
        struct Lists: Decodable {
            enum CodingKeys: String, CodingKey { case blocks, items = "list/p" }
            var blocks: [Block]
            var items: [Block]
        }
        for blocks in [
            "<p>1</p><p>2</p><p>3</p>", "<blocks><p>1</p>2<p>3</p></blocks>",
            "<blocks><p>1</p><p>2</p></blocks><blocks><p>3</p></blocks>", "<blocks><p/>2</blocks><blocks><p/></blocks>",
        ] {
            let text = "<c>\(blocks)<list><p>3</p></list><list><p>4</p></list></c>"
            let lists = try Self.strict.decode(Lists.self, from: text)
            #expect(lists.blocks.count == 3 && lists.items.count == 2)
        }

        enum Shape: Decodable, XMLChoice {
            case circle(String), square(String)
            static let xmlRoles: [String: XMLCodingRole] = ["circle": .element, "square": .element]
        }
        struct Both: Decodable { var circle, square: Shape? }
        #expect(try Self.strict.decode(Both.self, from: "<s><circle/><square/></s>").square != nil)
        struct Circle: Decodable { var circle: Shape? }
        #expect(try Self.fault(Circle.self, "<s><circle/><square/></s>") == "unknownElement 1:13")
        struct Maybe: Decodable { var blocks: [Block]? }
        #expect(throws: Never.self) { try Self.strict.decode(Maybe.self, from: "<c><blocks/><blocks/></c>") }

        struct Rest: Decodable, XMLCodingRoles {
            var block: Block
            var others: [XMLTree.Element]
            static let xmlRoles: [String: XMLCodingRole] = ["others": .otherElements]
        }
        #expect(try Self.strict.decode(Rest.self, from: "<s><p/><p/><x/></s>").others.count == 2)
        #expect(try Self.fault(Rest.self, "<s><p/>text</s>") == "unexpectedText 1:8")

        struct Texted: Decodable {
            enum CodingKeys: String, CodingKey { case block, text = "#text" }
            var block: Block
            var text: String
        }
        #expect(try Self.strict.decode(Texted.self, from: "<c><p/>text</c>").text == "text")

        indirect enum Node: Decodable, XMLChoice {
            case group(id: Int, nodes: [Node])
            case name(first: String, last: String)
            case leaf(Int)
            static let xmlRoles: [String: XMLCodingRole] = [
                "group": .element, "name": .element, "leaf": .element, "id": .attribute, "first": .element("given"),
                "last": .element("family"),
            ]
        }
        let nodes = "<c><group id='1'><leaf>1</leaf><leaf>2</leaf></group></c>"
        #expect(throws: Never.self) { try Self.strict.decode(Node.self, from: nodes) }
        let name = "<name><given>A</given><family>B</family></name>"
        #expect(throws: Never.self) { try Self.strict.decode(Node.self, from: name) }
    }
}
