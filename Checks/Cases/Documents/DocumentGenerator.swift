/// Generates well-formed documents with every construct, the same for the same seed.
package struct DocumentGenerator {
    private var generator: SeededGenerator

    package init(seed: UInt64) {
        generator = SeededGenerator(seed: seed)
    }

    /// Returns a document of approximately `size` bytes or more.
    package func document(size: Int = 2_000) -> String {
        var generator = self
        var text = generator.chance(2) ? "<?xml version=\"1.0\"?>\n" : ""
        if generator.chance(2) {
            text += "<!DOCTYPE r [<!ENTITY e \"v<i k='&amp;'>w</i>\"><!ENTITY t 'text'><!ENTITY c '<![CDATA[<q>]]>'>"
            text += "<!ENTITY n ''><!ENTITY m '&c;u&n;&c;<!--c-->'><!ATTLIST a d CDATA 'x'>]>"
            text += "<!-- prolog -->"
        }
        let hasEntities = text.contains("ENTITY")
        text += "<r xmlns:p='urn:p'>"
        var open: [String] = []
        while text.utf8.count < size || !open.isEmpty && generator.chance(3) {
            generator.addPart(to: &text, &open, hasEntities: hasEntities)
        }
        for name in open.reversed() { text += "</\(name)>" }
        return text + "</r>\n<?end?>"
    }

    private mutating func addPart(to text: inout String, _ open: inout [String], hasEntities: Bool) {
        switch next(12) {
        case 0, 1, 2:
            let name = ["a", "b", "p:c", "élan", "item", "x-1.y"][next(6)]
            text += "<\(name)"
            if chance(3) { text += " xmlns='urn:\(next(3))'" }
            for attribute in ["k", "p:k", "lang"] where chance(3) { text += attributeText(attribute) }
            if chance(5) { text += " xmlns:q=\"urn:q\"" }
            if chance(3) {
                text += "/>"
            } else if open.count < 60 {
                text += ">"
                open.append(name)
            } else {
                text += "/>"
            }
        case 3, 4: if let name = open.popLast() { text += "</\(name)\(chance(4) ? " " : "")>" }
        case 5: text += "<!--\(word()) \(word())-->"
        case 6: text += "<![CDATA[\(chance(4) ? "" : word() + "<&>" + word())]]>"
        case 7: text += "<?pi \(word())?>"
        case 8: text += ["\n  ", "\r\n\t", " ", "\r"][next(4)]
        case 9: text += ["&amp;", "&lt;", "&#233;", "&#x1F600;"][next(4)]
        case 10 where hasEntities: text += ["&e;", "&t;", "&c;", "&n;", "&m;"][next(5)]
        default: text += word() + (chance(2) ? " " : "") + word()
        }
    }

    private mutating func attributeText(_ name: String) -> String {
        let value = [word(), "", "1 &lt; 2", "a\n\tb", "é>'"][next(5)]
        return chance(2) ? " \(name)=\"\(value)\"" : " \(name) = '\(value.replacing("'", with: "&apos;"))'"
    }

    private mutating func word() -> String {
        ["tea", "Grüße", "日本語", "x", "0123456789 0123456789", "😀", "] ]", "a > b"][next(8)]
    }

    private mutating func chance(_ of: Int) -> Bool { next(of) == 0 }

    /// Returns a number below `limit`.
    private mutating func next(_ limit: Int) -> Int {
        Int(generator.next() >> 33) % limit
    }
}
