/// A word of an entry after its first: see ``TapeKind``.
struct TapeField {
    fileprivate let offset: Int

    /// Where an entry that is not plain begins and ends in the source.
    static let start = Self(offset: 1), end = Self(offset: 2)
    /// The entry after the last descendant of an element, and the element around it.
    static let next = Self(offset: 3), parent = Self(offset: 4)
    /// Where the value of an attribute is, or the data of a plain entry.
    static let offset = Self(offset: 1), length = Self(offset: 2)
    /// Where the data of a wide entry is.
    static let dataOffset = Self(offset: 3), dataLength = Self(offset: 4)
    /// The URI of a namespace declaration.
    static let uri = Self(offset: 1)
    /// What a document type declaration says.
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

    /// The head of the attribute or namespace declaration at an index; nil where the tag has ended.
    @inline(__always)
    func tagHead(_ index: Int) -> TapeHead? {
        guard index < count, case let head = head(index), head.kind == .attribute || head.kind == .namespace else {
            return nil
        }
        return head
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

    /// Appends the entry of a document, whose content ends where ``endDocument(at:)`` says.
    mutating func appendDocument(flags: UInt32 = 0) {
        append(TapeHead(.document, flags: flags, payload: TapeHead.none), 0, 0, 0, .max)
    }

    /// Ends the document with the last entry.
    ///
    /// - Parameter end: the length of the source.
    mutating func endDocument(at end: Int) {
        self[Tape.document, .end] = UInt32(truncatingIfNeeded: end)
        self[Tape.document, .next] = UInt32(truncatingIfNeeded: count)
    }
}
