import LibXML
import Testing

/// What HTML would read as something else is an error with its place.
@Suite struct HTMLWritingErrorTests {
    private static let cases: [(xml: String, code: XMLError.Code, line: Int, column: Int)] = [
        // The end of literal text.
        ("<a>\n <script>x &lt;/script> y</script></a>", .unwritableHTML, 2, 2),
        ("<style>&lt;/STYLE\n></style>", .unwritableHTML, 1, 1),
        ("<a><style>&lt;<![CDATA[/style/]]></style></a>", .unwritableHTML, 1, 4),
        ("<xmp>&lt;/xmp></xmp>", .unwritableHTML, 1, 1),
        ("<script>&lt;!--&lt;script></script>", .unwritableHTML, 1, 1),
        ("<script>a&#13;b</script>", .unwritableHTML, 1, 1),
        // Elements without content, and with text only.
        ("<p><br>x</br></p>", .unwritableHTML, 1, 4), ("<p><BR><!--c--></BR></p>", .unwritableHTML, 1, 4),
        ("<item><link>u</link></item>", .unwritableHTML, 1, 7),
        ("<title>a <b/></title>", .unwritableHTML, 1, 10), ("<textarea><!--c--></textarea>", .unwritableHTML, 1, 11),
        ("<script><?p?></script>", .unwritableHTML, 1, 9), ("<iframe><b/></iframe>", .unwritableHTML, 1, 9),
        ("<a><plaintext>x</plaintext> </a>", .unwritableHTML, 1, 28),
        // Other nodes.
        ("<a><!--> x--></a>", .unwritableHTML, 1, 4), ("<a>\n<!---> x--></a>", .unwritableHTML, 2, 1),
        ("<a><?p a>b?></a>", .unwritableHTML, 1, 4),
        ("<!DOCTYPE a SYSTEM 'a>b'><a/>", .malformedDocumentType, 1, 1),
        // Names.
        ("<a><_b/></a>", .invalidName, 1, 4), ("<é/>", .invalidName, 1, 1),
        ("<a b='1' B='2'/>", .duplicateAttribute, 1, 1),
        ("<a xmlns:x='http://www.w3.org/1999/xlink' xmlns:xlink='u' x:b='1' xlink:b='2'/>", .duplicateAttribute, 1, 1),
    ]

    @Test("Content that HTML reads as something else", arguments: cases)
    func errors(_ xml: String, _ code: XMLError.Code, _ line: Int, _ column: Int) throws {
        let tree = try XMLTree(parsing: xml)
        let error = try #require(throws: XMLError.self) { try tree.htmlString() }
        #expect(error.code == code)
        #expect(error.location?.line == line && error.location?.column == column, "\(error)")
    }

    /// Whether a script with this text is read as it is written.
    private static let scripts: [(text: String, isWritable: Bool)] = [
        ("", true), ("</", true), ("</scrip", true), ("</script", true), ("</scripts>", true), ("< /script>", true),
        ("</script>", false), ("</SCRIPT ", false), ("</script/", false), ("</script\n", false), ("x</script\t", false),
        ("<!--", true), ("<!-- x -->", true), ("<!--</script>", false), ("<!-- --></script>", false),
        ("<!--<script>", false), ("<!--<script ", false), ("<!--<script", true), ("<!--<scripts>", true),
        ("<!--<script>-->", true), ("<!--<script></script>", true), ("<!--<script></script></script>", false),
        ("<!--<script></script>-->", true), ("<!--<script>--></script>", false), ("<!--><script>", true),
        ("<!---><script>", true), ("<!----><script>", true), ("<!- -<script>", true), ("<!-<!--<script>", false),
        ("<script>", true), ("--><!--<script>", false), ("<!--<script><!--></script>", false),
        ("<!--<script><script></script>", true), ("<!--<script></scripts>", false),
    ]

    @Test("The text of a script is written if a parser reads it", arguments: scripts)
    func script(_ text: String, _ isWritable: Bool) throws {
        let tree = try XMLTree(
            parsing: "<script>\(text.replacing("<", with: "&lt;").replacing(">", with: "&gt;"))</script>")
        let written = try? tree.htmlString()
        #expect(written == (isWritable ? "<script>\(text)</script>" : nil))
        #expect((try? tree.root.innerHTML()) == (isWritable ? text : nil))
    }

    @Test("The content of an element has the errors of the element")
    func contents() throws {
        for xml in ["<br>x</br>", "<title><b/></title>", "<style>&lt;/style></style>", "<p><_a/></p>"] {
            let root = try XMLTree(parsing: xml).root
            #expect(throws: XMLError.self) { try root.innerHTML() }
        }
        // A name that is not written is not an error.
        #expect(try XMLTree(parsing: "<_a>x</_a>").root.innerHTML() == "x")
    }
}
