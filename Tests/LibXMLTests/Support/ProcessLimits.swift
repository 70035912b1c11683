import Foundation

#if canImport(Darwin)
    import Darwin
#elseif canImport(Musl)
    import Musl
#else
    import Glibc
#endif

/// Lets the system kill this process when it has used `seconds` of processor time, or ten times that under a sanitizer.
func limitProcessorTime(toSeconds seconds: Int) {
    let seconds = isSanitized ? 10 * seconds : seconds
    var limits = rlimit(rlim_cur: rlim_t(seconds), rlim_max: rlim_t(seconds))
    #if canImport(Darwin)
        _ = unsafe setrlimit(RLIMIT_CPU, &limits)
    #else
        _ = unsafe setrlimit(__rlimit_resource_t(RLIMIT_CPU.rawValue), &limits)
    #endif
}

/// How much memory this process has, and the most it has had, in bytes.
func residentMemory() -> (now: Int, peak: Int) {
    #if canImport(Darwin)
        var usage = rusage()
        _ = unsafe getrusage(RUSAGE_SELF, &usage)
        return (usage.ru_maxrss, usage.ru_maxrss)
    #else
        // Not getrusage, whose maximum includes that of the process that started this one.
        let status = (try? String(contentsOfFile: "/proc/self/status", encoding: .utf8)) ?? ""
        func value(_ name: String) -> Int {
            let line = status.split(separator: "\n").first { $0.hasPrefix(name) } ?? ""
            return (Int(line.filter(\.isNumber)) ?? 0) << 10
        }
        return (value("VmRSS:"), value("VmHWM:"))
    #endif
}

/// Whether this process runs under a sanitizer, which takes memory of its own.
let isSanitized = unsafe dlsym(nil, "__asan_init") != nil || dlsym(nil, "__tsan_init") != nil
