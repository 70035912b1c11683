import LibXML
import LibXMLDifferences
import Testing

/// The examples of differences as they stand in the article and in doc comments.
@Suite final class DifferenceArticleTests {
    private var output = ""

    private func print(_ items: Any...) {
        output += items.map { "\($0)" }.joined(separator: " ") + "\n"
    }

    @Test("A changed text and an added element")
    func textAndElement() throws {
        let before = try XMLTree(parsing: "<config><port>80</port></config>")
        let after = try XMLTree(parsing: "<config><port>8080</port><tls/></config>")
        for difference in after.differences(from: before) { print(difference.kind, difference.new?.path ?? "") }
        #expect(output == "changed config/port/#text\nadded config/tls\n")
    }

    @Test("The first page")
    func firstPage() throws {
        let old = try XMLTree(parsing: "<cart><item id='1'>Tea</item><item id='2'>Oat</item></cart>")
        let new = try XMLTree(parsing: "<cart><item id='2'>Oat</item><item id='3'>Rye</item></cart>")
        for difference in new.differences(from: old) {
            print(difference.kind, difference.new?.path ?? difference.old?.path ?? "")
        }

        let expected = try Documentation.output(of: "<item id='3'>Rye</item>", in: "LibXMLDifferences.md")
        #expect(output == expected)
    }

    @Test("Differences in a test")
    func differencesInTest() throws {
        let expected = try XMLTree(parsing: "<order id='7'><item>Oat milk</item></order>")
        let written = try XMLTree(parsing: "<order id='8'>\n  <!-- new -->\n  <item>Oat\n  milk</item>\n</order>")
        let options = XMLDifferenceOptions(whiteSpace: .normalized, ignoresComments: true)
        for difference in written.differences(from: expected, options: options) { print(difference) }
        #expect(try output == Documentation.output(of: "let expected", in: "LibXMLDifferences.md"))
    }

    @Test("XMLDifference")
    func difference() throws {
        let (a, b) = (XMLParsingOptions(sourceName: "old.xml"), XMLParsingOptions(sourceName: "new.xml"))
        let old = try XMLTree(parsing: "<order id='7'><item>Tea</item></order>", options: a)
        let new = try XMLTree(parsing: "<order id='8'><item>Tea</item><item>Oat</item></order>", options: b)
        for difference in new.differences(from: old) { print(difference) }

        let expected = try Documentation.output(of: "sourceName: \"old.xml\"", in: "XMLDifference.swift")
        #expect(output == expected)
    }
}
