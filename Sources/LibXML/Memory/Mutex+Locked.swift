package import Synchronization

extension Mutex where Value: ~Copyable {
    /// Calls `withLock` from a function that appears in stack traces.
    ///
    /// ThreadSanitizer does not know how threads wait for a mutex on Linux. `Scripts/sanitize` suppresses its reports
    /// by the name of this function.
    @inline(__always)
    package func locked<Result: ~Copyable, Failure>(
        _ body: (inout sending Value) throws(Failure) -> sending Result
    ) throws(Failure) -> sending Result {
        try withLock(body)
    }
}
