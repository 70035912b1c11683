import LibXML

extension Loop {
    /// The time of a repair is proportional to the size of any input.
    static let repair = [
        Self("repeated-faults", beginnings.count * faults.count, isLimited: true) { number in
            let (beginning, fault) = number.quotientAndRemainder(dividingBy: faults.count)
            repairFaults(faults[fault], after: beginnings[beginning])
        },
        Self("repeated-roots", encodings.count * roots.count, isLimited: true) { number in
            let (encoding, root) = number.quotientAndRemainder(dividingBy: roots.count)
            try repairRoots(roots[root], encodings[encoding])
        },
    ]

    private static let faults = [
        "&", "&a", "&#", "<", "</", "</x", "</x>", "<x ", "<x", "<x a", "<x a=", "<x a=\"", "<x a='",
        "<x a=\"b\" ",
        "<x a=b", "<?", "<?x", "<?x>", "<!", "<!x>", "<!--", "<!-->", "--", "-", "<![CDATA[", "]]>", "]",
        "<!DOCTYPE x [", "<!DOCTYPE x>", "<!DOCTYPE", "<![", "\u{1}", "\u{FFFE}", "<x><y></x>",
        "<x/><y a=\"</y>",
        "a=\"b\" ", "x<y ", "=", "\"", "'", "<br>text</p>",
    ]

    private static let beginnings = ["<r>", "", "<r a=\"", "<r "]

    /// Input of one kind of fault after the other. If each fault scanned all text after it, it would take minutes.
    private static func repairFaults(_ part: String, after beginning: String) {
        limitProcessorTime(toSeconds: 20)
        let text = beginning + String(repeating: part, count: (isOptimized ? 60_000 : 15_000) / part.utf8.count)
        _ = try? XMLTree(parsing: text, options: .recovering)
        var deep = XMLParsingOptions()
        deep.limits.depth = 100_000
        _ = try? XMLTree(parsing: text, options: deep.recovering())
        push(text)
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

    /// Many roots, also before an unclosed construct.
    private static let roots = [
        "x<p>y</p>", "<p/><?x ", "<p/><!DOCTYPE p [", "<p/><!DOCTYPE p [<!-- ", "<p/><!x ", "<p/>&x", "<p/></p>",
    ]

    private static let encodings = ["UTF-8", "ISO-8859-1"]

    private static func repairRoots(_ part: String, _ encoding: String) throws {
        limitProcessorTime(toSeconds: 20)
        var options = XMLParsingOptions()
        options.encoding = encoding
        let text = String(repeating: part, count: isOptimized ? 8_000 : 4_000)
        _ = try XMLTree(parsing: Array(text.utf8), options: options.recovering())
    }
}
