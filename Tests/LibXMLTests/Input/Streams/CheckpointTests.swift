import CheckCases
import Foundation
import Testing

@testable import LibXML

@Suite struct CheckpointTests {
    private struct Item: Equatable {
        var source: String
        var places: [XMLLocation]

        init(_ record: XMLTree.Element) {
            source = record.source
            places = [record.location] + record.attributes.map(\.location) + record.elements.map(\.location)
        }
    }

    func check(
        _ document: [UInt8], at path: XMLPath, _ options: XMLParsingOptions = .init(),
        sourceLocation: SourceLocation = #_sourceLocation
    ) throws {
        let temporary = try TemporaryFile(document)
        let file = temporary.path
        do {
            var all: [Item] = []
            var checkpoints: [XMLCheckpoint] = []
            var records = try XMLRecords(parsing: .file(file), at: path, options: options)
            checkpoints.append(records.checkpoint)
            while let record = try records.next() {
                all.append(Item(record))
                checkpoints.append(records.checkpoint)
            }
            let atEnd = records.checkpoint
            #expect(atEnd == checkpoints.last, sourceLocation: sourceLocation)
            for (index, checkpoint) in checkpoints.enumerated() {
                let stored = try JSONDecoder().decode(XMLCheckpoint.self, from: JSONEncoder().encode(checkpoint))
                #expect(stored == checkpoint, sourceLocation: sourceLocation)
                var rest = try XMLRecords(parsing: .file(file), at: path, from: stored, options: options)
                var items: [Item] = []
                // If there are many, a few are enough.
                let limit = all.count > 50 ? 3 : Int.max
                while items.count < limit, let record = try rest.next() { items.append(Item(record)) }
                let expected = Array(all[index...].prefix(limit))
                #expect(items == expected, "after record \(index)", sourceLocation: sourceLocation)
                if items != expected { return }
            }
        }
    }

    @Test(
        "After a checkpoint, the element around all content is still not one of the document",
        arguments: [
            "<html><b>1</b><b><meta k='1'>2</b></html><b>3</b>", "1<html><b>1</b></html><b/></all><b>3</b>",
            "<html><b>1</b></all><b>2</b><title><b></title></html>text<b/>", "<all><b/></all><b/><all><b/><b/></all>",
            "<!-- c --><b>1</b><b>2</b></all></html><b>3</b>",
        ], [false, true])
    func wrapped(document: String, isHTML: Bool) throws {
        var rules = XMLRepairOptions()
        rules.extraContent = .wrap("all")
        rules.isHTML = isHTML
        var options = XMLParsingOptions()
        options.recovery = .repair(rules)
        for path: XMLPath in ["//b", "all/b", "all/*/b"] { try check(Array(document.utf8), at: path, options) }
    }

    @Test("Continuing after each record returns the rest, including places")
    func everyRecord() throws {
        let document = """
            <?xml version='1.0'?>
            <!DOCTYPE r [<!ENTITY two '<a id="e1"/><a id="e2"/>'><!ATTLIST a d CDATA 'x'>]>
            <!-- before -->
            <r xmlns='urn:r' xmlns:p="urn:p>">
              <list n='1'><a id='1'/><a id='2'>é<b/></a>
                &two;<!-- <a id='no'/> --><![CDATA[<a id='no'/>]]><a id='3'/></list>
              <list n='2'
                m='3'><p:other/><a id='4' k='a > b'/></list><list/><list><a
                id='5'/></list>
            </r>
            """
        try check(Array(document.utf8), at: "r/list/a")
        try check(Array(document.utf8), at: "//a")
        try check([0xEF, 0xBB, 0xBF] + Array(document.utf8), at: "r/list/a")
    }

    @Test(
        "A checkpoint leads to the same records in other encodings",
        arguments: ["UTF-16LE", "UTF-16", "ISO-8859-1", "EUC-JP"])
    func encodings(encoding: String) throws {
        let text = encoding == "EUC-JP" ? "日本" : "é"
        let rows = (0..<30).map { "<a id='\(text)\($0)'>\(text)\n</a>\r\n" }.joined()
        let document = "<?xml version='1.0' encoding='\(encoding)'?>\n<r k='\(text)'>\(rows)</r>"
        try check(try #require(encode(document, as: encoding)), at: "r/a")
    }

    @Test("A checkpoint leads to the same records in a document much longer than what is in memory")
    func long() throws {
        let rows = (0..<400).map { "<a id='\($0)'><b>\(String(repeating: "text ", count: 150))</b>\n</a>" }
        let lists = rows.enumerated().map { $0.offset % 50 == 49 ? $0.element + "</list>\n<list k='v'>" : $0.element }
        let document = "<r>\n<list>\(lists.joined())</list></r>"
        try check(Array(document.utf8), at: "r/list/a")
        try check([0xEF, 0xBB, 0xBF] + Array(document.utf8), at: "r/list/a")
        try check(try #require(encode("\u{FEFF}" + document, as: "UTF-16LE")), at: "r/list/a")
    }

    @Test("A checkpoint has the whole text before the root element", arguments: [1, 70_000, 200_000])
    func prologues(size: Int) throws {
        let comment = "<!-- \(String(repeating: "c", count: size)) -->\n"
        let declarations = "<!DOCTYPE r [<!ENTITY e 'x'><!ATTLIST a d CDATA 'y'>]>\n"
        let rows = (0..<20).map { "<a id='\($0)'>&e;\n</a>" }.joined()
        try check(Array("\(declarations)\(comment)\(comment)<r>\(rows)</r>\(comment)\(comment)".utf8), at: "r/a")
    }

    @Test("A checkpoint may be created after each record, and reading may continue at each", arguments: [5, 200])
    func generations(count: Int) throws {
        let rows = (0..<count).map { "<a id='\($0)'>text</a>\n" }.joined()
        let file = try TemporaryFile("<r><list>\n\(rows)</list></r>".utf8)
        var all: [Item] = []
        var records = try XMLRecords(parsing: .file(file.path), at: "r/list/a")
        while let record = try records.next() { all.append(Item(record)) }
        // In pieces, so that the first checkpoint covers only a small part of the input.
        var pieces = ["<r><list>\n<a id='0'>text</a>\n".utf8.map(\.self), Array("<a id".utf8)][...]
        var beginning = try XMLRecords(parsing: .chunks { pieces.popFirst() }, at: "r/list/a")
        var items = [Item(try #require(try beginning.next()))]
        var checkpoint = beginning.checkpoint
        while items.count <= count {
            var rest = try XMLRecords(parsing: .file(file.path), at: "r/list/a", from: checkpoint)
            guard let record = try rest.next() else { break }
            items.append(Item(record))
            checkpoint = rest.checkpoint
        }
        #expect(items.map(\.source) == all.map(\.source))
        #expect(items.dropFirst() == all.dropFirst())
    }

    @Test("A checkpoint of another file is refused")
    func mismatch() throws {
        let file = try TemporaryFile("<r><a/><a/></r>".utf8)
        var records = try XMLRecords(parsing: .file(file.path), at: "r/a")
        _ = try records.next()
        let checkpoint = records.checkpoint
        #expect(checkpoint.byteOffset == 7)
        let other = try TemporaryFile("<r><b/><a/></r>".utf8)
        let path = other.path
        let error = try #require(throws: XMLError.self) {
            _ = try XMLRecords(parsing: .file(path), at: "r/a", from: checkpoint)
        }
        #expect(error.code == .checkpointMismatch)
    }

    @Test("A fault after a checkpoint has its place in the whole file")
    func faults() throws {
        let file = try TemporaryFile("<r>\n<a/>\n<a></b></r>".utf8)
        var records = try XMLRecords(parsing: .file(file.path), at: "r/a")
        _ = try records.next()
        var rest = try XMLRecords(parsing: .file(file.path), at: "r/a", from: records.checkpoint)
        let error = try #require(throws: XMLError.self) { _ = try rest.next() }
        #expect(error.code == .mismatchedEndTag)
        #expect(error.location.map { [$0.line, $0.column, $0.byteOffset] } == [3, 4, 12])
        #expect(error.note?.location.column == 1)
    }
}

// MARK: Unusual checkpoints

extension CheckpointTests {
    @Test("Records inside an element that comes out of an entity", arguments: ["r/g/a", "r/*/a", "//a"] as [XMLPath])
    func entities(path: XMLPath) throws {
        let document = "<!DOCTYPE r [<!ENTITY e '<g><a/><a/></g>'>]><r>&e;&e;<g><a id='3'/></g><g><a/></g></r>"
        try check(Array(document.utf8), at: path)
    }

    @Test("Records after a declaration with instructions that look like parts of it")
    func instructions() throws {
        try check(Array("<!DOCTYPE r [<?p don't]> ?><!ENTITY e 'x'>]><r><a/><a>&e;</a><a/></r>".utf8), at: "r/a")
    }

    @Test("A record that is the root")
    func root() throws {
        try check(Array("<r><a/></r><!-- end -->".utf8), at: "r")
    }

    @Test(
        "What is no checkpoint of this file is refused",
        arguments: [
            ("\"count\":16", "\"count\":1500000"), ("\"count\":16", "\"count\":-1"),
            ("\"ancestors\":[", "\"other\":[],\"ancestors\":["),
            ("\"tag\":\"<r>\"", "\"tag\":\"\""), ("\"tag\":\"<r>\"", "\"tag\":\"<!-- -->\""),
            ("\"tag\":\"<r>\"", "\"tag\":\"<r><b>\""), ("\"prologue\":\"\"", "\"prologue\":\"<r>\""),
            ("\"skippedRecords\":0", "\"skippedRecords\":-5"),
            ("\"byteOffset\":0", "\"byteOffset\":-9223372036854775808"),
            ("\"byteOffset\":0", "\"byteOffset\":9223372036854775807"), ("\"byteOffset\":7", "\"byteOffset\":-1"),
            ("\"byteOffset\":7", "\"byteOffset\":9223372036854775807"),
            ("\"line\":1", "\"line\":-9223372036854775808"), ("\"line\":1", "\"line\":9223372036854775807"),
            ("\"column\":8", "\"column\":9223372036854775807"), ("\"column\":8", "\"column\":0"),
        ])
    func edited(change: (String, String)) throws {
        let file = try TemporaryFile("<r><a/><a/> </r>".utf8)
        var records = try XMLRecords(parsing: .file(file.path), at: "r/a")
        _ = try records.next()
        let json = String(decoding: try JSONEncoder().encode(records.checkpoint), as: UTF8.self)
        let edited = json.replacing(change.0, with: change.1)
        #expect(edited != json)
        let checkpoint = try JSONDecoder().decode(XMLCheckpoint.self, from: Data(edited.utf8))
        // If the checksum matches the changed checkpoint, the change must be detected by other means.
        for checkpoint in [checkpoint, checkpoint.sealed()] {
            do {
                var rest = try XMLRecords(parsing: .file(file.path), at: "r/a", from: checkpoint)
                while try rest.next() != nil {}
                #expect(change.1.contains("other"))
            } catch {
                #expect(error.code == .checkpointMismatch)
            }
        }
    }

    @Test("A checkpoint whose place was changed is refused")
    func moved() throws {
        let file = try TemporaryFile("<r><a/><a/> <a/></r>".utf8)
        var records = try XMLRecords(parsing: .file(file.path), at: "r/a")
        _ = try records.next()
        var checkpoint = records.checkpoint
        checkpoint.byteOffset = 11
        let path = file.path
        let error = try #require(throws: XMLError.self) {
            _ = try XMLRecords(parsing: .file(path), at: "r/a", from: checkpoint)
        }
        #expect(error.code == .checkpointMismatch)
    }
}
