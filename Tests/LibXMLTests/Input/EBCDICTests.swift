import CheckCases
import Testing

@testable import LibXML

/// EBCDIC is recognized by the beginning of its declaration, which names the code page (XML 1.0, appendix F).
@Suite struct EBCDICTests {
    /// Code pages that the C library may know.
    static let codePages =
        [
            37, 273, 274, 275, 277, 278, 280, 281, 284, 285, 290, 297, 420, 423, 424, 500, 803, 870, 871, 875, 880, 905,
            918, 930, 933, 935, 937, 939, 1025, 1026, 1047, 1097, 1112, 1122, 1123, 1130, 1132, 1137, 1140, 1141, 1142,
            1143, 1144, 1145, 1146, 1147, 1148, 1149, 1153, 1154, 1155, 1156, 1157, 1158, 1160, 1164, 1166, 1364, 1371,
            1388, 1390, 1399, 4517, 4899, 4971, 9030, 12712, 16804,
        ]
        .map { $0 < 100 ? "IBM0\($0)" : "IBM\($0)" } + [
            "EBCDIC-IS-FRISS", "EBCDIC-INT", "EBCDIC-CP-US", "EBCDIC-AT-DE",
        ]

    /// Characters of which each code page has some.
    private static let characters =
        "!\"#$%'()*+,-./:;=?@[\\]^_`{|}~¢£¬¦§¨©°äöüßåøçñéèàÇÑĞışŞαβΩЖябאבاب€日本語漢字한국中国アｱ"

    /// A document with the characters that a code page has; nil if that cannot represent XML.
    private func document(_ name: String) -> (text: String, bytes: [UInt8])? {
        guard var encoder = CharacterEncoder(to: name) else { return nil }
        let known = encoder.replacing(Self.characters) { _ in "" }
        let text =
            "<?xml version=\"1.0\" encoding=\"\(name)\"?><r a='&amp;\(known.replacing("'", with: ""))'>\(known)</r>"
        return encode(text, as: name).map { (text, $0) }
    }

    @Test("The declaration names the code page, for whatever reads", arguments: codePages)
    func declared(_ name: String) throws {
        guard let (text, bytes) = document(name) else { return }
        let expected = try XMLTree(parsing: text)
        #expect(try XMLTree(parsing: bytes) == expected)
        for size in [1, 7, 100] { #expect(try parse(chunks: bytes.chunks(of: size)) == expected) }
        let repaired = try XMLTree(parsing: bytes, options: .recovering)
        #expect(repaired == expected)
        #expect(repaired.diagnostics.isEmpty)
        var options = XMLParsingOptions()
        options.encoding = name
        #expect(try XMLTree(parsing: bytes, options: options) == expected)
        var edit = XMLEdit(try XMLTree(parsing: bytes))
        if try !DocumentEncoding(named: name).isStateful, (try? OutputEncoding.named(name)) != nil {
            try edit.setText(of: edit.tree.root, to: "[x] & ~ ❄")
            #expect(try XMLTree(parsing: edit.xmlBytes()).root.text == "[x] & ~ ❄")
        }
    }

    @Test(
        "What is written in a code page is read again; one that lacks characters of markup is refused",
        arguments: codePages)
    func written(_ name: String) throws {
        guard CharacterConverter(from: name) != nil else { return }
        let options = XMLWritingOptions(encoding: name)
        let tree = try XMLTree(parsing: "<r a=\"[x]!\">\(Self.characters.replacing("]", with: ""))</r>")
        guard encode("<?xml version=\"'&#[];/!-?>", as: name) != nil else {
            #expect(
                #expect(throws: XMLError.self) { try tree.xmlBytes(options: options) }?.code == .unsupportedEncoding)
            return
        }
        #expect(try XMLTree(parsing: tree.xmlBytes(options: options)).root.hasSameContent(as: tree.root))
    }

    @Test(
        "A declaration that names no code page is an error at its place, and repaired with a guess",
        arguments: [
            ("<?xml version='1.0'?><r>x</r>", "contradictoryEncoding@1:1+0"),
            ("<?xml version='1.0' encoding='UTF-8'?><r>x</r>", "contradictoryEncoding@1:31+30"),
            ("<?xml version='1.0'\tencoding='ISO-8859-1'?><r>x</r>", "contradictoryEncoding@1:31+30"),
            ("<?xml version='1.0' encoding='IBM-none'?><r>x</r>", "unsupportedEncoding@1:31+30"),
        ])
    func undeclared(_ document: String, _ fault: String) throws {
        let bytes = try #require(encode(document, as: "IBM037"))
        #expect(#expect(throws: XMLError.self) { try XMLTree(parsing: bytes) }?.kindAndPlace == fault)
        for size in [1, 7, 1_000] {
            #expect(
                #expect(throws: XMLError.self) { try parse(chunks: bytes.chunks(of: size)) }?.kindAndPlace == fault)
        }
        let repaired = try XMLTree(parsing: bytes, options: .recovering)
        #expect(repaired.root.text == "x")
        #expect(repaired.diagnostics.count == 1)
        #expect(fault.hasPrefix(repaired.diagnostics.first?.code.description ?? "none"))
    }

    @Test("A large document in EBCDIC is read in pieces, as it arrives")
    func large() throws {
        let item = "<item>[Grüße] 10 €</item>\n\(String(repeating: " ", count: 250))"
        let text = "<?xml version='1.0' encoding='IBM1141'?><r>\(String(repeating: item, count: 50_000))</r>"
        let bytes = try #require(encode(text, as: "IBM1141"))
        var rest = bytes.chunks(of: 1 << 20).map(Array.init)[...]
        var records = try XMLRecords(parsing: .chunks { rest.popFirst() }, at: "r/item")
        var count = 0
        while let record = try records.next() {
            count += record.text == "[Grüße] 10 €" ? 1 : 0
            if count == 1 { #expect(rest.count > 10) }
        }
        #expect(count == 50_000)
    }
}
