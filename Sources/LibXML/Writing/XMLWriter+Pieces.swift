extension XMLWriter {
    /// Writes a member of a dictionary that is text, as ``write(_:forKey:mapping:)`` does, without keeping all of the
    /// text. Only the text of an attribute, a CDATA section or a comment is kept.
    ///
    /// - Parameter next: returns the next piece of the text; nil at its end.
    @_spi(Command) public func write(forKey key: String, mapping: XMLMapping, pieces next: () throws -> String?) throws
    {
        let dictionary = dictionaryWriter(mapping)
        let part = dictionary.part(of: WrittenMember(key: key, value: XMLValue("")))
        guard part == .element || part == .text else {
            var text = ""
            while let piece = try next() { text += piece }
            return try write(XMLValue(text), forKey: key, mapping: mapping)
        }
        if part == .element { try checked { (markup) throws(XMLError) in try dictionary.start(key, &markup) } }
        while let piece = try next() { try text(piece) }
        if part == .element { try endElement() }
    }
}

extension XMLWriter {
    /// Writes the start tag of the element that a key means, whose content is written later.
    ///
    /// - Parameter members: the members of its dictionary that belong to the tag: see ``isInTag(_:mapping:)``.
    @_spi(Command) public func startElement(
        forKey key: String, mapping: XMLMapping, members: [(key: String, value: XMLValue)]
    ) throws {
        try undoing { (markup) throws(XMLError) in
            let depth = markup.open.count
            do throws(XMLError) {
                try dictionaryWriter(mapping).start(key, members, to: &markup)
            } catch {
                var diagnostic = error.diagnostic
                diagnostic.path = (markup.openElementNames.prefix(depth) + [key]).joined(separator: ".")
                throw XMLError(diagnostic)
            }
        }
    }

    /// Whether a member of a dictionary with this key, if it is not an element, is an attribute or declares namespaces.
    @_spi(Command) public func isInTag(_ key: String, mapping: XMLMapping) -> Bool {
        dictionaryWriter(mapping).part(of: WrittenMember(key: key, value: XMLValue(""))) == .tag
    }
}

extension DictionaryWriter {
    /// Writes the beginning of the element of a key.
    fileprivate borrowing func start(_ key: String, _ markup: inout MarkupWriter) throws(XMLError) {
        do throws(XMLError) {
            try names.start(key, &markup)
        } catch {
            var diagnostic = error.diagnostic
            diagnostic.path = (markup.openElementNames + [key]).joined(separator: ".")
            throw XMLError(diagnostic)
        }
    }
}
