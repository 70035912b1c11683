import CheckCases
@_spi(Checks) import LibXML
import Testing

/// An encoding, with a text that it can represent.
struct Encoded: Sendable, CustomTestStringConvertible {
    var name: String
    var word: String
    /// The bytes before the document: a byte order mark.
    var mark: [UInt8] = []
    /// The name that the declaration specifies, if it differs; nil for no declaration.
    var declared: String?

    init(_ name: String, _ word: String, mark: [UInt8] = [], declared: String? = "") {
        self.name = name
        self.word = word
        self.mark = mark
        self.declared = declared?.isEmpty == true ? name : declared
    }

    var testDescription: String { "\(name)\(mark.isEmpty ? "" : " with a mark"), declared as \(declared ?? "nothing")" }

    /// A document with the word in text and attributes, on several lines.
    func document(_ content: String = "<b>x</b>") -> String {
        let declaration = declared.map { "<?xml version=\"1.0\" encoding=\"\($0)\"?>" } ?? ""
        return "\(declaration)<r>\n\t<a k=\"\(word)\">\(word) \(word)</a>\r\n<c>\(word)</c>\(content)</r>"
    }

    func bytes(_ text: String) throws -> [UInt8] {
        mark + (try #require(encode(text, as: name), "the C library cannot write \(name)"))
    }
}

@Suite struct EncodingTests {
    static let all = [
        Encoded("UTF-8", "Grüße 日本 😀"),
        Encoded("UTF-8", "Grüße", mark: [0xEF, 0xBB, 0xBF]),
        Encoded("UTF-8", "Grüße", declared: nil),
        Encoded("UTF-16LE", "Grüße 日本 😀", mark: [0xFF, 0xFE], declared: "UTF-16"),
        Encoded("UTF-16BE", "Grüße 日本 😀", mark: [0xFE, 0xFF], declared: "UTF-16"),
        Encoded("UTF-16LE", "Grüße 日本 😀", declared: "UTF-16"),
        Encoded("UTF-16BE", "Grüße 日本 😀", declared: "UTF-16"),
        Encoded("UTF-16LE", "Grüße 😀", declared: nil),
        Encoded("UTF-16BE", "Grüße 😀", mark: [0xFE, 0xFF], declared: nil),
        Encoded("UTF-32LE", "Grüße 😀", mark: [0xFF, 0xFE, 0, 0], declared: "UTF-32"),
        Encoded("UTF-32BE", "Grüße 😀", declared: "UCS-4"),
        Encoded("ISO-8859-1", "Grüße à côté"),
        Encoded("ISO-8859-2", "Zażółć gęślą"),
        Encoded("ISO-8859-5", "Привет"),
        Encoded("ISO-8859-7", "Αθήνα"),
        Encoded("ISO-8859-15", "10 €"),
        Encoded("windows-1250", "Zażółć gęślą"),
        Encoded("windows-1251", "Привет"),
        Encoded("windows-1252", "“Grüße” – 10 €"),
        Encoded("KOI8-R", "Привет"),
        Encoded("US-ASCII", "Gruss"),
        Encoded("Shift_JIS", "日本語テキスト"),
        Encoded("EUC-JP", "日本語テキスト"),
        Encoded("ISO-2022-JP", "日本語"),
        Encoded("GB18030", "汉语 😀 ü"),
        Encoded("GBK", "汉语"),
        Encoded("Big5", "漢語"),
        Encoded("EUC-KR", "한국어"),
        Encoded("IBM037", "Grüße [!]|^"),
        Encoded("IBM-1141", "Grüße [!]|ÄÖ€"),
        Encoded("IBM273", "Grüße [!]|ÄÖ"),
        Encoded("IBM500", "Grüße [!]|^"),
        Encoded("IBM1047", "Grüße [!]|^"),
        Encoded("IBM1026", "Türkçe ığ"),
        Encoded("IBM930", "日本語ｱ"),
        Encoded("IBM939", "日本語 ab"),
        Encoded("IBM875", "Αθήνα"),
        Encoded("IBM1025", "Привет"),
        Encoded("EBCDIC-IS-FRISS", "það"),
    ]

    @Test("Text and attributes are read in every encoding", arguments: all)
    func content(_ encoded: Encoded) throws {
        let text = encoded.document()
        let tree = try XMLTree(parsing: try encoded.bytes(text))
        #expect(tree.root["a"]?.text == "\(encoded.word) \(encoded.word)")
        #expect(tree.root["a"]?[attribute: "k"] == encoded.word)
        #expect(tree.root["c"]?.text == encoded.word)
        #expect(try tree == XMLTree(parsing: text))
        #expect(tree.declaration?.encoding == encoded.declared)
    }

    @Test("Places and ranges are those of the input", arguments: all)
    func places(_ encoded: Encoded) throws {
        let text = encoded.document()
        let tree = try XMLTree(parsing: try encoded.bytes(text))
        for name in ["a", "b", "c"] {
            let element = try #require(tree.root[name])
            let start = try #require(text.range(of: "<\(name)"))
            let end = try #require(text.range(of: "</\(name)>"))
            let before = text[..<start.lowerBound]
            #expect(element.location.byteOffset == (try offset(of: start.lowerBound, in: text, encoded)))
            #expect(element.sourceRange.upperBound == (try offset(of: end.upperBound, in: text, encoded)))
            #expect(element.location.line == 1 + before.unicodeScalars.count { $0 == "\n" })
            let line = before.unicodeScalars.split(separator: "\n", omittingEmptySubsequences: false).last ?? []
            #expect(element.location.column == line.count + 1)
            #expect(element.source == String(text[start.lowerBound..<end.upperBound]))
        }
    }

    @Test("Errors have their place in the input", arguments: all, XMLParsingOptions.Engine.allCases)
    func errors(_ encoded: Encoded, engine: XMLParsingOptions.Engine) throws {
        let text = encoded.document("\n <b>\(encoded.word)</x>")
        let bytes = try encoded.bytes(text)
        var options = XMLParsingOptions()
        options.engine = engine
        let error = try #require(throws: XMLError.self) { _ = try XMLTree(parsing: bytes, options: options) }
        let culprit = try #require(text.range(of: "</x>"))
        #expect(error.code == .mismatchedEndTag)
        #expect(error.location?.line == 4)
        #expect(error.location?.column == 5 + encoded.word.unicodeScalars.count)
        #expect(error.location?.byteOffset == (try offset(of: culprit.lowerBound, in: text, encoded)))
    }

    @Test("A detached element keeps its places", arguments: all)
    func detached(_ encoded: Encoded) throws {
        let tree = try XMLTree(parsing: try encoded.bytes(encoded.document()))
        let element = try #require(tree.root["c"])
        let copy = element.detached()
        #expect(copy.hasSameContent(as: element))
        #expect(copy.location == element.location)
        #expect(copy.sourceRange == element.sourceRange)
        #expect(copy.source == element.source)
        #expect(copy.children.map(\.location) == element.children.map(\.location))
    }

    /// The offset of a character in the bytes of a document.
    private func offset(of index: String.Index, in text: String, _ encoded: Encoded) throws -> Int {
        let prefix = try encoded.bytes(String(text[..<index]))
        // The place is after the closing sequence of the prefix in a stateful encoding: the return to ASCII.
        return prefix.count
    }

    @Test("A String is parsed whatever its declaration says")
    func string() throws {
        let tree = try XMLTree(parsing: "<?xml version='1.0' encoding='UTF-16'?><r>é<a/></r>")
        #expect(tree.root.text == "é")
        #expect(tree.root["a"]?.location.byteOffset == 44)
    }

    @Test("A byte order mark at the beginning of a String is not part of its text")
    func markedString() throws {
        let tree = try XMLTree(parsing: "\u{FEFF}<?xml version='1.0'?>\n<r/>")
        #expect(tree.root.location == XMLLocation(line: 2, column: 1, byteOffset: 25))
        #expect(tree.root.source == "<r/>")
        #expect(tree.declaration?.version == "1.0")
    }

    @Test("A second mark is a character that no document begins with")
    func secondMark() throws {
        let text = "\u{FEFF}\u{FEFF}<a/>"
        let utf16 = try #require(encode(text, as: "UTF-16LE"))
        for (bytes, offset) in [(Array(text.utf8), 3), (utf16, 2)] {
            let error = try #require(throws: XMLError.self) { _ = try XMLTree(parsing: bytes) }
            #expect(error.code == .invalidCharacter)
            #expect(error.location == XMLLocation(line: 1, column: 1, byteOffset: offset))
        }
        #expect(try fault(text).code == .invalidCharacter)
    }

    @Test("The encoding of the caller overrides the declaration, and a mark overrides that")
    func override() throws {
        var options = XMLParsingOptions()
        options.encoding = "windows-1251"
        let text = "<?xml version='1.0' encoding='UTF-8'?><r>Привет</r>"
        let bytes = try #require(encode(text, as: "windows-1251"))
        #expect(try XMLTree(parsing: bytes, options: options).root.text == "Привет")
        #expect(try XMLTree(parsing: [0xEF, 0xBB, 0xBF] + Array(text.utf8), options: options).root.text == "Привет")
        options.encoding = "UTF-16"
        let utf16 = try #require(encode("<r>Привет</r>", as: "UTF-16LE"))
        #expect(try XMLTree(parsing: utf16, options: options).root.text == "Привет")
    }

    @Test(
        "A declaration that contradicts the bytes is an error",
        arguments: [("UTF-8", "UTF-16"), ("UTF-16LE", "UTF-8"), ("UTF-16BE", "ISO-8859-1"), ("UTF-8", "UCS-4")])
    func contradiction(_ actual: String, _ declared: String) throws {
        let bytes = try #require(encode("<?xml version='1.0' encoding='\(declared)'?><r/>", as: actual))
        let error = try #require(throws: XMLError.self) { _ = try XMLTree(parsing: bytes) }
        #expect(error.code == .contradictoryEncoding)
        #expect(error.location?.column == 31)
        #expect(error.location?.byteOffset == 30 * (actual.hasPrefix("UTF-16") ? 2 : 1))
    }

    private func outcome(pieces: [ArraySlice<UInt8>], _ options: XMLParsingOptions = .init()) -> String {
        do {
            var pieces = pieces.map(Array.init)[...]
            var records = try XMLRecords(parsing: .chunks { pieces.popFirst() }, at: "r", options: options)
            return try records.next()?.text ?? "nothing"
        } catch {
            return error.kindAndPlace
        }
    }

    @Test("A declaration may be long, in streams too", arguments: [100, 4_050, 5_000, 70_000], [1, 1_000, 100_000])
    func longDeclaration(length: Int, size: Int) throws {
        func outcome(_ encoding: String, _ options: XMLParsingOptions = .init(), mark: String = "") -> String {
            let declaration = "<?xml version='1.0' \(String(repeating: " ", count: length))encoding='\(encoding)'?>"
            return self.outcome(pieces: Array("\(mark)\(declaration)<r>é</r>".utf8).chunks(of: size), options)
        }
        var options = XMLParsingOptions()
        options.recovery = .repair
        #expect(outcome("ISO-8859-1") == "Ã©")
        #expect(outcome("ISO-8859-1", options) == "Ã©")
        #expect(outcome("UTF-8") == "é")
        #expect(outcome("UTF-8", options, mark: "\u{FEFF}") == "é")
        let place = "@1:\(31 + length)+\(30 + length)"
        #expect(outcome("x-none") == "unsupportedEncoding\(place)")
        #expect(outcome("UTF-16") == "contradictoryEncoding\(place)")
        let marked = "@1:\(31 + length)+\(33 + length)"
        #expect(outcome("ISO-8859-1", mark: "\u{FEFF}") == "contradictoryEncoding\(marked)")
    }

    @Test("A declaration that never ends is an error of a stream", arguments: [1_000, 1_000_000])
    func endlessDeclaration(size: Int) {
        let bytes = Array("<?xml version='1.0' ".utf8) + Array(repeating: UInt8(ascii: " "), count: 11_000_000)
        #expect(outcome(pieces: bytes.chunks(of: size)) == "tagTooLong@1:1+0")
    }

    @Test(
        "What a stream begins with is the same in all pieces",
        arguments: [
            "<?xml version='1.0' encoding='UTF-8'?><r>x</r>", "<?xml version='1.0' encoding='x-none'?><r>x</r>",
            "<r>x</r>", "\(String(repeating: " ", count: 9_000))[1]", "   [1, 2, 3, 4, 5, 6, 7, 8]",
            "BZh91AY&SY0123456789abcdef", "   text and more of that text",
        ],
        ["UTF-8", "UTF-8 with a mark", "UTF-16", "UTF-32", "UTF-16LE", "UTF-32BE"])
    func beginnings(_ document: String, _ encoding: String) throws {
        let hasMark = encoding.hasSuffix("mark")
        let bytes = try #require(encode((hasMark ? "\u{FEFF}" : "") + document, as: hasMark ? "UTF-8" : encoding))
        let whole = outcome(pieces: [bytes[...]])
        for size in [1, 2, 3, 4, 7, 8, 12, 4_000] {
            #expect(outcome(pieces: bytes.chunks(of: size)) == whole, "pieces of \(size)")
        }
        for first in 1..<min(40, bytes.count) {
            #expect(outcome(pieces: [bytes[..<first], bytes[first...]]) == whole, "\(first) bytes first")
        }
    }

    @Test(
        "An unknown encoding is an error at its name, before any other, in ASCII too",
        arguments: [
            "x-none", "ISO-8859-none", "ISO8859-99", "windows-125none", "CP125none", "ASCII-none", "latin1none",
            "EUC-none", "GB18030none", "GBKnone",
        ],
        ["<r/>", "<r a>", "<r>\u{E9}</r>"])
    func unknown(_ name: String, _ content: String) throws {
        let bytes = Array("<?xml version='1.0' encoding='\(name)'?>\(content)".utf8)
        let place = "unsupportedEncoding@1:31+30"
        let tree = #expect(throws: XMLError.self) { _ = try XMLTree(parsing: bytes) }
        #expect(tree?.kindAndPlace == place)
        let reader = #expect(throws: XMLError.self) {
            var reader = XMLReader(parsing: bytes)
            while try reader.next() != nil {}
        }
        #expect(reader?.kindAndPlace == place)
        #expect(try XMLTree(parsing: bytes, options: .recovering).diagnostics.first?.code == .unsupportedEncoding)

        var options = XMLParsingOptions()
        options.encoding = name
        let given = #expect(throws: XMLError.self) { _ = try XMLTree(parsing: Array(content.utf8), options: options) }
        #expect(given?.code == .unsupportedEncoding)
    }

    @Test("Bytes that are not of the encoding are an error at the first of them")
    func invalid() throws {
        let shiftJIS = try #require(encode("<?xml version='1.0' encoding='Shift_JIS'?>\n<r>日本", as: "Shift_JIS"))
        let cases: [(bytes: [UInt8], line: Int, column: Int, offset: Int)] = [
            (Array("<r>\né".utf8) + [0xFF] + Array("</r>".utf8), 2, 2, 6),
            (Array("<r>".utf8) + [0xC3] + Array("</r>".utf8), 1, 4, 3),
            (Array("<?xml version='1.0' encoding='US-ASCII'?><r>é</r>".utf8), 1, 45, 44),
            (shiftJIS + [0x81, 0xFF] + Array("</r>".utf8), 2, 6, shiftJIS.count),
            (shiftJIS + [0x93], 2, 6, shiftJIS.count),
            ([0xFF, 0xFE, 0x3C, 0, 0x72, 0, 0x3E, 0, 0, 0xD8, 0x41, 0], 1, 4, 8),
        ]
        for (bytes, line, column, offset) in cases {
            let error = try #require(throws: XMLError.self) { _ = try XMLTree(parsing: bytes) }
            #expect(error.code == .invalidEncoding)
            #expect(error.location == XMLLocation(line: line, column: column, byteOffset: offset))
        }
    }

    @Test("A fault before bytes that are not of the encoding comes first")
    func order() throws {
        let bytes = Array("<?xml version='1.0' encoding='US-ASCII'?><r></x>é</r>".utf8)
        let error = try #require(throws: XMLError.self) { _ = try XMLTree(parsing: bytes) }
        #expect(error.code == .mismatchedEndTag)
    }

    /// Documents that end with invalid bytes.
    static let stopped: [(text: String, code: XMLError.Code, column: Int?)] = [
        ("<a></b>", .mismatchedEndTag, 4), ("<a><b></a>", .mismatchedEndTag, 7),
        ("<a>&bad</a>x", .malformedReference, 8),
        ("<a>&bad</a>\(String(repeating: "x", count: 1_500))", .malformedReference, 8),
        ("<a>&bogus;", .undeclaredEntity, 4),
        ("<a>&#0;", .invalidCharacterReference, 4), ("<a>x]]>", .cdataEndInText, 5), ("<a>\u{1}", .invalidCharacter, 4),
        ("<a/>x", .contentAfterRootElement, 5), ("<a/> xyz", .contentAfterRootElement, 6),
        ("x", .missingRootElement, 1),
        ("<a/><b/>", .contentAfterRootElement, 5), ("<a/><b", .contentAfterRootElement, 5),
        ("<a><=x", .malformedTag, 5),
        ("<a b=1", .unquotedAttributeValue, 6), ("<a b='<", .lessThanInAttributeValue, 7),
        ("<p:a>", .undeclaredPrefix, 1), ("<!DOCTYPE a [<!ENTITY e '<b>'>]><a>&e;", .malformedEntity, 36),
        ("", .invalidEncoding, nil), ("<", .invalidEncoding, nil), ("<a", .invalidEncoding, nil),
        ("<a>", .invalidEncoding, nil),
        ("<a>x", .invalidEncoding, nil), ("<a>&b", .invalidEncoding, nil), ("<a>&", .invalidEncoding, nil),
        ("<a>&#x1", .invalidEncoding, nil), ("<a b", .invalidEncoding, nil), ("<a b=", .invalidEncoding, nil),
        ("<a b='x;", .invalidEncoding, nil), ("<a b='&amp;", .invalidEncoding, nil), ("<a></", .invalidEncoding, nil),
        ("<a></b", .invalidEncoding, nil), ("<a><!", .invalidEncoding, nil), ("<a><!-", .invalidEncoding, nil),
        ("<a><!-- x", .invalidEncoding, nil), ("<a><![CDA", .invalidEncoding, nil),
        ("<a><![CDATA[x", .invalidEncoding, nil),
        ("<a><?", .invalidEncoding, nil), ("<a><?p x", .invalidEncoding, nil), ("<a>]]", .invalidEncoding, nil),
        ("<!DOCTYPE a [", .invalidEncoding, nil), ("<!DOCTYPE a [<!ENTITY e 'x", .invalidEncoding, nil),
        ("<!DOC", .invalidEncoding, nil),
        ("<a/>", .invalidEncoding, nil), ("<a/><", .invalidEncoding, nil), ("<a/><!-- ", .invalidEncoding, nil),
    ]

    @Test(
        "The first fault comes out, whatever reads, in pieces of any size", arguments: stopped,
        ["UTF-8", "UTF-16LE", "US-ASCII"])
    func firstFault(_ test: (text: String, code: XMLError.Code, column: Int?), encoding: String) throws {
        var bytes = try #require(encode(test.text, as: encoding))
        let start = bytes.count
        bytes += encoding == "UTF-16LE" ? [0x00, 0xD8] : [0xFF]
        bytes += try #require(encode("</a></b>".replacing("</b>", with: test.text.isEmpty ? "" : "</b>"), as: encoding))
        var options = XMLParsingOptions()
        options.encoding = encoding
        var errors: [XMLError?] = []
        func note(_ body: () throws -> Void) throws {
            do {
                try body()
                errors.append(nil)
            } catch { errors.append(error as? XMLError) }
        }
        try note { _ = try XMLTree(parsing: bytes, options: options) }
        for size in [1, 5, 1_000, 5_000] {
            try note { _ = try parse(chunks: bytes.chunks(of: size), options: options) }
            try note {
                var parser = try XMLPushParser(at: "*", options: options)
                for chunk in bytes.chunks(of: size) { parser.feed(chunk) }
                parser.finish()
                while try parser.next() != nil {}
            }
            try note {
                var chunks = bytes.chunks(of: size)[...]
                var reader = try XMLReader(parsing: .chunks { chunks.popFirst().map(Array.init) }, options: options)
                while try reader.next() != nil {}
            }
        }
        let offset = test.column.map { ($0 - 1) * (encoding == "UTF-16LE" ? 2 : 1) } ?? start
        let wrong = errors.map { "\($0?.code as XMLError.Code?) \($0?.location?.byteOffset as Int?)" }
        #expect(errors.allSatisfy { $0?.code == errors[0]?.code && $0?.location == errors[0]?.location }, "\(wrong)")
        // Invalid UTF-8 is a part of the text, and may be the end of a malformed tag.
        if encoding == "UTF-8", test.code == .invalidEncoding { return }
        #expect(errors[0]?.code == test.code)
        #expect(errors[0]?.location?.byteOffset == offset)
    }
}

extension String {
    /// The first range of `other` in this string.
    func range(of other: String) -> Range<Index>? { firstRange(of: other) }
}
