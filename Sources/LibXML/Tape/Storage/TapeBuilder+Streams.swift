// What lets a tape be built from a stream: records are cut out of it, and what has passed is forgotten.

extension TapeBuilder {
    /// The source has moved or grown.
    mutating func replaceSource(_ source: UnsafeBufferPointer<UInt8>) {
        unsafe self.source = source
    }

    /// A tape of all that has been added, after which the builder is empty but for its names.
    ///
    /// Complexity: O(*n*) in the size of the tape.
    mutating func takeTape(_ source: Source, names: TapeNames, outerScope: NamespaceScope?) -> Tape {
        let end = UInt32(truncatingIfNeeded: source.count)
        flushRun(end: source.count)
        while depth > 0 { endElement(end: end) }
        words[2] = end
        words[3] = UInt32(truncatingIfNeeded: words.count)
        var part = RawBuffer<UInt32>(capacity: words.count)
        unsafe part.append(words.elements)
        var data = RawBuffer<UInt8>(capacity: arena.count)
        unsafe data.append(arena.elements)
        forget()
        return Tape(source: source, words: part, arena: data, names: names, outerScope: outerScope)
    }

    /// Forgets all that has been added but names.
    mutating func forget() {
        words.truncate(to: 5)
        words[0] = TapeHead(.document, payload: TapeHead.none).word
        words[2] = 0
        words[3] = 0
        arena.truncate(to: 0)
        run.kind = nil
        current = 0
        depth = 0
        namespacesInScope = 0
    }

    /// Where an element begins and ends in the source.
    func sourceRange(ofElement index: Int) -> Range<Int> { Int(words[index + 1])..<Int(words[index + 2]) }

    /// Where an element begins in the source.
    func start(ofElement index: Int) -> Int { Int(words[index + 1]) }

    /// The entries of the elements around one, the outermost first. Complexity: O(depth).
    func elements(around element: Int) -> [Int] {
        var around: [Int] = []
        var ancestor = Int(words[element + 4])
        while ancestor != Tape.document {
            around.append(ancestor)
            ancestor = Int(words[ancestor + 4])
        }
        return around.reversed()
    }

    /// A tape of an element that has ended, whose source is the element's alone.
    ///
    /// Complexity: O(*n*) in the size of the element.
    /// - Parameters:
    ///   - names: those of all that is built; nil to copy the element's own.
    ///   - scope: the namespaces in scope around it.
    func cut(
        _ element: Range<Int>, arena range: Range<Int>, names: TapeNames?, scope: NamespaceScope?, source: Source
    ) -> Tape {
        let length = UInt32(truncatingIfNeeded: sourceRange(ofElement: element.lowerBound).count)
        var part = RawBuffer<UInt32>(capacity: element.count + 8)
        for word in [TapeHead(.document, flags: TapeHead.hasElements, payload: TapeHead.none).word, 0, length, 0, .max]
        {
            part.append(word)
        }
        let start = part.count
        unsafe part.append(UnsafeBufferPointer(rebasing: words.elements[element]))
        let shift = Shift(
            words: element.lowerBound - start, source: Int(words[element.lowerBound + 1]), arena: range.lowerBound)
        shift.apply(to: &part, from: start)
        part[start + 4] = UInt32(Tape.document)
        part[3] = UInt32(truncatingIfNeeded: part.count)
        var arena = RawBuffer<UInt8>(capacity: range.count)
        unsafe arena.append(UnsafeBufferPointer(rebasing: self.arena.elements[range]))
        let names = names ?? TapeNames(renumberNames(in: &part))
        return Tape(source: source, words: part, arena: arena, names: names, outerScope: scope)
    }

    /// Replaces the numbers of names and strings by those in a table that has no others.
    private func renumberNames(in part: inout RawBuffer<UInt32>) -> NameTable {
        var copier = NameCopier(names.view)
        var index = 5
        while index < part.count {
            let head = TapeHead(word: part[index])
            switch head.kind {
            case .element, .attribute: part[index] = part[index] & 0xFF | copier.name(head.payload) << 8
            case .namespace:
                part[index] = part[index] & 0xFF | copier.string(head.payload) << 8
                part[index + 1] = copier.string(part[index + 1])
            case .processingInstruction: part[index] = part[index] & 0xFF | copier.string(head.payload) << 8
            default: break
            }
            index += head.kind.length(head)
        }
        return copier.finish()
    }

    /// The namespaces that are in scope around an element.
    ///
    /// Complexity: as that of ``NamespaceScopes/scope(in:outer:number:parent:declarations:)``.
    func scope(around element: Int, _ scopes: inout NamespaceScopes) -> NamespaceScope? {
        func around(_ element: Int) -> Int? {
            let parent = Int(words[element + 4])
            return parent == Tape.document ? nil : parent
        }
        return scopes.scope(in: around(element), number: { $0 }, parent: around) { declared(by: $0) }
    }

    private func declared(by element: Int) -> [String?: String] {
        var uris: [String?: String] = [:]
        guard TapeHead(word: words[element]).hasNamespaces else { return uris }
        var index = element + 5
        while index < words.count {
            let head = TapeHead(word: words[index])
            guard head.kind == .namespace || head.kind == .attribute else { break }
            if head.kind == .namespace { uris[names.text(head.payload)] = names.text(words[index + 1]) ?? "" }
            index += head.kind.length(head)
        }
        return uris
    }
}

// MARK: Forgetting

extension TapeBuilder {
    /// Forgets the entries from a word on, and their data.
    @inline(__always)
    mutating func forgetEntries(from word: Int) {
        words.truncate(to: word)
        forgetData()
    }

    /// Forgets the data of all entries that was not in the source.
    @inline(__always)
    mutating func forgetData() {
        if run.kind == nil { arena.truncate(to: 0) }
    }

    /// Forgets everything but the open elements, their namespaces, and the words from `record` on, which is the entry of
    /// an open element.
    ///
    /// - Parameters:
    ///   - source: how many bytes of the source are about to be forgotten.
    ///   - arena: how many bytes of the arena nothing that stays refers to.
    /// - Returns: where the record is now.
    /// - Complexity: O(*n*) in the depth and what stays.
    mutating func forget(before record: Int?, source: Int, arena arenaCount: Int) -> Int {
        var around: [Int] = []
        var element = Int(record.map { words[$0 + 4] } ?? current)
        while element != Tape.document {
            around.append(element)
            element = Int(words[element + 4])
        }
        var end = 5
        var parent = UInt32(Tape.document)
        for element in around.reversed() {
            let start = end
            for offset in 0..<5 { words[start + offset] = words[element + offset] }
            words[start + 1] &-= UInt32(truncatingIfNeeded: source)  // Without a meaning up to `forgottenDepth`.
            words[start + 4] = parent
            parent = UInt32(truncatingIfNeeded: start)
            end += 5
            var index = element + 5
            while index < words.count {
                let head = TapeHead(word: words[index])
                guard head.kind == .namespace || head.kind == .attribute else { break }
                if head.kind == .namespace {
                    let uri = words[index + 1]
                    words[end] = head.word
                    words[end + 1] = uri
                    end += 2
                }
                index += head.kind.length(head)
            }
        }
        let rest = record ?? words.count
        words.remove(end..<rest)
        if record != nil {
            Shift(words: rest - end, source: source, arena: arenaCount).apply(to: &words, from: end)
            words[end + 4] = parent
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

/// By how much the numbers in entries shrink when what comes before them goes.
private struct Shift {
    var words: Int
    var source: Int
    var arena: Int

    /// Corrects all entries from `start` on, which is that of an element.
    func apply(to part: inout RawBuffer<UInt32>, from start: Int) {
        let words = UInt32(truncatingIfNeeded: words)
        let source = UInt32(truncatingIfNeeded: source)
        let arena = UInt32(truncatingIfNeeded: arena)
        var index = start
        let end = part.count
        while index < end {
            let head = TapeHead(word: part[index])
            switch head.kind {
            case .element:
                part[index + 1] &-= source
                part[index + 2] &-= source
                // An element that is open has no end yet.
                if part[index + 3] != 0 { part[index + 3] &-= words }
                part[index + 4] &-= words
                index += 5
            case .attribute:
                part[index + 1] &-= head.isInArena ? arena : source
                index += 3
            case .text, .cdata, .comment, .entityReference:
                part[index + 1] &-= source
                if head.isWide {
                    part[index + 2] &-= source
                    part[index + 3] &-= head.isInArena ? arena : source
                    index += 5
                } else {
                    index += 2
                }
            case .processingInstruction:
                part[index + 1] &-= source
                part[index + 2] &-= source
                part[index + 3] &-= head.isInArena ? arena : source
                index += 5
            case .namespace: index += 2
            case .document, .documentType: index += head.kind.length(head)  // Neither stands in an element.
            }
        }
    }
}

/// Copies some of the names of a table into one of their own.
private struct NameCopier: ~Copyable {
    private let names: NameTable.View
    private var table = NameTable.ofCopies()
    private var strings: [UInt32: UInt32] = [:]
    private var numbers: [UInt32: UInt32] = [:]

    init(_ names: NameTable.View) {
        self.names = names
    }

    mutating func string(_ number: UInt32) -> UInt32 {
        if number == TapeHead.none { return number }
        if let known = strings[number] { return known }
        let bytes = names.withString(Int(number)) { $0.array }
        let new = unsafe bytes.withUnsafeBufferPointer { unsafe table.addString($0) }
        strings[number] = new
        return new
    }

    mutating func name(_ number: UInt32) -> UInt32 {
        if let known = numbers[number] { return known }
        let name = names.name(Int(number))
        let (local, prefix, uri) = (
            string(UInt32(name.local)), string(UInt32(name.prefix)), string(UInt32(name.uri))
        )
        let new = table.addName(local: local, prefix: prefix, uri: uri)
        numbers[number] = new
        return new
    }

    consuming func finish() -> NameTable { table }
}
