import Synchronization

extension Mutex where Value: ~Copyable {
    /// `withLock` in a function that stands in stack traces. ThreadSanitizer does not know of how threads wait for one on Linux,
    /// and `Scripts/sanitize` tells it by this name.
    @inline(__always)
    func locked<Result: ~Copyable, Failure>(
        _ body: (inout sending Value) throws(Failure) -> sending Result
    ) throws(Failure) -> sending Result {
        try withLock(body)
    }
}
