import LibXML

private protocol Part: Codable, Equatable {
    init(_ random: inout RandomValues)
    /// Whether it contains a structure that is nil.
    var hasNil: Bool { get }
}

extension Part {
    var hasNil: Bool { false }
}

extension RandomValues {
    fileprivate mutating func small() -> Int? { bool() ? count() : nil }
    fileprivate mutating func list() -> [Int] { (0..<count()).map { _ in count() } }
}

private struct Elements: Part {
    var a: Int?
    var b: [Int]
    init(_ random: inout RandomValues) { (a, b) = (random.small(), random.list()) }
}

private struct Required: Part {
    var a: Int
    var c: Int?
    init(_ random: inout RandomValues) { (a, c) = (random.count(), random.small()) }
}

private struct Attributes: Part {
    var a: Int?
    var b: Int?
    enum CodingKeys: String, CodingKey {
        case a = "@a"
        case b
    }
    init(_ random: inout RandomValues) { (a, b) = (random.small(), random.small()) }
}

private struct Text: Part {
    var text: Int?
    var c: Int?
    enum CodingKeys: String, CodingKey {
        case text = "#text"
        case c = "@c"
    }
    init(_ random: inout RandomValues) { (text, c) = (random.small(), random.small()) }
}

private struct Paths: Part {
    var a: Int?
    var b: Int?
    enum CodingKeys: String, CodingKey {
        case a = "x/a"
        case b = "x/b"
    }
    init(_ random: inout RandomValues) { (a, b) = (random.small(), random.small()) }
}

private struct OtherPaths: Part {
    var c: [Int]
    var a: Int?
    enum CodingKeys: String, CodingKey {
        case c = "x/c"
        case a = "x/@a"
    }
    init(_ random: inout RandomValues) { (c, a) = (random.list(), random.small()) }
}

private struct Child: Part {
    var x: Elements?
    init(_ random: inout RandomValues) { x = random.bool() ? Elements(&random) : nil }
}

private struct Nested: Part, XMLCodingRoles {
    var part: Required?
    var d: Int?
    var hasNil: Bool { part == nil }
    static let xmlRoles: [String: XMLCodingRole] = ["part": .flattened, "d": .attribute]
    init(_ random: inout RandomValues) {
        (part, d) = (random.bool() ? Required(&random) : nil, random.small())
    }
}

private struct AnyNamespace: Part {
    var a: Int?
    var y: Int?
    enum CodingKeys: String, CodingKey {
        case a = "*:a"
        case y
    }
    init(_ random: inout RandomValues) { (a, y) = (random.small(), random.small()) }
}

/// The attribute with the name of the element with which the paths begin.
private struct NameOfPath: Part, XMLCodingRoles {
    var x: Int?
    var id: Int?
    static let xmlRoles: [String: XMLCodingRole] = ["x": .attribute, "id": .path("@id")]
    init(_ random: inout RandomValues) { (x, id) = (random.small(), random.small()) }
}

private struct Map: Part, XMLCodingRoles {
    var m: [String: Int]
    static let xmlRoles: [String: XMLCodingRole] = ["m": .map("x/e", key: "@k", value: "#text")]
    init(_ random: inout RandomValues) { m = random.bool() ? ["k": random.count()] : [:] }
}

private struct Nothing: Part {
    init(_ random: inout RandomValues) {}
}

private struct Outer<First: Part, Second: Part>: Codable, Equatable, XMLCodingRoles {
    var own: Int?
    var first: First
    var second: Second?
    var attribute: Int?
    var text: Int?

    enum CodingKeys: String, CodingKey {
        case own = "a"
        case first, second
        case attribute = "@b"
        case text = "#text"
    }
    static var xmlRoles: [String: XMLCodingRole] { ["first": .flattened, "second": .flattened] }

    init(_ random: inout RandomValues) {
        own = random.bool() ? nil : random.small()
        first = First(&random)
        second = random.bool() ? Second(&random) : nil
        attribute = random.bool() ? nil : random.small()
    }
}

/// Flattened structures whose keys match the same names.
enum FlattenedParts {
    private static var all: [any Part.Type] {
        [
            Elements.self, Required.self, Attributes.self, Text.self, Paths.self, OtherPaths.self, Child.self,
            Nested.self, AnyNamespace.self, NameOfPath.self, Map.self, Nothing.self,
        ]
    }

    /// Checks that each pair of parts in one element is read as it was written, or is an error.
    static func check(seed: UInt64) throws {
        var count = 0
        for first in all {
            for second in all { count += try check(first, second, seed) }
        }
        try expect(count > 50, "Only \(count) values were written.")
    }

    /// Returns the number of values that were read as they were written.
    private static func check<First: Part, Second: Part>(
        _ first: First.Type, _ second: Second.Type, _ seed: UInt64
    ) throws -> Int {
        var count = 0
        let options: [(encoder: XMLEncoder, decoder: XMLDecoder)] = [
            (XMLEncoder(), XMLDecoder()),
            (XMLEncoder(nilEncodingStrategy: .schemaNil), XMLDecoder()),
            (XMLEncoder(roleStrategy: .scalarsAsAttributes), XMLDecoder()),
            (XMLEncoder(), XMLDecoder(matchesAnyNamespace: true)),
        ]
        var random = RandomValues(seed: seed)
        let value = Outer<First, Second>(&random)
        for (number, option) in options.enumerated() {
            guard let text = try? option.encoder.xmlString(value, rootName: "r") else { continue }
            let decoded = try option.decoder.decode(Outer<First, Second>.self, from: text)
            try expect(decoded == value, "options \(number): \(text)")
            count += 1
        }
        return count
    }
}
