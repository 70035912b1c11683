/// A check of many cases: seeds, sizes or documents.
///
/// The tests, which are a debug build, run a quarter of the cases. The command `loops`, a release build, runs all of them.
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

    /// A quarter of the cases. Where a case combines two lists, one list has an odd length, so that all of its kinds occur.
    package var quarter: StrideTo<Int> { stride(from: 0, to: count, by: 4) }

    package static let all: [Self] =
        [growth, hostile, repair] + layout + names + snippets + coding + editing

    package static func named(_ name: String) -> Self? { all.first { $0.name == name } }
}
