extension Tape {
    /// The name of this number as it is written, with its prefix if it has one.
    func qualifiedName(_ number: Int) -> String { names.qualifiedName(number) }

    /// The expanded name of this number.
    func expandedName(_ number: Int) -> XMLName {
        let name = name(number)
        return XMLName(string(name.local) ?? "", namespaceURI: string(name.uri))
    }

    /// Whether the name of this number is written so. Makes no string.
    @inline(__always)
    func isWritten(_ number: Int, as text: String) -> Bool { names.table.isWritten(number, as: text) }

    /// Whether the local name of this number is `text`. Makes no string.
    func isLocal(_ number: Int, _ text: String) -> Bool { names.table.isLocal(number, text) }

    /// Whether the name of this number is `name`. Makes no string.
    func isExpanded(_ number: Int, _ name: XMLName) -> Bool { names.table.isExpanded(number, name) }
}
