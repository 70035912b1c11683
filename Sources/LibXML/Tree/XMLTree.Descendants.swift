extension XMLTree {
    /// The elements at any depth inside an element or a document, in document order.
    public struct Descendants: Sequence, Sendable {
        private let tape: Tape
        private let ancestor: Int
        /// The test that returned elements match; nil for all elements.
        private let test: ElementTest?

        init(tape: Tape, ancestor: Int, named test: NameTest? = nil) {
            self.tape = tape
            self.ancestor = ancestor
            self.test = test.map(ElementTest.init)
        }

        /// Returns an iterator that begins with the first descendant.
        public func makeIterator() -> Iterator {
            Iterator(tape: tape, test: test, index: tape.firstChild(ancestor), end: tape.end(ancestor))
        }

        /// The first descendant; nil for an element without descendants.
        ///
        /// - Complexity: O(*n*) in the size of the content before it.
        public var first: Element? { first { _ in true } }

        /// The number of descendants. Complexity: O(*n*) in the size of the content.
        public var count: Int { reduce(0) { count, _ in count + 1 } }

        /// An iterator over descendants in document order.
        public struct Iterator: IteratorProtocol, Sendable {
            fileprivate let tape: Tape
            fileprivate var test: ElementTest?
            fileprivate var index: Int
            fileprivate let end: Int

            /// Returns the next element, or nil at the end.
            public mutating func next() -> Element? {
                while index < end {
                    let head = tape.head(index)
                    let found = index
                    index += head.length
                    if head.kind == .element, test?.matches(found, name: head.name, tape) ?? true {
                        return Element(tape: tape, entry: found)
                    }
                }
                return nil
            }
        }
    }
}

extension XMLTree {
    /// All elements of the document, including the root, in document order.
    public var descendants: Descendants { Descendants(tape: tape, ancestor: Tape.document) }

    /// Returns the elements of the document, at any depth, that `name` matches: see ``Element/subscript(_:)-(String)``.
    ///
    /// - Complexity: O(1); O(*n*) in the size of the document to iterate over all of them.
    public func descendants(named name: String) -> Descendants {
        Descendants(tape: tape, ancestor: Tape.document, named: NameTest(name))
    }

    /// Returns the elements of the document, at any depth, that have this expanded name.
    public func descendants(named name: XMLName) -> Descendants {
        Descendants(tape: tape, ancestor: Tape.document, named: .expanded(name))
    }
}

extension XMLTree.Element {
    /// All elements inside this one, in document order.
    public var descendants: XMLTree.Descendants { XMLTree.Descendants(tape: tape, ancestor: entry) }

    /// Returns the elements inside this one, at any depth, that `name` matches: see ``subscript(_:)-(String)``.
    ///
    /// - Complexity: O(1); O(*n*) in the size of the element to iterate over all of them.
    public func descendants(named name: String) -> XMLTree.Descendants {
        XMLTree.Descendants(tape: tape, ancestor: entry, named: NameTest(name))
    }

    /// Returns the elements inside this one, at any depth, that have this expanded name.
    public func descendants(named name: XMLName) -> XMLTree.Descendants {
        XMLTree.Descendants(tape: tape, ancestor: entry, named: .expanded(name))
    }
}
