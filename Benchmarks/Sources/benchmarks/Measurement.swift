import Comparators
import Foundation

/// A piece of work to time.
struct Candidate {
    var name: String
    /// Does the work, and returns whether it succeeded.
    var run: () -> Bool
}

/// The times of candidates that ran alternately: every figure is a ratio within one run.
struct Measurement: Encodable {
    var group: String
    var seconds: [String: Double]
    /// The amount of work in bytes, for speeds.
    var bytes: Int?

    /// Runs candidates alternately for about `budget` seconds each, at least five times, and keeps their medians.
    init(_ group: String, bytes: Int? = nil, budget: Double = 1, _ candidates: [Candidate]) {
        self.group = group
        self.bytes = bytes
        let clock = ContinuousClock()
        func time(_ candidate: Candidate) -> Double {
            comparator_settle()
            var isDone = false
            let duration = clock.measure { isDone = candidate.run() }
            guard isDone else { fatalError("\(candidate.name) failed in \(group)") }
            return duration / .seconds(1)
        }
        let first = candidates.map(time)
        let slowest = first.max() ?? 1
        let rounds = max(5, min(51, Int(budget / slowest)))
        var times = Array(repeating: [Double](), count: candidates.count)
        for _ in 0..<rounds {
            for (index, candidate) in candidates.enumerated() { times[index].append(time(candidate)) }
        }
        seconds = Dictionary(uniqueKeysWithValues: zip(candidates.map(\.name), times.map(\.median)))
        FileHandle.standardError.write(Data(".".utf8))
    }

    /// How many times as fast `name` is as the fastest of the others.
    func speed(of name: String, to others: String...) -> Double {
        (others.compactMap { seconds[$0] }.min() ?? .nan) / (seconds[name] ?? .nan)
    }
}

extension [Double] {
    var median: Double { sorted()[count / 2] }
    var geometricMean: Double { exp(map(log).reduce(0, +) / Double(count)) }
}

/// A figure, and its required bound.
struct Bar: Encodable {
    var name: String
    var value: Double
    var isAtLeast: Bool
    var bound: Double

    var isMet: Bool { isAtLeast ? value >= bound : value <= bound }

    var line: String {
        let figure = String(format: "%10.2f  (%@ %.2f)", value, isAtLeast ? "at least" : "at most", bound)
        return (isMet ? "ok   " : "MISS ") + name.padding(toLength: 62, withPad: " ", startingAt: 0) + figure
    }
}
