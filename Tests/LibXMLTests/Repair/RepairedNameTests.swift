import CheckCases
import LibXML
import Testing

/// Names with bytes that cannot be decoded. U+FFFD is only allowed in names since the fifth edition of XML 1.0.
@Suite struct RepairedNameTests {
    /// Text that is evidently UTF-8, before a byte that is not.
    private static let start = "<!--日本é日本é日本é-->"

    static let documents: [([UInt8], String)] = [
        ([Array("<a".utf8), Array("b c='1'/>".utf8)], "<a_b c='1'/>"),
        ([Array("<a".utf8), Array(" c='1'>x</a".utf8), Array(">".utf8)], "<a_ c='1'>x</a_>"),
        ([Array("<a b".utf8), Array("='1' c='".utf8), Array("'/>".utf8)], "<a b_='1' c='\u{FFFD}'/>"),
        ([Array("<p".utf8), Array(":a xmlns:p".utf8), Array("='u'/>".utf8)], "<p_:a xmlns:p_='u'/>"),
    ].map { (Array(start.utf8) + $0.joined(separator: [0xFF]), start + $1) }

    @Test("A byte that cannot be decoded is an underscore in a name", arguments: documents)
    func names(_ document: [UInt8], _ repaired: String) throws {
        let recovered = try XMLTree(parsing: document, options: .recovering)
        #expect(String(decoding: recovered.utf8Source, as: UTF8.self) == repaired)
        #expect(try XMLTree(parsing: recovered.utf8Source) == recovered)
    }

    @Test("No name of a repaired document contains U+FFFD", arguments: ["UTF-8", "Shift_JIS", "EUC-JP", "UTF-16"])
    func random(_ encoding: String) throws {
        var random = SeededGenerator(seed: 3)
        let text =
            "<?xml version='1.0' encoding='\(encoding)'?><?pi data?><r:a xmlns:r='u' bb='1'><c dd='2'>x<?q y?></c></r:a>"
        let document = try #require(encode(text, as: encoding))
        for _ in 0..<2_000 {
            var bytes = document
            for _ in 0..<Int.random(in: 1...3, using: &random) {
                let place = Int.random(in: 42..<bytes.count, using: &random)
                let bad: [UInt8] =
                    [[0xFF], [0xC0], [0x01], [0xEF, 0xBF, 0xBE], [0x80, 0xFF]].randomElement(using: &random) ?? []
                if encoding == "UTF-16" {
                    bytes.replaceSubrange(place & ~1..<place & ~1, with: [0x00, 0xD8])
                } else {
                    bytes.insert(contentsOf: bad, at: place)
                }
            }
            guard let tree = try? XMLTree(parsing: bytes, options: .recovering) else { continue }
            let names = ([tree.root] + tree.root.descendants).flatMap { element in
                [element.qualifiedName] + element.attributes.map(\.qualifiedName)
                    + element.namespaceDeclarations.map { $0.prefix ?? "" }
                    + element.children.compactMap { $0.target }
            }
            #expect(!names.contains { $0.contains("\u{FFFD}") }, "\(names) of \(bytes)")
        }
    }
}
