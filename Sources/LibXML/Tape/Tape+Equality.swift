extension Tape {
    /// Returns whether two elements, documents or other nodes have equal content.
    ///
    /// This compares expanded names, attributes in any order, and children in order. Adjacent character data is joined,
    /// inside and outside of CDATA sections. Positions, prefixes, namespace declarations and the document type are
    /// ignored.
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

    /// Hashes the content that equal nodes share.
    func hash(_ index: Int, into hasher: inout Hasher) {
        var bytes = ByteHasher(hasher)
        var walker = ContentWalker(self, from: index)
        while let event = walker.next() {
            switch event {
            case .start(let element):
                hash(name: nameNumber(element), into: &bytes)
                bytes.add(attributes(of: element).reduce(0) { $0 &+ hash(ofAttribute: $1) })
            case .text(let pieces): for piece in pieces { withData(piece) { bytes.add($0) } }
            case .other(let node):
                bytes.add(Int(kind(node).rawValue))
                withData(node) { bytes.add($0) }
            case .end: bytes.add(1)
            }
        }
        hasher.combine(bytes.finalize())
    }

    private func hash(name number: Int, into bytes: inout ByteHasher) {
        let name = name(number)
        withString(name.local) { bytes.add($0) }
        withString(name.uri) { bytes.add($0) }
    }

    /// Returns the hash of one attribute. The hashes of an element's attributes are summed, because their order does
    /// not matter.
    private func hash(ofAttribute index: Int) -> Int {
        var bytes = ByteHasher(Hasher())
        hash(name: nameNumber(index), into: &bytes)
        withData(index) { bytes.add($0) }
        return bytes.finalize()
    }
}

/// Hashes bytes, which may arrive in pieces of any length, eight at a time.
private struct ByteHasher {
    private var hasher: Hasher
    private var word: UInt64 = 0
    private var count = 0

    init(_ hasher: Hasher) {
        self.hasher = hasher
    }

    mutating func add(_ bytes: Span<UInt8>) {
        for index in bytes.indices {
            word = word << 8 | UInt64(bytes[index])
            count += 1
            if count % 8 == 0 { hasher.combine(word) }
        }
    }

    /// A number marks the end of the bytes before it.
    mutating func add(_ number: Int) {
        hasher.combine(count)
        hasher.combine(number)
    }

    consuming func finalize() -> Int {
        hasher.combine(word)
        hasher.combine(count)
        return hasher.finalize()
    }
}

/// Iterates over the content of a tape, without the parts that equality ignores.
private struct ContentWalker {
    enum Event: Equatable {
        case start(Int)
        case end
        /// The pieces of character data, each of which is not empty.
        case text([Int])
        /// A comment, processing instruction or entity reference.
        case other(Int)
    }

    let tape: Tape
    private var index: Int
    private let limit: Int
    /// The ends of the open elements.
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
                defer { index += head.length }
                return .other(index)
            case .document, .documentType, .attribute, .namespace:
                break
            }
            index += head.length
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
                    || left.names.table.isString(left.head(a).target, right.string(right.head(b).target)))
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
        let own = left.attributes(of: a)
        let others = right.attributes(of: b)
        guard own.count == others.count else { return false }
        // The order is usually the same.
        func areSameAttribute(_ first: Int, _ second: Int) -> Bool {
            areSameName(left, left.nameNumber(first), right, right.nameNumber(second))
                && haveEqualText(left, [first], right, [second])
        }
        if zip(own, others).allSatisfy(areSameAttribute) { return true }
        return zip(left.sortedByName(own), right.sortedByName(others)).allSatisfy(areSameAttribute)
    }

    private static func areSameName(_ left: Tape, _ a: Int, _ right: Tape, _ b: Int) -> Bool {
        let (first, second) = (left.name(a), right.name(b))
        func areSame(_ a: Int, _ b: Int) -> Bool {
            left.withString(a) { first in right.withString(b) { second in first.hasSameBytes(as: second) } }
        }
        return areSame(first.local, second.local) && areSame(first.uri, second.uri)
    }
}

extension Tape {
    /// Returns the attributes in the order of the bytes of their names.
    fileprivate func sortedByName(_ attributes: [Int]) -> [Int] {
        let names = attributes.map { index in
            let name = name(nameNumber(index))
            return (index, withString(name.uri) { $0.array } + [0] + withString(name.local) { $0.array })
        }
        return names.inOrder { $0.1.lexicographicallyPrecedes($1.1) }.map(\.0)
    }
}
