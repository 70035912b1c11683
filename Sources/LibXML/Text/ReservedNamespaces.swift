/// The namespaces of the prefixes `xml` and `xmlns`, and the rules for them (Namespaces in XML 1.0, section 3).
enum ReservedNamespaces {
    static let xml = "http://www.w3.org/XML/1998/namespace"
    static let xmlns = "http://www.w3.org/2000/xmlns/"

    /// Returns the fault of a namespace declaration; nil if it is valid. The prefix is empty for the default namespace.
    static func fault(inDeclarationOf prefix: String, as uri: String) -> String? {
        let name = prefix.isEmpty ? "the default namespace" : "the prefix “\(prefix)”"
        switch (prefix, uri) {
        case ("xml", xml): return nil
        case ("xml", _): return "the prefix “xml” stands for \(xml) and for nothing else"
        case ("xmlns", _): return "the prefix “xmlns” cannot be declared"
        case (_, xml): return "\(name) cannot be bound to \(uri), which belongs to “xml”"
        case (_, xmlns): return "\(name) cannot be bound to \(uri), which belongs to “xmlns”"
        case ("", _): return nil
        default: return uri.isEmpty ? "\(name) is bound to an empty URI, which only the default namespace can be" : nil
        }
    }
}
