import Comparators
import Foundation
import LibXML

/// Small messages, threads, memory and growth.
enum Processes {
    /// A SOAP message of 228 bytes, and one of its values.
    static func message() -> Bar {
        let text = """
            <soap:Envelope xmlns:soap="http://schemas.xmlsoap.org/soap/envelope/"><soap:Body><m:GetPriceResponse \
            xmlns:m="https://example.org/stock"><m:Price>34.5</m:Price></m:GetPriceResponse></soap:Body></soap:Envelope>
            """
        let bytes = Array(text.utf8) + Array(repeating: 0x0A, count: 228 - text.utf8.count)
        let count = 5_000
        let measurement = Measurement(
            "message",
            [
                Candidate(name: "LibXML") {
                    for _ in 0..<count {
                        let document = try? XMLDictionary(parsing: bytes)
                        let body = document?["soap:Envelope"]?["soap:Body"]
                        guard body?["m:GetPriceResponse"]?["m:Price"]?.string == "34.5" else { return false }
                    }
                    return true
                },
                Candidate(name: "C") {
                    bytes.withUnsafeBufferPointer { buffer in
                        buffer.withMemoryRebound(to: CChar.self) { buffer in
                            (0..<count).allSatisfy { _ in comparator_tree(buffer.baseAddress, buffer.count) == 1 }
                        }
                    }
                },
            ])
        return Bar(
            name: "time of a message of \(bytes.count) bytes : libxml2's tree",
            value: 1 / measurement.speed(of: "LibXML", to: "C"), isAtLeast: false, bound: 1.05)
    }

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
        return Bar(
            name: String(format: "gain of two threads (%.2f) : in C (%.2f)", mine, theirs), value: mine / theirs,
            isAtLeast: true, bound: 0.95)
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
