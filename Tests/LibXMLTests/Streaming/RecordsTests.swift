import CheckCases
import LibXML
import Testing

@Suite struct RecordsTests {
    /// The records of a document that arrives in pieces of a given size.
    private static func records(
        _ document: some Sequence<UInt8>, at path: XMLPath, size: Int, options: XMLParsingOptions = .init()
    ) throws -> [XMLTree.Element] {
        var chunks = Array(document).chunks(of: size)[...]
        var records = try XMLRecords(parsing: .chunks { chunks.popFirst().map(Array.init) }, at: path, options: options)
        var result: [XMLTree.Element] = []
        while let record = try records.next() { result.append(record) }
        return result
    }

    struct Case: Sendable, CustomTestStringConvertible {
        var path: XMLPath
        var ids: [String]
        var testDescription: String { path.description }
    }

    @Test(
        "A path finds records",
        arguments: [
            Case(path: "r/a", ids: ["1", "4"]),
            Case(path: "/r/a", ids: ["1", "4"]),
            Case(path: "r.*", ids: ["1", "3", "4"]),
            Case(path: "r/b/a", ids: ["31"]),
            Case(path: "//a", ids: ["1", "31", "4"]),
            Case(path: "r//c", ids: ["12", "41"]),
            Case(path: "//b", ids: ["11", "3"]),
            Case(path: "r/*/*", ids: ["11", "31", "41"]),
            Case(path: "*", ids: ["0"]),
            Case(path: "r/p:x", ids: []),
            Case(path: "r/x", ids: []),
            Case(path: "a", ids: []),
        ], [1, 5, 1000])
    func paths(test: Case, size: Int) throws {
        let document = """
            <r id='0'>text<a id='1'><b id='11'><c id='12'/></b></a><b id='3'><a id='31'/></b>
            <a id='4'><c id='41'/></a></r>
            """
        let records = try Self.records(document.utf8, at: test.path, size: size)
        #expect(records.map { $0[attribute: "id"] ?? "" } == test.ids)
    }

    @Test("A record is what the element of the whole document is, places included", arguments: [13, 5_000, 70_000])
    func sameAsTree(size: Int) throws {
        for seed in UInt64(1)..<2 {
            let document = Array(DocumentGenerator(seed: seed).document(size: 150_000).utf8)
            let elements = Array(try XMLTree(parsing: document).root.elements)
            let records = try Self.records(document, at: "r/*", size: size)
            #expect(records.count == elements.count)
            for (record, element) in zip(records, elements) {
                #expect(record.hasSameContent(as: element))
                #expect(record.source == element.source)
                #expect(Self.places(record) == Self.places(element))
                if Self.places(record) != Self.places(element) { return }
            }
        }
    }

    private static func places(_ element: XMLTree.Element) -> [XMLLocation] {
        [element.location] + element.elements.flatMap { places($0) }
            + element.children.map(\.location) + element.attributes.map(\.location)
    }

    @Test("Places are those of the stream, in any encoding", arguments: ["UTF-8", "UTF-16LE", "ISO-2022-JP", "EUC-JP"])
    func encodings(encoding: String) throws {
        let rows = (0..<6_000).map { "<row n='\($0)'>日本\($0)\n語</row>\r\n" }.joined()
        let text = "<?xml version='1.0' encoding='\(encoding)'?>\n<r>\(rows)</r>"
        let document = try #require(encode(text, as: encoding))
        let elements = Array(try XMLTree(parsing: document).root.elements)
        let records = try Self.records(document, at: "r/row", size: 3_000)
        #expect(records.count == 6_000)
        #expect(records.map(\.location) == elements.map(\.location))
        #expect(records.last?.text == "日本5999\n語")
    }

    @Test("A path may name elements by namespace, here and in trees and dictionaries")
    func expandedNames() throws {
        let document = "<r xmlns:p='urn:p' xmlns:q='urn:p'><p:x>1</p:x><q:x>2</q:x><x>3</x></r>"
        let path: XMLPath = ["r", .element(XMLName("x", namespaceURI: "urn:p"))]
        #expect(try Self.records(document.utf8, at: path, size: 10).map(\.text) == ["1", "2"])
        let tree = try XMLTree(parsing: document)
        #expect(tree.root.strings(at: [.element(XMLName("x", namespaceURI: "urn:p"))]) == ["1", "2"])
        #expect(XMLDictionary(tree).strings(at: path) == ["1", "2"])
        #expect(path.description == "r.{urn:p}x")
    }

    @Test("A record knows the namespaces that are in scope")
    func namespaces() throws {
        let document = "<r xmlns:p='urn:p' xmlns='urn:d'><list xmlns:q='urn:q'><p:x t='q:int'/></list></r>"
        let record = try #require(try Self.records(document.utf8, at: "//p:x", size: 10).first)
        #expect(record.name == XMLName("x", namespaceURI: "urn:p"))
        #expect(record.resolve("q:int") == XMLName("int", namespaceURI: "urn:q"))
        #expect(record.resolve("int") == XMLName("int", namespaceURI: "urn:d"))
        #expect(record.parent == nil)
    }

    @Test("Records before an error come first, and the error has its place in the stream")
    func errors() throws {
        let rows = (0..<5_000).map { "<row>\($0)</row>\n" }.joined()
        var records = try XMLRecords(parsing: "<r>\n\(rows)<row><b></row></r>", at: "r/row")
        var count = 0
        let error = try #require(throws: XMLError.self) {
            while try records.next() != nil { count += 1 }
        }
        #expect(count == 5_000)
        #expect(error.code == .mismatchedEndTag)
        #expect(error.location?.line == 5_002)
        #expect(error.location?.column == 9)
        #expect(error.note?.location.column == 6)
        #expect(throws: error) { _ = try records.next() }
    }

    @Test("An element that began long ago is noted with its place")
    func longAgo() throws {
        let rows = String(repeating: "<row>some text</row>\n", count: 20_000)
        var records = try XMLRecords(parsing: "<r>\n <list><x/>\n\(rows)", at: "r/list/row")
        let error = try #require(throws: XMLError.self) { while try records.next() != nil {} }
        #expect(error.code == .unclosedElement)
        #expect(error.location?.line == 20_003)
        #expect(error.note.map { [$0.location.line, $0.location.column, $0.location.byteOffset] } == [2, 2, 5])
    }

    @Test("An error of a source is thrown after the records before it, again and again")
    func sourceErrors() throws {
        struct Lost: Error, Equatable {}
        var isFirst = true
        var records = try XMLRecords(
            parsing: .chunks {
                guard isFirst else { throw Lost() }
                isFirst = false
                return Array("<r><a/>".utf8)
            }, at: "r/a")
        #expect(try records.next()?.qualifiedName == "a")
        for _ in 0..<2 {
            let error = try #require(throws: XMLError.self) { _ = try records.next() }
            #expect(error.code == .sourceFailed && error.underlyingError is Lost)
        }
    }

    @Test("A path that no record can be at is refused", arguments: ["r/a[1]", "r/@id"] as [XMLPath])
    func invalidPaths(path: XMLPath) throws {
        #expect(throws: XMLError.self) { _ = try XMLRecords(parsing: "<r/>", at: path) }
    }

    @Test("One record may be longer than many pieces, and hold entities and references")
    func longRecord() throws {
        let item = "<i k='&e;'>&e; &amp; <![CDATA[<&>]]><!-- c --><?p d?></i>text\r\n"
        let body = String(repeating: item, count: 5_000)
        let document =
            "<!DOCTYPE r [<!ENTITY e 'v<x/>w'>]><r>" + String(repeating: "<big>\(body)</big>\n", count: 3) + "</r>"
        let text = document.replacing("k='&e;'", with: "k='&lt;'")
        let elements = Array(try XMLTree(parsing: text).root.elements)
        let records = try Self.records(text.utf8, at: "r/big", size: 4_096)
        #expect(records.count == 3)
        for (record, element) in zip(records, elements) {
            #expect(record.hasSameContent(as: element))
            #expect(Array(record.elements).last?.location == Array(element.elements).last?.location)
        }
    }
}

extension RecordsTests {
    @Test(
        "A record comes as soon as its end has been fed, however long what is in it",
        arguments: [
            ("<!--", "x", "-->"), ("<!--", "- ", "-->"), ("<b k='", "> ", "'/>"), ("<?p ", "?x", "?>"),
            ("<![CDATA[", "]] ", "]]>"),
            ("<b ", "\n", "/>"), ("", "x", ""), ("", "&t;", ""), ("<b>", "<c/>", "</b>"),
        ], [7, 999])
    func promptness(parts: (start: String, filler: String, end: String), size: Int) throws {
        let count = 150_000 / parts.filler.utf8.count
        let record = "<a>\(parts.start)\(String(repeating: parts.filler, count: count))\(parts.end)</a>"
        let declaration = "<!DOCTYPE r [<!ENTITY t 't'>]><r>"
        var parser = try XMLPushParser(at: "r/a")
        for chunk in Array("\(declaration)\(record)".utf8).chunks(of: size) { parser.feed(chunk) }
        let found = try parser.next()
        #expect(found?.source.utf8.count == record.utf8.count)
    }
}

// MARK: Limits

extension RecordsTests {
    static let oversized = "<r><a>1</a><a>\(String(repeating: "<b>x</b>", count: 40_000))</a><a>3</a></r>"

    @Test("A record that is too large is an error", arguments: [100, 1_000_000])
    func tooLarge(size: Int) throws {
        var options = XMLParsingOptions()
        options.limits.recordSize = 100_000
        var chunks = Array(Self.oversized.utf8).chunks(of: size)[...]
        var records = try XMLRecords(
            parsing: .chunks { chunks.popFirst().map(Array.init) }, at: "r/a", options: options)
        #expect(try records.next()?.text == "1")
        let error = try #require(throws: XMLError.self) { _ = try records.next() }
        #expect(error.code == .recordTooLarge)
        #expect(error.location?.column == 12)
        #expect(throws: error) { _ = try records.next() }
    }

    @Test("A record that is too large is omitted if the options say so", arguments: [100, 1_000_000])
    func skipped(size: Int) throws {
        var options = XMLParsingOptions()
        options.limits.recordSize = 100_000
        options.oversizedRecords = .skip
        var chunks = Array(Self.oversized.utf8).chunks(of: size)[...]
        var records = try XMLRecords(
            parsing: .chunks { chunks.popFirst().map(Array.init) }, at: "//a", options: options)
        var texts: [String] = []
        while let record = try records.next() { texts.append(record.text) }
        #expect(texts == ["1", "3"])
        let diagnostics = records.diagnostics
        #expect(diagnostics.map(\.code) == [.recordTooLarge])
        #expect(diagnostics.first?.location?.column == 12)
    }

    @Test("A stream may be longer than the limit of a tree, where the limit is the default")
    func inputSize() throws {
        var options = XMLParsingOptions()
        options.limits.inputSize = 1_000
        var records = try XMLRecords(parsing: Self.oversized, at: "r/a", options: options)
        let error = try #require(throws: XMLError.self) { while try records.next() != nil {} }
        #expect(error.code == .inputTooLarge)
    }
}

// MARK: Bounded memory

extension RecordsTests {
    @Test(
        "A record that is too large ends the reading when it is too large, not when it ends", arguments: [false, true])
    func endless(isSkipped: Bool) throws {
        var options = XMLParsingOptions()
        options.limits.recordSize = 100_000
        options.oversizedRecords = isSkipped ? .skip : .error
        var count = 0
        let rows = Array(String(repeating: "<b>text</b>", count: 1_000).utf8)
        var records = try XMLRecords(
            parsing: .chunks {
                count += 1
                if count == 200 { return Array("</a><a>2</a></r>".utf8) }
                return count == 1 ? Array("<r><a>".utf8) : count > 200 ? nil : rows
            }, at: "r/a", options: options)
        if isSkipped {
            #expect(try records.next()?.text == "2")
        } else {
            let error = try #require(throws: XMLError.self) { _ = try records.next() }
            #expect(error.code == .recordTooLarge)
            #expect(count < 20)
        }
    }

    @Test("Names of their own cost records no more than themselves")
    func ownNames() throws {
        var number = 0
        var records = try XMLRecords(
            parsing: .chunks {
                number += 1
                if number == 1 { return Array("<r xmlns:p='urn:p'>".utf8) }
                if number == 2_002 { return Array("</r>".utf8) }
                return number > 2_002 ? nil : Array("<a><p:n\(number) k\(number)='v'/><?t\(number)?></a>".utf8)
            }, at: "r/a")
        var elements: [XMLTree.Element] = []
        while let record = try records.next() { elements.append(record) }
        #expect(elements.count == 2_000)
        for (index, element) in elements.enumerated() {
            let child = try #require(element.elements.first { _ in true })
            #expect(child.name == XMLName("n\(index + 2)", namespaceURI: "urn:p"))
            #expect(child[attribute: "k\(index + 2)"] == "v")
            #expect(element.source.contains("<?t\(index + 2)?>"))
        }
    }
}
