// Pages of HTML.

extension GrowthShape {
    static let html: [Self] =
        [
            page("html-tag-name") { "<\(repeated("a", $0))>" },
            page("html-end-tag-name") { "</\(repeated("a", $0))>" },
            page("html-different-tags") { list($0) { "<a\($0)>" } },
            page("html-numbered-elements") { list($0) { "<a\($0)></a\($0)>" } },
            page("html-attribute-name") { "<p \(repeated("a", $0))=b>" },
            page("html-long-value") { "<p a='\(repeated("value ", $0))'>" },
            page("html-value-without-quotes") { "<p a=\(repeated("b", $0))>" },
            page("html-unclosed-value") { "<p a='\(repeated("<b>", $0))" },
            page("html-unclosed-values") { repeated("<p a='>x", $0) },
            page("html-references-in-value") { "<p a='\(repeated("&amp;", $0))'>" },
            page("html-attributes", base: 5_000) { "<p \(list($0) { "a\($0)=b " })>" },
            page("html-attributes-over-limit") { "<p \(list($0) { "a\($0)=b " })>" },
            page("html-duplicate-attributes") { "<p \(repeated("a=b ", $0))>" },
            page("html-elements-of-attributes") {
                repeated("<p \((0..<1000).map { "a\($0)=b " }.joined())>", $0)
            },
            page("html-attributes-of-bodies", base: 10_000) { list($0) { "<body a\($0)=b>" } },
            page("html-attributes-of-roots", base: 10_000) { list($0) { "<html a\($0)=b>" } },
            page("html-white-space-in-tag") { "<p\(repeated(" \n", $0))>" },
            page("html-long-text") { repeated("text ", $0) },
            page("html-text-with-accents") { repeated("é", $0) },
            page("html-lines") { repeated("\r\n", $0) },
            page("html-references") { repeated("&nbsp;", $0) },
            page("html-ampersands") { repeated("&", $0) },
            page("html-open-references") { repeated("&amp", $0) },
            page("html-unknown-references") { list($0) { "&e\($0);" } },
            page("html-long-reference") { "&\(repeated("a", $0));" },
            page("html-numbers") { repeated("&#233;", $0) },
            page("html-open-numbers") { repeated("&#", $0) },
            page("html-long-number") { "&#\(repeated("1", $0));" },
            page("html-less-than") { repeated("<", $0) },
            page("html-comments") { repeated("<!--c-->", $0) },
            page("html-long-comment") { "<!--\(repeated("- ", $0))-->" },
            page("html-unclosed-comments") { repeated("<!-- x", $0) },
            page("html-hyphens-in-comment") { "<!--\(repeated("-", $0))" },
            page("html-declarations") { repeated("<!DOCTYPE html>", $0) },
            page("html-unknown-declarations") { repeated("<!x>", $0) },
            page("html-unclosed-declarations") { repeated("<!", $0) },
            page("html-instructions") { repeated("<?a?>", $0) },
            page("html-unclosed-instructions") { repeated("<?", $0) },
            page("html-scripts") { repeated("<script>a<b</script>", $0) },
            page("html-long-script") { "<script>\(repeated("a<b ", $0))</script>" },
            page("html-end-tags-in-script") { "<script>\(repeated("</b", $0))</script>" },
            page("html-marks-in-script") { "<script>\(repeated("<!-- -->", $0))</script>" },
            page("html-starts-in-script") { "<script>\(repeated("<!--<script>", $0))</script>" },
            page("html-unclosed-scripts") { repeated("<script>", $0) },
            page("html-styles") { repeated("<style>a{}</style>", $0) },
            page("html-titles") { repeated("<title>x</title>", $0) },
            page("html-text-areas") { repeated("<textarea>x</textarea>", $0) },
            page("html-stray-end-tags") { repeated("</b>", $0) },
            page("html-stray-paragraph-ends") { repeated("</p>", $0) },
            page("html-depth-and-stray-end-tags", base: 30_000) { repeated("<b>", $0 / 2) + repeated("</i>", $0 / 2) },
            page("html-depth-and-paragraph-ends", base: 30_000) { repeated("<b>", $0 / 2) + repeated("</p>", $0 / 2) },
            page("html-crossed-tags") { repeated("<b><p></b></p>", $0) },
            page("html-crossed-formats") { repeated("<b><i></b></i>", $0) },
            page("html-breaks") { repeated("x<br>", $0) },
            page("html-images") { repeated("<img src=a>", $0) },
            page("html-paragraphs") { repeated("<p>x</p>\n", $0) },
            page("html-metas") { repeated("<meta charset=utf-8>", $0) },
            page("html-content-types") {
                repeated("<meta http-equiv=content-type content='text/html; charset=x'>", $0)
            },
            page("html-charset-in-value") { "<meta http-equiv=content-type content='\(repeated("charset ", $0))'>" },
            page("html-attributes-in-upper-case", base: 5_000) { "<p \(list($0) { "A\($0)=b " })>" },
            page("html-nested-tables", base: 30_000) { repeated("<table><tr><td>", $0) },
            page("html-rows") { "<table>\(repeated("<tr><td>x", $0))</table>" },
            page("html-cells-outside") { repeated("<td>x", $0) },
            page("html-text-in-tables") { repeated("<table>x<tr>y", $0) },
            page("html-nested-lists", base: 30_000) { repeated("<ul><li>x", $0) },
            page("html-definitions") { "<dl>\(repeated("<dt>a<dd>b", $0))</dl>" },
            page("html-choices") { "<select>\(repeated("<option>x", $0))</select>" },
            page("html-forms") { repeated("<form><input>", $0) },
            page("html-paragraphs-in-anchors") { repeated("<a><p>", $0) },
            page("html-bodies") { repeated("<body>", $0) },
            page("html-heads") { repeated("<head>", $0) },
            page("html-roots") { repeated("<html>x</html>", $0) },
            page("html-frames") { repeated("<frameset><frame>", $0) },
            page("html-namespaces") { repeated("<p:a xmlns:p='u'>", $0) },
            GrowthShape("html-zero-bytes", .html, bytes: { [UInt8](repeating: 0, count: $0) }),
            GrowthShape("html-invalid-bytes", .html, bytes: { [UInt8](repeating: 0xFF, count: $0) }),
            GrowthShape("html-declared-latin1", .html) { "<meta charset=ISO-8859-1>\(repeated("<p>x", $0))" },
        ]
        + [
            "p", "b", "i", "a", "font", "li", "div", "span", "table", "tr", "td", "ul", "dl", "dt", "h1", "form",
            "select", "option", "button", "nobr", "center", "object", "pre", "x",
        ].flatMap { tag in
            [
                page("html-unclosed-\(tag)", base: 30_000) { repeated("<\(tag)>x", $0) },
                page("html-nested-\(tag)", base: 30_000, isDeep: true) {
                    nested("<\(tag)>", "</\(tag)>", around: "x", $0)
                },
            ]
        }

    private static func page(
        _ name: String, base: Int = 100_000, isDeep: Bool = false, _ body: @escaping @Sendable (Int) -> String
    ) -> Self {
        GrowthShape(name, .html, base: base, isDeep: isDeep) { body($0) }
    }
}
