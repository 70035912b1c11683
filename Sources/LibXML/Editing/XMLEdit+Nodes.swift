extension XMLEdit {
    /// Changes the name of an element, in both tags.
    ///
    /// Attributes that the element has by default, because the document type declares them for its name, are written in
    /// the tag. If the document type declares others for the new name, set them, or ``xmlBytes()`` throws
    /// ``XMLError/Code/uneditable``.
    ///
    /// - Parameters:
    ///   - element: an element of ``tree``.
    ///   - name: the new name as it is written, with a prefix that is declared in this scope, or none.
    /// - Throws: ``XMLError/Code/uneditable``; ``XMLError/Code/invalidName``; ``XMLError/Code/undeclaredPrefix``.
    /// - Complexity: O(*n*) in the length of the tags.
    public mutating func rename(_ element: XMLTree.Element, to name: String) throws(XMLError) {
        try check(element)
        let places = places(of: element.entry)
        let new = try resolve(name, at: element.entry, isAttribute: false)
        let endName = places.endTag + 2..<places.endTag + 2 + places.name.count
        try checkRange(places.name)
        if !places.isOneTag { try checkRange(endName) }
        prepareTag(of: element.entry)
        let order = nextOrder()
        edited.tags[element.entry]?.name = EditedTag.Name(
            written: name, expanded: new.expanded, order: order)
    }

    /// Removes an element, and its line with the white space on it if nothing else is on the line.
    ///
    /// Replace the element with `""` to keep the white space, as the digest of an enveloped signature needs. Content
    /// that was inserted beside the element stays in its place, as do elements that were moved out of it before.
    ///
    /// - Throws: ``XMLError/Code/uneditable``; ``XMLError/Code/missingRootElement`` for the root element.
    public mutating func remove(_ element: XMLTree.Element) throws(XMLError) {
        try remove(spot(of: element))
    }

    /// Removes a node; a node other than text also with its line, if nothing else is on it.
    ///
    /// - Throws: the errors of ``remove(_:)-(XMLTree.Element)``.
    public mutating func remove(_ node: XMLTree.Node) throws(XMLError) {
        try remove(spot(of: node, isRemoved: true))
    }

    /// Replaces an element with a fragment.
    ///
    /// - Throws: the errors of ``append(_:to:)``; ``XMLError/Code/missingRootElement`` or
    ///   ``XMLError/Code/contentAfterRootElement`` unless the fragment contains one element in place of the root
    ///   element; ``XMLError/Code/overlappingEdits`` if the element was removed.
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
        if edited.moved[spot.index] != nil {
            if edited.moved[spot.index]?.isRemoved == true { return }
            edited.moved[spot.index]?.isRemoved = true
            let order = nextOrder()
            edited.moved[spot.index]?.replacedOrder = order
            return
        }
        if edited.replaced[spot.index]?.isRemoval == true { return }
        var removal = removal(of: spot)
        try checkRange(removal.range)
        removal.order = nextOrder()
        edited.replaced[spot.index] = removal
    }

    /// Returns the removal of a node with its line, if nothing else is on it.
    mutating func removal(of spot: EditSpot) -> EditedContent.Replacement {
        var removal = EditedContent.Replacement(isRemoval: true, node: spot.range, range: spot.range, order: order)
        guard spot.kind != .text, !isPreserved(spot.parent), let line = tape.wholeLine(around: spot.range) else {
            return removal
        }
        // The tree does not contain white space at the top level.
        if spot.parent != Tape.document {
            removal.spaceBefore = spot.range.lowerBound - line.range.lowerBound
            removal.spaceAfter = line.spaceAfter
        }
        removal.range = line.range
        return removal
    }

    private mutating func replace(_ spot: EditSpot, _ fragment: XMLFragment) throws(XMLError) {
        let move = edited.moved[spot.index]
        var parsed = try parsed(fragment, in: move?.parent ?? spot.parent)
        if move == nil, !layout(in: spot.parent).isMixed, tape.wholeLine(around: spot.range) != nil,
            let line = tape.lineStart(at: spot.range.lowerBound),
            let indented = try indented(parsed, in: spot.parent, after: line.indentation)
        {
            parsed = indented
        }
        try checkTopLevel(parsed, at: spot, mayHaveRoot: spot.kind == .element)
        let text = try written(parsed)
        guard move?.isRemoved != true, edited.replaced[spot.index]?.isRemoval != true else {
            throw overlap(at: spot.range.lowerBound, with: spot.range.lowerBound)
        }
        try checkRange(spot.range)
        if let move { try checkPlace(of: spot, move) }
        let order = nextOrder()
        guard let move else {
            edited.replaced[spot.index] = EditedContent.Replacement(
                parts: [.markup(parsed)], text: text, node: spot.range, range: spot.range, order: order)
            return
        }
        guard let place = movedIndex(spot.index, move) else { return }
        edited.insertions[move.place]?.all[place].part = .markup(parsed)
        edited.insertions[move.place]?.all[place].text = text
        edited.insertions[move.place]?.all[place].order = order
        edited.moved[spot.index]?.order = order
        edited.moved[spot.index]?.replacedOrder = order
    }

    /// If markup is inserted at the top level of the document, checks that it may be there.
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

    /// - Parameter isRemoved: whether the node itself changes, or only the content beside it.
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

    /// Whether a node is written in the document, rather than produced by an entity.
    ///
    /// - Parameter asWhole: whether a reference to an entity is excluded in the whole text, or only at its ends.
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
