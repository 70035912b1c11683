import Foundation
import LibXML
import XMLCoder

/// Decodes types, messages and records of a file, and encodes types.
enum Types {
    private static let xml = "LibXML: XMLDecoder"
    private static let json = "JSONDecoder"
    private static let records = "LibXML: records of a type"

    /// Messages of about a size, which are decoded one after the other, each from its own bytes.
    static func messageBar(_ size: Int, bound: Double) -> Bar {
        let message = Records(size: size)
        let data = Data(message.json)
        let repetitions = 1_000
        let measurement = Measurement(
            "message", budget: 2,
            [
                Candidate(name: xml) {
                    (0..<repetitions).allSatisfy { _ in
                        (try? LibXML.XMLDecoder().decode(Orders.self, from: message.xml)) != nil
                    }
                },
                Candidate(name: json) {
                    (0..<repetitions).allSatisfy { _ in
                        (try? JSONDecoder().decode(Orders.Document.self, from: data)) != nil
                    }
                },
            ])
        return Bar(
            name: String(format: "XMLDecoder : JSONDecoder, messages of %.1f KB", Double(message.xml.count) / 1e3),
            value: measurement.speed(of: xml, to: json), isAtLeast: true, bound: bound)
    }

    /// Records of a type, read from a file, beside the whole document in memory.
    static func recordsBar(_ path: String) throws -> Bar {
        let bytes = [UInt8](try Data(contentsOf: URL(fileURLWithPath: path)))
        let measurement = Measurement(
            "records of a type", bytes: bytes.count, budget: 10,
            [
                Candidate(name: xml) { (try? LibXML.XMLDecoder().decode(Orders.self, from: bytes)) != nil },
                Candidate(name: records) { (try? count(path)) ?? 0 > 0 },
            ])
        return Bar(
            name: String(format: "records of a type from %.0f MB : the document in memory", Double(bytes.count) / 1e6),
            value: measurement.speed(of: records, to: xml), isAtLeast: true, bound: 0.8)
    }

    static func count(_ path: String) throws -> Int {
        var records = try XMLRecords(parsing: .file(path), at: "orders/order")
        var count = 0
        while try records.next(as: Orders.Order.self) != nil { count += 1 }
        return count
    }

    /// Encodes the records, beside the encoder of JSON.
    static func encodingBar(_ records: Records) throws -> Bar {
        let orders = try LibXML.XMLDecoder().decode(Orders.self, from: records.xml)
        let count = max(1, 500_000 / records.xml.count)
        let measurement = Measurement(
            "encoding", bytes: count * records.xml.count,
            [xmlEncoder(orders), jsonEncoder(orders)].map { candidate in
                Candidate(name: candidate.name) { (0..<count).allSatisfy { _ in candidate.run() } }
            })
        let size = records.xml.count
        let what = size < 100_000 ? "a message of \(size) bytes" : "records of \(size / 1_000_000) MB"
        return Bar(
            name: "XMLEncoder : JSONEncoder, \(what)",
            value: measurement.speed(of: encoder, to: jsonName), isAtLeast: true, bound: 2.5)
    }

    /// Encodes the records, beside XMLCoder.
    static func xmlCoderBar(_ records: Records) throws -> Bar {
        let orders = try LibXML.XMLDecoder().decode(Orders.self, from: records.xml)
        let coder = "XMLCoder: XMLEncoder"
        let measurement = Measurement(
            "encoding", bytes: records.xml.count,
            [
                xmlEncoder(orders),
                Candidate(name: coder) { (try? XMLCoder.XMLEncoder().encode(orders, withRootKey: "orders")) != nil },
            ])
        return Bar(
            name: String(format: "XMLEncoder : XMLCoder, records of %.0f MB", Double(records.xml.count) / 1e6),
            value: measurement.speed(of: encoder, to: coder), isAtLeast: true, bound: 25)
    }

    private static let encoder = "LibXML: XMLEncoder"
    private static let jsonName = "JSONEncoder"

    private static func xmlEncoder(_ orders: Orders) -> Candidate {
        Candidate(name: encoder) { (try? LibXML.XMLEncoder().xmlBytes(orders, rootName: "orders")) != nil }
    }

    private static func jsonEncoder(_ orders: Orders) -> Candidate {
        Candidate(name: jsonName) { (try? JSONEncoder().encode(Orders.Document(orders: orders))) != nil }
    }
}
