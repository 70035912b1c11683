import CheckCases
import LibXML
import Testing

/// What is encoded of choices is read again, or is an error.
@Suite struct ChoiceRoundTripTests {
    enum Block: Codable, Equatable, XMLChoice {
        case rule, number(Int), text(String), note(String?), lost(Int)
        static let xmlRoles: [String: XMLCodingRole] = [
            "rule": .element, "number": .element("n"), "text": .text, "note": .element,
        ]

        init(_ random: inout SeededGenerator) {
            switch Int.random(in: 0..<6, using: &random) {
            case 0: self = .rule
            case 1: self = .number(Int.random(in: 0...9, using: &random))
            case 2, 3: self = .text(random.pick(["a", " b ", " ", "", "&"]))
            case 4: self = .note(random.pick([nil, "", "c"]))
            default: self = random.chance(5) ? .lost(1) : .rule
            }
        }
    }

    enum Other: Codable, Equatable, XMLChoice {
        case rule, mark(String)
        static let xmlRoles: [String: XMLCodingRole] = ["rule": .element("hr"), "mark": .element("n")]
    }

    enum Bare: Codable, Equatable, XMLChoice { case one }

    /// An enumeration that does not say its cases.
    enum Unknown: String, Codable, Equatable, XMLChoice { case one }

    /// A type whose only value is a list of choices.
    struct Body<Value: Codable & Equatable>: Codable, Equatable {
        var value: Value
        init(_ value: Value) { self.value = value }
        init(from decoder: any Decoder) throws { value = try decoder.singleValueContainer().decode(Value.self) }
        func encode(to encoder: any Encoder) throws {
            var container = encoder.singleValueContainer()
            try container.encode(value)
        }
    }

    struct Page<Value: Codable & Equatable>: Codable, Equatable { var body: Value }
    struct Two: Codable, Equatable { var first: [Block], second: [Block] }
    struct Maybe: Codable, Equatable { var first: Block?, second: Block? }
    struct Mixed: Codable, Equatable { var blocks: [Block], others: [Other] }
    struct Named: Codable, Equatable { var n: Int, blocks: [Block] }
    struct Inner: Codable, Equatable, XMLCodingRoles {
        var list: [Block]
        static let xmlRoles: [String: XMLCodingRole] = ["list": .path("list/*")]
    }
    struct Cases: Codable, Equatable { var rule: Block?, note: Block? }
    struct Apart: Codable, Equatable, XMLCodingRoles {
        var first: [Block], second: [Block]
        static let xmlRoles: [String: XMLCodingRole] = ["second": .path("rest/second")]
    }

    private static func encode(_ value: some Encodable, _ name: String? = "r") throws -> String {
        try XMLEncoder(writingOptions: XMLWritingOptions(declaration: .never)).xmlString(value, rootName: name)
    }

    private static func check<Value: Codable & Equatable>(_ value: Value, _ expected: String) throws {
        let text = try encode(value)
        #expect(text == expected)
        #expect(try XMLDecoder().decode(Value.self, from: text) == value)
    }

    @Test("A type whose only value is a list of choices has its own element")
    func wrapper() throws {
        try Self.check(Page(body: Body([Block.rule, .text("t")])), "<r><body><rule/>t</body></r>")
        try Self.check(Page(body: Body([Block]())), "<r><body/></r>")
        try Self.check(Page(body: [Block.rule]), "<r><rule/></r>")
        try Self.check(Page(body: [Body([Block.rule]), Body([])]), "<r><body><rule/></body><body/></r>")
        try Self.check(Body([Block.rule]), "<r><rule/></r>")
        try Self.check(Page(body: [Block.rule, .lost(1)]), "<r><rule/><lost>1</lost></r>")
        try Self.check(Page(body: [Bare.one, .one]), "<r><one/><one/></r>")
        try Self.check(Cases(rule: .rule, note: .note("x")), "<r><rule/><note>x</note></r>")
        try Self.check(
            Apart(first: [.rule], second: [.number(1)]), "<r><rule/><rest><second><n>1</n></second></rest></r>")
    }

    @Test("A case without a value differs from one with an empty value")
    func missing() throws {
        try Self.check(
            Page(body: [Block.note(nil), .note("")]),
            "<r xmlns:xsi=\"http://www.w3.org/2001/XMLSchema-instance\"><note xsi:nil=\"true\"/><note/></r>")
    }

    @Test("What would be read differently is an error with its path")
    func errors() throws {
        func expect(_ value: some Encodable, _ path: String, _ name: String? = "r") {
            #expect {
                try Self.encode(value, name)
            } throws: { error in
                (error as? EncodingError)?.xmlError?.diagnostic.path == path
            }
        }
        expect(Two(first: [.rule], second: []), "r.second")
        expect(Two(first: [], second: [.rule]), "r.second")
        expect(Maybe(first: nil, second: .rule), "r.second")
        expect(Maybe(first: .rule, second: nil), "r.second")
        expect(Cases(rule: .rule, note: nil), "r")
        expect(Cases(rule: .note("x"), note: .rule), "r")
        expect(Mixed(blocks: [], others: [.mark("x")]), "r.n")
        expect(Named(n: 1, blocks: []), "r.n")
        expect(Page(body: [Block.text("a"), .text("b")]), "r.#text")
        expect(Page(body: [Block.text("")]), "r.#text")
        expect(Page(body: [Block.rule, .text(" ")]), "r.#text")
        expect(Inner(list: [.rule, .text("a")]), "r.list.#text")
        expect([Unknown](), "r")
        expect([Block.rule], "rule", "rule")
        #expect(throws: (any Error).self) { try XMLDecoder().decode(Page<Unknown>.self, from: "<r><one/></r>") }
        #expect(try Self.encode(Mixed(blocks: [.rule], others: [.rule])) == "<r><rule/><hr/></r>")
    }

    @Test("Generated choices are read as they were written, or are an error", arguments: 0..<400 as Range<UInt64>)
    func generated(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        func blocks() -> [Block] { (0..<Int.random(in: 0...5, using: &random)).map { _ in Block(&random) } }
        var written = 0
        func check<Value: Codable & Equatable>(_ value: Value) throws {
            guard let text = try? Self.encode(value) else { return }
            written += 1
            #expect(try XMLDecoder().decode(Value.self, from: text) == value, "\(text)")
        }
        try check(blocks())
        try check(Page(body: blocks()))
        try check(Page(body: Body(blocks())))
        try check(Page(body: [Body(blocks()), Body(blocks())]))
        try check(Page(body: Block(&random)))
        try check(Page(body: random.chance(2) ? nil : Block(&random)))
        try check(Two(first: blocks(), second: blocks()))
        try check(
            Maybe(first: random.chance(2) ? nil : Block(&random), second: random.chance(2) ? nil : Block(&random)))
        try check(Mixed(blocks: blocks(), others: [.rule, .mark("x"), .rule].filter { _ in random.chance(2) }))
        try check(Apart(first: blocks(), second: blocks()))
        try check(Cases(rule: random.chance(4) ? nil : .rule, note: random.chance(4) ? nil : .note("x")))
        try check(Inner(list: blocks()))
        try check(Named(n: 1, blocks: blocks()))
        if seed == 0 { #expect(written > 0) }
    }

    /// An enumeration that chooses by the names of elements, but does not say so.
    private enum Chapter: Decodable, Equatable {
        case intro(String), chapter(String)
        enum CodingKeys: String, CodingKey { case intro, chapter }
        init(from decoder: any Decoder) throws {
            let container = try decoder.container(keyedBy: CodingKeys.self)
            if let text = try container.decodeIfPresent(String.self, forKey: .intro) {
                self = .intro(text)
            } else {
                self = .chapter(try container.decode(String.self, forKey: .chapter))
            }
        }
    }

    private struct Book: Decodable {
        var chapters: [Chapter]
        init(from decoder: any Decoder) throws { chapters = try decoder.singleValueContainer().decode([Chapter].self) }
    }

    private struct Library: Decodable { var book: Book }

    @Test("A choice that is not declared is an error, not one of several")
    func undeclared() throws {
        let book = "<book><intro>a</intro><chapter>1</chapter><chapter>2</chapter></book>"
        for document in [book, "<library>\(book)</library>"] {
            let error = try #require(throws: DecodingError.self) {
                if document == book {
                    _ = try XMLDecoder().decode(Book.self, from: document)
                } else {
                    _ = try XMLDecoder().decode(Library.self, from: document)
                }
            }
            #expect(error.xmlError != nil)
        }
        // One element with one child may be an enumeration.
        let one = try XMLDecoder().decode(Library.self, from: "<library><book><intro>a</intro></book></library>")
        #expect(one.book.chapters == [.intro("a")])
    }
}
