import Foundation
import LibXMLCoder
import Testing

import struct LibXML.XMLError

/// Where XMLCoder is wrong, and LibXMLCoder is not: the shapes of the page “Coming from XMLCoder”.
@Suite struct DifferenceTests {
    private static func decode<Value: Decodable>(
        _ type: Value.Type, _ text: String, _ set: (XMLDecoder) -> Void = { _ in }
    ) throws -> Value {
        try ShapeTests.decode(type, text, set)
    }

    @Test("Dates that default coders write and read are the same")
    func dates() throws {
        let dates = ["d": Date(timeIntervalSince1970: 1_000_000)]
        let text = try ShapeTests.encode(dates, "v")
        #expect(text == "<v><d>1000000.0</d></v>")
        #expect(try Self.decode([String: Date].self, text) == dates)
    }

    @Test("Text around references and elements is kept")
    func text() throws {
        #expect(try Self.decode([String: String].self, "<r><a>x &amp; y <![CDATA[z]]></a></r>") == ["a": "x & y z"])
    }

    @Test("Prefixes are those of declared namespaces")
    func prefixes() throws {
        #expect(throws: DecodingError.self) { try Self.decode([String: String].self, "<r><p:a>x</p:a></r>") }
        #expect(throws: EncodingError.self) { try ShapeTests.encode(["p:a": "x"], "r") }
        let text = try ShapeTests.encode(["p:a": "x"], "r", attributes: ["xmlns:p": "u"])
        #expect(text == "<r xmlns:p=\"u\"><p:a>x</p:a></r>")
        #expect(
            try Self.decode([String: String].self, text) { $0.shouldProcessNamespaces = true } == ["a": "x"])
    }

    @Test("A default namespace is an attribute, also where namespaces are processed")
    func defaultNamespace() throws {
        struct Feed: Decodable {
            @Attribute var xmlns: String
            var title: String
        }
        for processes in [false, true] {
            let text = "<a:feed xmlns='d' xmlns:a='u'><a:title>T</a:title></a:feed>"
            let feed = try Self.decode(Feed.self, processes ? text : text.replacing("a:title", with: "title")) {
                $0.shouldProcessNamespaces = processes
            }
            #expect((feed.xmlns, feed.title) == ("d", "T"))
        }
    }

    @Test("Errors have places, also after blank lines")
    func places() throws {
        struct Order: Codable {
            var id: Int
        }
        let invalid = try #require(throws: DecodingError.self) {
            try Self.decode(Order.self, "<order>\n<id>x</id>\n</order>")
        }
        #expect(invalid.xmlError?.diagnostic.location?.line == 2)
        let malformed = try #require(throws: DecodingError.self) {
            try Self.decode(Order.self, "<order>\n\n\n<id>1</id><b></order>") { $0.errorContextLength = 8 }
        }
        guard case .dataCorrupted(let context) = malformed else {
            Issue.record(malformed)
            return
        }
        #expect(malformed.xmlError?.diagnostic.location?.line == 4)
        #expect(context.debugDescription.contains("at line 4, column 14:\n`"))
        let lines = try #require(throws: DecodingError.self) {
            try Self.decode(Order.self, "<order>\r\n<!--e\u{301}\u{2028}--><b></order>") { $0.errorContextLength = 12 }
        }
        guard case .dataCorrupted(let context) = lines else { throw lines }
        #expect(context.debugDescription.contains("at line 2, column 14:\n`"))
        #expect(context.debugDescription.hasSuffix("\n`-><b></order`"), "\(context.debugDescription)")
    }

    @Test("A choice that does not fit is an error")
    func choices() throws {
        enum Shape: Decodable {
            case circle(Int)
            enum CodingKeys: String, XMLChoiceCodingKey { case circle }
            init(from decoder: any Decoder) throws {
                let container = try decoder.container(keyedBy: CodingKeys.self)
                self = .circle(try container.decode(Int.self, forKey: .circle))
            }
        }
        struct Drawing: Decodable {
            var shape: [Shape]
        }
        #expect(try Self.decode([Shape].self, "<d><circle>1</circle></d>").count == 1)
        #expect(try Self.decode(Drawing.self, "<d><shape><circle>1</circle></shape></d>").shape.count == 1)
        #expect(throws: DecodingError.self) {
            try Self.decode(Drawing.self, "<d><shape><circle>1</circle><circle>2</circle></shape></d>")
        }
        #expect(throws: DecodingError.self) { try Self.decode([Shape].self, "<d><line>1</line></d>") }
    }
}
