import LibXML
import Testing

/// No version of libxml2 may stop before the end of a page.
@Suite struct HTMLContentTests {
    private func faults(_ tree: XMLTree) -> [String] {
        tree.diagnostics.map { "\($0.code)@\($0.location?.line ?? 0):\($0.location?.column ?? 0)" }
    }

    @Test(
        "A page that ends inside a start tag is read up to there",
        arguments: [
            ("<p", "unclosedTag@1:1"), ("<a b='c", "unclosedAttributeValue@1:6"), ("<a>b</a>c<d", "unclosedTag@1:10"),
            ("<br/", "unclosedTag@1:1"),
        ])
    func cutTag(_ page: String, _ fault: String) throws {
        var options = XMLHTMLOptions()
        options.impliesElements = false
        let trees = [
            try XMLTree(html: page), try XMLTree(htmlFragment: page), try? XMLTree(html: page, options: options),
        ]
        // Such a tag is dropped, as HTML5 requires. Some pages then have no element.
        for tree in trees.compactMap(\.self) {
            #expect(tree.violations == [])
            #expect(faults(tree) == [fault] || LoadedLibxml2.version >= 21400)
            #expect(tree.root.text.hasPrefix("b") == page.contains("b</a>"))
        }
    }

    @Test(
        "What follows an element at the top is read as what comes before it",
        arguments: [
            (" <a>x</a>\n<b>y</b>\n", #"text " " a text "x" text "\n" b text "y" text "\n""#, ""),
            ("<a/> <!-- c --> <b>d</b>", #"a text " " comment " c " text " " b text "d""#, ""),
            ("<a/>&amp; x<b/>", #"a text "& x" b"#, ""),
            ("<a/>\u{FEFF}<b/>", #"a text "\#u{FEFF}" b"#, ""),
            ("<a/></c></a> b <i>c</i>", #"a text " b " i text "c""#, "mismatchedEndTag@1:5 mismatchedEndTag@1:9"),
        ])
    func following(page: String, content: String, faults: String) throws {
        let tree = try XMLTree(htmlFragment: page)
        let lines = tree.outline.split(separator: "\n").dropFirst().map { line in
            line.split(separator: " ").filter { !$0.hasPrefix("@") && $0 != "element" }.joined(separator: " ")
        }
        #expect(lines.joined(separator: " ") == content.split(separator: " ").joined(separator: " "))
        #expect(self.faults(tree).joined(separator: " ") == faults)
    }

    @Test("A page is read to its end however many faults it has")
    func manyFaults() throws {
        let page = String(repeating: "<a/></b>\n", count: 300) + "<i>x</i>y"
        let tree = try XMLTree(htmlFragment: page)
        #expect(tree.root.elements.count { $0.qualifiedName == "a" } == 300)
        #expect(tree.root.text.hasSuffix("xy"))
        #expect(faults(tree).count == 100)
    }
}
