extension XMLDecoder {
    /// Decodes a type from a dictionary: from the element of a dictionary that was parsed, whatever its mapping; from
    /// the root element of that of a document.
    ///
    /// For a dictionary that was created in code, or transformed, keys that begin with `@` are attributes, `#text` is
    /// the text, and all others are child elements. Its errors have no location.
    ///
    /// - Throws: as for an element; ``XMLError/Code/invalidValue`` for a key that is not a name in XML.
    public func decode<Value: Decodable>(_ type: Value.Type, from dictionary: XMLDictionary) throws -> Value {
        if case .view(let context, let element) = dictionary.storage {
            let index = element == Tape.document ? context.root : element
            return try decode(type, from: XMLTree.Element(tape: context.tape, entry: index))
        }
        var content = XMLValue(dictionary)
        // The dictionary of a document has its root as its only key.
        if let (_, element) = dictionary.origin, element == Tape.document {
            content = dictionary.first { _ in true }?.value ?? content
        }
        let tree = try content.tree(depthLimit: depthLimit)
        return try DecodingSession.with(tree.tape, root: tree.root.entry, self) { session in
            session.hasLocations = false
            return try session.root(type, at: DecodingPosition(.element, tree.root.entry))
        }
    }
}

extension XMLValue {
    /// The value as an element. The namespaces of prefixes without a declaration do not matter.
    fileprivate func tree(depthLimit: Int) throws(XMLError) -> XMLTree {
        var markup = MarkupWriter(
            XMLWritingOptions(
                declaration: .never, prefixes: Dictionary(uniqueKeysWithValues: prefixes.map { ($0, $0) }),
                invalidCharacters: .replaced(with: "\u{FFFD}")))
        do throws(XMLError) {
            try markup.startElement("value")
            try writeContent(into: &markup, depthLimit: depthLimit - 1)
            try markup.endElement()
            try markup.finish()
            var options = XMLParsingOptions()
            options.limits.depth = depthLimit + 1
            return try XMLTree(parsing: markup.take(), options: options)
        } catch {
            throw XMLError(error.code == .invalidName ? .invalidValue : error.code, error.message)
        }
    }

    /// The prefixes in the keys of all dictionaries in the value.
    private var prefixes: Set<String> {
        var prefixes: Set<String> = []
        var values = [self]
        while let value = values.popLast() {
            for (key, value) in value.dictionary?.pairs ?? [] {
                let name = key.hasPrefix("@") ? key.dropFirst() : key[...]
                if let colon = name.firstIndex(of: ":") { prefixes.insert(String(name[..<colon])) }
                values += value.array.filter { $0.dictionary != nil }
            }
        }
        return prefixes.subtracting(["", "xml", "xmlns"])
    }

    private func writeContent(into markup: inout MarkupWriter, depthLimit: Int) throws(XMLError) {
        guard depthLimit >= 0, StackSpace.isEnough else { throw XMLError(.tooDeep, "values nest too deeply") }
        guard let dictionary else { return try markup.text(string ?? "") }
        let pairs = dictionary.pairs.filter { !$0.value.isNull }
        for (key, value) in pairs where key.hasPrefix("@") {
            try markup.attribute(String(key.dropFirst()), value.text(of: key))
        }
        for (key, value) in pairs where !key.hasPrefix("@") {
            if key == "#text" {
                try markup.text(value.text(of: key))
                continue
            }
            for value in value.array {
                try markup.startElement(key)
                try value.writeContent(into: &markup, depthLimit: depthLimit - 1)
                try markup.endElement()
            }
        }
    }

    private func text(of key: String) throws(XMLError) -> String {
        if dictionary == nil, let string { return string }
        throw XMLError(.invalidValue, "the value of “\(key.excerpt)” must be a string")
    }
}
