import Testing

@testable import LibXML

@Suite struct ReferenceScanTests {
    struct Case: CustomTestStringConvertible, Sendable {
        var text: String
        var kind: Reference.Kind
        var name: String
        var rest: String
        var isClosed: Bool
        var number: UInt32 = 0
        var character: Unicode.Scalar?

        var testDescription: String { text }
    }

    static let cases: [Case] = [
        Case(text: "&lt;b", kind: .entity, name: "lt", rest: "b", isClosed: true, character: "<"),
        Case(text: "&gt;", kind: .entity, name: "gt", rest: "", isClosed: true, character: ">"),
        Case(text: "&amp;amp;", kind: .entity, name: "amp", rest: "amp;", isClosed: true, character: "&"),
        Case(text: "&quot;", kind: .entity, name: "quot", rest: "", isClosed: true, character: "\""),
        Case(text: "&apos;", kind: .entity, name: "apos", rest: "", isClosed: true, character: "'"),
        Case(text: "&é.1:x;y", kind: .entity, name: "é.1:x", rest: "y", isClosed: true),
        Case(text: "&lt", kind: .entity, name: "lt", rest: "", isClosed: false),
        Case(text: "&LT;", kind: .entity, name: "LT", rest: "", isClosed: true),
        Case(text: "& a;", kind: .entity, name: "", rest: " a;", isClosed: false),
        Case(text: "&", kind: .entity, name: "", rest: "", isClosed: false),
        Case(text: "&;", kind: .entity, name: "", rest: "", isClosed: true),
        Case(text: "&#38;x", kind: .decimal, name: "38", rest: "x", isClosed: true, number: 38, character: "&"),
        Case(
            text: "&#x1F600;", kind: .hexadecimal, name: "1F600", rest: "", isClosed: true, number: 0x1F600,
            character: "😀"),
        Case(text: "&#0065a", kind: .decimal, name: "0065", rest: "a", isClosed: false, number: 65),
        Case(text: "&#+38;", kind: .decimal, name: "", rest: "+38;", isClosed: false),
        Case(text: "&#;", kind: .decimal, name: "", rest: "", isClosed: true),
        Case(text: "&#x;", kind: .hexadecimal, name: "", rest: "", isClosed: true),
        Case(text: "&#xD800;", kind: .hexadecimal, name: "D800", rest: "", isClosed: true, number: 0xD800),
        Case(
            text: "&#99999999999999999999;", kind: .decimal, name: "99999999999999999999", rest: "", isClosed: true,
            number: 0x11_0000),
        Case(text: "&#X41;", kind: .decimal, name: "", rest: "X41;", isClosed: false),
    ]

    @Test("The parts of a reference", arguments: cases) func parts(_ test: Case) {
        let bytes = Array("é\(test.text)".utf8)
        let text = bytes.span
        let reference = Reference(in: text, at: 2, before: text.count)
        #expect(reference.kind == test.kind)
        #expect(text.string(reference.name) == test.name)
        #expect(text.string(reference.end..<text.count) == test.rest)
        #expect(reference.isClosed == test.isClosed)
        #expect(reference.number == test.number)
        #expect(reference.character(in: text) == test.character)
    }

    @Test("A reference ends at the end of its value, and HTML writes X, too") func limits() {
        let bytes = Array("&#X41;&lt;".utf8)
        let text = bytes.span
        for limit in 1...6 {
            let reference = Reference(in: text, at: 0, before: limit, allowsUpperX: true)
            #expect(reference.end <= limit)
            #expect(reference.isClosed == (limit == 6))
        }
        let hexadecimal = Reference(in: text, at: 0, before: 6, allowsUpperX: true)
        #expect(hexadecimal.kind == .hexadecimal)
        #expect(hexadecimal.character(in: text) == "A")
        #expect(Reference(in: text, at: 6, before: 9).end == 9)
        #expect(Reference(in: text, at: 6, before: 9).character(in: text) == nil)
    }
}
