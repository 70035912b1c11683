extension XMLDecoder {
    /// Decodes a type from a dictionary: from the element of a dictionary that was parsed, whatever its mapping; from the root
    /// element of that of a document.
    ///
    /// For a dictionary that was created in code, or transformed, keys that begin with `@` are attributes, `#text` is the text, and
    /// all others are child elements. Its errors have no location.
    ///
    /// - Throws: as for an element; ``XMLError/Code/invalidValue`` for a key that is not a name in XML.
    public func decode<Value: Decodable>(_ type: Value.Type, from dictionary: XMLDictionary) throws -> Value {
        if case .view(let context, let element) = dictionary.storage {
            let index = element == Tape.document ? context.root : element
            return try decode(type, from: XMLTree.Element(tape: context.tape, index: index))
        }
        var content = XMLValue(dictionary)
        // The dictionary of a document has its root as its only key.
        if let (_, element) = dictionary.origin, element == Tape.document {
            content = dictionary.first { _ in true }?.value ?? content
        }
        var markup = ElementMarkup(depthLimit: depthLimit)
        try markup.add(content, name: "value", depth: 0)
        let tree = try XMLTree(parsing: markup.text)
        let session = DecodingSession(tree.tape, root: tree.root.index, self)
        session.hasLocations = false
        return try session.root(type, at: DecodingPosition(.element, tree.root.index))
    }
}

/// Writes dictionaries that were created in code as XML, for ``XMLDecoder``.
private struct ElementMarkup {
    private(set) var text = ""
    let depthLimit: Int

    init(depthLimit: Int) { self.depthLimit = depthLimit }

    mutating func add(_ value: XMLValue, name: String, depth: Int) throws(XMLError) {
        guard depth <= depthLimit else {
            throw XMLError(.tooDeep, "values nest deeper than the limit of \(depthLimit)")
        }
        let prefixes = try Self.check(name)
        text += "<\(name)"
        guard let dictionary = value.dictionary else {
            text += Self.declarations(prefixes, besides: [])
            text += ">\((value.string ?? "").escapedAsContent)</\(name)>"
            return
        }
        let pairs = Array(dictionary)
        var names: Set<String> = []
        var used = prefixes
        for (key, value) in pairs where key.hasPrefix("@") {
            let name = String(key.dropFirst())
            used += try Self.check(name)
            names.insert(name)
            text += " \(name)=\"\((value.string ?? "").escapedAsContent.replacing("\"", with: "&quot;"))\""
        }
        text += Self.declarations(used, besides: names) + ">"
        for (key, value) in pairs where !key.hasPrefix("@") {
            if key == "#text" {
                text += (value.string ?? "").escapedAsContent
            } else {
                for value in value.array { try add(value, name: key, depth: depth + 1) }
            }
        }
        text += "</\(name)>"
    }

    /// The prefix of a name, if it has one.
    ///
    /// - Throws: for text that is not a qualified name (Namespaces in XML 1.0, section 4).
    private static func check(_ name: String) throws(XMLError) -> [String] {
        let parts = name.split(separator: ":", omittingEmptySubsequences: false)
        for part in parts {
            guard parts.count <= 2, let first = part.unicodeScalars.first, first.mayBeginName,
                part.unicodeScalars.allSatisfy(\.mayContinueName)
            else { throw XMLError(.invalidValue, "the key “\(name.excerpt)” is not a name in XML") }
        }
        return parts.count == 2 ? [String(parts[0])] : []
    }

    /// Declares prefixes, whose URIs do not matter, in each element.
    private static func declarations(_ prefixes: [String], besides names: Set<String>) -> String {
        Set(prefixes).subtracting(["xml", "xmlns"]).sorted().filter { !names.contains("xmlns:\($0)") }
            .map { " xmlns:\($0)=\"\($0)\"" }.joined()
    }
}

extension String {
    /// The text with `&`, `<` and `>` as references, and without characters that XML does not allow.
    var escapedAsContent: String {
        unicodeScalars.reduce(into: "") { text, scalar in
            switch scalar {
            case "&": text += "&amp;"
            case "<": text += "&lt;"
            case ">": text += "&gt;"
            case "\r", "\n", "\t": text += "&#\(scalar.value);"
            default: text.unicodeScalars.append(scalar.isXMLCharacter ? scalar : "\u{FFFD}")
            }
        }
    }
}
