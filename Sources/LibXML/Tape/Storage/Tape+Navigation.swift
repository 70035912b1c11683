extension Tape {
    /// Returns the entry after this one and all its descendants: the next sibling, or the end of the parent's content.
    @inline(__always)
    func next(_ index: Int) -> Int {
        let head = head(index)
        return switch head.kind {
        case .document, .element: word(index, .next)
        default: index + head.length
        }
    }

    /// Returns the entry after that of an element or the document: its first attribute, namespace declaration or child.
    @inline(__always)
    func firstEntry(in element: Int) -> Int { element + TapeHead.elementLength }

    /// Returns the attributes and namespace declarations of an element, in order.
    @inline(__always)
    func tag(of element: Int) -> TagCursor { TagCursor(index: firstEntry(in: element)) }

    /// Returns the children of an element or the document, in order.
    @inline(__always)
    func children(of parent: Int) -> ChildCursor { ChildCursor(index: firstChild(parent), end: end(parent)) }

    /// Returns the attributes of an element, in order.
    func attributes(of element: Int) -> [Int] {
        var attributes: [Int] = []
        var tag = tag(of: element)
        while let (index, head) = tag.next(self) { if head.kind == .attribute { attributes.append(index) } }
        return attributes
    }

    /// Returns the end of the children of an element or the document.
    @inline(__always)
    func end(_ index: Int) -> Int { word(index, .next) }

    /// Returns the parent of an element, which is an element or the document; nil for the document.
    func parent(ofElement index: Int) -> Int? {
        let parent = word(index, .parent)
        return parent == Int(UInt32.max) ? nil : parent
    }

    /// Returns the first child element of an element or the document.
    func firstElement(_ index: Int) -> Int? {
        children(of: index).first(self) { _, head in head.kind == .element }
    }

    /// Returns the number of the name of an element or attribute.
    @inline(__always)
    func nameNumber(_ index: Int) -> Int { head(index).name }

    /// Returns the URI of a namespace declaration, as the number of a string.
    func uri(ofDeclaration index: Int) -> Int { word(index, .uri) }

    /// Returns the strings of a document type declaration; `TapeHead.none` for a missing ID.
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

    /// Returns the data of an entry as a string. Complexity: O(length).
    func dataString(_ index: Int) -> String {
        withData(index) { $0.string(0..<$0.count) }
    }
}
