import ArgumentParser
import Comparators
import Foundation
import LibXML

// Commands that read a file once, for comparisons of processes.

struct Sum: ParsableCommand {
    static let configuration = CommandConfiguration(abstract: "Prints the sum of the ids of a file of records.")

    @Option(help: "How many tasks read the file.")
    var jobs = 1

    @Argument(help: "Records of the generator.")
    var file: String

    func run() throws {
        guard jobs > 1 else {
            var records = try XMLRecords(parsing: .file(file), at: "orders/order")
            return print(try Sum.ids(of: &records))
        }
        // One asynchronous command would move all of them from the main thread to the thread pool, and to another arena
        // of the allocator.
        let done = DispatchSemaphore(value: 0)
        Task { [file, jobs] in
            do {
                var sum = 0
                try await XMLRecords.parallel(.file(file), at: "orders/order", jobs: jobs) { records in
                    try Sum.ids(of: &records)
                } forEachPart: {
                    sum += $0
                }
                print(sum)
            } catch {
                fatalError("\(error)")
            }
            done.signal()
        }
        done.wait()
    }

    private static func ids(of records: inout XMLRecords) throws -> Int {
        var sum = 0
        while let order = try records.next() { sum += order[attribute: "id"].flatMap(Int.init) ?? 0 }
        return sum
    }
}

struct Push: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Pushes a file through libxml2 in C, with empty callbacks.")

    @Argument(help: "The document.")
    var file: String

    func run() throws {
        // Mapped, because a copy would compete for memory bandwidth with that of another process.
        let data = try Data(contentsOf: URL(fileURLWithPath: file), options: .alwaysMapped)
        let isWellFormed = data.withUnsafeBytes { bytes in
            bytes.withMemoryRebound(to: CChar.self) { comparator_sax_push($0.baseAddress, $0.count) == 1 }
        }
        if !isWellFormed { throw ExitCode.failure }
    }
}
