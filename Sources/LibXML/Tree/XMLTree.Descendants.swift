extension XMLTree {
    /// Elements at any depth inside another one, or in a document, in document order.
    public struct Descendants: Sequence, Sendable {
        private let tape: Tape
        private let ancestor: Int
        /// The names that are wanted; nil for all.
        private let names: NameNumbers?

        init(tape: Tape, ancestor: Int, named query: NameQuery? = nil) {
            self.tape = tape
            self.ancestor = ancestor
            names = query.map { tape.names(in: ancestor, meantBy: $0) }
        }

        public func makeIterator() -> Iterator {
            Iterator(tape: tape, names: names, index: tape.firstChild(ancestor), end: tape.end(ancestor))
        }

        public struct Iterator: IteratorProtocol, Sendable {
            fileprivate let tape: Tape
            fileprivate let names: NameNumbers?
            fileprivate var index: Int
            fileprivate let end: Int

            public mutating func next() -> Element? {
                while index < end {
                    let head = tape.head(index)
                    let found = index
                    index += head.length
                    if head.kind == .element, names?.contains(head.name) ?? true {
                        return Element(tape: tape, index: found)
                    }
                }
                return nil
            }
        }
    }
}

extension XMLTree {
    /// All elements of the document, the root among them.
    public var descendants: Descendants { Descendants(tape: tape, ancestor: Tape.document) }

    /// The elements of the document, at any depth, that `name` means: see ``Element/subscript(_:)-(String)``.
    ///
    /// Complexity: O(*n*) in the size of the document, when it is called and again when it is gone through.
    public func descendants(named name: String) -> Descendants {
        Descendants(tape: tape, ancestor: Tape.document, named: .written(name))
    }

    /// The elements of the document, at any depth, that have this expanded name.
    public func descendants(named name: XMLName) -> Descendants {
        Descendants(tape: tape, ancestor: Tape.document, named: .expanded(name))
    }
}

extension XMLTree.Element {
    /// All elements inside this one.
    public var descendants: XMLTree.Descendants { XMLTree.Descendants(tape: tape, ancestor: index) }

    /// The elements inside this one, at any depth, that `name` means: see ``subscript(_:)-(String)``.
    ///
    /// Complexity: O(*n*) in the size of the element, when it is called and again when it is gone through.
    public func descendants(named name: String) -> XMLTree.Descendants {
        XMLTree.Descendants(tape: tape, ancestor: index, named: .written(name))
    }

    /// The elements inside this one, at any depth, that have this expanded name.
    public func descendants(named name: XMLName) -> XMLTree.Descendants {
        XMLTree.Descendants(tape: tape, ancestor: index, named: .expanded(name))
    }
}

extension Tape {
    /// The names of elements inside `ancestor` that a query means.
    fileprivate func names(in ancestor: Int, meantBy query: NameQuery) -> NameNumbers {
        var resolution = NameResolution(query, self)
        var index = firstChild(ancestor)
        let end = end(ancestor)
        while index < end {
            let head = head(index)
            if head.kind == .element { _ = resolution.add(head.name) }
            index += head.length
        }
        return NameNumbers(resolution.numbers)
    }
}
