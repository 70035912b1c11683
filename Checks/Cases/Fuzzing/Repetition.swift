import Foundation

/// Calls `body` with random input again and again: at least as many times as given, and as long as the environment
/// variable `FUZZ_SECONDS` says.
package func repeatedly(atLeast least: Int, _ body: () throws -> Void) rethrows {
    let seconds = ProcessInfo.processInfo.environment["FUZZ_SECONDS"].flatMap(Double.init) ?? 0
    let end = ContinuousClock.now + .seconds(seconds)
    var count = 0
    while count < least || ContinuousClock.now < end {
        try body()
        count += 1
    }
}
