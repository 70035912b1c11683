import CheckCases
import Foundation
@_spi(Checks) import LibXML
import Testing

@Suite struct ParsingTests {
    private static let text = "<r a='1'><b>é</b><!-- c --></r>"

    @Test("Arrays, slices, lazy sequences, data, spans and strings are parsed alike")
    func inputs() throws {
        let bytes = Array(Self.text.utf8)
        let tree = try XMLTree(parsing: bytes)
        let trees = [
            try XMLTree(parsing: bytes.span),
            try XMLTree(parsing: bytes[...]),
            try XMLTree(parsing: Data(bytes)),
            try XMLTree(parsing: bytes.lazy.map { $0 }),
            try XMLTree(parsing: Self.text),
            try XMLTree(parsing: String(NSString(string: Self.text))),
        ]
        for other in trees {
            #expect(other == tree)
            #expect(other.outline == tree.outline)
            #expect(other.root["b"]?.sourceRange == tree.root["b"]?.sourceRange)
        }
    }

    @Test(
        "The document in UTF-8 declares no other encoding",
        arguments: [
            ("<a>é</a>", "<a>é</a>"), ("<?xml version='1.0'?><a/>", "<?xml version='1.0'?><a/>"),
            ("<?xml version='1.0' encoding='utf-8'?><a/>", "<?xml version='1.0' encoding='utf-8'?><a/>"),
            (
                "<?xml version='1.0' encoding='ISO-8859-1' standalone='yes'?>\n<a>é</a>\n",
                "<?xml version='1.0' encoding='UTF-8' standalone='yes'?>\n<a>é</a>\n"
            ),
        ])
    func utf8Source(_ text: String, _ expected: String) throws {
        #expect(try String(decoding: XMLTree(parsing: text).utf8Source, as: UTF8.self) == expected)
        #expect(try XMLTree(parsing: text).source == text)
        guard text != expected else { return }
        let latin = text.unicodeScalars.map { UInt8($0.value) }
        #expect(try String(decoding: XMLTree(parsing: latin).utf8Source, as: UTF8.self) == expected)
        #expect(
            try XMLTree(parsing: latin + Array("<b/>".utf8), options: .recovering).utf8Source == Array(expected.utf8))
    }

    @Test("A byte order mark is not part of the document in UTF-8")
    func utf8SourceOfMark() throws {
        let tree = try XMLTree(parsing: [0xEF, 0xBB, 0xBF] + Array("<a/>".utf8))
        #expect(tree.utf8Source == Array("<a/>".utf8))
    }

    @Test("A span may go once its document is parsed")
    func span() throws {
        func parse() throws -> XMLTree {
            let bytes = Array(Self.text.utf8)
            return try XMLTree(parsing: bytes.span)
        }
        #expect(try parse().root.source == Self.text)
    }

    @Test("Dictionaries are made of the same inputs")
    func dictionaries() throws {
        let bytes = Array(Self.text.utf8)
        let file = try TemporaryFile(bytes)
        let json = #"{"r":{"@a":"1","b":"é"}}"#
        #expect(try XMLDictionary(parsing: bytes).json() == json)
        #expect(try XMLDictionary(parsing: bytes.span).json() == json)
        #expect(try XMLDictionary(parsing: Self.text).json() == json)
        #expect(try XMLDictionary(parsing: .file(file.path)).json() == json)
        #expect(try XMLDictionary(XMLTree(parsing: .url(URL(fileURLWithPath: file.path)))).json() == json)
    }

    @Test("A comment whose text begins with a mark ends at its own end", arguments: [">", "->", ">-"])
    func comments(_ text: String) throws {
        let source = "<!--\(text) -->"
        let tree = try XMLTree(parsing: "<a>\(source)<![CDATA[b]]></a>")
        let nodes = Array(tree.root.children)
        #expect(nodes.map(\.source) == [source, "<![CDATA[b]]>"])
        #expect(nodes.first?.text == text + " ")
    }
}
