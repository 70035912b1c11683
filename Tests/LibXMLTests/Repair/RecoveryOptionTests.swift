import LibXML
import Testing

/// One option for all entry points.
@Suite struct RecoveryOptionTests {
    private static let text = "<r><a>1</r>"

    @Test("libxml2's recovery is an error in every stream, with and without faults")
    func streams() async throws {
        let options = XMLParsingOptions(recovery: .libxml2)
        struct Texts: XMLHandler {
            mutating func startElement(_ element: borrowing XMLElementEvent) {}
            mutating func endElement(_ element: borrowing XMLElementEvent) {}
            mutating func text(_ text: borrowing XMLTextEvent) {}
        }
        for text in [Self.text, "<r/>"] {
            func check(_ read: () throws -> Void) {
                let error = #expect(throws: XMLError.self) { try read() }
                #expect(error?.code == .unsupportedRecovery)
            }
            check {
                var reader = XMLReader(parsing: text, options: options)
                try reader.next()
            }
            check {
                var records = try XMLRecords(parsing: text, at: "r/a", options: options)
                _ = try records.next()
            }
            check {
                var parser = try XMLPushParser(at: "r/a", options: options)
                parser.feed(text.utf8)
                parser.finish()
                _ = try parser.next()
            }
            check {
                var parser = XMLPushParser(options: options)
                try parser.feed(text.utf8)
                _ = try parser.finish()
            }
            check {
                var handler = Texts()
                try handler.parse(text, options: options)
            }
            check {
                var checker = XMLRepairer(options: options, returnsText: false)
                try checker.feed(text.utf8)
                try checker.finish()
            }
            check {
                var repairer = XMLRepairer(options: options)
                try repairer.feed(text.utf8)
                _ = try repairer.finish()
            }
            let pieces = AsyncStream { continuation in
                continuation.yield(Array(text.utf8))
                continuation.finish()
            }
            let error = await #expect(throws: XMLError.self) {
                for try await _ in try AsyncXMLRecords(pieces, at: "r/a", options: options) {}
            }
            #expect(error?.code == .unsupportedRecovery)
        }
    }

    @Test(
        "Trees, dictionaries and decoders recover in both modes", arguments: [.repair, .libxml2] as [XMLRecoveryMode])
    func modes(mode: XMLRecoveryMode) throws {
        let options = XMLParsingOptions(recovery: mode)
        #expect(try XMLTree(parsing: Self.text, options: options).root["a"]?.text == "1")
        #expect(try XMLDictionary(parsing: Self.text, options: options).string(at: "r.a") == "1")
        let diagnostics = try XMLDictionary(parsing: Self.text, options: options).diagnostics
        #expect(!diagnostics.isEmpty)
        let log = DiagnosticLog()
        let decoder = XMLDecoder(diagnosticHandler: { log.add($0) })
        #expect(try decoder.decode(Int.self, from: Self.text, at: "r/a", options: options) == 1)
        #expect(log.diagnostics == diagnostics)
    }

    @Test("The number of diagnostics includes those that are not kept")
    func counts() throws {
        let repair = XMLRepairOptions(diagnosticLimit: 5)
        let options = XMLParsingOptions(recovery: .repair(repair))
        let malformed = "<r>\(String(repeating: "& ", count: 200))</r>"
        var parser = XMLPushParser(options: options)
        try parser.feed(malformed.utf8)
        for tree in [try XMLTree(parsing: malformed, options: options), try parser.finish()] {
            #expect(tree.diagnostics.count == 5 && tree.diagnosticCount == 200)
        }
        let roots = try XMLTree(parsing: "<a/>\(malformed)", options: options)
        #expect(roots.furtherRoots[0].diagnostics.count == 5 && roots.furtherRoots[0].diagnosticCount == 200)
        // Warnings of a document that is not repaired.
        let warnings = "<!DOCTYPE r SYSTEM 'r'><r>\(String(repeating: "&e;", count: 150))</r>"
        let strict = try XMLTree(parsing: warnings)
        #expect(strict.diagnostics.count == 100 && strict.diagnosticCount == 150)
    }

    @Test("A repairer throws its error again, and ends once")
    func repairer() throws {
        var repairer = XMLRepairer()
        try repairer.feed("no element".utf8)
        let error = try #require(throws: XMLError.self) { try repairer.finish() }
        #expect(throws: error) { try repairer.finish() }
        #expect(repairer.takeBytes().isEmpty)
        var other = XMLRepairer(options: .init())
        try other.feed("<a>".utf8)
        #expect(throws: XMLError.self) { try other.finish() }
    }
}
