extension XMLTree: Hashable {
    /// Returns whether two documents have the same content.
    ///
    /// Compares expanded names, attributes in any order, and children in order. Adjacent character data is compared as
    /// one text, whether or not it is in CDATA sections. Locations, prefixes, namespace declarations, the XML
    /// declaration and the document type are ignored.
    ///
    /// - Complexity: O(*n*) in the size of the smaller document.
    public static func == (left: Self, right: Self) -> Bool {
        Tape.areEqual(left.tape, Tape.document, right.tape, Tape.document)
    }

    public func hash(into hasher: inout Hasher) {
        tape.hash(Tape.document, into: &hasher)
    }
}

extension XMLTree.Element: Hashable {
    /// Returns whether two elements have the same content, as in ``XMLTree/==(_:_:)``; what is around them is ignored.
    public static func == (left: Self, right: Self) -> Bool {
        Tape.areEqual(left.tape, left.entry, right.tape, right.entry)
    }

    public func hash(into hasher: inout Hasher) {
        tape.hash(entry, into: &hasher)
    }
}

extension XMLTree.Node: Hashable {
    /// Returns whether two nodes have the same content, as in ``XMLTree/==(_:_:)``; what is around them is ignored.
    public static func == (left: Self, right: Self) -> Bool {
        Tape.areEqual(left.tape, left.entry, right.tape, right.entry)
    }

    public func hash(into hasher: inout Hasher) {
        tape.hash(entry, into: &hasher)
    }
}

extension XMLTree.Attribute: Hashable {
    /// Returns whether two attributes have the same expanded name and value; their elements are ignored.
    public static func == (left: Self, right: Self) -> Bool {
        left.name == right.name && left.value == right.value
    }

    public func hash(into hasher: inout Hasher) {
        hasher.combine(name)
        hasher.combine(value)
    }
}
