// Support for parsing a stream in a window of its text.

extension SAXState {
    /// The first byte of the source that may still be needed.
    mutating func firstNeeded() -> Int {
        // A `]` is kept until it is known not to be part of `]]>`.
        var first = position
        while position - first < 2, text.byte(at: first - 1) == UInt8(ascii: "]") { first -= 1 }
        if builder.run.kind != nil {
            // Includes the carriage return of a line ending.
            first = min(first, builder.run.start - 1)
            if !builder.run.isInArena { first = min(first, builder.run.offset) }
        }
        if let record = records.start { first = min(first, builder.sourceRange(ofElement: record.word).lowerBound) }
        if entities.isInDocumentType { first = min(first, builder.documentTypeStart) }
        if let pending { first = min(first, pending.start) }
        if let deferred = validation.deferred { first = min(first, deferred.start) }
        return max(0, first)
    }

    /// The starts of the open elements that begin in the first `count` bytes of the source and are about to be
    /// discarded, from the outermost inward.
    mutating func discardedStarts(_ count: Int) -> [Int] {
        var starts: [Int] = []
        var element = Int(builder.current)
        var level = builder.depth
        while level > builder.discardedDepth {
            let start = builder.start(ofElement: element)
            if start < count { starts.append(start) }
            element = builder.parent(ofElement: element)
            level -= 1
        }
        return starts.reversed()
    }

    /// Discards the first `count` bytes of the source, and all entries except those of open elements and of an open
    /// record.
    ///
    /// - Returns: the first word whose entry is of an open record, or new.
    mutating func discard(_ count: Int, elements: Int) -> Int {
        let record = records.start
        var arena = builder.arena.count
        if let record {
            arena = record.arena
        } else if builder.run.kind != nil, builder.run.isInArena {
            arena = builder.run.offset
        }
        builder.discardedDepth += elements
        let word = builder.discard(before: record?.word, source: count, arena: arena)
        records.rebase(word: word, arena: 0)
        discardSource(count)
        return word
    }

    /// Writes the data that is being collected, if it ended before the fault that ends the parse.
    mutating func endRun(beforeFaultAt fault: Int) {
        guard builder.run.kind != nil else { return }
        let end = builder.run.kind == .cdata ? cdataEnd() : text.markup(from: position)
        guard let end, unsafe end <= fault && end < builder.source.count else { return }
        isFailed = false
        writeRun(end: end)
        isFailed = true
    }
}
