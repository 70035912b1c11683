extension Tape {
    /// The entry after this one and all its descendants: the next sibling, or where the parent's content ends.
    @inline(__always)
    func next(_ index: Int) -> Int {
        let head = head(index)
        return switch head.kind {
        case .document, .element: word(index, .next)
        default: index + head.length
        }
    }

    /// Where the children of an element, or of the document, begin: after its attributes and namespace declarations.
    @inline(__always)
    func firstChild(_ index: Int) -> Int {
        var child = firstEntry(in: index)
        while let head = tagHead(child) { child += head.length }
        return child
    }

    /// The entry after that of an element, or of the document: its first attribute, namespace declaration or child.
    @inline(__always)
    func firstEntry(in element: Int) -> Int { element + TapeHead.elementLength }

    /// The attributes and namespace declarations of an element, in order.
    @inline(__always)
    func tag(of element: Int) -> TagCursor { TagCursor(index: firstEntry(in: element)) }

    /// The children of an element, or of the document, in order.
    @inline(__always)
    func children(of parent: Int) -> ChildCursor { ChildCursor(index: firstChild(parent), end: end(parent)) }

    /// The attributes of an element, in order.
    func attributes(of element: Int) -> [Int] {
        var attributes: [Int] = []
        var tag = tag(of: element)
        while let (index, head) = tag.next(self) { if head.kind == .attribute { attributes.append(index) } }
        return attributes
    }

    /// Where the children of an element, or of the document, end.
    @inline(__always)
    func end(_ index: Int) -> Int { word(index, .next) }

    /// The element around an element, or the document; nil for the document.
    func parent(ofElement index: Int) -> Int? {
        let parent = word(index, .parent)
        return parent == Int(UInt32.max) ? nil : parent
    }

    /// The first child element, of an element or of the document.
    func firstElement(_ index: Int) -> Int? {
        children(of: index).first(self) { _, head in head.kind == .element }
    }

    /// The name of an element or attribute, as its number.
    @inline(__always)
    func nameNumber(_ index: Int) -> Int { head(index).name }

    /// The URI of a namespace declaration, as the number of a string.
    func uri(ofDeclaration index: Int) -> Int { word(index, .uri) }

    /// The strings of a document type declaration; `TapeHead.none` for IDs that it does not have.
    func documentType(_ index: Int) -> (name: Int, publicID: Int, systemID: Int) {
        (word(index, .name), word(index, .publicID), word(index, .systemID))
    }
}

// MARK: Data

extension Tape {
    /// Where the data of a text, CDATA section, comment, processing instruction, entity reference or attribute is.
    @inline(__always)
    func data(_ index: Int) -> (range: Range<Int>, isInArena: Bool) {
        let head = head(index)
        switch head.kind {
        case .attribute:
            let start = word(index, .offset)
            return (start..<start + word(index, .length), head.isInArena)
        case .text, .cdata, .comment, .entityReference, .processingInstruction:
            guard head.isWide else {
                let start = word(index, .offset)
                return (start..<start + Int(head.payload), false)
            }
            let start = word(index, .dataOffset)
            return (start..<start + word(index, .dataLength), head.isInArena)
        case .document, .element, .namespace, .documentType:
            return (0..<0, false)
        }
    }

    /// Calls `body` with the data of an entry in UTF-8.
    @inline(__always)
    func withData<Result>(_ index: Int, _ body: (Span<UInt8>) -> Result) -> Result {
        let (range, isInArena) = data(index)
        return withBytes(range, isInArena: isInArena, body)
    }

    /// The data of an entry as a string. Complexity: O(length).
    func dataString(_ index: Int) -> String {
        withData(index) { $0.string(0..<$0.count) }
    }

    /// Where an entry stands in the source; attributes and namespace declarations have the place of their element.
    func sourceRange(_ index: Int) -> Range<Int> {
        let head = head(index)
        switch head.kind {
        case .document, .element, .documentType:
            return word(index, .start)..<word(index, .end)
        case .text, .cdata, .comment, .entityReference, .processingInstruction:
            let range =
                head.isWide
                ? word(index, .start)..<word(index, .end) : TapeBuilder.plainRange(head.kind, data(index).range)
            guard head.kind == .text else { return range }
            // The carriage return of a line end belongs to the text, though not to its data.
            let startsInLineEnd = source.withText { $0.has("\r\n", at: range.lowerBound - 1) }
            return startsInLineEnd ? range.lowerBound - 1..<range.upperBound : range
        case .attribute, .namespace:
            return 0..<0
        }
    }
}
