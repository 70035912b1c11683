// What is said of elements whose end is missing.

extension Fault {
    /// How much of a name is shown in a message, in bytes.
    static let longestName = 120

    /// A name as it is shown in a message: the beginning of a long one.
    ///
    /// - Parameter count: its whole length in bytes, where only the beginning is given.
    static func shown(_ name: String, of count: Int? = nil) -> String {
        (count ?? name.utf8.count) <= longestName ? name : "\(name.prefix(60))…"
    }

    /// An end tag that is not that of the innermost element.
    ///
    /// - Parameters:
    ///   - open: the name of that element.
    ///   - isOpen: whether an element of this name is open around it.
    static func mismatch(_ name: String, open: String, isOpen: Bool) -> String {
        let (name, open) = (shown(name), shown(open))
        return isOpen ? "<\(open)> is not closed before </\(name)>" : "the end tag </\(name)> does not match <\(open)>"
    }

    static func unclosed(_ name: String) -> String { "the document ends inside <\(shown(name))>" }

    static func beginning(of name: String) -> String { "<\(shown(name))> begins here" }

    /// What to do about an element that HTML has without content.
    static func helpForVoid(_ name: String) -> String? {
        let isVoid = ["br", "hr", "img", "input", "link", "meta", "col", "wbr"].contains(name.lowercased())
        return isVoid ? "write <\(name)/> for an element without content" : nil
    }
}
