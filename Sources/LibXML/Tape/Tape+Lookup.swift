import Synchronization

extension Tape {
    /// The number of children of any kind that a lookup examines before it creates an index of the elements.
    static let indexThreshold = 64

    /// Returns the first child element that a test matches; nil if there is no such element.
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

    /// Returns all child elements that a test matches, in document order.
    ///
    /// Complexity: O(*n*) in the number of children; for more than 64 children, after the first time, O(*n*) in the
    /// number of matches.
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

    /// Returns the number of child elements that a test matches.
    ///
    /// Complexity: O(*n*) in the number of children; O(1) on average for more than 64, after the first time.
    func childCount(of parent: Int, named test: NameTest) -> Int {
        if let index = existingIndex(of: parent) { return index.count(test, self) }
        return children(of: parent, named: test).count
    }

    /// Returns the child element at a position among those that a test matches; nil if the position is out of range.
    ///
    /// Complexity: O(*n*) in the number of children; O(1) on average for more than 64, after the first time, if they
    /// all have the same prefix.
    func child(of parent: Int, named test: NameTest, at position: Int) -> Int? {
        guard position != 0 else { return firstChild(of: parent, named: test) }
        if let index = existingIndex(of: parent) { return index.child(test, at: position, self) }
        let children = children(of: parent, named: test)
        return children.indices.contains(position) ? children[position] : nil
    }

    /// Returns the child elements with this qualified name. Creates no array.
    ///
    /// Complexity: O(*n*) in the number of children; O(1) on average for more than 64, after the first time.
    func children(of parent: Int, written name: String) -> WrittenChildren {
        if let index = existingIndex(of: parent) { return WrittenChildren(index.group(written: name, self)) }
        var first: Int?
        var isRepeated = false
        // Siblings often share their name, so a name that did not match is not compared again.
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

    /// Returns the next child element of `parent` with the same qualified name as `element`; nil if there is no such
    /// element.
    func sibling(after element: Int, in parent: Int) -> Int? {
        let number = nameNumber(element)
        let name = name(number)
        var index = next(element)
        let end = end(parent)
        while index < end {
            let head = head(index)
            if head.kind == .element {
                if head.name == number { return index }
                let other = self.name(head.name)
                if other.local == name.local, other.prefix == name.prefix { return index }
            }
            index = next(index)
        }
        return nil
    }

    /// Returns the attribute with this qualified name.
    func attribute(of element: Int, written name: String) -> Int? {
        tag(of: element).first(self) { _, head in head.kind == .attribute && isWritten(head.name, as: name) }
    }

    /// Returns the first attribute that a test matches.
    func attribute(of element: Int, named test: NameTest) -> Int? {
        tag(of: element).first(self) { _, head in
            head.kind == .attribute && names.table.matchesAttribute(head.name, test)
        }
    }

    func existingIndex(of parent: Int) -> KeyIndex? {
        guard end(parent) - parent > 2 * Self.indexThreshold else { return nil }
        return keyIndexes.locked { $0[parent] }
    }

    func makeIndex(of parent: Int) -> KeyIndex {
        let index = KeyIndex(self, parent)
        // Another task may have created an equal index in the meantime.
        keyIndexes.locked { $0[parent] = index }
        return index
    }
}

/// The child elements with one qualified name.
enum WrittenChildren {
    case none
    case one(Int)
    /// The first of several child elements in an element with few children.
    case siblings(Int)
    case group(KeyIndex.Group)

    fileprivate init(_ group: KeyIndex.Group?) {
        self = group.map(Self.group) ?? .none
    }
}

/// A ``NameTest`` for elements that caches its last answer, since siblings often share their name.
struct ElementTest: Sendable {
    let test: NameTest
    private var last = -1
    private var match = NameTable.Match.never

    init(_ test: NameTest) { self.test = test }

    /// Returns whether the test matches the element at an entry of a tape.
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
            // The document has the name of the element from which its root was cut out.
            let parent = tape.nameNumber(tape.parent(ofElement: element) ?? Tape.document)
            return parent == Int(TapeHead.none) || tape.names.table.hasSameNamespace(name, parent)
        }
    }
}
