import LibXML
import Synchronization

#if canImport(Darwin)
    import Darwin
#elseif canImport(Musl)
    import Musl
#else
    import Glibc
#endif

/// Ends evaluations at their deadlines, from a thread of its own: evaluations may occupy all threads of Swift's tasks.
enum XPathDeadlines {
    private struct State {
        var waiting: [(stopper: XPathStopper, deadline: ContinuousClock.Instant)] = []
        var hasThread = false
        /// The number of times that the list was found empty. The thread ends after some of them.
        var idleCount = 0
    }

    private static let state = Mutex(State())
    private static let interval: UInt32 = 5_000  // microseconds
    private static let mostIdle = 200

    /// Ends an evaluation at a deadline, unless it is removed before then.
    ///
    /// - Throws: `XMLError.Code.outOfMemory` if the system cannot create a thread.
    static func add(_ stopper: XPathStopper, _ deadline: ContinuousClock.Instant) throws(XMLError) {
        if deadline <= .now { return stopper.stop(.deadlineExceeded) }
        let hasThread = state.locked { state in
            state.waiting.append((stopper, deadline))
            if !state.hasThread { state.hasThread = startThread() }
            return state.hasThread
        }
        guard hasThread else {
            remove(stopper)
            throw XMLError("there is no memory for a thread, which the deadline needs", code: .outOfMemory)
        }
    }

    static func remove(_ stopper: XPathStopper) {
        state.locked { state in state.waiting.removeAll { $0.stopper === stopper } }
    }

    private static func startThread() -> Bool {
        #if canImport(Darwin)
            var thread: pthread_t?
        #else
            var thread = pthread_t()
        #endif
        let status = unsafe pthread_create(&thread, nil, body, nil)
        #if canImport(Darwin)
            if status == 0, let thread = unsafe thread { unsafe pthread_detach(thread) }
        #else
            if status == 0 { pthread_detach(thread) }
        #endif
        return status == 0
    }

    #if canImport(Darwin)
        private typealias Argument = UnsafeMutableRawPointer
    #else
        private typealias Argument = UnsafeMutableRawPointer?
    #endif

    private static let body: @convention(c) (Argument) -> UnsafeMutableRawPointer? = { _ in
        run()
        return nil
    }

    private static func run() {
        while true {
            usleep(interval)
            let isNeeded = state.locked { state in
                let now = ContinuousClock.now
                for (stopper, deadline) in state.waiting where deadline <= now { stopper.stop(.deadlineExceeded) }
                state.waiting.removeAll { $0.deadline <= now }
                state.idleCount = state.waiting.isEmpty ? state.idleCount + 1 : 0
                if state.idleCount > mostIdle { (state.hasThread, state.idleCount) = (false, 0) }
                return state.hasThread
            }
            if !isNeeded { return }
        }
    }
}
