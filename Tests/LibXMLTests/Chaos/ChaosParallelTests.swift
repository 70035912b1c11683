import CheckCases
import LibXML
import Testing

/// Records that are read by several tasks, with the smallest and largest numbers.
@Suite struct ChaosParallelTests {
    private typealias Item = ChaosRecordsTests.Item
    private typealias Whole = ChaosRecordsTests.Whole

    /// Returns a document that is long enough to be divided, because it does not arrive in one piece.
    private static func long(_ document: ChaosDocument) -> ChaosDocument {
        let root = Array("<r>".utf8)
        guard let start = document.bytes.indices.first(where: { document.bytes[$0...].starts(with: root) }) else {
            return document
        }
        let filler = "<!--\(String(repeating: "0123456789", count: 7_000))--><a/><g><a/></g>"
        var document = document
        document.bytes.insert(contentsOf: filler.utf8, at: start + root.count)
        return document
    }

    @Test("Parts of any size, read by any number of tasks, give what one task gives", arguments: ChaosDocument.all)
    func parts(_ document: ChaosDocument) async throws {
        let document = Self.long(document)
        let file = try TemporaryFile(document.bytes)
        let name = file.path
        var options = XMLParsingOptions()
        options.sourceName = "document"
        for path in ChaosRecordsTests.paths {
            let whole = try Whole(document, path, options)
            for (jobs, partSize) in [(1, 1), (.max, .max), (.max, 1), (3, 10)] {
                var items: [Item] = []
                var words = "no error"
                do {
                    try await XMLRecords.parallel(
                        .file(name), at: path, jobs: jobs, partSize: partSize, options: options
                    ) {
                        try Self.items(&$0)
                    } forEachPart: {
                        items += $0
                    }
                } catch let error as XMLError {
                    words = error.kindAndPlace
                }
                #expect(words == whole.ending, "\(path) \(jobs) \(partSize)")
                if words == "no error" { #expect(items == whole.items, "\(path) \(jobs) \(partSize)") }
            }
        }
    }

    private static func items(_ records: inout XMLRecords) throws -> [Item] {
        var items: [Item] = []
        while let record = try records.next() { items.append(try Item(record)) }
        return items
    }

    @Test("An error of a task, or of the user of its results, ends all tasks", arguments: 0..<6)
    func errors(number: Int) async throws {
        let rows = (0..<10_000).map { "<a>\($0)</a>" }.joined()
        let file = try TemporaryFile("<r>\(rows)</r>".utf8)
        let name = file.path
        await #expect(throws: ChaosError.self) {
            var parts = 0
            try await XMLRecords.parallel(.file(name), at: "r/a", jobs: number + 1, partSize: 4_000) {
                records in
                // Only the beginning of each part is read.
                let text = try records.next()?.text ?? ""
                if number.isMultiple(of: 2), text > "5" { throw ChaosError(number: number) }
                return text
            } forEachPart: { _ in
                parts += 1
                if !number.isMultiple(of: 2), parts == 10 { throw ChaosError(number: number) }
            }
        }
    }

    @Test("A checkpoint in a record of another path is refused", arguments: ["r", "//*", "r/g", "//g"] as [XMLPath])
    func otherPath(_ path: XMLPath) throws {
        let file = try TemporaryFile("<r><g><a/><a/></g></r>".utf8)
        let name = file.path
        var records = try XMLRecords(parsing: .file(name), at: "r/g/a")
        _ = try records.next()
        let checkpoint = records.checkpoint
        let error = #expect(throws: XMLError.self) {
            var rest = try XMLRecords(parsing: .file(name), at: path, from: checkpoint)
            while try rest.next() != nil {}
        }
        #expect(error?.code == .checkpointMismatch)
    }
}
