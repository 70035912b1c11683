import CheckCases
import LibXML
import Testing

/// Tags, text and references as the HTML Standard requires (section 13.2.5), with every version of libxml2.
@Suite struct HTMLTokenizerTests {
    private func attributes(_ page: String) throws -> [String] {
        let element = try #require(try XMLTree(html: page).descendants.first { !$0.attributes.isEmpty })
        return element.attributes.map { "\($0.qualifiedName)=\($0.value)" }
    }

    @Test(
        "Attributes",
        arguments: [
            (
                "<p @click='a' (b)=1 [c]=2 *d=3 #e :f=4 ёж=ё>",
                ["@click=a", "(b)=1", "[c]=2", "*d=3", "#e=", ":f=4", "ёж=ё"]
            ),
            (
                "<p data-x[0]=1 v-on:a.b=2 .c=3 =d=4 e\"=5 f<g=6>",
                ["data-x[0]=1", "v-on:a.b=2", ".c=3", "=d=4", "e\"=5", "f<g=6"]
            ),
            ("<p a=1 A=2 @b=3 @B=4>", ["a=1", "@b=3"]),
            ("<p/a=b/c='d'e=f\u{C}g=\"h\">", ["a=b/c='d'e=f", "g=h"]),
            (
                "<p a='&lt;&quot;' b=&copy c='&copy=1&copyd&notin;&amp' d=&#128;>",
                ["a=<\"", "b=©", "c=&copy=1&copyd∉&", "d=€"]
            ),
            ("<p a='x\r\ny\rz' @b='x\r\ny'>", ["a=x\ny\nz", "@b=x\ny"]),
            ("<p libxml-name-0=1 @a=2>", ["libxml-name-0=1", "@a=2"]),
            ("<p @\(String(repeating: "é", count: 80))=1>", ["@\(String(repeating: "é", count: 49))=1"]),
        ])
    func attributes(_ page: String, _ expected: [String]) throws {
        #expect(try attributes(page) == expected)
    }

    @Test(
        "Text",
        arguments: [
            ("<p>&commat;&check;&NotEqualTilde;&copy &notit;&#x;&#1;&#13;&", "@✓≂̸© ¬it;&#x;\u{1}\r&"),
            ("<p>a < b <3 </ x> </>c\u{1}\u{C}\u{FFFE}\u{FFFF}\r\nd\re", "a < b <3  c\u{1}\u{C}\u{FFFE}\u{FFFF}\nd\ne"),
            ("<p>a\u{0}b &#0;", "a\u{FFFD}b \u{FFFD}"),
            ("<p>\u{10FE00}\u{10FE01}\u{1}", "\u{10FE00}\u{10FE01}\u{1}"),
        ])
    func text(_ page: String, _ expected: String) throws {
        let text = try #require(try XMLTree(html: page).first("p")).text
        #expect(text.utf8.elementsEqual(expected.utf8), "\(text.debugDescription)")
    }

    @Test(
        "Elements that contain text only",
        arguments: [
            ("<title>a<b>&lt;&copy</title >", "title", "a<b><©"),
            ("<textarea><!--a</TEXTAREA/>", "textarea", "<!--a"),
            ("<iframe><b>&lt;</iframe>", "iframe", "<b>&lt;"),
            ("<style></b></stylex>&lt;</style>", "style", "</b></stylex>&lt;"),
            (
                "<script>a</scripts><!--<script>b</script>--></script>c", "script",
                "a</scripts><!--<script>b</script>-->"
            ),
            ("<script>a</script", "script", "a</script"),
            ("<script><noscript>x</noscript></script>", "script", "<noscript>x</noscript>"),
            ("<style><body>a{}</style>", "style", "<body>a{}"), ("<style><frameset></style>", "style", "<frameset>"),
            ("<script><!--<p></script>", "script", "<!--<p>"), ("<script><1</script>", "script", "<1"),
            ("<noscript><p>x</noscript>", "p", "x"),
            ("<plaintext><b>&lt;</plaintext>", "plaintext", "<b>&lt;</plaintext>"),
        ])
    func elements(_ page: String, _ name: String, _ expected: String) throws {
        let tree = try XMLTree(html: page)
        #expect(tree.violations == [])
        #expect(tree.first(name)?.text == expected)
    }

    @Test(
        "Comments",
        arguments: [
            ("<!--a--!>b<!-->c<!--->d<!---->e<!----!>", ["a", "", "", "", ""]),
            ("<![if !IE]><?php a ?></ b><![CDATA[c]]><!>", ["[if !IE]", "?php a ?", " b", "[CDATA[c]]", ""]),
            ("<!--a--", ["a"]), ("<!--a--b->", ["a--b->"]),
        ])
    func comments(_ page: String, _ expected: [String]) throws {
        let tree = try XMLTree(htmlFragment: page)
        #expect(tree.root.children.filter { $0.kind == .comment }.map { $0.text } == expected)
    }

    @Test("A document type after an end tag is omitted, and text stays")
    func lateDocumentTypes() throws {
        for page in ["</p><!DOCTYPE html></div>x", "</p><!DOCTYPE html></p>x", "</x>\n<!doctype html></x>x"] {
            let tree = try XMLTree(html: page)
            #expect(tree.violations == [] && tree.root.text == "x" && tree.documentType == nil)
            #expect(tree.children.map(\.kind) == [.element])
        }
    }

    @Test("The value of an attribute begins after the sign that ends its name")
    func valuePlaces() throws {
        let tree = try XMLTree(html: "<p =x=\"1\" b=\u{C}'2' c = 3 d>")
        let columns = tree.first("p")?.attributes.map(\.valueLocation.column)
        #expect(columns == [8, 15, 22, 25])
    }

    @Test("Places are those of the page, in every encoding and in feeds")
    func places() throws {
        let page = "<p @a='é'>&check;x</>y<b #c>z</b></p>"
        let tree = try XMLTree(
            html: page.unicodeScalars.map { UInt8($0.value) }, options: .init(encoding: "iso-8859-1"))
        let feed = try XMLTree(parsing: "<f>\n\(page.replacing("&", with: "&amp;").replacing("<", with: "&lt;"))</f>")
        let b = try #require(tree.first("b"))
        #expect(b.location.column == 23 && b.sourceRange == 22..<33 && b.source == "<b #c>z</b>")
        #expect(b.attributes.first?.location.column == 26)
        let embedded = try #require(try feed.root.parsedHTML().first("b"))
        #expect(embedded.location.line == 2 && embedded.location.column == 33)
        #expect(tree.first("p")?.attributes.first?.valueLocation.column == 8)
    }

    @Test("A form feed is white space between tags")
    func formFeeds() throws {
        let tree = try XMLTree(html: "\u{C}<!DOCTYPE html>\u{C}<html lang=en>\u{C}<head><title>t</title>")
        #expect(tree.root[attribute: "lang"] == "en" && tree.root["head"]?["title"] != nil)
        #expect(try attributes("<a b\u{C}=\u{C}c>") == ["b=c"])
        #expect(try XMLTree(html: "<title>\u{C}t</title><p>\u{C}x").root.text == "\u{C}t\u{C}x")
        #expect(try XMLTree(htmlFragment: "\u{C} x").root.text.count { $0 == "x" } == 1)
    }

    @Test("Characters and names that stand for others may be in a page")
    func stand() throws {
        #expect(try attributes("<img alt='，&check;'>") == ["alt=，✓"])
        let text = try XMLTree(html: "<p>&#x10FE01;&#x10FE00;\u{1}").root.text
        #expect(text.unicodeScalars.map(\.value) == [0x10FE01, 0x10FE00, 1])
        #expect(try XMLTree(html: "<p><html a=\"</libxml-name--1>\"></b>&").root.text == "&")
        let name = String(repeating: "a", count: 101)
        let tree = try XMLTree(html: "<\(name)>x</\(name)>y")
        #expect(tree.violations == [] && tree.descendants.first { $0.text == "x" }?.sourceRange == 0..<208)
    }

    @Test("Messages contain the names of the page")
    func names() throws {
        let messages = try XMLTree(html: "<p>x</ab,é></p>").diagnostics.map(\.message)
        #expect(messages.allSatisfy { $0.contains("ab,é") } && messages.count <= 1)
    }

    @Test(
        "What is wrong has a place",
        arguments: [
            ("<p>\n<b a=1\n A=2>", "duplicateAttribute 3:2"), ("<p>\n</>", "malformedTag 2:1"),
            ("\n<!DOCTYPE html PUBLIC \"x><p>", "malformedDocumentType 2:1"), ("<p a=>", "missingAttributeValue 1:4"),
            ("<p>&bogus;", "malformedReference 1:4"), ("<p a=&copy\n>&#xD800;", "malformedReference 1:6"),
            ("<p>\u{e9}<b", "unclosedTag 1:5"), ("<p>a<3", "malformedTag 1:5"), ("<p><!-- a", "unclosedComment 1:4"),
        ])
    func faults(_ page: String, _ expected: String) throws {
        let first = try XMLTree(html: page).diagnostics.first
        guard let first else { return #expect(LoadedLibxml2.readsTextAsHTML5) }
        #expect("\(first.code) \(first.location?.line ?? 0):\(first.location?.column ?? 0)" == expected)
    }
}
