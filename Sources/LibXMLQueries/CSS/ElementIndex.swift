import LibXML
import Synchronization

/// The places of elements among their siblings, for the selectors that ask for them. Built in one pass.
final class ElementIndex: Sendable {
    /// The entry of each element, in document order.
    let entries: Table<UInt32>
    /// The name of each element.
    private let names: Table<UInt32>
    /// The number of the sibling before each element, and of the next one; -1 for none.
    let previous: Table<Int32>
    let next: Table<Int32>
    /// From 1, among the child elements of the parent, from the beginning and the end.
    private let places: Table<UInt32>
    private let placesFromEnd: Table<UInt32>
    /// The same among those of the same name; made on first use.
    private let ofType = Mutex<(places: [UInt32], fromEnd: [UInt32])?>(nil)

    init(of tape: TapeMemory) {
        var (entries, names, places): ([UInt32], [UInt32], [UInt32]) = ([], [], [])
        var (previous, next): ([Int32], [Int32]) = ([], [])
        /// The ends of the open elements, and the last child of each, with that of the document first.
        var (ends, last): ([Int], [Int32]) = ([Int.max], [-1])
        tape.forEachElement(TapeEntry.documentLength..<tape.count) { entry, name in
            while entry >= ends[ends.count - 1] {
                ends.removeLast()
                last.removeLast()
            }
            let number = Int32(truncatingIfNeeded: entries.count)
            let before = last[last.count - 1]
            entries.append(UInt32(truncatingIfNeeded: entry))
            names.append(UInt32(truncatingIfNeeded: name))
            previous.append(before)
            next.append(-1)
            if before >= 0 { next[Int(before)] = number }
            places.append(before >= 0 ? places[Int(before)] + 1 : 1)
            last[last.count - 1] = number
            ends.append(tape.end(entry))
            last.append(-1)
            return true
        }
        var fromEnd = [UInt32](repeating: 1, count: entries.count)
        for number in entries.indices.reversed() where next[number] >= 0 {
            fromEnd[number] = fromEnd[Int(next[number])] + 1
        }
        self.entries = Table(entries)
        self.names = Table(names)
        self.previous = Table(previous)
        self.next = Table(next)
        self.places = Table(places)
        placesFromEnd = Table(fromEnd)
    }

    /// The number of an element. Complexity: O(log *n*).
    func number(ofEntry entry: Int) -> Int {
        var (low, high) = (0, entries.count)
        while low < high {
            let middle = (low + high) / 2
            if Int(entries[middle]) < entry { low = middle + 1 } else { high = middle }
        }
        return low
    }

    /// The entry of the sibling before an element, or of the next one; nil if there is none.
    func sibling(of entry: Int, before: Bool) -> Int? {
        let number = number(ofEntry: entry)
        let sibling = Int(before ? previous[number] : next[number])
        return sibling < 0 ? nil : Int(entries[sibling])
    }

    /// The place of an element among its siblings, or among those of its name, from 1.
    func place(ofEntry entry: Int, fromEnd: Bool, ofType isOfType: Bool) -> Int {
        let number = number(ofEntry: entry)
        guard isOfType else { return Int(fromEnd ? placesFromEnd[number] : places[number]) }
        return ofType.withLock { made in
            if made == nil { made = (placesOfType(fromEnd: false), placesOfType(fromEnd: true)) }
            return Int((fromEnd ? made?.fromEnd : made?.places)?[number] ?? 0)
        }
    }

    private func placesOfType(fromEnd: Bool) -> [UInt32] {
        var found = [UInt32](repeating: 1, count: entries.count)
        var counts: [UInt32: UInt32] = [:]
        // Each list of siblings from its one end to the other.
        for first in 0..<entries.count where (fromEnd ? next[first] : previous[first]) < 0 {
            counts.removeAll(keepingCapacity: true)
            var number = first
            while number >= 0 {
                let count = (counts[names[number]] ?? 0) + 1
                counts[names[number]] = count
                found[number] = count
                number = Int(fromEnd ? previous[number] : next[number])
            }
        }
        return found
    }
}
