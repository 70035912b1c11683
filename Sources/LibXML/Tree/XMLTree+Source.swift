// Locations in the document. All ranges are in bytes of the input in its original encoding.

extension XMLTree.Element {
    /// The location of the start tag; that of the reference for an element that comes from an entity.
    ///
    /// Complexity: O(1), but O(*n*) in the length of the document for the first location that is requested.
    public var location: XMLLocation { tape.source.location(at: tape.sourceRange(entry).lowerBound) }

    /// The range of the element in the input, from the start tag to the end tag, in bytes.
    public var sourceRange: Range<Int> { tape.inputRange(tape.sourceRange(entry)) }

    /// The element as written, from the start tag to the end tag. Complexity: O(length).
    public var source: String { tape.sourceString(tape.sourceRange(entry)) }
}

extension XMLTree.Node {
    /// The location of the node; that of the reference for a node that comes from an entity.
    public var location: XMLLocation { tape.source.location(at: tape.sourceRange(entry).lowerBound) }

    /// The range of the node in the input, including its delimiters, in bytes.
    public var sourceRange: Range<Int> { tape.inputRange(tape.sourceRange(entry)) }

    /// The node as written; references in text are not resolved. Complexity: O(length).
    public var source: String { tape.sourceString(tape.sourceRange(entry)) }
}

extension XMLTree {
    /// The name of the document, or the path of its file; nil if it has no name.
    public var sourceName: String? { tape.source.name }

    /// The whole document as a string, without a byte order mark. Complexity: O(*n*).
    public var source: String { tape.sourceString(tape.source.textStart..<tape.source.count) }

    /// The whole document in UTF-8, ready to be written to a file: ``source``, with UTF-8 as the encoding in its
    /// declaration. Complexity: O(*n*).
    public var utf8Source: [UInt8] {
        tape.source.withText { $0.withDeclaredUTF8(from: tape.source.textStart) }
    }
}

extension Span<UInt8> {
    /// Returns a document from an offset on, with UTF-8 as the encoding in its declaration.
    func withDeclaredUTF8(from start: Int) -> [UInt8] {
        let declared = DeclarationText(scanning: self, from: start)?.encoding
        guard let declared, string(declared).uppercased() != "UTF-8" else { return extracting(start..<count).array }
        return extracting(start..<declared.lowerBound).array + Array("UTF-8".utf8)
            + extracting(declared.upperBound..<count).array
    }
}
