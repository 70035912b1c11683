import LibXML
import LibXMLQueries
import Testing

/// The functions of XPath that search texts, which this package evaluates itself (XPath 1.0, section 4.2).
@Suite struct XPathTextTests {
    private let tree: XMLTree

    init() throws { tree = try XMLTree(parsing: "<r><a>1</a><a>é</a><b>12</b></r>") }

    @Test(
        "Texts, numbers, Booleans and nodes are arguments",
        arguments: [
            ("contains(//b, 1)", "true"), ("contains(//none, '')", "true"), ("contains('', 'a')", "false"),
            ("contains('abc', 'bc') and not(contains('abc', 'cb'))", "true"), ("contains(true(), 'ru')", "true"),
            ("substring-before('1999/04/01', '/')", "1999"), ("substring-after('1999/04/01', '/')", "04/01"),
            ("substring-after('1999/04/01', '19')", "99/04/01"), ("substring-before('aé', 'é')", "a"),
            ("substring-before('a', '')", ""), ("substring-after('a', '')", "a"), ("substring-after('a', 'b')", ""),
            ("translate('bar', 'abc', 'ABC')", "BAr"), ("translate('--aaa--', 'abc-', 'ABC')", "AAA"),
            ("translate('aéb𝕏', '𝕏é', 'yz')", "azby"), ("translate('aa', 'aa', 'xy')", "xx"),
            ("translate('abc', '', 'x')", "abc"), ("translate('abc', 'b', 'é')", "aéc"),
            ("translate(//a[2], 'é', '𝕏𝕏')", "𝕏"), ("translate(12, 1, 3)", "32"),
            ("contains(substring-after(translate('a-b-c', '-', '+'), '+'), concat('b', '+'))", "true"),
            ("string(//r[contains(., '1')]//b[contains(., '12')])", "12"), ("count(//*[contains(., '1')])", "3"),
        ])
    func values(_ expression: String, _ expected: String) throws {
        #expect(try tree.string(xpath: "string(\(expression))") == expected)
    }

    @Test("A character is replaced by the one at its first place, whatever the texts")
    func translation() throws {
        var random = SystemRandomNumberGenerator()
        let alphabet = Array("ab-é€𝕏")
        func text(_ count: Int) -> String {
            String(
                (0..<Int.random(in: 0...count, using: &random)).map { _ in alphabet.randomElement(using: &random) ?? "a"
                })
        }
        let expression = try XPathExpression("translate($text, $from, $to)")
        for _ in 0..<500 {
            let (text, from, to) = (text(20), Array(text(8)), Array(text(8)))
            let expected = text.flatMap { character -> [Character] in
                guard let place = from.firstIndex(of: character) else { return [character] }
                return place < to.count ? [to[place]] : []
            }
            let found = try tree.evaluate(
                expression,
                variables: ["text": .string(text), "from": .string(String(from)), "to": .string(String(to))])
            #expect(found.string == String(expected), "translate('\(text)', '\(String(from))', '\(String(to))')")
        }
    }

    @Test("Long texts take no longer than their lengths")
    func longTexts() throws {
        let text = String(repeating: "a", count: 2_000_000)
        let values: [String: XPathValue] = ["text": .string(text), "part": .string(text.dropLast(1_000_000) + "b")]
        for call in ["contains($text, $part)", "substring-before($text, $part)", "substring-after($text, $part)"] {
            #expect(try tree.evaluate(XPathExpression("boolean(\(call))"), variables: values).string == "false")
        }
        let most = String(String.UnicodeScalarView((0x400..<0xD000).compactMap(Unicode.Scalar.init)))
        let length = try tree.evaluate(
            XPathExpression("string-length(translate($text, $all, 'x'))"),
            variables: ["text": .string(String(repeating: "\u{CFFF}", count: 1_000_000)), "all": .string(most)])
        #expect(length.string == "0")
    }

    @Test("Faults of such calls have their places, and functions of the program work beside them")
    func faults() throws {
        let error = try #require(throws: XMLError.self) { try XPathExpression("contains(translate('a', 'b'), 'c')") }
        #expect(error.location?.column == 10)
        let double: XPathFunction = { arguments in .string(arguments[0].string + arguments[0].string) }
        let expression = try XPathExpression("contains(double('ab'), 'ba')", functions: ["double": double])
        #expect(try tree.evaluate(expression).string == "true")
    }
}
