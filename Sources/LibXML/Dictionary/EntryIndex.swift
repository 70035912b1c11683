/// The members of a dictionary by key.
final class EntryIndex: Sendable {
    /// The members under a key.
    struct Group {
        let key: Int
        /// The members without omitted ones.
        private(set) var members: [Member]
        /// Whether members were omitted, which makes the others a list.
        private(set) var lostMembers: Bool

        fileprivate init(_ entry: Entry) {
            key = entry.key
            lostMembers = entry.member.isNothing
            members = lostMembers ? [] : [entry.member]
        }

        fileprivate mutating func add(_ member: Member) {
            if member.isNothing { lostMembers = true } else { members.append(member) }
        }
    }

    let groups: [Group]
    private let positions: [Int: Int]
    /// The positions of groups whose keys are not in the key table.
    private let others: [ExactKey: Int]
    private let keys: KeyTable

    /// Complexity: O(*n*) in the number of children.
    init(_ context: DictionaryContext, _ element: Int) {
        var entries: [Entry] = []
        context.appendMembers(of: element, to: &entries)
        context.group(&entries, from: 0, of: element)
        let keys = context.keys
        var groups: [Group] = []
        var positions: [Int: Int] = [:]
        var others: [ExactKey: Int] = [:]
        for entry in entries {
            if groups.last?.key == entry.key {
                groups[groups.count - 1].add(entry.member)
                continue
            }
            positions[entry.key] = groups.count
            if entry.key >= keys.count { others[ExactKey(keys.text(entry.key))] = groups.count }
            groups.append(Group(entry))
        }
        self.groups = groups
        self.positions = positions
        self.others = others
        self.keys = keys
    }

    /// Returns the members under a key; nil if there are no members. Complexity: O(1) on average.
    func group(_ key: String) -> Group? {
        let position = keys.number(of: key).map { positions[$0] } ?? others[ExactKey(key)]
        return position.map { groups[$0] }
    }
}
