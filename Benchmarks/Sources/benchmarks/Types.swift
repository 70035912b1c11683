import Foundation
import LibXML

/// Decodes types: messages, and records of a file.
enum Types {
    private static let xml = "LibXML: XMLDecoder"
    private static let json = "JSONDecoder"
    private static let records = "LibXML: records of a type"

    /// Messages of about a size, which are decoded one after the other, each from its own bytes.
    static func messageBar(_ size: Int) -> Bar {
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
            value: measurement.speed(of: xml, to: json), isAtLeast: true, bound: 1.3)
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
        var records = try XMLRecords(contentsOfFile: path, at: "orders/order")
        var count = 0
        while try records.next(as: Orders.Order.self) != nil { count += 1 }
        return count
    }
}
