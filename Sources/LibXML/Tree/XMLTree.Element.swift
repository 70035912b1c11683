extension XMLTree {
    /// An element of a tree.
    ///
    /// Two elements are equal if they are the same element of the same tree. Their order is that of the document.
    public struct Element: Sendable {
        let tape: Tape
        let entry: Int

        init(tape: Tape, entry: Int) {
            self.tape = tape
            self.entry = entry
        }

        /// Creates the root element of a tape.
        init(rootOf tape: Tape) {
            // A well-formed document has a root element.
            self.init(tape: tape, entry: tape.root ?? Tape.document)
        }
    }

    /// The root element.
    public var root: Element { Element(rootOf: tape) }
}

// MARK: Name

extension XMLTree.Element {
    /// The expanded name.
    public var name: XMLName { tape.expandedName(tape.nameNumber(entry)) }

    /// The name as written, with its prefix if it has one.
    public var qualifiedName: String { tape.qualifiedName(tape.nameNumber(entry)) }

    /// The name without its prefix.
    public var localName: String { tape.string(tape.name(tape.nameNumber(entry)).local) ?? "" }

    /// The prefix as written; nil if the name has no prefix.
    public var prefix: String? { tape.string(tape.name(tape.nameNumber(entry)).prefix) }

    /// The namespace URI; nil for an element in no namespace.
    public var namespaceURI: String? { tape.string(tape.name(tape.nameNumber(entry)).uri) }
}

// MARK: Relatives

extension XMLTree.Element {
    /// The parent element; nil for a root element.
    public var parent: XMLTree.Element? {
        guard let parent = tape.parent(ofElement: entry), parent != Tape.document else { return nil }
        return Self(tape: tape, entry: parent)
    }

    /// The nodes in this element, in document order.
    public var children: XMLTree.Nodes { XMLTree.Nodes(tape: tape, parent: entry) }

    /// The child elements, in document order.
    public var elements: XMLTree.Elements { XMLTree.Elements(tape: tape, parent: entry) }
}

// MARK: Text

extension XMLTree.Element {
    /// The character data of this element and of all elements in it: its string value (XPath 1.0, section 5.2).
    ///
    /// It consists of text, CDATA sections, and references to entities that were not read, as written. White space is
    /// kept.
    ///
    /// Complexity: O(*n*) in the size of the element. A loop that reads the text of an element and of each of its
    /// ancestors thus takes time in proportion to the size of the document times the depth.
    public var text: String {
        tape.text(of: entry, isDeep: true)
    }

    /// The character data of this element, without that of its child elements.
    ///
    /// Complexity: O(*n*) in the number of children and the length of the text.
    public var ownText: String {
        tape.text(of: entry, isDeep: false)
    }
}

extension XMLTree.Element: CustomStringConvertible {
    /// The element as written, from the start tag to the end tag: see ``source``.
    public var description: String { source }
}
