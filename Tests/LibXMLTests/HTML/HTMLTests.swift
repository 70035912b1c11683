import CheckCases
@_spi(Checks) import LibXML
import Testing

@Suite struct HTMLTests {
    @Test("The tape of a page keeps its rules", arguments: Pages.all)
    func invariants(_ page: Page) throws {
        let tree = try XMLTree(html: page.text)
        #expect(tree.violations == [])
        for element in tree.descendants {
            #expect(element.detached().hasSameContent(as: element))
            #expect(element.detached().sourceRange == element.sourceRange)
        }
        let fragment = try XMLTree(htmlFragment: page.text)
        #expect(fragment.violations == [])
        #expect(fragment.root.qualifiedName == "body")
    }

    @Test("Soups of tags keep the rules of the tape", arguments: 0..<200)
    func soups(seed: Int) throws {
        let page = TagSoup(seed: UInt64(seed)).page()
        for tree in [try? XMLTree(html: page), try XMLTree(htmlFragment: page)] {
            #expect((tree?.violations ?? []) == [], "\(page)")
        }
    }

    @Test("Bytes, spans, strings and files give the same")
    func inputs() throws {
        let text = "<p title=é>ü<br>x"
        let tree = try XMLTree(html: text)
        let bytes = Array(text.utf8)
        let file = try TemporaryFile(bytes)
        for other in [
            try XMLTree(html: bytes), try XMLTree(html: bytes[...]), try XMLTree(html: bytes.span),
            try XMLTree(html: .file(file.path)), try XMLTree(html: .file(file.path, mapped: true)),
        ] {
            #expect(other.outline == tree.outline)
        }
        #expect(try XMLTree(html: .file(file.path)).sourceName == file.path)
        let json = #"{"html":{"body":{"p":{"@title":"é","br":null,"#
        #expect(try XMLDictionary(XMLTree(html: text)).json().hasPrefix(json))
    }

    @Test(
        "A page that holds no element is an error",
        arguments: [
            ("", XMLError.Code.emptyDocument), (" \n", .emptyDocument), ("<!-- c -->", .missingRootElement),
            ("<!DOCTYPE html>", .missingRootElement),
        ])
    func empty(text: String, code: XMLError.Code) throws {
        let error = try #require(throws: XMLError.self) { _ = try XMLTree(html: text) }
        #expect(error.code == code)
        #expect(error.location?.description == "1:1")
    }

    @Test("A piece may be empty")
    func emptyFragment() throws {
        #expect(try XMLTree(htmlFragment: "").root.children.isEmpty)
        #expect(
            try XMLTree(htmlFragment: "").json() == #"{"name":"body","prefix":null,"ns":null,"attrs":{},"children":[]}"#
        )
        #expect(try XMLTree(htmlFragment: " x ").root.text == " x ")
    }

    @Test("Without implied elements a page has only the elements that are written")
    func bare() throws {
        var options = XMLHTMLOptions()
        options.impliesElements = false
        let tree = try XMLTree(html: "<p>a</p>\n<!-- c --><p>b</p>", options: options)
        #expect(
            tree.outline == """
                element @1:1 p
                  text @1:4 "a"
                comment @2:1 " c "
                element @2:11 p
                  text @2:14 "b"

                """)
        #expect(tree.root.text == "a")
        #expect(tree.children.compactMap(\.element).map(\.text) == ["a", "b"])
        #expect(
            tree.json().hasSuffix(
                #""epilog":[{"comment":" c "},{"name":"p","prefix":null,"ns":null,"attrs":{},"children":["b"]}]}"#))
    }

    @Test("A page cut off anywhere keeps the text before the cut")
    func truncation() throws {
        let page =
            "<!DOCTYPE html><html><body class='x'>Tea &amp; co<p>é<br>a <b>b</b><!-- c --><script>d</script>e</html>"
        let bytes = Array(page.utf8)
        for length in 0...bytes.count {
            for tree in [try? XMLTree(html: bytes[..<length]), try XMLTree(htmlFragment: bytes[..<length])] {
                guard let tree else {
                    #expect(length < 21)
                    continue
                }
                #expect(tree.violations == [])
                let text = String(decoding: bytes[..<length], as: UTF8.self)
                for word in ["Tea", "co", "é", "a ", "b", "e"] where text.contains(">\(word)<") {
                    #expect(tree.root.text.contains(word), "\(text)")
                }
            }
        }
    }

    @Test(
        "What is wrong with a page is told with its place",
        arguments: [
            Broken("<p>a</i>b", .mismatchedEndTag, 1, 5),
            Broken("<div>\n</p>\n</b></div>", .mismatchedEndTag, 2, 1),
            Broken("<p>é</p>\n</p>", .mismatchedEndTag, 2, 1),
        ])
    func faults(_ broken: Broken) throws {
        let tree = try XMLTree(html: broken.text)
        let first = try #require(tree.diagnostics.first)
        #expect(first.code == broken.code)
        #expect(first.severity == .error)
        #expect(first.location?.line == broken.line)
        #expect(first.location?.column == broken.column)
    }

    /// Faults that libxml2 from 2.14 on does not report, because HTML5 allows them.
    @Test(
        "What HTML5 allows is told by old versions only",
        arguments: [
            Broken("<p x=1\n y=2 y=3>", .duplicateAttribute, 2, 6),
            Broken("<p>é &amp b", .malformedReference, 1, 6),
            Broken("<p>a\n&#; b", .malformedReference, 2, 1),
            Broken("<p>&#0;", .invalidCharacterReference, 1, 4),
            Broken("<p>a<!-- b", .unclosedComment, 1, 5),
        ])
    func olderFaults(_ broken: Broken) throws {
        let tree = try XMLTree(html: broken.text)
        guard let first = tree.diagnostics.first else { return #expect(LoadedLibxml2.version >= 21400) }
        #expect(first.code == broken.code)
        #expect(first.location?.line == broken.line)
        #expect(first.location?.column == broken.column)
    }

    @Test("A tag that the end of the page cuts off ends with the page")
    func cutTag() throws {
        let tree = try XMLTree(html: "<div><p>a</p><b c='d")
        #expect(tree.violations == [])
        #expect(tree.first("div")?.elements.first?.text == "a")
        #expect(tree.root.elements.map(\.qualifiedName) == ["body"])
    }

    @Test("Elements that HTML 4 does not know are not a fault")
    func unknownElements() throws {
        #expect(try XMLTree(html: "<main><x-y>a</x-y></main>").diagnostics == [])
    }
}
