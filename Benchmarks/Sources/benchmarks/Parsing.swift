import Comparators
import Foundation
import LibXML
import XMLCoder

/// Parses documents from bytes to trees and dictionaries.
enum Parsing {
    static let sax = ["C: SAX2 from memory", "C: SAX2 pushed"]
    static let cTree = "C: libxml2's tree"
    static let pugixml = "C++: pugixml"
    static let xmlParser = "XMLParser, empty delegate"
    static let port = "XMLParser to dictionary"
    static let tree = "LibXML: tree"
    static let plain = "LibXML: [String: Any]"
    static let xmlCoder = "XMLCoder"
    static let serialization = "JSONSerialization"
    static let decoder = "JSONDecoder"
    static let types = "LibXML: XMLDecoder"

    static func inC(
        _ name: String, _ bytes: [UInt8], _ function: @escaping (UnsafePointer<CChar>?, Int) -> Int32
    ) -> Candidate {
        Candidate(name: name) {
            bytes.withUnsafeBufferPointer { buffer in
                buffer.withMemoryRebound(to: CChar.self) { function($0.baseAddress, $0.count) == 1 }
            }
        }
    }

    private static func candidates(_ bytes: [UInt8]) -> [Candidate] {
        [
            inC(sax[0], bytes, comparator_sax_memory), inC(sax[1], bytes, comparator_sax_push),
            inC(cTree, bytes, comparator_tree), inC(pugixml, bytes, comparator_pugixml),
            Candidate(name: tree) { (try? XMLTree(parsing: bytes)) != nil },
            Candidate(name: plain) { (try? XMLDictionary(parsing: bytes).anyDictionary()) != nil },
            Candidate(name: xmlParser) { EmptyDelegate.parse(bytes) },
            Candidate(name: port) { XMLReaderPort.dictionary(of: bytes) != nil },
        ]
    }

    static func document(_ name: String, _ bytes: [UInt8], budget: Double) -> Measurement {
        Measurement(name, bytes: bytes.count, budget: budget, candidates(bytes))
    }

    /// The same, with the records as JSON for comparison.
    static func records(_ name: String, _ records: Records, budget: Double) -> Measurement {
        let json = Data(records.json)
        let xml = Data(records.xml)
        let others = [
            Candidate(name: serialization) { (try? JSONSerialization.jsonObject(with: json)) != nil },
            Candidate(name: decoder) { (try? JSONDecoder().decode(Orders.Document.self, from: json)) != nil },
            Candidate(name: xmlCoder) { (try? XMLCoder.XMLDecoder().decode(Orders.self, from: xml)) != nil },
            Candidate(name: types) { (try? LibXML.XMLDecoder().decode(Orders.self, from: records.xml)) != nil },
        ]
        return Measurement(name, bytes: records.xml.count, budget: budget, candidates(records.xml) + others)
    }

    static func bars(_ documents: [Measurement], records: Measurement) -> [Bar] {
        let toSAX = documents.map { $0.speed(of: tree, to: sax[0], sax[1]) }
        let toTree = documents.map { $0.speed(of: tree, to: cTree) }
        return [
            Bar(name: "tree : C, SAX2, geometric mean", value: toSAX.geometricMean, isAtLeast: true, bound: 0.8),
            Bar(name: "tree : C, SAX2, the least", value: toSAX.min() ?? 0, isAtLeast: true, bound: 0.6),
            Bar(name: "tree : libxml2's tree, the least", value: toTree.min() ?? 0, isAtLeast: true, bound: 1.3),
            Bar(
                name: "tree : JSONSerialization, the same records", value: records.speed(of: tree, to: serialization),
                isAtLeast: true, bound: 8),
            Bar(
                name: "[String: Any] : JSONSerialization, the same records",
                value: records.speed(of: plain, to: serialization), isAtLeast: true, bound: 2),
            Bar(
                name: "XMLDecoder : JSONDecoder, the same records", value: records.speed(of: types, to: decoder),
                isAtLeast: true, bound: 2),
            Bar(
                name: "XMLDecoder : XMLCoder", value: records.speed(of: types, to: xmlCoder), isAtLeast: true, bound: 20
            ),
        ]
    }
}
