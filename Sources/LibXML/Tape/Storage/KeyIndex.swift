import Synchronization

/// The child elements of one element by name, made for elements of many children on the first lookup by name.
final class KeyIndex: Sendable {
    /// The children, grouped by name, in document order within a group.
    private let members: [Int32]
    /// Where the group of each name is.
    private let groups: [Int: Range<Int>]
    /// The name of the parent; nil for the document.
    private let parentName: Int?
    /// What was found for names that several others are like.
    private let answers = Mutex<[Question: Members]>([:])

    /// What was looked for.
    private struct Question: Hashable {
        enum Kind { case qualified, written, local, expanded }

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
            case .expanded(let name): self.init(.expanded, name.localName, uri: name.namespaceURI)
            }
        }
    }

    /// Complexity: O(*n*) in the number of children.
    init(_ tape: Tape, _ parent: Int) {
        var byName: [Int: [Int32]] = [:]
        var children = tape.children(of: parent)
        while let (child, head) = children.next(tape) {
            if head.kind == .element { byName[head.name, default: []].append(Int32(truncatingIfNeeded: child)) }
        }
        var members: [Int32] = []
        var groups: [Int: Range<Int>] = [:]
        for (name, children) in byName {
            groups[name] = members.count..<members.count + children.count
            members += children
        }
        self.members = members
        self.groups = groups
        parentName = parent == Tape.document ? nil : tape.nameNumber(parent)
    }

    /// Where the children are that were found.
    fileprivate enum Members: Sendable {
        case one(Range<Int>)
        /// Those of several names, in document order.
        case merged([Int])
    }

    /// Child elements that are called the same, in document order; at least one.
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

    /// The children whose name is written so; nil when there are none.
    func group(written name: String, _ tape: Tape) -> Group? {
        let candidates = tape.nameLookup.written(name)
        return group(Question(.qualified, name), isKept: candidates.count > 1) {
            candidates.filter { tape.isWritten($0, as: name) }
        }
    }

    /// The children that a test matches; nil if there are none.
    private func group(_ test: NameTest, _ tape: Tape) -> Group? {
        let candidates = tape.nameLookup.candidates(test)
        return group(Question(test), isKept: candidates.count > 1) {
            candidates.filter { tape.names.table.matchesElement($0, in: parentName, test) }
        }
    }

    /// The children of the names that `resolve` finds.
    ///
    /// - Parameter isKept: whether it has to look at several, which it does once.
    private func group(_ question: @autoclosure () -> Question, isKept: Bool, _ resolve: () -> [Int]) -> Group? {
        let question = isKept ? question() : nil
        if let question, let members = answers.locked({ $0[question] }) { return Group(self, members) }
        let ranges = resolve().compactMap { groups[$0] }
        let members =
            ranges.count == 1 ? Members.one(ranges[0]) : .merged(ranges.flatMap { $0.map(member) }.sorted())
        if let question { answers.locked { $0[question] = members } }
        return Group(self, members)
    }

    func first(_ test: NameTest, _ tape: Tape) -> Int? { group(test, tape)?[0] }

    func all(_ test: NameTest, _ tape: Tape) -> [Int] { group(test, tape)?.map { $0 } ?? [] }

    func child(_ test: NameTest, at position: Int, _ tape: Tape) -> Int? {
        guard let group = group(test, tape), (0..<group.count).contains(position) else { return nil }
        return group[position]
    }

    private func member(_ position: Int) -> Int {
        Int(UInt32(bitPattern: members[position]))
    }
}

/// The names of a tape, to look for, made on the first lookup in an element of many children.
final class NameLookup: Sendable {
    private let byLocalName: [String: [Int]]
    private let byWrittenName: [String: [Int]]
    private let byExpandedName: [XMLName: [Int]]
    /// The names with a prefix.
    private let prefixed: Set<Int>

    init(_ tape: Tape) {
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

    /// All names that are written so, and perhaps others that look the same.
    func written(_ name: String) -> [Int] { byWrittenName[name] ?? [] }

    /// All names that a test may match, and perhaps others, each once.
    func candidates(_ test: NameTest) -> [Int] {
        switch test {
        case .expanded(let name): byExpandedName[name] ?? []
        case .local(let text): byLocalName[text] ?? []
        case .written(let text):
            // The qualified name of a name without a prefix is its local name.
            (byWrittenName[text] ?? []) + (byLocalName[text] ?? []).filter(prefixed.contains)
        }
    }
}
