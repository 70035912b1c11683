extension XMLTree: Hashable {
    /// Whether two documents say the same: expanded names, attributes in any order, children in order, adjacent
    /// character data taken together, whether it stands in CDATA sections or not. Places, prefixes, namespace
    /// declarations, the XML declaration and the document type do not matter.
    ///
    /// Complexity: O(*n*) in the size of the smaller one.
    public static func == (left: Self, right: Self) -> Bool {
        Tape.areEqual(left.tape, Tape.document, right.tape, Tape.document)
    }

    public func hash(into hasher: inout Hasher) {
        tape.hash(Tape.document, into: &hasher)
    }
}

extension XMLTree.Element: Hashable {
    /// Whether two elements say the same, as for ``XMLTree/==(_:_:)``; what is around them does not matter.
    public static func == (left: Self, right: Self) -> Bool {
        Tape.areEqual(left.tape, left.index, right.tape, right.index)
    }

    public func hash(into hasher: inout Hasher) {
        tape.hash(index, into: &hasher)
    }
}

extension XMLTree.Node: Hashable {
    /// Whether two nodes say the same, as for ``XMLTree/==(_:_:)``; what is around them does not matter.
    public static func == (left: Self, right: Self) -> Bool {
        Tape.areEqual(left.tape, left.index, right.tape, right.index)
    }

    public func hash(into hasher: inout Hasher) {
        tape.hash(index, into: &hasher)
    }
}

extension XMLTree.Attribute: Hashable {
    /// Whether two attributes have the same expanded name and value, wherever they stand.
    public static func == (left: Self, right: Self) -> Bool {
        left.name == right.name && left.value == right.value
    }

    public func hash(into hasher: inout Hasher) {
        hasher.combine(name)
        hasher.combine(value)
    }
}
