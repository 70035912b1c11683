/// The progress of reading records, and what is kept of the text that has been discarded.
struct StreamProgress {
    /// The open elements whose start tags the window no longer contains, the outermost first.
    var discardedElements: [XMLCheckpoint.Ancestor] = []
    /// The document up to the root element, once there are records or text has been discarded. All checkpoints share
    /// it.
    var keptPrologue: XMLCheckpoint.Prologue?
    /// The first word that was added after the last time that text was discarded.
    var firstNewWord = 5
    /// The record that was taken last, and how many records before it came from the same entity reference.
    var lastRecord: (word: Int, siblings: Int)?
    /// The checkpoint after the last record that was discarded.
    var lastCheckpoint = XMLCheckpoint()
    /// The fingerprint of the checkpoint that the input follows.
    var resumedFingerprint: XMLCheckpoint.Fingerprint?
    /// How many records remain to be skipped.
    var skippedRecords = 0
}

extension StreamParser {
    /// The checkpoint after the record that was taken last.
    var checkpoint: XMLCheckpoint {
        guard let lastRecord = progress.lastRecord, let state = unsafe state else { return progress.lastCheckpoint }
        let range = unsafe state.pointee.builder.sourceRange(ofElement: lastRecord.word)
        let isInEntity = unsafe window.text.elements[range.lowerBound] == UInt8(ascii: "&")
        var checkpoint = unsafe checkpoint(
            at: isInEntity ? range.lowerBound : range.upperBound, around: lastRecord.word, state)
        checkpoint.skippedRecords = isInEntity ? lastRecord.siblings + 1 : 0
        return checkpoint
    }

    /// Whether the root element has begun. For a parser whose records are root elements.
    var hasRoot: Bool {
        guard let state = unsafe state else { return false }
        return unsafe state.pointee.builder.hasRoot
    }

    /// The checkpoint after the start tag of the open record; nil if there is no open record.
    var placeInOpenRecord: XMLCheckpoint? {
        guard let state = unsafe state, let word = unsafe state.pointee.records.start?.word else { return nil }
        let start = unsafe state.pointee.builder.start(ofElement: word)
        let end = unsafe TagScanner.end(in: window.text.elements.span, from: start)
        var checkpoint = unsafe checkpoint(at: end, around: word, state)
        checkpoint.ancestors.append(ancestor(at: start))
        checkpoint.prologue = prologueText(before: start)
        return checkpoint
    }

    private func checkpoint(
        at offset: Int, around record: Int, _ state: UnsafeMutablePointer<SAXState>
    ) -> XMLCheckpoint {
        var checkpoint = XMLCheckpoint()
        let location = window.location(at: offset)
        checkpoint.byteOffset = location.byteOffset
        checkpoint.line = location.line
        checkpoint.column = location.column
        checkpoint.encoding = window.encodingName
        checkpoint.fingerprint = progress.resumedFingerprint ?? window.fingerprint
        checkpoint.end = progress.lastCheckpoint.end
        let around = unsafe state.pointee.builder.elements(around: record)
        for (level, word) in around.enumerated() {
            let isDiscarded = word < progress.firstNewWord && level < progress.discardedElements.count
            let start = unsafe state.pointee.builder.start(ofElement: word)
            // Content of an entity begins at its reference, and is skipped from there on.
            if !isDiscarded, unsafe window.text.elements[start] == UInt8(ascii: "&") { break }
            checkpoint.ancestors.append(isDiscarded ? progress.discardedElements[level] : ancestor(at: start))
        }
        checkpoint.prologue =
            progress.keptPrologue ?? around.first.map {
                unsafe prologueText(before: state.pointee.builder.start(ofElement: $0))
            }
            ?? checkpoint.prologue
        return checkpoint
    }

    func prologueText(before root: Int) -> XMLCheckpoint.Prologue {
        unsafe XMLCheckpoint.Prologue(window.text.elements.span.string(0..<root))
    }

    mutating func noteRecord(_ word: Int, _ state: UnsafeMutablePointer<SAXState>) {
        let start = unsafe state.pointee.builder.start(ofElement: word)
        let last = progress.lastRecord.map { unsafe state.pointee.builder.start(ofElement: $0.word) }
        let siblings = progress.lastRecord?.siblings ?? 0
        progress.lastRecord = (word, last == start ? siblings + 1 : 0)
        unsafe keepPrologue(to: state.pointee.builder.parent(ofElement: word), state)
    }

    /// Keeps the text before the root element, unless it is already kept.
    ///
    /// - Parameter innermost: the entry of an element; for the document itself, nothing is kept.
    mutating func keepPrologue(to innermost: Int, _ state: UnsafeMutablePointer<SAXState>) {
        guard progress.keptPrologue == nil, let root = unsafe state.pointee.builder.elements(to: innermost).first
        else { return }
        unsafe progress.keptPrologue = prologueText(before: state.pointee.builder.start(ofElement: root))
    }

    /// The element whose start tag begins at an offset of the window.
    func ancestor(at start: Int) -> XMLCheckpoint.Ancestor {
        let text = unsafe window.text.elements.span
        let location = window.location(at: start)
        return XMLCheckpoint.Ancestor(
            tag: retention.keepsTags ? text.string(start..<TagScanner.end(in: text, from: start)) : "",
            line: location.line,
            column: location.column, byteOffset: location.byteOffset)
    }

    /// Continues from a checkpoint: the bytes that are fed next follow it.
    mutating func resume(_ checkpoint: XMLCheckpoint) {
        progress.lastCheckpoint.end = checkpoint.end
        guard checkpoint.byteOffset > 0 else { return }
        let context = Array(checkpoint.context.utf8)
        guard !context.isEmpty else { return }
        unsafe context.withUnsafeBufferPointer { unsafe window.restart(with: $0) }
        prologue.scan(context.contiguous.span)
        prologue.end(at: context.count)
        parse(isLast: false)
        guard !hasError, let state = unsafe state else { return }
        // The parser that reads the beginning of the document reports its warnings.
        faults.found = FaultLog(limit: faults.found.limit)
        guard unsafe state.pointee.position == window.text.count,
            unsafe state.pointee.builder.depth == checkpoint.ancestors.count, checkpoint.skippedRecords >= 0
        else {
            error = XMLError(.checkpointMismatch, "the checkpoint's start tags are malformed")
            return
        }
        // The start of the open record would not be a place in the source.
        guard unsafe state.pointee.records.start == nil else {
            error = XMLError(.checkpointMismatch, "the checkpoint is inside a record of this path")
            return
        }
        unsafe state.pointee.records.dropRecords()
        unsafe discard(window.text.count, state)
        progress.discardedElements = checkpoint.ancestors
        progress.keptPrologue = checkpoint.prologue
        progress.lastCheckpoint = checkpoint
        progress.resumedFingerprint = checkpoint.fingerprint
        progress.skippedRecords = checkpoint.skippedRecords
        progress.lastRecord = nil
        do {
            try window.resume(
                at: Position(offset: checkpoint.byteOffset, line: checkpoint.line, column: checkpoint.column),
                encoding: checkpoint.encoding,
                openElements: checkpoint.ancestors.map { ancestor in
                    let place = Position(
                        offset: ancestor.byteOffset, line: ancestor.line, column: ancestor.column)
                    return (ancestor.tag, place)
                }, prologue: checkpoint.prologue.text)
        } catch {
            self.error = error
        }
    }
}
