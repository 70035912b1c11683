import LibXML

/// The elements of a tree by number, in document order, with what selectors ask of them. Built in one pass.
final class ElementIndex: Sendable {
    /// The entry of each element.
    let entries: [UInt32]
    /// The name of each element.
    let names: [UInt32]
    /// The number of the parent, of the last sibling before it, and of the next one; -1 for none.
    let parents: [Int32]
    let previous: [Int32]
    let next: [Int32]
    /// The element that begins first after the last descendant.
    let ends: [UInt32]
    /// From 1, among the child elements of the parent, from the beginning and from the end.
    let places: [UInt32]
    let placesFromEnd: [UInt32]
    /// The same among those of the same name.
    let typePlaces: [UInt32]
    let typePlacesFromEnd: [UInt32]

    init(of tape: TapeMemory) {
        var entries: [UInt32] = []
        var (names, parents, previous, next): ([UInt32], [Int32], [Int32], [Int32]) = ([], [], [], [])
        var (ends, places, typePlaces): ([UInt32], [UInt32], [UInt32]) = ([], [], [])
        var open: [(number: Int32, end: Int)] = []
        /// The last child of each open element, and of the document.
        var last: [Int32] = [-1]
        var counts: [[UInt32: UInt32]] = [[:]]
        var index = TapeEntry.documentLength
        while index < tape.count {
            let entry = tape.entry(index)
            while let inner = open.last, index >= inner.end {
                ends[Int(inner.number)] = UInt32(entries.count)
                open.removeLast()
                last.removeLast()
                counts.removeLast()
            }
            if entry.kind == .element {
                let number = Int32(entries.count)
                let name = UInt32(entry.number)
                let before = last[last.count - 1]
                entries.append(UInt32(index))
                names.append(name)
                parents.append(open.last?.number ?? -1)
                previous.append(before)
                next.append(-1)
                ends.append(0)
                if before >= 0 { next[Int(before)] = number }
                places.append(before >= 0 ? places[Int(before)] + 1 : 1)
                let count = (counts[counts.count - 1][name] ?? 0) + 1
                counts[counts.count - 1][name] = count
                typePlaces.append(count)
                last[last.count - 1] = number
                open.append((number, entry.next))
                last.append(-1)
                counts.append([:])
            }
            index += entry.length
        }
        for inner in open { ends[Int(inner.number)] = UInt32(entries.count) }
        (placesFromEnd, typePlacesFromEnd) = Self.fromEnd(names, next, parents, previous)
        self.entries = entries
        self.names = names
        self.parents = parents
        self.previous = previous
        self.next = next
        self.ends = ends
        self.places = places
        self.typePlaces = typePlaces
    }

    /// The places from the end: elements are visited from the last to the first.
    private static func fromEnd(
        _ names: [UInt32], _ next: [Int32], _ parents: [Int32], _ previous: [Int32]
    ) -> ([UInt32], [UInt32]) {
        var places = [UInt32](repeating: 1, count: names.count)
        var typePlaces = places
        for number in names.indices.reversed() where next[number] < 0 {
            // The last child of a parent, and all children before it.
            var counts: [UInt32: UInt32] = [:]
            var (child, place): (Int32, UInt32) = (Int32(number), 1)
            while child >= 0 {
                places[Int(child)] = place
                let count = (counts[names[Int(child)]] ?? 0) + 1
                counts[names[Int(child)]] = count
                typePlaces[Int(child)] = count
                child = previous[Int(child)]
                place += 1
            }
        }
        return (places, typePlaces)
    }

    /// The number of an element.
    func number(ofEntry entry: Int) -> Int {
        var (low, high) = (0, entries.count)
        while low < high {
            let middle = (low + high) / 2
            if Int(entries[middle]) < entry { low = middle + 1 } else { high = middle }
        }
        return low
    }
}
