import CLibXML2
import CLibXML2Shims
import Synchronization

/// Ends an evaluation that runs in another thread.
final class XPathStopper: Sendable {
    @safe
    private struct State: @unchecked Sendable {
        var context: xmlXPathContextPtr?
        var isStopped = false
    }

    private let state = Mutex(State())

    /// Whether the evaluation was ended, or shall end as soon as it begins.
    var isStopped: Bool { state.withLock { $0.isStopped } }

    /// Ends the evaluation, or that which begins next.
    func stop() {
        state.withLock { state in
            state.isStopped = true
            if let context = unsafe state.context { unsafe lx_stop_evaluation(context) }
        }
    }

    /// Calls `body` while ``stop()`` ends the evaluation in a context.
    func whileStoppable<Result, Failure: Error>(
        _ context: xmlXPathContextPtr, _ body: () throws(Failure) -> Result
    ) throws(Failure) -> Result {
        state.withLock { state in
            unsafe state.context = context
            if state.isStopped { unsafe lx_stop_evaluation(context) }
        }
        defer { state.withLock { unsafe $0.context = nil } }
        return try body()
    }
}
