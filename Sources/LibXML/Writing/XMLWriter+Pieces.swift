extension XMLWriter {
    /// Writes a member of a dictionary that is text, as ``write(_:forKey:mapping:)`` does, without keeping all of the
    /// text. Only that of an attribute, a CDATA section or a comment is kept.
    ///
    /// - Parameter next: returns the next piece of the text; nil at its end.
    @_spi(Checks) public func write(forKey key: String, mapping: XMLMapping, pieces next: () throws -> String?) throws {
        let dictionary = dictionaryWriter(mapping)
        let part = dictionary.part(of: key, XMLValue(""))
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
