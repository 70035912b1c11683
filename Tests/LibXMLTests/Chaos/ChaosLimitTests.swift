import CheckCases
import Testing

@_spi(Checks) @testable import LibXML

/// Limits and options of any value, including the smallest and largest numbers, for every entry point.
@Suite struct ChaosLimitTests {
    private static let numbers = [.min, -1, 0, 1, 2, 3, 10, 100, 1 << 31, 1 << 32, .max - 1, .max]

    static func limits(_ random: inout SeededGenerator) -> XMLParsingLimits {
        var limits = XMLParsingLimits()
        for _ in 0..<Int.random(in: 1...4, using: &random) {
            limits[keyPath: random.pick(ParsingLimit.allCases).row.property] = random.pick(numbers)
        }
        limits.allowsDocumentType = !random.chance(8)
        return limits
    }

    @Test(
        "Limits of any value make a result or an error of a limit of well-formed documents", arguments: Chaos.seeds(400)
    )
    func anyLimits(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        let document = random.pick(ChaosDocument.wellFormed)
        var options = XMLParsingOptions()
        options.limits = Self.limits(&random)
        options.oversizedRecords = random.chance(2) ? .skip : .error
        for entry in ChaosEntry.allCases {
            guard let error = try entry.run(document, options, random.pick([1, 7, .max])) else { continue }
            #expect(error.code.isLimit, "\(entry): \(error) with \(options.limits)")
        }
    }

    @Test(
        "Of malformed documents, and with options of any value, they make a result or an error",
        arguments: Chaos.seeds(200))
    func anyOptions(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        let document = ChaosDocument.mutated(seed: seed)
        var options = XMLParsingOptions()
        if !random.chance(3) { options.limits = Self.limits(&random) }
        options.oversizedRecords = random.chance(2) ? .skip : .error
        options.unresolvedEntities = random.chance(2) ? .error : .keep
        options.encoding = random.pick([nil, nil, "", "UTF-16", "ISO-8859-1", "none", "\u{0}"])
        options.sourceName = random.pick([nil, "", "name"])
        if random.chance(2) {
            var repair = XMLRepairOptions()
            repair.invalidCharacters = random.pick([.replace, .drop, .keep])
            repair.extraContent = random.pick([
                .skip, .wrap("r"), .wrap(""), .wrap("<"), .wrap("p:q:r"), .wrap("\u{0}é "),
            ])
            repair.ignoresCase = random.chance(2)
            repair.isHTML = random.chance(2)
            repair.diagnosticLimit = random.pick(Self.numbers)
            options.recovery = .repair(repair)
        }
        for entry in ChaosEntry.allCases { _ = try entry.run(document, options, random.pick([1, 7, .max])) }
    }

    @Test("Without limits a document is the same as with the default ones", arguments: ChaosDocument.wellFormed)
    func noLimits(_ document: ChaosDocument) throws {
        var options = XMLParsingOptions()
        for limit in ParsingLimit.allCases { options.limits[keyPath: limit.row.property] = .max }
        let tree = try XMLTree(parsing: document.bytes)
        #expect(try XMLTree(parsing: document.bytes, options: options).outline == tree.outline)
        #expect(try parse(chunks: document.pieces(of: 7), options: options).outline == tree.outline)
        let difference = CheckCases.Walk(XMLReader(parsing: document.bytes, options: options)).difference(
            to: .init(tree))
        #expect(difference == nil)
        for path in ChaosRecordsTests.paths {
            let whole = try ChaosRecordsTests.Whole(document, path, .init())
            #expect(try ChaosRecordsTests.Whole(document, path, options) == whole)
        }
    }

    @Test("A negative limit is one of zero", arguments: ChaosDocument.wellFormed)
    func negative(_ document: ChaosDocument) throws {
        for field in ParsingLimit.allCases {
            for entry in ChaosEntry.allCases {
                let words = try [0, -1, .min].map { value in
                    var options = XMLParsingOptions()
                    options.limits[keyPath: field.row.property] = value
                    return try entry.run(document, options, 7)?.code.rawValue ?? "no error"
                }
                // The expansion of entities is compared with ten times the text read before.
                guard field != .entityExpansion else { continue }
                #expect(words[1] == words[0] && words[2] == words[0], "\(entry) \(field): \(words)")
            }
        }
    }
}

/// An entry point of the library.
enum ChaosEntry: CaseIterable, Sendable {
    case pullTree, pushTree, pieces, handler, reader, elements, records, pushRecords, dictionary, repair, recovery,
        html, fragment

    /// Reads a document to its end.
    ///
    /// - Returns: the error; nil if there is no error.
    func run(_ document: ChaosDocument, _ options: XMLParsingOptions, _ size: Int) throws -> XMLError? {
        do {
            try read(document, options, size)
            return nil
        } catch let error as XMLError {
            _ = error.description
            return error
        }
    }

    private func read(_ document: ChaosDocument, _ options: XMLParsingOptions, _ size: Int) throws {
        var options = options
        let bytes = document.bytes
        var page = XMLHTMLOptions()
        (page.limits, page.encoding, page.sourceName) = (options.limits, options.encoding, options.sourceName)
        page.impliesElements = size != 1
        switch self {
        case .pullTree, .pushTree:
            options.engine = self == .pullTree ? .pull : .push
            try check(XMLTree(parsing: bytes, options: options))
        case .pieces: try check(parse(chunks: document.pieces(of: size), options: options))
        case .handler:
            let handler = ChaosValueHandler(record: ChaosRecord())
            if let error = try ChaosRun(handler, document, size, options).error { throw error }
        case .reader:
            var rest = document.pieces(of: size)[...]
            var reader = try XMLReader(parsing: .chunks { rest.popFirst().map(Array.init) }, options: options)
            while try reader.next() != nil { _ = ReaderLook(reader) }
        case .elements:
            var reader = XMLReader(parsing: bytes, options: options)
            try reader.forEachElement("a") { _ = try $0.readElement().namespaceDeclarations }
        case .records:
            var records = try XMLRecords(parsing: bytes, at: "//a", options: options)
            while let record = try records.next() { _ = (XMLDictionary(record).json(), records.checkpoint) }
        case .pushRecords:
            var parser = try XMLPushParser(at: "r/*", options: options)
            for piece in document.pieces(of: size) { parser.feed(piece) }
            parser.finish()
            while let record = try parser.next() { _ = XMLDictionary(record).json() }
        case .dictionary: _ = try XMLDictionary(parsing: bytes, options: options).json()
        case .repair: try check(XMLTree(parsing: bytes, options: options.recovering()))
        case .recovery: try check(XMLTree(parsing: bytes, options: options.recovering(.libxml2)))
        case .html: try check(XMLTree(html: bytes, options: page))
        case .fragment: try check(XMLTree(htmlFragment: bytes, options: page))
        }
    }

    private func check(_ tree: XMLTree) throws(BrokenProperty) {
        try expect(tree.violations.isEmpty, "\(self): \(tree.violations)")
        _ = tree.outline
    }
}
