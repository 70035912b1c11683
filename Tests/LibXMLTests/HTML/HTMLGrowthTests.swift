import CheckCases
import LibXML
import Testing

/// The time for a page is proportional to its size, whatever its faults.
@Suite struct HTMLGrowthTests {
    @Test("A page of one construct after the other, or of one long construct, takes no more than its time")
    func repeated() async {
        await #expect(processExitsWith: .success) {
            limitProcessorTime(toSeconds: 30)
            let openings = [
                "", "<", "</", "<p ", "<p a=", "<p a='", "<!--", "<!DOCTYPE ", "<?", "&", "<script>", "<title>",
            ]
            let parts = [
                "a", "<", "</", "<!", "<?", "<a", "</a", "<a ", "<a b='", "<!--", "-", "<![CDATA[", "]]>", "&", "&#",
                "&amp;",
                "&x;", "&#65", "</p>", "<a>", "<p>", "<br>", "<html a=b>", "<script>", "</script>", "a=b ", "a='", "é",
                "\u{1}", "\r", "x<p>y</p>", "<!DOCTYPE a>",
            ]
            for opening in openings {
                for part in parts {
                    let page = opening + String(repeating: part, count: 30_000 / part.utf8.count)
                    _ = try? XMLTree(html: page)
                    _ = try? XMLTree(htmlFragment: page)
                }
            }
        }
    }

    @Test("A long name is an error soon")
    func name() async {
        await #expect(processExitsWith: .success) {
            limitProcessorTime(toSeconds: 20)
            for opening in ["<", "<p "] {
                let page = opening + String(repeating: "a", count: 5_000_000) + ">"
                let error = try #require(throws: XMLError.self) { _ = try XMLTree(html: page) }
                try #require(error.code == .nameTooLong)
            }
        }
    }
}
