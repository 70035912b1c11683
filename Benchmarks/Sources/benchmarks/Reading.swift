import Comparators
import Foundation
import LibXML

/// The pull reader compared with libxml2's own, in C.
enum Reading {
    private static func inC(
        _ name: String, _ bytes: [UInt8], _ count: Int, _ run: @escaping (UnsafePointer<CChar>?, Int) -> Int
    ) -> Candidate {
        Candidate(name: name) {
            bytes.withUnsafeBufferPointer { buffer in
                buffer.withMemoryRebound(to: CChar.self) { run($0.baseAddress, $0.count) == count }
            }
        }
    }

    /// Every node of records, and complete records.
    static func bars(_ bytes: [UInt8], budget: Double = 2) throws -> [Bar] {
        let items = try XMLTree(parsing: bytes).root.descendants.reduce(0) { $0 + ($1.localName == "item" ? 1 : 0) }
        let orders = try XMLTree(parsing: bytes).root.elements.count
        let nodes = Measurement(
            "reader", budget: budget,
            [
                inC("C", bytes, items) { comparator_reader($0, $1, "item") },
                Candidate(name: "names") { (try? count(bytes, withPlaces: false)) == items },
                Candidate(name: "places") { (try? count(bytes, withPlaces: true)) == items },
            ])
        let records = Measurement(
            "records", budget: budget,
            [
                inC("C", bytes, orders) { comparator_reader_expand($0, $1, "order") },
                Candidate(name: "dictionaries") { (try? dictionaries(bytes)) == orders },
            ])
        return [
            Bar(
                name: "reader, every node, comparing names : the same in C", value: nodes.speed(of: "names", to: "C"),
                isAtLeast: true, bound: 0.9),
            Bar(
                name: "reader, every node with its place : the same in C", value: nodes.speed(of: "places", to: "C"),
                isAtLeast: true, bound: 0.75),
            Bar(
                name: "forEachElement, readDictionary : Expand, Next in C",
                value: records.speed(of: "dictionaries", to: "C"), isAtLeast: true, bound: 0.75),
        ]
    }

    static func count(_ bytes: [UInt8], withPlaces: Bool) throws -> Int {
        var reader = XMLReader(parsing: bytes)
        var count = 0
        var columns = 0
        while let event = try reader.next() {
            if event == .startElement, reader.isNamed("item") { count += 1 }
            if withPlaces { columns += reader.location.column }
        }
        return columns < 0 ? 0 : count
    }

    static func dictionaries(_ bytes: [UInt8]) throws -> Int {
        var reader = XMLReader(parsing: bytes)
        var count = 0
        try reader.forEachElement("order") { order in
            _ = try order.readDictionary()
            count += 1
        }
        return count
    }
}
