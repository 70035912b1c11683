import Foundation

#if canImport(Darwin)
    import Darwin
#elseif canImport(Musl)
    import Musl
#else
    import Glibc
#endif

/// Makes the system kill this process after several times `seconds` of processor time.
///
/// `seconds` is at least the time of the test on an idle machine of ordinary speed. A slow, busy machine takes up to
/// four times as long, and a sanitizer ten times that. An optimized build takes at most a twentieth. A fault such as a
/// quadratic rule takes longer than all of these.
package func limitProcessorTime(toSeconds seconds: Int) {
    let seconds = (isOptimized ? (seconds + 4) / 5 : 4 * seconds) * (isSanitized ? 10 : 1)
    var limits = rlimit(rlim_cur: rlim_t(seconds), rlim_max: rlim_t(seconds))
    #if canImport(Darwin)
        _ = unsafe setrlimit(RLIMIT_CPU, &limits)
    #else
        _ = unsafe setrlimit(__rlimit_resource_t(RLIMIT_CPU.rawValue), &limits)
    #endif
}

/// Returns the resident memory of this process, that without the pages of its files, and its peak, in bytes.
///
/// The pages of files are mostly code. The first call of a function adds some of them, and how many depends on the state
/// of the machine. On Darwin, all three are the peak.
package func residentMemory() -> (now: Int, allocated: Int, peak: Int) {
    #if canImport(Darwin)
        var usage = rusage()
        _ = unsafe getrusage(RUSAGE_SELF, &usage)
        return (usage.ru_maxrss, usage.ru_maxrss, usage.ru_maxrss)
    #else
        // Not getrusage, because its maximum includes that of the parent process.
        let status = (try? String(contentsOfFile: "/proc/self/status", encoding: .utf8)) ?? ""
        func value(_ name: String) -> Int {
            let line = status.split(separator: "\n").first { $0.hasPrefix(name) } ?? ""
            return (Int(line.filter(\.isNumber)) ?? 0) << 10
        }
        return (value("VmRSS:"), value("RssAnon:"), value("VmHWM:"))
    #endif
}

/// Whether this process runs under a sanitizer, which takes additional memory.
package let isSanitized = unsafe dlsym(nil, "__asan_init") != nil || dlsym(nil, "__tsan_init") != nil

/// Whether this is an optimized build, in which sizes and limits differ.
#if DEBUG
    package let isOptimized = false
#else
    package let isOptimized = true
#endif
