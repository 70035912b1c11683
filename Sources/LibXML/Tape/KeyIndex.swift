import Synchronization

/// The child elements of one element by name, made for elements of many children on the first lookup by name.
final class KeyIndex: Sendable {
    /// The children, grouped by name, in document order within a group.
    private let members: [Int32]
    /// Where the group of each name is.
    private let groups: [Int: Range<Int>]
    /// The members of names that are written the same, of those that were looked for.
    private let merged = Mutex<[ExactKey: [Int]]>([:])

    /// Complexity: O(*n*) in the number of children.
    init(_ tape: Tape, _ parent: Int) {
        var byName: [Int: [Int32]] = [:]
        var child = tape.firstChild(parent)
        let end = tape.end(parent)
        while child < end {
            let head = tape.head(child)
            if head.kind == .element { byName[Int(head.payload), default: []].append(Int32(truncatingIfNeeded: child)) }
            child = tape.next(child)
        }
        var members: [Int32] = []
        var groups: [Int: Range<Int>] = [:]
        for (name, children) in byName {
            groups[name] = members.count..<members.count + children.count
            members += children
        }
        self.members = members
        self.groups = groups
    }

    /// Child elements that are called the same, in document order.
    struct Group: Sendable {
        private let index: KeyIndex
        private let range: Range<Int>
        /// Where elements of several namespaces are written the same.
        private let merged: [Int]?

        fileprivate init(_ index: KeyIndex, _ range: Range<Int>, merged: [Int]? = nil) {
            self.index = index
            self.range = range
            self.merged = merged
        }

        var count: Int { merged?.count ?? range.count }

        subscript(position: Int) -> Int { merged?[position] ?? index.member(range.lowerBound + position) }

        func map<Result>(_ transform: (Int) -> Result) -> [Result] { (0..<count).map { transform(self[$0]) } }
    }

    /// The children whose name is written so; nil when there are none.
    func group(written name: String, _ tape: Tape) -> Group? {
        var only: Range<Int>?
        var ranges: [Range<Int>] = []
        for number in tape.nameLookup.written(name) where tape.isWritten(number, as: name) {
            guard let range = groups[number] else { continue }
            if only != nil { ranges.append(range) } else { only = range }
        }
        guard let only else { return nil }
        if ranges.isEmpty { return Group(self, only) }
        let key = ExactKey(name)
        if let members = merged.withLock({ $0[key] }) { return Group(self, 0..<0, merged: members) }
        let members = ([only] + ranges).flatMap { $0.map(member) }.sorted()
        merged.withLock { $0[key] = members }
        return Group(self, 0..<0, merged: members)
    }

    func first(_ query: NameQuery, _ tape: Tape) -> Int? {
        resolve(query, tape).compactMap { groups[$0].map { member($0.lowerBound) } }.min()
    }

    func all(_ query: NameQuery, _ tape: Tape) -> [Int] {
        let names = resolve(query, tape)
        let found = names.flatMap { groups[$0].map { $0.map(member) } ?? [] }
        return names.count > 1 ? found.sorted() : found
    }

    func child(_ query: NameQuery, at position: Int, _ tape: Tape) -> Int? {
        let names = resolve(query, tape)
        if names.count == 1, let range = groups[names[0]] {
            return range.indices.contains(range.lowerBound + position) ? member(range.lowerBound + position) : nil
        }
        let children = all(query, tape)
        return children.indices.contains(position) ? children[position] : nil
    }

    private func member(_ position: Int) -> Int {
        Int(UInt32(bitPattern: members[position]))
    }

    /// The names that a query means, of those that children have.
    private func resolve(_ query: NameQuery, _ tape: Tape) -> [Int] {
        var resolution = NameResolution(query, tape)
        for number in tape.nameLookup.candidates(query) where groups[number] != nil { _ = resolution.add(number) }
        return resolution.numbers
    }
}

/// The names of a tape, to look for, made on the first lookup in an element of many children.
final class NameLookup: Sendable {
    private let byLocalName: [String: [Int]]
    private let byWrittenName: [String: [Int]]

    init(_ tape: Tape) {
        var byLocalName: [String: [Int]] = [:]
        var byWrittenName: [String: [Int]] = [:]
        for number in 0..<tape.nameCount {
            byLocalName[tape.string(tape.name(number).local) ?? "", default: []].append(number)
            byWrittenName[tape.qualifiedName(number), default: []].append(number)
        }
        self.byLocalName = byLocalName
        self.byWrittenName = byWrittenName
    }

    /// All names that are written so, and perhaps others that look the same.
    func written(_ name: String) -> [Int] { byWrittenName[name] ?? [] }

    /// All names that a query may mean, and perhaps others.
    func candidates(_ query: NameQuery) -> [Int] {
        switch query {
        case .expanded(let name): byLocalName[name.localName] ?? []
        case .written(let text):
            // A name with a prefix is found by what follows the colon.
            byLocalName[text.firstIndex(of: ":").map { String(text[text.index(after: $0)...]) } ?? text] ?? []
        }
    }
}
