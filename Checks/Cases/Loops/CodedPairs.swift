import LibXML

private protocol Part: Codable, Equatable {
    init(random: inout RandomValues)
}

extension Int: Part {
    fileprivate init(random: inout RandomValues) { self = random.count() }
}
extension String: Part {
    fileprivate init(random: inout RandomValues) { self = random.element(["x", "y z", "7"]) }
}
extension Optional: Part where Wrapped: Part {
    fileprivate init(random: inout RandomValues) { self = random.bool() ? Wrapped(random: &random) : nil }
}
extension Array: Part where Element: Part {
    fileprivate init(random: inout RandomValues) { self = (0..<random.count()).map { _ in Element(random: &random) } }
}
extension Dictionary: Part where Key == String, Value: Part {
    fileprivate init(random: inout RandomValues) {
        self = random.bool() ? [random.element(["a", "b", "c", "d"]): Value(random: &random)] : [:]
    }
}

private struct Elements: Part {
    var a: Int?
    var c: [Int]
    init(random: inout RandomValues) { (a, c) = (Int?(random: &random), [Int](random: &random)) }
}
private struct Required: Part {
    var b: Int
    var d: String?
    init(random: inout RandomValues) { (b, d) = (Int(random: &random), String?(random: &random)) }
}
private struct Attributes: Part, XMLCodingRoles {
    var a: Int?
    var b: Int?
    static let xmlRoles: [String: XMLCodingRole] = ["a": .attribute, "b": .writtenAsAttribute]
    init(random: inout RandomValues) { (a, b) = (Int?(random: &random), Int?(random: &random)) }
}
private struct Body: Part, XMLCodingRoles {
    var blocks: [Block]
    var id: Int?
    static let xmlRoles: [String: XMLCodingRole] = ["id": .attribute("a")]
    init(random: inout RandomValues) { (blocks, id) = ([Block](random: &random), Int?(random: &random)) }
}
private struct Nothing: Part {
    init(random: inout RandomValues) {}
}

private enum Block: Part, XMLChoice {
    case a(Int), c(Elements), text(String)
    static let xmlRoles: [String: XMLCodingRole] = ["a": .element, "c": .element, "text": .text]
    init(random: inout RandomValues) {
        self =
            switch random.element([0, 1, 2]) {
            case 0: .a(Int(random: &random))
            case 1: .c(Elements(random: &random))
            default: .text(String(random: &random))
            }
    }
}
private enum Plain: Part, XMLChoice {
    case b, d(x: Int)
    init(random: inout RandomValues) { self = random.bool() ? .b : .d(x: Int(random: &random)) }
}
private enum Deep: Part, XMLChoice {
    case c([Int]), b(Int)
    static let xmlRoles: [String: XMLCodingRole] = ["c": .path("c/d"), "b": .path("b")]
    init(random: inout RandomValues) { self = random.bool() ? .c([Int](random: &random)) : .b(Int(random: &random)) }
}

private protocol Roles {
    static var roles: [String: XMLCodingRole] { get }
}
private enum None: Roles { static let roles: [String: XMLCodingRole] = [:] }
private enum Renamed: Roles { static let roles: [String: XMLCodingRole] = ["a": .element("c"), "b": .element("d")] }
private enum SameName: Roles { static let roles: [String: XMLCodingRole] = ["b": .element("a")] }
private enum OnePath: Roles { static let roles: [String: XMLCodingRole] = ["b": .path("c")] }
private enum Paths: Roles { static let roles: [String: XMLCodingRole] = ["a": .path("c/d"), "b": .path("c/a")] }
private enum Inside: Roles { static let roles: [String: XMLCodingRole] = ["b": .path("a/b")] }
private enum Texts: Roles { static let roles: [String: XMLCodingRole] = ["a": .text, "b": .attribute("a")] }
private enum Written: Roles { static let roles: [String: XMLCodingRole] = ["a": .writtenAsAttribute, "b": .attribute] }
private enum Maps: Roles {
    static let roles: [String: XMLCodingRole] = ["a": .map("a", key: "@b", value: "#text"), "b": .element("c")]
}
private enum Flattened: Roles { static let roles: [String: XMLCodingRole] = ["b": .flattened] }
private enum Both: Roles { static let roles: [String: XMLCodingRole] = ["a": .flattened, "b": .flattened] }
private enum Open: Roles { static let roles: [String: XMLCodingRole] = ["a": .element("*:a"), "b": .attribute("*")] }
private enum Comments: Roles { static let roles: [String: XMLCodingRole] = ["a": .comments, "b": .element("c")] }
private enum Rest: Roles { static let roles: [String: XMLCodingRole] = ["a": .element, "b": .otherElements] }

private struct Pair<R: Roles, A: Part, B: Part>: Codable, Equatable, XMLCodingRoles {
    var a: A
    var b: B
    static var xmlRoles: [String: XMLCodingRole] { R.roles }
    init(_ random: inout RandomValues) { (a, b) = (A(random: &random), B(random: &random)) }
}

/// Types of two properties, with values of all kinds whose names may coincide: four names for elements, attributes and
/// cases.
enum CodedPairs {
    private static var parts: [any Part.Type] {
        [
            Int.self, Int?.self, [Int].self, String?.self, Elements.self, Elements?.self, [Elements].self,
            Required.self, Required?.self, Attributes?.self, Body.self, Body?.self, [Body].self, Nothing.self,
            [String: Int].self, [String: [Int]]?.self, Block.self, Block?.self, [Block].self, Plain?.self,
            [Plain].self, Deep?.self, [Deep].self, Plain.self,
        ]
    }

    private static var roles: [any Roles.Type] {
        [
            None.self, Renamed.self, SameName.self, OnePath.self, Paths.self, Inside.self, Texts.self, Written.self,
            Maps.self, Flattened.self, Both.self, Open.self, Comments.self, Rest.self,
        ]
    }

    /// Checks that all values that are written are read back unchanged, and that all values that are read are written
    /// or rejected.
    static func check(seed: UInt64) throws {
        var random = RandomValues(seed: seed)
        var (written, read) = (0, 0)
        for roles in roles {
            let document = "<r\(attributes(&random))>\(content(&random, depth: 2))</r>"
            for first in parts {
                let second = random.element(parts)
                let counts = try check(roles, first, second, document, &random)
                written += counts.written
                read += counts.read
            }
        }
        try expect(written > 40 && read > 10, "\(written) values were written, and \(read) documents were read")
    }

    private static func check<R: Roles, A: Part, B: Part>(
        _ roles: R.Type, _ first: A.Type, _ second: B.Type, _ document: String, _ random: inout RandomValues
    ) throws -> (written: Int, read: Int) {
        typealias Value = Pair<R, A, B>
        // These types cannot distinguish their values: a map is a dictionary, a missing text an empty string, and no
        // attribute a missing dictionary.
        if R.self == Maps.self, A.self != [String: Int].self { return (0, 0) }
        if R.self == Texts.self, A.self == String?.self { return (0, 0) }
        if R.self == Open.self, B.self == [String: [Int]]?.self { return (0, 0) }
        let encoder = XMLEncoder(writingOptions: XMLWritingOptions(declaration: .never))
        var (written, read) = (0, 0)
        func check(_ value: Value) throws {
            guard let text = try? encoder.xmlString(value, rootName: "r") else { return }
            written += 1
            let decoded: Value
            do { decoded = try XMLDecoder().decode(Value.self, from: text) } catch {
                throw BrokenProperty(description: "\(Value.self) \(value): \(text) is refused: \(error)")
            }
            try expect(decoded == value, "\(Value.self) \(value): \(text): \(decoded)")
        }
        try check(Value(&random))
        if let value = try? XMLDecoder().decode(Value.self, from: document) {
            read += 1
            try check(value)
        }
        return (written, read)
    }

    private static func attributes(_ random: inout RandomValues) -> String {
        ["a", "b", "c"].filter { _ in random.bool() && random.bool() }.map { " \($0)='\(random.count())'" }.joined()
    }

    private static func content(_ random: inout RandomValues, depth: Int) -> String {
        guard depth > 0, random.bool() || depth == 2 else { return random.bool() ? "\(random.count())" : "" }
        return (0..<random.count()).map { _ in
            let name = random.element(["a", "b", "c", "d"])
            return "<\(name)\(attributes(&random))>\(content(&random, depth: depth - 1))</\(name)>"
        }.joined()
    }
}
