import CheckCases
import LibXML
import LibXMLQueries
import Testing

@Suite struct CSSSelectorTests {
    private static let page = """
        <html lang="en"><body><ul id="menu" class="nav  main"><li id="a" class="item current"><a id="b"
        href="https://example.com/x" rel="nofollow">1</a></li><li id="c" class="item"><a id="d" href="/y">2</a></li><!-- c -->
        <li id="e"></li><li id="f"> </li></ul><p id="g" lang="de-AT">x<b id="h">y</b></p><p id="i">z</p><div id="j"><p id="k"/>
        <div id="l"><p id="m"/><span id="n"/><p id="o"/></div></div></body></html>
        """

    @Test("Selectors that look the same are not the same, whichever is first")
    func canonicalEquivalence() throws {
        let names = ["\u{E9}", "e\u{301}"]
        for order in [names, names.reversed()] {
            let tree = try XMLTree(parsing: "<r><\u{E9}/><e\u{301}/><e\u{301}/><x xmlns='\u{E9}'/></r>")
            for name in order {
                let elements = try tree.elements(css: name)
                #expect(elements.count == (name.utf8.count == 2 ? 1 : 2))
                #expect(elements.allSatisfy { $0.qualifiedName.utf8.elementsEqual(name.utf8) })
                #expect(try tree.elements(css: "p|x", namespaces: ["p": name]).count == (name.utf8.count == 2 ? 1 : 0))
            }
        }
    }

    @Test("A query of a type that is not a tree or an element traps")
    func otherTypes() async {
        await #expect(processExitsWith: .failure) {
            struct Other: XMLQueryable {}
            _ = try Other().elements(css: "a")
        }
    }

    @Test("A selector that begins with > is relative to the element")
    func relative() throws {
        let tree = try XMLTree(parsing: "<r><a id='1'><b id='2'><a id='3'/></b><a id='4'><b/></a></a></r>")
        let first = try tree.root.require("a")
        func ids(_ selector: String) throws -> [String?] {
            try first.elements(css: selector).map { $0[attribute: "id"] }
        }
        #expect(try ids("> a") == ["4"])
        #expect(try ids(" /**/ > b, >a>b") == ["2", nil])
        #expect(try ids("b > a") == ["3"])
        #expect(try ids("a:has(> b)") == ["4"])
        #expect(try tree.first(css: "> a") == first)
        #expect(try first.matches(css: CSSSelector("> a")) == false)
        for selector in ["> a", ">", "> > a", "+ a", ":is(> a)"] {
            let error = #expect(throws: XMLError.self) {
                if selector == "> a" { _ = try first.matches(css: selector) } else { _ = try ids(selector) }
            }
            #expect(error?.code == .invalidPath)
        }
        #expect(throws: XMLError.self) { try first.closest(css: "> a") }
        #expect(try first.closest(css: CSSSelector("> a")) == nil)
    }

    @Test(
        "Selectors",
        arguments: [
            ("li", "a c e f"), ("#menu", "menu"), (".item", "a c"), ("li.current > a", "b"), ("ul a", "b d"),
            ("li + li", "c e f"), ("li ~ li", "c e f"), ("li:first-child", "a"), ("li:last-child", "f"),
            ("li:nth-child(odd)", "a e"), ("li:nth-child(2n)", "c f"), ("li:nth-child(-n+2)", "a c"),
            ("li:nth-child(n + 3)", "e f"), ("li:nth-last-child(2)", "e"), ("p:only-of-type", "k"),
            ("p:nth-of-type(2)", "i o"), ("p:last-of-type", "i k o"), ("[href^='https:']", "b"), ("[href$=y]", "d"),
            ("[href*=example]", "b"), ("[rel~=nofollow]", "b"), ("a:not([rel~=nofollow])", "d"),
            ("[lang|=de]", "g"), ("[class~=main]", "menu"), ("[id=A i]", "a"), ("[id=A s]", ""), ("[id=A]", ""),
            (":empty", "e k m n o"), (":root", ""), ("html > body > p", "g i"), ("p, li", "a c e f g i k m o"),
            (":is(p, li):not(#a, #i)", "c e f g k m o"), (":where(b)", "h"), ("li:has(> a)", "a c"),
            ("p:has(b)", "g"), ("li:has(+ #f)", "e"), ("div:has(span)", "j l"), ("div div p", "m o"),
            ("p + *", "i j l n"),
            ("p ~ p", "i o"), ("li:nth-child(1 of .item)", "a"), ("li:nth-last-child(1 of .item)", "c"),
            ("*:lang(de)", ""), ("#\\61", "a"), ("[id='\\62 ']", "b"), ("a[rel], b", "b h"), ("span:only-child", ""),
            ("body > :nth-last-child(1)", "j"), ("li/* x */.item/**/", "a c"),
            ("ul/**/ a", "b d"), ("li:is()", ""), ("li:is(, .item,,)", "a c"), ("[href='/\\\ny']", "d"),
            ("li:not(:where())", "a c e f"), ("li:nth-child(+3)", "e"), ("li:nth-child(99999999999)", ""),
        ])
    func selectors(_ selector: String, _ expected: String) throws {
        let tree = try XMLTree(parsing: Self.page)
        let found = try tree.elements(css: selector).compactMap { $0[attribute: "id"] }
        #expect(found.joined(separator: " ") == expected)
        for element in tree.root.descendants {
            let isFound = found.contains(element[attribute: "id"] ?? "-")
            #expect(try element.matches(css: selector) == isFound || element[attribute: "id"] == nil)
        }
    }

    @Test("Names follow the rule of the package, and HTML has no case")
    func names() throws {
        let tree = try XMLTree(
            parsing: "<a xmlns='u' xmlns:p='v'><b/><p:b/><b xmlns=''/><P:B xmlns:P='v' P:k='1' k='2'/></a>")
        let namespaces = ["x": "u", "y": "v"]
        #expect(try tree.elements(css: "b").count == 2)
        #expect(try tree.elements(css: "x|b", namespaces: namespaces).count == 1)
        #expect(try tree.elements(css: "y|b, y|B", namespaces: namespaces).count == 2)
        #expect(try tree.elements(css: "|b").count == 1 && tree.elements(css: "*|b").count == 3)
        #expect(try tree.elements(css: "[k='1']").isEmpty && tree.elements(css: "[k='2']").count == 1)
        #expect(try tree.elements(css: "[y|k='1']", namespaces: namespaces).count == 1)
        let page = try XMLTree(html: "<P CLASS=x>a<p class=X>b")
        #expect(try page.elements(css: "p").count == 2 && page.elements(css: "P.x").count == 1)
    }

    @Test(
        "Languages match by extended filtering of RFC 4647",
        arguments: [
            ("de-DE", "de-DE de-de-x-y de-Latn-DE"), ("de", "de de-DE de-de-x-y de-Latn-DE de-x-DE"),
            ("*-DE", "de-DE de-de-x-y de-Latn-DE"),
            ("de-*-DE", "de-DE de-de-x-y de-Latn-DE"), ("de-Latn", "de-Latn-DE"), ("", ""),
            ("*", "de de-DE de-de-x-y de-Latn-DE de-x-DE deu en"),
            ("d", ""),
        ])
    func languages(_ range: String, _ expected: String) throws {
        let tags = ["de", "de-DE", "de-de-x-y", "de-Latn-DE", "de-x-DE", "deu", "en", ""]
        let tree = try XMLTree(parsing: "<r>\(tags.map { "<e xml:lang='\($0)'/>" }.joined())</r>")
        let found = try tree.elements(css: "e:lang('\(range)')").compactMap { $0[attribute: "xml:lang"] }
        #expect(found == (range.isEmpty ? [""] : expected.split(separator: " ").map(String.init)))
    }

    @Test("Case does not matter in some attributes of HTML")
    func caseless() throws {
        let text = "<p><input type='text' name='text'/></p>"
        let (page, tree) = (try XMLTree(html: text), try XMLTree(parsing: text))
        for (selector, isInPage) in [
            ("[type=TEXT]", true), ("[TYPE^=TE]", true), ("[type=TEXT s]", false), ("[name=TEXT]", false),
        ] {
            #expect(try page.elements(css: selector).isEmpty != isInPage && tree.elements(css: selector).isEmpty)
        }
    }

    @Test("Types are names with namespaces, and undeclared prefixes match no selector of a namespace")
    func types() throws {
        let tree = try XMLTree(parsing: "<a xmlns:p='u' xmlns:q='u'><p:b/><q:b/><b/></a>")
        let namespaces = ["x": "u"]
        #expect(try tree.elements(css: "x|b:nth-of-type(2)", namespaces: namespaces).map(\.prefix) == ["q"])
        #expect(try tree.elements(css: "x|b:first-of-type", namespaces: namespaces).count == 1)
        #expect(try tree.elements(css: "b", namespaces: ["": "u"]).count == 2)
        let page = try XMLTree(html: "<p>a</p><p>b</p>")
        #expect(try page.elements(css: "p + p").count == 1)
    }

    @Test("Selectors that would take forever are quick")
    func hostile() throws {
        let deep = String(repeating: "<a>", count: 250) + "<b/>" + String(repeating: "</a>", count: 250)
        let nested = (0..<20).reduce("b *") { text, _ in ":is(\(text)) *" }
        #expect(try XMLTree(parsing: deep).elements(css: nested).isEmpty)
        let siblings = try XMLTree(parsing: "<r>\(String(repeating: "<y/>", count: 20_000))</r>")
        #expect(try siblings.elements(css: "none ~ y ~ y ~ y, y:not(:has(~ y))").count == 1)
        #expect(try siblings.elements(css: ":nth-last-child(2 of y)").count == 1)
        let long = try XMLTree(parsing: "<r>\(String(repeating: "<y/>", count: 600))</r>")
        #expect(try long.elements(css: String(repeating: "y ~ ", count: 498) + "y").count == 102)
        let many = String(repeating: ".a", count: 600)
        #expect(throws: XMLError.self) { try CSSSelector(many) }
    }

    @Test("Paths of browsers, which add elements")
    func addedElements() throws {
        let text = "<table><tr><td>1</table>"
        let page = try XMLTree(html: text)
        for selector in ["table > tbody > tr", "tbody", "tbody.x tr", "table>tbody#y"] {
            let error = try #require(throws: XMLError.self) { try page.require(css: selector) }
            #expect(error.code == .missingElement && error.help?.contains("<tbody>") == true)
        }
        #expect(try #require(throws: XMLError.self) { try page.require(xpath: "//tbody/tr") }.help != nil)
        for other in ["tr > .x-tbody", ".tbody > tr", "#tbody", "[class='tbody']"] {
            #expect(try #require(throws: XMLError.self) { try page.require(css: other) }.help == nil)
        }
        let written = try XMLTree(html: "<table><tbody><tr><td>1</table>")
        #expect(try #require(throws: XMLError.self) { try written.require(css: "tbody > td") }.help == nil)
        let document = try XMLTree(parsing: "<table><tr><td>1</td></tr></table>")
        #expect(try #require(throws: XMLError.self) { try document.require(css: "tbody > tr") }.help == nil)
    }

    @Test("An element is a scope")
    func scopes() throws {
        let tree = try XMLTree(parsing: Self.page)
        let list = try tree.require(css: "#menu")
        let error = #expect(throws: XMLError.self) { try tree.require(css: "#none") }
        #expect(error?.code == .missingElement && error?.help == nil)
        #expect(try list.elements(css: "a").count == 2)
        #expect(try list.elements(css: ":scope > li").count == 4)
        #expect(try list.elements(css: ":scope > a").isEmpty)
        #expect(try list.elements(css: "body a").count == 2)
        let link = try #require(try list.first(css: "a"))
        #expect(try link.closest(css: "ul")?[attribute: "id"] == "menu")
        #expect(try link.closest(css: "table") == nil)
        #expect(try link.matches(css: ":scope") && link.closest(css: ":scope") == link)
        for end in [" ", "\t", "\n", "\r\n", "\u{C}"] {
            let digit = try XMLTree(parsing: "<a class='1a'/>").root
            #expect(try digit.matches(css: CSSSelector(".\\31\(end)a")))
        }
    }

    @Test(
        "A mistake is reported where it is",
        arguments: [
            ("a:hover", 2, "there is no pseudo-class “hover” for a document"),
            ("a::before", 2, "pseudo-elements select no elements"),
            ("a >", 4, "expected a selector, found the end"),
            ("[a", 3, "expected “=”, another operator or “]”, found the end"),
            ("a[b='c]", 5, "the string is not closed"), ("q|a", 1, "the prefix “q” is not bound"),
            ("a:nth-child(x)", 13, "expected a number, “odd”, “even” or “2n+1”"),
            ("", 1, "expected a selector, found the end"),
            ("a,,b", 3, "expected a selector, found “,”"), ("a)", 2, "“)” has no meaning here"),
            ("a:nth-child(oddof a)", 13, "expected a number, “odd”, “even” or “2n+1”"),
            ("[a='\n']", 4, "the string is not closed in its line"),
            ("a:not()", 7, "expected a selector, found “)”"), ("a/**/b", 6, "“b” has no meaning here"),
            ("-", 1, "expected a selector, found “-”"), (".-5", 2, "expected the name of a class, found “-”"),
            (".", 2, "expected the name of a class, found the end"),
            ("a:frist-child", 2, "there is no pseudo-class “frist-child” for a document"),
        ])
    func errors(_ selector: String, _ column: Int, _ message: String) throws {
        let error = try #require(throws: XMLError.self) { try CSSSelector(selector) }
        #expect(error.message == message && error.location?.column == column, "\(error)")
    }

    @Test("Selectors select what the same XPath selects", arguments: 0..<50)
    func xpath(seed: Int) throws {
        var numbers = SeededGenerator(seed: UInt64(seed))
        func random(_ count: Int) -> Int { Int.random(in: 0..<count, using: &numbers) }
        func element(_ depth: Int) -> String {
            let name = ["a", "b", "c"][random(3)]
            let attribute = random(3) == 0 ? " k='\(random(3))'" : ""
            let content = depth == 0 ? "" : (0..<random(4)).map { _ in element(depth - 1) }.joined()
            return "<\(name)\(attribute)>\(content)</\(name)>"
        }
        let tree = try XMLTree(parsing: "<r>\((0..<4).map { _ in element(4) }.joined())</r>")
        let pairs = [
            ("a b", "//b[ancestor::a]"), ("a > b", "//a/b"), ("a + b", "//b[preceding-sibling::*[1][self::a]]"),
            ("a ~ b", "//b[preceding-sibling::a]"), ("a b c", "//c[ancestor::b[ancestor::a]]"),
            ("a > b c", "//c[ancestor::b[parent::a]]"), ("[k]", "//*[@k]"), ("a[k='1']", "//a[@k='1']"),
            ("b:first-child", "//b[not(preceding-sibling::*)]"), ("b:last-child", "//b[not(following-sibling::*)]"),
            (":nth-child(2)", "//*[count(preceding-sibling::*) = 1 and parent::*]"),
            ("b:nth-of-type(2)", "//b[count(preceding-sibling::b) = 1]"),
            (":nth-last-child(2n+1)", "//*[count(following-sibling::*) mod 2 = 0]"),
            (":not(a)", "//*[not(self::a)]"), ("a:has(b)", "//a[.//b]"), ("a:has(> b)", "//a[b]"),
            ("a:has(+ b)", "//a[following-sibling::*[1][self::b]]"), ("a:has(~ b)", "//a[following-sibling::b]"),
            (":empty", "//*[not(node())]"), ("a ~ b > c", "//b[preceding-sibling::a]/c"),
            ("a b ~ c", "//c[preceding-sibling::b[ancestor::a]]"), ("a:only-child", "//a[count(../*) = 1]"),
            ("a + b c", "//c[ancestor::b[preceding-sibling::*[1][self::a]]]"),
            ("r > a b:nth-child(odd)", "//b[ancestor::a[parent::r] and count(preceding-sibling::*) mod 2 = 0]"),
            ("a:has(b c)", "//a[.//b//c]"), ("a:has(> b c)", "//a[b//c]"),
            ("a:has(> b ~ c)", "//a[b/following-sibling::c]"), ("a:has(~ b c)", "//a[following-sibling::b//c]"),
            ("a:has(~ b > c)", "//a[following-sibling::b/c]"),
            ("a:has(+ b c)", "//a[following-sibling::*[1][self::b]//c]"),
            ("a:has(+ b ~ c)", "//a[following-sibling::*[1][self::b]/following-sibling::c]"),
            ("a:has(~ b + c)", "//a[following-sibling::b/following-sibling::*[1][self::c]]"),
            ("*:has(~ * b)", "//*[following-sibling::*//b]"),
            ("*:has(+ * b ~ c)", "//*[following-sibling::*[1]//b/following-sibling::c]"),
        ]
        for (selector, expression) in pairs {
            let expected = try tree.elements(xpath: expression).map(\.location.byteOffset)
            let found = try tree.elements(css: selector).map(\.location.byteOffset)
            #expect(found == expected, "\(selector), \(expression), \(tree.source)")
        }
    }
}
