import CheckCases
import Foundation
import LibXML

/// The amount of random testing, and its tools.
///
/// The environment variable `CHAOS_ROUNDS` multiplies the random part. Each round is the same in every process.
enum Chaos {
    static let rounds = max(1, ProcessInfo.processInfo.environment["CHAOS_ROUNDS"].flatMap { Int($0) } ?? 1)

    /// Returns the seeds for `count` cases in each round.
    static func seeds(_ count: Int) -> Range<UInt64> { 0..<UInt64(count * rounds) }
}

/// The error that user code throws in these tests.
struct ChaosError: Error, Equatable {
    var number: Int
}

extension Result {
    /// The outcome in words, to compare errors of any type.
    var words: String {
        switch self {
        case .success: "no error"
        case .failure(let error as XMLError): error.kindAndPlace
        case .failure(let error): "\(error)"
        }
    }
}

extension RandomNumberGenerator {
    /// Returns one of several values.
    mutating func pick<Value>(_ values: [Value]) -> Value { values[Int.random(in: 0..<values.count, using: &self)] }

    /// Returns true once in `count` times on average.
    mutating func chance(_ count: Int) -> Bool { Int.random(in: 0..<count, using: &self) == 0 }
}
