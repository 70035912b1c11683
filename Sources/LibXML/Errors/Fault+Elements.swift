// What is said of elements whose end is missing.

extension Fault {
    /// An end tag that is not that of the innermost element.
    ///
    /// - Parameters:
    ///   - open: the name of that element.
    ///   - isOpen: whether an element of this name is open around it.
    static func mismatch(_ name: String, open: String, isOpen: Bool) -> String {
        isOpen ? "<\(open)> is not closed before </\(name)>" : "the end tag </\(name)> does not match <\(open)>"
    }

    static func unclosed(_ name: String) -> String { "the document ends inside <\(name)>" }

    static func beginning(of name: String) -> String { "<\(name)> begins here" }

    /// What to do about an element that HTML has without content.
    static func helpForVoid(_ name: String) -> String? {
        let isVoid = ["br", "hr", "img", "input", "link", "meta", "col", "wbr"].contains(name.lowercased())
        return isVoid ? "in XML an element without content is written <\(name)/>" : nil
    }
}
