extension Tape {
    /// A tape of one element, which lets go of the rest of the document and keeps places and the namespaces in scope.
    ///
    /// Complexity: O(*n*) in the size of the element, and as that of ``scope(around:)``.
    func copy(ofElement element: Int) -> Tape {
        var copier = TapeCopier(self, element: element)
        copier.addDocument()
        copier.addEntries()
        return copier.finish()
    }
}

private struct TapeCopier: ~Copyable {
    private let tape: Tape
    private let element: Int
    /// Where the element begins in the source: what offsets shrink by.
    private let base: Int
    private var words: RawBuffer<UInt32>
    private var arena = RawBuffer<UInt8>(capacity: 256)
    private var names = NameTable.ofCopies()
    private var stringNumbers: [Int: UInt32] = [:]
    private var nameNumbers: [Int: UInt32] = [:]

    init(_ tape: Tape, element: Int) {
        self.tape = tape
        self.element = element
        base = tape.sourceRange(element).lowerBound
        words = RawBuffer(capacity: tape.end(element) - element + 32)
    }

    /// Writes the document's entry.
    mutating func addDocument() {
        let length = tape.sourceRange(element).count
        for word in [TapeHead(.document, payload: TapeHead.none).word, 0, UInt32(length), 0, .max] {
            words.append(word)
        }
        words[0] |= TapeHead.hasElements
        words[3] = UInt32(words.count + tape.end(element) - element)
    }

    mutating func addEntries() {
        let shift = element - words.count
        var index = element
        while index < tape.end(element) {
            let head = tape.head(index)
            switch head.kind {
            case .element:
                let isTop = index == element
                words.append(replacing(payloadOf: head, with: name(Int(head.payload))))
                addOffset(index + 1)
                addOffset(index + 2)
                words.append(UInt32(tape.word(index + 3) - shift))
                words.append(isTop ? UInt32(Tape.document) : UInt32(tape.word(index + 4) - shift))
            case .attribute:
                words.append(replacing(payloadOf: head, with: name(Int(head.payload))))
                addData(of: index)
            case .namespace:
                words.append(TapeHead(.namespace, payload: string(Int(head.payload))).word)
                words.append(string(tape.word(index + 1)))
            case .processingInstruction:
                words.append(replacing(payloadOf: head, with: string(Int(head.payload))))
                addWide(index)
            case .text, .cdata, .comment, .entityReference:
                words.append(head.word)
                if head.isWide { addWide(index) } else { addOffset(index + 1) }
            case .document, .documentType:
                break  // Neither stands in an element.
            }
            index += head.kind.length(head)
        }
    }

    consuming func finish() -> Tape {
        let source = tape.source.cut(to: tape.sourceRange(element))
        return Tape(
            source: source, words: words, arena: arena, names: TapeNames(names), outerScope: tape.scope(around: element)
        )
    }

    private mutating func addOffset(_ index: Int) {
        words.append(UInt32(tape.word(index) - base))
    }

    private mutating func addWide(_ index: Int) {
        addOffset(index + 1)
        addOffset(index + 2)
        addData(of: index)
    }

    /// Writes offset and length of the data of an entry, which is copied if it is in the arena.
    private mutating func addData(of index: Int) {
        let (range, isInArena) = tape.data(index)
        words.append(UInt32(isInArena ? arena.count : range.lowerBound - base))
        words.append(UInt32(range.count))
        if isInArena { addBytes(of: range) }
    }

    private mutating func addBytes(of range: Range<Int>) {
        let bytes = tape.withBytes(range, isInArena: true) { $0.array }
        unsafe bytes.withUnsafeBufferPointer { unsafe arena.append($0) }
    }

    private func replacing(payloadOf head: TapeHead, with payload: UInt32) -> UInt32 {
        head.word & 0xFF | payload << 8
    }

    private mutating func string(_ number: Int) -> UInt32 {
        guard number != Int(TapeHead.none) else { return TapeHead.none }
        if let known = stringNumbers[number] { return known }
        let string = tape.withString(number) { $0.array }
        let new = unsafe string.withUnsafeBufferPointer { unsafe names.addString($0) }
        stringNumbers[number] = new
        return new
    }

    private mutating func name(_ number: Int) -> UInt32 {
        if let known = nameNumbers[number] { return known }
        let parts = tape.name(number)
        let new = names.addName(local: string(parts.local), prefix: string(parts.prefix), uri: string(parts.uri))
        nameNumbers[number] = new
        return new
    }
}
