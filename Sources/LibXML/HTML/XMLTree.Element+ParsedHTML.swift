extension XMLTree.Element {
    /// Reads the HTML that a document carries in this element, as feeds do: escaped (`&lt;p&gt;`), in CDATA sections, or as
    /// elements of XHTML.
    ///
    /// An element with child elements is taken as XHTML: its content is the tree as it is, with names in lower case and
    /// without namespaces. Otherwise its text is read as a piece of HTML.
    ///
    /// ```swift
    /// let item = try XMLTree(parsing: "<description>&lt;p>Drink &amp;amp; &lt;b>enjoy&lt;/b></description>").root
    /// let bold = try item.parsedHTML().root["p"]?["b"]
    /// let place = bold?.location  // 1:36, in the feed
    /// ```
    ///
    /// - Returns: a piece of HTML as ``XMLTree/init(htmlFragment:options:)-(String,_)`` makes it, in an element `body`. All
    ///   its places are in the document that this element comes from.
    /// - Parameter options: its encoding and source name do not matter.
    /// - Throws: when a limit is passed.
    /// - Complexity: O(*n*) in the size of the element.
    public func parsedHTML(options: XMLHTMLOptions = .init()) throws(XMLError) -> XMLTree {
        guard tape.firstElement(index) == nil else {
            return XMLTree(tape: tape.htmlCopy(ofContentOf: index), diagnostics: [])
        }
        let builder = tape.embeddedText(of: index)
        // Without text all has the place of the element.
        let end = builder.pieces.isEmpty ? tape.sourceRange(index).lowerBound : builder.end
        let embedded = EmbeddedText(in: tape.source, pieces: builder.pieces, end: end)
        return try XMLTree(html: Source(html: builder.text, embedded), [], .fragment, options)
    }
}
