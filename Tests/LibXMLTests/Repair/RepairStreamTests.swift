import CheckCases
import Foundation
import LibXML
import Testing

/// The repair of a document that arrives in pieces equals that of the whole document.
@Suite struct RepairStreamTests {
    private static var options: XMLParsingOptions {
        var options = XMLParsingOptions()
        options.recovery = .repair
        options.encoding = "UTF-8"
        return options
    }

    private static var undecided: XMLParsingOptions {
        var options = options
        options.encoding = nil
        return options
    }

    /// Documents that have one root element.
    private static let documents = MalformedDocuments.all.filter { document in
        document.options == XMLRepairOptions() && !document.faults.contains("contentAfterRootElement")
    }

    private static func described(_ diagnostics: [XMLDiagnostic]) -> [String] {
        diagnostics.map { "\($0.code)@\($0.location?.description ?? "-")+\($0.location?.byteOffset ?? -1)" }
    }

    @Test("The push parser repairs as the tree does, in pieces of any size")
    func pushed() throws {
        for document in Self.documents { try Self.push(document) }
    }

    private static func push(_ document: RepairTests.Case) throws {
        let whole = try XMLTree(parsing: document.input, options: .recovering)
        for size in [1, 5, 1000] {
            var parser = XMLPushParser(options: Self.options)
            let bytes = Array(document.input.utf8)
            for start in stride(from: 0, to: bytes.count, by: size) {
                try parser.feed(bytes[start..<min(start + size, bytes.count)])
            }
            let found = parser.diagnostics.count
            let tree = try parser.finish()
            #expect(tree.outline == whole.outline && found <= tree.diagnostics.count, "\(document.input)")
            #expect(Self.described(tree.diagnostics) == Self.described(whole.diagnostics), "\(document.input)")
        }
    }

    @Test("The reader repairs as the tree does")
    func reader() throws {
        for document in Self.documents { try Self.read(document) }
    }

    private static func read(_ document: RepairTests.Case) throws {
        let whole = try XMLTree(parsing: document.input, options: .recovering)
        var reader = XMLReader(parsing: Array(document.input.utf8), options: Self.options)
        var root: XMLTree.Element?
        while let event = try reader.next() {
            if event == .startElement, root == nil { root = try reader.readElement() }
        }
        #expect(root?.hasSameContent(as: whole.root) == true)
        #expect(root?.location == whole.root.location)
        let differences = Set(Self.described(reader.diagnostics))
            .symmetricDifference(Self.described(whole.diagnostics))
        #expect(differences.isEmpty, "\(differences) \(document.input)")
    }

    @Test("A handler receives each repair and warning once, in whatever pieces they come")
    func reportedOnce() throws {
        struct Listener: XMLHandler {
            var reported: [String] = []
            mutating func diagnostic(_ diagnostic: XMLDiagnostic) { reported.append("\(diagnostic.code)") }
            mutating func startElement(_ element: borrowing XMLElementEvent) {}
            mutating func endElement(_ element: borrowing XMLElementEvent) {}
            mutating func text(_ text: borrowing XMLTextEvent) {}
        }
        let text = "<?xml version='1.1'?>x<n a=1 xmlns:p='u'>&amp; & <m></n>"
        for size in [1, 7, 100] {
            var parser = XMLPushParser(handler: Listener(), options: Self.options)
            let bytes = Array(text.utf8)
            for start in stride(from: 0, to: bytes.count, by: size) {
                try parser.feed(bytes[start..<min(start + size, bytes.count)])
            }
            let reported = try parser.finish().reported
            let all = try XMLTree(parsing: text, options: .recovering).diagnostics.map { "\($0.code)" }
            #expect(reported.sorted() == all.sorted(), "in pieces of \(size)")
        }
    }

    @Test("A handler receives each repair as a diagnostic")
    func handler() throws {
        struct Handler: XMLHandler {
            var text = ""
            var codes: [XMLError.Code] = []
            mutating func text(_ text: borrowing XMLTextEvent) { self.text += text.string }
            mutating func diagnostic(_ diagnostic: XMLDiagnostic) { codes.append(diagnostic.code) }
            mutating func startElement(_ element: borrowing XMLElementEvent) {}
            mutating func endElement(_ element: borrowing XMLElementEvent) {}
        }
        var handler = Handler()
        try handler.parse("<a>Bob & Co<br>&nbsp;</a>", options: Self.options)
        #expect(handler.text == "Bob & Co\u{A0}")
        #expect(handler.codes == [.malformedReference, .undeclaredEntity, .mismatchedEndTag])
    }

    private static var feed: String {
        var text = "\n<?xml version=\"1.0\"?>\n<feed>\n"
        for number in 1...400 {
            text += "<entry id=\(number)><title>Tom & Jerry \(number)&nbsp;é日</title><p>one<p>two</entry>\n"
        }
        return text
    }

    @Test(
        "Records are repaired, with their places in the stream",
        arguments: ["UTF-8", "UTF-16", "ISO-8859-1", "windows-1252"])
    func records(encoding: String) throws {
        let encodings: [String: String.Encoding] = [
            "UTF-8": .utf8, "UTF-16": .utf16, "ISO-8859-1": .isoLatin1, "windows-1252": .windowsCP1252,
        ]
        var text = Self.feed
        if encoding == "ISO-8859-1" || encoding == "windows-1252" {
            text = text.replacingOccurrences(of: "日", with: "ü")
            text = text.replacingOccurrences(of: "?>", with: " encoding=\"\(encoding)\"?>")
        }
        let bytes = [UInt8](try #require(text.data(using: encodings[encoding] ?? .utf8)))
        let whole = try XMLTree(parsing: bytes, options: .recovering)
        var options = Self.options
        options.encoding = nil
        let expected = whole.root.elements.map { $0 }
        var records = try XMLRecords(parsing: bytes, at: "feed/entry", options: options)
        var count = 0
        while let record = try records.next() {
            #expect(record.hasSameContent(as: expected[count]) && record.location == expected[count].location)
            let paragraph = record["p"]?["p"]
            #expect(paragraph?.location == expected[count]["p"]?["p"]?.location)
            #expect(paragraph?.isComplete == false && record.isComplete)
            count += 1
        }
        #expect(count == 400)
        #expect(whole.root.isComplete == false)
        let differences = zip(Self.described(records.diagnostics), Self.described(whole.diagnostics)).filter {
            $0 != $1
        }
        #expect(differences.isEmpty, "\(differences.prefix(3))")
        #expect(records.diagnostics.count == whole.diagnostics.count)
    }

    @Test("Reading records continues at a checkpoint, also with repair")
    func checkpoints() throws {
        let file = try TemporaryFile(Self.feed.utf8)
        let whole = try XMLTree(parsing: .file(file.path), options: .recovering).root.elements.map { $0 }
        for stop in [1, 17, 250, 399] {
            var records = try XMLRecords(parsing: .file(file.path), at: "feed/entry", options: Self.options)
            for _ in 0..<stop { _ = try records.next() }
            let checkpoint = records.checkpoint
            var rest = try XMLRecords(
                parsing: .file(file.path), at: "feed/entry", from: checkpoint, options: Self.options)
            var index = stop
            while let record = try rest.next() {
                #expect(record.hasSameContent(as: whole[index]) && record.location == whole[index].location)
                index += 1
            }
            #expect(index == 400)
        }
    }

    @Test("Encodings that are not what they are said to be")
    func encodings() throws {
        func text(_ bytes: [UInt8], _ encoding: String? = nil) throws -> (String, [XMLError.Code]) {
            var options = XMLParsingOptions()
            options.encoding = encoding
            let recovered = try XMLTree(parsing: bytes, options: options.recovering())
            return (recovered.root.text, recovered.diagnostics.map(\.code))
        }
        // Windows-1252 without a declared encoding, and declared as UTF-8.
        #expect(
            try text(Array("<a>caf".utf8) + [0xE9, 0x93, 0x3C] + Array("/a>".utf8)) == ("café“", [.invalidEncoding]))
        let declared = "<?xml version=\"1.0\" encoding=\"UTF-8\"?><a>caf"
        #expect(try text(Array(declared.utf8) + [0xE9] + Array("</a>".utf8)) == ("café", [.invalidEncoding]))
        // UTF-8 with an invalid byte.
        #expect(try text(Array("<a>日本é".utf8) + [0xFF] + Array("x</a>".utf8)) == ("日本é\u{FFFD}x", [.invalidEncoding]))
        // UTF-16 declared as UTF-8, and UTF-8 declared as UTF-16.
        let utf16 = [UInt8](try #require("<?xml version=\"1.0\" encoding=\"UTF-8\"?><a>日</a>".data(using: .utf16)))
        #expect(try text(utf16) == ("日", [.contradictoryEncoding]))
        for word in ["é", "e"] {
            let utf8 = "<?xml version=\"1.0\" encoding=\"UTF-16\"?><a>\(word)</a>"
            #expect(try text(Array(utf8.utf8)) == (word, [.contradictoryEncoding]))
            var records = try XMLRecords(parsing: Array(utf8.utf8), at: "a", options: Self.undecided)
            #expect(try records.next()?.text == word)
            #expect(
                records.diagnostics.map { "\($0.code)@\($0.location?.description ?? "")" } == [
                    "contradictoryEncoding@1:31"
                ])
        }
        // UTF-8 declared as ASCII, EUC-JP or EBCDIC.
        for name in ["US-ASCII", "EUC-JP", "IBM037"] {
            let lying = "<?xml version=\"1.0\" encoding=\"\(name)\"?><a>é日x</a>"
            let found = try text(Array(lying.utf8))
            #expect(found == ("é日x", [.contradictoryEncoding]), "\(name): \(found)")
        }
        // An unknown encoding name.
        let unknown = try text(Array("<?xml version=\"1.0\" encoding=\"x-none\"?><a>é</a>".utf8))
        #expect(unknown == ("é", [.unsupportedEncoding]))
        // An invalid byte in another encoding.
        let shiftJIS = Array("<?xml version=\"1.0\" encoding=\"Shift_JIS\"?><a>".utf8) + [0x93, 0xFA, 0x85, 0x20]
        #expect(try text(shiftJIS + Array("x</a>".utf8)).0.hasPrefix("日\u{FFFD}"))
    }

    @Test("Half of a surrogate pair is one bad character, and moves no place", arguments: [true, false])
    func surrogates(isBigEndian: Bool) throws {
        let units = Array("<a>".utf16) + [0xDD74, 0x78, 0xD800, 0xD801] + Array("😀<b/>é".utf16) + [0xDBFF]
        let bytes = units.flatMap { unit in
            let bytes = [UInt8(unit >> 8), UInt8(unit & 0xFF)]
            return isBigEndian ? bytes : bytes.reversed()
        }
        for end in bytes.indices.dropFirst(8) { _ = try XMLTree(parsing: bytes[...end], options: .recovering) }
        let recovered = try XMLTree(parsing: bytes, options: .recovering)
        #expect(recovered.root.text == "\u{FFFD}x\u{FFFD}\u{FFFD}😀é\u{FFFD}")
        #expect(recovered.root.elements.first?.location.byteOffset == 18)
        #expect(recovered.diagnostics.compactMap(\.location?.byteOffset) == [6, 10, 12, 28, 30])
        #expect(recovered.diagnostics.compactMap(\.location?.column) == [4, 6, 7, 14, 15])
    }

    @Test("Characters that XML does not allow can be kept")
    func kept() throws {
        var options = XMLParsingOptions()
        var repair = XMLRepairOptions()
        repair.invalidCharacters = .keep
        options.recovery = .repair(repair)
        let text = "<a b='x&#1;y\u{2}'>p\u{8}q&#x1F;<c/>\u{3}</a>"
        let tree = try XMLTree(parsing: text, options: options)
        #expect(tree.root.text == "p\u{8}q\u{1F}\u{3}")
        let first = try XMLTree(parsing: "<a>\u{8}x</a>", options: options).root.children.first
        #expect(first?.location.column == 4)
        #expect(tree.root[attribute: "b"] == "x\u{1}y\u{2}")
        var reader = XMLReader(parsing: text, options: options)
        _ = try reader.next()
        #expect(reader[attribute: "b"] == "x\u{1}y\u{2}")
        #expect(try reader.readElement().hasSameContent(as: tree.root))
    }

    @Test("A line end that is split between two pieces is one")
    func lineEnds() throws {
        let text = "<r>\r\n" + String(repeating: "<x>a & b</x>\r\n", count: 6_000) + "<y>\r</y></r>"
        let whole = try XMLTree(parsing: text, options: .recovering)
        #expect(whole.root["y"]?.location.line == 6_002)
        #expect(whole.diagnostics.last?.location?.line == 1_001)
        for size in [1, 7] {
            var parser = XMLPushParser(options: Self.options)
            for chunk in Array(text.utf8).chunks(of: size) { try parser.feed(chunk) }
            let tree = try parser.finish()
            #expect(tree.root["y"]?.location == whole.root["y"]?.location)
            #expect(tree.diagnostics == whole.diagnostics)
        }
    }

    @Test("After a checkpoint, a document type's entities and the places of open elements are known")
    func checkpointContext() throws {
        let text = "<!DOCTYPE r [<!ENTITY e 'value'>]>\n<r>\n <list>\n <i>&e; & 1</i>\n <i m='&e;'>&e; & 2</i></r>"
        let file = try TemporaryFile(text.utf8)
        var all = try XMLRecords(parsing: .file(file.path), at: "r/list/i", options: Self.options)
        _ = try all.next()
        let checkpoint = all.checkpoint
        let second = try all.next()
        #expect(second?.text == "value & 2")
        #expect(try all.next() == nil)
        var rest = try XMLRecords(parsing: .file(file.path), at: "r/list/i", from: checkpoint, options: Self.options)
        #expect(try #require(try rest.next()).hasSameContent(as: try #require(second)))
        #expect(try rest.next() == nil)
        #expect(rest.diagnostics == Array(all.diagnostics.suffix(2)))
        #expect(rest.diagnostics.last?.note?.location.byteOffset == 40)
    }

    @Test(
        "The beginning of an element that began long ago has its offset in the input",
        arguments: ["UTF-8", "US-ASCII", "ISO-8859-1", "UTF-16LE", "Shift_JIS"])
    func earlierElements(_ encoding: String) throws {
        var options = XMLParsingOptions()
        options.recovery = .repair
        let start = "<?xml version='1.0' encoding='\(encoding)'?>\n<r><list>"
        let text = start + String(repeating: "<i>x</i>\n", count: 30_000) + "<b></list></r>"
        let bytes =
            encoding == "UTF-16LE" ? text.utf16.flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] } : Array(text.utf8)
        var reader = XMLReader(parsing: bytes, options: options)
        while try reader.next() != nil {}
        let places = reader.diagnostics.compactMap { $0.note?.location.byteOffset }
        let unit = encoding == "UTF-16LE" ? 2 : 1
        #expect(places == [unit * (text.utf8.count - "<b></list></r>".utf8.count)])

        var other = XMLReader(parsing: Array(bytes.dropLast(unit * "<b></list></r>".utf8.count)), options: options)
        while try other.next() != nil {}
        let begun = other.diagnostics.compactMap { $0.note?.location.byteOffset }
        #expect(begun == [unit * (start.utf8.count - 6), unit * (start.utf8.count - 9)])
    }

    @Test("Diagnostics are counted beyond those that are kept, and repairing takes time in proportion")
    func many() throws {
        var repair = XMLRepairOptions()
        repair.diagnosticLimit = 10
        let text = "<a>" + String(repeating: "x & y <p b=\"> </q> &#0; ", count: 5_000) + "</a>"
        var options = XMLParsingOptions()
        options.limits.depth = 100_000
        let recovered = try XMLTree(parsing: text, options: options.recovering(.repair(repair)))
        #expect(recovered.diagnostics.count == 10 && recovered.diagnosticCount > 15_000)

        options.recovery = .repair(repair)
        var parser = XMLPushParser(options: options)
        try parser.feed(Array(text.utf8))
        #expect(parser.diagnostics.count == 10 && parser.diagnosticCount > 15_000)
        var reader = XMLReader(parsing: text, options: options)
        while try reader.next() != nil {}
        #expect(reader.diagnostics.count == 10 && reader.diagnosticCount == recovered.diagnosticCount)
    }

    @Test("Faults of namespaces are counted beyond those that are kept")
    func manyNamespaces() throws {
        let text = "<a>" + String(repeating: "<n:b/>", count: 250) + "</a>"
        let recovered = try XMLTree(parsing: text, options: .recovering)
        #expect(recovered.diagnostics.count == 250 && recovered.diagnosticCount == 250)
        var records = try XMLRecords(parsing: text, at: "a/*", options: Self.options)
        while try records.next() != nil {}
        #expect(records.diagnostics.count == 250 && records.diagnosticCount == 250)
        var reader = XMLReader(parsing: text, options: Self.options)
        while try reader.next() != nil {}
        #expect(reader.diagnostics.count == 250 && reader.diagnosticCount == 250)
    }

    @Test("The rules are those of the options, where no mode is given")
    func rules() throws {
        var options = Self.options
        options.recovery = .repair(XMLRepairOptions(extraContent: .wrap("all")))
        let text = "<a>1</a><a>2</a>"
        let wrapped = "<all><a>1</a><a>2</a></all>"
        #expect(try XMLTree(parsing: text, options: options.recovering()).source == wrapped)
        #expect(try XMLTree(parsing: text, options: options).source == wrapped)
        #expect(try XMLTree(parsing: text, options: options.recovering(.repair)).furtherRoots.count == 1)
        // A stream has no further roots. It reports that they are omitted.
        var parser = XMLPushParser(options: Self.options)
        try parser.feed(text.utf8)
        let tree = try parser.finish()
        #expect(tree.source == "<a>1</a>" && tree.furtherRoots.isEmpty)
        #expect(tree.diagnostics.map(\.code) == Array(repeating: .contentAfterRootElement, count: 3))
    }

    @Test("Input without elements that is clearly not XML is reported as such")
    func impostors() throws {
        for text in [#"{"error": "none"}"#, "[1, 2]", "PK\u{3}\u{4}<a/>"] {
            let error = try #require(throws: XMLError.self) { _ = try XMLTree(parsing: text, options: .recovering) }
            #expect(error.code == .notXML)
        }
        #expect(try XMLTree(parsing: "{<a/>}", options: .recovering).source == "<a/>")
    }

    @Test("Further roots are returned, each with its places")
    func furtherRoots() throws {
        let recovered = try XMLTree(parsing: "<a>1</a>\n<b>2 & 3</b> text\n<c>", options: .recovering)
        #expect(recovered.root.name == XMLName("a"))
        #expect(recovered.furtherRoots.map(\.root.localName) == ["b", "c"])
        #expect(recovered.furtherRoots.map { "\($0.root.location)" } == ["2:1", "3:1"])
        #expect(recovered.furtherRoots[0].root.location.byteOffset == 9)
        let codes = recovered.diagnostics.map { "\($0.code)@\($0.location?.description ?? "")" }
        #expect(
            codes == [
                "contentAfterRootElement@2:1", "malformedReference@2:6", "contentAfterRootElement@2:14",
                "contentAfterRootElement@3:1", "unclosedElement@3:4",
            ])
    }
}
