// Faults whose help depends on names.

extension Fault {
    /// Help for a document with several root elements.
    static let helpForFurtherRoot = "a document has one root element: put the others inside it"

    /// The fault of an end tag that does not match the innermost element.
    ///
    /// - Parameters:
    ///   - name: the name in the end tag.
    ///   - open: the name of the innermost element.
    ///   - isOpen: whether an element called `name` is open around it.
    ///   - start: the offset of the start tag of the innermost element.
    static func mismatchedEndTag(_ name: String, in open: String, isOpen: Bool = false, start: Int? = nil) -> Self {
        let (tag, element) = (shown(name), shown(open))
        let message =
            isOpen ? "<\(element)> is not closed before </\(tag)>" : "the end tag </\(tag)> does not match <\(element)>"
        let help = isOpen ? helpForVoid(open) : suggestion(for: name, in: open)
        let note = start.map { Note(message: beginning(of: open), offset: $0) }
        return Self(.mismatchedEndTag, message, note: note, help: help)
    }

    /// Returns help for an end tag; nil if the cause is not obvious.
    private static func suggestion(for name: String, in open: String) -> String? {
        // Long names are not compared with each of many short ones.
        guard abs(name.utf8.count - open.utf8.count) <= 4 else { return nil }
        if name.lowercased() == open.lowercased() { return "names are case-sensitive: did you mean </\(shown(open))>?" }
        return name.unicodeScalars.differsByOneEdit(from: open.unicodeScalars) ? "did you mean </\(shown(open))>?" : nil
    }

    /// Returns the help for an element that is a void element in HTML; nil for others.
    static func helpForVoid(_ name: String) -> String? {
        name.withUTF8Span { HTMLVoidElements.contains($0) } ? "write <\(name)/> for an element without content" : nil
    }

    static func undeclaredPrefix(_ prefix: String) -> Self {
        let help = WellKnownNamespaces.hint(for: prefix)
        return Self(.undeclaredPrefix, "the prefix “\(prefix)” is not declared", help: help)
    }

    static func undeclaredEntity(_ name: String) -> Self {
        let help = HTMLCharacterNames.hint(for: name)
        return Self(.undeclaredEntity, "the entity “\(name)” is not declared", help: help)
    }
}
