import Foundation
import LibXML

/// Random values of many types, the same for the same seed.
struct RandomValues {
    private var generator: SeededGenerator

    init(seed: UInt64) { generator = SeededGenerator(seed: seed) }

    mutating func count() -> Int { [0, 1, 1, 2, 3, 5].randomElement(using: &generator) ?? 0 }
    mutating func bool() -> Bool { Bool.random(using: &generator) }
    mutating func integer<Value: FixedWidthInteger>() -> Value {
        [Value.min, .max, 0, 1, Value(truncatingIfNeeded: generator.next())].randomElement(using: &generator) ?? 0
    }
    mutating func double() -> Double {
        let found = bool() ? Double(bitPattern: generator.next()) : Double.random(in: -1e6...1e6, using: &generator)
        return found.isNaN ? .infinity : found
    }
    mutating func float() -> Float {
        let found = Float(bitPattern: integer())
        return found.isNaN ? -.infinity : found
    }
    mutating func decimal() -> Decimal {
        Decimal(
            sign: bool() ? .plus : .minus, exponent: Int.random(in: -30...30, using: &generator),
            significand: Decimal(integer() as UInt64))
    }
    mutating func date() -> Date { Date(timeIntervalSinceReferenceDate: .random(in: -1e10...1e10, using: &generator)) }
    mutating func data() -> Data { Data((0..<count()).map { _ in integer() as UInt8 }) }
    mutating func url() -> URL {
        URL(string: "https://example.org/\(integer() as UInt8)?a=1&b=%20#x") ?? URL(fileURLWithPath: "/")
    }
    mutating func uuid() -> UUID {
        let (a, b): (UInt64, UInt64) = (integer(), integer())
        return UUID(uuidString: String(format: "%08X-0000-4000-8000-%012X", a & 0xFFFF_FFFF, b & 0xFFFF_FFFF_FFFF))
            ?? UUID()
    }

    mutating func scalar() -> Unicode.Scalar {
        while true {
            let value: UInt32 =
                bool()
                ? .random(in: 0x20...0x7E, using: &generator)
                : bool()
                    ? .random(in: 0...0xFFFF, using: &generator) : .random(in: 0x1_0000...0x10_FFFF, using: &generator)
            guard let scalar = Unicode.Scalar(value) else { continue }
            if value >= 0x20 && value & 0xFFFE != 0xFFFE || value > 0xFFFF || [9, 10, 13].contains(value) {
                return scalar
            }
        }
    }
    mutating func text() -> String {
        var text = String.UnicodeScalarView()
        for _ in 0..<count() { text.append(scalar()) }
        return String(text)
    }
    mutating func word() -> String {
        String(text().unicodeScalars.filter { !" \t\n\r".unicodeScalars.contains($0) }) + "w"
    }
    /// A name whose letters no strategy changes.
    mutating func name() -> String {
        let letters = ["a", "ß", "é", "z", "日", "ж", "x", "1", "q"]
        return "n" + (0..<count()).map { _ in letters.randomElement(using: &generator) ?? "a" }.joined()
    }
    mutating func list<Value>(_ make: (inout Self) -> Value) -> [Value] { (0..<count()).map { _ in make(&self) } }
    mutating func optional<Value>(_ make: (inout Self) -> Value) -> Value? { bool() ? make(&self) : nil }
    mutating func element<Value>(_ values: [Value]) -> Value {
        values[Int.random(in: 0..<values.count, using: &generator)]
    }
}

enum RandomColor: String, Codable, CaseIterable { case red, green = "dark green" }

struct Leaf: Codable, Equatable {
    var int: Int, int8: Int8, wide: Int128, unsigned: UInt64, double: Double, float: Float, flag: Bool
    var text: String, maybeText: String?, maybeInt: Int?, color: RandomColor, maybeColor: RandomColor?

    init(_ random: inout RandomValues) {
        (int, int8, wide, unsigned) = (random.integer(), random.integer(), random.integer(), random.integer())
        (double, float, flag) = (random.double(), random.float(), random.bool())
        text = random.text()
        maybeText = random.optional { $0.text() }
        maybeInt = random.optional { $0.integer() }
        color = random.element(RandomColor.allCases)
        maybeColor = random.optional { $0.element(RandomColor.allCases) }
    }
}

enum RandomChoice: Codable, Equatable, XMLChoice {
    case paragraph(String), leaf(Leaf), rule, numbers([Int]), place(x: Int, y: String?)
    static let xmlRoles: [String: XMLCodingRole] = [
        "paragraph": .element("p"), "leaf": .element, "rule": .element("hr"), "numbers": .element("ol"),
        "place": .element(XMLNamespace("urn:p")["place"]),
    ]

    init(_ random: inout RandomValues) {
        switch random.count() {
        case 0: self = .paragraph(random.text())
        case 1: self = .leaf(Leaf(&random))
        case 2: self = .rule
        case 3: self = .numbers(random.list { $0.integer() })
        default: self = .place(x: random.integer(), y: random.optional { $0.text() })
        }
    }
}

enum RandomType: Codable, Equatable, XMLChoice {
    case leaf(Leaf), pair(a: Int, b: [String]), none
    static let xmlRoles: [String: XMLCodingRole] = [
        "leaf": .type(XMLName("Leaf", namespaceURI: "urn:t&u")), "pair": .type(XMLName("Pair")), "none": .type(nil),
    ]

    init(_ random: inout RandomValues) {
        switch random.count() {
        case 0, 1: self = .leaf(Leaf(&random))
        case 2: self = .pair(a: random.integer(), b: random.list { $0.text() })
        default: self = .none
        }
    }
}

enum RandomCase: Codable, Equatable {
    case plain, one(Int), labels(a: String, b: [Int])
    init(_ random: inout RandomValues) {
        self = random.element([
            .plain, .one(random.integer()), .labels(a: random.text(), b: random.list { $0.integer() }),
        ])
    }
}

/// All kinds of properties in all kinds of places.
struct Everything: Codable, Equatable, XMLCodingRoles {
    var late: Leaf
    var mark: String, numbers: [Int], words: [String]?, maybeMark: Int?
    var list: [Leaf], texts: [String], maybes: [Int?], strings: [String?], grid: [[Int]], blanks: [[String]?]
    var inside: [String], maybeInside: [Int]?, city: String, unit: String, total: Double, zip: String?, deep: [Leaf]
    var labels: [String: String], counts: [Int: Int], leaves: [String: Leaf], pairs: [String: [Int]]
    var date: Date, data: Data, uuid: UUID, url: URL, decimal: Decimal, dates: [Date]
    var choices: [RandomChoice], wrapped: [RandomType], single: RandomType?, cases: [RandomCase], element: String
    var body: Body, dictionary: [String: Int], children: [Everything], text: String, other: Int?

    struct Body: Codable, Equatable, XMLCodingRoles {
        var content: String, kind: String?
        static let xmlRoles: [String: XMLCodingRole] = ["content": .text, "kind": .attribute]
    }

    static let xmlRoles: [String: XMLCodingRole] = [
        "mark": .attribute, "numbers": .attribute("ns"), "words": .attribute(XMLName("words", namespaceURI: "urn:w")),
        "maybeMark": .attribute, "inside": .path("inside/i"), "maybeInside": .path("more/inside/i"),
        "city": .path("address/city"), "unit": .path("Sum/@unit"), "total": .element("Sum"),
        "zip": .path("address/zip/#text"),
        "deep": .path("more/deep/leaf"), "labels": .map("labels/label", key: "@name", value: "#text"),
        "counts": .map("counts/c", key: "k", value: "v"), "leaves": .map("leaf-of", key: "@key", value: "."),
        "pairs": .map("pair-of", key: "@key", value: "@value"),
        "element": .element(XMLName("e", namespaceURI: "urn:w")),
        "text": .text,
    ]

    init(_ random: inout RandomValues, depth: Int) {
        late = Leaf(&random)
        (mark, numbers, words) = (
            random.text(), random.list { $0.integer() }, random.optional { $0.list { $0.word() } }
        )
        maybeMark = random.optional { $0.integer() }
        (list, texts, maybes) = (
            random.list { Leaf(&$0) }, random.list { $0.text() }, random.list { $0.optional { $0.integer() } }
        )
        (strings, grid) = (random.list { $0.optional { $0.text() } }, random.list { $0.list { $0.integer() } })
        blanks = random.list { $0.optional { $0.list { $0.text() } } }
        (inside, maybeInside, city) = (
            random.list { $0.text() }, random.optional { $0.list { $0.integer() } }, random.text()
        )
        (unit, total, zip, deep) = (
            random.text(), random.double(), random.optional { $0.text() + "z" }, random.list { Leaf(&$0) }
        )
        labels = Dictionary(random.list { ($0.name(), $0.text()) }) { first, _ in first }
        counts = Dictionary(random.list { ($0.integer(), $0.integer()) }) { first, _ in first }
        leaves = Dictionary(random.list { ($0.word(), Leaf(&$0)) }) { first, _ in first }
        pairs = Dictionary(random.list { ($0.word(), $0.list { $0.integer() }) }) { first, _ in first }
        (date, data, uuid, url, decimal) = (random.date(), random.data(), random.uuid(), random.url(), random.decimal())
        (dates, choices) = (random.list { $0.date() }, random.list { RandomChoice(&$0) })
        (wrapped, single) = (random.list { RandomType(&$0) }, random.optional { RandomType(&$0) })
        (cases, element) = (random.list { RandomCase(&$0) }, random.text())
        body = Body(content: random.text(), kind: random.optional { $0.text() })
        dictionary = Dictionary(random.list { ($0.name(), $0.integer()) }) { first, _ in first }
        children = depth > 0 && random.bool() ? [Everything(&random, depth: depth - 1)] : []
        (text, other) = (random.text(), random.optional { $0.integer() })
    }
}
