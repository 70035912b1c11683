import CheckCases

/// Generates documents of XHTML without a namespace that libxml2's parser of HTML reads as the same tree, the same for the same seed.
struct HTMLTreeGenerator {
    private var generator: SeededGenerator
    private var depth = 0

    init(seed: UInt64) {
        generator = SeededGenerator(seed: seed)
    }

    mutating func document() -> String {
        let head = "<head><title>\(text())</title><meta name='a'\(attributes())/></head>"
        return "<html>\(head)<body\(attributes())><div>\(content(block: true))</div></body></html>"
    }

    private mutating func content(block: Bool) -> String {
        depth += 1
        defer { depth -= 1 }
        var content = ""
        for _ in 0..<random(depth > 6 ? 2 : 5) { content += block && random(2) == 0 ? self.block() : phrase() }
        return content
    }

    private mutating func block() -> String {
        switch random(7) {
        case 0, 1: element(["div", "blockquote", "section"], content(block: true))
        case 2: element(["p", "h1"], content(block: false))
        case 3: element(["pre"], content(block: false))
        case 4: "<ul>\(element(["li"], content(block: false)))\(element(["li"], content(block: true)))</ul>"
        case 5: "<table><tr>\(element(["td", "th"], content(block: true)))</tr></table>"
        default: "<hr\(attributes())/>"
        }
    }

    private mutating func phrase() -> String {
        switch random(9) {
        case 0, 1: return element(["b", "i", "span", "code"], content(block: false))
        case 2:
            return ["<br/>", "<img src='a&amp;b'/>", "<input\(attributes())/>"].randomElement(using: &generator) ?? ""
        case 3: return "<!--\(["", " a & b ", "<b>", " - -!"].randomElement(using: &generator) ?? "")-->"
        case 4: return element(["textarea"], text())
        case 5: return element(["script", "style"], "a &lt; b &amp;amp; \"c\" &gt;\n<![CDATA[<i>]]>")
        default: return text()
        }
    }

    private mutating func element(_ names: [String], _ content: String) -> String {
        let name = names.randomElement(using: &generator) ?? ""
        return "<\(name)\(attributes())>\(content)</\(name)>"
    }

    private mutating func attributes() -> String {
        ["class", "title", "data-x", "x.y"].filter { _ in random(6) == 0 }.map { " \($0)=\"\(text())\"" }.joined()
    }

    private mutating func text() -> String {
        // Text that begins with white space only may be dropped.
        let words = [
            "tea", "&amp;", "&lt;", "&amp;lt;", "&gt;", "&quot;", "'", "é", "日本", "😀", "\u{A0}", "\u{AB}", "&#9;",
            "&#10;",
            "&#13;", " ", "]]", "&amp;nbsp", "=",
        ]
        return "x" + (0..<random(5)).map { _ in words.randomElement(using: &generator) ?? "" }.joined()
    }

    private mutating func random(_ limit: Int) -> Int { Int.random(in: 0..<limit, using: &generator) }
}
