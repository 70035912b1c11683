import LibXML
import Testing

/// What the errors of decoders and encoders print.
@Suite struct CodingFaultTests {
    private struct Order: Codable { var id: Int, customer: String }

    private enum Color: String, Codable { case red, darkBlue }
    private enum Size: String, Codable, CaseIterable { case small, large }

    private static func count(_ part: String, in text: String) -> Int {
        text.split(separator: part, omittingEmptySubsequences: false).count - 1
    }

    @Test("An error prints its message, its location and its help once")
    func decoding() throws {
        let error = try #require(throws: DecodingError.self) {
            try XMLDecoder().decode(Order.self, from: "<order id='7'><custmer/></order>")
        }
        let text = "\(error)"
        #expect(Self.count("has no element “customer”", in: text) == 1, "\(text)")
        #expect(Self.count("did you mean <custmer>?", in: text) == 1, "\(text)")
        #expect(Self.count("1:1: error", in: text) == 1, "\(text)")
        let invalid = try #require(throws: DecodingError.self) {
            try XMLDecoder().decode(Order.self, from: "<order id='x'><customer/></order>")
        }
        #expect(Self.count("expected Int", in: "\(invalid)") == 1, "\(invalid)")
        #expect(invalid.xmlError?.code == .invalidValue)
        #expect(invalid.xmlError?.location?.column == 12)
    }

    @Test("An error of an encoder has the value, and prints its message once")
    func encoding() throws {
        struct Bad: Encodable {
            var name = "a"
            enum CodingKeys: String, CodingKey { case name = "a b" }
        }
        let error = try #require(throws: EncodingError.self) { try XMLEncoder().xmlBytes([Bad()]) }
        guard case .invalidValue(let value, _) = error else { throw error }
        #expect(value is Bad)
        let message = try #require(error.xmlError?.message)
        #expect(Self.count(message, in: "\(error)") == 1, "\(error)")
        #expect(!"\(error)".contains("Optional<String>"))
        let prefix = try #require(throws: EncodingError.self) { try XMLEncoder().xmlBytes(["p:x": 1]) }
        guard case .invalidValue(let document, _) = prefix else { throw prefix }
        #expect(document is [String: Int])
    }

    @Test("An invalid value of an enumeration is named with those that exist, or with the one that was meant")
    func enumerations() throws {
        func error<Value: Decodable>(_ type: Value.Type, _ text: String) throws -> XMLError {
            try decodingError([Value].self, "<a><b>\(text)</b></a>")
        }
        let size = try error(Size.self, "smal")
        #expect(
            size.message == "expected one of “small”, “large”, found “smal”" && size.help == "did you mean “small”?")
        #expect(try error(Color.self, "RED").help == "did you mean “red”?")
        #expect(try error(Color.self, "DarkBlue").help == "did you mean “darkBlue”?")
        #expect(try error(Color.self, "green").help == nil)
    }

    @Test("The path of a value in a thousand elements is shortened in the middle")
    func longPath() throws {
        final class Node: Decodable {
            var n: Node?
            var leaf: Int?
        }
        let depth = 200
        let text = String(repeating: "<n>", count: depth) + "<leaf>x</leaf>" + String(repeating: "</n>", count: depth)
        let error = try #require(throws: DecodingError.self) { try XMLDecoder().decode(Node.self, from: text) }
        let path = try #require(error.xmlError?.diagnostic.path)
        #expect(path.hasPrefix("n.n."))
        #expect(path.contains(".…."))
        #expect(path.hasSuffix(".n.leaf"))
        #expect(path.utf8.count < 200)
        guard case .dataCorrupted(let context) = error else { throw error }
        #expect(context.codingPath.count == depth)
    }
}
