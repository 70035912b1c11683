import CheckCases
@_spi(Checks) import LibXML
import Testing

/// Advice about a fault, if there is obvious advice. It is the same for every way to read a document.
@Suite struct HelpTests {
    struct Advised: Sendable, CustomTestStringConvertible {
        var document: String
        var code: XMLError.Code
        var place: String
        var help: String?

        var testDescription: String { document }

        init(_ document: String, _ code: XMLError.Code, _ place: String, _ help: String?) {
            (self.document, self.code, self.place, self.help) = (document, code, place, help)
        }

        func isSaid(by diagnostic: XMLDiagnostic?) -> Bool {
            guard let diagnostic, let location = diagnostic.location else { return false }
            return diagnostic.code == code && "\(location.line):\(location.column)" == place && diagnostic.help == help
        }
    }

    static let all = conflicts + values + names + structure

    private static let conflict = "this looks like a conflict marker of a version control system: resolve the conflict"
    private static let straight = "write straight quotation marks: \" or '"
    private static let quot = "write &quot; for a quotation mark inside a value"
    private static let apos = "write &apos; for a quotation mark inside a value"
    private static let lessThan = "write &lt; for a literal “<”"

    static let conflicts = [
        Advised("<a>\n<<<<<<< HEAD\n1\n=======\n2\n>>>>>>> b\n</a>", .malformedTag, "2:2", conflict),
        Advised("<<<<<<< HEAD\n<a/>\n=======\n<b/>\n>>>>>>> b\n", .malformedTag, "1:2", conflict),
        Advised("<?xml version='1.0'?>\n<<<<<<< HEAD\n<a/>", .malformedTag, "2:2", conflict),
        Advised("<!-- c -->\n<<<<<<< HEAD\n<a/>", .malformedTag, "2:2", conflict),
        Advised("<a/>\n<<<<<<< HEAD\n", .contentAfterRootElement, "2:1", conflict),
        Advised("<a/>\n=======\n<a/>\n", .contentAfterRootElement, "2:1", conflict),
        Advised("<a/>\n||||||| 12ab\n<a/>\n", .contentAfterRootElement, "2:1", conflict),
        Advised("<r><a\n<<<<<<< HEAD\nb='1'\n=======\nb='2'\n>>>>>>> b\n/></r>", .unclosedTag, "1:4", conflict),
        Advised("<a b='\n<<<<<<< HEAD\n1\n'/>", .lessThanInAttributeValue, "2:1", conflict),
        Advised("<a>1 << 2</a>", .malformedTag, "1:7", lessThan),
        Advised("<a><<<<<<<</a>", .malformedTag, "1:5", lessThan),
        Advised("<a>1 <<<<<<<< 2</a>", .malformedTag, "1:7", lessThan),
    ]

    static let values = [
        Advised("<a b=“c”/>", .unquotedAttributeValue, "1:6", straight),
        Advised("<a b=„c“ d=„e“/>", .unquotedAttributeValue, "1:6", straight),
        Advised("<a b=‘c’/>", .unquotedAttributeValue, "1:6", straight),
        Advised("<a b = «c»/>", .unquotedAttributeValue, "1:8", straight),
        Advised("<a b=c/>", .unquotedAttributeValue, "1:6", nil),
        Advised("<a b=é/>", .unquotedAttributeValue, "1:6", nil),
        Advised(#"<a b="c” d="e"/>"#, .missingWhitespace, "1:13", straight),
        Advised(#"<a b="c d="e"/>"#, .missingWhitespace, "1:12", nil),
        Advised(#"<a b="say "hi""/>"#, .missingWhitespace, "1:12", quot),
        Advised(#"<a b="say "hi" now" c="d"/>"#, .missingWhitespace, "1:12", quot),
        Advised(#"<a b=""hi" he said"/>"#, .missingWhitespace, "1:8", quot),
        Advised(#"<a b="12" disc"/>"#, .missingAttributeValue, "1:15", quot),
        Advised(#"<a b="5" 1/2""/>"#, .invalidName, "1:10", quot),
        Advised(#"<a b="a ""b"" c"/>"#, .malformedTag, "1:10", quot),
        Advised("<a b='it's'/>", .missingWhitespace, "1:10", apos),
        Advised(#"<a b="c""/>"#, .malformedTag, "1:9", nil),
        Advised(#"<a b="c"d="e"/>"#, .missingWhitespace, "1:9", nil),
        Advised(#"<a b="c"d/>"#, .missingWhitespace, "1:9", nil),
        Advised("<a b='x<y'/>", .lessThanInAttributeValue, "1:8", lessThan),
        Advised("<a b='/?c=1&d=2'/>", .malformedReference, "1:14", "write &amp; for a “&” in a URL"),
        Advised("<a>/?c=1&d=2</a>", .malformedReference, "1:11", "write &amp; for a “&” in a URL"),
        Advised("<a>AT&T</a>", .malformedReference, "1:8", "write &amp; for a literal “&”"),
        Advised(
            "<a>&nbsp;</a>", .undeclaredEntity, "1:4",
            "write &#160; instead: the entity “nbsp” is predefined in HTML, but not in XML"),
        Advised("<a>R & D</a>", .malformedReference, "1:6", "write &amp; for a literal “&”"),
    ]

    static let names = [
        Advised(
            "<r><Config>1</config></r>", .mismatchedEndTag, "1:13", "names are case-sensitive: did you mean </Config>?"),
        Advised("<r><b>1</B></r>", .mismatchedEndTag, "1:8", "names are case-sensitive: did you mean </b>?"),
        Advised("<r><order>1</ordre></r>", .mismatchedEndTag, "1:12", "did you mean </order>?"),
        Advised("<r><order>1</oder></r>", .mismatchedEndTag, "1:12", "did you mean </order>?"),
        Advised("<r><a>1</b></r>", .mismatchedEndTag, "1:8", nil),
        Advised("<r><item>1</order></r>", .mismatchedEndTag, "1:11", nil),
        Advised("<r><p>1<br></p></r>", .mismatchedEndTag, "1:12", "write <br/> for an element without content"),
        Advised("<r></r b='1'>", .malformedTag, "1:8", "only start tags have attributes"),
        Advised("<r></r b>", .malformedTag, "1:8", nil),
        Advised(
            "<first name>1</first name>", .missingAttributeValue, "1:12",
            "write name=\"…\"; the name of an element cannot contain spaces"),
        Advised("<a b='c' d/>", .missingAttributeValue, "1:11", "write d=\"…\""),
        Advised("<input checked/>", .missingAttributeValue, "1:15", "write checked=\"checked\""),
        Advised(
            "<a xlink:href='b'/>", .undeclaredPrefix, "1:4",
            "declare it in this tag or an enclosing one: xmlns:xlink=\"http://www.w3.org/1999/xlink\""),
    ]

    static let structure = [
        Advised("<a><!-- b <!-- c --> d --></a>", .doubleHyphenInComment, "1:13", "comments do not nest"),
        Advised("<!--<!-- c --> d --><a/>", .doubleHyphenInComment, "1:7", "comments do not nest"),
        Advised("<a><!-- b -- c --></a>", .doubleHyphenInComment, "1:11", nil),
        Advised(
            "<a/>\n<b/>", .contentAfterRootElement, "2:1",
            "a document has one root element: put the others inside it"),
        Advised("<a/>\nb", .contentAfterRootElement, "2:1", nil),
    ]

    @Test("A tree advises", arguments: all, XMLParsingOptions.Engine.allCases)
    func tree(_ advised: Advised, engine: XMLParsingOptions.Engine) throws {
        var options = XMLParsingOptions()
        options.engine = engine
        let error = #expect(throws: XMLError.self) { try XMLTree(parsing: advised.document, options: options) }
        #expect(advised.isSaid(by: error?.diagnostic), "\(error?.description ?? "")")
    }

    @Test("A push parser advises, in pieces of any size", arguments: all, [1, 5, 1000])
    func pushed(_ advised: Advised, size: Int) throws {
        let chunks = Array(advised.document.utf8).chunks(of: size)
        let error = #expect(throws: XMLError.self) { try parse(chunks: chunks) }
        #expect(advised.isSaid(by: error?.diagnostic), "\(error?.description ?? "")")
    }

    @Test("A reader advises", arguments: all)
    func reader(_ advised: Advised) throws {
        for error in [
            ReaderFaultTests.error(of: advised.document), ReaderFaultTests.errorByBytes(of: advised.document),
        ] {
            #expect(advised.isSaid(by: error?.diagnostic), "\(error?.description ?? "")")
        }
    }

    @Test("The repair advises", arguments: all)
    func recovering(_ advised: Advised) throws {
        let first = try XMLTree(parsing: advised.document, options: .recovering).diagnostics.first
        #expect(advised.isSaid(by: first), "\(first?.description ?? "")")
    }

    @Test("The repair of pieces advises, where these are one document", arguments: all, [1, 5])
    func recoveringPieces(_ advised: Advised, size: Int) throws {
        var options = XMLParsingOptions()
        options.recovery = .repair
        options.encoding = "UTF-8"
        let tree = try parse(chunks: Array(advised.document.utf8).chunks(of: size), options: options)
        #expect(advised.isSaid(by: tree.diagnostics.first), "\(tree.diagnostics.first?.description ?? "")")
    }

    @Test("Seven “<” of a conflict marker are one fault")
    func once() throws {
        let inside = try XMLTree(parsing: "<a>\n<<<<<<< HEAD\n1\n=======\n2\n>>>>>>> b\n</a>", options: .recovering)
        #expect(inside.diagnostics.count == 1)
        #expect(inside.root.text == "\n<<<<<<< HEAD\n1\n=======\n2\n>>>>>>> b\n")
        for prologue in ["", "<?xml version='1.0'?>\n", "<!-- c -->\n"] {
            let before = try XMLTree(parsing: "\(prologue)<<<<<<< HEAD\n<a/>\n", options: .recovering)
            #expect(before.diagnostics.count == 1 && before.root.qualifiedName == "a", "\(before.diagnostics)")
        }
    }
}
