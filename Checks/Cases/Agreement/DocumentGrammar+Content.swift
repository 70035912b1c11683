extension DocumentGrammar {
    mutating func addElement(depth: Int) {
        prefixes.append(prefixes.last ?? [])
        let declarations = namespaceDeclarations(isRoot: depth == 0)
        let name = elementName()
        text += "<" + name
        var parts = declarations + attributes()
        if hasFault() { parts.insert(choices.pick(Self.attributeFaults), at: choices.number(below: parts.count + 1)) }
        for part in parts { text += choices.pick([" ", " ", "\n  ", "\r\n", "\t"]) + part }
        if choices.chance(oneIn: 8) { text += " " }
        if hasFault() {
            text += choices.pick(Self.tagFaults)
        } else if depth > 0, choices.chance(oneIn: 4) {
            text += "/>"
        } else {
            text += ">"
            addContent(depth: depth + 1)
            text += hasFault() ? choices.pick(Self.endTagFaults) : "</\(name)\(choices.pick(["", "", "", " ", "\n"]))>"
        }
        prefixes.removeLast()
    }

    private mutating func addContent(depth: Int) {
        let start = text.utf8.count
        let count = choices.number(below: depth == 1 ? 24 : 6)
        for _ in 0..<count where budget > 0 {
            if hasFault() { text += choices.pick(Self.contentFaults) }
            addPart(depth: depth)
        }
        budget -= text.utf8.count - start
        if depth == 1, hasFault() || hasFault() { text += choices.pick(Self.contentFaults) }
    }

    private mutating func addPart(depth: Int) {
        switch choices.number(below: 16) {
        case 0, 1, 2, 3: if depth < 12 { addElement(depth: depth) }
        case 4: addComment()
        case 5: text += "<![CDATA[\(choices.chance(oneIn: 4) ? "" : word() + "<&>\r\n" + word())]]>"
        case 6: addInstruction()
        case 7: text += choices.pick(["\n  ", "\r\n\t", " ", "\r", "\n\n"])
        case 8: text += choices.pick(["&amp;", "&lt;", "&gt;", "&quot;", "&apos;"])
        case 9: text += choices.pick(["&#233;", "&#x1F600;", "&#13;", "&#10;", "&#x9;", "&#38;", "&#60;", "&#xFFFD;"])
        case 10, 11:
            // libxml2 reports the text after a reference as its position in the entity.
            if let entity = entities.randomElement(using: &choices) {
                text += "&\(entity);\(choices.pick(["", "/", ">"]))"
            }
        case 12: if choices.chance(oneIn: 4) { text += run().replacing("&", with: "") }
        default: text += contentWord() + choices.pick(["", " ", "\n"])
        }
    }

    /// Returns a word that is allowed in content, where `]]` and `>` must not be adjacent.
    private mutating func contentWord() -> String {
        let word = word()
        return word == "]]" ? "]] " : word
    }

    // MARK: Names and namespaces

    private mutating func elementName() -> String {
        var names = ["a", "b", "r", "item", "x-1.y"]
        if words.contains("é") { names += ["élan"] }
        if words.contains("日本語") { names += ["日本語"] }
        let name = choices.pick(names)
        guard let prefix = (prefixes.last ?? []).randomElement(using: &choices), choices.chance(oneIn: 3) else {
            return name
        }
        return "\(prefix):\(name)"
    }

    private mutating func namespaceDeclarations(isRoot: Bool) -> [String] {
        var declarations: [String] = []
        if choices.chance(oneIn: 6) {
            declarations.append("xmlns='\(choices.pick(["u", "urn:d", "", "http://a/b", "v"]))'")
        }
        for prefix in ["p", "q"] where choices.chance(oneIn: isRoot ? 3 : 12) {
            declarations.append("xmlns:\(prefix)=\"\(choices.pick(["urn:p", "u", "urn:\(prefix)", "a b", "rel"]))\"")
            if prefixes.last?.contains(prefix) == false { prefixes[prefixes.count - 1].append(prefix) }
        }
        if choices.chance(oneIn: 80) { declarations.append("xmlns:xml='http://www.w3.org/XML/1998/namespace'") }
        return declarations
    }

    // MARK: Attributes

    private mutating func attributes() -> [String] {
        var names = ["k", "id", "n", "xml:lang", "xml:space"]
        // Two prefixes may have the same namespace.
        if let prefix = prefixes.last?.randomElement(using: &choices) { names.append("\(prefix):k") }
        var attributes: [String] = []
        for name in names where choices.chance(oneIn: 5) {
            let quote = choices.pick(["\"", "'"])
            var value = ""
            for _ in 0..<choices.number(below: 4) { value += valuePart(quote) }
            if hasFault() { value += choices.pick(Self.valueFaults) }
            attributes.append("\(name)\(choices.pick(["=", "=", " = ", "\n="]))\(quote)\(value)\(quote)")
        }
        return attributes
    }

    private mutating func valuePart(_ quote: String) -> String {
        switch choices.number(below: 9) {
        case 0: return choices.pick(["\n", "\t", "\r\n", "  ", "\r"])
        case 1:
            return choices.pick(["&amp;", "&lt;", "&quot;", "&apos;", "&#10;", "&#13;", "&#x20;", "&#60;", "&#233;"])
        case 2: return attributeEntities.randomElement(using: &choices).map { "&\($0);" } ?? "x"
        case 3: return choices.chance(oneIn: 4) ? run() : ""
        default: return word().replacing(quote, with: "")
        }
    }
}
