import CheckCases
@_spi(Checks) import LibXML
import Testing

/// libxml2 finds `]]>` in text only within its buffer, whose ends depend on the engine, the version and the pieces.
@Suite struct CDATAEndTests {
    private static func document(_ filler: String, _ count: Int) -> (bytes: [UInt8], column: Int) {
        ("<a>\(String(repeating: filler, count: count))]]></a>".utf8.map(\.self), 4 + count)
    }

    /// What each way of reading in two pieces reports.
    private func verdicts(_ bytes: [UInt8], cut: Int) -> [String] {
        let pieces = [bytes[..<cut], bytes[cut...]]
        func verdict(_ body: () throws -> Void) -> String {
            do {
                try body()
                return "well-formed"
            } catch {
                return (error as? XMLError)?.kindAndPlace ?? "\(error)"
            }
        }
        return [
            verdict { _ = try parse(chunks: pieces) },
            verdict {
                var rest = pieces.map(Array.init)[...]
                var reader = try XMLReader(parsing: .chunks { rest.popFirst() })
                while try reader.next() != nil {}
            },
            verdict {
                var checker = XMLRepairer(options: .init(), returnsText: false)
                for piece in pieces { try checker.feed(piece) }
                try checker.finish()
            },
            verdict {
                var rest = pieces.map(Array.init)[...]
                var records = try XMLRecords(parsing: .chunks { rest.popFirst() }, at: "none")
                while try records.next() != nil {}
            },
        ]
    }

    @Test(
        "“]]>” in text is found wherever a cut falls", arguments: ["c", "é", "日", "]", "c\n", "&lt;"],
        [0, 1, 2, 3, 77, 149, 150, 151, 296, 297, 298, 299, 300, 301, 302, 600, 4_091, 16_000])
    func cuts(_ filler: String, _ count: Int) {
        let document = Self.document(filler, count)
        let end = document.bytes.count - 4
        let verdicts = Set((end - 6...end + 2).flatMap { self.verdicts(document.bytes, cut: $0) })
        let place =
            filler == "c\n" && count > 0 ? "\(1 + count):1" : "1:\(4 + count * filler.unicodeScalars.count)"
        #expect(verdicts == ["cdataEndInText@\(place)+\(end - 3)"])
    }

    @Test("“]]>” in text is found byte by byte, and what only looks like it is not", arguments: 1...4)
    func pieces(_ size: Int) throws {
        for text in ["]]>", "x]]]>", "]]\u{1F600}]]>", "<b/>]]>", "<b>]</b>]]>", "]]<b/>]]>", "&#93;]]>"] {
            let bytes = Array("<a>\(text)</a>".utf8)
            let error = #expect(throws: XMLError.self) { _ = try parse(chunks: bytes.chunks(of: size)) }
            #expect(error?.code == .cdataEndInText)
            #expect(error?.location?.byteOffset == bytes.count - 7)
        }
        for text in [
            "]]", "]>", "]]&gt;", "]]<b/>>", "<b>]]</b>>", "&#93;&#93;>", "&#93;]>", "]&#93;>", "]<!-- -->]>",
            "]]<![CDATA[>]]>", "<![CDATA[]]>>", "<![CDATA[]]]]>>", "]<?p ]?>]>", "<b c=']]'>></b>", "<b c=']]'/>>",
        ] {
            let bytes = Array("<a>\(text)</a>".utf8)
            let tree = try parse(chunks: bytes.chunks(of: size))
            #expect(try tree == XMLTree(parsing: bytes), "\(text)")
        }
    }

    /// Lengths of text at which a buffer of libxml2 ends: what it reads at first, and then what it asks for.
    static let lengths = [250, 4_000, 8_000, 32_000, 64_000, 65_532, 67_998, 131_064, 131_998]

    @Test(
        "“]]>” in text is found at the end of every buffer", arguments: lengths, XMLParsingOptions.Engine.allCases)
    func buffers(_ length: Int, engine: XMLParsingOptions.Engine) {
        var options = XMLParsingOptions()
        options.engine = engine
        for (filler, width) in [("c", 1), ("é", 2)] {
            for count in length / width - 5...length / width + 5 {
                let document = Self.document(filler, count)
                let error = #expect(throws: XMLError.self) {
                    _ = try XMLTree(parsing: document.bytes, options: options)
                }
                #expect(error?.code == .cdataEndInText, "\(filler) \(count)")
                #expect(error?.location?.column == document.column)
            }
        }
    }

    @Test("“]]>” in text of a stream is found after text that is discarded")
    func discarded() throws {
        for count in 0..<3 {
            let filler = String(repeating: "c", count: 200_000)
            var rest = ["<a>\(filler)", "\(filler)c", String(repeating: "c", count: count) + "]", "]", "></a>"]
                .map { Array($0.utf8) }[...]
            var records = try XMLRecords(parsing: .chunks { rest.popFirst() }, at: "none")
            let error = #expect(throws: XMLError.self) { while try records.next() != nil {} }
            #expect(error?.kindAndPlace == "cdataEndInText@1:\(400_005 + count)+\(400_004 + count)")
        }
    }
}
