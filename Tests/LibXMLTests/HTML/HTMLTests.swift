import Testing

@testable import LibXML

@Suite struct HTMLTests {
    @Test("dump") func dumpAll() throws {
        for page in Pages.all { print("== \(page.name)"); let t = try XMLTree(html: page.text); print(t.outline, terminator: ""); for d in t.diagnostics { print("  !", d.code, d) }; print(t.tape.violations) }
        for f in ["", "text", "a <b>x</b> y &amp; z<p>q<p>r", "</p>x", "<li>a<li>b", "<script>a</b>c</script>d"] {
            let t = try XMLTree(htmlFragment: f); print("== FRAG \(f)"); print(t.outline, t.diagnostics.map { "\($0.code) \($0)" }, t.tape.violations)
        }
        for f in ["<item>\n<description>&lt;p>Drink &amp;amp; &lt;b>enjoy&lt;/b>\r\n&#233;&lt;i title='&amp;lt;'></description></item>", "<d><![CDATA[\n<p>é\r\n<b>x</b>]]> and &lt;u>y</d>", "<d xmlns:h='http://www.w3.org/1999/xhtml'><h:DIV Class='a&amp;b'>x<h:br/><![CDATA[y]]></h:DIV></d>"] {
            let r = try XMLTree(parsing: f).root
            let t = try (r["description"] ?? r).parsedHTML(); print("== PARSED \(f)"); print(t.outline, t.diagnostics.map { "\($0.code) \($0)" }, t.tape.violations)
            for e in t.descendants { print(e.localName, e.location, e.sourceRange, e.detached().outlineOf) }
        }
        var o = XMLHTMLOptions(); o.impliesElements = false
        let t = try XMLTree(html: "a<p>b</p>c<p>d</p>", options: o); print(t.outline, t.json(), t.tape.violations)
    }
}
extension XMLTree.Element { var outlineOf: String { "\(location) \(sourceRange)" } }
