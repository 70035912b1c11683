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
                try parser.feed(beginning.utf8)
                do throws(XMLError) { _ = try parser.finish() } catch { codes.append(error.code) }

                var records = try XMLPushParser(at: "list/item", options: options)
                records.feed(beginning.utf8)
                records.finish()
                do throws(XMLError) {
                    codes.append(try records.next() == nil ? .internalFailure : nil)
                    _ = try records.next()
                } catch {
                    codes.append(error.code)
                }

                var handler = XMLPushParser(handler: Nothing(), options: options)
                try handler.feed(beginning.utf8)
                do { _ = try handler.finish() } catch { codes.append((error as? XMLError)?.code) }
            }
            return codes
        }
        task.cancel()
        // A repair has not read a record yet, because it waits for more bytes to determine the encoding.
        let expected: [XMLError.Code?] = [.cancelled, nil, .cancelled, .cancelled, .cancelled, .cancelled, .cancelled]
        let codes = try await task.value
        #expect(codes == expected)
    }
}

extension Result {
    fileprivate var failure: Failure? {
        if case .failure(let error) = self { error } else { nil }
    }
}
