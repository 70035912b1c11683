import CheckCases
import Foundation
import Testing

/// A quarter of the cases of each loop, unless it has fewer than 16, or all with `LOOPS=all`. `Scripts/loops` runs all of them in a release build.
@Suite struct LoopTests {
    /// A case of a loop.
    struct Case: Sendable, CustomTestStringConvertible {
        var loop: Loop
        var number: Int
        var testDescription: String { "\(loop.name) \(number)" }
    }

    static func cases(isLimited: Bool) -> [Case] {
        let runsAll = ProcessInfo.processInfo.environment["LOOPS"] == "all"
        return Loop.all.filter { $0.isLimited == isLimited }.flatMap { loop in
            stride(from: 0, to: loop.count, by: runsAll || loop.count < 16 ? 1 : 4).map { Case(loop: loop, number: $0) }
        }
    }

    @Test("A case of a loop holds", arguments: cases(isLimited: false))
    func holds(_ loopCase: Case) throws {
        try loopCase.loop.run(loopCase.number)
    }

    @Test("A case of a loop holds within limits on time and memory", arguments: cases(isLimited: true))
    func limited(_ loopCase: Case) async {
        await #expect(processExitsWith: .success) {
            [name = loopCase.loop.name as String, number = loopCase.number as Int] in
            try #require(Loop.named(name)).run(number)
        }
    }
}
