import CheckCases
import LibXML
import Testing

/// Trees as HTML, by the rules of the HTML standard, section 13.3.
@Suite struct HTMLWritingTests {
    private static let documents: [(xml: String, html: String)] = [
        ("<p/>", "<p></p>"), ("<p>x<br/>y<img src='a'/></p>", "<p>x<br>y<img src=\"a\"></p>"),
        (
            "<div><area/><base/><basefont/><bgsound/><col/><embed/><frame/><hr/><input/><keygen/><link/><meta/><param/>"
                + "<source/><track/><wbr/></div>",
            "<div><area><base><basefont><bgsound><col><embed><frame><hr><input><keygen><link><meta><param><source>"
                + "<track><wbr></div>"
        ),
        ("<BR/>", "<BR>"), ("<brr/>", "<brr></brr>"),
        // Text and attribute values.
        ("<p>a &amp; b &lt; c &gt; \"d\" 'e'&#160;\u{A9}</p>", "<p>a &amp; b &lt; c &gt; \"d\" 'e'&nbsp;\u{A9}</p>"),
        (
            "<p a='&amp;&lt;&gt;&quot;&apos;&#160;&#9;&#10;&#13;'/>",
            "<p a=\"&amp;&lt;&gt;&quot;'&nbsp;\t\n&#xD;\"></p>"
        ),
        ("<p>a&#13;&#10;b</p>", "<p>a&#xD;\nb</p>"), ("<p><![CDATA[a<b]]>&amp;c</p>", "<p>a&lt;b&amp;c</p>"),
        ("<p>\u{80}\u{9F}é\u{A1}日本😀</p>", "<p>\u{80}\u{9F}é\u{A1}日本😀</p>"),
        // Text without references.
        ("<script>if (a &lt; b &amp;&amp; c) {}</script>", "<script>if (a < b && c) {}</script>"),
        ("<script>//<![CDATA[\na<b;\n//]]></script>", "<script>//\na<b;\n//</script>"),
        ("<style>p > b &amp; {}</style>", "<style>p > b & {}</style>"),
        (
            "<d><xmp>&lt;b></xmp><iframe>&amp;</iframe><noembed>&lt;</noembed><noframes>&lt;</noframes></d>",
            "<d><xmp><b></xmp><iframe>&</iframe><noembed><</noembed><noframes><</noframes></d>"
        ),
        ("<d><noscript><p>&lt;</p></noscript></d>", "<d><noscript><p>&lt;</p></noscript></d>"),
        ("<title>a &lt;b&gt; &amp;</title>", "<title>a &lt;b&gt; &amp;</title>"),
        ("<d>x<p>y<plaintext>a &lt; b</plaintext></p></d>", "<d>x<p>y<plaintext>a < b"),
        // A line feed at the beginning, which parsers do not read.
        ("<d><pre>\n\nx</pre><pre>x\n</pre></d>", "<d><pre>\n\n\nx</pre><pre>x\n</pre></d>"),
        (
            "<d><textarea>\nx</textarea><listing>\n</listing></d>",
            "<d><textarea>\n\nx</textarea><listing>\n\n</listing></d>"
        ),
        ("<pre><!--c-->\n</pre>", "<pre><!--c-->\n</pre>"), ("<pre><b>\n</b></pre>", "<pre><b>\n</b></pre>"),
        ("<d><pre>a<br/>\nb</pre><textarea/></d>", "<d><pre>a<br>\nb</pre><textarea></textarea></d>"),
        ("<pre><img/>\n<wbr/>\n</pre>", "<pre><img>\n<wbr>\n</pre>"),
        ("<pre><![CDATA[\n]]></pre>", "<pre>\n\n</pre>"), ("<p>\n</p>", "<p>\n</p>"),
        // Other nodes.
        ("<p><!-- a & b --><!----><!--!--></p>", "<p><!-- a & b --><!----><!--!--></p>"),
        ("<p><?php echo 1;?></p>", "<p><?php echo 1;></p>"),
        (
            "<?xml version='1.0'?><!-- c --><!DOCTYPE html><html/><!-- d -->",
            "<!-- c -->\n<!DOCTYPE html>\n<html></html><!-- d -->"
        ),
        ("<!DOCTYPE html PUBLIC '-//A' 'u'><html/>", "<!DOCTYPE html PUBLIC \"-//A\" \"u\">\n<html></html>"),
        ("<!DOCTYPE a SYSTEM 'q\"' [<!ENTITY e 'x'>]><a>&e;</a>", "<!DOCTYPE a SYSTEM 'q\"'>\n<a>x</a>"),
        // References to entities of a DTD that is not read.
        (
            "<!DOCTYPE a SYSTEM 'u'><a>&eacute;&unknown;<script>&copy;</script></a>",
            "<!DOCTYPE a SYSTEM \"u\">\n<a>&eacute;&amp;unknown;<script>&copy;</script></a>"
        ),
        // Names.
        (
            "<h:p xmlns:h='http://www.w3.org/1999/xhtml' xml:lang='en'><h:br/></h:p>",
            "<p xmlns:h=\"http://www.w3.org/1999/xhtml\" xml:lang=\"en\"><br></p>"
        ),
        (
            "<p xmlns='http://www.w3.org/1999/xhtml' xmlns:s='http://www.w3.org/2000/svg'><s:svg viewBox='0'><s:link/>"
                + "<s:style>a&lt;b</s:style></s:svg></p>",
            "<p xmlns=\"http://www.w3.org/1999/xhtml\" xmlns:s=\"http://www.w3.org/2000/svg\"><svg viewBox=\"0\"><link></link>"
                + "<style>a&lt;b</style></svg></p>"
        ),
        (
            "<a xmlns:l='http://www.w3.org/1999/xlink' l:href='u' xmlns:b='urn:b' b:c='v'><b:d/></a>",
            "<a xmlns:l=\"http://www.w3.org/1999/xlink\" xlink:href=\"u\" xmlns:b=\"urn:b\" b:c=\"v\"><b:d></b:d></a>"
        ),
        (
            "<math xmlns='http://www.w3.org/1998/Math/MathML'><mi>x</mi></math>",
            "<math xmlns=\"http://www.w3.org/1998/Math/MathML\"><mi>x</mi></math>"
        ),
        ("<a B='1' c='2'/>", "<a B=\"1\" c=\"2\"></a>"),
    ]

    @Test("A tree from XML is written as HTML", arguments: documents)
    func fromXML(_ xml: String, _ html: String) throws {
        let tree = try XMLTree(parsing: xml)
        let written = try tree.htmlString()
        #expect(written.unicodeScalars.elementsEqual(html.unicodeScalars), "\(written)")
        #expect(try tree.htmlBytes() == Array(html.utf8))
    }

    private static let pages: [(page: String, html: String)] = [
        ("<p>a<br>b", "<html><body><p>a<br>b</p></body></html>"),
        (
            "<!DOCTYPE html><script>a<b && c</script>",
            "<!DOCTYPE html>\n<html><head><script>a<b && c</script></head></html>"
        ),
        ("<p>&lt;b&gt;&nbsp;&eacute;", "<html><body><p>&lt;b&gt;&nbsp;é</p></body></html>"),
        // libxml2 puts what follows an element that it does not know to be empty into this element.
        ("<p>a<wbr>b<b>c</b></p>", "<html><body><p>a<wbr>b<b>c</b></p></body></html>"),
        (
            "<video><source src=a><source src=b></video>",
            "<html><body><video><source src=\"a\"><source src=\"b\"></video></body></html>"
        ),
        // libxml2 keeps the line feed that browsers do not read.
        ("<pre>\nx</pre>", "<html><body><pre>\nx</pre></body></html>"),
        ("<o:p>a</o:p>", "<html><body><o:p>a</o:p></body></html>"),
        ("<input checked value='a\"b'>", "<html><body><input checked=\"checked\" value=\"a&quot;b\"></body></html>"),
        (
            "<svg viewBox=0><path d=M0 /></svg>",
            "<html><body><svg viewbox=\"0\"><path d=\"M0\"></path></svg></body></html>"
        ),
    ]

    @Test("A tree from HTML is written as HTML", arguments: pages)
    func fromHTML(_ page: String, _ html: String) throws {
        #expect(try XMLTree(html: page).htmlString() == html)
        #expect(try XMLTree(html: html).htmlString() == html)
    }

    @Test("Line ends of a page are line feeds")
    func lineEnds() throws {
        let written = try XMLTree(html: "<p>a\r\nb &amp; c\rd").htmlString()
        #expect(written == "<html><body><p>a\nb &amp; c\nd</p></body></html>")
    }

    @Test("References to U+0080 to U+009F mean the same characters in browsers")
    func controls() throws {
        let written = try XMLTree(html: "<p title='&#146;'>&#146;</p>").htmlString()
        #expect(written == "<html><body><p title=\"\u{2019}\">\u{2019}</p></body></html>")
    }

    @Test("Elements and their contents are written")
    func elements() throws {
        let page = try XMLTree(html: "<body><p class=a>x<br>y</p><script>a<b</script><pre>\nx</pre>")
        let elements = try page.root.require("body").elements
        #expect(
            try elements.map { element throws in try element.htmlString() } == [
                "<p class=\"a\">x<br>y</p>", "<script>a<b</script>", "<pre>\nx</pre>",
            ])
        #expect(try elements.map { element throws in try element.innerHTML() } == ["x<br>y", "a<b", "\nx"])
        let message = try XMLTree(htmlFragment: "Drink <b>tea</b><br>twice")
        #expect(try message.root.innerHTML() == "Drink <b>tea</b><br>twice")
        // The line feed is only dropped after a start tag.
        #expect(try XMLTree(parsing: "<pre>\nx</pre>").root.innerHTML() == "\nx")
        #expect(try XMLTree(parsing: "<br/>").root.innerHTML() == "")
        let feed = try XMLTree(
            parsing: "<item xmlns='urn:f'><content xmlns='http://www.w3.org/1999/xhtml'><hr/></content></item>")
        #expect(try feed.root.parsedHTML().root.innerHTML() == "<content><hr></content>")
        #expect(
            try feed.root.require("*:content").htmlString()
                == "<content xmlns=\"http://www.w3.org/1999/xhtml\"><hr></content>")
    }

    @Test("XML remains XML")
    func xml() throws {
        let page = try XMLTree(html: "<p>a<br>b<script>1<2</script>")
        #expect(page.xmlString().contains("<p>a<br/>b"))
        #expect(page.xmlString().contains("1&lt;2"))
    }

    @Test("Parts of a page without a root are written")
    func bare() throws {
        let text = "<!DOCTYPE html>\n<p>b</p><!--c--><br>"
        let written = try XMLTree(html: text, options: .init(impliesElements: false)).htmlString()
        #expect(written == text)
    }

    @Test("A page is written to a file")
    func file() throws {
        let file = try TemporaryFile([])
        let page = try XMLTree(html: "<p>é<br>")
        try page.writeHTML(toFile: file.path, options: .init(encoding: "ISO-8859-1"))
        let again = try XMLTree(html: .file(file.path), options: .init(encoding: "ISO-8859-1"))
        #expect(again.root.text == "é")
        #expect(throws: XMLError.self) { try page.writeHTML(toFile: "/nonexistent/x") }
    }
}
