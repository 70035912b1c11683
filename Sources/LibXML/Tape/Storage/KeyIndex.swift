import Synchronization

/// The child elements of one element by name. Created for an element with many children by the first lookup by name.
final class KeyIndex: Sendable {
    /// The children, grouped by name, in document order within a group.
    private let members: [Int32]
    /// The range in `members` of each name's group.
    private let groups: [Int: Range<Int>]
    /// The numbers of the first names, in document order: see ``DistinctNames``.
    let names: [UInt32]
    /// The name of the parent; nil for the document.
    private let parentName: Int?
    /// The results of lookups that several names could match.
    private let answers = Mutex<[Question: Members]>([:])

    /// The name of a lookup.
    private struct Question: Hashable {
        enum Kind { case qualified, written, local, expanded, any }

        let kind: Kind
        let name: ExactKey
        let uri: ExactKey?

        init(_ kind: Kind, _ name: String, uri: String? = nil) {
            (self.kind, self.name, self.uri) = (kind, ExactKey(name), uri.map(ExactKey.init))
        }

        init(_ test: NameTest) {
            switch test {
            case .written(let name): self.init(.written, name)
            case .local(let name): self.init(.local, name)
            case .any: self.init(.any, "")
            case .expanded(let name): self.init(.expanded, name.localName, uri: name.namespaceURI)
            }
        }
    }

    /// Complexity: O(*n*) in the number of children.
    init(_ tape: Tape, _ parent: Int) {
        var byName: [Int: [Int32]] = [:]
        var names = DistinctNames()
        var children = tape.children(of: parent)
        while let (child, head) = children.next(tape) {
            guard head.kind == .element else { continue }
            byName[head.name, default: []].append(Int32(truncatingIfNeeded: child))
            names.add(head.name)
        }
        self.names = names.numbers
        var members: [Int32] = []
        var groups: [Int: Range<Int>] = [:]
        for (name, children) in byName {
            groups[name] = members.count..<members.count + children.count
            members += children
        }
        self.members = members
        self.groups = groups
        let name = tape.head(parent).name
        parentName = name == Int(TapeHead.none) ? nil : name
    }

    /// The positions of the children that a lookup found.
    fileprivate enum Members: Sendable {
        case one(Range<Int>)
        /// The children of several names, in document order.
        case merged([Int])
    }

    /// Child elements that a lookup found, in document order; at least one.
    struct Group: Sendable {
        private let index: KeyIndex
        private let members: Members

        fileprivate init?(_ index: KeyIndex, _ members: Members) {
            (self.index, self.members) = (index, members)
            if count == 0 { return nil }
        }

        var count: Int {
            switch members {
            case .one(let range): range.count
            case .merged(let members): members.count
            }
        }

        subscript(position: Int) -> Int {
            switch members {
            case .one(let range): index.member(range.lowerBound + position)
            case .merged(let members): members[position]
            }
        }

        func map<Result>(_ transform: (Int) -> Result) -> [Result] { (0..<count).map { transform(self[$0]) } }
    }

    /// Returns the children with this qualified name; nil if there are no such children.
    func group(written name: String, _ tape: Tape) -> Group? {
        let candidates = tape.nameLookup.written(name)
        return group(Question(.qualified, name), isKept: candidates.count > 1) {
            candidates.filter { tape.isWritten($0, as: name) }
        }
    }

    /// Returns the children that a test matches; nil if there are no such children.
    private func group(_ test: NameTest, _ tape: Tape) -> Group? {
        let lookup = tape.nameLookup
        return group(Question(test), isKept: lookup.hasSeveralCandidates(test)) {
            lookup.candidates(test).filter { tape.names.table.matchesElement($0, in: parentName, test) }
        }
    }

    /// Returns the children with the names that `resolve` returns.
    ///
    /// - Parameter isKept: whether to cache the result, because `resolve` compares several names.
    private func group(_ question: @autoclosure () -> Question, isKept: Bool, _ resolve: () -> [Int]) -> Group? {
        let question = isKept ? question() : nil
        if let question, let members = answers.locked({ $0[question] }) { return Group(self, members) }
        let ranges = resolve().compactMap { groups[$0] }
        let members =
            ranges.count == 1 ? Members.one(ranges[0]) : .merged(ranges.flatMap { $0.map(member) }.sorted())
        if let question { answers.locked { $0.set(question, to: members) } }
        return Group(self, members)
    }

    func first(_ test: NameTest, _ tape: Tape) -> Int? { group(test, tape)?[0] }

    func count(_ test: NameTest, _ tape: Tape) -> Int { group(test, tape)?.count ?? 0 }

    func all(_ test: NameTest, _ tape: Tape) -> [Int] { group(test, tape)?.map { $0 } ?? [] }

    func child(_ test: NameTest, at position: Int, _ tape: Tape) -> Int? {
        guard let group = group(test, tape), (0..<group.count).contains(position) else { return nil }
        return group[position]
    }

    private func member(_ position: Int) -> Int {
        Int(UInt32(bitPattern: members[position]))
    }
}

/// The names of a tape, by their parts. Created by the first lookup in an element with many children.
final class NameLookup: Sendable {
    private let byLocalName: [String: [Int]]
    private let byWrittenName: [String: [Int]]
    private let byExpandedName: [XMLName: [Int]]
    /// The names with a prefix.
    private let prefixed: Set<Int>

    private let count: Int

    init(_ tape: Tape) {
        count = tape.nameCount
        var byLocalName: [String: [Int]] = [:]
        var byWrittenName: [String: [Int]] = [:]
        var byExpandedName: [XMLName: [Int]] = [:]
        var prefixed: Set<Int> = []
        for number in 0..<tape.nameCount {
            let name = tape.expandedName(number)
            byLocalName[name.localName, default: []].append(number)
            byExpandedName[name, default: []].append(number)
            byWrittenName[tape.qualifiedName(number), default: []].append(number)
            if tape.name(number).prefix != Int(TapeHead.none) { prefixed.insert(number) }
        }
        self.byLocalName = byLocalName
        self.byWrittenName = byWrittenName
        self.byExpandedName = byExpandedName
        self.prefixed = prefixed
    }

    /// Returns all names with this qualified name, and possibly others that are canonically equivalent.
    func written(_ name: String) -> [Int] { byWrittenName[name] ?? [] }

    /// Returns whether there may be more than one candidate.
    func hasSeveralCandidates(_ test: NameTest) -> Bool {
        switch test {
        case .expanded(let name): byExpandedName[name]?.count ?? 0 > 1
        case .local(let text): byLocalName[text]?.count ?? 0 > 1
        case .written(let text): byWrittenName[text]?.count ?? 0 > 1 || byLocalName[text]?.count ?? 0 > 1
        case .any: true
        }
    }

    /// Returns all names that a test may match, without duplicates, and possibly others.
    func candidates(_ test: NameTest) -> [Int] {
        switch test {
        case .expanded(let name): byExpandedName[name] ?? []
        case .local(let text): byLocalName[text] ?? []
        case .any: Array(0..<count)
        case .written(let text):
            // The qualified name of a name without a prefix is its local name.
            (byWrittenName[text] ?? []) + (byLocalName[text] ?? []).filter(prefixed.contains)
        }
    }
}
