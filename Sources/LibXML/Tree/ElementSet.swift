/// The elements at a path, found one step after the other. Does not recurse.
///
/// Complexity: O(*n* log *n*) in the size of the element for each step, regardless of how elements nest.
struct ElementSet {
    private let tape: Tape
    /// The elements, without duplicates, in document order.
    private var indices: [Int]

    init(_ steps: [PathStep], from element: XMLTree.Element) {
        tape = element.tape
        indices = [element.entry]
        let texts = TextIndex(steps, tape, in: element.entry)
        for step in steps {
            var found: [Int] = []
            var end = 0
            for index in indices {
                // Elements inside an element that was searched are already found.
                if step.isDeep, index < end { continue }
                end = tape.end(index)
                for match in ElementMatches(step, in: XMLTree.Element(tape: tape, entry: index), texts) {
                    found.append(match.entry)
                }
            }
            indices = step.isDeep ? found : found.sorted()
        }
    }

    var elements: [XMLTree.Element] { indices.map { XMLTree.Element(tape: tape, entry: $0) } }
}
