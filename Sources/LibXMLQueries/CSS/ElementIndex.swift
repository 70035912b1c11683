import LibXML
import Synchronization

/// The places of elements among their siblings, for the selectors that ask for them. Built in one pass.
final class ElementIndex: Sendable {
    /// The entry of each element, in document order.
    let entries: [UInt32]
    /// The name of each element.
    let names: [UInt32]
    /// The number of the sibling before each element, and of the next one; -1 for none.
    let previous: [Int32]
    let next: [Int32]
    /// From 1, among the child elements of the parent.
    let places: [UInt32]
    let placesFromEnd: [UInt32]
    /// The same among those of the same name; made on first use.
    private let ofType = Mutex<(places: [UInt32], fromEnd: [UInt32])?>(nil)

    init(of tape: TapeMemory) {
        var entries: [UInt32] = []
        var (names, previous, next): ([UInt32], [Int32], [Int32]) = ([], [], [])
        var places: [UInt32] = []
        /// The ends of the open elements, and the last child of each, with that of the document first.
        var (ends, last): ([Int], [Int32]) = ([Int.max], [-1])
        let capacity = tape.count / 10
        entries.reserveCapacity(capacity)
        names.reserveCapacity(capacity)
        previous.reserveCapacity(capacity)
        next.reserveCapacity(capacity)
        places.reserveCapacity(capacity)
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
        placesFromEnd = fromEnd
        self.entries = entries
        self.names = names
        self.previous = previous
        self.next = next
        self.places = places
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

    /// The place of an element among the siblings of its name, from 1.
    func placeOfType(_ number: Int, fromEnd: Bool) -> Int {
        ofType.withLock { made in
            if made == nil { made = (placesOfType(fromEnd: false), placesOfType(fromEnd: true)) }
            return Int((fromEnd ? made?.fromEnd : made?.places)?[number] ?? 0)
        }
    }

    private func placesOfType(fromEnd: Bool) -> [UInt32] {
        var found = [UInt32](repeating: 1, count: entries.count)
        let (step, start) = fromEnd ? (previous, next) : (next, previous)
        var counts: [UInt32: UInt32] = [:]
        // Each list of siblings from its one end to the other.
        for first in entries.indices where start[first] < 0 {
            counts.removeAll(keepingCapacity: true)
            var number = first
            while true {
                let count = (counts[names[number]] ?? 0) + 1
                counts[names[number]] = count
                found[number] = count
                guard step[number] >= 0 else { break }
                number = Int(step[number])
            }
        }
        return found
    }
}
