import LibXML
import Testing

/// The keys of flattened structures, and what they read.
@Suite struct FlattenedKeyTests {
    @Test("A path reads what it leads to, and not other names of its first step")
    func firstSteps() throws {
        struct Path: Codable, Equatable {
            var a: Int
            enum CodingKeys: String, CodingKey { case a = "x/a" }
        }
        struct Outer: Codable, Equatable, XMLCodingRoles {
            var x: Int
            var part: Path
            static let xmlRoles: [String: XMLCodingRole] = ["x": .attribute, "part": .flattened]
        }
        let outer = Outer(x: 1, part: Path(a: 2))
        #expect(try FlatteningTests.text(outer) == "<r x=\"1\"><x><a>2</a></x></r>")
        #expect(try XMLDecoder().decode(Outer.self, from: FlatteningTests.text(outer)) == outer)

        struct Identified: Codable, Equatable, XMLCodingRoles {
            var id: Int
            static let xmlRoles: [String: XMLCodingRole] = ["id": .path("@id")]
        }
        struct Named: Codable, Equatable, XMLCodingRoles {
            var name: String
            var part: Identified
            static let xmlRoles: [String: XMLCodingRole] = ["part": .flattened]
        }
        let named = try XMLDecoder().decode(Named.self, from: "<r id='1'><name>A</name></r>")
        #expect(named == Named(name: "A", part: Identified(id: 1)))

        struct Deep: Codable, XMLCodingRoles {
            var a: [Int]
            static let xmlRoles: [String: XMLCodingRole] = ["a": .path("//a")]
        }
        struct Searched: Codable, XMLCodingRoles {
            var name: String?
            var part: Deep
            static let xmlRoles: [String: XMLCodingRole] = ["part": .flattened]
        }
        let found = try XMLDecoder().decode(Searched.self, from: "<r><name>A</name><x><a>1</a></x><a>2</a></r>")
        #expect(found.part.a == [1, 2])
        let error = try decodingError(Searched.self, "<r>\n<name>A<a>1</a></name></r>")
        #expect(error.code == .invalidValue && error.location?.line == 2)
    }

    @Test("Paths of two types that lead to one place, or into each other's, are an error with the place of it")
    func overlaps() throws {
        struct First: Decodable {
            var a: String?
            enum CodingKeys: String, CodingKey { case a = "x/a" }
        }
        struct Second: Decodable {
            var b: String?
            enum CodingKeys: String, CodingKey { case b = "x/a/b" }
        }
        struct Both: Decodable, XMLCodingRoles {
            var first: First
            var second: Second
            static let xmlRoles: [String: XMLCodingRole] = ["first": .flattened, "second": .flattened]
        }
        struct Twice: Decodable, XMLCodingRoles {
            var first: First
            var again: First
            static let xmlRoles: [String: XMLCodingRole] = ["first": .flattened, "again": .flattened]
        }
        let inside = try decodingError(Both.self, "<r><x>\n<a>1\n<b>2</b></a></x></r>")
        #expect(inside.code == .invalidValue && inside.location?.line == 3)
        #expect(inside.message == "“first.x/a” and “second.x/a/b” read the same part of <r>")
        #expect(try decodingError(Twice.self, "<r><x>\n<a>1</a></x></r>").location?.line == 2)
        let apart = try XMLDecoder().decode(Both.self, from: "<r><x><a>1</a><c><b>2</b></c></x></r>")
        #expect(apart.first.a == "1" && apart.second.b == nil)
    }

    struct Outer<Part: Decodable>: Decodable, XMLCodingRoles {
        var part: Part?
        static var xmlRoles: [String: XMLCodingRole] { ["part": .flattened] }
    }

    struct List<Part: Decodable>: Decodable { var e: [Outer<Part>] }

    @Test("A structure that lacks a value is not nil if another one is there, whatever its key")
    func incomplete() throws {
        struct Inner: Decodable { var x: Int }
        struct Nested: Decodable, XMLCodingRoles {
            var b: Int
            var inner: Inner
            static let xmlRoles: [String: XMLCodingRole] = ["inner": .flattened]
        }
        class Base: Decodable { var a: Int }
        final class Derived: Base {
            var b: Int
            enum CodingKeys: CodingKey { case b }
            required init(from decoder: any Decoder) throws {
                b = try decoder.container(keyedBy: CodingKeys.self).decode(Int.self, forKey: .b)
                try super.init(from: decoder)
            }
        }
        struct Path: Decodable {
            var b: Int
            var a: Int
            enum CodingKeys: String, CodingKey {
                case b
                case a = "x/a"
            }
        }
        struct Words: Decodable {
            var id: Int
            var baseURL: String
        }
        struct Raw: Decodable {
            var b: Int
            var text: String
            enum CodingKeys: String, CodingKey {
                case b
                case text = ""
            }
        }
        struct Anywhere: Decodable {
            var b: Int
            var a: Int
            enum CodingKeys: String, CodingKey {
                case b
                case a = "*:a"
            }
        }
        func check<Part: Decodable>(
            _ type: Part.Type, _ content: String, _ decoder: XMLDecoder = XMLDecoder(),
            _ location: SourceLocation = #_sourceLocation
        ) throws {
            #expect(throws: DecodingError.self, sourceLocation: location) {
                try decoder.decode(Outer<Part>.self, from: "<r>\(content)</r>")
            }
            // The keys of the first element are those of the others.
            let text = "<r><e/><e><z/></e><e>\(content)</e></r>"
            #expect(throws: DecodingError.self, sourceLocation: location) {
                try decoder.decode(List<Part>.self, from: text)
            }
            let list = try decoder.decode(List<Part>.self, from: "<r><e/><e><z/></e></r>")
            #expect(list.e.count == 2 && list.e.allSatisfy { $0.part == nil }, sourceLocation: location)
        }
        try check(Nested.self, "<x>1</x>")
        try check(Derived.self, "<a>1</a>")
        try check(Path.self, "<x><a>1</a></x>")
        try check(Words.self, "<base_url>u</base_url>", XMLDecoder(keyDecodingStrategy: .convertFromSnakeCase))
        try check(Raw.self, "hi")
        try check(Anywhere.self, "<a>1</a>")
    }

    @Test("All missing values of several structures are collected")
    func collected() throws {
        struct First: Decodable, XMLCodingRoles {
            var id: Int
            static let xmlRoles: [String: XMLCodingRole] = ["id": .element("a")]
        }
        struct Second: Decodable, XMLCodingRoles {
            var id: Int
            static let xmlRoles: [String: XMLCodingRole] = ["id": .element("b")]
        }
        struct Outer: Decodable, XMLCodingRoles {
            var first: First
            var second: Second
            static let xmlRoles: [String: XMLCodingRole] = ["first": .flattened, "second": .flattened]
        }
        var decoder = XMLDecoder()
        decoder.invalidElements = .collect
        let error = #expect(throws: XMLError.self) { try decoder.decode(Outer.self, from: "<r/>") }
        #expect(error?.diagnostics.map(\.code) == [.missingElement, .missingElement])
    }
}
