extension Tape {
    /// Returns the qualified name with this number.
    func qualifiedName(_ number: Int) -> String { names.qualifiedName(number) }

    /// Returns the expanded name with this number.
    func expandedName(_ number: Int) -> XMLName { names.expandedName(number) }

    /// Returns whether the qualified name with this number is `text`. Creates no string.
    @inline(__always)
    func isWritten(_ number: Int, as text: String) -> Bool { names.table.isWritten(number, as: text) }

    /// Returns whether the local name with this number is `text`. Creates no string.
    func isLocal(_ number: Int, _ text: String) -> Bool { names.table.isLocal(number, text) }

    /// Returns whether the expanded name with this number is `name`. Creates no string.
    func isExpanded(_ number: Int, _ name: XMLName) -> Bool { names.table.isExpanded(number, name) }
}
