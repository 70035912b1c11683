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
