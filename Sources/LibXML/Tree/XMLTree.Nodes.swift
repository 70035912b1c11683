extension XMLTree {
    /// The nodes in an element, or at the top of a document, in document order.
    public struct Nodes: Collection, Sendable {
        public struct Index: Comparable, Sendable {
            let offset: Int

            public static func < (left: Self, right: Self) -> Bool { left.offset < right.offset }
        }

        let tape: Tape
        let parent: Int
        public let startIndex: Index
        public let endIndex: Index

        init(tape: Tape, parent: Int) {
            self.tape = tape
            self.parent = parent
            startIndex = Index(offset: tape.firstChild(parent))
            endIndex = Index(offset: tape.end(parent))
        }

        public subscript(position: Index) -> Node {
            precondition(position >= startIndex && position < endIndex, "index out of range")
            return Node(tape: tape, index: position.offset, parentIndex: parent)
        }

        public func index(after index: Index) -> Index {
            Index(offset: tape.next(index.offset))
        }
    }

    /// The child elements of an element, in document order.
    public struct Elements: Collection, Sendable {
        public typealias Index = Nodes.Index

        let tape: Tape
        let parent: Int
        public let startIndex: Index
        public let endIndex: Index

        init(tape: Tape, parent: Int) {
            self.tape = tape
            self.parent = parent
            endIndex = Index(offset: tape.end(parent))
            startIndex = Self.element(from: tape.firstChild(parent), to: endIndex, tape)
        }

        public subscript(position: Index) -> Element {
            precondition(position >= startIndex && position < endIndex, "index out of range")
            return Element(tape: tape, index: position.offset)
        }

        public func index(after index: Index) -> Index {
            Self.element(from: tape.next(index.offset), to: endIndex, tape)
        }

        private static func element(from start: Int, to end: Index, _ tape: Tape) -> Index {
            var index = start
            while index < end.offset, tape.kind(index) != .element { index = tape.next(index) }
            return Index(offset: Swift.min(index, end.offset))
        }
    }
}
