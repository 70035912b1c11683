@_spi(Checks) import LibXML

/// Reduces documents in which a difference occurs.
package struct DocumentMinimizer {
    /// Returns a document without the parts that a difference does not need.
    ///
    /// - Parameters:
    ///   - known: differences to ignore, even if they look the same.
    ///   - time: the time after which the smallest document so far is returned.
    package static func minimize(
        _ document: ComparedDocument, keeping kind: Disagreement.Kind,
        notOf known: [KnownDisagreement] = KnownDisagreements.all,
        within time: Duration = .seconds(4)
    ) -> ComparedDocument {
        var search = DocumentMinimizer(best: document, kind: kind, known: known, end: ContinuousClock.now + time)
        for simpler in document.withSimplerOptions { search.accept(simpler) }
        var size = search.count / 2
        while size > 8 {
            search.removeRanges { start, _ in start + size }
            size /= 2
        }
        var before = 0
        repeat {
            before = search.count
            search.removeTags()
            for width in [6, 4, 3, 2, 1] {
                search.removeRanges { start, marks in
                    marks.firstIndex { $0 > start }.map { marks[min($0 + width - 1, marks.count - 1)] } ?? start + 1
                }
            }
            for size in [3, 2, 1] { search.removeRanges { start, _ in start + size } }
        } while search.count < before
        return search.best
    }

    private var best: ComparedDocument
    private let kind: Disagreement.Kind
    private let known: [KnownDisagreement]
    private let end: ContinuousClock.Instant
    private var count: Int
    /// The starts of parts that can be removed as a whole.
    private var marks: [Int]

    private init(
        best: ComparedDocument, kind: Disagreement.Kind, known: [KnownDisagreement], end: ContinuousClock.Instant
    ) {
        self.best = best
        self.kind = kind
        self.known = known
        self.end = end
        count = best.values.count
        marks = best.marks
    }

    /// Continues with a document if the difference occurs in it.
    @discardableResult
    private mutating func accept(_ candidate: ComparedDocument?) -> Bool {
        guard let candidate, ContinuousClock.now < end else { return false }
        let isKept = Disagreement.all(in: candidate, ways: kind.way.compared).contains { difference in
            difference.kind == kind && !known.contains { $0.matches(difference, in: candidate) }
        }
        guard isKept else { return false }
        best = candidate
        count = best.values.count
        marks = best.marks
        return true
    }

    /// Tries to remove one range after the other. `endOfRange` returns the end of the range that begins at an index.
    private mutating func removeRanges(_ endOfRange: (_ start: Int, _ marks: [Int]) -> Int) {
        var start = 0
        while start < count, ContinuousClock.now < end {
            let range = start..<min(count, max(start + 1, endOfRange(start, marks)))
            if !accept(best.removing([range])) { start = range.count > 8 ? range.upperBound : start + 1 }
        }
    }

    /// Tries to remove the tags of one element after the other, without the text between them.
    private mutating func removeTags() {
        var number = 0
        while ContinuousClock.now < end {
            let pairs = best.tagPairs
            guard number < pairs.count else { return }
            if !accept(best.removing([pairs[number].start, pairs[number].end])) { number += 1 }
        }
    }
}

extension ReadingWay {
    /// The ways to compare to find a difference of this one.
    fileprivate var compared: [ReadingWay] { isRepairing ? [.repaired, self] : [self] }
}

extension ComparedDocument {
    /// The document with default options, and in fewer pieces.
    fileprivate var withSimplerOptions: [ComparedDocument] {
        var plain = self
        plain.options = XMLParsingOptions()
        var others = [plain]
        // Seeds 0 to 7 result in pieces of different sizes, including one byte.
        others += (0..<UInt64(8)).map { seed in
            var document = plain
            document.pieceSeed = seed
            return document
        }
        return others
    }

    /// The starts of parts that can be removed as a whole: at the beginning of markup, after it, and at white space.
    fileprivate var marks: [Int] {
        func isMark(_ value: UInt32) -> Bool { [0x3C, 0x26, 0x20, 0x0A, 0x5B].contains(value) }
        func isEnd(_ value: UInt32) -> Bool { [0x3E, 0x3B].contains(value) }
        let values = values
        return values.indices.filter { isMark(values[$0]) || $0 > 0 && isEnd(values[$0 - 1]) } + [values.count]
    }

    /// The start and end tags of elements, approximately if the document is malformed.
    fileprivate var tagPairs: [(start: Range<Int>, end: Range<Int>)] {
        let values = values
        var open: [Range<Int>] = []
        var pairs: [(start: Range<Int>, end: Range<Int>)] = []
        for index in values.indices where values[index] == 0x3C && index + 1 < values.count {
            let end = (values[index...].firstIndex(of: 0x3E) ?? values.count - 1) + 1
            if values[index + 1] == 0x2F {
                // A tag without its `>` extends into the next one.
                if let start = open.popLast(), start.upperBound <= index { pairs.append((start, index..<end)) }
            } else if ![0x21, 0x3F].contains(values[index + 1]), values[end - 2] != 0x2F {
                open.append(index..<end)
            }
        }
        return pairs
    }
}
