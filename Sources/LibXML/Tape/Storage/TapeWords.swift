/// A word of an entry after the first: see ``TapeKind``.
struct TapeField {
    fileprivate let offset: Int

    /// The range in the source of an entry that is not plain.
    static let start = Self(offset: 1), end = Self(offset: 2)
    /// The entry after the last descendant of an element, and its parent.
    static let next = Self(offset: 3), parent = Self(offset: 4)
    /// The location of the value of an attribute or the data of a plain entry.
    static let offset = Self(offset: 1), length = Self(offset: 2)
    /// The location of the data of a wide entry.
    static let dataOffset = Self(offset: 3), dataLength = Self(offset: 4)
    /// The URI of a namespace declaration.
    static let uri = Self(offset: 1)
    /// The strings of a document type declaration.
    static let name = Self(offset: 3), publicID = Self(offset: 4), systemID = Self(offset: 5)
}

/// The entries of a tape.
extension RawBuffer<UInt32> {
    subscript(entry: Int, field: TapeField) -> UInt32 {
        @inline(__always) get { self[entry + field.offset] }
        @inline(__always) set { self[entry + field.offset] = newValue }
    }

    @inline(__always)
    func head(_ entry: Int) -> TapeHead { TapeHead(word: self[entry]) }

    /// Returns the head of the attribute or namespace declaration at an index; nil at the end of the tag.
    @inline(__always)
    func tagHead(_ index: Int) -> TapeHead? {
        guard index < count, case let head = head(index), head.kind == .attribute || head.kind == .namespace else {
            return nil
        }
        return head
    }

    /// Returns the first child of an element or the document, after its attributes and namespace declarations.
    @inline(__always)
    func firstChild(_ entry: Int) -> Int {
        var child = entry + TapeHead.elementLength
        while let head = tagHead(child) { child += head.length }
        return child
    }

    /// The first element of a document; nil if it has no element.
    var root: Int? {
        var index = firstChild(Tape.document)
        while index < count {
            let head = head(index)
            if head.kind == .element { return index }
            index += head.length
        }
        return nil
    }

    /// Returns the location of the data of a text, CDATA section, comment, processing instruction, entity reference or
    /// attribute.
    @inline(__always)
    func data(_ entry: Int) -> (range: Range<Int>, isInArena: Bool) {
        let head = head(entry)
        let (start, length): (UInt32, UInt32)
        switch head.kind {
        case .attribute: (start, length) = (self[entry, .offset], self[entry, .length])
        case .text, .cdata, .comment, .entityReference, .processingInstruction:
            guard head.isWide else {
                let start = Int(self[entry, .offset])
                return (start..<start + Int(head.payload), false)
            }
            (start, length) = (self[entry, .dataOffset], self[entry, .dataLength])
        case .document, .element, .namespace, .documentType: return (0..<0, false)
        }
        return (Int(start)..<Int(start) + Int(length), head.isInArena)
    }

    /// Returns the range of the arena that an element, which has ended, refers to.
    func arenaRange(ofElement element: Int) -> Range<Int> {
        var (start, end) = (Int.max, 0)
        var index = element
        while index < Int(self[element, .next]) {
            let (range, isInArena) = data(index)
            if isInArena { (start, end) = (Swift.min(start, range.lowerBound), Swift.max(end, range.upperBound)) }
            index += head(index).length
        }
        return Swift.min(start, end)..<end
    }

    /// Returns the range of an entry in the source, whose text this is; empty for attributes and namespace
    /// declarations.
    func sourceRange(_ entry: Int, in text: Span<UInt8>) -> Range<Int> {
        let head = head(entry)
        switch head.kind {
        case .document, .element, .documentType:
            return Int(self[entry, .start])..<Int(self[entry, .end])
        case .text, .cdata, .comment, .entityReference, .processingInstruction:
            let range =
                head.isWide
                ? Int(self[entry, .start])..<Int(self[entry, .end])
                : TapeBuilder.plainRange(head.kind, data(entry).range)
            // The carriage return of a line end belongs to the text, but not to its data.
            guard head.kind == .text, text.has("\r\n", at: range.lowerBound - 1) else { return range }
            return range.lowerBound - 1..<range.upperBound
        case .attribute, .namespace: return 0..<0
        }
    }

    /// Appends an entry of five words.
    @inline(__always)
    mutating func append(_ head: TapeHead, _ start: UInt32, _ end: UInt32, _ fourth: UInt32, _ fifth: UInt32) {
        let entry = unsafe extend(by: 5)
        unsafe entry[0] = head.word
        unsafe entry[1] = start
        unsafe entry[2] = end
        unsafe entry[3] = fourth
        unsafe entry[4] = fifth
    }

    /// Appends the entry of a document. ``endDocument(at:)`` sets the end of its content.
    ///
    /// - Parameter parentName: the name of the element from which the root was cut out, if it was.
    mutating func appendDocument(flags: UInt32 = 0, parentName: UInt32 = TapeHead.none) {
        append(TapeHead(.document, flags: flags, payload: parentName), 0, 0, 0, .max)
    }

    /// Ends the document with the last entry.
    ///
    /// - Parameter end: the length of the source.
    mutating func endDocument(at end: Int) {
        self[Tape.document, .end] = UInt32(truncatingIfNeeded: end)
        self[Tape.document, .next] = UInt32(truncatingIfNeeded: count)
    }
}
