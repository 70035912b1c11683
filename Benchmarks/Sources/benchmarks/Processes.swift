import Comparators
import Foundation
import LibXML

/// Threads, memory and growth.
enum Processes {
    /// The speedup of two threads, compared with the speedup in C.
    static func threads(_ bytes: [UInt8]) -> Bar {
        func twice(_ body: @escaping @Sendable () -> Bool) -> Bool {
            let done = Counter()
            DispatchQueue.concurrentPerform(iterations: 2) { _ in if body() { done.add() } }
            return done.value == 2
        }
        let cSAX: @Sendable () -> Bool = {
            bytes.withUnsafeBufferPointer { buffer in
                buffer.withMemoryRebound(to: CChar.self) { comparator_sax_push($0.baseAddress, $0.count) == 1 }
            }
        }
        let tree: @Sendable () -> Bool = { (try? XMLTree(parsing: bytes)) != nil }
        let measurement = Measurement(
            "threads", budget: 3,
            [
                Candidate(name: "C, one") { cSAX() && cSAX() }, Candidate(name: "C, two") { twice(cSAX) },
                Candidate(name: "LibXML, one") { tree() && tree() }, Candidate(name: "LibXML, two") { twice(tree) },
            ])
        let (mine, theirs) = (
            measurement.speed(of: "LibXML, two", to: "LibXML, one"), measurement.speed(of: "C, two", to: "C, one")
        )
        return Bar(name: "gain of two threads : in C", value: mine / theirs, isAtLeast: true, bound: 0.95)
    }

    private final class Counter: @unchecked Sendable {
        private let lock = NSLock()
        private var count = 0

        func add() { lock.withLock { count += 1 } }
        var value: Int { lock.withLock { count } }
    }

    /// The peak memory of a process that parses a file, as a multiple of its size. Nil if the system does not report
    /// it.
    static func peakMemory(_ path: String) throws -> Double? {
        let before = peak()
        let tree = try XMLTree(parsing: .file(path))
        guard let after = peak(), before != nil, !tree.root.elements.isEmpty else { return nil }
        let size = try FileManager.default.attributesOfItem(atPath: path)[.size] as? Int ?? 1
        return Double(after) / Double(size)
    }

    /// The peak memory of the process in bytes, where the system tells it.
    static func peak() -> Int? {
        let status = try? String(contentsOfFile: "/proc/self/status", encoding: .utf8)
        let line = status?.split(separator: "\n").first { $0.hasPrefix("VmHWM:") }
        return line.flatMap { Int($0.filter(\.isNumber)) }.map { $0 << 10 }
    }
}
