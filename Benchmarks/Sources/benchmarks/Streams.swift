import Comparators
import Foundation
import LibXML

/// Documents that are parsed in pieces.
enum Streams {
    private static let pushed = "C: SAX2 pushed"
    private static let records = "LibXML: records"

    private struct Counter: XMLHandler {
        var count = 0
        mutating func startElement(_ element: borrowing XMLElementEvent) { count += 1 }
        mutating func text(_ text: borrowing XMLTextEvent) { count += 1 }
        mutating func endElement(_ element: borrowing XMLElementEvent) {}
    }

    /// libxml2 allows at most 0.75: each record is a tree, which C does not make. The bound for records of 600 bytes is
    /// between those of messages.py, which counts the instructions of records and of a handler.
    ///
    /// - Parameter bytes: records of the generator.
    static func recordsBar(_ bytes: [UInt8]) -> Bar {
        let measurement = Measurement(
            "records", bytes: bytes.count, budget: 10,
            [
                Parsing.inC(pushed, bytes, comparator_sax_push),
                Candidate(name: records) { (try? count(bytes)) ?? 0 > 0 },
            ])
        return Bar(
            name: String(format: "records of %.0f MB : C, SAX2 pushed", Double(bytes.count) / 1e6),
            value: measurement.speed(of: records, to: pushed), isAtLeast: true, bound: 0.6)
    }

    static func handleAndCount(_ bytes: [UInt8]) {
        var counter = Counter()
        try? counter.parse(bytes)
    }

    private static func count(_ bytes: [UInt8]) throws -> Int {
        var records = try XMLRecords(parsing: bytes, at: "orders/order")
        var count = 0
        while try records.next() != nil { count += 1 }
        return count
    }
}
