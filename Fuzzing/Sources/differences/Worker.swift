import Foundation

/// Reads one document after the other until time is up.
struct Worker {
    private let arguments: Arguments
    private let corpus: DocumentCorpus
    private let state: FileHandle
    private var known: [String: Int] = [:]
    private var findings: [Difference.Kind: Int] = [:]
    /// How long a document may take, in seconds of processor time.
    private static let documentSeconds = 20

    init(_ arguments: Arguments, _ corpus: DocumentCorpus) throws {
        self.arguments = arguments
        self.corpus = corpus
        state = try FileHandle(forWritingTo: URL(fileURLWithPath: arguments.stateFile))
    }

    /// Returns whether there was a difference that is not known.
    mutating func run() throws -> Bool {
        let end = Date(timeIntervalSinceNow: Double(arguments.seconds))
        var seed = arguments.firstSeed
        while Date() < end {
            try note(seed)
            ProcessorTimer.start(seconds: Self.documentSeconds)
            let document = ComparedDocument(seed: seed, corpus: corpus)
            for difference in Difference.all(in: document) { take(difference, in: document, seed) }
            seed += 1
        }
        ProcessorTimer.start(seconds: 0)
        printSummary(seed - arguments.firstSeed)
        return !findings.isEmpty
    }

    /// The process that watches this one reads it when this one has died.
    private func note(_ seed: UInt64) throws {
        try state.seek(toOffset: 0)
        try state.write(contentsOf: Data("\(seed)\n".utf8))
    }

    private mutating func take(_ difference: Difference, in document: ComparedDocument, _ seed: UInt64) {
        if let entry = KnownDifferences.first(matching: difference, in: document) {
            known[entry.name, default: 0] += 1
            return
        }
        findings[difference.kind, default: 0] += 1
        guard findings[difference.kind, default: 0] <= arguments.examples else { return }
        ProcessorTimer.start(seconds: 0)
        let small = DocumentMinimizer.minimize(document, keeping: difference.kind)
        let same = Difference.all(in: small).first { $0.kind == difference.kind } ?? difference
        say("seed \(seed):\n\(DocumentReport.text(small, same))")
    }

    private func printSummary(_ count: UInt64) {
        say("\(count) documents")
        for (name, count) in known.sorted(by: { $0.value > $1.value }) { say("  known \(count) × \(name)") }
        for (kind, count) in findings.sorted(by: { $0.value > $1.value }) { say("  new   \(count) × \(kind)") }
    }
}
