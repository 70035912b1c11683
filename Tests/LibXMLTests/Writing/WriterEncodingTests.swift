import LibXML
import Testing

@Suite struct WriterEncodingTests {
    @Test(
        "What an encoding cannot represent becomes a reference",
        arguments: [
            "UTF-8", "utf8", "UTF-16", "UTF-16LE", "UTF-16BE", "UTF-32", "UTF-32BE", "ISO-8859-1", "ISO-8859-15",
            "US-ASCII", "windows-1251", "Shift_JIS", "EUC-JP", "ISO-2022-JP", "GB18030", "GBK", "Big5", "EUC-KR",
            "KOI8-R",
        ])
    func roundTrip(_ encoding: String) throws {
        let text = "aé€яж日本😀\u{A0}~\\z"
        func write(_ writer: XMLWriter) throws {
            try writer.element("r", ["a": text]) {
                for _ in 0..<4_000 { try writer.element("b", text: text) }
                try writer.cdata("<\(text)>]]>\(text)")
            }
        }
        let options = XMLWritingOptions(encoding: encoding)
        let whole = try XMLWriter(options: options)
        try write(whole)
        let bytes = try whole.xmlBytes()
        var chunks: [UInt8] = []
        let chunked = try XMLWriter(options: options) { chunks += $0 }
        try write(chunked)
        try chunked.finish()

        let text8 = try XMLWriter(options: options)
        try write(text8)
        let string = try text8.xmlString()
        #expect(string.hasPrefix("<?xml version=\"1.0\" encoding=\"\(encoding)\"?>"))

        let tree = try XMLTree(parsing: bytes)
        #expect(try XMLTree(parsing: string).root.hasSameContent(as: tree.root))
        #expect(try tree.xmlBytes(options: options) == bytes)
        let bare = XMLWritingOptions(encoding: encoding, declaration: .never)
        #expect(try tree.root.xmlBytes(options: options) == tree.xmlBytes(options: bare))
        #expect(tree.root["@a"] == nil && tree.root.attributes.first?.value == text)
        #expect(tree.root.elements.allSatisfy { $0.text == text })
        #expect(tree.root.ownText == "<\(text)>]]>\(text)")
        #expect(tree.declaration?.encoding == encoding)
        #expect(try XMLTree(parsing: chunks) == tree)
        // A tree in any encoding is written in any other.
        #expect(try XMLTree(parsing: tree.xmlBytes(options: .init(encoding: "KOI8-R"))) == tree)
        #expect(try XMLTree(parsing: tree.xmlBytes()) == tree)
        #expect(try XMLTree(parsing: tree.xmlBytes(options: options)) == tree)
    }

    @Test(
        "Names in documents that the encoding cannot represent are errors",
        arguments: ["<日/>", "<a><b 日='1'/></a>", "<a xmlns:日='u'/>", "<a><日>x</日></a>", "<a><!--日--></a>"])
    func documents(_ document: String) throws {
        let tree = try XMLTree(parsing: document)
        var writes: [() throws -> Void] = [
            { _ = try tree.xmlBytes(options: .init(encoding: "ISO-8859-1")) },
            {
                var reader = XMLReader(parsing: document)
                let writer = try XMLWriter(options: .init(encoding: "ISO-8859-1"))
                while try reader.next() != nil { try writer.write(reader) }
            },
        ]
        if !document.contains("<!--") {
            writes.append { _ = try XMLDictionary(tree).xmlBytes(options: .init(encoding: "ISO-8859-1")) }
        }
        for write in writes {
            #expect(performing: write, throws: { ($0 as? XMLError)?.code == .unrepresentableCharacter })
        }
    }

    @Test("Places without references are errors")
    func unrepresentable() throws {
        let writes: [(XMLWriter) throws -> Void] = [
            { try $0.comment("日") }, { try $0.processingInstruction("p", "日") }, { try $0.processingInstruction("日") },
            { try $0.element("日") }, { try $0.element(XMLName("日", namespaceURI: "u")) }, { try $0.attribute("日", "") },
            { try $0.declareNamespace("u", prefix: "日") },
        ]
        for (number, write) in writes.enumerated() {
            let writer = try XMLWriter(options: .init(encoding: "ISO-8859-1", declaration: .never))
            try writer.startElement("é")
            let error = try #require(throws: XMLError.self, "\(number)") { try write(writer) }
            #expect(
                error.code == .unrepresentableCharacter && error.diagnostic.path == (number == 5 ? "é.@日" : "é"),
                "\(number)")
            // The others have ended the start tag.
            guard number > 4 else { continue }
            try writer.declareNamespace("日", prefix: "ü")
            try writer.endElement()
            let expected: [UInt8] = [0x3C, 0xE9] + Array(" xmlns:".utf8) + [0xFC] + Array("=\"&#x65E5;\"/>".utf8)
            #expect(try writer.xmlBytes() == expected)
        }
    }

    @Test("An unknown encoding is an error")
    func unknown() throws {
        for name in ["nonsense", "", "UTF-8 ", "a\"b"] {
            #expect { _ = try XMLWriter(options: .init(encoding: name)) } throws: {
                ($0 as? XMLError)?.code == .unsupportedEncoding
            }
            #expect { _ = try XMLTree(parsing: "<a/>").xmlBytes(options: .init(encoding: name)) } throws: {
                ($0 as? XMLError)?.code == .unsupportedEncoding
            }
        }
    }
}
