import LibXML
import Testing

@Suite struct ChoiceTests {
    enum Block: Decodable, Equatable, XMLChoice {
        case paragraph(String)
        case image(src: String, width: Int?)
        case list([String])
        case rule
        case text(String)
        case section(Section)

        static let xmlRoles: [String: XMLCodingRole] = [
            "paragraph": .element("p"), "image": .element("img"), "list": .element("ul"), "rule": .element("hr"),
            "text": .text, "section": .element,
        ]
    }

    struct Section: Decodable, Equatable {
        var title: String
        var blocks: [Block]
    }

    @Test("A list of mixed kinds, in order, with text, recursively")
    func mixed() throws {
        let text = """
            <section><title>T</title>a<p>b</p> c &amp; <![CDATA[d]]><!-- no --> e<img src="f" width="7"/><hr/><unknown/>\
            <ul><li>g</li><li>h</li></ul><section><title>U</title><p>i</p>
              <p>j</p></section></section>
            """
        let section = try XMLDecoder().decode(Section.self, from: text)
        let inner = Section(title: "U", blocks: [.paragraph("i"), .paragraph("j")])
        #expect(
            section.blocks == [
                .text("a"), .paragraph("b"), .text(" c & d e"), .image(src: "f", width: 7), .rule, .list(["g", "h"]),
                .section(inner),
            ])
    }

    enum Shape: Decodable, Equatable, XMLChoice {
        case circle(Circle), square(side: Double)
        struct Circle: Decodable, Equatable {
            var radius: Double
        }
        static let xmlRoles: [String: XMLCodingRole] = [
            "circle": .element, "square": .element(XMLNamespace("urn:s")["box"]),
        ]
    }

    struct Drawing: Decodable, Equatable {
        var shapes: [Shape]
        var body: [Shape]?
    }

    struct Single: Decodable { var first: Shape }

    @Test("Choices as a value, as a list under any key, and inside of an element of the key's name")
    func places() throws {
        let shapes = "<circle radius='1'/><x/><s:box xmlns:s='urn:s' side='2'/>"
        let drawing = try XMLDecoder().decode(Drawing.self, from: "<d>\(shapes)<body><circle radius='3'/></body></d>")
        let both: [Shape] = [.circle(.init(radius: 1)), .square(side: 2)]
        #expect(drawing == Drawing(shapes: both, body: [.circle(.init(radius: 3))]))
        #expect(try XMLDecoder().decode(Single.self, from: "<d>\(shapes)</d>").first == both[0])
        #expect(try XMLDecoder().decode([Shape].self, from: "<d>\(shapes)</d>") == both)
        #expect(try XMLDecoder().decode(Shape.self, from: "<circle radius='1'/>") == both[0])
        #expect(try XMLDecoder().decode([Shape].self, from: "<d>\(shapes)</d>", at: "d/circle") == [both[0]])
        #expect(try XMLDecoder().decode([String: [Shape]].self, from: "<d><a>\(shapes)</a></d>") == ["a": both])
        struct Maybe: Decodable { var shape: Shape? }
        struct Optionals: Decodable { var list: [Located<Shape>]? }
        let none = try XMLDecoder().decode(Optionals.self, from: "<d><x/></d>")
        #expect(try XMLDecoder().decode(Maybe.self, from: "<d><x/></d>").shape == nil && none.list == nil)
        let some = try XMLDecoder().decode(Optionals.self, from: "<d>\n<circle radius='1'/></d>")
        #expect(try XMLDecoder().decode(Maybe.self, from: "<d>\n<circle radius='1'/></d>").shape == both[0])
        #expect(some.list?.first?.location?.line == 2)
    }

    @Test("What is no choice is an error with its place")
    func errors() throws {
        let unknown = try decodingError(Shape.self, "\n<x/>")
        #expect(unknown.location?.line == 2)
        #expect(unknown.message.contains("<circle>"))
        let missing = try decodingError(Single.self, "<d/>")
        #expect(missing.code == .missingElement)
        #expect(missing.message.contains("<circle>"))
        let invalid = try decodingError(Drawing.self, "<d>\n<circle radius='x'/></d>")
        #expect(invalid.location?.line == 2 && invalid.location?.column == 17)
    }

    @Test("A bad choice does not lose the list, and elements that are no choice are unknown")
    func options() throws {
        var decoder = XMLDecoder()
        decoder.invalidElements = .skip
        let text = "<d><circle radius='x'/><circle radius='2'/></d>"
        #expect(try decoder.decode([Shape].self, from: text) == [.circle(.init(radius: 2))])
        struct List: Decodable {
            var shapes: [Shape]
        }
        decoder.unknownElements = .error
        #expect(try decoder.decode(List.self, from: text).shapes.count == 1)
        #expect(throws: DecodingError.self) { try decoder.decode(List.self, from: "<d><circle radius='2'/><x/></d>") }
    }

    @Test("Enumerations with a decoder of their own choose by the key of the case")
    func manual() throws {
        enum Field: Decodable, Equatable, XMLChoice {
            case a(Int), other(String)
            static let xmlRoles: [String: XMLCodingRole] = ["a": .element, "other": .element("*")]
            enum CodingKeys: CodingKey { case a, other }
            init(from decoder: any Decoder) throws {
                let container = try decoder.container(keyedBy: CodingKeys.self)
                switch container.allKeys.first {
                case .a: self = .a(try container.decode(Int.self, forKey: .a))
                case .other: self = .other(try container.decode(XMLTree.Element.self, forKey: .other).qualifiedName)
                case nil: self = .other("none")
                }
            }
        }
        #expect(
            try XMLDecoder().decode([Field].self, from: "<d><a>1</a><b/><c/><a>2</a></d>")
                == [.a(1), .other("b"), .other("c"), .a(2)])
    }

    enum Animal: Decodable, Equatable, XMLChoice {
        case dog(Dog), cat(lives: Int), other(name: String)
        struct Dog: Decodable, Equatable {
            var name: String
        }
        static let zoo = XMLNamespace("urn:zoo")
        static let xmlRoles: [String: XMLCodingRole] = [
            "dog": .type(zoo["Dog"]), "cat": .type(zoo["Cat"]), "other": .type(nil),
        ]
    }

    @Test("xsi:type chooses by URI, and only what the program declared")
    func types() throws {
        struct Zoo: Decodable {
            var animal: [Animal]
            var star: Animal?
        }
        let xsi = "xmlns:i='http://www.w3.org/2001/XMLSchema-instance'"
        let text = """
            <zoo \(xsi) xmlns='urn:zoo' xmlns:z='urn:zoo' xmlns:y='urn:other'>
            <animal i:type='z:Dog'><name>Rex</name></animal><animal i:type=' Cat ' lives='9'/><animal name='x'/>
            <star xmlns:q='urn:zoo' i:type='q:Dog' name='Laika'/></zoo>
            """
        let zoo = try XMLDecoder().decode(Zoo.self, from: text)
        #expect(zoo.animal == [.dog(.init(name: "Rex")), .cat(lives: 9), .other(name: "x")])
        #expect(zoo.star == .dog(.init(name: "Laika")))
        var records = try XMLRecords(parsing: text, at: "zoo/animal")
        #expect(try records.next(as: Animal.self) == .dog(.init(name: "Rex")))
        for (from, to) in [("z:Dog", "y:Dog"), ("z:Dog", "Swift.String"), ("z:Dog", "n:Dog")] {
            let error = try #require(throws: DecodingError.self) {
                try XMLDecoder().decode(Zoo.self, from: text.replacing(from, with: to))
            }
            let found = try #require(error.xmlError)
            #expect(found.location?.line == 2)
            #expect(found.location?.column == 17)
            #expect(found.code == .invalidValue)
            #expect(found.message.contains("“{urn:zoo}Cat”"), "\(found)")
        }
        enum Strict: Decodable, XMLChoice {
            case dog(Animal.Dog)
            static let xmlRoles: [String: XMLCodingRole] = ["dog": .type(Animal.zoo["Dog"])]
        }
        let error = try #require(throws: DecodingError.self) { try XMLDecoder().decode(Strict.self, from: "<a/>") }
        #expect(error.xmlError?.code == .missingAttribute)
    }

    @Test("Order and mixed content are kept")
    func mixedContent() throws {
        enum Inline: Decodable, Equatable, XMLChoice {
            case text(String), bold(String), link(href: String, title: String?)
            static let xmlRoles: [String: XMLCodingRole] = [
                "text": .text, "bold": .element("b"), "link": .element("a"),
            ]
        }
        #expect(
            try XMLDecoder().decode([Inline].self, from: "<p>one <b>two</b> <a href='h'/> three &amp; <b>four</b></p>")
                == [
                    .text("one "), .bold("two"), .text(" "), .link(href: "h", title: nil), .text(" three & "),
                    .bold("four"),
                ])
    }

    @Test("Choices, in wrappers and without")
    func wrapped() throws {
        enum Step: Decodable, Equatable, XMLChoice {
            case run(command: String), wait(Int)
            static let xmlRoles: [String: XMLCodingRole] = ["run": .element, "wait": .element]
        }
        struct Job: Decodable, Equatable {
            var name: String
            var steps: [Step]
        }
        let steps = "<run command='a'/><wait>3</wait><run><command>b</command></run>"
        let job = Job(name: "n", steps: [.run(command: "a"), .wait(3), .run(command: "b")])
        #expect(try XMLDecoder().decode(Job.self, from: "<job name='n'>\(steps)</job>") == job)
        #expect(try XMLDecoder().decode(Job.self, from: "<job><name>n</name><steps>\(steps)</steps></job>") == job)
    }
}
