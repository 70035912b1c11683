/// The namespaces of the prefixes `xml` and `xmlns`, and the rules for them (Namespaces in XML 1.0, section 3).
enum ReservedNamespaces {
    static let xml = "http://www.w3.org/XML/1998/namespace"
    static let xmlns = "http://www.w3.org/2000/xmlns/"

    /// Returns a prefix for a message.
    static func described(_ prefix: String) -> String {
        prefix.isEmpty ? "the default namespace" : "the prefix “\(prefix)”"
    }

    /// Returns the fault of a namespace declaration; nil if it is valid. The prefix is empty for the default namespace.
    static func fault(inDeclarationOf prefix: String, as uri: String) -> String? {
        let name = described(prefix)
        switch (prefix, uri) {
        case ("xml", xml): return nil
        case ("xml", _): return "the prefix “xml” can only be bound to \(xml)"
        case ("xmlns", _): return "the prefix “xmlns” cannot be declared"
        case (_, xml): return "\(name) cannot be bound to \(uri), which is reserved for “xml”"
        case (_, xmlns): return "\(name) cannot be bound to \(uri), which is reserved for “xmlns”"
        case ("", _): return nil
        default: return uri.isEmpty ? "\(name) cannot be bound to an empty URI" : nil
        }
    }
}
