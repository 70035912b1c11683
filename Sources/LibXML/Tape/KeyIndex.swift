/// The child elements of one element by name, made for elements of many children on the first lookup by name.
final class KeyIndex: Sendable {
    /// The children, grouped by name, in document order within a group.
    private let members: [Int32]
    /// Where the group of each name is.
    private let groups: [Int: Range<Int>]

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

    func first(_ query: NameQuery, _ tape: Tape) -> Int? {
        resolve(query, tape).compactMap { groups[$0].map { member($0.lowerBound) } }.min()
    }

    func all(_ query: NameQuery, _ tape: Tape) -> [Int] {
        let names = resolve(query, tape)
        let found = names.flatMap { groups[$0].map { $0.map(member) } ?? [] }
        return names.count > 1 ? found.sorted() : found
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

/// The names of a tape by their local part, made on the first lookup in an element of many children.
final class NameLookup: Sendable {
    private let byLocalName: [String: [Int]]

    init(_ tape: Tape) {
        var byLocalName: [String: [Int]] = [:]
        for number in 0..<tape.nameCount {
            byLocalName[tape.string(tape.name(number).local) ?? "", default: []].append(number)
        }
        self.byLocalName = byLocalName
    }

    /// All names that a query may mean, and perhaps others.
    func candidates(_ query: NameQuery) -> [Int] {
        switch query {
        case .expanded(let name): byLocalName[name.localName] ?? []
        case .written(let text), .exactly(let text):
            // A name with a prefix is found by what follows the colon.
            byLocalName[text.firstIndex(of: ":").map { String(text[text.index(after: $0)...]) } ?? text] ?? []
        }
    }
}
