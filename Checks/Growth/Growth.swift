import CheckCases
import Foundation

/// Measures one entry point on one document. `Scripts/growth` runs it for each combination, with a time limit.
@main
struct Growth {
    /// How often to run one document.
    private enum Mode: String {
        /// Up to four times, for at most 30 ms; the result is the shortest time.
        case quick
        /// For 0.2 s; the result is the mean processor time.
        case exact
        case once
    }

    static func main() throws {
        let arguments = Array(CommandLine.arguments.dropFirst())
        switch arguments.first {
        case "list": list()
        case "write" where arguments.count == 4:
            try Data(shape(arguments[1]).document(size: number(arguments[2]))).write(to: URL(filePath: arguments[3]))
        case "run" where arguments.count >= 5:
            guard let mode = Mode(rawValue: arguments[1]) else { fail("“\(arguments[1])” is not a mode.") }
            let (shape, entryPoint) = (shape(arguments[2]), entryPoint(arguments[3]))
            let memory = peakMemory()
            var last = Double.infinity
            for size in arguments[4...] {
                // Valgrind, under which “once” runs, makes everything slower.
                limitProcessorTime(toSeconds: mode == .once ? 1_000 : 20)
                let time = measure(
                    entryPoint, try GrowthInput(shape, size: number(size), inFile: entryPoint.readsFile), mode)
                write("\(time) \(peakMemory() - memory)\n", to: .standardOutput)
                // There is no need to wait for larger sizes if the growth seems quadratic: it is measured again exactly.
                if mode == .quick, time > 0.25, time > 2.7 * last { break }
                last = time
            }
        default: fail("usage: growth list | write SHAPE SIZE FILE | run quick|exact|once SHAPE ENTRY-POINT SIZE…")
        }
    }

    /// Writes the groups and names of shapes and entry points, with the data that the driver needs.
    private static func list() {
        for (group, shapes) in GrowthShape.groups {
            for shape in shapes { print("shape", group, shape.name, shape.kind, shape.base) }
        }
        for (group, entryPoints) in GrowthEntryPoint.groups {
            for entryPoint in entryPoints where !entryPoint.kinds.isEmpty {
                let kinds = entryPoint.kinds.map(\.rawValue).joined(separator: ",")
                print("entry-point", group, entryPoint.name, kinds, entryPoint.divisor, entryPoint.beginning ?? "-")
            }
        }
    }

    /// Runs it as often as the mode requires. Returns the time of one run in seconds.
    private static func measure(_ entryPoint: GrowthEntryPoint, _ input: GrowthInput, _ mode: Mode) -> Double {
        var (best, total, count) = (Double.infinity, 0.0, 0)
        repeat {
            let (start, processorStart) = (seconds(CLOCK_MONOTONIC), seconds(CLOCK_PROCESS_CPUTIME_ID))
            entryPoint.run(input)
            let processorTime = seconds(CLOCK_PROCESS_CPUTIME_ID) - processorStart
            // Other processes interrupt long runs; processor time is too coarse for short runs.
            best = min(best, seconds(CLOCK_MONOTONIC) - start, processorTime + tick)
            total += processorTime
            count += 1
        } while mode == .quick ? count < 4 && total < 0.03 : mode == .exact && total < 0.2
        return mode == .quick ? best : total / Double(count)
    }

    /// The resolution of processor time on most systems, in seconds.
    private static let tick = 0.004

    private static func seconds(_ clock: clockid_t) -> Double {
        var time = timespec()
        _ = unsafe clock_gettime(clock, &time)
        return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
    }

    /// Makes the system end this process once it has used this much more processor time.
    private static func limitProcessorTime(toSeconds limit: Int) {
        var limits = rlimit()
        #if canImport(Darwin)
            let resource = RLIMIT_CPU
        #else
            let resource = __rlimit_resource_t(RLIMIT_CPU.rawValue)
        #endif
        _ = unsafe getrlimit(resource, &limits)
        limits.rlim_cur = rlim_t(seconds(CLOCK_PROCESS_CPUTIME_ID)) + rlim_t(limit)
        _ = unsafe setrlimit(resource, &limits)
    }

    /// The peak memory of this process, in KiB.
    private static func peakMemory() -> Int {
        let status = (try? String(contentsOfFile: "/proc/self/status", encoding: .utf8)) ?? ""
        let line = status.split(separator: "\n").first { $0.hasPrefix("VmHWM:") } ?? ""
        return Int(line.filter(\.isNumber)) ?? 0
    }

    private static func shape(_ name: String) -> GrowthShape {
        guard let value = GrowthShape.named(name) else { fail("There is no shape “\(name)”.") }
        return value
    }

    private static func entryPoint(_ name: String) -> GrowthEntryPoint {
        guard let value = GrowthEntryPoint.named(name) else { fail("There is no entry point “\(name)”.") }
        return value
    }

    private static func number(_ text: String) -> Int {
        guard let value = Int(text) else { fail("“\(text)” is not a number.") }
        return value
    }

    private static func write(_ text: String, to file: FileHandle) { file.write(Data(text.utf8)) }

    private static func fail(_ message: String) -> Never {
        write("growth: \(message)\n", to: .standardError)
        exit(64)
    }
}
