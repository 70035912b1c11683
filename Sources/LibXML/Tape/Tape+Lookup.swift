import Synchronization

extension Tape {
    /// How many children, of whatever kind, are looked through before an index of the elements is made.
    private static let indexThreshold = 64

    /// The first child element that a test matches.
    ///
    /// Complexity: O(*n*) in the number of children; O(1) on average for more than 64, after the first time.
    func firstChild(of parent: Int, named test: NameTest) -> Int? {
        if let index = existingIndex(of: parent) { return index.first(test, self) }
        var test = ElementTest(test)
        var seen = 0
        var children = children(of: parent)
        while let (child, head) = children.next(self) {
            if head.kind == .element, test.matches(child, name: head.name, self) { return child }
            seen += 1
            if seen > Self.indexThreshold { return makeIndex(of: parent).first(test.test, self) }
        }
        return nil
    }

    /// All child elements that a test matches, in document order.
    ///
    /// Complexity: O(*n*) in the number of children; in the number of matches, for more than 64 children after the first
    /// time.
    func children(of parent: Int, named test: NameTest) -> [Int] {
        if let index = existingIndex(of: parent) { return index.all(test, self) }
        var test = ElementTest(test)
        var elements: [Int] = []
        var seen = 0
        var children = children(of: parent)
        while let (child, head) = children.next(self) {
            if head.kind == .element, test.matches(child, name: head.name, self) { elements.append(child) }
            seen += 1
            if seen > Self.indexThreshold { return makeIndex(of: parent).all(test.test, self) }
        }
        return elements
    }

    /// The child element at a position among those that a test matches; nil if there are not that many.
    ///
    /// Complexity: O(*n*) in the number of children; O(1) on average for more than 64, after the first time, if they
    /// all have the same prefix.
    func child(of parent: Int, named test: NameTest, at position: Int) -> Int? {
        guard position != 0 else { return firstChild(of: parent, named: test) }
        if let index = existingIndex(of: parent) { return index.child(test, at: position, self) }
        let children = children(of: parent, named: test)
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

    /// The attribute with this qualified name.
    func attribute(of element: Int, written name: String) -> Int? {
        tag(of: element).first(self) { _, head in head.kind == .attribute && isWritten(head.name, as: name) }
    }

    /// The first attribute that a test matches.
    func attribute(of element: Int, named test: NameTest) -> Int? {
        tag(of: element).first(self) { _, head in
            head.kind == .attribute && names.table.matchesAttribute(head.name, test)
        }
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

/// A ``NameTest`` for elements, which remembers its last answer: siblings tend to share their name.
struct ElementTest: Sendable {
    let test: NameTest
    private var last = -1
    private var match = NameTable.Match.never

    init(_ test: NameTest) { self.test = test }

    /// Whether the test matches the element at an entry of a tape.
    @inline(__always)
    mutating func matches(_ element: Int, name: Int, _ tape: Tape) -> Bool {
        if name != last {
            match = tape.names.table.match(name, test)
            last = name
        }
        switch match {
        case .always: return true
        case .never: return false
        case .inNamespaceOfParent:
            guard let parent = tape.parent(ofElement: element), parent != Tape.document else { return true }
            return tape.names.table.hasSameNamespace(name, tape.nameNumber(parent))
        }
    }
}
