extension Tape {
    /// The violated invariants of the tape; empty unless the builder has a bug. For tests.
    ///
    /// Complexity: O(*n*).
    var violations: [String] {
        var checker = InvariantChecker(tape: self)
        checker.checkEntries()
        return checker.violations
    }
}

private struct InvariantChecker {
    let tape: Tape
    var violations: [String] = []
    /// The open elements: the index, and the lowest offset at which the source range of the next child may begin.
    private var open: [(index: Int, position: Int)] = []

    init(tape: Tape) {
        self.tape = tape
    }

    mutating func checkEntries() {
        expect(tape.count > 0 && tape.kind(0) == .document, "the document comes first", 0)
        expect(tape.next(0) == tape.count, "the document ends with the tape", 0)
        open = [(0, 0)]
        var index = tape.firstEntry(in: Tape.document)
        while index < tape.count {
            while let last = open.last, index >= tape.end(last.index) {
                expect(index == tape.end(last.index), "an entry crosses the end of its parent", index)
                open.removeLast()
            }
            let head = tape.head(index)
            checkEntry(index, head)
            index += head.length
        }
        expect(index == tape.count, "the last entry ends with the tape", index)
    }

    private mutating func checkEntry(_ index: Int, _ head: TapeHead) {
        let parent = open[open.count - 1]
        switch head.kind {
        case .document:
            expect(false, "a second document", index)
        case .attribute, .namespace:
            expect(index < tape.firstChild(parent.index), "a part of a tag after content", index)
            if head.kind == .attribute { checkData(index) }
        case .element:
            checkRange(index, in: parent)
            expect(tape.parent(ofElement: index) == parent.index, "the parent is another", index)
            expect(tape.end(index) > index && tape.end(index) <= tape.end(parent.index), "a wrong end", index)
            expect(tape.head(parent.index).hasElements, "a parent without its mark", index)
            expect(tape.nameNumber(index) < tape.nameCount, "no such name", index)
            open.append((index, tape.sourceRange(index).lowerBound))
        case .text, .cdata, .comment, .entityReference, .processingInstruction:
            checkRange(index, in: parent)
            checkData(index)
            expect(head.kind != .text || !tape.data(index).range.isEmpty, "empty text", index)
        case .documentType:
            expect(parent.index == 0, "a document type inside", index)
        }
    }

    private mutating func checkRange(_ index: Int, in parent: (index: Int, position: Int)) {
        let head = tape.head(index)
        if head.kind == .element || head.isWide {
            guard tape.word(index, .start) <= tape.word(index, .end) else {
                return expect(false, "ends before it begins", index)
            }
        }
        let range = tape.sourceRange(index)
        let around = tape.sourceRange(parent.index)
        expect(
            around.lowerBound <= range.lowerBound && range.upperBound <= around.upperBound, "outside its parent", index)
        expect(range.lowerBound >= parent.position, "before its elder sibling", index)
        open[open.count - 1].position = range.lowerBound
    }

    private mutating func checkData(_ index: Int) {
        let (range, isInArena) = tape.data(index)
        let limit = isInArena ? tape.arenaCount : tape.source.count
        expect(range.upperBound <= limit, "data out of bounds", index)
    }

    private mutating func expect(_ condition: Bool, _ message: String, _ index: Int) {
        if !condition { violations.append("\(index): \(message)") }
    }
}
