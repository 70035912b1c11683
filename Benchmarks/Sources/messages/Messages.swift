import Comparators
import LibXML

/// An order with a number of items, of 76 bytes and about 84 for each item: `<order id="7"><customer>…<item sku="…">…`.
struct Message {
    let bytes: [UInt8]
    /// Twenty such orders in one document.
    let records: [UInt8]

    init(items: Int) {
        let elements = (0..<items).map { number in
            """
            <item sku="A-\(number)"><name>Green tea \(number)</name><price>4.50</price><count>1</count></item>
            """
        }
        let order = """
            <order id="7"><customer>Ada Lovelace</customer>\(elements.joined())</order>
            """
        bytes = Array(#"<?xml version="1.0"?>\#(order)"#.utf8)
        records = Array("<orders>\(String(repeating: order + "\n", count: 20))</orders>".utf8)
    }

    /// A SOAP message of 228 bytes, the same for any number of items.
    private static let soap = Array(
        """
        <soap:Envelope xmlns:soap="http://schemas.xmlsoap.org/soap/envelope/"><soap:Body><m:GetPriceResponse \
        xmlns:m="https://example.org/stock"><m:Price>34.5</m:Price></m:GetPriceResponse></soap:Body></soap:Envelope>
        """.utf8)

    struct Order: Codable {
        struct Item: Codable {
            var sku: String
            var name: String
            var price: Double
            var count: Int
        }
        var id: Int
        var customer: String
        var item: [Item]
    }

    private struct Counter: XMLHandler {
        var count = 0
        mutating func startElement(_ element: borrowing XMLElementEvent) { count += 1 }
        mutating func text(_ text: borrowing XMLTextEvent) { count += 1 }
        mutating func endElement(_ element: borrowing XMLElementEvent) {}
    }

    /// Ways to read the message, each with the result that shows that it was read.
    static let ways: [(name: String, run: @Sendable (Message, _ rounds: Int) throws -> Int)] = [
        ("sax", { message, rounds in inC(message.bytes, rounds, comparator_sax_push) }),
        ("libxml2-tree", { message, rounds in inC(message.bytes, rounds, comparator_tree) }),
        ("tree", { message, rounds in try count(rounds) { try XMLTree(parsing: message.bytes).diagnostics.isEmpty } }),
        (
            "dictionary",
            { message, rounds in
                try count(rounds) {
                    try XMLDictionary(parsing: message.bytes).string(at: "order.customer") == "Ada Lovelace"
                }
            }
        ),
        (
            "lookups",
            { message, rounds in
                let dictionary = try XMLDictionary(parsing: message.bytes)
                return count(rounds) { dictionary.string(at: "order.customer") != nil }
            }
        ),
        (
            "lookups-by-index",
            { message, rounds in
                let dictionary = try XMLDictionary(parsing: message.bytes)
                return count(rounds) { dictionary.string(at: "order.item[0].name") != nil }
            }
        ),
        (
            "lookups-by-prefix",
            { message, rounds in
                let text = "<s:Envelope xmlns:s='urn:soap'><s:Body><m:Price xmlns:m='urn:m'/></s:Body></s:Envelope>"
                let body = try XMLDictionary(parsing: text)["s:Envelope"]?["s:Body"]
                return count(rounds) { body?["m:Price"] != nil }
            }
        ),
        (
            "tree-lookups",
            { message, rounds in
                let tree = try XMLTree(parsing: message.bytes)
                return count(rounds) { tree.string(at: "order/customer") != nil }
            }
        ),
        (
            "subscripts",
            { message, rounds in
                let root = try XMLTree(parsing: message.bytes).root
                return count(rounds) { root["customer"]?.text == "Ada Lovelace" && root[attribute: "id"] == "7" }
            }
        ),
        (
            "decoder",
            { message, rounds in
                try count(rounds) { try XMLDecoder().decode(Order.self, from: message.bytes).item.count > 0 }
            }
        ),
        (
            "handler",
            { message, rounds in
                try count(rounds) {
                    var counter = Counter()
                    try counter.parse(message.bytes)
                    return counter.count > 0
                }
            }
        ),
        ("libxml2-tree-of-soap", { message, rounds in inC(soap, rounds, comparator_tree) }),
        (
            "soap-with-four-lookups",
            { message, rounds in
                try count(rounds) {
                    let body = try XMLDictionary(parsing: soap)["soap:Envelope"]?["soap:Body"]
                    return body?["m:GetPriceResponse"]?["m:Price"]?.string == "34.5"
                }
            }
        ),
        ("sax-records", { message, rounds in inC(message.records, rounds, comparator_sax_push) }),
        (
            "records",
            { message, rounds in
                try count(rounds) {
                    var records = try XMLRecords(parsing: message.records, at: "orders/order")
                    var count = 0
                    while try records.next() != nil { count += 1 }
                    return count == 20
                }
            }
        ),
        (
            "encoder",
            { message, rounds in
                let order = try XMLDecoder().decode(Order.self, from: message.bytes)
                return try count(rounds) { try XMLEncoder().xmlBytes(order, rootName: "order").count > 0 }
            }
        ),
    ]

    private static func count(_ rounds: Int, _ body: () throws -> Bool) rethrows -> Int {
        try (0..<rounds).reduce(0) { count, _ in try body() ? count + 1 : count }
    }

    private static func inC(
        _ bytes: [UInt8], _ rounds: Int, _ parse: (UnsafePointer<CChar>?, Int) -> Int32
    ) -> Int {
        bytes.withUnsafeBufferPointer { buffer in
            buffer.withMemoryRebound(to: CChar.self) { buffer in
                (0..<rounds).reduce(0) { count, _ in count + Int(parse(buffer.baseAddress, buffer.count)) }
            }
        }
    }
}
