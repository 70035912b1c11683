extension XMLTree.Element {
    /// Parses the HTML in this element, as in feeds: escaped (`&lt;p&gt;`), in CDATA sections, or as elements of XHTML.
    ///
    /// An element with child elements is treated as XHTML: the tree contains its content, with names in lower case and
    /// without namespaces. Otherwise its text is parsed as an HTML fragment.
    ///
    /// ```swift
    /// let item = try XMLTree(parsing: "<description>&lt;p>Drink &amp;amp; &lt;b>enjoy&lt;/b></description>").root
    /// let bold = try item.parsedHTML().root["p"]?["b"]
    /// let place = bold?.location  // 1:36, in the feed
    /// ```
    ///
    /// - Parameter options: the options for reading the HTML. The encoding and the source name are ignored.
    /// - Returns: a tree with a root element `body`, as from ``XMLTree/init(htmlFragment:options:)-(String,_)``. All
    ///   its locations are in the document of this element.
    /// - Throws: ``XMLError`` if the HTML exceeds a limit.
    /// - Complexity: O(*n*) in the size of the element.
    public func parsedHTML(options: XMLHTMLOptions = .init()) throws(XMLError) -> XMLTree {
        guard tape.firstElement(entry) == nil else {
            return XMLTree(tape: tape.htmlCopy(ofContentOf: entry), diagnostics: [])
        }
        let builder = tape.embeddedText(of: entry, isDeep: false)
        // Without text, all locations are that of the element.
        let end = builder.pieces.isEmpty ? tape.sourceRange(entry).lowerBound : builder.end
        let embedded = EmbeddedText(in: tape.source, pieces: builder.pieces, end: end)
        return try XMLTree(html: Source(html: builder.text, embedded), [], .fragment, options)
    }
}
