import Foundation
import LibXML

/// Repairs of malformed documents, compared with the strict parse of well-formed ones.
enum Repairing {
    /// - Parameter bytes: records of the generator.
    static func bars(_ bytes: [UInt8]) -> [Bar] {
        let faulty = broken(bytes, faults: 1_000)
        var options = XMLParsingOptions()
        options.recovery = .repair
        func count(_ bytes: [UInt8], _ options: XMLParsingOptions) throws -> Int {
            var records = try XMLRecords(parsing: bytes, at: "orders/order", options: options)
            var count = 0
            while try records.next() != nil { count += 1 }
            return count
        }
        let streams = Measurement(
            "repaired streams", budget: 2,
            [
                Candidate(name: "strict") { (try? count(bytes, .init())) ?? 0 > 0 },
                Candidate(name: "repaired") { (try? count(bytes, options)) ?? 0 > 0 },
            ])
        let trees = Measurement(
            "repaired trees", budget: 2,
            [
                Candidate(name: "strict") { (try? XMLTree(parsing: bytes)) != nil },
                Candidate(name: "repaired") {
                    (try? XMLTree(parsing: faulty, options: .recovering))?.diagnosticCount ?? 0 >= 900
                },
            ])
        return [
            Bar(
                name: "well-formed records with repair : without", value: streams.speed(of: "repaired", to: "strict"),
                isAtLeast: true, bound: 0.65),
            Bar(
                name: "repair of 1,000 faults : strict parse of the same without",
                value: trees.speed(of: "repaired", to: "strict"), isAtLeast: true, bound: 0.5),
        ]
    }

    static func count(_ bytes: [UInt8]) throws {
        var options = XMLParsingOptions()
        options.recovery = .repair
        var records = try XMLRecords(parsing: bytes, at: "orders/order", options: options)
        while try records.next() != nil {}
    }

    /// The bytes with `faults` faults of several kinds.
    private static func broken(_ bytes: [UInt8], faults: Int) -> [UInt8] {
        let kinds = [" & ", "<br>", " x < y ", "&nbsp;", "</stray>"]
        var broken: [UInt8] = []
        broken.reserveCapacity(bytes.count + faults * 8)
        let step = bytes.count / (faults + 1)
        var start = 0
        for number in 1...faults {
            // After the start tag of a title.
            var end = number * step
            while end < bytes.count, !bytes[..<end].suffix(7).elementsEqual("<title>".utf8) { end += 1 }
            broken += bytes[start..<end]
            broken += kinds[number % kinds.count].utf8
            start = end
        }
        return broken + bytes[start...]
    }
}
