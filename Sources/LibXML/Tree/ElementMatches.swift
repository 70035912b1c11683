/// Walks the elements of a tree along a path.
struct ElementCursor: PathCursor {
    private let texts: TextIndex?

    init(_ steps: [PathStep], from element: XMLTree.Element) {
        texts = TextIndex(steps, element.tape, in: element.entry)
    }

    func matches(of step: PathStep, at position: Int, in element: XMLTree.Element) -> ElementMatches {
        ElementMatches(step, in: element, texts)
    }

    func next(in matches: inout ElementMatches) -> XMLTree.Element? { matches.next() }
}

extension PathWalk<ElementCursor> {
    init(_ steps: [PathStep], from element: XMLTree.Element) {
        self.init(steps, from: element, ElementCursor(steps, from: element))
    }
}

/// The elements that one step matches in one element, in document order.
struct ElementMatches: Sequence, IteratorProtocol {
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
    private let step: PathStep
    private let texts: TextIndex?
    private var elements: Elements
    /// The first predicate that ``next()`` evaluates: a lookup finds the child at an index.
    private var firstPredicate = 0
    /// The number of matches found in each parent before the first predicate that is a position.
    private var counts: [Int: Int] = [:]
    /// The last match in each parent before the first predicate that is a position.
    private var lasts: [Int: Int] = [:]

    /// - Parameter texts: the index of an element around this element, if there is one.
    init(_ step: PathStep, in element: XMLTree.Element, _ texts: TextIndex?) {
        self.step = step
        self.texts = texts
        self.element = element
        let tape = element.tape
        switch step.target {
        case .attribute, .malformed: elements = .found([].makeIterator())
        case .itself: elements = .found([element.entry].makeIterator())
        case .element where step.isDeep:
            let descendants = XMLTree.Descendants(tape: tape, ancestor: element.entry, named: step.nameTest)
            elements = .descendants(descendants.makeIterator())
        case .element:
            if case .index(let index)? = step.predicates.first {
                firstPredicate = 1
                let child =
                    if let test = step.nameTest {
                        tape.child(of: element.entry, named: test, at: index)
                    } else {
                        index < 0 ? nil : element.elements.dropFirst(index).first?.entry
                    }
                elements = .found((child.map { [$0] } ?? []).makeIterator())
            } else if let test = step.nameTest {
                elements = .first(test)
            } else {
                elements = .children(element.elements.makeIterator())
            }
        }
    }

    mutating func next() -> XMLTree.Element? {
        while let found = nextNamed() { if satisfies(found) { return found } }
        return nil
    }

    private mutating func nextNamed() -> XMLTree.Element? {
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
            return nextNamed()
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

    // MARK: Predicates

    private mutating func satisfies(_ found: XMLTree.Element) -> Bool {
        // Whether a predicate that is a position has left at most one element in each parent.
        var isSingle = firstPredicate > 0
        for position in firstPredicate..<step.predicates.count {
            switch step.predicates[position] {
            case .index(let index):
                guard (isSingle ? 0 : count(found)) == index else { return false }
                isSingle = true
            case .last:
                guard isSingle || found.entry == last(found, before: position) else { return false }
                isSingle = true
            case .attribute(let test, let value):
                guard found.tape.hasAttribute(of: found.entry, test, equalTo: value) else { return false }
            case .element(let test, let value):
                guard found.tape.hasChild(of: found.entry, test, equalTo: value, texts) else { return false }
            }
        }
        return true
    }

    /// Counts an element. Returns the number of those counted before it in its parent.
    private mutating func count(_ found: XMLTree.Element) -> Int {
        let parent = found.tape.parent(ofElement: found.entry) ?? Tape.document
        defer { counts[parent, default: 0] += 1 }
        return counts[parent, default: 0]
    }

    /// For an element that the step matches with the predicates before a position: returns the last such element in the
    /// same parent.
    private mutating func last(_ found: XMLTree.Element, before position: Int) -> Int? {
        guard step.target != .itself, let parent = found.tape.parent(ofElement: found.entry) else { return found.entry }
        if let last = lasts[parent] { return last }
        let siblings = PathStep(target: step.target, predicates: Array(step.predicates[..<position]))
        var last: Int?
        for sibling in ElementMatches(siblings, in: XMLTree.Element(tape: found.tape, entry: parent), texts) {
            last = sibling.entry
        }
        lasts[parent] = last
        return last
    }
}
