extension XMLTree {
    /// Elements at any depth inside another one, or in a document, in document order.
    public struct Descendants: Sequence, Sendable {
        private let tape: Tape
        private let ancestor: Int
        /// Which elements to return; nil for all.
        private let test: ElementTest?

        init(tape: Tape, ancestor: Int, named test: NameTest? = nil) {
            self.tape = tape
            self.ancestor = ancestor
            self.test = test.map(ElementTest.init)
        }

        public func makeIterator() -> Iterator {
            Iterator(tape: tape, test: test, index: tape.firstChild(ancestor), end: tape.end(ancestor))
        }

        public struct Iterator: IteratorProtocol, Sendable {
            fileprivate let tape: Tape
            fileprivate var test: ElementTest?
            fileprivate var index: Int
            fileprivate let end: Int

            public mutating func next() -> Element? {
                while index < end {
                    let head = tape.head(index)
                    let found = index
                    index += head.length
                    if head.kind == .element, test?.matches(found, name: head.name, tape) ?? true {
                        return Element(tape: tape, index: found)
                    }
                }
                return nil
            }
        }
    }
}

extension XMLTree {
    /// All elements of the document, including the root.
    public var descendants: Descendants { Descendants(tape: tape, ancestor: Tape.document) }

    /// The elements of the document, at any depth, that `name` matches: see ``Element/subscript(_:)-(String)``.
    ///
    /// Iterating over all of them takes O(*n*) in the size of the document.
    public func descendants(named name: String) -> Descendants {
        Descendants(tape: tape, ancestor: Tape.document, named: NameTest(name))
    }

    /// The elements of the document, at any depth, that have this expanded name.
    public func descendants(named name: XMLName) -> Descendants {
        Descendants(tape: tape, ancestor: Tape.document, named: .expanded(name))
    }
}

extension XMLTree.Element {
    /// All elements inside this one.
    public var descendants: XMLTree.Descendants { XMLTree.Descendants(tape: tape, ancestor: index) }

    /// The elements inside this one, at any depth, that `name` matches: see ``subscript(_:)-(String)``.
    ///
    /// Iterating over all of them takes O(*n*) in the size of the element.
    public func descendants(named name: String) -> XMLTree.Descendants {
        XMLTree.Descendants(tape: tape, ancestor: index, named: NameTest(name))
    }

    /// The elements inside this one, at any depth, that have this expanded name.
    public func descendants(named name: XMLName) -> XMLTree.Descendants {
        XMLTree.Descendants(tape: tape, ancestor: index, named: .expanded(name))
    }
}
