import CheckCases
import Foundation
import LibXML
import Testing

@Suite struct ReaderFaultTests {
    static func error(of text: String, _ options: XMLParsingOptions = .init()) -> XMLError? {
        error(XMLReader(parsing: text, options: options))
    }

    /// The same for a document that arrives byte by byte.
    static func errorByBytes(of text: String) -> XMLError? {
        var rest = Array(text.utf8)[...]
        do throws(XMLError) {
            return error(try XMLReader(parsing: .chunks { rest.popFirst().map { [$0] } }))
        } catch {
            return error
        }
    }

    /// The error that a reader throws; nil if it throws none.
    static func error(_ reader: consuming XMLReader) -> XMLError? {
        do throws(XMLError) {
            while try reader.next() != nil {}
            return nil
        } catch {
            return error
        }
    }

    static let all =
        FaultTests.structure + FaultTests.tags + FaultTests.attributes + FaultTests.markup + FaultTests.characters
        + FaultTests.references + FaultTests.namespaces
        + FaultTests.declarations

    @Test("A fault has the same code and place as in the tree", arguments: all)
    func faults(broken: Broken) throws {
        let expected = try fault(broken.text)
        let found = try #require(Self.error(of: broken.text))
        #expect(found.code == expected.code)
        #expect(found.location == expected.location)
        #expect(found.note?.location == expected.note?.location)
        let pieces = try #require(Self.errorByBytes(of: broken.text))
        #expect(pieces.code == expected.code)
        #expect(pieces.location == expected.location)
    }

    static let folder = ProcessInfo.processInfo.environment["BROKEN"]

    @Test(
        "A malformed file has the code and place for a reader that it has for a tree",
        .enabled(if: folder != nil, "set BROKEN to a folder of broken documents"))
    func files() throws {
        let folder = try #require(Self.folder)
        var count = 0
        for name in try FileManager.default.contentsOfDirectory(atPath: folder).sorted() where name.hasSuffix(".xml") {
            let path = folder + "/" + name
            let expected = #expect(throws: XMLError.self) { try XMLTree(parsing: .file(path)) }
            let reader = try XMLReader(parsing: .file(path))
            let found = Self.error(reader)
            #expect(found?.code == expected?.code, "\(name)")
            #expect(found?.location == expected?.location, "\(name)")
            count += 1
        }
        #expect(count > 0)
    }

    @Test("What comes before a fault is delivered")
    func delivered() throws {
        for (text, count) in [
            ("<a><b/>t<c>x</c>&</a>", 6), ("<a><b/>t<p:c/></a>", 3), ("<a>\n<b></a>", 3), ("<a><b/>text ", 2),
            ("<a/><b/>", 1),
        ] {
            var reader = XMLReader(parsing: text)
            var events = 0
            let error = try #require(
                #expect(throws: XMLError.self) { while try reader.next() != nil { events += 1 } })
            #expect(events == count, "\(text)")
            #expect(throws: error) { try reader.next() }
        }
    }

    @Test("After an error in an element that is read as a whole, only the error is reported")
    func failedElement() throws {
        struct Failure: Error {}
        for text in ["<a><b>x</b><c/><d></a>", "<a><b>x</b><c>"] {
            var pieces = [text]
            var reader = try XMLReader(
                parsing: .chunks {
                    guard !pieces.isEmpty else { throw Failure() }
                    return Array(pieces.removeFirst().utf8)
                })
            try reader.next()
            let error = try #require(#expect(throws: XMLError.self) { try reader.readElement() })
            #expect(reader.event == nil && reader.depth == 0)
            #expect(throws: error) { try reader.next() }
        }
    }

    @Test("Text that has ended comes before the error of a source", arguments: ["hello", "<![CDATA[hello]]>"])
    func textBeforeFailure(text: String) throws {
        struct Failure: Error {}
        var pieces = ["<a>\(text)<b"]
        var reader = try XMLReader(
            parsing: .chunks {
                guard !pieces.isEmpty else { throw Failure() }
                return Array(pieces.removeFirst().utf8)
            })
        try reader.next()
        try reader.next()
        #expect(reader.value == "hello")
        #expect(throws: XMLError.self) { try reader.next() }
    }

    @Test("An error of a source is the cause of the error that is thrown")
    func source() throws {
        struct Failure: Error {}
        var pieces = ["<a><b/>", "<c/>"]
        func makeReader() throws -> XMLReader {
            try XMLReader(
                parsing: .chunks {
                    guard !pieces.isEmpty else { throw Failure() }
                    return Array(pieces.removeFirst().utf8)
                })
        }
        var reader = try makeReader()
        var names: [String] = []
        let error = #expect(throws: XMLError.self) {
            while try reader.next() != nil { names.append(reader.qualifiedName) }
        }
        #expect(error?.code == .sourceFailed)
        #expect(error?.underlyingError is Failure)
        #expect(names == ["a", "b", "c"])
        pieces = ["<a><b/>"]
        reader = try makeReader()
        let same = #expect(throws: XMLError.self) { try reader.forEachElement("c") { _ in } }
        #expect(same?.underlyingError is Failure && same?.code == .sourceFailed)
        let own = try #require(throws: XMLError.self) { try XMLTree(parsing: "<a/>").root.require("b") }
        reader = try XMLReader(parsing: .chunks { throw own })
        #expect(throws: own) { try reader.next() }
        #expect(own.underlyingError == nil)
    }

    @Test("A tree reports every namespace error, and readers of pieces report the first")
    func namespaces() throws {
        let text = "<!DOCTYPE r SYSTEM 'r'><r>&e;<p:a/><q:b/><c></r>"
        let codes = [XMLError.Code.unresolvedEntity, .undeclaredPrefix, .undeclaredPrefix, .mismatchedEndTag]
        #expect(try fault(text).diagnostics.map(\.code) == codes)
        #expect(Self.error(of: text)?.diagnostics.map(\.code) == Array(codes.prefix(2)))
        let pushed = #expect(throws: XMLError.self) { try parse(chunks: [Array(text.utf8)[...]]) }
        #expect(pushed?.diagnostics.map(\.code) == Array(codes.prefix(2)))
    }

    @Test("Long texts and deep elements are read if limits allow it")
    func long() throws {
        let long = String(repeating: "0123456789", count: 1_100_000)
        var reader = XMLReader(parsing: "<r><!--\(long)--><![CDATA[\(long)]]><?p \(long)?>\(long)</r>")
        var lengths: [Int] = []
        while try reader.next() != nil { lengths.append(reader.value?.utf8.count ?? 0) }
        #expect(lengths == [0, 11_000_000, 11_000_000, 11_000_000, 11_000_000, 0])
        #expect(Self.error(of: "<r k='\(long)'/>")?.code == .tagTooLong)

        func nested(_ depth: Int) -> String {
            String(repeating: "<a>", count: depth) + String(repeating: "</a>", count: depth)
        }
        #expect(Self.error(of: nested(256)) == nil)
        let error = try #require(Self.error(of: nested(257)))
        #expect(error.code == .tooDeep)
        #expect(error.location?.column == 256 * 3 + 1)
        var options = XMLParsingOptions()
        options.limits.depth = 2_000
        #expect(Self.error(of: nested(2_000), options) == nil)
    }
}
