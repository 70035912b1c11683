import Foundation

@testable import LibXML

/// How much is tried at random, and with what.
///
/// The environment variable `CHAOS_ROUNDS` multiplies the random part; each round is the same in every process.
enum Chaos {
    static let rounds = max(1, ProcessInfo.processInfo.environment["CHAOS_ROUNDS"].flatMap { Int($0) } ?? 1)

    /// The seeds of `count` cases a round.
    static func seeds(_ count: Int) -> Range<UInt64> { 0..<UInt64(count * rounds) }
}

/// What user code throws in these tests.
struct ChaosError: Error, Equatable {
    var number: Int
}

extension Result {
    /// What came out, in words, to compare errors of any type.
    var words: String {
        switch self {
        case .success: "no error"
        case .failure(let error as XMLError): error.kindAndPlace
        case .failure(let error): "\(error)"
        }
    }
}

extension RandomNumberGenerator {
    /// One of several.
    mutating func pick<Value>(_ values: [Value]) -> Value { values[Int.random(in: 0..<values.count, using: &self)] }

    /// True once in `count` times.
    mutating func chance(_ count: Int) -> Bool { Int.random(in: 0..<count, using: &self) == 0 }
}
