/// Something that was mended.
struct Repair {
    var code: XMLError.Code
    var message: String
    var repair: String
    var severity = XMLDiagnostic.Severity.error
    var place: Position
    var note: (message: String, place: Position)?
    var help: String?
    /// Whether it is a fault that libxml2 reports once it has read a tag.
    var isOfNamespaces = false
}

/// What was mended, of which at most `limit` are kept and all are counted.
struct RepairLog {
    let limit: Int
    private var kept: [Repair] = []
    /// How many have been added, also of those that are not kept.
    private(set) var count = 0
    private var takenCount = 0

    init(limit: Int) { self.limit = limit }

    /// Moves those of namespaces, of what was added from here on, to the end.
    mutating func putNamespacesLast(from first: Int) {
        let first = max(0, first - takenCount)
        guard first < kept.count, kept[first...].contains(where: \.isOfNamespaces) else { return }
        let added = kept[first...]
        kept[first...] = (added.filter { !$0.isOfNamespaces } + added.filter(\.isOfNamespaces))[...]
    }

    mutating func add(_ repair: @autoclosure () -> Repair) {
        count += 1
        if count <= limit { kept.append(repair()) }
    }

    /// What was added since the last call, as far as it is kept, and how much there was.
    mutating func take() -> ([Repair], Int) {
        defer { (kept, takenCount) = ([], count) }
        return (kept, count - takenCount)
    }
}
