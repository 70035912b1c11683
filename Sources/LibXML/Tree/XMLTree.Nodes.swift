extension XMLTree {
    /// A position in a collection of a tree, valid only in that collection.
    public struct Index<Base>: Comparable, Sendable {
        let offset: Int
        private let tape: ObjectIdentifier

        init(offset: Int, in tape: Tape) {
            self.offset = offset
            self.tape = ObjectIdentifier(tape)
        }

        /// Returns whether an index comes before another one of the same collection.
        public static func < (left: Self, right: Self) -> Bool { left.offset < right.offset }

        /// Traps unless the index is in this tape, from `start` to before `end`. An invalid index would read arbitrary
        /// memory.
        func check(in tape: Tape, from start: Self, to end: Self) {
            precondition(self.tape == ObjectIdentifier(tape) && self >= start && self < end, "index out of range")
        }
    }

    /// The nodes in an element, or at the top level of a document, in document order.
    public struct Nodes: Collection, Sendable {
        /// A position in the collection.
        public typealias Index = XMLTree.Index<Nodes>

        let tape: Tape
        let parent: Int
        /// The position of the first item, or `endIndex` if the collection is empty.
        public let startIndex: Index
        /// The position after the last item.
        public let endIndex: Index

        init(tape: Tape, parent: Int) {
            self.tape = tape
            self.parent = parent
            startIndex = Index(offset: tape.firstChild(parent), in: tape)
            endIndex = Index(offset: tape.end(parent), in: tape)
        }

        /// Returns the node at a position. O(1).
        public subscript(position: Index) -> Node {
            position.check(in: tape, from: startIndex, to: endIndex)
            return Node(tape: tape, entry: position.offset, parentIndex: parent)
        }

        /// Returns the next position. O(1).
        public func index(after index: Index) -> Index {
            index.check(in: tape, from: startIndex, to: endIndex)
            return Index(offset: tape.next(index.offset), in: tape)
        }

        /// The last node; nil if there are no nodes. Complexity: O(*n*).
        public var last: Node? { reduce(nil) { $1 } }
    }

    /// The child elements of an element, in document order.
    public struct Elements: Collection, Sendable {
        /// A position in the collection.
        public typealias Index = XMLTree.Index<Elements>

        let tape: Tape
        let parent: Int
        /// The position of the first item, or `endIndex` if the collection is empty.
        public let startIndex: Index
        /// The position after the last item.
        public let endIndex: Index

        init(tape: Tape, parent: Int) {
            self.tape = tape
            self.parent = parent
            endIndex = Index(offset: tape.end(parent), in: tape)
            startIndex = Self.element(from: tape.firstChild(parent), to: endIndex, tape)
        }

        /// Returns the element at a position. O(1).
        public subscript(position: Index) -> Element {
            position.check(in: tape, from: startIndex, to: endIndex)
            return Element(tape: tape, entry: position.offset)
        }

        /// Returns the next position. O(1).
        public func index(after index: Index) -> Index {
            index.check(in: tape, from: startIndex, to: endIndex)
            return Self.element(from: tape.next(index.offset), to: endIndex, tape)
        }

        private static func element(from start: Int, to end: Index, _ tape: Tape) -> Index {
            var index = start
            while index < end.offset, tape.kind(index) != .element { index = tape.next(index) }
            return Index(offset: Swift.min(index, end.offset), in: tape)
        }

        /// The last element; nil if there are no elements. Complexity: O(*n*) in the number of nodes.
        public var last: Element? { reduce(nil) { $1 } }
    }
}
