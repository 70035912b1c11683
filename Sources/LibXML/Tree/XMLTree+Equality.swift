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

    /// Hashes what `==` compares.
    public func hash(into hasher: inout Hasher) {
        tape.hash(Tape.document, into: &hasher)
    }
}

// MARK: Elements

extension XMLTree.Element: Hashable, Comparable {
    /// Returns whether both are the same element of the same tree: see ``hasSameContent(as:)`` for their content.
    /// Complexity: O(1).
    public static func == (left: Self, right: Self) -> Bool {
        left.tape === right.tape && left.entry == right.entry
    }

    /// Hashes what `==` compares.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(ObjectIdentifier(tape))
        hasher.combine(entry)
    }

    /// Returns whether an element begins before another one, in document order. Elements of different trees have an
    /// order that stays the same while the program runs. Complexity: O(1).
    public static func < (left: Self, right: Self) -> Bool {
        Tape.isOrdered((left.tape, left.entry), (right.tape, right.entry))
    }

    /// Returns whether two elements have the same content, as in ``XMLTree/==(_:_:)``; their surroundings are ignored.
    ///
    /// - Complexity: O(*n*) in the size of the smaller element.
    public func hasSameContent(as other: Self) -> Bool {
        Tape.areEqual(tape, entry, other.tape, other.entry)
    }
}

// MARK: Nodes

extension XMLTree.Node: Hashable, Comparable {
    /// Returns whether both are the same node of the same tree: see ``hasSameContent(as:)`` for their content.
    /// Complexity: O(1).
    public static func == (left: Self, right: Self) -> Bool {
        left.tape === right.tape && left.entry == right.entry
    }

    /// Hashes what `==` compares.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(ObjectIdentifier(tape))
        hasher.combine(entry)
    }

    /// Returns whether a node begins before another one, in document order. Nodes of different trees have an order that
    /// stays the same while the program runs. Complexity: O(1).
    public static func < (left: Self, right: Self) -> Bool {
        Tape.isOrdered((left.tape, left.entry), (right.tape, right.entry))
    }

    /// Returns whether two nodes have the same content, as in ``XMLTree/==(_:_:)``; their surroundings are ignored.
    ///
    /// - Complexity: O(*n*) in the size of the smaller node.
    public func hasSameContent(as other: Self) -> Bool {
        Tape.areEqual(tape, entry, other.tape, other.entry)
    }
}

extension Tape {
    fileprivate static func isOrdered(_ left: (tape: Tape, entry: Int), _ right: (tape: Tape, entry: Int)) -> Bool {
        (ObjectIdentifier(left.tape), left.entry) < (ObjectIdentifier(right.tape), right.entry)
    }
}

// MARK: Attributes

extension XMLTree.Attribute: Hashable {
    /// Returns whether two attributes have the same expanded name and value; their elements are ignored.
    public static func == (left: Self, right: Self) -> Bool {
        left.name == right.name && left.value.hasSameBytes(as: right.value)
    }

    /// Hashes what `==` compares.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(name)
        hasher.combine(value)
    }
}
