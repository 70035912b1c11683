import Foundation
import Testing

/// Strings of JSON that `xmldict xml` reads in pieces.
@Suite struct LongStringTests {
    @Test(
        "A string is the same in one piece or in several",
        arguments: [
            ("é", "é"), ("日", #"\u65e5"#), ("😀", #"\ud83d\ude00"#), ("\t", #"\t"#), ("\"", #"\""#), ("é", #"\u00E9"#),
        ])
    func pieces(_ text: String, _ json: String) throws {
        // The end of a piece is at each place of the character.
        let values = (0..<8).map { String(repeating: "x", count: (64 << 10) - $0) }
        let list = values.map { "\"\($0)\(json)\($0)\"" }.joined(separator: ",")
        let outcome = try Command.run("xml", input: "{\"r\":{\"a\":[\(list)]}}")
        let expected = values.map { "<a>\($0)\(text)\($0)</a>" }.joined()
        #expect(outcome.output.hasSuffix("<r>\(expected)</r>\n") && outcome.status == 0, "\(outcome.errors)")
    }

    @Test(
        "A long string that is not valid is an error at its beginning", arguments: [65_536, 100_000], [1, 4, 300_000])
    func invalid(_ length: Int, _ count: Int) throws {
        let bytes =
            Data("{\"r\":\n\"".utf8) + Data(repeating: 0x78, count: length) + Data(repeating: 0x80, count: count)
        let outcome = try Command.run(["xml"], input: bytes + Data("\"}".utf8))
        #expect(
            outcome.status == 1 && outcome.errors.hasPrefix("<stdin>:2:1: error: "), "\(outcome.errors.prefix(300))")
    }
}
