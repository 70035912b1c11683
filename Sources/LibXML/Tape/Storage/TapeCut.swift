// Cuts one element out of the entries of a document.

extension TapeBuilder {
    /// Returns a tape of an element that has ended. Its source is that of the element alone.
    ///
    /// Complexity: O(*n*) in the size of the element.
    /// - Parameters:
    ///   - names: the names of all tapes that are built; nil to copy the element's own names.
    ///   - scope: the namespaces in scope around it.
    func cut(
        _ element: Range<Int>, arena range: Range<Int>, names: TapeNames?, scope: NamespaceScope?, source: Source
    ) -> Tape {
        var part = words.cut(element, arena: range.lowerBound)
        let names = names ?? TapeNames(part.copyNames(self.names.view))
        return Tape(
            source: source, words: part, arena: arena.copy(range), names: names, outerScope: scope, isPart: true)
    }
}

extension RawBuffer<UInt32> {
    /// Returns the entries of an element in a new document.
    ///
    /// - Parameter arena: the offset of the first byte of the arena that is kept.
    func cut(_ element: Range<Int>, arena: Int) -> Self {
        let start = self[element.lowerBound, .start]
        var part = Self(capacity: element.count + 8)
        let parent = Int(self[element.lowerBound, .parent])
        part.appendDocument(flags: TapeHead.hasElements, parentName: head(parent).payload)
        let top = part.count
        unsafe part.append(UnsafeBufferPointer(rebasing: elements[element]))
        Shift(words: element.lowerBound - top, source: Int(start), arena: arena).apply(to: &part, from: top)
        part[top, .parent] = UInt32(Tape.document)
        part.endDocument(at: Int(part[top, .end]))
        return part
    }

    /// Replaces the numbers of names and strings with those in a table that contains no others, and returns the table.
    mutating func copyNames(_ names: NameTable.View) -> NameTable {
        var copier = NameCopier(names)
        let document = head(Tape.document)
        if document.payload != TapeHead.none {
            self[Tape.document] = document.with(payload: copier.name(document.payload)).word
        }
        var index = TapeHead.elementLength
        while index < count {
            let head = head(index)
            switch head.kind {
            case .element, .attribute: self[index] = head.with(payload: copier.name(head.payload)).word
            case .namespace:
                self[index] = head.with(payload: copier.string(head.payload)).word
                self[index, .uri] = copier.string(self[index, .uri])
            case .processingInstruction: self[index] = head.with(payload: copier.string(head.payload)).word
            case .document, .documentType, .text, .cdata, .comment, .entityReference: break
            }
            index += head.length
        }
        return copier.finish()
    }
}

/// The amounts that are subtracted from the numbers in entries when data before them is removed.
struct Shift {
    var words: Int
    var source: Int
    var arena: Int

    /// Corrects all entries from `start` on, which is the entry of an element.
    func apply(to part: inout RawBuffer<UInt32>, from start: Int) {
        let words = UInt32(truncatingIfNeeded: words)
        let source = UInt32(truncatingIfNeeded: source)
        let arena = UInt32(truncatingIfNeeded: arena)
        var index = start
        let end = part.count
        while index < end {
            let head = part.head(index)
            switch head.kind {
            case .element:
                part[index, .start] &-= source
                part[index, .end] &-= source
                // An element that is open has no end yet.
                if part[index, .next] != 0 { part[index, .next] &-= words }
                part[index, .parent] &-= words
            case .attribute: part[index, .offset] &-= head.isInArena ? arena : source
            case .text, .cdata, .comment, .entityReference, .processingInstruction:
                part[index, .start] &-= source  // The offset of a plain entry.
                if head.isWide {
                    part[index, .end] &-= source
                    part[index, .dataOffset] &-= head.isInArena ? arena : source
                }
            case .namespace, .document, .documentType: break
            }
            index += head.length
        }
    }
}
