import Foundation
import LibXML
import Testing

/// Numbers and Booleans: the decoder and `value(as:)` read the same texts as the same values.
@Suite("Numbers and Booleans")
struct NumberTests {
    private static let texts = [
        "0", "1", "-1", "+1", " 7 ", "\t-8\n", "007", "127", "128", "-128", "-129", "255", "256", "65536", "4294967296",
        "9223372036854775807", "9223372036854775808", "-9223372036854775808", "-9223372036854775809",
        "18446744073709551615", "18446744073709551616", "170141183460469231731687303715884105728",
        "1.5", "-.5", "5.", ".", "1e3", "1E-3", "1e", "1e400", "-1e400", "1e-400", "INF", "-INF", "+INF", "NaN", "inf",
        "infinity", "nan", "0x10", "1_000", "1,5", "", " ", "-", "+", "--1", "1 2", "\u{661}", "true", "false", "TRUE",
        "yes", "t", "٣", "1.0", "0.1", "16777217", "3.4028235e38", "3.5e38", "1e-46", "65504", "65520",
    ]

    /// The value of a text by the decoder, by `value(as:)`, and of a Swift initializer, as their descriptions.
    private static func values<Value: Codable & LosslessStringConvertible>(
        _ type: Value.Type, _ text: String
    ) throws -> (decoded: String?, read: String?, attribute: String?) {
        let tree = try XMLTree(parsing: "<a b='\(text)'>\(text)</a>")
        return (
            (try? XMLDecoder().decode(Value.self, from: tree)).map { "\($0)" },
            (try? tree.root.value(as: Value.self)).map { "\($0)" },
            (try? tree.root.value(ofAttribute: "b", as: Value.self)).map { "\($0)" }
        )
    }

    @Test("The decoder and value(as:) agree", arguments: texts)
    func agreement(text: String) throws {
        func check<Value: Codable & LosslessStringConvertible>(_ type: Value.Type) throws {
            let values = try Self.values(type, text)
            #expect(values.decoded == values.read, "\(type) of “\(text)”")
            #expect(values.attribute == values.read, "\(type) of “\(text)”")
        }
        try check(Int.self)
        try check(Int8.self)
        try check(Int16.self)
        try check(Int32.self)
        try check(Int64.self)
        try check(UInt.self)
        try check(UInt8.self)
        try check(UInt16.self)
        try check(UInt32.self)
        try check(UInt64.self)
        try check(Int128.self)
        try check(UInt128.self)
        try check(Double.self)
        try check(Float.self)
        try check(Bool.self)
    }

    private struct Optionals<Value: Codable & Equatable>: Codable, Equatable {
        var element: Value?
        var attribute: Value?
        enum CodingKeys: String, CodingKey { case element, attribute = "@attribute" }
    }

    @Test(
        "An optional number is nil where there is no text",
        arguments: [
            "<a><element/></a>", "<a><element> </element></a>", "<a><element unit='px'/></a>",
            "<a attribute=''/>", "<a attribute=' '><element></element></a>", "<a/>",
        ])
    func empty(document: String) throws {
        func check<Value: Codable & Equatable>(_ type: Value.Type) throws {
            #expect(try XMLDecoder().decode(Optionals<Value>.self, from: document) == Optionals<Value>(), "\(type)")
        }
        try check(Int.self)
        try check(UInt128.self)
        try check(Double.self)
        try check(Float16.self)
        try check(CGFloat.self)
        try check(Decimal.self)
        try check(Bool.self)
        try check(Duration.self)
        try check(Date.self)
    }

    @Test("Numbers in fragments have the form of XML Schema")
    func fragments() throws {
        let (width, half): (CGFloat, Float16) = (.infinity, -.infinity)
        let fragment: XMLFragment = "<a width=\"\(width)\">\(half) \(CGFloat(1.5))</a>"
        #expect(try fragment.xmlString() == "<a width=\"INF\">-INF 1.5</a>")
    }
}
