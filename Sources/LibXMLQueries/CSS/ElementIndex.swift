import LibXML

/// The elements of a tree by number, in document order, and by name. A selector examines only elements that it may
/// match, and few bytes of each.
final class ElementIndex: Sendable {
    struct Element: BitwiseCopyable {
        var entry: UInt32
        var name: UInt32
        /// The number of the parent; -1 for the root.
        var parent: Int32
    }

    let elements: Table<Element>
    /// For each name, the first one with the same local name and namespace.
    let types: Table<Int32>
    /// The numbers by name, and where those of each name begin.
    private let byName: Table<Int32>
    private let starts: Table<Int32>

    init(of tape: TapeMemory) {
        var elements: [Element] = []
        var counts = [Int32](repeating: 0, count: tape.nameCount + 1)
        /// The open elements, and their ends.
        var open: [(number: Int32, end: Int)] = [(-1, .max)]
        tape.forEachElement(TapeEntry.documentLength..<tape.count) { entry, name in
            while entry >= open[open.count - 1].end { open.removeLast() }
            let parent = open[open.count - 1].number
            open.append((Int32(truncatingIfNeeded: elements.count), tape.end(entry)))
            elements.append(
                Element(
                    entry: UInt32(truncatingIfNeeded: entry), name: UInt32(truncatingIfNeeded: name), parent: parent))
            counts[name + 1] += 1
        }
        for name in counts.indices.dropFirst() { counts[name] += counts[name - 1] }
        starts = Table(counts)
        var firsts: [UInt64: Int32] = [:]
        types = Table(
            (0..<tape.nameCount).map { name in
                let parts = tape.name(name)
                let key = UInt64(parts.local) << 32 | UInt64(parts.uri)
                firsts[key] = firsts[key] ?? Int32(name)
                return firsts[key] ?? Int32(name)
            })
        var byName = [Int32](repeating: 0, count: elements.count)
        for (number, element) in elements.enumerated() {
            byName[Int(counts[Int(element.name)])] = Int32(truncatingIfNeeded: number)
            counts[Int(element.name)] += 1
        }
        self.byName = Table(byName)
        self.elements = Table(elements)
    }

    var count: Int { elements.count }
    var nameCount: Int { starts.count - 1 }

    /// The number of the element at an entry, or of the first one after it. Complexity: O(log *n*).
    func number(ofEntry entry: Int) -> Int {
        elements.firstIndex(in: 0..<count) { Int($0.entry) >= entry }
    }

    /// Calls `body` with the elements in a range that may match by their names, until it returns false.
    @inline(__always)
    func forEach(in range: Range<Int>, _ program: SelectorProgram, _ body: (Int) -> Bool) {
        if let name = program.onlyName {
            let (all, byName) = (Int(starts[name])..<Int(starts[name + 1]), byName.view)
            var place = self.byName.firstIndex(in: all) { Int($0) >= range.lowerBound }
            while place < all.upperBound, Int(byName[place]) < range.upperBound, body(Int(byName[place])) { place += 1 }
        } else {
            var number = range.lowerBound
            while number < range.upperBound, !program.mayMatch[Int(elements[number].name)] || body(number) {
                number += 1
            }
        }
    }
}
