extension XMLTree {
    /// Returns the elements at a path that ``XMLRecords`` would return from the same document.
    ///
    /// An element at the path inside another such element is a part of it, and is not returned separately.
    ///
    /// - Parameter path: names, `*`, `//` and predicates of attributes, from the root element inwards: see ``XMLPath``.
    /// - Throws: ``XMLError/Code/invalidPath`` for a path that cannot lead to elements.
    /// - Complexity: O(*n*) in the size of the document.
    @_spi(Checks) @_spi(Command) public func records(at path: XMLPath) throws(XMLError) -> [Element] {
        var matcher = RecordMatcher(try RecordPath(path))
        var ends: [Int] = []
        var index = tape.firstChild(Tape.document)
        while index < tape.count {
            while let end = ends.last, index >= end {
                ends.removeLast()
                matcher.end(depth: ends.count, words: index, arena: 0)
            }
            guard tape.kind(index) == .element else {
                index = tape.next(index)
                continue
            }
            matcher.begin(name: UInt32(tape.nameNumber(index)), tape.names.table, word: index, arena: 0)
            if matcher.isUnsettled { matcher.settle(tape) }
            ends.append(tape.end(index))
            index = matcher.start == nil ? tape.firstChild(index) : tape.end(index)
        }
        matcher.end(depth: 0, words: tape.count, arena: 0)
        var records: [Element] = []
        while let record = matcher.takeRecord() {
            records.append(Element(tape: tape, entry: record.words.lowerBound))
        }
        return records
    }
}
