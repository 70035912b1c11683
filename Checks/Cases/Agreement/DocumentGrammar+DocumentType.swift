extension DocumentGrammar {
    mutating func addDocumentType() {
        text += "<!DOCTYPE" + choices.pick([" ", "\n"]) + choices.pick(["r", "a", "p:c", "item"])
        switch choices.number(below: 8) {
        case 0: text += " SYSTEM 'r.dtd'"
        case 1:
            text += " PUBLIC \"-//W3C//DTD XHTML 1.0 Strict//EN\" 'http://www.w3.org/TR/xhtml1/DTD/xhtml1-strict.dtd'"
        default: break
        }
        if hasFault() { text += choices.pick(Self.documentTypeFaults) }
        if choices.chance(oneIn: 8) { return text += choices.pick([">", " >"]) }
        text += choices.pick([" [", "[", "\n[\n"])
        for _ in 0..<choices.number(below: 10) {
            addDeclarationOfSubset()
            if hasFault() { text += choices.pick(Self.subsetFaults) }
            text += choices.pick(["", "", "\n", " ", "\r\n"])
        }
        text += choices.pick(["]>", "] >", "]\n>"])
    }

    private mutating func addDeclarationOfSubset() {
        switch choices.number(below: 14) {
        case 0, 1: addTextEntity()
        case 2, 3: addEntityOfMarkup()
        case 4: addExternalEntity()
        case 5: addNestedEntities()
        case 6, 7: addAttributeList()
        case 8:
            let model = choices.pick(["ANY", "EMPTY", "(#PCDATA)", "(#PCDATA|b|i)*", "(a,b?,(b|item)*)", "(a|b)+"])
            text += "<!ELEMENT \(choices.pick(["a", "b", "p:c"])) \(model)>"
        case 9: text += "<!NOTATION \(choices.pick(["n", "gif"])) \(choices.pick(["SYSTEM 'n'", "PUBLIC 'n'"]))>"
        case 10: addComment()
        case 11: addInstruction()
        case 12: addParameterEntity()
        default: text += choices.pick(["\n", " ", "\t"])
        }
    }

    // MARK: Entities

    private mutating func addTextEntity() {
        let name = choices.pick(["t", "u", "v"])
        let value = choices.pick([
            word().replacing("\"", with: ""), "", "x&amp;y", "&#233;", " \n ", "&#38;#60;", "&#38;#38;", "a&#10;b",
            "&lt;",
            String(repeating: "c", count: 300 + choices.number(below: 300)),
        ])
        text += "<!ENTITY \(name) \"\(value)\">"
        entities.append(name)
        attributeEntities.append(name)
    }

    private mutating func addEntityOfMarkup() {
        let name = choices.pick(["m", "n", "o"])
        var value = choices.pick([
            "<i/>", "v<i k='&amp;'>w</i>", "<![CDATA[<q>]]>", "<!--c-->", "<?p q?>", "&#60;b/>", "<b>x</b>\n<b/>",
            "<i xmlns='u'/>", "<a>&t;</a>", "<item k='&t;'/>", "]]", "x]]", "<i>\(word().filter { $0 != "\"" })</i>",
        ])
        if hasFault() {
            value = choices.pick(["<i>", "</i>", "&", "]]>", "<i", "<!--", "<i k='<'/>", "<p:i/>", "<b k=''k=''/>"])
        }
        text += "<!ENTITY \(name) \"\(value)\">"
        entities.append(name)
    }

    private mutating func addExternalEntity() {
        let name = choices.pick(["x", "y", "unparsed"])
        let identifier = choices.pick(["SYSTEM 'x.xml'", "PUBLIC 'p' \"x.xml\""])
        text += "<!ENTITY \(name) \(identifier)\(name == "unparsed" ? " NDATA n" : "")>"
        if name != "unparsed" || hasFault() { entities.append(name) }
    }

    /// Adds entities that contain others, up to some thousand bytes of replacement text, or themselves.
    private mutating func addNestedEntities() {
        let depth = 1 + choices.number(below: 6)
        let width = 1 + choices.number(below: 3)
        let leaf = choices.pick(["z", "zz<i/>", "", "&amp;", String(repeating: "z", count: 100)])
        text += "<!ENTITY e0 \"\(hasFault() ? "&e\(depth);" : leaf)\">"
        for level in 1...depth {
            text += "<!ENTITY e\(level) '\(String(repeating: "&e\(level - 1);", count: width))'>"
        }
        entities.append("e\(depth)")
        if !leaf.contains("<") || hasFault() { attributeEntities.append("e\(depth)") }
    }

    private mutating func addParameterEntity() {
        switch choices.number(below: 4) {
        case 0: text += "<!ENTITY % pe \"<!ENTITY w 'pe'>\"> %pe;"
        case 1: text += "<!ENTITY % px SYSTEM 'p.ent'>\(choices.pick(["", " %px;"]))"
        case 2: text += "<!ENTITY % pa '<!ATTLIST a d CDATA \"&#38;lt;\">'>%pa;"
        default: text += "<!ENTITY % pt ''>%pt;"
        }
        if choices.chance(oneIn: 3) {
            entities.append("w")
            attributeEntities.append("w")
        }
    }

    // MARK: Attributes

    private mutating func addAttributeList() {
        text += "<!ATTLIST " + choices.pick(["a", "b", "r", "item", "p:a"])
        for _ in 0...choices.number(below: 2) {
            let name = choices.pick(["d", "k", "id", "n", "p:k", "xml:lang", "xml:space", "xmlns", "xmlns:q"])
            let type = choices.pick([
                "CDATA", "CDATA", "NMTOKEN", "NMTOKENS", "ID", "IDREFS", "(x|y)", "NOTATION (n)", "ENTITY",
            ])
            let value = choices.pick(["x", "y", " x  y ", "&amp;", "", "&#10;", "é", "u"])
            let isWritable = value != "é" || words.contains("é")
            let quoted = "'\(isWritable ? value : "e")'"
            text += " \(name) \(type) " + choices.pick(["#IMPLIED", "#REQUIRED", "#FIXED \(quoted)", quoted, quoted])
        }
        text += ">"
    }
}
