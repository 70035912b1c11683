import CheckCases
import Testing

@testable import LibXML

@Suite struct CharacterConverterTests {
    @Test(
        "Encodings with shift states are recognized by any of their names",
        arguments: [
            "ISO-2022-JP", "ISO2022JP", "csISO2022JP", "iso_2022_jp", "JIS", "ISO-2022-KR", "ISO-2022-CN", "UTF-7",
            "UTF7",
            "UT-F-7", "unicode-1-1-utf-7", "HZ", "HZ-GB-2312", "IBM930", "ibm-939", "IMAP-mailbox-name", "SCSU",
        ])
    func stateful(_ name: String) throws {
        // Which names libxml2 knows depends on iconv and ICU.
        let isStateful = try CharacterConverter.traits(of: name)?.isStateful
        #expect(isStateful != false)
        #expect(try DocumentEncoding(named: name).isStateful == isStateful ?? false)
    }

    @Test("An encoding with shift states that only ICU knows is not converted")
    func statefulOfICU() {
        let isConverted = CharacterConverter(from: "SCSU") != nil
        #expect(!isConverted)
    }

    @Test(
        "Other encodings have no shift states",
        arguments: [
            "UTF-8", "UTF-16LE", "UTF-16BE", "UTF-32LE", "UTF_16", "UCS-2", "US-ASCII", "ISO-8859-1", "ISO-8859-15",
            "windows-1252", "KOI8-R", "Shift_JIS", "EUC-JP", "EUC-KR", "Big5", "GBK", "GB18030", "IBM037", "no-such",
        ])
    func stateless(_ name: String) throws {
        #expect(try CharacterConverter.traits(of: name)?.isStateful != true)
    }

    @Test(
        "A long line whose state never returns to the initial one is read, and has its places",
        arguments: [("ISO-2022-JP", "日"), ("IBM939", "日"), ("IBM930", "日")])
    func longLine(_ name: String, _ character: String) throws {
        let count = 300_000
        let start = "<?xml version='1.0' encoding='\(name)'?>\n<r>"
        let document = "\(start)\(String(repeating: character, count: count))</r><x/>"
        let bytes = try #require(encode(document, as: name))
        let error = #expect(throws: XMLError.self) { try XMLTree(parsing: bytes) }
        // The element after the root, and the four characters of its tag.
        let place = "contentAfterRootElement@2:\(4 + count + 4)+\(bytes.count - 4)"
        #expect(error?.kindAndPlace == place)
        #expect(#expect(throws: XMLError.self) { try parse(chunks: bytes.chunks(of: 10_000)) }?.kindAndPlace == place)
        let tree = try XMLTree(parsing: Array(bytes.dropLast(4)))
        #expect(tree.root.text.unicodeScalars.count == count)
    }

    @Test(
        "No character is lost, wherever a block ends",
        arguments: [
            ("x-euc-jp", "EUC-JP", "丂日a"), ("eucjis", "EUC-JP", "日本"), ("x-sjis", "SHIFT_JIS", "日本a"),
            ("cesu-8", "UTF-8", "é日a"), ("windows-949", "EUC-KR", "한글a"), ("windows-950", "BIG5", "中文a"),
            ("gb_2312", "GB2312", "中文a"), ("iso-8859-8-i", "ISO-8859-8", "שלום"), ("EUC-JP", "EUC-JP", "丂日a"),
        ])
    func valid(label: String, name: String, characters: String) throws {
        // Which labels libxml2 knows depends on iconv and ICU.
        guard CharacterConverter(from: label) != nil else { return }
        let text = String(repeating: characters, count: 3_000)
        let bytes = try #require(encode("<?xml version='1.0' encoding='\(name)'?><r>\(text)</r>", as: name))
        let declared = "<?xml version='1.0' encoding='\(name)'?>".utf8.count
        let document = Array("<?xml version='1.0' encoding='\(label)'?>".utf8) + bytes.dropFirst(declared)
        #expect(try XMLTree(parsing: document).root.text == text)
        var reader = XMLReader(parsing: document)
        _ = try reader.readToFollowing("r")
        #expect(try reader.readElement().text == text)
    }

    @Test(
        "Invalid bytes are an error with their place, or one character of recovery",
        arguments: [
            ("x-euc-jp", [0xFF, 0x20]), ("x-sjis", [0x81, 0x20]), ("cesu-8", [0xED, 0xA0]),
            ("windows-949", [0x81, 0x20]),
            ("gb_2312", [0xFF, 0x20]), ("iso-8859-8-i", [0xBF]), ("SHIFT_JIS", [0x81, 0x20]),
        ])
    func lost(label: String, bytes: [UInt8]) throws {
        guard CharacterConverter(from: label) != nil else { return }
        let start = Array("<?xml version='1.0' encoding='\(label)'?><r>a".utf8)
        let document = start + bytes + Array("b</r>".utf8)
        let error = try #require(throws: XMLError.self) { try XMLTree(parsing: document) }
        #expect(error.code == .invalidEncoding && error.location?.byteOffset == start.count)
        let tree = try XMLTree(parsing: document, options: XMLParsingOptions(recovery: .repair))
        #expect(tree.root.text.hasPrefix("a\u{FFFD}") && tree.root.text.hasSuffix("b") && !tree.diagnostics.isEmpty)
    }

    @Test(
        "Bytes that are invalid in an encoding end a stream when they arrive",
        arguments: [
            ("ASCII", [0xC3, 0xA9]), ("US-ASCII", [0xFF]), ("EUC-JP", [0xFF, 0xFF]), ("Shift_JIS", [0xFF, 0xFF]),
            ("GB18030", [0xFF, 0xFF]), ("UTF-16LE", [0, 0xD8, 0x41, 0]),
        ])
    func invalid(encoding: String, bytes: [UInt8]) throws {
        var options = XMLParsingOptions()
        options.encoding = encoding
        let (start, rest) = ("<r>\n<a>", "x")
        let document = try #require(encode(start, as: encoding)) + bytes + #require(encode(rest, as: encoding))
        var parser = XMLPushParser(options: options)
        let error = try #require(throws: XMLError.self) { try parser.feed(document) }
        #expect(error.code == .invalidEncoding)
        #expect(error.location?.line == 2)
        #expect(error.location?.column == 4)
    }
}
