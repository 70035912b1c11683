import CheckCases
@_spi(Checks) import LibXML
import Testing

/// Reading in a task that was canceled.
@Suite struct CancellationTests {
    private struct Item: Decodable { var id: Int }

    static let uses: [String: @Sendable ([UInt8]) throws -> Int] = [
        "tree": { try XMLTree(parsing: $0).root.elements.count },
        "tree, pulled": { try tree($0, .pull) }, "tree, pushed": { try tree($0, .push) },
        "tree of text": { try XMLTree(parsing: String(decoding: $0, as: UTF8.self)).root.elements.count },
        "tree of a file": {
            let file = try TemporaryFile($0)
            return try withExtendedLifetime(file) { try XMLTree(parsing: .file(file.path)).root.elements.count }
        },
        "recovered tree": { try XMLTree(parsing: $0, options: .recovering).root.elements.count },
        "dictionary": { try XMLDictionary(parsing: $0).array(at: "r/i").count },
        "value": { try XMLDecoder().decode([Item].self, from: $0).count },
        "page": { try Array(XMLTree(html: $0).descendants(named: "i")).count },
        "collected values": {
            var decoder = XMLDecoder()
            decoder.invalidElements = .collect
            return try decoder.decode([Item].self, from: $0).count
        },
    ]

    /// Readers of streams, which check once a piece. Each is a row of the article's table.
    static let streams: [String: @Sendable ([UInt8]) throws -> Int] = [
        "records": {
            var records = try XMLRecords(parsing: $0, at: "r/i")
            var count = 0
            while try records.next() != nil { count += 1 }
            return count
        },
        "decoded records": {
            var records = try XMLRecords(parsing: $0, at: "r/i")
            var count = 0
            while try records.next(as: Item.self) != nil { count += 1 }
            return count
        },
        "handler": {
            var handler = Counter()
            try handler.parse($0)
            return handler.count
        },
        "reader": {
            var reader = XMLReader(parsing: $0)
            var count = -1
            while let event = try reader.next() { if event == .startElement { count += 1 } }
            return count
        },
        "checker": {
            var checker = XMLRepairer(options: .init(), returnsText: false)
            for chunk in $0.chunks(of: 10_000) { try checker.feed(chunk) }
            try checker.finish()
            return 20_000
        },
        "repairer": {
            var repairer = XMLRepairer()
            for chunk in $0.chunks(of: 10_000) { try repairer.feed(chunk) }
            _ = try repairer.finish()
            return 20_000
        },
        "push parser": {
            var parser = XMLPushParser()
            for chunk in $0.chunks(of: 10_000) { try parser.feed(chunk) }
            return try parser.finish().root.elements.count
        },
        "parts": { bytes in
            let file = try TemporaryFile(bytes)
            return try withExtendedLifetime(file) {
                _ = try XMLRecords.parts(in: .file(file.path), at: "r/i", count: 3)
                return 20_000
            }
        },
    ]

    private struct Counter: XMLHandler {
        var count = -1
        mutating func startElement(_ element: borrowing XMLElementEvent) { count += 1 }
        mutating func endElement(_ element: borrowing XMLElementEvent) {}
        mutating func text(_ text: borrowing XMLTextEvent) {}
    }

    @Test("A canceled task does not read a stream", arguments: streams.keys.sorted())
    func readingStreams(_ use: String) async throws {
        let count = try #require(Self.streams[use])
        let document = Self.document(20_000)
        #expect(try count(document) == 20_000)
        let error = await Self.canceled { try count(document) }.failure as? XMLError
        #expect(error?.code == .cancelled)
    }

    @Test("A stream ends with the piece in which its task is canceled")
    func piece() async throws {
        let document = Self.document(200_000)
        let count = await Task {
            var count = 0
            do {
                var records = try XMLRecords(parsing: document, at: "r/i")
                while try records.next() != nil {
                    count += 1
                    if count == 10 { unsafe withUnsafeCurrentTask { unsafe $0?.cancel() } }
                }
                return -1
            } catch {
                return (error as? XMLError)?.code == .cancelled ? count : -2
            }
        }.value
        #expect((10...20_000).contains(count))
    }

    private static func tree(_ bytes: [UInt8], _ engine: XMLParsingOptions.Engine) throws -> Int {
        var options = XMLParsingOptions()
        options.engine = engine
        return try XMLTree(parsing: bytes, options: options).root.elements.count
    }

    private static func document(_ count: Int) -> [UInt8] {
        Array("<r>\(String(repeating: "<i id='1'>text</i>\n", count: count))</r>".utf8)
    }

    /// The result of `body` in a task that is canceled before.
    private static func canceled<Value: Sendable>(
        _ body: @escaping @Sendable () throws -> Value
    ) async -> Result<Value, any Error> {
        await Task {
            unsafe withUnsafeCurrentTask { unsafe $0?.cancel() }
            return Result { try body() }
        }.value
    }

    @Test("A large document is not read to its end, and a small one is", arguments: uses.keys.sorted())
    func reading(_ use: String) async throws {
        let count = try #require(Self.uses[use])
        let (large, small) = (Self.document(20_000), Self.document(10))
        #expect(try count(large) == 20_000)
        let error = await Self.canceled { try count(large) }.failure as? XMLError
        #expect(error?.code == .cancelled)
        #expect((error?.location?.byteOffset ?? 0) < large.count / 2)
        #expect(await (try? Self.canceled { try count(small) }.get()) == 10)
        #expect(try count(large) == 20_000)
    }

    @Test(
        "Values of a tree are not decoded to their end", arguments: [XMLDecoder.InvalidElements.throw, .collect, .skip])
    func decoding(_ invalidElements: XMLDecoder.InvalidElements) async throws {
        let tree = try XMLTree(parsing: Self.document(20_000))
        let error =
            await Self.canceled {
                var decoder = XMLDecoder()
                decoder.invalidElements = invalidElements
                return try decoder.decode([Item].self, from: tree).count
            }.failure as? XMLError
        #expect(error?.code == .cancelled)
    }

    @Test("A document that a canceled loop has fed is not complete")
    func pushParser() async throws {
        struct Nothing: XMLHandler {
            mutating func startElement(_ element: borrowing XMLElementEvent) {}
            mutating func endElement(_ element: borrowing XMLElementEvent) {}
            mutating func text(_ text: borrowing XMLTextEvent) {}
        }
        let beginning = "<list><item>1</item>"
        let task = Task {
            // As a loop over an asynchronous sequence ends.
            while !Task.isCancelled { await Task.yield() }
            var codes: [XMLError.Code?] = []
            for options in [XMLParsingOptions(), .recovering] {
                var parser = XMLPushParser(options: options)
                do throws(XMLError) {
                    try parser.feed(beginning.utf8)
                } catch {
                    codes.append(error.code)
                }
                do throws(XMLError) { _ = try parser.finish() } catch { codes.append(error.code) }

                var records = try XMLPushParser(at: "list/item", options: options)
                records.feed(beginning.utf8)
                records.finish()
                do throws(XMLError) { _ = try records.next() } catch { codes.append(error.code) }

                var handler = XMLPushParser(handler: Nothing(), options: options)
                do { try handler.feed(beginning.utf8) } catch { codes.append((error as? XMLError)?.code) }
                do { _ = try handler.finish() } catch { codes.append((error as? XMLError)?.code) }
            }
            return codes
        }
        task.cancel()
        let codes = try await task.value
        #expect(codes == Array(repeating: .cancelled, count: 10))
    }
}

extension Result {
    fileprivate var failure: Failure? {
        if case .failure(let error) = self { error } else { nil }
    }
}
