extension XMLWriter {
    /// Writes a value as an element of the document: a record of a file that is too large for memory.
    ///
    /// ```swift
    /// struct Order: Codable {
    ///     var id: Int
    /// }
    /// let writer = try XMLWriter()
    /// try writer.element("orders") {
    ///     for id in 1...2 { try writer.encode(Order(id: id)) }
    /// }
    /// let text = try writer.xmlString()
    /// // <?xml version="1.0" encoding="UTF-8"?>
    /// // <orders><order><id>1</id></order><order><id>2</id></order></orders>
    /// ```
    ///
    /// Uses the prefixes that surrounding elements declare. The element itself declares the others: those that the
    /// options of the encoder or of the writer name, or `ns1` and so on.
    ///
    /// - Parameters:
    ///   - name: the name of the element: see ``XMLEncoder/xmlBytes(_:rootName:)-(_,String?)``.
    ///   - encoder: of its ``XMLEncoder/writingOptions``, only the prefixes and the rules for invalid names and
    ///     characters are used.
    /// - Throws: `EncodingError`; errors of the value's own code and of the sink. The writer then has not written the
    ///   element.
    public func encode(_ value: some Encodable, as name: String? = nil, with encoder: XMLEncoder = .init()) throws {
        try encode(value, test: name.map { NameTest($0) }, encoder)
    }

    /// Writes a value as an element in a namespace. The namespace is declared if it has no prefix in scope.
    ///
    /// - Throws: as for a name that is a string.
    public func encode(_ value: some Encodable, as name: XMLName, with encoder: XMLEncoder = .init()) throws {
        try encode(value, test: .expanded(name), encoder)
    }

    private func encode(_ value: some Encodable, test: NameTest?, _ encoder: XMLEncoder) throws {
        var encoder = encoder
        encoder.writingOptions.whiteSpace = cell.modify { $0.layout.isActive } ? .minified : .kept
        let prefixes = cell.modify { $0.options.prefixes }
        if !prefixes.isEmpty { encoder.writingOptions.prefixes.merge(prefixes) { own, _ in own } }
        try EncodingSession.with(encoder, around: cell.modify { $0.bindings }) { session in
            try session.root(value, test)
            // The errors of the sink remain as they are.
            var failure: XMLError?
            try checked { (markup) throws(XMLError) in
                do throws(XMLError) {
                    try markup.undoing { (markup) throws(XMLError) in try session.writeMarkup(into: &markup) }
                } catch {
                    failure = error
                }
            }
            if let failure { throw session.described(session.encodingError(failure), value) }
        }
    }
}
