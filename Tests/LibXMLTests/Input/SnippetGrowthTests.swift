import LibXML
import Testing

/// A snippet of a long line: see also the loops of snippets.
@Suite struct SnippetGrowthTests {
    @Test("A snippet of combining characters has an end")
    func combining() throws {
        let text = "<r>&" + String(repeating: "\u{301}", count: 5_000) + "</r>"
        #expect(try fault(text).snippet(in: text).unicodeScalars.count < 1_000)
    }
}
