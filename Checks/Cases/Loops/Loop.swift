/// A check of many cases: seeds, sizes or documents.
///
/// The tests, a debug build, run each fourth case. The command `loops`, a release build, runs all of them. Where a case
/// combines two lists, the length of one is odd, so that each fourth case has all values of both.
package struct Loop: Sendable {
    package let name: String
    /// The number of cases.
    package let count: Int
    /// Whether each case needs a process of its own, for which it sets limits on time and memory.
    package let isLimited: Bool
    private let body: @Sendable (_ number: Int) throws -> Void

    init(
        _ name: String, _ count: Int, isLimited: Bool = false,
        _ body: @escaping @Sendable (_ number: Int) throws -> Void
    ) {
        (self.name, self.count, self.isLimited, self.body) = (name, count, isLimited, body)
    }

    /// Runs one case, from 0 to `count - 1`.
    ///
    /// - Throws: ``BrokenProperty``, or an error of the library, if the case fails.
    package func run(_ number: Int) throws { try body(number) }

    package static let all: [Self] =
        [growth, hostile] + work + repair + fixes + layout + names + snippets + coding + editing + validation

    package static func named(_ name: String) -> Self? { all.first { $0.name == name } }
}
