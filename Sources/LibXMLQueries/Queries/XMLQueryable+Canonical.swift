public import LibXML

extension XMLQueryable {
    /// Returns the canonical form of the document, or of an element as a part of it, in UTF-8, as libxml2 writes it. In
    /// the inclusive forms, an element has the attributes of `xml:` of the elements around it. If one of these elements
    /// has any attribute of `xml:` other than `xml:lang` and `xml:space`, libxml2 omits `xml:base=""` from form 1.1.
    ///
    /// - Parameters:
    ///   - form: the canonical form.
    ///   - comments: whether comments are kept.
    /// - Throws: `XMLError.Code.invalidNamespaceDeclaration`, located at the element, for a relative namespace URI,
    ///   for which there is no canonical form; `XMLError.Code.tooDeep` for more than 1,000 levels, which would need
    ///   too much stack.
    /// - Complexity: O(*n*) in the size of the document or element, times its depth.
    public func canonicalized(
        _ form: XMLCanonicalForm = .inclusive, comments: Bool = false
    ) throws(XMLError) -> [UInt8] {
        var bytes: [UInt8] = []
        do {
            try canonicalize(form, comments: comments) { bytes += $0 }
        } catch {
            throw error as? XMLError ?? XMLError("there is no canonical form", code: .internalFailure)
        }
        return bytes
    }

    /// Writes the canonical form in pieces.
    ///
    /// - Parameter sink: receives the pieces in their order. The output is not buffered.
    /// - Throws: as ``canonicalized(_:comments:)``; the error of `sink`, which is not called again.
    public func canonicalize(
        _ form: XMLCanonicalForm = .inclusive, comments: Bool = false, to sink: (_ chunk: [UInt8]) throws -> Void
    ) throws {
        let context = queryContext
        let part = context.entry == 0 ? nil : context.entry
        try CanonicalWriter.check(context.tree, part)
        let bridge = try DocumentBridge.of(context.tree, part: part, isRevised: form == .inclusive11)
        try withoutActuallyEscaping(sink) { sink in
            let entries = part == nil ? nil : context.element.entries
            try CanonicalWriter.write(bridge, form, comments: comments, in: entries, sink)
        }
    }
}
