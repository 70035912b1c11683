import ArgumentParser
import Comparators
import LibXML

/// Writes documents, beside libxml2.
enum Writing {
    private static let xml = "LibXML: XMLWriter"
    private static let text = "C: xmlTextWriter"

    static func bars(_ document: [UInt8]) throws -> [Bar] {
        let count = 20_000
        let events = Measurement(
            "events",
            [
                Candidate(name: xml) { (try? write(count)) != nil },
                Candidate(name: text) { comparator_write(Int32(count)) > 0 },
            ])
        let tree = try XMLTree(parsing: document)
        var options = XMLWritingOptions()
        options.declaration = .always
        let copied = try ratio(document) { try tree.xmlBytes().count }
        let walked = try ratio(document) { try tree.xmlBytes(options: options).count }
        let dictionary = XMLDictionary(tree)
        let member = try ratio(document) { try dictionary.xmlBytes().count }
        return [
            Bar(name: "XMLWriter : xmlTextWriter", value: events.speed(of: xml, to: text), isAtLeast: true, bound: 2),
            Bar(name: "tree to bytes : xmlDocDumpMemory", value: copied, isAtLeast: true, bound: 3),
            Bar(
                name: "tree to bytes, event by event : xmlDocDumpMemory", value: walked, isAtLeast: true,
                bound: 2),
            Bar(name: "dictionary to bytes : xmlDocDumpMemory", value: member, isAtLeast: true, bound: 0.1),
        ]
    }

    /// How many times as fast as xmlDocDumpMemory a function writes a document: the median of rounds that take turns.
    private static func ratio(_ document: [UInt8], _ write: () throws -> Int) throws -> Double {
        let rounds = max(2, 10_000_000 / document.count)
        var ratios: [Double] = []
        for _ in 0..<7 {
            let theirs = document.withUnsafeBytes { bytes in
                comparator_dump(bytes.bindMemory(to: CChar.self).baseAddress, bytes.count, Int32(rounds))
            }
            let ours = try ContinuousClock().measure { for _ in 0..<rounds { _ = try write() } }
            ratios.append(theirs / (ours / .seconds(1)))
        }
        return ratios.median
    }

    private static func write(_ count: Int) throws -> Int {
        let writer = try XMLWriter()
        try writer.element("orders") {
            for number in 0..<count {
                try writer.startElement("order")
                try writer.attribute("id", String(number))
                try writer.startElement("customer")
                try writer.text("Ada Lovelace & Sons")
                try writer.endElement()
                try writer.startElement("item")
                try writer.attribute("sku", "A-1001")
                try writer.text("Earl Grey tea, 250 g, loose leaf")
                try writer.endElement()
                try writer.startElement("total")
                try writer.text("19.99")
                try writer.endElement()
                try writer.endElement()
            }
        }
        return try writer.xmlBytes().count
    }
}

/// Run as a process of its own, which takes turns with Python's xmltodict.
struct Unparse: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Prints the bytes of a dictionary as XML, and the seconds for writing them.")

    @Argument var file: String

    func run() throws {
        let dictionary = XMLDictionary(try XMLTree(parsing: .file(file)))
        var bytes: [UInt8] = []
        let duration = try ContinuousClock().measure { bytes = try dictionary.xmlBytes() }
        print(bytes.count, duration / .seconds(1))
    }
}
