import Foundation
import LibXML
import Testing

/// What cannot be written, and where errors say that it is.
@Suite struct EncodingErrorTests {
    private static func error(
        _ value: some Encodable, _ encoder: XMLEncoder = .init(), _ name: String? = "r"
    ) throws -> (message: String, path: String, keys: String, code: XMLError.Code, help: String?) {
        let error = try #require(throws: EncodingError.self) { try encoder.xmlBytes(value, rootName: name) }
        let found = try #require(error.xmlError)
        guard case .invalidValue(_, let context) = error else { throw error }
        #expect(found.description.hasPrefix(context.debugDescription))
        return (
            found.message, found.diagnostic.path ?? "",
            context.codingPath.map { $0.intValue.map { "\($0)" } ?? $0.stringValue }.joined(separator: ","), found.code,
            found.help
        )
    }

    struct Marks: Codable, XMLCodingRoles {
        struct Point: Codable { var x = 1 }
        var mark: [String]?, point: Point?, nested: [[Int]]?, text: [Point]?, labels: [String: Int]?
        static let xmlRoles: [String: XMLCodingRole] = [
            "mark": .attribute, "point": .attribute, "nested": .attribute, "text": .text,
            "labels": .map("labels/label", key: "@name", value: "#text"),
        ]
    }

    @Test("Names that XML forbids")
    func names() throws {
        let name = try Self.error([["first name": 1]])
        #expect(name.message == "“first name” is not a valid name of an element")
        #expect(name.path == "r.item[0].first name")
        #expect(name.keys == "0,first name")
        #expect(name.code == .invalidName)
        for key in [
            "a b", "1a", "a/>", "", "a:b:c", "xmlns:a", "@", "@1", "a><b", "é\u{0}", "@a", "#text", "a/b", "{urn:m}a",
            "*:a", "*", "a//b",
        ] {
            #expect(try Self.error([key: 1]).code == .invalidName, "\(key)")
        }
        #expect(try Self.error([1: 1]).code == .invalidName)
        #expect(try Self.error(1, .init(), "a b").code == .invalidName)
        #expect(try Self.error(["p:a": 1]).code == .undeclaredPrefix)
        #expect(try Self.error(["p:a": 1]).path == "r.p:a")
        #expect(try Self.error(DynamicKeys(["*": 1])).code == .invalidName)
        #expect(try Self.error(DynamicKeys(["@": 1])).code == .invalidName)
        #expect(try Self.error(DynamicKeys(["a//b": 1])).code == .invalidPath)
        #expect(try Self.error(["@id": 1]).help?.contains("XMLDictionary") == true)
        let replaced = XMLEncoder(writingOptions: XMLWritingOptions(declaration: .never, invalidNames: .replaced))
        #expect(
            try replaced.xmlString(["first name": 1], rootName: "r r") == "<r_r><first_name>1</first_name></r_r>")
        #expect(
            try replaced.xmlString([["@x:y": 1], ["{urn:m}a": 1]])
                == "<list><item><_x_y>1</_x_y></item><item><_urn_m_a>1</_urn_m_a></item></list>")
        let snake = XMLEncoder(keyEncodingStrategy: .convertToSnakeCase)
        #expect(try Self.error(["a_b": 1], snake).code == .invalidName)
        #expect(try Self.error(["a_B": 1], XMLEncoder(keyEncodingStrategy: .convertToUppercase)).code == .invalidName)
    }

    @Test("Values that cannot be written in an attribute or a text")
    func attributes() throws {
        let point = try Self.error(Marks(point: .init()))
        #expect(point.message == "a structure cannot be written as an attribute")
        #expect(point.path == "r.@point")
        #expect(point.keys == "point")
        #expect(point.code == .invalidValue)
        #expect(try Self.error(["a": Marks(mark: ["x", "a b"])]).path == "r.a.@mark")
        #expect(try Self.error(Marks(mark: [""])).message == "“” cannot be written in a list of words")
        #expect(try Self.error(Marks(nested: [[1]])).message == "a list of words cannot contain a list")
        #expect(try Self.error(Marks(text: [.init()])).message == "a list of words cannot contain a structure")
        #expect(try Self.error(Marks(labels: [" a": 1])).code == .invalidValue)
    }

    @Test("Characters that XML forbids")
    func characters() throws {
        let text = try Self.error(["a": ["x", "b\u{1}"]])
        #expect(text.path == "r.a[1]")
        #expect(text.keys == "a,1")
        #expect(text.code == .invalidCharacter)
        #expect(try Self.error(["a": "\u{FFFE}"]).path == "r.a")
        #expect(try Self.error(Marks(mark: ["\u{0}"])).path == "r.@mark")
        let options = XMLWritingOptions(declaration: .never, invalidCharacters: .replaced(with: "?"))
        #expect(
            try XMLEncoder(writingOptions: options).xmlString(["a": "b\u{1}<\u{2}c"], rootName: "r")
                == "<r><a>b?&lt;?c</a></r>")
    }

    @Test("Numbers and dates without a form")
    func values() throws {
        let strict = XMLEncoder(nonConformingFloatEncodingStrategy: .throw)
        #expect(try Self.error(["a": Double.nan], strict).path == "r.a")
        #expect(try Self.error([Float.infinity], strict).path == "r.item[0]")
        #expect(try Self.error([Date(timeIntervalSinceReferenceDate: .nan)]).code == .invalidValue)
        #expect(
            try Self.error([Date.distantFuture + 1e13], XMLEncoder(dateEncodingStrategy: .rfc822)).code == .invalidValue
        )
        #expect(try Self.error([Decimal.nan]).code == .invalidValue)
    }

    @Test("The same attribute twice, also by namespace")
    func duplicates() throws {
        struct Twice: Codable, XMLCodingRoles {
            var a = 1, b = 2
            static let xmlRoles: [String: XMLCodingRole] = ["a": .attribute("x"), "b": .attribute("x")]
        }
        let found = try Self.error(["k": Twice()])
        #expect(found.code == .duplicateAttribute)
        #expect(found.path == "r.k.@x")
        let many = Dictionary(uniqueKeysWithValues: (0..<100).map { ("@a\($0)", $0) })
        #expect(try XMLEncoder().xmlString(DynamicKeys(many)).contains("a99=\"99\""))
    }

    final class Node: Codable {
        var child: [Node] = []
    }

    @Test("Values that nest deeper than the limit, or than the stack of a small thread")
    func depth() async throws {
        let root = Node()
        var last = root
        for _ in 0..<400 {
            let next = Node()
            last.child = [next]
            last = next
        }
        #expect(try XMLEncoder().xmlBytes(root).count > 400)
        #expect(try Self.error(root, XMLEncoder(depthLimit: 100)).code == .tooDeep)
        for _ in 0..<20_000 {
            let next = Node()
            last.child = [next]
            last = next
        }
        #expect(try Self.error(root, XMLEncoder(depthLimit: .max)).code == .tooDeep)
        // A long chain would be released recursively.
        var next: Node? = root
        while let node = next {
            next = node.child.first
            node.child = []
        }
    }

    @Test("Errors of the program are thrown unchanged")
    func ownErrors() throws {
        struct Failure: Error {}
        struct Thrower: Encodable {
            func encode(to encoder: any Encoder) throws { throw Failure() }
        }
        #expect(throws: Failure.self) { try XMLEncoder().xmlBytes([Thrower()]) }
    }
}
