import LibXML
import Synchronization

/// The places of elements among their siblings, for the selectors that need them. Built in one pass.
final class SiblingIndex: Sendable {
    private let elements: ElementIndex
    /// The number of the sibling before each element, and of the next one; -1 for none.
    let previous: Table<Int32>
    let next: Table<Int32>
    /// The places from 1 among the child elements of the parent, from the beginning and from the end.
    private let places: Table<Int32>
    private let placesFromEnd: Table<Int32>
    /// The same among the siblings with the same local name and namespace; created on first use.
    private let ofType = Mutex<(places: [Int32], fromEnd: [Int32])?>(nil)

    init(_ elements: ElementIndex) {
        self.elements = elements
        let count = elements.count
        var (previous, next) = ([Int32](repeating: -1, count: count), [Int32](repeating: -1, count: count))
        var (places, fromEnd) = ([Int32](repeating: 1, count: count), [Int32](repeating: 1, count: count))
        /// The last child of each element so far. Pages may have several elements without a parent, which come first.
        var last = [Int32](repeating: -1, count: count + 1)
        for number in 0..<count {
            let parent = Int(elements.elements[number].parent) + 1
            let before = Int(last[parent])
            if before >= 0 {
                previous[number] = Int32(before)
                next[before] = Int32(number)
                places[number] = places[before] + 1
            }
            last[parent] = Int32(number)
        }
        for number in (0..<count).reversed() where next[number] >= 0 {
            fromEnd[number] = fromEnd[Int(next[number])] + 1
        }
        self.previous = Table(previous)
        self.next = Table(next)
        self.places = Table(places)
        placesFromEnd = Table(fromEnd)
    }

    /// The place of an element among its siblings, or among those of its type, from 1.
    func place(of number: Int, fromEnd: Bool, ofType isOfType: Bool) -> Int {
        guard isOfType else { return Int(fromEnd ? placesFromEnd[number] : places[number]) }
        return ofType.locked { made in
            if made == nil { made = (placesOfType(fromEnd: false), placesOfType(fromEnd: true)) }
            return Int((fromEnd ? made?.fromEnd : made?.places)?[number] ?? 0)
        }
    }

    private func placesOfType(fromEnd: Bool) -> [Int32] {
        var found = [Int32](repeating: 1, count: elements.count)
        // For each name, the first sibling of the list in which it was counted last.
        var counts = [(first: Int, count: Int32)](repeating: (-1, 0), count: elements.nameCount)
        // Visits each list of siblings from one end to the other.
        for first in found.indices where (fromEnd ? next[first] : previous[first]) < 0 {
            var number = first
            while number >= 0 {
                let name = Int(elements.types[Int(elements.elements[number].name)])
                counts[name] = (first, counts[name].first == first ? counts[name].count + 1 : 1)
                found[number] = counts[name].count
                number = Int(fromEnd ? previous[number] : next[number])
            }
        }
        return found
    }
}
