extension Tape {
    /// Whether two elements, documents or other nodes say the same: expanded names, attributes in any order, children
    /// in order, adjacent character data taken together, whether it stands in CDATA sections or not; without places,
    /// prefixes, namespace declarations, and the document type.
    ///
    /// Complexity: O(*n*) in the size of the smaller one.
    static func areEqual(_ left: Tape, _ leftIndex: Int, _ right: Tape, _ rightIndex: Int) -> Bool {
        if left === right, leftIndex == rightIndex { return true }
        var left = ContentWalker(left, from: leftIndex)
        var right = ContentWalker(right, from: rightIndex)
        while true {
            let (a, b) = (left.next(), right.next())
            guard ContentWalker.areEqual(a, left.tape, b, right.tape) else { return false }
            if a == nil { return true }
        }
    }

    /// Puts into `hasher` what equal nodes have in common: names, and how much character data there is.
    func hash(_ index: Int, into hasher: inout Hasher) {
        var walker = ContentWalker(self, from: index)
        var length = 0
        while let event = walker.next() {
            switch event {
            case .start(let element):
                withString(name(nameNumber(element)).local) { for byte in $0.indices { hasher.combine($0[byte]) } }
            case .text(let pieces): for piece in pieces { length += data(piece).range.count }
            case .end, .other: break
            }
        }
        hasher.combine(length)
    }
}

/// Goes through the content of a tape, with what does not matter for equality left out.
private struct ContentWalker {
    enum Event: Equatable {
        case start(Int)
        case end
        /// Character data in its pieces, none of them empty.
        case text([Int])
        /// A comment, processing instruction or entity reference.
        case other(Int)
    }

    let tape: Tape
    private var index: Int
    private let limit: Int
    /// Where the open elements end.
    private var ends: [Int] = []

    init(_ tape: Tape, from index: Int) {
        self.tape = tape
        if tape.kind(index) == .document {
            self.index = tape.firstChild(index)
            limit = tape.end(index)
        } else {
            self.index = index
            limit = tape.next(index)
        }
    }

    mutating func next() -> Event? {
        if let end = ends.last, index >= end {
            ends.removeLast()
            return .end
        }
        var pieces: [Int] = []
        while index < (ends.last ?? limit) {
            let head = tape.head(index)
            switch head.kind {
            case .text, .cdata:
                if !tape.data(index).range.isEmpty { pieces.append(index) }
            case .element:
                if !pieces.isEmpty { return .text(pieces) }
                ends.append(tape.end(index))
                defer { index = tape.firstChild(index) }
                return .start(index)
            case .comment, .processingInstruction, .entityReference:
                if !pieces.isEmpty { return .text(pieces) }
                defer { index += head.kind.length(head) }
                return .other(index)
            case .document, .documentType, .attribute, .namespace:
                break
            }
            index += head.kind.length(head)
        }
        if !pieces.isEmpty { return .text(pieces) }
        guard !ends.isEmpty else { return nil }
        ends.removeLast()
        return .end
    }

    static func areEqual(_ a: Event?, _ left: Tape, _ b: Event?, _ right: Tape) -> Bool {
        switch (a, b) {
        case (nil, nil), (.end, .end): true
        case (.start(let a), .start(let b)): haveEqualTags(left, a, right, b)
        case (.text(let a), .text(let b)): haveEqualText(left, a, right, b)
        case (.other(let a), .other(let b)):
            left.kind(a) == right.kind(b) && haveEqualText(left, [a], right, [b])
                && (left.kind(a) != .processingInstruction
                    || left.string(left.nameNumber(a)) == right.string(right.nameNumber(b)))
        default: false
        }
    }

    private static func haveEqualText(_ left: Tape, _ a: [Int], _ right: Tape, _ b: [Int]) -> Bool {
        if a.count == 1, b.count == 1 {
            return left.withData(a[0]) { first in right.withData(b[0]) { second in first.hasSameBytes(as: second) } }
        }
        return a.flatMap { left.withData($0) { $0.array } } == b.flatMap { right.withData($0) { $0.array } }
    }

    private static func haveEqualTags(_ left: Tape, _ a: Int, _ right: Tape, _ b: Int) -> Bool {
        guard areSameName(left, left.nameNumber(a), right, right.nameNumber(b)) else { return false }
        let mine = left.attributes(of: a)
        let others = right.attributes(of: b)
        guard mine.count == others.count else { return false }
        // Usually they stand in the same order.
        let isSame = zip(mine, others).allSatisfy { first, second in
            areSameName(left, left.nameNumber(first), right, right.nameNumber(second))
                && haveEqualText(left, [first], right, [second])
        }
        if isSame { return true }
        let pairs = others.map { (right.expandedName(right.nameNumber($0)), right.dataString($0)) }
        let values = Dictionary(pairs) { first, _ in first }
        return mine.allSatisfy { values[left.expandedName(left.nameNumber($0))] == left.dataString($0) }
    }

    private static func areSameName(_ left: Tape, _ a: Int, _ right: Tape, _ b: Int) -> Bool {
        let (first, second) = (left.name(a), right.name(b))
        func areSame(_ a: Int, _ b: Int) -> Bool {
            left.withString(a) { first in right.withString(b) { second in first.hasSameBytes(as: second) } }
        }
        return areSame(first.local, second.local) && areSame(first.uri, second.uri)
    }
}

extension Span<UInt8> {
    func hasSameBytes(as other: Span<UInt8>) -> Bool {
        guard count == other.count else { return false }
        for index in indices where self[index] != other[index] { return false }
        return true
    }
}
