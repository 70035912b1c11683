extension Tape {
    /// The entry after this one and all its descendants: the next sibling, or where the parent's content ends.
    @inline(__always)
    func next(_ index: Int) -> Int {
        let head = head(index)
        return switch head.kind {
        case .document, .element: word(index + 3)
        default: index + head.kind.length(head)
        }
    }

    /// Where the children of an element, or of the document, begin: after its attributes and namespace declarations.
    @inline(__always)
    func firstChild(_ index: Int) -> Int {
        var child = index + 5
        while child < count {
            let head = head(child)
            guard head.kind == .attribute || head.kind == .namespace else { break }
            child += head.kind.length(head)
        }
        return child
    }

    /// The attributes of an element, in order.
    func attributes(of element: Int) -> [Int] {
        var attributes: [Int] = []
        var index = element + 5
        let end = firstChild(element)
        while index < end {
            if kind(index) == .attribute { attributes.append(index) }
            index = next(index)
        }
        return attributes
    }

    /// Where the children of an element, or of the document, end.
    @inline(__always)
    func end(_ index: Int) -> Int { word(index + 3) }

    /// The element around an element, or the document; nil for the document.
    func parent(ofElement index: Int) -> Int? {
        let parent = word(index + 4)
        return parent == Int(UInt32.max) ? nil : parent
    }

    /// The first child element, of an element or of the document.
    func firstElement(_ index: Int) -> Int? {
        var child = firstChild(index)
        let end = end(index)
        while child < end {
            if kind(child) == .element { return child }
            child = next(child)
        }
        return nil
    }

    /// The name of an element or attribute, as its number.
    @inline(__always)
    func nameNumber(_ index: Int) -> Int { Int(head(index).payload) }
}

// MARK: Data

extension Tape {
    /// Where the data of a text, CDATA section, comment, processing instruction, entity reference or attribute is.
    @inline(__always)
    func data(_ index: Int) -> (range: Range<Int>, isInArena: Bool) {
        let head = head(index)
        switch head.kind {
        case .attribute:
            let start = word(index + 1)
            return (start..<start + word(index + 2), head.isInArena)
        case .text, .cdata, .comment, .entityReference:
            guard head.isWide else {
                let start = word(index + 1)
                return (start..<start + Int(head.payload), false)
            }
            fallthrough
        case .processingInstruction:
            let start = word(index + 3)
            return (start..<start + word(index + 4), head.isInArena)
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
        case .document, .element, .processingInstruction, .documentType:
            return word(index + 1)..<word(index + 2)
        case .text, .cdata, .comment, .entityReference:
            let range =
                head.isWide
                ? word(index + 1)..<word(index + 2) : TapeBuilder.plainRange(head.kind, data(index).range)
            guard head.kind == .text else { return range }
            // The carriage return of a line end belongs to the text, though not to its data.
            let startsInLineEnd = source.withText { $0.has("\r\n", at: range.lowerBound - 1) }
            return startsInLineEnd ? range.lowerBound - 1..<range.upperBound : range
        case .attribute, .namespace:
            return 0..<0
        }
    }
}
