/// The elements at a path, found one step after the other. Does not recurse.
///
/// Complexity: O(*n* log *n*) in the size of the element for each step, however elements nest.
struct ElementSet {
    private let tape: Tape
    /// The elements, without duplicates, in document order.
    private var indices: [Int]

    init(_ steps: ArraySlice<XMLPath.Step>, from element: XMLTree.Element) {
        tape = element.tape
        indices = [element.entry]
        var isDeep = false
        var place = steps.startIndex
        while place < steps.endIndex {
            let step = steps[place]
            place += 1
            switch step {
            case .descendants:
                isDeep = true
                continue
            // An index that does not follow a name applies to each element as a list with one element.
            case .index(let index): if index != 0 { indices = [] }
            case .attribute, .malformed: indices = []
            case .element, .any:
                var index: Int?
                if place < steps.endIndex, case .index(let number) = steps[place] {
                    index = number
                    place += 1
                }
                if isDeep {
                    findDescendants(step.nameTest, at: index)
                } else {
                    findChildren(step.nameTest, at: index)
                }
            }
            isDeep = false
        }
    }

    var elements: [XMLTree.Element] { indices.map { XMLTree.Element(tape: tape, entry: $0) } }

    private mutating func findChildren(_ test: NameTest?, at index: Int?) {
        var found: [Int] = []
        for parent in indices {
            let element = XMLTree.Element(tape: tape, entry: parent)
            var source = ElementSource(element, test, isDeep: false, at: index, following: 0)
            while let child = source.next() { found.append(child.entry) }
        }
        indices = found.sorted()
    }

    private mutating func findDescendants(_ test: NameTest?, at index: Int?) {
        var found: [Int] = []
        var end = 0
        // Elements inside an element that was searched are already found.
        for top in indices where top >= end {
            end = tape.end(top)
            let descendants = XMLTree.Descendants(tape: tape, ancestor: top, named: test)
            for element in descendants { found.append(element.entry) }
        }
        indices = index.map { tape.elements(found, at: $0) } ?? found
    }
}

extension Tape {
    /// Returns the elements with exactly `index` others before them in their parent; all must be in document order.
    fileprivate func elements(_ elements: [Int], at index: Int) -> [Int] {
        var counts: [Int: Int] = [:]
        return elements.filter { element in
            let parent = parent(ofElement: element) ?? Tape.document
            defer { counts[parent, default: 0] += 1 }
            return counts[parent, default: 0] == index
        }
    }
}
