import CLibXML2
import CLibXML2Shims
import LibXML
import Synchronization

/// Ends an evaluation that runs in another thread.
final class XPathStopper: Sendable {
    @safe
    private struct State: @unchecked Sendable {
        var context: xmlXPathContextPtr?
        var reason: XMLError.Code?
    }

    private let state = Mutex(State())

    /// Why the evaluation was ended, or will be ended as soon as it begins; nil if it continues.
    var reason: XMLError.Code? { state.locked { $0.reason } }

    /// Ends the evaluation, or the next one if none has begun.
    func stop(_ reason: XMLError.Code) {
        state.locked { state in
            state.reason = state.reason ?? reason
            if let context = unsafe state.context { unsafe lx_stop_evaluation(context) }
        }
    }

    /// Calls `body` while ``stop(_:)`` ends the evaluation in a context.
    func whileStoppable<Result>(_ context: xmlXPathContextPtr, _ body: () -> Result) -> Result {
        state.locked { state in
            unsafe state.context = context
            if state.reason != nil { unsafe lx_stop_evaluation(context) }
        }
        defer { state.locked { unsafe $0.context = nil } }
        return body()
    }
}
