import Synchronization

extension Tape {
    /// How many children, of whatever kind, are looked through before an index of the elements is made.
    private static let indexThreshold = 64

    /// The first child element that a query means.
    ///
    /// Complexity: O(*n*) in the number of children; O(1) on average for more than 64, after the first time.
    func firstChild(of parent: Int, named query: NameQuery) -> Int? {
        if let index = existingIndex(of: parent) { return index.first(query, self) }
        var resolution = NameResolution(query, self)
        var seen = 0
        var children = children(of: parent)
        while let (child, head) = children.next(self) {
            if head.kind == .element, resolution.add(head.name) { return child }
            seen += 1
            if seen > Self.indexThreshold { return makeIndex(of: parent).first(query, self) }
        }
        return resolution.numbers.isEmpty ? nil : firstChild(of: parent, among: resolution.numbers)
    }

    /// All child elements that a query means, in document order.
    ///
    /// Complexity: O(*n*) in the number of children; in the number of those found, for more than 64 after the first
    /// time.
    func children(of parent: Int, named query: NameQuery) -> [Int] {
        if let index = existingIndex(of: parent) { return index.all(query, self) }
        var resolution = NameResolution(query, self)
        var elements: [Int] = []
        var seen = 0
        var children = children(of: parent)
        while let (child, head) = children.next(self) {
            if head.kind == .element {
                _ = resolution.add(head.name)
                elements.append(child)
            }
            seen += 1
            if seen > Self.indexThreshold { return makeIndex(of: parent).all(query, self) }
        }
        let numbers = resolution.numbers
        return elements.filter { numbers.contains(nameNumber($0)) }
    }

    /// The child element at a position among those that a query means; nil when there is none.
    ///
    /// Complexity: O(*n*) in the number of children; O(1) on average for more than 64, after the first time, where they
    /// all have the same prefix.
    func child(of parent: Int, named query: NameQuery, at position: Int) -> Int? {
        guard position != 0 else { return firstChild(of: parent, named: query) }
        if let index = existingIndex(of: parent) { return index.child(query, at: position, self) }
        let children = children(of: parent, named: query)
        return children.indices.contains(position) ? children[position] : nil
    }

    /// The child elements whose name is written so. Makes no array.
    ///
    /// Complexity: O(*n*) in the number of children; O(1) on average for more than 64, after the first time.
    func children(of parent: Int, written name: String) -> WrittenChildren {
        if let index = existingIndex(of: parent) { return WrittenChildren(index.group(written: name, self)) }
        var first: Int?
        var isRepeated = false
        // Siblings tend to share their name: one that was another is not looked at again.
        var other = -1
        var seen = 0
        var children = children(of: parent)
        while let (child, head) = children.next(self) {
            if head.kind == .element, !isRepeated, head.name != other {
                if isWritten(head.name, as: name) {
                    isRepeated = first != nil
                    first = first ?? child
                } else {
                    other = head.name
                }
            }
            seen += 1
            if seen > Self.indexThreshold { return WrittenChildren(makeIndex(of: parent).group(written: name, self)) }
        }
        guard let first else { return .none }
        return isRepeated ? .siblings(first) : .one(first)
    }

    private func firstChild(of parent: Int, among numbers: [Int]) -> Int? {
        children(of: parent).first(self) { _, head in head.kind == .element && numbers.contains(head.name) }
    }

    /// The attribute whose name is written so.
    func attribute(of element: Int, written name: String) -> Int? {
        tag(of: element).first(self) { _, head in head.kind == .attribute && isWritten(head.name, as: name) }
    }

    /// The attribute that a query means.
    func attribute(of element: Int, named query: NameQuery) -> Int? {
        var resolution = NameResolution(query, self)
        var candidates: [Int] = []
        var tag = tag(of: element)
        while let (index, head) = tag.next(self) {
            guard head.kind == .attribute else { continue }
            if resolution.add(head.name) { return index }
            candidates.append(index)
        }
        let numbers = resolution.numbers
        return candidates.first { numbers.contains(nameNumber($0)) }
    }

    private func existingIndex(of parent: Int) -> KeyIndex? {
        guard end(parent) - parent > 2 * Self.indexThreshold else { return nil }
        return keyIndexes.locked { $0[parent] }
    }

    private func makeIndex(of parent: Int) -> KeyIndex {
        let index = KeyIndex(self, parent)
        // Another task may have made one meanwhile; either will do.
        keyIndexes.locked { $0[parent] = index }
        return index
    }
}

/// The child elements of one name.
enum WrittenChildren {
    case none
    case one(Int)
    /// Several, the first of them, in an element of few children.
    case siblings(Int)
    case group(KeyIndex.Group)

    fileprivate init(_ group: KeyIndex.Group?) {
        self = group.map(Self.group) ?? .none
    }
}
