import CheckCases
import LibXML
import Testing

@Suite struct EditEncodingTests {
    struct Encoded: Sendable, CustomTestStringConvertible {
        var name: String
        /// The name for the C library, if it is another one.
        var converter: String?
        var mark: [UInt8] = []
        var text: String
        var testDescription: String { name }

        func bytes(_ document: String) throws -> [UInt8] {
            mark + (try #require(encode(document, as: converter ?? name)))
        }
    }

    static let encodings: [Encoded] = [
        Encoded(name: "UTF-8", text: "Grüße 日本 😀"),
        Encoded(name: "UTF-8", mark: [0xEF, 0xBB, 0xBF], text: "Grüße 日本 😀"),
        Encoded(name: "UTF-16", converter: "UTF-16LE", mark: [0xFF, 0xFE], text: "Grüße 日本 😀"),
        Encoded(name: "UTF-16", converter: "UTF-16BE", mark: [0xFE, 0xFF], text: "Grüße 日本 😀"),
        Encoded(name: "UTF-16LE", text: "Grüße 日本 😀"),
        Encoded(name: "UTF-32", converter: "UTF-32LE", mark: [0xFF, 0xFE, 0, 0], text: "Grüße 😀"),
        Encoded(name: "ISO-8859-1", text: "Grüße"),
        Encoded(name: "ISO-8859-15", text: "Grüße €"),
        Encoded(name: "windows-1251", text: "Привет"),
        Encoded(name: "Shift_JIS", text: "日本語 ｱ"),
        Encoded(name: "EUC-JP", text: "日本語"),
        Encoded(name: "GB18030", text: "中文 é"),
        Encoded(name: "Big5", text: "中文"),
    ]

    @Test("The bytes around an edit stay, in any encoding", arguments: encodings)
    func bytesStay(_ encoding: Encoded) throws {
        let filler = String(repeating: "<!-- \(encoding.text) -->\r\n", count: 200)
        func document(_ value: String, _ text: String, _ markup: String) -> String {
            "<?xml version='1.0' encoding='\(encoding.name)'?>\r\n\(filler)<r a='\(value)'>\r\n <b>\(text)</b>"
                + "\r\n\(markup) <c>\(encoding.text)</c>\(filler)</r>\r\n"
        }
        let input = try encoding.bytes(document(encoding.text, encoding.text, ""))
        let text = encoding.text
        let result = try edited(input) {
            try $0.set(attribute: "a", of: $1, to: text + text)
            try $0.setText(of: $1.require("b"), to: "<" + text)
            try $0.insert(XMLFragment(unsafeMarkup: "<d>\(text)</d><!--\(text)-->"), before: $1.require("c"))
        }
        let markup = " <d>\(text)</d><!--\(text)-->\r\n"
        #expect(try result == encoding.bytes(document(text + text, "&lt;" + text, markup)))
    }

    @Test("A character that the encoding lacks becomes a reference")
    func references() throws {
        func document(_ content: String, as encoding: String) throws -> [UInt8] {
            try #require(encode("<?xml version='1.0' encoding='\(encoding)'?><r a=''>\(content)</r>", as: encoding))
        }
        for (encoding, text) in [("ISO-8859-1", "é日é😀"), ("windows-1251", "é日é😀"), ("US-ASCII", "é日")] {
            let result = try edited(document("", as: encoding)) { try $0.setText(of: $1, to: text) }
            let tree = try XMLTree(parsing: result)
            #expect(tree.root.text == text)
            #expect(String(decoding: result, as: UTF8.self).contains("&#x65E5;"))
            let other = try edited(document("x", as: encoding)) {
                try $0.set(attribute: "a", of: $1, to: text)
                try $0.append("<b c='\(text)'>\(text)</b>", to: $1)
            }
            let root = try XMLTree(parsing: other).root
            #expect(root[attribute: "a"] == text)
            #expect(root["b"]?.text == text)
            #expect(root["b"]?[attribute: "c"] == text)
        }
    }

    @Test("A character that the encoding lacks is an error in names and comments")
    func unrepresentable() throws {
        let input = Array("<?xml version='1.0' encoding='US-ASCII'?>\n<r><![CDATA[x]]></r>".utf8)
        let markups = ["<é/>", "<b é=''/>", "\n<!-- é -->", "<?p é?>", "x<![CDATA[é]]>"]
        for (markup, place) in zip(markups, [(1, 2), (1, 4), (2, 6), (1, 5), (1, 11)]) {
            let error = try #require(throws: XMLError.self) {
                _ = try edited(input) { try $0.append(XMLFragment(unsafeMarkup: markup), to: $1) }
            }
            #expect(error.code == .unrepresentableCharacter)
            #expect(error.location?.line == place.0)
            #expect(error.location?.column == place.1)
        }
        #expect(throws: XMLError.self) { _ = try edited(input) { try $0.rename($1, to: "é") } }
        // A CDATA section becomes text that can have references.
        let result = try edited(input) { try $0.setText(of: $1, to: "é") }
        #expect(String(decoding: result, as: UTF8.self).hasSuffix("<r>&#xE9;</r>"))
    }

    @Test("Text with an encoding declaration that does not apply is edited as UTF-8")
    func text() throws {
        let tree = try XMLTree(parsing: "<?xml version='1.0' encoding='ISO-8859-1'?><r>é</r>")
        var edit = XMLEdit(tree)
        try edit.setText(of: tree.root, to: "ü日")
        #expect(
            try edit.xmlString()
                == "<?xml version='1.0' encoding='ISO-8859-1'?><r>ü日</r>")
        #expect(try edit.editedTree().root.text == "ü日")
    }

    @Test("The encoding that the caller gave is that of the result")
    func override() throws {
        let options = XMLParsingOptions(encoding: "windows-1251")
        let tree = try XMLTree(parsing: [0x3C, 0x61, 0x3E, 0xCF, 0x3C, 0x2F, 0x61, 0x3E], options: options)
        #expect(tree.root.text == "П")
        var edit = XMLEdit(tree)
        try edit.setText(of: tree.root, to: "р")
        #expect(try edit.xmlBytes() == [0x3C, 0x61, 0x3E, 0xF0, 0x3C, 0x2F, 0x61, 0x3E])
    }

    @Test("Encodings with shift states cannot be edited")
    func stateful() throws {
        let text = "<?xml version='1.0' encoding='ISO-2022-JP'?>\n<r>日本</r>"
        let tree = try XMLTree(parsing: #require(encode(text, as: "ISO-2022-JP")))
        var edit = XMLEdit(tree)
        let error = try #require(throws: XMLError.self) { try edit.setText(of: tree.root, to: "") }
        #expect(error.code == .uneditable)
        #expect(error.location?.line == 2)
    }

    @Test(
        "A document that arrived in pieces can be edited", arguments: ["UTF-8", "UTF-16LE", "ISO-8859-1", "Shift_JIS"])
    func pieces(_ encoding: String) throws {
        let mark: [UInt8] = encoding == "UTF-8" ? [0xEF, 0xBB, 0xBF] : encoding == "UTF-16LE" ? [0xFF, 0xFE] : []
        func document(_ text: String) throws -> [UInt8] {
            let name = encoding == "UTF-16LE" ? "UTF-16" : encoding
            return mark
                + (try #require(encode("<?xml version='1.0' encoding='\(name)'?>\n<r>\(text)</r>", as: encoding)))
        }
        let tree = try parse(chunks: document("a").chunks(of: 3))
        var edit = XMLEdit(tree)
        try edit.setText(of: tree.root, to: "b")
        #expect(try edit.xmlBytes() == document("b"))
    }
}
