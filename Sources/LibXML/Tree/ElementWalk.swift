/// The elements at a path, found one at a time. Does not recurse.
struct ElementWalk: Sequence, IteratorProtocol {
    private let steps: [XMLPath.Step]
    private var frames: [ElementSource] = []
    /// The first element, until the walk begins.
    private var start: XMLTree.Element?

    init(_ steps: ArraySlice<XMLPath.Step>, from element: XMLTree.Element) {
        self.steps = Array(steps)
        start = element
    }

    /// Whether the elements come in document order, without duplicates: whether no step searches inside elements that
    /// `//` found.
    var isOrdered: Bool {
        guard let deep = steps.firstIndex(of: .descendants) else { return true }
        return steps[(deep + 1)...].count { if case .index = $0 { false } else { true } } <= 1
    }

    mutating func next() -> XMLTree.Element? {
        if let element = start {
            start = nil
            if let end = follow(element, from: 0) { return end }
        }
        while let top = frames.indices.last {
            guard let element = frames[top].next() else {
                frames.removeLast()
                continue
            }
            if let end = follow(element, from: frames[top].following) { return end }
        }
        return nil
    }

    /// Follows the path from the step at `position`. Returns the element if no step is left.
    private mutating func follow(_ element: XMLTree.Element, from position: Int) -> XMLTree.Element? {
        var isDeep = false
        for place in position..<steps.count {
            switch steps[place] {
            case .descendants: isDeep = true
            case .attribute, .malformed: return nil
            case .index(let index):
                isDeep = false
                // An index that does not follow a name applies to each element as a list with one element.
                if index != 0 { return nil }
            case .element, .any:
                var following = place + 1
                var index: Int?
                if following < steps.count, case .index(let number) = steps[following] {
                    index = number
                    following += 1
                }
                let test = steps[place].nameTest
                frames.append(ElementSource(element, test, isDeep: isDeep, at: index, following: following))
                return nil
            }
        }
        return element
    }
}

extension XMLPath.Step {
    /// The name that the step matches; nil if it matches any name.
    var nameTest: NameTest? {
        if case .element(let test) = self { test } else { nil }
    }
}

/// The elements that one step matches in one element.
struct ElementSource {
    private enum Elements {
        /// The first matching child, before it is looked up.
        case first(NameTest)
        /// The other matching children.
        case rest(NameTest)
        case children(XMLTree.Elements.Iterator)
        case found(IndexingIterator<[Int]>)
        case descendants(XMLTree.Descendants.Iterator)
    }

    private let element: XMLTree.Element
    private var elements: Elements
    /// The index of the element among the matches in one parent, and the number of matches found in each parent.
    private let index: Int?
    private var counts: [Int: Int] = [:]
    /// The position of the next step.
    let following: Int

    /// - Parameter test: the name of the elements; nil for all elements.
    init(_ element: XMLTree.Element, _ test: NameTest?, isDeep: Bool, at index: Int?, following: Int) {
        self.element = element
        self.index = isDeep ? index : nil
        self.following = following
        let tape = element.tape
        if isDeep {
            let descendants = XMLTree.Descendants(tape: tape, ancestor: element.entry, named: test)
            elements = .descendants(descendants.makeIterator())
        } else if let index {
            let child =
                if let test {
                    tape.child(of: element.entry, named: test, at: index)
                } else {
                    index < 0 ? nil : element.elements.dropFirst(index).first?.entry
                }
            elements = .found((child.map { [$0] } ?? []).makeIterator())
        } else if let test {
            elements = .first(test)
        } else {
            elements = .children(element.elements.makeIterator())
        }
    }

    mutating func next() -> XMLTree.Element? {
        while let found = nextAny() {
            guard let index else { return found }
            let parent = element.tape.parent(ofElement: found.entry) ?? Tape.document
            counts[parent, default: 0] += 1
            if counts[parent] == index + 1 { return found }
        }
        return nil
    }

    private mutating func nextAny() -> XMLTree.Element? {
        let tape = element.tape
        switch elements {
        case .first(let test):
            guard let first = tape.firstChild(of: element.entry, named: test) else {
                elements = .found([].makeIterator())
                return nil
            }
            elements = .rest(test)
            return XMLTree.Element(tape: tape, entry: first)
        case .rest(let test):
            var children = tape.children(of: element.entry, named: test).makeIterator()
            _ = children.next()
            elements = .found(children)
            return nextAny()
        case .children(var iterator):
            let child = iterator.next()
            elements = .children(iterator)
            return child
        case .found(var iterator):
            let child = iterator.next()
            elements = .found(iterator)
            return child.map { XMLTree.Element(tape: tape, entry: $0) }
        case .descendants(var iterator):
            let found = iterator.next()
            elements = .descendants(iterator)
            return found
        }
    }
}
