extension XMLEdit {
    /// Moves an element before another one.
    ///
    /// The element keeps its bytes, with the edits in it, before and after the move. Its old place changes as if the
    /// element were removed, and its new place as for ``insert(_:before:)-(_,XMLTree.Element)``; lines in the element
    /// keep their indentation. Comments beside it stay.
    ///
    /// ```swift
    /// var edit = XMLEdit(try XMLTree(parsing: "<list><item/> <rule xmlns:p='u'><p:last/></rule></list>"))
    /// try edit.move(edit.element(at: "//p:last"), before: edit.element(at: "list/item"))
    /// let bytes = try edit.xmlBytes()
    /// // <list><p:last xmlns:p="u"/><item/> <rule xmlns:p='u'></rule></list>
    /// ```
    ///
    /// Its start tag declares each prefix that occurs in the element, also in text and values, unless the prefix has
    /// the same namespace at the new place; likewise the default namespace. `xml:space`, `xml:lang` and `xml:base` of
    /// the elements around it are not copied.
    ///
    /// - Parameters:
    ///   - element: an element of ``tree``. An element that was moved is moved again.
    ///   - other: an element of ``tree``, also one that was moved.
    /// - Throws: ``XMLError/Code/uneditable``, also if the element contains the new place;
    ///   ``XMLError/Code/missingRootElement`` for the root element; ``XMLError/Code/contentAfterRootElement`` for a
    ///   place beside it; ``XMLError/Code/overlappingEdits`` if an earlier edit has removed or replaced the element or
    ///   its new place.
    /// - Complexity: O(depth), and O(*n*) in the length of the element when the result is made; for an element that was
    ///   moved, also in the number of insertions at its place.
    public mutating func move(_ element: XMLTree.Element, before other: XMLTree.Element) throws(XMLError) {
        try move(element, beside: spot(of: other), isBefore: true)
    }

    /// Moves an element before a node: see ``move(_:before:)-(_,XMLTree.Element)``.
    public mutating func move(_ element: XMLTree.Element, before node: XMLTree.Node) throws(XMLError) {
        try move(element, beside: spot(of: node, isRemoved: false), isBefore: true)
    }

    /// Moves an element after another one: see ``move(_:before:)-(_,XMLTree.Element)``.
    public mutating func move(_ element: XMLTree.Element, after other: XMLTree.Element) throws(XMLError) {
        try move(element, beside: spot(of: other), isBefore: false)
    }

    /// Moves an element after a node: see ``move(_:before:)-(_,XMLTree.Element)``.
    public mutating func move(_ element: XMLTree.Element, after node: XMLTree.Node) throws(XMLError) {
        try move(element, beside: spot(of: node, isRemoved: false), isBefore: false)
    }

    /// Moves an element to the end of another one's content: see ``move(_:before:)-(_,XMLTree.Element)``, and
    /// ``append(_:to:)`` for the layout.
    public mutating func move(_ element: XMLTree.Element, toEndOf other: XMLTree.Element) throws(XMLError) {
        try move(element, into: other, isAtEnd: true)
    }

    /// Moves an element to the beginning of another one's content: see ``move(_:before:)-(_,XMLTree.Element)``, and
    /// ``prepend(_:to:)`` for the layout.
    public mutating func move(_ element: XMLTree.Element, toStartOf other: XMLTree.Element) throws(XMLError) {
        try move(element, into: other, isAtEnd: false)
    }

    // MARK: Recording

    private mutating func move(_ element: XMLTree.Element, beside other: EditSpot, isBefore: Bool) throws(XMLError) {
        let spot = try movable(element)
        guard spot.index != other.index else { return }
        let move = edited.moved[other.index]
        let parent = move?.parent ?? other.parent
        guard parent != Tape.document else {
            throw error(
                .contentAfterRootElement, "an element cannot be moved beside the root element",
                at: other.range.lowerBound)
        }
        if edited.isContentSet(parent, after: move?.order ?? -1) {
            throw overlap(at: spot.range.lowerBound, with: tape.sourceRange(parent).lowerBound)
        }
        try check(spot, canBeIn: parent)
        let order = nextOrder()
        let place = try insert(NewContent(moved: spot.index), beside: other, isBefore: isBefore, order: order)
        record(spot, place, parent, order)
    }

    private mutating func move(
        _ element: XMLTree.Element, into other: XMLTree.Element, isAtEnd: Bool
    ) throws(XMLError) {
        let spot = try movable(element)
        try check(other)
        try check(spot, canBeIn: other.entry)
        let order = nextOrder()
        let place = try insert(NewContent(moved: spot.index), in: other.entry, isAtEnd: isAtEnd, order: order)
        record(spot, place, other.entry, order)
    }

    private mutating func record(_ spot: EditSpot, _ place: EditedContent.Place, _ parent: Int, _ order: Int) {
        let removal = edited.moved[spot.index]?.removal ?? self.removal(of: spot)
        edited.moved[spot.index] = EditedContent.Move(removal: removal, place: place, parent: parent, order: order)
    }

    // MARK: Checks

    /// Returns the spot of an element that can be moved from its place.
    private mutating func movable(_ element: XMLTree.Element) throws(XMLError) -> EditSpot {
        let spot = try spot(of: element)
        guard spot.parent != Tape.document else {
            throw error(.missingRootElement, "the root element cannot be moved", at: spot.range.lowerBound)
        }
        try checkRange(spot.range)
        if edited.moved[spot.index] == nil { try checkRange(removal(of: spot).range) }
        try checkPresence(of: spot.index, at: spot.range.lowerBound)
        return spot
    }

    /// Checks that an element may be moved into another one.
    private func check(_ spot: EditSpot, canBeIn parent: Int) throws(XMLError) {
        try checkPresence(of: parent, at: spot.range.lowerBound, outside: spot.index)
    }

    /// Checks that no earlier edit has removed or replaced an element or its ancestors after all moves. Also checks
    /// that `outside` is not among these elements.
    private func checkPresence(of element: Int, at offset: Int, outside: Int? = nil) throws(XMLError) {
        var current = element
        while current != Tape.document {
            let start = tape.sourceRange(current).lowerBound
            if current == outside {
                throw error(
                    .uneditable, "an element cannot be moved into itself", at: offset,
                    help: "move the other element out of it before")
            }
            if edited.isReplaced(current) { throw overlap(at: offset, with: start) }
            let move = edited.moved[current]
            guard let parent = move?.parent ?? tape.parent(ofElement: current) else { return }
            if edited.isContentSet(parent, after: move?.order ?? -1) {
                throw overlap(at: offset, with: tape.sourceRange(parent).lowerBound)
            }
            current = parent
        }
    }
}
