#if canImport(Darwin)
    import Darwin
#elseif canImport(Musl)
    import Musl
#else
    import Glibc
#endif

/// Ends the process with `SIGPROF` if it uses much processor time for one document.
enum ProcessorTimer {
    static func start(seconds: Int) {
        var timer = itimerval()
        timer.it_value.tv_sec = seconds
        #if canImport(Darwin)
            _ = unsafe setitimer(ITIMER_PROF, &timer, nil)
        #else
            _ = unsafe setitimer(__itimer_which_t(ITIMER_PROF.rawValue), &timer, nil)
        #endif
    }
}
