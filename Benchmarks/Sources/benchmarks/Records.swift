import Foundation

/// Orders as XML, and the same orders as JSON. The same size always produces the same bytes.
struct Records {
    /// Pseudorandom numbers (SplitMix64).
    struct Numbers: RandomNumberGenerator {
        var state: UInt64 = 1

        mutating func next() -> UInt64 {
            state &+= 0x9E37_79B9_7F4A_7C15
            var value = state
            value = (value ^ value >> 30) &* 0xBF58_476D_1CE4_E5B9
            value = (value ^ value >> 27) &* 0x94D0_49BB_1331_11EB
            return value ^ value >> 31
        }
    }

    private static let words = """
        lorem ipsum dolor sit amet consectetur naïve café Straße R&D x<y — 日本語 данные 5>3 😀 adipiscing elit sed do
        """.split(whereSeparator: \.isWhitespace).map(String.init)

    private(set) var xml: [UInt8] = []
    private(set) var json: [UInt8] = []

    /// Creates about `size` bytes of XML; the JSON only if requested.
    init(size: Int, withJSON: Bool = true) {
        var numbers = Numbers()
        xml.reserveCapacity(size + 2048)
        xml += Array("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<orders>\n".utf8)
        json += Array("{\"orders\":{\"order\":[".utf8)
        var number = 0
        while xml.count < size {
            number += 1
            if number > 1 { json.append(UInt8(ascii: ",")) }
            add(number, &numbers, withJSON: withJSON)
        }
        xml += Array("</orders>\n".utf8)
        json += Array("]}}".utf8)
    }

    private mutating func add(_ id: Int, _ numbers: inout Numbers, withJSON: Bool) {
        func word() -> String { Self.words[Int.random(in: 0..<Self.words.count, using: &numbers)] }
        func title() -> String {
            let count = Int.random(in: 1...4, using: &numbers)
            return (0..<count).map { _ in word() }.joined(separator: " ")
        }
        func escaped(_ text: String) -> String {
            text.replacing("&", with: "&amp;").replacing("<", with: "&lt;").replacing(">", with: "&gt;")
        }
        let status = ["new", "paid", "shipped"][id % 3]
        let (name, note) = (title(), title())
        var xmlItems = ""
        var jsonItems: [String] = []
        for _ in 0..<Int.random(in: 1...6, using: &numbers) {
            let sku = "S-\(Int.random(in: 1000...9999, using: &numbers))"
            let quantity = Int.random(in: 1...9, using: &numbers)
            let price = "\(Int.random(in: 1...999, using: &numbers)).\(Int.random(in: 10...99, using: &numbers))"
            let what = title()
            xmlItems += """
                      <item sku="\(sku)" quantity="\(quantity)">
                        <title>\(escaped(what))</title>
                        <price>\(price)</price>
                      </item>

                """
            jsonItems.append(#"{"sku":"\#(sku)","quantity":\#(quantity),"title":"\#(what)","price":\#(price)}"#)
        }
        xml += Array(
            """
              <order id="\(id)" status="\(status)">
                <customer><name>\(escaped(name))</name><email>c\(id)@example.com</email></customer>
                <items>
            \(xmlItems)    </items>
                <note>\(escaped(note))</note>
              </order>

            """.utf8)
        guard withJSON else { return }
        json += Array(
            #"{"id":\#(id),"status":"\#(status)","customer":{"name":"\#(name)","email":"c\#(id)@example.com"},"#.utf8)
        json += Array(#""items":{"item":[\#(jsonItems.joined(separator: ","))]},"note":"\#(note)"}"#.utf8)
    }
}

/// The records as Codable types, for JSON decoders.
struct Orders: Codable {
    struct Document: Codable {
        var orders: Orders
    }

    struct Order: Codable {
        var id: Int
        var status: String
        var customer: Customer
        var items: Items
        var note: String
    }

    struct Customer: Codable {
        var name: String
        var email: String
    }

    struct Items: Codable {
        var item: [Item]
    }

    struct Item: Codable {
        var sku: String
        var quantity: Int
        var title: String
        var price: Double
    }

    var order: [Order]
}
