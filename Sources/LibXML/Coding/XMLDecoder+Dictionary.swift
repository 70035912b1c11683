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
        var markup = ElementMarkup(depthLimit: depthLimit)
        try markup.add(content, name: "value", declared: [], depth: 1)
        var options = XMLParsingOptions()
        options.limits.depth = depthLimit + 1
        let tree: XMLTree
        do throws(XMLError) {
            tree = try XMLTree(parsing: markup.text, options: options)
        } catch {
            throw XMLError(error.code, error.message)
        }
        return try DecodingSession.with(tree.tape, root: tree.root.entry, self) { session in
            session.hasLocations = false
            return try session.root(type, at: DecodingPosition(.element, tree.root.entry))
        }
    }
}

/// Writes dictionaries that were created in code as XML, for ``XMLDecoder``.
private struct ElementMarkup {
    private(set) var text = ""
    let depthLimit: Int

    init(depthLimit: Int) { self.depthLimit = depthLimit }

    /// - Parameter declared: the prefixes that elements around it declare.
    mutating func add(
        _ value: XMLValue, name: String, declared: Set<String>, depth: Int
    ) throws(XMLError) {
        guard depth <= depthLimit else {
            throw XMLError(.tooDeep, "values nest deeper than the limit of \(depthLimit)")
        }
        var used = try Self.check(name)
        text += "<\(name)"
        var names: Set<String> = []
        let pairs = value.dictionary.map(Array.init) ?? []
        for (key, value) in pairs where key.hasPrefix("@") && !value.isNull {
            let name = String(key.dropFirst())
            used += try Self.check(name)
            names.insert(name)
            text += " \(name)=\"\(try Self.string(value, key).escaped)\""
        }
        // The namespaces of prefixes without a declaration do not matter.
        let written = Set(names.compactMap { $0.hasPrefix("xmlns:") ? String($0.dropFirst(6)) : nil })
        let implied = Set(used).subtracting(declared).subtracting(written).subtracting(["xml", "xmlns"])
        text += implied.sorted().map { " xmlns:\($0)=\"\($0)\"" }.joined() + ">"
        let declared = declared.union(written).union(implied)
        if value.dictionary == nil { text += (value.string ?? "").escaped }
        for (key, value) in pairs where !key.hasPrefix("@") && !value.isNull {
            if key == "#text" {
                text += try Self.string(value, key).escaped
            } else {
                for value in value.array { try add(value, name: key, declared: declared, depth: depth + 1) }
            }
        }
        text += "</\(name)>"
    }

    private static func string(_ value: XMLValue, _ key: String) throws(XMLError) -> String {
        guard let string = value.string, value.dictionary == nil else {
            throw XMLError(.invalidValue, "the value of “\(key.excerpt)” must be a string")
        }
        return string
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
}

extension String {
    /// The text with `&`, `<`, `>`, `"` and white space other than spaces as references, and without characters that
    /// XML does not allow.
    fileprivate var escaped: String {
        unicodeScalars.reduce(into: "") { text, scalar in
            switch scalar {
            case "&": text += "&amp;"
            case "<": text += "&lt;"
            case ">": text += "&gt;"
            case "\"": text += "&quot;"
            case "\r", "\n", "\t": text += "&#\(scalar.value);"
            default: text.unicodeScalars.append(scalar.isXMLCharacter ? scalar : "\u{FFFD}")
            }
        }
    }
}
