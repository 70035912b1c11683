import CheckCases
import LibXML
import Synchronization
import Testing

@Suite struct ParallelRecordsTests {
    struct Item: Equatable, Sendable {
        var source: String
        var location: XMLLocation
    }

    static func items(_ records: inout XMLRecords) throws -> [Item] {
        var items: [Item] = []
        while let record = try records.next() { items.append(Item(source: record.source, location: record.location)) }
        return items
    }

    private static func document(lists: Int) -> String {
        let items = (0..<40).map { number in
            """
            <a id='\(number)' k="a > b 'x'"><!-- </a><a id='no'> --><![CDATA[</a><a id='no'>]]><?pi <a> ?>
            <a>nested é</a><b/></a>&two;
            """
        }
        let body = (0..<lists).map { "<list n='\($0)'>\n\(items.joined())</list><list/>\n<other><a/></other>" }.joined()
        return """
            <?xml version='1.0'?>
            <!DOCTYPE r [<!ENTITY two '<a id="e1"/><a id="e2"/>'>]>
            <r xmlns:p="urn:p>"><!-- <a> -->\(body)</r>
            """
    }

    @Test(
        "Parts give the records of the whole, in order, places included",
        arguments: ["r/list/a", "//a", "r/*/a", "r/list"])
    func order(path: String) async throws {
        let file = try TemporaryFile(Self.document(lists: 20).utf8)
        let path = try XMLPath(parsing: path)
        var sequential = try XMLRecords(parsing: .file(file.path), at: path)
        let expected = try Self.items(&sequential)
        for partSize in [1, 700, 5_000, 10_000_000] {
            var items: [Item] = []
            var parts = 0
            try await XMLRecords.parallel(
                .file(file.path), at: path, jobs: 3, partSize: partSize, { try Self.items(&$0) },
                forEachPart: {
                    items += $0
                    parts += 1
                })
            #expect(items == expected)
            #expect(parts > 10 || partSize > 5_000)
        }
    }

    @Test("A fault comes after the results of the parts before it")
    func faults() async throws {
        let rows = (0..<1_000).map { "<a>\($0)</a>\n" }
        var text = rows.joined()
        text.replace("<a>700</a>", with: "<a>700</b>")
        text.replace("<a>900</a>", with: "<a>900</b>")
        let file = try TemporaryFile("<r>\(text)</r>".utf8)
        let path = file.path
        var count = 0
        let error = try await #require(throws: XMLError.self) {
            try await XMLRecords.parallel(
                .file(path), at: "r/a", jobs: 2, partSize: 1_000, { try Self.items(&$0).count },
                forEachPart: { count += $0 })
        }
        #expect(error.code == .mismatchedEndTag)
        #expect(error.location?.line == 701)
        #expect(count > 500 && count < 700)
    }

    @Test("Files that cannot be divided are read as one part", arguments: ["<r/>", "<a>1</a>", "<r>x</r>"])
    func small(document: String) async throws {
        let file = try TemporaryFile(document.utf8)
        var count = 0
        try await XMLRecords.parallel(
            .file(file.path), at: "r/a", { try Self.items(&$0).count }, forEachPart: { count += $0 })
        #expect(count == 0)
    }

    @MainActor @Test("The results are used on the actor of the caller")
    func isolation() async throws {
        let file = try TemporaryFile("<r>\(String(repeating: "<a>1</a>", count: 50))</r>".utf8)
        var count = 0
        try await XMLRecords.parallel(.file(file.path), at: "r/a", partSize: 100) { records in
            try Self.items(&records).count
        } forEachPart: { items in
            MainActor.assertIsolated()
            count += items
        }
        #expect(count == 50)
    }

    @Test("An end tag that is missing at the end is found")
    func truncated() async throws {
        let file = try TemporaryFile("<r>\(String(repeating: "<a>1</a>", count: 500))".utf8)
        let path = file.path
        let error = try await #require(throws: XMLError.self) {
            try await XMLRecords.parallel(
                .file(path), at: "r/a", partSize: 100, { try Self.items(&$0).count }, forEachPart: { _ in })
        }
        #expect(error.code == .unclosedElement)
    }

    @Test("Another encoding is read as one part")
    func encoding() async throws {
        let text = "<?xml version='1.0' encoding='UTF-16LE'?><r>\(String(repeating: "<a>é</a>", count: 100))</r>"
        let file = try TemporaryFile(try #require(encode(text, as: "UTF-16LE")))
        var counts: [Int] = []
        try await XMLRecords.parallel(
            .file(file.path), at: "r/a", partSize: 10, { try Self.items(&$0).count }, forEachPart: { counts.append($0) }
        )
        #expect(counts == [100])
    }
}

// MARK: Faults near the ends of parts

extension ParallelRecordsTests {
    @Test(
        "What one task rejects, several reject, with the same error",
        arguments: [
            "<r><a/></r></r>" + String(repeating: " ", count: 100), "<r><a/>&bogus;<a/></r>", "<r><a/>&b<a/></r>",
            "<r><a/></r><a/><a/>", "<r><a/></b><a/></r>", "<r><a/>\u{1}<a/></r>", "<r><a/><a></r>",
            "<r><l><a/></l><l></r>",
            "<r><a x='1' x='2'/><a/></r>", "<r><a/>]]><a/></r>",
        ])
    func sameFaults(document: String) async throws {
        // Longer than a piece; otherwise the root element would end before the file is divided.
        let padding = String(repeating: "<a>text</a>", count: 8_000)
        let text = document.replacing("<r>", with: "<r>\(padding)")
        let file = try TemporaryFile(text.utf8)
        let path = file.path
        for size in [5_000, 88_000, 88_010] {
            let expected = try #require(throws: XMLError.self) {
                var records = try XMLRecords(parsing: .file(path), at: "r/a")
                while try records.next() != nil {}
            }
            let error = try await #require(throws: XMLError.self) {
                try await XMLRecords.parallel(
                    .file(path), at: "r/a", jobs: 2, partSize: size, { try Self.items(&$0).count },
                    forEachPart: { _ in })
            }
            #expect(error.code == expected.code)
            #expect(error.location == expected.location)
        }
    }

    @Test(
        "Text between parts is looked at as well",
        arguments: [
            "]]>", "&bad ", "&bad", "&", "&#0;", "&undeclared;", "\u{1}", "x\u{1}", "<", "< ", "</", "</o>", "<!",
            "<!-", "<?",
            "<![CDATA[", "x", "é", "&amp;", "&two;", "x&two;",
        ])
    func boundaries(junk: String) async throws {
        let rows = repeatElement("<r>n</r>", count: 20).joined(separator: junk)
        let file = try TemporaryFile("<!DOCTYPE o [<!ENTITY two '<r>1</r><r/>'>]><o>\(rows)</o>".utf8)
        var expected: [Item] = []
        var expectedError: XMLError?
        var records = try XMLRecords(parsing: .file(file.path), at: "o/r")
        do throws(XMLError) {
            while let record = try records.next() {
                expected.append(Item(source: record.source, location: record.location))
            }
        } catch { expectedError = error }
        for size in [1, 5, 30] {
            let items = Mutex<[Item]>([])
            var error: XMLError?
            do {
                try await XMLRecords.parallel(.file(file.path), at: "o/r", jobs: 1, partSize: size) {
                    records in
                    while let record = try records.next() {
                        let item = Item(source: record.source, location: record.location)
                        items.withLock { $0.append(item) }
                    }
                } forEachPart: { _ in
                }
            } catch let caught as XMLError { error = caught }
            #expect(error?.code == expectedError?.code)
            #expect(error?.location == expectedError?.location)
            if expectedError == nil { #expect(items.withLock { $0 } == expected) }
        }
    }

    @Test("A byte that is not a character is found between parts")
    func invalidBytes() async throws {
        let rows = Array(repeatElement(Array("<r>n</r>".utf8), count: 20).joined(separator: [0xC3]))
        let file = try TemporaryFile(Array("<o>".utf8) + rows + Array("</o>".utf8))
        let path = file.path
        let error = try await #require(throws: XMLError.self) {
            try await XMLRecords.parallel(
                .file(path), at: "o/r", partSize: 5, { try Self.items(&$0) }, forEachPart: { _ in })
        }
        #expect(error.code == .invalidEncoding)
        #expect(error.location?.byteOffset == 11)
    }
}
