import LibXML
import Testing

/// The examples of corrections.
@Suite struct RepairArticleTests {
    @Test("Certain fixes and all fixes of a document, as the article prints them")
    func corrections() throws {
        var output: [String] = []
        func print(_ item: String) { output.append(item) }

        let text = "<order total=12><note>salt & pepper</note><item></order>"
        let tree = try XMLTree(parsing: text, options: .recovering)
        let fixes = tree.diagnostics.compactMap(\.fix)
        let certain = fixes.filter(\.isCertain).applied(to: text.utf8)
        print(String(decoding: certain, as: UTF8.self))
        print(String(decoding: fixes.applied(to: text.utf8), as: UTF8.self))

        let blocks = Documentation.blocks.filter { $0.file.hasSuffix("Repairing.md") }
        let index = try #require(blocks.firstIndex { $0.text.contains("filter(\\.isCertain)") })
        #expect(output == blocks[index + 1].text.split(separator: "\n").map(String.init))
    }

    @Test("XMLDiagnostic.Fix")
    func fix() throws {
        let text = "<order total=12><note>salt & pepper</note></order>"
        let tree = try XMLTree(parsing: text, options: .recovering)
        let fixed = tree.diagnostics.compactMap(\.fix).applied(to: text.utf8)
        let result = String(decoding: fixed, as: UTF8.self)
        // <order total="12"><note>salt &amp; pepper</note></order>
        #expect(result == "<order total=\"12\"><note>salt &amp; pepper</note></order>")
    }
}
