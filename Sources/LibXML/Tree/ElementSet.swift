/// The elements that the steps of a path lead to, all of one step before those of the next. Does not recurse.
///
/// Complexity: O(*n* log *n*) in the size of the element for each step, however elements nest.
struct ElementSet {
    private let tape: Tape
    /// The elements, each once, in document order.
    private var indices: [Int]

    init(_ steps: ArraySlice<XMLPath.Step>, from element: XMLTree.Element) {
        tape = element.tape
        indices = [element.index]
        var isDeep = false
        var place = steps.startIndex
        while place < steps.endIndex {
            let step = steps[place]
            place += 1
            switch step {
            case .descendants:
                isDeep = true
                continue
            // What is found one by one is a list with one element.
            case .index(let index): if index != 0 { indices = [] }
            case .attribute, .malformed: indices = []
            case .name, .expanded, .any:
                var index: Int?
                if place < steps.endIndex, case .index(let number) = steps[place] {
                    index = number
                    place += 1
                }
                if isDeep {
                    findDescendants(step.nameQuery, at: index)
                } else {
                    findChildren(step.nameQuery, at: index)
                }
            }
            isDeep = false
        }
    }

    var elements: [XMLTree.Element] { indices.map { XMLTree.Element(tape: tape, index: $0) } }

    private mutating func findChildren(_ query: NameQuery?, at index: Int?) {
        var found: [Int] = []
        for parent in indices {
            let element = XMLTree.Element(tape: tape, index: parent)
            var source = ElementSource(element, query, isDeep: false, at: index, following: 0)
            while let child = source.next() { found.append(child.index) }
        }
        indices = found.sorted()
    }

    private mutating func findDescendants(_ query: NameQuery?, at index: Int?) {
        let candidates = Candidates(query, inside: indices, tape)
        let exactHits = index.map { tape.areAt($0, candidates.exact) }
        let localHits = index.map { tape.areAt($0, candidates.local) }
        var (exactEnd, localEnd) = (0, 0)
        var found: [Int] = []
        for element in indices {
            let end = tape.end(element)
            let exact = candidates.exact.positions(inside: element, end)
            // Inside of an element that has been looked into, where the name means the same, there is nothing new.
            if !exact.isEmpty {
                guard end > exactEnd else { continue }
                exactEnd = end
                for place in exact where exactHits?[place] ?? true { found.append(candidates.exact[place]) }
            } else if end > localEnd, let local = candidates.local(inside: element, end) {
                localEnd = end
                for place in local where localHits?[place] ?? true { found.append(candidates.local[place]) }
            }
        }
        indices = found.sorted()
    }
}

/// The elements inside of some others that a name may mean: see ``NameQuery/written(_:)``.
private struct Candidates {
    private enum Meaning { case exact, local, other }

    /// Those that are meant for certain, in document order.
    private(set) var exact: [Int] = []
    /// Those that are meant where none is for certain, and all have one namespace.
    private(set) var local: [Int] = []
    /// For each of the latter, how many there are up to the next of another namespace.
    private var sameUntil: [Int] = []

    /// - Parameter indices: elements, in document order.
    init(_ query: NameQuery?, inside indices: [Int], _ tape: Tape) {
        var meanings: [Int: Meaning] = [:]
        var end = 0
        for top in indices where top >= end {
            end = tape.end(top)
            var index = tape.firstChild(top)
            while index < end {
                let head = tape.head(index)
                if head.kind == .element {
                    let name = head.name
                    let meaning = meanings[name] ?? Self.meaning(of: name, query, tape)
                    meanings[name] = meaning
                    switch meaning {
                    case .exact: exact.append(index)
                    case .local: local.append(index)
                    case .other: break
                    }
                }
                index += head.length
            }
        }
        let namespaces = local.map { tape.name(tape.nameNumber($0)).uri }
        sameUntil = Array(repeating: local.count, count: local.count)
        for place in local.indices.dropLast().reversed() {
            let isSame = namespaces[place] == namespaces[place + 1]
            sameUntil[place] = isSame ? sameUntil[place + 1] : place + 1
        }
    }

    private static func meaning(of name: Int, _ query: NameQuery?, _ tape: Tape) -> Meaning {
        switch query {
        case nil: .exact
        case .expanded(let expanded): tape.isExpanded(name, expanded) ? .exact : .other
        case .written(let text):
            tape.isWritten(name, as: text) ? .exact : tape.isLocal(name, text) ? .local : .other
        }
    }

    /// The positions in ``local`` of those inside an element that ends at `end`; nil where they have several namespaces,
    /// or where there are none.
    func local(inside element: Int, _ end: Int) -> Range<Int>? {
        let places = local.positions(inside: element, end)
        return places.isEmpty || sameUntil[places.lowerBound] < places.upperBound ? nil : places
    }
}

extension Tape {
    /// For each of some elements in document order, whether as many of them as `index` come before it in its parent.
    fileprivate func areAt(_ index: Int, _ elements: [Int]) -> [Bool] {
        var counts: [Int: Int] = [:]
        return elements.map { element in
            let parent = parent(ofElement: element) ?? Tape.document
            defer { counts[parent, default: 0] += 1 }
            return counts[parent, default: 0] == index
        }
    }
}

extension [Int] {
    /// The positions of the elements inside of one that ends at `end`, among elements in document order.
    fileprivate func positions(inside element: Int, _ end: Int) -> Range<Int> {
        partitioningIndex { $0 > element }..<partitioningIndex { $0 >= end }
    }
}
