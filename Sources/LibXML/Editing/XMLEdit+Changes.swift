// The ranges of the text that change.

extension XMLEdit {
    /// Returns all changes of the text, and completes the expected content of the result.
    mutating func ranges() throws(XMLError) -> EditedRanges {
        // The inserted content may have been moved or removed again.
        for (element, content) in edited.contents where content.isInserted {
            guard edited.remaining(at: .start(element)).isEmpty, edited.remaining(at: .end(element)).isEmpty else {
                continue
            }
            edited.contents[element] = nil
        }
        keepLines()
        fillSortedPositions()
        var movedParts: [EditedRanges.MovedPart] = []
        var dropped: [(movedPart: Int, order: Int, offset: Int)] = []
        for (element, move) in edited.moved {
            movedParts.append(
                EditedRanges.MovedPart(range: move.removal.node, entries: element..<tape.next(element), isUnit: false))
            if let (order, offset) = replacement(of: move) { dropped.append((element, order, offset)) }
        }
        for (_, position) in edited.sortedPositions {
            movedParts.append(
                EditedRanges.MovedPart(range: textRange(of: position.unit), entries: position.unit, isUnit: true))
        }
        var ranges = EditedRanges(try changes(), movedParts)
        try declareNamespaces(in: &ranges)
        try ranges.resolve(dropped: dropped) { overlap(at: $0, with: $1) }
        return ranges
    }

    /// Returns the order and the place of the edit that has replaced or removed an element that was moved, or the
    /// content into which it was moved.
    private func replacement(of move: EditedContent.Move) -> (order: Int, offset: Int)? {
        if let order = move.replacedOrder { return (order, move.removal.node.lowerBound) }
        guard !move.place.isBeside, edited.isContentSet(move.parent, after: move.order),
            let content = edited.contents[move.parent]
        else { return nil }
        return (content.order, tape.sourceRange(move.parent).lowerBound)
    }

    private func changes() throws(XMLError) -> [EditedRange] {
        var changes: [EditedRange] = []
        for (element, tag) in edited.tags where !tag.isEmpty { append(element, tag, to: &changes) }
        for (element, content) in edited.contents { append(element, content, to: &changes) }
        for (place, insertions) in edited.insertions {
            // Insertions into content that was set are a part of it.
            if !place.isBeside, edited.contents[place.entry] != nil { continue }
            let remaining = edited.remaining(at: place)
            guard let last = remaining.map(\.order).max() else { continue }
            changes.append(
                EditedRange(
                    range: insertions.offset..<insertions.offset, pieces: remaining.flatMap(\.pieces),
                    entry: place.entry, isBeside: place.isBeside, rank: place.rank, order: last))
        }
        for (node, replacement) in edited.replaced {
            changes.append(
                EditedRange(
                    range: replacement.range, pieces: [.text(replacement.text)], entry: node, isBeside: true,
                    replaced: replacement.node, replacedOrder: replacement.order, order: replacement.order))
        }
        for (element, move) in edited.moved {
            changes.append(
                EditedRange(
                    range: move.removal.range, pieces: [], entry: element, isBeside: true, order: move.removal.order))
        }
        for (parent, sorting) in edited.sorted {
            var children = tape.children(of: parent)
            while let (index, _) = children.next(tape) {
                guard let position = edited.sortedPositions[index] else { continue }
                changes.append(
                    EditedRange(
                        range: textRange(of: index..<position.end),
                        pieces: [.source(EditedRanges.MovedPart.number(ofUnit: position.unit.lowerBound))],
                        entry: parent, order: sorting.order))
            }
        }
        return changes
    }

    private func append(_ element: Int, _ tag: EditedTag, to changes: inout [EditedRange]) {
        let places = tags[element] ?? TagPlaces(of: element, in: tape)
        func append(_ range: Range<Int>, _ text: [UInt8], _ order: Int) {
            changes.append(EditedRange(range: range, pieces: [.text(text)], entry: element, order: order))
        }
        if let name = tag.name {
            append(places.name, Array(name.written.utf8), name.order)
            let end = places.endTag + 2..<places.endTag + 2 + places.name.count
            if !places.isOneTag { append(end, Array(name.written.utf8), name.order) }
        }
        for (name, place) in places.attributes {
            if let order = tag.removed[name] { append(place.before..<place.end, [], order) }
            if let value = tag.values[name] { append(place.value, value.text, value.order) }
            if let new = tag.names[name] { append(place.name, Array(new.written.utf8), new.order) }
        }
        guard let order = tag.added.map(\.order).max() else { return }
        append(places.partsEnd..<places.partsEnd, tag.added.flatMap(\.text), order)
    }

    private func append(_ element: Int, _ content: EditedContent.Content, to changes: inout [EditedRange]) {
        let places = tags[element] ?? TagPlaces(of: element, in: tape)
        let (start, end) = (edited.remaining(at: .start(element)), edited.remaining(at: .end(element)))
        var pieces = start.flatMap(\.pieces)
        if !content.text.isEmpty { pieces.append(.text(content.text)) }
        pieces += end.flatMap(\.pieces)
        if !content.end.isEmpty { pieces.append(.text(content.end)) }
        if places.isOneTag {
            let name = edited.tags[element]?.name?.written ?? tape.qualifiedName(tape.nameNumber(element))
            pieces =
                pieces.isEmpty
                ? [.text(Array("/>".utf8))] : [.text(Array(">".utf8))] + pieces + [.text(Array("</\(name)>".utf8))]
        }
        changes.append(
            EditedRange(
                range: places.content, pieces: pieces, entry: element, isClosed: !places.isOneTag,
                replaced: content.isInserted ? nil : places.content, replacedOrder: content.order,
                order: (start + end).map(\.order).reduce(content.order, max)))
    }

    // MARK: Lines

    /// Keeps the line of a removed node if something is inserted beside it, and thus takes its place.
    private mutating func keepLines() {
        var places: [Int: [EditedContent.Place]] = [:]
        for (place, insertions) in edited.insertions where !edited.remaining(at: place).isEmpty {
            places[insertions.offset, default: []].append(place)
        }
        // White space on the line may be edited too.
        var edges: Set<Int> = []
        for (node, replacement) in edited.replaced where tape.kind(node) == .text {
            edges.formUnion([replacement.node.lowerBound, replacement.node.upperBound])
        }
        func isShared(_ removal: EditedContent.Replacement) -> Bool {
            removal.isWholeLine
                && [removal.node.lowerBound, removal.node.upperBound].contains {
                    places[$0] != nil || edges.contains($0)
                }
        }
        for (node, replacement) in edited.replaced where isShared(replacement) {
            edited.replaced[node]?.keepLine()
            joinLines(at: replacement.node, places)
        }
        for (element, move) in edited.moved where isShared(move.removal) {
            edited.moved[element]?.removal.keepLine()
            joinLines(at: move.removal.node, places)
        }
    }

    /// Removes the line end between a removed node and an insertion beside it.
    private mutating func joinLines(at node: Range<Int>, _ places: [Int: [EditedContent.Place]]) {
        if let place = places[node.lowerBound]?.max(by: { $0.rank < $1.rank }) {
            let last = edited.remaining(at: place).last
            edited.removeSpace(at: place, isBefore: false) { $0.order == last?.order }
        } else if let place = places[node.upperBound]?.min(by: { $0.rank < $1.rank }) {
            let first = edited.remaining(at: place).first
            edited.removeSpace(at: place, isBefore: true) { $0.order == first?.order }
        }
    }
}

extension EditedContent {
    /// Removes the white space beside an insertion, if it is on one side of it.
    fileprivate mutating func removeSpace(at place: Place, isBefore: Bool, where matches: (Insertion) -> Bool) {
        guard let all = insertions[place]?.all,
            let index = all.firstIndex(where: { matches($0) && $0.isSpaceBefore == isBefore })
        else { return }
        insertions[place]?.all[index].space = []
    }
}

extension EditedContent.Insertion {
    /// The new text with the white space beside it.
    fileprivate var pieces: [EditedRange.Piece] {
        let piece: EditedRange.Piece = if case .element(let element) = part { .source(element) } else { .text(text) }
        if space.isEmpty { return [piece] }
        return isSpaceBefore ? [.text(space), piece] : [piece, .text(space)]
    }
}
