import Comparators
import Foundation
import LibXML

/// Documents that are parsed piece by piece.
enum Streams {
    private static let pushed = "C: SAX2 pushed"
    private static let records = "LibXML: records"

    /// - Parameter bytes: records of the generator.
    static func bars(_ bytes: [UInt8], budget: Double) -> [Bar] {
        let measurement = Measurement(
            "streams", bytes: bytes.count, budget: budget,
            [
                Parsing.inC(pushed, bytes, comparator_sax_push),
                Candidate(name: records) { (try? count(bytes)) ?? 0 > 0 },
            ])
        return [
            Bar(
                name: "records : C, SAX2 pushed", value: measurement.speed(of: records, to: pushed), isAtLeast: true,
                bound: 0.6)
        ]
    }

    private static func count(_ bytes: [UInt8]) throws -> Int {
        var records = try XMLRecords(parsing: bytes, at: "orders/order")
        var count = 0
        while try records.next() != nil { count += 1 }
        return count
    }
}
