// Builds a tape from a stream: records are cut out of it, and passed entries are removed.

extension TapeBuilder {
    /// Replaces the source after it has moved or grown.
    mutating func replaceSource(_ source: UnsafeBufferPointer<UInt8>) {
        unsafe self.source = source
    }

    /// Removes everything that has been added except names.
    mutating func discard() {
        words.truncate(to: 0)
        words.appendDocument()
        arena.truncate(to: 0)
        run.kind = nil
        current = 0
        depth = 0
        namespacesInScope = 0
    }

    /// Returns the namespaces that are in scope around an element.
    ///
    /// Complexity: the same as ``NamespaceScopes/scope(in:outer:number:parent:declarations:)``.
    func scope(around element: Int, _ scopes: inout NamespaceScopes) -> NamespaceScope? {
        guard hasNamespaces else { return nil }
        func around(_ element: Int) -> Int? {
            let parent = parent(ofElement: element)
            return parent == Tape.document ? nil : parent
        }
        return scopes.scope(in: around(element), number: { $0 }, parent: around) { declared(by: $0) }
    }

    private func declared(by element: Int) -> [String?: String] {
        var uris: [String?: String] = [:]
        guard words.head(element).hasNamespaces else { return uris }
        var index = element + TapeHead.elementLength
        while let head = words.tagHead(index) {
            if head.kind == .namespace { uris[names.text(head.payload)] = names.text(words[index, .uri]) ?? "" }
            index += head.length
        }
        return uris
    }
}

// MARK: Removal

extension TapeBuilder {
    /// Removes the entries from a word on, and their data.
    @inline(__always)
    mutating func discardEntries(from word: Int) {
        words.truncate(to: word)
        discardData()
    }

    /// Removes the data of all entries that is not in the source.
    @inline(__always)
    mutating func discardData() {
        if run.kind == nil { arena.truncate(to: 0) }
    }

    /// Removes everything except the open elements, their namespaces, and the words from `record` on, which is the
    /// entry of an open element.
    ///
    /// - Parameters:
    ///   - source: the number of bytes that are about to be removed from the source.
    ///   - arena: the number of bytes at the beginning of the arena that no remaining entry uses.
    /// - Returns: the new index of the record.
    /// - Complexity: O(*n*) in the depth and the number of remaining words.
    mutating func discard(before record: Int?, source: Int, arena arenaCount: Int) -> Int {
        var end = TapeHead.elementLength
        var parent = UInt32(Tape.document)
        for element in elements(to: record.map { self.parent(ofElement: $0) } ?? Int(current)) {
            let start = end
            for offset in 0..<TapeHead.elementLength { words[start + offset] = words[element + offset] }
            words[start, .start] &-= UInt32(truncatingIfNeeded: source)  // Meaningless up to `discardedDepth`.
            words[start, .parent] = parent
            parent = UInt32(truncatingIfNeeded: start)
            end += TapeHead.elementLength
            var index = element + TapeHead.elementLength
            while let head = words.tagHead(index) {
                if head.kind == .namespace {
                    let uri = words[index, .uri]
                    words[end] = head.word
                    words[end, .uri] = uri
                    end += head.length
                }
                index += head.length
            }
        }
        let rest = record ?? words.count
        words.remove(end..<rest)
        if record != nil {
            Shift(words: rest - end, source: source, arena: arenaCount).apply(to: &words, from: end)
            words[end, .parent] = parent
            current = UInt32(truncatingIfNeeded: Int(current) - (rest - end))
        } else {
            current = parent
        }
        arena.remove(0..<arenaCount)
        if run.kind != nil {
            run.start -= source
            run.offset -= run.isInArena ? arenaCount : source
            run.sourceEnd -= source
        }
        return end
    }
}
