import LibXML
import LibXMLQueries

extension GrowthEntryPoint {
    static let queries: [Self] = [
        Self("xpath", [.wellFormed, .declaration]) { input in
            let tree = try input.tree()
            // In libxml2, last() and following-sibling are quadratic in the number of siblings.
            for expression in [
                "//*", "//@*", "//text()", "string(/)", "//*[position() = 2]", "id('a')", "//*[parent::*]",
                "//comment() | //processing-instruction()", "//*[@id = 'a' or @*]",
            ] {
                _ = try tree.evaluate(XPathExpression(expression))
            }
        },
        Self("xpath-of-elements", [.wellFormed], divisor: 2) { input in
            let children = try XPathExpression("count(*)")
            for element in try input.tree().descendants { _ = try element.number(xpath: children) }
        },
        // libxml2 itself compares each place of one text with all of the other.
        Self("xpath-texts", [.wellFormed]) { input in
            let tree = try input.tree()
            let text = try tree.string(xpath: "string(/)")
            let values: [String: XPathValue] = [
                "text": .string(text), "part": .string(String(text.suffix(text.count / 2)) + "\u{1}"),
            ]
            for expression in [
                "contains($text, $part)", "substring-before($text, $part)", "substring-after($text, $part)",
                "translate($text, $part, $text)", "translate($text, $text, '')", "starts-with($text, $part)",
                "normalize-space($text)", "string-length(concat($text, $part))", "substring($text, 2)",
            ] {
                _ = try tree.evaluate(XPathExpression(expression), variables: values)
            }
        },
        Self("selectors", [.wellFormed, .declaration]) { input in
            let tree = try input.tree()
            for selector in [
                "*", "a", "* * * * * * * *", "* > * > *", "[id]", "#a.b", "* + *", "a ~ *", "* ~ * ~ *", "none ~ *",
                ":nth-child(2n + 1)", ":nth-last-of-type(2)", ":nth-child(2 of *)", ":nth-last-child(2 of [id])",
                ":has(none)", ":has(b none)", ":has(> *)", ":has(> none)",
                ":has(~ none)", ":has(~ * none)", ":has(+ * *)", ":has(+ none ~ none)", ":not(:has(~ *))",
                ":empty", ":only-of-type",
            ] {
                _ = try tree.elements(css: selector)
            }
        },
        Self("selectors-of-elements", [.wellFormed], divisor: 2) { input in
            let selector = try CSSSelector("* > *:not(:first-child)")
            for element in try input.tree().descendants { _ = element.matches(css: selector) }
        },
        Self("canonical", [.wellFormed, .declaration], divisor: 2) { input in
            let tree = try input.tree()
            _ = try tree.canonicalized(comments: true)
            _ = try tree.canonicalized(.exclusive)
            _ = try tree.root.elements.first?.canonicalized(.inclusive11)
        },
    ]
}
