import CheckCases
import LibXML
import Testing

/// Handlers that throw, stop or parse another document in each of their callbacks.
@Suite struct ChaosHandlerTests {
    private static let optionSets: [XMLParsingOptions] = {
        var repairing = XMLParsingOptions()
        repairing.recovery = .repair
        var strict = XMLParsingOptions()
        strict.unresolvedEntities = .error
        return [.init(), repairing, strict]
    }()

    private static let actions: [ChaosAction] =
        [.throwing, .stopping, .stoppingAndThrowing] + OtherParse.allCases.map { .parsing($0) }

    @Test("A handler may end the parse at any event of any document", arguments: ChaosDocument.all)
    func table(_ document: ChaosDocument) throws {
        for (number, options) in Self.optionSets.enumerated() {
            for size in number == 0 ? document.pieceSizes : [.max] {
                let whole = try ChaosRun(ChaosValueHandler(record: ChaosRecord()), document, size, options)
                for target in whole.log.events.indices {
                    // The other documents to parse take turns.
                    var actions = [ChaosAction.throwing, .stopping]
                    if size == .max { actions.append(Self.actions[2 + (target + number) % (Self.actions.count - 2)]) }
                    for (turn, action) in actions.enumerated() {
                        let record = ChaosRecord(target: target, action: action)
                        if (target + turn).isMultiple(of: 2) {
                            try ChaosRun(ChaosValueHandler(record: record), document, size, options)
                                .check(against: whole)
                        } else {
                            try ChaosRun(ChaosObjectHandler(record: record), document, size, options)
                                .check(against: whole)
                        }
                    }
                }
            }
        }
    }

    @Test(
        "A handler may throw, stop or parse in each event of documents that were changed at random",
        arguments: Chaos.seeds(100))
    func random(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        let document = ChaosDocument.mutated(seed: seed)
        let options = random.pick(Self.optionSets)
        let size = random.pick([1, 2, 3, 7, 50, .max])
        let whole = try ChaosRun(ChaosValueHandler(record: ChaosRecord()), document, size, options)
        for _ in 0..<4 {
            let target = Int.random(in: 0..<whole.log.events.count, using: &random)
            let record = ChaosRecord(target: target, action: random.pick(Self.actions))
            try ChaosRun(ChaosValueHandler(record: record), document, size, options).check(against: whole)
        }
    }

    @Test("Text follows a CDATA section that ended the parse", arguments: [ChaosAction.throwing, .stopping])
    func afterCDATA(_ action: ChaosAction) throws {
        let text = String(repeating: "é more text ", count: 2_000)
        let document = ChaosDocument("<r><![CDATA[x]]>\(text)<![CDATA[y]]>\(text)</r>")
        for target in 2...4 {
            let handler = ChaosValueHandler(record: ChaosRecord(target: target, action: action))
            let run = try ChaosRun(handler, document, .max, .init())
            #expect(run.log.events.count == target + 1)
        }
    }
}

/// The outcome of parsing a document with a handler.
struct ChaosRun {
    /// The events that the handler received, except diagnostics.
    let log: ChaosRecord.Log
    let action: ChaosAction
    let target: Int
    var error: (any Error)?

    /// Parses a document in pieces, and uses the parser after its end in every possible way.
    init<Handler: ChaosHandling>(
        _ handler: Handler, _ document: ChaosDocument, _ size: Int, _ options: XMLParsingOptions
    ) throws {
        (log, action, target) = (handler.record.log, handler.record.action, handler.record.target)
        var parser = XMLPushParser(handler: handler, options: options)
        do {
            for piece in document.pieces(of: size) { try parser.feed(piece) }
        } catch { self.error = error }
        guard error != nil || parser.isStopped else {
            do { _ = try parser.finish() } catch { self.error = error }
            return
        }
        let count = log.events.count
        for bytes in [Array("</a><a>t<![CDATA[x]]>é&<".utf8), [], Array("</r>".utf8)] {
            let result = Result { try parser.feed(bytes) }
            try expect(result.words == words, "after “\(words)” came “\(result.words)”")
        }
        _ = (parser.diagnostics.description, parser.diagnosticCount, parser.isStopped)
        try expect(parser.diagnostics.count <= parser.diagnosticCount, "more diagnostics than there were")
        try expect(parser.handler.record.count == count, "a handler was told of something after the end")
        var ending = "no error"
        do {
            let handler = try parser.finish()
            try expect(handler.record.count == count, "a handler was told of something after it stopped")
        } catch let error as BrokenProperty {
            throw error
        } catch {
            ending = Result<Void, any Error>.failure(error).words
        }
        try expect(ending == words, "after “\(words)” came “\(ending)”")
        try expect(log.events.count == count, "a handler was told of something after it stopped")
    }

    /// The error in words.
    var words: String { Result<Void, any Error> { if let error { throw error } }.words }

    /// Checks that this handler received the same events as another one, up to the event of its action.
    func check(against whole: Self) throws(BrokenProperty) {
        try expect(log.faults.isEmpty, log.faults.joined(separator: "\n"))
        var expected = whole.log.events
        var words = whole.words
        switch action {
        case .nothing, .parsing: break
        case .stopping where Self.canStop(expected[target]):
            expected = Array(expected[...target])
            words = "no error"
        case .stopping: break
        case .throwing, .stoppingAndThrowing:
            expected = Array(expected[...target])
            words = Result<Void, any Error> { throw ChaosError(number: 1) }.words
        }
        try expect(self.words == words, "“\(self.words)”, not “\(words)”")
        try expect(log.events.elementsEqual(expected), "\(log.events)\nis not\n\(expected)")
    }

    private static func canStop(_ event: String) -> Bool {
        !event.hasPrefix("start of document") && !event.hasPrefix("end of document") && !event.hasPrefix("diagnostic")
    }
}
