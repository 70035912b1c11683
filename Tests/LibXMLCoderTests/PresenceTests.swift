import Foundation
import LibXMLCoder
import Testing

/// What is missing: keys, texts, and texts between elements.
@Suite struct PresenceTests {
    private struct Price: Decodable, Equatable {
        var text: String?
        var unit: String?
        enum CodingKeys: String, CodingKey { case text = "", unit }
    }

    @Test(
        "A string under the key “” is nil without text",
        arguments: [
            ("<p/>", nil), ("<p></p>", nil), ("<p unit='EUR'/>", nil), ("<p unit='EUR'> </p>", nil),
            ("<p><unit>EUR</unit></p>", nil), ("<p unit='EUR'>x</p>", "x"), ("<p><![CDATA[x]]></p>", "x"),
        ] as [(String, String?)])
    func texts(document: String, text: String?) throws {
        #expect(try ShapeTests.decode(Price.self, document).text == text)
        #expect(try ShapeTests.decode([String: Price].self, "<r>\(document)</r>")["p"]?.text == text)
        struct Required: Decodable {
            var text: String
            enum CodingKeys: String, CodingKey { case text = "" }
        }
        #expect(try ShapeTests.decode(Required.self, document).text == text ?? "")
    }

    @Test("Without trimming, white space is a text")
    func whiteSpace() throws {
        #expect(try ShapeTests.decode(Price.self, "<p> </p>") { $0.trimValueWhitespaces = false }.text == " ")
    }

    @Test(
        "decodeNil(forKey:) returns true for a missing key",
        arguments: [
            ("<r/>", true), ("<r b='1'/>", true), ("<r a=''/>", false), ("<r><a/></r>", false),
            ("<r><a>1</a></r>", false),
        ])
    func keys(document: String, isNil: Bool) throws {
        struct Value: Decodable {
            var isNil, hasText: Bool
            enum Key: String, CodingKey { case a, text = "" }

            init(from decoder: any Decoder) throws {
                let container = try decoder.container(keyedBy: Key.self)
                isNil = try container.decodeNil(forKey: .a)
                hasText = try container.contains(.text) || !container.decodeNil(forKey: .text)
            }
        }
        let value = try ShapeTests.decode(Value.self, document)
        #expect(value.isNil == isNil && !value.hasText)
    }

    @Test("A dictionary is empty if its key is an attribute only", arguments: ["<r d='1'/>", "<r/>", "<r><d/></r>"])
    func dictionaries(document: String) throws {
        struct Value: Decodable {
            var d: [String: Int]
        }
        struct Optional: Decodable {
            var d: [String: Int]?
        }
        #expect(try ShapeTests.decode(Value.self, document).d.isEmpty)
        #expect(try ShapeTests.decode(Optional.self, document).d ?? [:] == [:])
        #expect(try ShapeTests.decode([String: Int].self, "<r d='1'><e>2</e></r>") == ["d": 1, "e": 2])
    }

    private enum Part: Decodable, Equatable {
        case bold(String)
        case text(String)
        enum CodingKeys: String, XMLChoiceCodingKey { case bold = "b", text = "" }

        init(from decoder: any Decoder) throws {
            let container = try decoder.container(keyedBy: CodingKeys.self)
            if container.contains(.bold) {
                self = .bold(try container.decode(String.self, forKey: .bold))
            } else {
                self = .text(try container.decode(String.self, forKey: .text))
            }
        }
    }

    @Test(
        "White space between elements is a text only if no option removes it",
        arguments: [(true, false), (true, true), (false, true), (false, false)])
    func choices(trims: Bool, removes: Bool) throws {
        func decode(_ text: String) throws -> [Part] {
            try ShapeTests.decode([Part].self, text) {
                $0.trimValueWhitespaces = trims
                $0.removeWhitespaceElements = removes
            }
        }
        let isRemoved = trims || removes
        let parts = try decode("<p>Tea <b>x</b> <b>y</b></p>")
        #expect(parts == [.text("Tea "), .bold("x")] + (isRemoved ? [] : [.text(" ")]) + [.bold("y")])
        #expect(try decode("<p> <b>x</b> <b>y</b></p>") == [.bold("x"), .bold("y")])
        let kept = try decode("<p xml:space='preserve'>Tea<b>x</b> <b>y</b></p>")
        #expect(kept == [.text("Tea"), .bold("x"), .text(" "), .bold("y")])
    }
}
