// The entities from which content comes.

extension XMLTree.Node {
    /// The names of the entities from which this node, or parts of its text, come, in the order of their references.
    ///
    /// Entities to which other entities refer, and predefined entities, are not included. Empty for HTML.
    ///
    /// ```swift
    /// let tree = try XMLTree(parsing: "<!DOCTYPE a [<!ENTITY e 'x<b/>'>]><a>1 &e;</a>")
    /// let names = tree.root.children.map { $0.referencedEntities }  // ["e"], ["e"]
    /// ```
    ///
    /// Complexity: O(length).
    public var referencedEntities: [String] { tape.referencedEntities(entry) }
}

extension XMLTree.Element {
    /// The name of the entity from which this element comes; nil for an element whose tags are in the document itself.
    public var referencedEntity: String? { tape.referencedEntities(entry).first }
}

extension XMLTree.Attribute {
    /// The names of the entities to which the value refers as written, in order. Empty for a default attribute, and for
    /// HTML.
    public var referencedEntities: [String] {
        guard !isDefaulted, tape.hasReferences, let range = valueRange else { return [] }
        return tape.source.withText { $0.referencedEntities(in: range) }
    }
}

extension XMLTree {
    /// The general entities that the document declares itself. Complexity: O(*n*) in the length of the declarations.
    package var declaredEntities: DeclaredEntities { tape.declaredEntities }
}

extension XMLTree.Attribute {
    /// Returns the names of the entities that the document does not declare, and to which the value refers, directly or
    /// through others. Such a reference is text in the value.
    package func unreadEntities(_ declared: DeclaredEntities) -> [String] {
        let value = value
        return referencedEntities.flatMap { declared.undeclared(from: $0).inOrder() }
            .filter { value.contains("&\($0);") }
    }
}

extension Tape {
    /// Whether the source is well-formed XML, in which references can be found.
    fileprivate var hasReferences: Bool { !source.isHTML && !isRecovered }

    /// Returns the names of the entities from which an entry, or parts of its text, come.
    fileprivate func referencedEntities(_ entry: Int) -> [String] {
        guard hasReferences else { return [] }
        let range = sourceRange(entry)
        return source.withText { text in
            guard kind(entry) == .text || text.has("&", at: range.lowerBound) else { return [] }
            return text.referencedEntities(in: range)
        }
    }
}

extension Span<UInt8> {
    /// Returns the names of the entities, other than the predefined ones, to which a range of text refers.
    fileprivate func referencedEntities(in range: Range<Int>) -> [String] {
        var names: [String] = []
        var start = range.lowerBound
        while let reference = entityReference(in: start..<range.upperBound) {
            names.append(string(reference.lowerBound + 1..<reference.upperBound - 1))
            start = reference.upperBound
        }
        return names
    }
}
