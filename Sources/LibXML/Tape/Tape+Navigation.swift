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
}
