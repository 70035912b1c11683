// The names among which a lookup failed, for suggestions. An error keeps their numbers and the names of the document,
// and no content.

extension Tape {
    /// Returns the numbers of the first names of child elements, in document order.
    ///
    /// Complexity: as that of ``firstChild(of:named:)``.
    func elementNames(in parent: Int) -> [UInt32] {
        if let index = existingIndex(of: parent) { return index.names }
        var names = DistinctNames()
        var seen = 0
        var children = children(of: parent)
        while let (_, head) = children.next(self) {
            if head.kind == .element { names.add(head.name) }
            seen += 1
            if seen > Self.indexThreshold { return makeIndex(of: parent).names }
        }
        return names.numbers
    }

    /// Returns the numbers of the first names of elements at any depth. Complexity: O(*n*) in the size of the element.
    func elementNames(inside ancestor: Int) -> [UInt32] {
        var names = DistinctNames()
        var index = firstChild(ancestor)
        let end = end(ancestor)
        while index < end, !names.isFull {
            let head = head(index)
            if head.kind == .element { names.add(head.name) }
            index += head.length
        }
        return names.numbers
    }

    /// Returns the numbers of the first names of attributes. Complexity: O(1), since at most 200 names are returned.
    func attributeNames(of element: Int) -> [UInt32] {
        var names = DistinctNames()
        var tag = tag(of: element)
        while !names.isFull, let (_, head) = tag.next(self) { if head.kind == .attribute { names.add(head.name) } }
        return names.numbers
    }
}
