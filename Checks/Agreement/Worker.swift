import CheckCases
import Foundation

/// Reads one document after the other until the time is up.
struct Worker {
    private let arguments: Arguments
    private let corpus: DocumentCorpus
    private let state: FileHandle
    private var known: [String: Int] = [:]
    private var knownKinds: [String: [Disagreement.Kind: Int]] = [:]
    private var findings: [Disagreement.Kind: Int] = [:]
    /// How many documents of each kind were printed.
    private var examples: [Disagreement.Kind: Int] = [:]
    /// The limit of processor time for one document, in seconds.
    private static let documentSeconds = 20

    init(_ arguments: Arguments, _ corpus: DocumentCorpus) throws {
        self.arguments = arguments
        self.corpus = corpus
        state = try FileHandle(forWritingTo: URL(fileURLWithPath: arguments.stateFile))
    }

    /// Returns whether there was an unknown difference.
    mutating func run() throws -> Bool {
        let end = Date(timeIntervalSinceNow: Double(arguments.seconds))
        var seed = arguments.firstSeed
        while Date() < end {
            try note(seed)
            ProcessorTimer.start(seconds: Self.documentSeconds)
            let document = ComparedDocument(seed: seed, corpus: corpus)
            seed += 1
            take(Disagreement.all(in: document), in: document, seed - 1)
        }
        ProcessorTimer.start(seconds: 0)
        printSummary(seed - arguments.firstSeed)
        return !findings.isEmpty
    }

    /// Writes the seed to the state file, which the supervisor reads if this process dies.
    private func note(_ seed: UInt64) throws {
        try state.seek(toOffset: 0)
        try state.write(contentsOf: Data("\(seed)\n".utf8))
    }

    private mutating func take(_ differences: [Disagreement], in document: ComparedDocument, _ seed: UInt64) {
        var news: [Disagreement] = []
        for difference in differences {
            if let entry = KnownDisagreements.first(matching: difference, in: document) {
                known[entry.name, default: 0] += 1
                knownKinds[entry.name, default: [:]][difference.kind, default: 0] += 1
            } else {
                findings[difference.kind, default: 0] += 1
                news.append(difference)
            }
        }
        while let difference = news.first {
            // The same difference in several ways of reading is one finding.
            let same = news.filter { $0.kind.isAlike(difference.kind) }
            news.removeAll { $0.kind.isAlike(difference.kind) }
            guard count(alike: difference.kind) < arguments.examples else { continue }
            examples[difference.kind, default: 0] += 1
            ProcessorTimer.start(seconds: 0)
            let small = DocumentMinimizer.minimize(document, keeping: difference.kind)
            let kept = Disagreement.all(in: small).first { $0.kind == difference.kind } ?? difference
            let others = same.dropFirst().map(\.kind.way.rawValue)
            say("seed \(seed):\n\(DocumentReport.text(small, kept))")
            if !others.isEmpty { say("    also \(others.joined(separator: ", "))") }
        }
    }

    /// How many documents were printed for this kind, and for the same kind in other ways of reading.
    private func count(alike kind: Disagreement.Kind) -> Int {
        examples.reduce(0) { $0 + ($1.key.isAlike(kind) ? $1.value : 0) }
    }

    private func printSummary(_ count: UInt64) {
        say("\(count) documents")
        for (name, count) in known.sorted(by: { $0.value > $1.value }) {
            say("  known \(count) × \(name)")
            guard arguments.showsKinds else { continue }
            for (kind, count) in knownKinds[name, default: [:]].sorted(by: { $0.value > $1.value }) {
                say("        \(count) × \(kind)")
            }
        }
        for (kind, count) in findings.sorted(by: { $0.value > $1.value }) { say("  new   \(count) × \(kind)") }
    }
}
