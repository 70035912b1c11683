import CheckCases
import LibXML
import Testing

@Suite struct AsyncRecordsTests {
    private static let document = Array("<r>\((0..<1_000).map { "<a>\($0)</a>" }.joined())</r>".utf8)

    /// Provides pieces, and counts how many have been requested.
    private final class Pieces: AsyncSequence, AsyncIteratorProtocol {
        var chunks: ArraySlice<ArraySlice<UInt8>>
        var count = 0
        var failure: (any Error)?
        init(_ chunks: [ArraySlice<UInt8>], failure: (any Error)? = nil) {
            self.chunks = chunks[...]
            self.failure = failure
        }
        func makeAsyncIterator() -> Pieces { self }
        func next() async throws -> ArraySlice<UInt8>? {
            count += 1
            if chunks.isEmpty, let failure { throw failure }
            return chunks.popFirst()
        }
    }

    @Test("Records come out in order, whatever the pieces", arguments: [1, 100, 100_000])
    func order(size: Int) async throws {
        var texts: [String] = []
        for try await record in try AsyncXMLRecords(Pieces(Self.document.chunks(of: size)), at: "r/a") {
            texts.append(record.text)
        }
        #expect(texts == (0..<1_000).map(String.init))
    }

    @Test("A piece is requested when the records of the last one have been taken")
    func backPressure() async throws {
        let pieces = Pieces(Self.document.chunks(of: 500))
        var iterator = try AsyncXMLRecords(pieces, at: "r/a").makeAsyncIterator()
        for _ in 0..<20 { _ = try await iterator.next() }
        #expect(pieces.count == 1)
    }

    @Test("The error of the source is thrown unchanged, after the records before it")
    func sourceErrors() async throws {
        struct Lost: Error {}
        var count = 0
        await #expect(throws: Lost.self) {
            let chunks = Self.document.dropLast(10)
            for try await _ in try AsyncXMLRecords(Pieces([chunks], failure: Lost()), at: "r/a") { count += 1 }
        }
        #expect(count == 999)
    }

    @Test("A fault comes after the records before it")
    func faults() async throws {
        var count = 0
        let error = try await #require(throws: XMLError.self) {
            for try await _ in try AsyncXMLRecords(Pieces([Array("<r><a/><a/></b></r>".utf8)[...]]), at: "r/a") {
                count += 1
            }
        }
        #expect(count == 2)
        #expect(error.code == .mismatchedEndTag)
    }

    @Test("A cancelled task ends the parse")
    func cancellation() async throws {
        let task = Task {
            var count = 0
            for try await _ in try AsyncXMLRecords(Pieces(Self.document.chunks(of: 100)), at: "r/a") {
                count += 1
                if count == 10 { unsafe withUnsafeCurrentTask { unsafe $0?.cancel() } }
            }
            return count
        }
        await #expect(throws: CancellationError.self) { _ = try await task.value }
    }

    @Test("Many tasks may read concurrently")
    func concurrency() async throws {
        let total = try await withThrowingTaskGroup(of: Int.self) { group in
            for size in [1, 7, 100, 1_000] {
                group.addTask {
                    var count = 0
                    for try await _ in try AsyncXMLRecords(Pieces(Self.document.chunks(of: size)), at: "r/a") {
                        count += 1
                    }
                    return count
                }
            }
            return try await group.reduce(0, +)
        }
        #expect(total == 4_000)
    }
}

extension AsyncRecordsTests {
    /// Provides single bytes, and counts how many have been requested.
    private final class SingleBytes: AsyncSequence, AsyncIteratorProtocol {
        private let bytes: [UInt8]
        private(set) var count = 0
        init(_ bytes: [UInt8]) { self.bytes = bytes }
        func makeAsyncIterator() -> SingleBytes { self }
        func next() async throws -> UInt8? {
            guard count < bytes.count else { return nil }
            count += 1
            return bytes[count - 1]
        }
    }

    @Test("Records come out of single bytes, and none waits for more than one tag after it")
    func bytes() async throws {
        let bytes = SingleBytes(Self.document)
        var texts: [String] = []
        for try await record in try AsyncXMLRecords(bytes, at: "r/a") {
            texts.append(record.text)
            #expect(bytes.count <= record.sourceRange.upperBound + "<a>".utf8.count)
        }
        #expect(texts == (0..<1_000).map(String.init))
    }

    @Test("The loop can read its progress and the diagnostics")
    func progress() async throws {
        var options = XMLParsingOptions()
        options.recovery = .repair
        let text = Array("<r><a>1</a><a>Q & A</a><a>3</a></r>".utf8)
        let records = try AsyncXMLRecords(Pieces(text.chunks(of: 8)), at: "r/a", options: options)
        #expect(records.bytesRead == 0)
        #expect(records.diagnostics.isEmpty)
        #expect(records.diagnosticCount == 0)
        var offsets: [Int] = []
        var counts: [Int] = []
        for try await _ in records {
            offsets.append(records.checkpoint.byteOffset)
            counts.append(records.bytesRead)
        }
        #expect(offsets == [11, 23, 31])
        #expect(counts == counts.sorted() && counts.last ?? 0 >= 31)
        #expect(records.bytesRead == text.count)
        #expect(records.diagnostics.map(\.code) == [.malformedReference])
        #expect(records.diagnosticCount == 1)
    }
}
