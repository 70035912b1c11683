/// The elements that a path of records did not match, for the help of an error. It is filled until the first record.
struct RecordMisses: ~Copyable {
    private static let limit = 16

    /// The largest number of steps of the path that led to an element.
    private var depth = 0
    /// The number of the name of the first such element; nil for the document.
    private var parent: UInt32?
    /// The numbers of the names of its children, and of other elements at the same step; each once.
    private var children = RawBuffer<UInt32>(capacity: 0)

    /// Adds an element that is not a record.
    ///
    /// - Parameters:
    ///   - steps: the number of steps that lead to it; nil if none does.
    ///   - parentSteps: the number of steps that lead to its parent; nil if none does.
    mutating func add(name: UInt32, steps: Int?, parentSteps: Int?) {
        if let steps, steps > depth {
            depth = steps
            parent = name
            children.remove(0..<children.count)
        } else if parentSteps == depth, children.count < Self.limit {
            for index in 0..<children.count where children[index] == name { return }
            children.append(name)
        }
    }

    /// The error of a document without records.
    func error(_ path: RecordPath, _ names: borrowing NameTable) -> XMLError {
        let parent = parent.map { "<\(names.qualifiedName(Int($0)))>" } ?? "the document"
        guard depth < path.steps.count, let test = path.steps[depth] else {
            return XMLError(.missingElement, "\(parent) has no elements at the path “\(path.path)”")
        }
        let step = XMLPath([path.path.steps[depth]], as: path.path)
        let found = (0..<children.count).map { index -> (String, XMLName) in
            let number = Int(children[index])
            return (names.qualifiedName(number), names.expandedName(number))
        }
        // If the step has a predicate, its name may exist.
        let isKnown = found.contains { $0.0 == test.description }
        let help = isKnown ? nil : NameSuggestions(found, isAttribute: false).help(for: test)
        return XMLError(
            .missingElement, "\(parent) has no element “\(isKnown ? step.description : test.description)”", help: help)
    }
}
