/// New names and attributes of an element. Attributes are identified by their names as written.
struct EditedTag: Sendable {
    struct Name: Sendable {
        var written: String
        var expanded: XMLName
        var order = 0
    }

    struct Value: Sendable {
        /// The name of a new attribute; nil for one of the document, and for a namespace declaration.
        var name: Name?
        var value: String
        /// The value, or the new attribute with the space before it, as written in the document.
        var text: [UInt8]
        var order: Int
    }

    var name: Name?
    var values: [ExactKey: Value] = [:]
    var names: [ExactKey: Name] = [:]
    /// The attributes that are removed, with the order of the edit.
    var removed: [ExactKey: Int] = [:]
    var added: [Value] = []
    /// The prefixes that are declared for an element that was moved; nil for the default namespace.
    var declared: [(prefix: String?, uri: String)] = []
    /// The expanded names of all attributes after the edits.
    var used: Set<XMLName> = []

    /// - Parameter element: the element, whose attributes are written in the document.
    init(_ element: Int, in tape: Tape) {
        for index in tape.attributes(of: element) where !tape.head(index).isDefaulted {
            used.insert(tape.expandedName(tape.nameNumber(index)))
        }
    }

    var isEmpty: Bool {
        name == nil && values.isEmpty && names.isEmpty && removed.isEmpty && added.isEmpty && declared.isEmpty
    }

    /// Returns the index of the new attribute with a name.
    func addedIndex(_ name: XMLName) -> Int? {
        guard used.contains(name) else { return nil }
        return added.firstIndex { $0.name?.expanded == name }
    }

    /// Returns the old name of the attribute that has a name after it was renamed.
    func renamed(to name: XMLName) -> String? {
        guard used.contains(name) else { return nil }
        return names.first { $0.value.expanded == name }?.key.text
    }
}
