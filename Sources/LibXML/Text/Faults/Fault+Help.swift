extension Fault {
    /// Help for a document with several root elements.
    static let helpForFurtherRoot = "a document has one root element: put the others inside it"

    /// Returns help for an end tag that does not match the innermost element; nil if the cause is not obvious.
    ///
    /// - Parameters:
    ///   - name: the name in the end tag.
    ///   - open: the name of the innermost element.
    ///   - isOpen: whether an element called `name` is open around it.
    static func helpForMismatch(_ name: String, open: String, isOpen: Bool) -> String? {
        if isOpen { return helpForVoid(open) }
        // Long names are not compared with many short names.
        guard abs(name.utf8.count - open.utf8.count) <= 4 else { return nil }
        if name.lowercased() == open.lowercased() { return "names are case-sensitive: did you mean </\(shown(open))>?" }
        return name.unicodeScalars.differsByOneEdit(from: open.unicodeScalars) ? "did you mean </\(shown(open))>?" : nil
    }

    /// Returns the help for an element that is a void element in HTML; nil for others.
    static func helpForVoid(_ name: String) -> String? {
        name.withUTF8Span { HTMLVoidElements.contains($0) } ? "write <\(name)/> for an element without content" : nil
    }
}
