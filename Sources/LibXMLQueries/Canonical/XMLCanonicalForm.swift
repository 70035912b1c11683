public import LibXML

/// A canonical form of XML.
public enum XMLCanonicalForm: Hashable, Sendable {
    /// Canonical XML 1.0 (W3C, 2001).
    case inclusive
    /// Canonical XML 1.1 (W3C, 2008).
    case inclusive11
    /// Exclusive XML Canonicalization 1.0 (W3C, 2002).
    ///
    /// The namespaces of `inclusivePrefixes` are written as the inclusive form writes them; `#default` is the default
    /// namespace.
    case exclusive(inclusivePrefixes: [String])

    /// Exclusive XML Canonicalization without inclusive prefixes.
    public static let exclusive = Self.exclusive(inclusivePrefixes: [])
}

extension XMLTree {
    /// Returns the canonical form of the document in UTF-8, as libxml2 writes it.
    ///
    /// - Parameters:
    ///   - form: the canonical form.
    ///   - comments: whether comments are kept.
    /// - Throws: ``XMLError/Code/invalidNamespaceDeclaration``, located at the element, for a relative namespace URI,
    ///   for which there is no canonical form; ``XMLError/Code/tooDeep`` for more than 1,000 levels, which would need
    ///   too much stack.
    /// - Complexity: O(*n*) in the size of the document, times its depth.
    public func canonicalized(
        _ form: XMLCanonicalForm = .inclusive, comments: Bool = false
    ) throws(XMLError) -> [UInt8] {
        try canonicalized(form, comments: comments, in: nil)
    }

    func canonicalized(
        _ form: XMLCanonicalForm, comments: Bool, in part: Range<Int>?
    ) throws(XMLError) -> [UInt8] {
        let top = part.map { element($0.lowerBound) } ?? root
        try CanonicalWriter.check(top)
        return try CanonicalWriter.write(try DocumentBridge.of(self), form, comments: comments, in: part)
    }
}

extension XMLTree.Element {
    /// Returns the canonical form of this element with all that is in it, in UTF-8, as a part of its document: the
    /// inclusive forms have the attributes of `xml:` of the elements around it.
    ///
    /// - Throws: as for a tree.
    public func canonicalized(
        _ form: XMLCanonicalForm = .inclusive, comments: Bool = false
    ) throws(XMLError) -> [UInt8] {
        try XMLTree(of: self).canonicalized(form, comments: comments, in: entries)
    }
}
