public import LibXML

extension DocumentBridge {
    /// The document of a tree, which is built by the first call and kept with the tree; or that of an element.
    ///
    /// It takes as much memory as libxml2's own tree: ten to fifteen times the size of a document with short texts.
    ///
    /// - Throws: `XMLError.Code.outOfMemory`.
    static func of(
        _ tree: XMLTree, part element: Int? = nil, isRevised: Bool = false, withLines: Bool = false
    ) throws(XMLError) -> DocumentBridge {
        let bridge =
            element == nil
            ? tree.queries.bridge(of: tree, withLines: withLines) : make(tree, part: element, isRevised: isRevised)
        guard let bridge else { throw XMLError("there is no memory for the document of a query", code: .outOfMemory) }
        return bridge
    }
}

extension XMLTree {
    /// Builds libxml2's document of the tree anew, for measurements. Returns false if there is no memory.
    @_spi(Checks) public func buildsQueryDocument() -> Bool { DocumentBridge.make(self) != nil }

    /// The bytes of libxml2's document of the tree.
    @_spi(Checks) public var queryDocumentSize: Int {
        get throws(XMLError) { try DocumentBridge.of(self).memory.size }
    }
}
