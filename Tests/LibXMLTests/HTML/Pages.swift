import LibXML
import Testing

/// Typical pages, and very malformed ones.
struct Page: Sendable, CustomTestStringConvertible {
    var name: String
    var text: String

    init(_ name: String, _ text: String) {
        self.name = name
        self.text = text
    }

    var testDescription: String { name }
}

enum Pages {
    static let all = [
        Page(
            "a page as it should be",
            """
            <!DOCTYPE html>
            <html lang="en">
            <head><title>Tea &amp; co</title><meta charset="utf-8"></head>
            <body class='a b'>
            <h1>Grüße</h1>
            <!-- note -->
            <p>One<br>two</p>
            <ul><li>1</li><li>2</li></ul>
            </body>
            </html>

            """),
        Page("nothing but text", "just text"),
        Page("end tags that are left out", "<p>one<p>two<ul><li>1<li>2</ul><table><tr><td>a<td>b<tr><td>c</table>"),
        Page("crossing tags", "<b><i>x</b>y</i>z"),
        Page("stray end tags", "<div>a</i>b</div></div><p>c"),
        Page("attributes of all kinds", "<input TYPE=text checked value='a&quot;b' x=\"1>2\" y = 3 y=4 data-é=5>"),
        Page("void elements", "<p>a<br>b<br/>c<img src=x>d<hr></p>"),
        Page("scripts and styles", "<script>if (a < b && c) { x(\"<p>\") }</script><style>p > b { }</style><p>x"),
        Page("references", "<p title='&eacute;&amp;&#x41;'>&lt;b&gt; &eacute;&nbsp;&#8364; &amp;amp;</p>"),
        Page("a comment before and after", "<!-- a --><html><body>x</body></html><!-- b -->"),
        Page("text in tables", "<table>a<tr>b<td>c</table>d"),
        Page("forms", "<form><select><option selected>1<option>2</select><textarea>a <b> c</textarea></form>"),
        Page("definition lists", "<dl><dt>a<dd>b<dt>c<dd>d</dl>"),
        Page("head without tags", "<title>a</title><link rel=x href=y><meta name=a content=b>text"),
        Page("frames", "<html><frameset><frame src=a></frameset></html>"),
        Page(
            "elements of HTML5", "<main><article><section>a</section><nav>b</nav></article></main><video src=x></video>"
        ),
        Page("names with colons", "<o:p>a</o:p><svg:rect width=1 />"),
        Page("letters of both cases", "<DIV Class=X><P>a</p></Div>"),
        Page("a nested list", "<ul><li>a<ul><li>b</ul><li>c</ul>"),
        Page("line ends", "<p>a\r\nb</p>\r\n<pre>\r\nc\rd</pre>"),
        Page("text after the end", "<html><body>a</body></html>b<p>c"),
        Page(
            "white space everywhere", " \n<html> <head> <title> a </title> </head> <body> <p> b </p> </body> </html> \n"
        ),
        Page(
            "a document type with identifiers",
            "<!DOCTYPE html PUBLIC \"-//W3C//DTD HTML 4.01//EN\" \"http://www.w3.org/TR/html4/strict.dtd\"><p>a"),
        Page("XHTML", "<html xmlns=\"http://www.w3.org/1999/xhtml\" xml:lang='en'><body><p>a<br /></p></body></html>"),
    ]
}

extension XMLTree {
    /// The first element with this name in the root.
    func first(_ name: String) -> XMLTree.Element? { root.descendants(named: name).first { _ in true } }
}
