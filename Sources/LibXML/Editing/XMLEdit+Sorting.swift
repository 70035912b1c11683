extension XMLEdit {
    /// Sorts the child elements of an element.
    ///
    /// Each element takes the place of another one, so that the white space, text and processing instructions between
    /// the places stay. Elements that are equal keep their order. If the elements are in order, nothing changes.
    ///
    /// ```swift
    /// var edit = XMLEdit(try XMLTree(parsing: "<list><item id='2'/> <item id='1'/></list>"))
    /// try edit.sortElements(of: edit.tree.root) { ($0[attribute: "id"] ?? "") < ($1[attribute: "id"] ?? "") }
    /// let bytes = try edit.xmlBytes()  // <list><item id='1'/> <item id='2'/></list>
    /// ```
    ///
    /// Comments belong to the element after them, unless there is an empty line in between, and are sorted with it. A
    /// comment between an element and the end of its line belongs to that element.
    ///
    /// The elements are compared as they are in ``tree``, without their edits. Edits inside the elements, before and
    /// after the sorting, remain. Content that is inserted beside an element later stays beside it.
    ///
    /// - Parameters:
    ///   - element: an element of ``tree``.
    ///   - areInIncreasingOrder: whether the first element comes before the second one; it must be a strict weak
    ///     ordering.
    /// - Throws: ``XMLError/Code/uneditable`` if an entity has produced one of the elements, or a repair has changed
    ///   one; ``XMLError/Code/overlappingEdits`` if something was inserted beside the elements, or an element was
    ///   replaced, because new content cannot be compared: sort ``editedTree()``; errors of `areInIncreasingOrder`.
    /// - Complexity: O(*n* log *n*) comparisons for *n* children.
    public mutating func sortElements(
        of element: XMLTree.Element,
        by areInIncreasingOrder: (_ first: XMLTree.Element, _ second: XMLTree.Element) throws -> Bool
    ) throws {
        try check(element)
        let parent = element.entry
        try checkOrder(in: parent)
        let written = remainingElements(of: parent)
        let current = edited.sorted[parent]?.elements.filter { edited.moved[$0] == nil && !isRemoved($0) } ?? written
        let sorted = try current.map { XMLTree.Element(tape: tape, entry: $0) }.sorted(by: areInIncreasingOrder)
            .map(\.entry)
        guard sorted != current else { return }
        for index in sorted { try check(XMLTree.Element(tape: tape, entry: index)) }
        for unit in units(in: parent) { try checkRange(textRange(of: unit.entries)) }
        edited.sorted[parent] =
            sorted == written ? nil : EditedContent.Sorting(elements: sorted, order: nextOrder())
    }

    /// Checks that the children of an element are those of the tree.
    private func checkOrder(in parent: Int) throws(XMLError) {
        func check(_ places: EditedContent.Place..., at offset: Int) throws(XMLError) {
            for place in places where !edited.remaining(at: place).isEmpty {
                throw overlap(at: offset, with: edited.insertions[place]?.offset ?? offset)
            }
        }
        let start = tape.sourceRange(parent).lowerBound
        if edited.isContentSet(parent) { throw overlap(at: start, with: start) }
        try check(.start(parent), .end(parent), at: start)
        var children = tape.children(of: parent)
        while let (index, head) = children.next(tape) {
            try check(.before(index), .after(index), at: start)
            if head.kind == .element, let replaced = edited.replaced[index], !replaced.isRemoval {
                throw overlap(at: start, with: replaced.node.lowerBound)
            }
        }
    }

    private func isRemoved(_ node: Int) -> Bool { edited.replaced[node]?.isRemoval ?? false }

    /// Returns the child elements that no edit has removed or moved.
    private func remainingElements(of parent: Int) -> [Int] {
        var elements: [Int] = []
        var children = tape.children(of: parent)
        while let (index, head) = children.next(tape) {
            if head.kind == .element, edited.moved[index] == nil, !isRemoved(index) { elements.append(index) }
        }
        return elements
    }

    // MARK: The result

    /// Determines which element is at each position after the edits.
    mutating func fillSortedPositions() {
        for (parent, sorting) in edited.sorted {
            // An element that was removed before is not a part of the order.
            let known = Set(sorting.elements)
            let units = units(in: parent).filter { known.contains($0.element) }
            let places = Dictionary(uniqueKeysWithValues: zip(units.map(\.element), units.indices))
            let sorted = sorting.elements.compactMap { places[$0] }.map { units[$0].entries }
            for (unit, new) in zip(units, sorted) where unit.entries != new {
                edited.sortedPositions[unit.entries.lowerBound] = EditedContent.SortedPosition(
                    end: unit.entries.upperBound, unit: new)
            }
        }
    }

    func textRange(of entries: Range<Int>) -> Range<Int> {
        var last = entries.lowerBound
        while tape.next(last) < entries.upperBound { last = tape.next(last) }
        return tape.sourceRange(entries.lowerBound).lowerBound..<tape.sourceRange(last).upperBound
    }

    /// Returns the child elements that have not moved, or beside which something is inserted, each with the comments
    /// that belong to it.
    func units(in parent: Int) -> [(element: Int, entries: Range<Int>)] {
        var units: [(element: Int, entries: Range<Int>)] = []
        var finder = UnitFinder()
        var children = tape.children(of: parent)
        while let (index, head) = children.next(tape) {
            switch head.kind {
            case .element where !isPlaced(index): finder.reset()
            case .element:
                units.append((index, (finder.leading ?? index)..<tape.next(index)))
                finder.startLine()
            // A removed comment is not the first or the last node of a unit.
            case .comment where isRemoved(index): break
            case .comment where !isWritten(index): finder.reset()
            case .comment: finder.comment(index, end: tape.next(index))
            case .text where tape.withData(index) { $0.isXMLSpace }:
                let lines = tape.withData(index) { data in
                    var count = 0
                    for offset in data.indices where data[offset] == 0x0A { count += 1 }
                    return count
                }
                if lines > 0, let end = finder.trailingEnd, let last = units.indices.last {
                    units[last].entries = units[last].entries.lowerBound..<end
                }
                finder.space(lines: lines)
            default: finder.reset()
            }
        }
        // The end tag may be on the line of the last element.
        if let end = finder.trailingEnd, let last = units.indices.last, lineStart(of: units[last].element) != nil {
            units[last].entries = units[last].entries.lowerBound..<end
        }
        return units
    }

    private func isPlaced(_ element: Int) -> Bool {
        guard edited.moved[element] != nil || isRemoved(element) else { return true }
        return !edited.remaining(at: .before(element)).isEmpty || !edited.remaining(at: .after(element)).isEmpty
    }

    private func isWritten(_ comment: Int) -> Bool {
        tape.source.withText { $0.has("<!--", at: tape.sourceRange(comment).lowerBound) }
    }
}

/// Finds the comments that belong to elements.
private struct UnitFinder {
    /// The first of the comments before the next element.
    private(set) var leading: Int?
    /// The end of the comments after an element on its line.
    private(set) var trailingEnd: Int?
    private var isOnLineOfElement = false

    mutating func reset() { self = UnitFinder() }

    mutating func startLine() { self = UnitFinder(isOnLineOfElement: true) }

    private init(isOnLineOfElement: Bool) { self.isOnLineOfElement = isOnLineOfElement }

    init() {}

    mutating func comment(_ index: Int, end: Int) {
        if leading == nil { leading = index }
        if isOnLineOfElement { trailingEnd = end }
    }

    mutating func space(lines: Int) {
        // Comments on the line of the element before belong to it.
        if lines > 1 || lines > 0 && trailingEnd != nil { leading = nil }
        if lines > 0 { (trailingEnd, isOnLineOfElement) = (nil, false) }
    }
}
