import CheckCases
import LibXML
import Testing

/// Records that are not read to their end, by every way of reading them.
@Suite struct ChaosRecordsTests {
    static let paths: [XMLPath] = ["//a", "r/*", "r/a", "//*", "r"]

    /// A record with its positions.
    struct Item: Equatable, Sendable {
        var source: String
        var location: String

        init(_ record: XMLTree.Element) throws(BrokenProperty) {
            try expect(record.violations.isEmpty, "\(record.violations)")
            source = record.source
            location = record.location.words
        }
    }

    /// All records, and how they end.
    struct Whole: Equatable {
        var items: [Item] = []
        var ending = "no error"

        init(_ document: ChaosDocument, _ path: XMLPath, _ options: XMLParsingOptions) throws {
            var records = try XMLRecords(parsing: document.bytes, at: path, options: options)
            do { while let record = try records.next() { items.append(try Item(record)) } } catch let error as XMLError
            {
                ending = error.kindAndPlace
            }
        }
    }

    private static let optionSets: [XMLParsingOptions] = {
        var repairing = XMLParsingOptions()
        repairing.recovery = .repair
        var small = XMLParsingOptions()
        small.limits.recordSize = 12
        small.oversizedRecords = .skip
        return [.init(), repairing, small]
    }()

    @Test("Records end as they do, whatever the pieces, and may be dropped anywhere", arguments: ChaosDocument.all)
    func table(_ document: ChaosDocument) throws {
        for (number, path) in Self.paths.enumerated() {
            let options = Self.optionSets[number % Self.optionSets.count]
            let whole = try Whole(document, path, options)
            for size in document.pieceSizes {
                try Self.checkPush(document, path, size, options, whole)
                try Self.checkDrops(document, path, size, options, whole)
            }
        }
    }

    @Test(
        "Records end as they do, whatever the pieces, in documents that were changed at random",
        arguments: Chaos.seeds(150))
    func random(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        let document = ChaosDocument.mutated(seed: seed)
        let (path, options) = (random.pick(Self.paths), random.pick(Self.optionSets))
        let whole = try Whole(document, path, options)
        let size = random.pick([1, 2, 3, 7, 50, .max])
        try Self.checkPush(document, path, size, options, whole)
        try Self.checkDrops(document, path, size, options, whole)
    }

    /// Returns whether a document in pieces ends as the whole document does.
    private static func isSame(_ ending: String, _ whole: String) -> Bool {
        // Either a malformed declaration or the encoding that it names may be reported.
        ending == whole || whole.hasPrefix("unsupportedEncoding") && ending.hasPrefix("malformedXMLDeclaration")
    }

    /// Checks a push parser that returns records and is used after its end.
    private static func checkPush(
        _ document: ChaosDocument, _ path: XMLPath, _ size: Int, _ options: XMLParsingOptions, _ whole: Whole
    ) throws {
        var parser = try XMLPushParser(at: path, options: options)
        var items: [Item] = []
        var ending = "no error"
        do {
            for piece in document.pieces(of: size) {
                parser.feed(piece)
                // Some records are read later.
                if let record = try parser.next() { items.append(try Item(record)) }
            }
            parser.finish()
            while let record = try parser.next() { items.append(try Item(record)) }
        } catch let error as XMLError { ending = error.kindAndPlace }
        try expect(items == whole.items && isSame(ending, whole.ending), "\(items) \(ending)\nis not\n\(whole)")
        parser.finish()
        parser.feed("<a/></r><r><a>x</a>".utf8)
        parser.finish()
        let after = Result { () throws(XMLError) in try parser.next()?.source }
        try expect(after.words == ending && (try? after.get()) == .some(nil), "after “\(ending)”: \(after)")
        try expect(parser.diagnostics.count <= parser.diagnosticCount, "more diagnostics than there were")
    }

    /// Checks records from a closure that parses other documents and fails at the end. Only some records are read, with
    /// a checkpoint after each.
    private static func checkDrops(
        _ document: ChaosDocument, _ path: XMLPath, _ size: Int, _ options: XMLParsingOptions, _ whole: Whole
    ) throws {
        for last in 0...min(whole.items.count, 4) {
            var rest = document.pieces(of: size)[...]
            var records = try XMLRecords(
                parsing: .chunks {
                    guard let piece = rest.popFirst() else { throw ChaosError(number: 4) }
                    if rest.count.isMultiple(of: 9) {
                        try OtherParse.allCases[rest.count / 9 % OtherParse.allCases.count].run()
                    }
                    return Array(piece)
                }, at: path, options: options)
            _ = records.checkpoint
            for item in whole.items.prefix(last) {
                guard let record = try? records.next() else { break }
                try expect(try Item(record) == item, "\(record.source) is not \(item)")
                let checkpoint = records.checkpoint
                try expect(
                    checkpoint == records.checkpoint && checkpoint.byteOffset <= document.bytes.count, "\(checkpoint)")
                _ = (records.diagnostics, records.diagnosticCount, records.bytesRead, records.size)
            }
            guard last == whole.items.count else { continue }
            let first = Result { while try records.next() != nil {} }
            let second = Result { _ = try records.next() }
            try expect(first.words == second.words, "\(first.words), then \(second.words)")
            try expect(isSame(first.words, whole.ending) || first.words.hasPrefix("sourceFailed"), "\(first.words)")
            _ = (records.checkpoint, records.diagnostics, records.bytesRead)
        }
    }
}

// MARK: In tasks

extension ChaosRecordsTests {
    /// Returns pieces, and throws at the end if asked to.
    private struct Pieces: AsyncSequence, AsyncIteratorProtocol {
        var pieces: ArraySlice<ArraySlice<UInt8>>
        var throwsAtEnd: Bool

        func makeAsyncIterator() -> Self { self }

        mutating func next() async throws -> ArraySlice<UInt8>? {
            if pieces.isEmpty, throwsAtEnd { throw ChaosError(number: 5) }
            if pieces.count.isMultiple(of: 3) {
                try OtherParse.allCases[pieces.count % OtherParse.allCases.count].run()
            }
            return pieces.popFirst()
        }
    }

    @Test("A task may be cancelled, or leave its loop, at any record", arguments: Chaos.seeds(60))
    func tasks(seed: UInt64) async throws {
        var random = SeededGenerator(seed: seed)
        let document = seed.isMultiple(of: 2) ? random.pick(ChaosDocument.wellFormed) : .mutated(seed: seed)
        let path = random.pick(Self.paths)
        let whole = try Whole(document, path, .init())
        let pieces = Pieces(
            pieces: document.pieces(of: random.pick([1, 7, .max]))[...], throwsAtEnd: random.chance(4))
        let last = Int.random(in: 0...whole.items.count, using: &random)
        let isCancelled = random.chance(2)
        let (items, words) = try await Task {
            var items: [Item] = []
            do {
                var iterator = try AsyncXMLRecords(pieces, at: path).makeAsyncIterator()
                var copy = iterator
                while let record = try await iterator.next() {
                    items.append(try Item(record))
                    guard items.count == last else { continue }
                    if !isCancelled { return (items, "left") }
                    unsafe withUnsafeCurrentTask { unsafe $0?.cancel() }
                }
                _ = try await iterator.next()
                _ = try await copy.next()
                return (items, "no error")
            } catch let error as BrokenProperty { throw error } catch {
                return (items, Result<Void, any Error>.failure(error).words)
            }
        }.value
        #expect(items.elementsEqual(whole.items.prefix(items.count)))
        let expected = [whole.ending, "left", "CancellationError()", "ChaosError(number: 5)"]
        #expect(expected.contains(words))
    }
}
