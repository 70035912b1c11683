extension XMLEdit {
    /// Changes the name of an element, in both tags.
    ///
    /// Attributes that the element has by default, because the document type declares them for its name, are written in
    /// the tag. If the document type declares others for the new name, set them, or ``bytes()`` throws
    /// ``XMLError/Code/uneditable``.
    ///
    /// - Parameters:
    ///   - element: an element of ``tree``.
    ///   - name: the new name as it is written, with a prefix that is declared in this scope, or none.
    /// - Throws: ``XMLError/Code/uneditable``; ``XMLError/Code/invalidName``; ``XMLError/Code/undeclaredPrefix``;
    ///   ``XMLError/Code/overlappingEdits`` if the element was already renamed.
    /// - Complexity: O(*n*) in the length of the tags.
    public mutating func rename(_ element: XMLTree.Element, to name: String) throws(XMLError) {
        try check(element)
        let places = places(of: element.entry)
        let new = try resolve(name, at: element.entry, isAttribute: false)
        prepareTag(of: element.entry)
        guard edited.tags[element.entry]?.name == nil else {
            throw overlap(at: places.name.lowerBound, with: places.name.lowerBound)
        }
        let endName = places.endTag + 2..<places.endTag + 2 + places.name.count
        try checkRange(places.name)
        if !places.isOneTag { try checkRange(endName) }
        edited.tags[element.entry]?.name = new
        record(places.name, Array(name.utf8))
        if !places.isOneTag { record(endName, Array(name.utf8)) }
    }

    /// Removes an element; with its line, if nothing else is on it.
    ///
    /// An insertion beside it overlaps the removal of its line: use ``replace(_:with:)-(XMLTree.Element,_)``, or
    /// ``replaceContent(of:with:)`` for all children of an element.
    ///
    /// - Throws: ``XMLError/Code/uneditable``; ``XMLError/Code/missingRootElement`` for the root element;
    ///   ``XMLError/Code/overlappingEdits`` if it was already removed or replaced.
    public mutating func remove(_ element: XMLTree.Element) throws(XMLError) {
        try remove(spot(of: element))
    }

    /// Removes a node; a node other than text with its line, if nothing else is on it.
    ///
    /// The removal of a line overlaps that of the white space on it: use ``replaceContent(of:with:)`` to remove all
    /// nodes of an element.
    ///
    /// - Throws: the errors of ``remove(_:)-(XMLTree.Element)``.
    public mutating func remove(_ node: XMLTree.Node) throws(XMLError) {
        try remove(spot(of: node, isRemoved: true))
    }

    /// Replaces an element with a fragment.
    ///
    /// - Throws: the errors of ``append(_:to:)``; ``XMLError/Code/missingRootElement`` or
    ///   ``XMLError/Code/contentAfterRootElement`` unless the fragment contains one element in place of the root
    ///   element.
    public mutating func replace(_ element: XMLTree.Element, with fragment: XMLFragment) throws(XMLError) {
        try replace(spot(of: element), fragment)
    }

    /// Replaces a node with a fragment.
    ///
    /// - Throws: the errors of ``replace(_:with:)-(XMLTree.Element,_)``.
    public mutating func replace(_ node: XMLTree.Node, with fragment: XMLFragment) throws(XMLError) {
        try replace(spot(of: node, isRemoved: true), fragment)
    }

    // MARK: Recording

    private mutating func remove(_ spot: EditSpot) throws(XMLError) {
        guard spot.parent != Tape.document || spot.kind != .element else {
            throw error(.missingRootElement, "the root element cannot be removed", at: spot.range.lowerBound)
        }
        var replacement = EditedContent.Replacement()
        var range = spot.range
        if spot.kind != .text, !isPreserved(spot.parent), let line = tape.wholeLine(around: spot.range) {
            if spot.parent != Tape.document {
                replacement.spaceBefore = spot.range.lowerBound - line.range.lowerBound
                replacement.spaceAfter = line.spaceAfter
            }
            range = line.range
        }
        try replace(spot, range, [], replacement)
    }

    private mutating func replace(_ spot: EditSpot, _ fragment: XMLFragment) throws(XMLError) {
        let parsed = try parsed(fragment, in: spot.parent)
        try checkTopLevel(parsed, at: spot, mayHaveRoot: spot.kind == .element)
        let text = try written(parsed)
        try replace(spot, spot.range, text, EditedContent.Replacement(parts: [.markup(parsed)]))
    }

    private mutating func replace(
        _ spot: EditSpot, _ range: Range<Int>, _ text: [UInt8], _ replacement: EditedContent.Replacement
    ) throws(XMLError) {
        guard edited.replaced[spot.index] == nil else {
            throw overlap(at: spot.range.lowerBound, with: spot.range.lowerBound)
        }
        try checkRange(range)
        edited.replaced[spot.index] = replacement
        record(range, text)
    }

    /// Checks that markup may be at the top level of the document, if it is to be there.
    func checkTopLevel(_ markup: ParsedMarkup, at spot: EditSpot, mayHaveRoot: Bool) throws(XMLError) {
        guard spot.parent == Tape.document else { return }
        let offset = spot.range.lowerBound
        if mayHaveRoot, markup.elementCount == 0 {
            throw error(.missingRootElement, "a document needs a root element", at: offset)
        }
        if markup.elementCount > (mayHaveRoot ? 1 : 0) || markup.hasText {
            throw error(
                .contentAfterRootElement,
                "only comments and processing instructions are allowed outside the root element",
                at: offset)
        }
    }
}

/// A node to edit.
struct EditSpot {
    var index: Int
    var parent: Int
    var kind: TapeKind
    /// Its range in the document's text.
    var range: Range<Int>
    /// The next node, or the end of the parent's content.
    var next: Int
}

extension XMLEdit {
    func spot(of element: XMLTree.Element) throws(XMLError) -> EditSpot {
        try check(element)
        return spot(element.entry, in: tape.parent(ofElement: element.entry) ?? Tape.document)
    }

    /// - Parameter isRemoved: whether the node itself changes, and not only what is beside it.
    func spot(of node: XMLTree.Node, isRemoved: Bool) throws(XMLError) -> EditSpot {
        try check(node.tape, at: node.entry)
        let spot = spot(node.entry, in: node.parentIndex)
        if isRemoved, spot.kind == .documentType {
            throw error(.uneditable, "the document type declaration cannot be edited", at: spot.range.lowerBound)
        }
        guard tape.source.withText({ self.isWritten(spot, in: $0, asWhole: isRemoved) }) else {
            throw producedByEntity(at: spot.range.lowerBound)
        }
        return spot
    }

    private func spot(_ index: Int, in parent: Int) -> EditSpot {
        EditSpot(
            index: index, parent: parent, kind: tape.kind(index), range: tape.sourceRange(index),
            next: tape.next(index))
    }

    /// Whether a node is written in the document, and not produced by an entity.
    ///
    /// - Parameter asWhole: whether text must not contain a reference to an entity anywhere, and not only at its ends.
    private func isWritten(_ spot: EditSpot, in text: Span<UInt8>, asWhole: Bool) -> Bool {
        let start = spot.range.lowerBound
        switch spot.kind {
        case .element: return text.has("<", at: start)
        case .comment: return text.has("<!--", at: start)
        case .cdata: return text.has("<![CDATA[", at: start)
        case .processingInstruction: return text.has("<?", at: start)
        case .entityReference: return !tape.data(spot.index).isInArena
        case .documentType: return true
        case .document, .attribute, .namespace: return false
        case .text:
            // An entity may produce text and elements, which then have overlapping ranges.
            if text.hasEntityReference(at: start) { return false }
            if spot.next < tape.end(spot.parent), tape.sourceRange(spot.next).lowerBound < spot.range.upperBound {
                return false
            }
            guard asWhole else { return true }
            return !spot.range.contains { text.hasEntityReference(at: $0) }
        }
    }
}
