extension XMLTree {
    /// An element of a tree.
    ///
    /// Two elements are equal when they say the same: see ``XMLTree/==(_:_:)``.
    public struct Element: Sendable {
        let tape: Tape
        let index: Int
    }

    /// The root element.
    public var root: Element {
        // A well-formed document has one.
        Element(tape: tape, index: tape.firstElement(Tape.document) ?? Tape.document)
    }
}

// MARK: Name

extension XMLTree.Element {
    /// The expanded name.
    public var name: XMLName { tape.expandedName(tape.nameNumber(index)) }

    /// The name as it is written, with its prefix if it has one.
    public var qualifiedName: String { tape.qualifiedName(tape.nameNumber(index)) }

    /// The name without its prefix.
    public var localName: String { tape.string(tape.name(tape.nameNumber(index)).local) ?? "" }

    /// The prefix as it is written, if there is one.
    public var prefix: String? { tape.string(tape.name(tape.nameNumber(index)).prefix) }

    /// The URI of the namespace; nil for an element in none.
    public var namespaceURI: String? { tape.string(tape.name(tape.nameNumber(index)).uri) }
}

// MARK: Relatives

extension XMLTree.Element {
    /// The element around this one; nil for a root.
    public var parent: XMLTree.Element? {
        guard let parent = tape.parent(ofElement: index), parent != Tape.document else { return nil }
        return Self(tape: tape, index: parent)
    }

    /// Everything in this element, in document order.
    public var children: XMLTree.Nodes { XMLTree.Nodes(tape: tape, parent: index) }

    /// The child elements, in document order.
    public var elements: XMLTree.Elements { XMLTree.Elements(tape: tape, parent: index) }
}

// MARK: Text

extension XMLTree.Element {
    /// The character data of this element, without that of its child elements: text, CDATA sections, and references to
    /// entities that were not read, as written. White space is kept.
    ///
    /// Complexity: O(*n*) in the number of children and the length of the text.
    public var text: String {
        tape.text(of: index, isDeep: false)
    }

    /// The character data of this element and of everything in it.
    ///
    /// Complexity: O(*n*) in the size of the element.
    public var textContent: String {
        tape.text(of: index, isDeep: true)
    }
}

extension XMLTree.Element: CustomStringConvertible {
    /// What stands in the document from the start tag to the end tag: see ``source``.
    public var description: String { source }
}
