extension XMLDecoder {
    /// Decodes a type from a dictionary: from the element of a dictionary that was parsed, whatever its mapping; from
    /// the root element of that of a document.
    ///
    /// For a dictionary that was created in code, or transformed, keys that begin with `@` are attributes, `#text` is
    /// the text, and all others are child elements. A changed dictionary is decoded from the XML that is written for it
    /// under its mapping. Errors in dictionaries that were created or changed have no location.
    ///
    /// - Throws: as for an element; ``XMLError/Code/invalidValue`` for a key that is not a name in XML; for a changed
    ///   dictionary, the errors of ``XMLDictionary/xmlString(mapping:root:options:)``.
    public func decode<Value: Decodable>(_ type: Value.Type, from dictionary: XMLDictionary) throws -> Value {
        if case .view(let context, let element) = dictionary.storage {
            let index = element == Tape.document ? context.root : element
            return try decode(type, from: XMLTree.Element(tape: context.tape, entry: index))
        }
        if let tree = try dictionary.changedTree(depthLimit: depthLimit) { return try decode(type, fromMade: tree) }
        var content = XMLValue(dictionary)
        // The dictionary of a document has its root as its only key.
        if let (_, element) = dictionary.origin, element == Tape.document {
            content = dictionary.first { _ in true }?.value ?? content
        }
        var writer = ElementMarkup(depthLimit: depthLimit)
        try writer.add(content, name: "value", depth: 1)
        var options = XMLParsingOptions(encoding: "UTF-8")
        options.limits.depth = depthLimit + 1
        let tree: XMLTree
        do throws(XMLError) {
            tree = try XMLTree(parsing: writer.markup.take(), options: options)
        } catch {
            throw XMLError(error.code, error.message)
        }
        return try decode(type, fromMade: tree)
    }

    private func decode<Value: Decodable>(_ type: Value.Type, fromMade tree: XMLTree) throws -> Value {
        try DecodingSession.with(tree.tape, root: tree.root.entry, self) { session in
            session.hasLocations = false
            return try session.root(type, at: DecodingPosition(.element, tree.root.entry))
        }
    }
}

extension XMLDictionary {
    /// Returns the document that a changed dictionary is written as; nil for other dictionaries.
    func changedTree(depthLimit: Int) throws(XMLError) -> XMLTree? {
        guard case .made(let made) = storage, made.isChanged, let mapping = made.mapping else { return nil }
        let isDocument = origin.map { $0.element == Tape.document } ?? false
        var options = XMLParsingOptions(encoding: "UTF-8")
        options.limits.depth = depthLimit + 1
        let bytes = try xmlBytes(
            mapping: mapping,
            root: isDocument
                ? nil : element.map { mapping.names == .qualified ? $0.qualifiedName : $0.localName } ?? "value",
            options: .init(invalidCharacters: .replaced(with: "\u{FFFD}")))
        return try XMLTree(parsing: bytes, options: options)
    }
}

/// Writes dictionaries that were created in code as XML, for ``XMLDecoder``.
private struct ElementMarkup: ~Copyable {
    var markup = MarkupWriter(XMLWritingOptions(invalidCharacters: .replaced(with: "\u{FFFD}")), isFragment: true)
    let depthLimit: Int

    init(depthLimit: Int) { self.depthLimit = depthLimit }

    mutating func add(_ value: XMLValue, name: String, depth: Int) throws(XMLError) {
        guard depth <= depthLimit, StackSpace.isEnough else {
            throw XMLError(.tooDeep, "values nest deeper than the limit of \(depthLimit)")
        }
        var names = [name]
        let pairs = value.dictionary.map(Array.init) ?? []
        try named(name) { (markup) throws(XMLError) in try markup.startElement(name) }
        for (key, value) in pairs where key.hasPrefix("@") && !value.isNull {
            let (name, value) = (String(key.dropFirst()), try Self.string(value, key))
            try named(name) { (markup) throws(XMLError) in try markup.attribute(name, value) }
            names.append(name)
        }
        // The namespaces of prefixes without a declaration do not matter.
        for name in names where !name.isDeclaration && name.contains(":") {
            let prefix = String(name.prefix { $0 != ":" })
            if markup.bindings.uri(of: prefix) == nil { try markup.declare(prefix: prefix, uri: prefix) }
        }
        if value.dictionary == nil { try markup.text(value.string ?? "") }
        for (key, value) in pairs where !key.hasPrefix("@") && !value.isNull {
            if key == "#text" {
                try markup.text(Self.string(value, key))
            } else {
                for value in value.array { try add(value, name: key, depth: depth + 1) }
            }
        }
        try markup.endElement()
    }

    /// Calls `body`, which writes a name.
    private mutating func named(
        _ name: String, _ body: (inout MarkupWriter) throws(XMLError) -> Void
    ) throws(XMLError) {
        do throws(XMLError) {
            try body(&markup)
        } catch {
            guard error.code == .invalidName else { throw error }
            throw XMLError(.invalidValue, "the key “\(name.excerpt)” is not a name in XML")
        }
    }

    private static func string(_ value: XMLValue, _ key: String) throws(XMLError) -> String {
        guard let string = value.string, value.dictionary == nil else {
            throw XMLError(.invalidValue, "the value of “\(key.excerpt)” must be a string")
        }
        return string
    }
}
