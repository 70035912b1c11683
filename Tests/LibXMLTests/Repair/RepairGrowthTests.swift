import CheckCases
import LibXML
import Testing

/// The time of a repair is proportional to the size of any input.
@Suite struct RepairGrowthTests {
    @Test("Input of one kind of fault after the other takes no more than its time")
    func repeated() async {
        await #expect(processExitsWith: .success) {
            // If each fault scanned all text after it, each of these would take minutes.
            limitProcessorTime(toSeconds: 120)
            let parts = [
                "&", "&a", "&#", "<", "</", "</x", "</x>", "<x ", "<x", "<x a", "<x a=", "<x a=\"", "<x a='",
                "<x a=\"b\" ",
                "<x a=b", "<?", "<?x", "<?x>", "<!", "<!x>", "<!--", "<!-->", "--", "-", "<![CDATA[", "]]>", "]",
                "<!DOCTYPE x [", "<!DOCTYPE x>", "<!DOCTYPE", "<![", "\u{1}", "\u{FFFE}", "<x><y></x>",
                "<x/><y a=\"</y>",
                "a=\"b\" ", "x<y ", "=", "\"", "'", "<br>text</p>",
            ]
            for part in parts {
                let body = String(repeating: part, count: 15_000 / part.utf8.count)
                for text in ["<r>" + body, body, "<r a=\"" + body, "<r " + body] {
                    _ = try? XMLTree(parsing: text, options: .recovering)
                    var deep = XMLParsingOptions()
                    deep.limits.depth = 100_000
                    _ = try? XMLTree(parsing: text, options: deep.recovering())
                    Self.push(text)
                }
            }
        }
    }

    @Test("Many roots take no more than their time, also before what does not end")
    func roots() async {
        await #expect(processExitsWith: .success) {
            limitProcessorTime(toSeconds: 40)
            for part in [
                "x<p>y</p>", "<p/><?x ", "<p/><!DOCTYPE p [", "<p/><!DOCTYPE p [<!-- ", "<p/><!x ", "<p/>&x",
                "<p/></p>",
            ] {
                for encoding in ["UTF-8", "ISO-8859-1"] {
                    var options = XMLParsingOptions()
                    options.encoding = encoding
                    let text = String(repeating: part, count: 4_000)
                    _ = try XMLTree(parsing: Array(text.utf8), options: options.recovering())
                }
            }
        }
    }

    @Test("What ends after long is read where roots follow each other")
    func longWait() throws {
        let long = String(repeating: " ", count: 10_000)
        let instructions = (0..<100).map { "<a/><?x \($0)\(long)?>" }.joined()
        let recovered = try XMLTree(parsing: instructions, options: .recovering)
        #expect(recovered.furtherRoots.count == 99)
        #expect(recovered.diagnostics.allSatisfy { $0.code == .contentAfterRootElement })
    }

    /// Repairs a text in pieces, with low limits on the length of unclosed constructs.
    private static func push(_ text: String) {
        var options = XMLParsingOptions()
        options.recovery = .repair
        options.encoding = "UTF-8"
        options.limits.textLength = 1_000
        options.limits.tagSize = 1_000
        var parser = XMLPushParser(options: options)
        do {
            for chunk in Array(text.utf8).chunks(of: 997) { try parser.feed(chunk) }
            _ = try parser.finish()
        } catch {
            // The text may exceed a limit.
        }
    }
}
