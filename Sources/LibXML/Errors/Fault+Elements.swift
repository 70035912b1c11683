// Messages about elements and their text.

extension Fault {
    /// The longest name that messages show in full, in bytes.
    static let longestName = 120

    /// Returns a name for messages: in full, or its first 60 characters.
    ///
    /// - Parameter count: the length of the name in bytes, if `name` is only its beginning.
    static func shown(_ name: String, of count: Int? = nil) -> String {
        (count ?? name.utf8.count) <= longestName ? name : "\(name.prefix(60))…"
    }

    /// Returns the message for an end tag that does not match the innermost element.
    ///
    /// - Parameters:
    ///   - open: the name of that element.
    ///   - isOpen: whether an element with the name of the end tag is open around it.
    static func mismatch(_ name: String, open: String, isOpen: Bool) -> String {
        let (name, open) = (shown(name), shown(open))
        return isOpen ? "<\(open)> is not closed before </\(name)>" : "the end tag </\(name)> does not match <\(open)>"
    }

    static func unclosed(_ name: String) -> String { "the document ends inside <\(shown(name))>" }

    static func beginning(of name: String) -> String { "<\(shown(name))> begins here" }

    static func cdataEndInText(at offset: Int) -> Fault {
        Fault(
            .cdataEndInText, "“]]>” is not allowed in text", at: offset, help: "write ]]&gt; for a literal “]]>”")
    }
}
