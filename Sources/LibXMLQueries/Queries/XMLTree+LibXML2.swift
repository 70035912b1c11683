public import LibXML

extension XMLTree {
    /// Calls `body` with libxml2's document of the tree, an `xmlDocPtr`, for the rest of libxml2: see the product
    /// `CLibXML2`.
    ///
    /// The document is valid only during the call, and may be read by any number of tasks. It must not be changed,
    /// freed, numbered (`xmlXPathOrderDocElems`), or passed to a parser of schemas, which changes it. For these
    /// purposes, `xmlCopyDoc` makes a copy. The `_private` of each node is the number of its entry in the tree. The
    /// document type is omitted.
    ///
    /// ```swift
    /// let count = try unsafe tree.withLibXML2Document { document in
    ///     let reader = unsafe xmlReaderWalker(xmlDocPtr(document))
    ///     defer { unsafe xmlFreeTextReader(reader) }
    ///     var count = 0
    ///     while unsafe xmlTextReaderRead(reader) == 1 { count += 1 }
    ///     return count
    /// }
    /// ```
    ///
    /// XInclude changes a document, and thus needs a copy. In this example, a setting of the whole process prevents
    /// that anything is loaded:
    ///
    /// ```swift
    /// let text = try unsafe tree.withLibXML2Document { document in
    ///     let copy = unsafe xmlCopyDoc(xmlDocPtr(document), 1)
    ///     defer { unsafe xmlFreeDoc(copy) }
    ///     let loader = unsafe xmlGetExternalEntityLoader()
    ///     unsafe xmlSetExternalEntityLoader { _, _, _ in nil }
    ///     defer { unsafe xmlSetExternalEntityLoader(loader) }
    ///     unsafe xmlXIncludeProcessFlags(copy, Int32(XML_PARSE_NONET.rawValue))
    ///     guard let content = unsafe xmlNodeGetContent(xmlDocGetRootElement(copy)) else { return "" }
    ///     defer { unsafe free(content) }
    ///     return unsafe String(cString: content)
    /// }
    /// ```
    ///
    /// - Throws: `XMLError.Code.outOfMemory`; the errors of `body`.
    public func withLibXML2Document<Result>(_ body: (OpaquePointer) throws -> Result) throws -> Result {
        let bridge = try DocumentBridge.of(self, withLines: true)
        return try withExtendedLifetime(bridge) { try unsafe body(OpaquePointer(bridge.document)) }
    }
}
