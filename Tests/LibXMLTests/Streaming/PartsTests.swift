import CheckCases
import Foundation
import LibXML
import Testing

@Suite struct PartsTests {
    private typealias Item = ParallelRecordsTests.Item

    private static func items(_ records: consuming XMLRecords) throws -> [Item] {
        try ParallelRecordsTests.items(&records)
    }

    /// A document of random depth and content, of at least 64 KiB.
    private static func document(_ random: inout some RandomNumberGenerator) -> String {
        let pieces = [
            "<a id='1' k=\"> '\">x</a>", "<a/>", "<a><a/>&two;</a>", "<!-- <a> --> ", "<![CDATA[<a></b>]]>",
            "<?p <a> ?>\r\n",
            "é text\n", "<p:a xmlns:p='v'/>", "<other><b><a>n</a></b></other>", "&two;", "<a k='/>'><!--></a>--></a>",
        ]
        var text = ""
        for _ in 0..<Int.random(in: 3...9, using: &random) {
            let name = ["b", "c"].randomElement(using: &random) ?? "b"
            text += "<\(name) n='\(text.utf8.count)'>"
            for _ in 0..<Int.random(in: 0...700, using: &random) { text += pieces.randomElement(using: &random) ?? "" }
            text += "</\(name)>\n"
        }
        let filler = String(repeating: "<b><a>filler</a></b>\n", count: 3_500)
        return
            "<!DOCTYPE r [<!ENTITY two '<a id=\"e1\"/><a id=\"e2\"/>'>]>\n<r xmlns='u>'>\(filler)\(text)</r>\n<!-- end -->"
    }

    @Test("The parts of random documents have the records of the whole, for every number of parts")
    func concatenation() throws {
        var random = SeededGenerator(seed: 18)
        for _ in 0..<3 {
            let file = try TemporaryFile(Self.document(&random).utf8)
            for path in ["r/b/a", "//a", "*/*/a", "r/b", "r/other", "r"] as [XMLPath] {
                let expected = try Self.items(XMLRecords(parsing: .file(file.path), at: path))
                for count in [1, 2, 7, 64, 300] {
                    let parts = try XMLRecords.parts(in: .file(file.path), at: path, count: count)
                    #expect(parts.count == count)
                    var items: [Item] = []
                    for part in parts {
                        let stored = try JSONDecoder().decode(XMLCheckpoint.self, from: JSONEncoder().encode(part))
                        items += try Self.items(XMLRecords(parsing: .file(file.path), at: path, from: stored))
                    }
                    let isEqual = items == expected
                    #expect(isEqual, "\(path) in \(count) parts: \(items.count) of \(expected.count)")
                    let some = Int.random(in: 0..<count, using: &random)
                    #expect(try XMLRecords.part(some, of: count, in: .file(file.path), at: path) == parts[some])
                }
            }
        }
    }

    @Test("Places are those of the whole file, wherever a piece of it ends")
    func lineEnds() throws {
        // A piece that ends with a whole tag and white space has been scanned to its end.
        let row = "<a>1</a>          \r\n"
        let rows = String(repeating: row, count: (130 << 10) / row.utf8.count)
        for shift in 0..<row.utf8.count {
            let file = try TemporaryFile("<r>\(String(repeating: " ", count: shift))\(rows)</r>".utf8)
            let part = try XMLRecords.part(2, of: 3, in: .file(file.path), at: "r/a")
            var records = try XMLRecords(parsing: .file(file.path), at: "r/a", from: part)
            let place = try #require(try records.next()).location
            #expect(place.line == (place.byteOffset - "<r>".utf8.count - shift) / row.utf8.count + 1)
        }
    }

    @Test("A part of a file that was divided without repair is not repaired")
    func repairedParts() throws {
        let file = try TemporaryFile("<r>\(String(repeating: "<a>1</a>\n", count: 10_000))</r>".utf8)
        var options = XMLParsingOptions()
        options.recovery = .repair
        let parts = try XMLRecords.parts(in: .file(file.path), at: "r/a", count: 2)
        let error = #expect(throws: XMLError.self) {
            _ = try XMLRecords(parsing: .file(file.path), at: "r/a", from: parts[0], options: options)
        }
        #expect(error?.code == .checkpointMismatch)
        let repaired = try XMLRecords.parts(in: .file(file.path), at: "r/a", count: 2, options: options)
        let counts = try repaired.map {
            try Self.items(XMLRecords(parsing: .file(file.path), at: "r/a", from: $0, options: options)).count
        }
        #expect(counts == [10_000, 0])
    }

    @Test("Parts are of about the same size")
    func sizes() throws {
        let rows = (0..<10_000).map { "<a><b>\($0)</b></a>\n" }.joined()
        let file = try TemporaryFile("<r>\(rows)</r>".utf8)
        let counts = try XMLRecords.parts(in: .file(file.path), at: "r/a", count: 10).map {
            try Self.items(XMLRecords(parsing: .file(file.path), at: "r/a", from: $0)).count
        }
        #expect(counts.reduce(0, +) == 10_000)
        #expect(counts.allSatisfy { (900...1_100).contains($0) }, "\(counts)")
    }

    @Test(
        "What cannot be divided is one part, and the other parts are empty",
        arguments: ["small", "UTF-16LE", "ISO-8859-1", "repaired", "root"])
    func onePart(kind: String) throws {
        var options = XMLParsingOptions()
        let encoding = kind.contains("-") ? kind : "UTF-8"
        let rows = String(repeating: "<a>é</a>\n", count: kind == "small" ? 100 : 20_000)
        let text = "<?xml version='1.0' encoding='\(encoding)'?><r>\(rows)\(kind == "repaired" ? "</b>" : "")</r>"
        if kind == "repaired" { options.recovery = .repair }
        let file = try TemporaryFile(encoding == "UTF-8" ? Array(text.utf8) : try #require(encode(text, as: encoding)))
        let path: XMLPath = kind == "root" ? "r" : "r/a"
        let expected = try Self.items(XMLRecords(parsing: .file(file.path), at: path, options: options))
        let all = try XMLRecords.parts(in: .file(file.path), at: path, count: 5, options: options).map {
            try Self.items(XMLRecords(parsing: .file(file.path), at: path, from: $0, options: options))
        }
        #expect(all.filter { !$0.isEmpty }.count == 1)
        let isEqual = all.flatMap(\.self) == expected
        #expect(isEqual)
    }

    @Test("A checkpoint in a part continues in that part")
    func checkpoint() throws {
        let rows = (0..<10_000).map { "<a>\($0)</a>\n" }.joined()
        let file = try TemporaryFile("<r>\(rows)</r>".utf8)
        let part = try XMLRecords.part(1, of: 4, in: .file(file.path), at: "r/a")
        let expected = try Self.items(XMLRecords(parsing: .file(file.path), at: "r/a", from: part))
        for count in [0, 1, 500, expected.count] {
            var records = try XMLRecords(parsing: .file(file.path), at: "r/a", from: part)
            for _ in 0..<count { _ = try records.next() }
            let rest = try Self.items(XMLRecords(parsing: .file(file.path), at: "r/a", from: records.checkpoint))
            let isEqual = rest == Array(expected.dropFirst(count))
            #expect(isEqual, "\(count)")
        }
    }

    @Test("A part of a file that has changed is an error")
    func changes() throws {
        let rows = String(repeating: "<a>1</a>\n", count: 10_000)
        let file = try TemporaryFile("<r>\(rows)</r>".utf8)
        let part = try XMLRecords.part(1, of: 3, in: .file(file.path), at: "r/a")
        let longer = try TemporaryFile("<r>\(rows)<a/></r>".utf8)
        #expect(throws: XMLError.self) { _ = try XMLRecords(parsing: .file(longer.path), at: "r/a", from: part) }
        let json = String(decoding: try JSONEncoder().encode(part), as: UTF8.self)
        for (old, new) in [("\"depth\":1", "\"depth\":2"), ("\"fileSize\":90007", "\"fileSize\":90008")] {
            #expect(json.contains(old))
            let changed = try JSONDecoder().decode(XMLCheckpoint.self, from: Data(json.replacing(old, with: new).utf8))
            let error = try #require(throws: XMLError.self) {
                _ = try XMLRecords(parsing: .file(file.path), at: "r/a", from: changed)
            }
            #expect(error.code == .checkpointMismatch)
        }
    }

    @Test("The part with a fault throws its error, and the parts before it have their records")
    func faults() throws {
        var rows = (0..<10_000).map { "<a>\($0)</a>\n" }
        rows[7_000] = "<a>7000</b>\n"
        let file = try TemporaryFile("<r>\(rows.joined())</r>".utf8)
        let parts = try XMLRecords.parts(in: .file(file.path), at: "r/a", count: 10)
        var count = 0
        let error = try #require(throws: XMLError.self) {
            for part in parts {
                var records = try XMLRecords(parsing: .file(file.path), at: "r/a", from: part)
                while try records.next() != nil { count += 1 }
            }
        }
        #expect(error.code == .mismatchedEndTag)
        #expect(error.location?.line == 7_001)
        #expect(count == 7_000)
    }

    @Test("A path with an index, a missing file and a folder are errors")
    func errors() throws {
        let file = try TemporaryFile("<r/>".utf8)
        for (name, path, code) in [
            (file.path, "r/a[1]", .invalidPath), ("/nowhere/a.xml", "r/a", .fileNotFound),
            ("/", "r/a", .fileIsDirectory),
        ] as [(String, String, XMLError.Code)] {
            let error = try #require(throws: XMLError.self) {
                _ = try XMLRecords.parts(in: .file(name), at: XMLPath(parsing: path), count: 2)
            }
            #expect(error.code == code)
        }
    }
}
