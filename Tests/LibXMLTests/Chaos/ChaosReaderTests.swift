import CheckCases
import LibXML
import Testing

/// Readers whose every property is read at every event, and which are used in every way there.
@Suite struct ChaosReaderTests {
    private static let optionSets: [XMLParsingOptions] = {
        var repairing = XMLParsingOptions()
        repairing.recovery = .repair
        return [.init(), repairing]
    }()

    /// Returns a reader of a document that arrives whole, or in pieces between which other documents are parsed.
    private static func reader(
        _ document: ChaosDocument, _ size: Int, _ options: XMLParsingOptions, failingAfter last: Int = .max
    ) throws -> XMLReader {
        guard size < .max else { return XMLReader(parsing: document.bytes, options: options) }
        var rest = document.pieces(of: size)[...]
        var count = 0
        return try XMLReader(
            parsing: .chunks {
                count += 1
                if count > last { throw ChaosError(number: 3) }
                if count.isMultiple(of: 5) { try OtherParse.allCases[count % OtherParse.allCases.count].run() }
                return rest.popFirst().map(Array.init)
            }, options: options)
    }

    /// The state of a reader at each event, and how it ends.
    private struct Walk: Equatable {
        var looks: [ReaderLook] = []
        var ending = ""

        init(_ reader: inout XMLReader) throws {
            do {
                while try reader.next() != nil {
                    looks.append(ReaderLook(reader))
                    let again = ReaderLook(reader)
                    try expect(again == looks.last, "\(looks[looks.count - 1])\nbecame\n\(again)")
                }
                ending = "no error"
            } catch let error as XMLError { ending = error.kindAndPlace }
            try ChaosReaderTests.checkEnd(&reader, ending)
        }
    }

    /// Checks a reader after its end, by all of its methods.
    private static func checkEnd(_ reader: inout XMLReader, _ ending: String) throws {
        let look = ReaderLook(reader)
        try expect(look.isNothing, "at the end: \(look)")
        try expect(reader.diagnostics.count <= reader.diagnosticCount, "more diagnostics than there were")
        var random = SeededGenerator(seed: 0)
        for move in ReaderMove.allCases {
            let result = Result { try move.run(&reader, &random) }
            switch move {
            case .skip, .readElement, .readDictionary, .readElementText, .other: break
            default: try expect(result.words == ending, "\(move) after “\(ending)”: “\(result.words)”")
            }
            try expect(ReaderLook(reader) == look, "\(move) after “\(ending)”: \(ReaderLook(reader))")
        }
        let error = Result { () throws(XMLError) in try reader.readElement() }.error
        try expect(error?.code == .missingElement, "\(error?.code.rawValue ?? "no error") after the end")
        try expect(ReaderLook(reader) == look, "at the end: \(ReaderLook(reader))")
    }

    @Test(
        "A reader says the same at each event, however the document comes, and nothing after it",
        arguments: ChaosDocument.all)
    func looks(_ document: ChaosDocument) throws {
        for options in Self.optionSets {
            var reader = try Self.reader(document, .max, options)
            #expect(ReaderLook(reader).isNothing)
            let whole = try Walk(&reader)
            for size in document.pieceSizes.dropLast() {
                reader = try Self.reader(document, size, options)
                let walk = try Walk(&reader)
                #expect(walk.ending == whole.ending)
                #expect(walk.looks == whole.looks)
            }
        }
    }

    @Test(
        "Whatever is done with a reader, it goes on with events of the document",
        arguments: ChaosDocument.wellFormed + ChaosDocument.malformed)
    func moves(_ document: ChaosDocument) throws {
        for (number, options) in Self.optionSets.enumerated() {
            var reader = try Self.reader(document, .max, options)
            let whole = try Walk(&reader)
            for count in 0...whole.looks.count {
                for (index, move) in ReaderMove.allCases.enumerated() {
                    // Each move at every other event; the other options use the remaining events.
                    guard (count + index + number).isMultiple(of: 2) else { continue }
                    var random = SeededGenerator(seed: UInt64(count * 100 + index))
                    reader = try Self.reader(document, .max, options)
                    for _ in 0..<count { _ = try reader.next() }
                    let result = Result { try move.run(&reader, &random) }
                    let look = ReaderLook(reader)
                    if look.event == nil, case .failure = result {
                        try expect(result.words == whole.ending, "\(move): “\(result.words)”, not “\(whole.ending)”")
                    } else if look.event != nil {
                        try expect(whole.looks.contains(look), "after \(move): \(look)")
                    }
                    let rest = try Walk(&reader)
                    try expect(rest.ending == whole.ending, "after \(move): “\(rest.ending)”, not “\(whole.ending)”")
                    let expected = whole.looks.suffix(rest.looks.count)
                    try expect(rest.looks.elementsEqual(expected), "after \(move) at \(count): \(rest.looks)")
                }
            }
        }
    }

    @Test("Documents that were changed at random are read by random moves", arguments: Chaos.seeds(150))
    func random(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        let document = ChaosDocument.mutated(seed: seed)
        let options = random.pick(Self.optionSets)
        let size = random.pick([1, 2, 3, 7, 50, .max])
        var reader = try Self.reader(document, .max, options)
        let whole = try Walk(&reader)
        for last in [Int.max, Int.random(in: 0...40, using: &random)] {
            reader = try Self.reader(document, size, options, failingAfter: last)
            var ending: String?
            // More moves than possible events.
            for _ in 0..<document.bytes.count + 20 where ending == nil {
                do {
                    _ = try random.pick(ReaderMove.allCases).run(&reader, &random)
                    if try reader.next() == nil { ending = "no error" }
                    if let event = reader.event {
                        let look = ReaderLook(reader)
                        try expect(last < .max || whole.looks.contains(look), "\(event): \(look)")
                    }
                } catch let error as XMLError {
                    ending = error.kindAndPlace
                }
            }
            let words = try #require(ending)
            if last == .max { #expect(words == whole.ending) }
            try Self.checkEnd(&reader, words)
            #expect(ReaderLook(reader).isNothing)
        }
    }

    @Test("A body may put another reader into the place of its own")
    func replaced() throws {
        var count = 0
        var reader = XMLReader(parsing: "<r><a><b/>t</a><a>u</a></r>")
        try reader.forEachElement("a") { reader in
            count += 1
            guard count < 4 else { return }
            reader = XMLReader(parsing: "<s><a>\(count)<b/></a><a/></s>")
            if count == 2 { try reader.forEachElement("a") { _ = try $0.next() } }
        }
        #expect(ReaderLook(reader).isNothing)
    }
}
