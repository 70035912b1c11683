/// Something that was repaired.
struct Repair {
    var code: XMLError.Code
    var message: String
    var repair: String
    var severity = XMLDiagnostic.Severity.error
    var place: Position
    var note: (message: String, place: Position)?
    var help: String?
    /// When strict parsing sees it.
    var stage = Stage.syntax

    enum Stage {
        /// A fault by XML 1.0, which ends a strict parse.
        case syntax
        /// A name or declaration that breaks a rule of namespaces, seen where it stands.
        case name
        /// A prefix or attribute that does, seen once the whole tag has been read.
        case tag
    }
}

/// What was repaired, of which at most `limit` are kept and all are counted.
struct RepairLog {
    let limit: Int
    private var kept: [Repair] = []
    /// How many have been added, also of those that are not kept.
    private(set) var count = 0
    private var takenCount = 0

    init(limit: Int) { self.limit = limit }

    /// Moves what is seen last of a tag, which was added from here on, to the end, if a fault of syntax comes before that.
    mutating func putLast(from first: Int) {
        let first = max(0, first - takenCount)
        guard first < kept.count else { return }
        let added = kept[first...]
        guard added.contains(where: { $0.stage == .syntax && $0.severity == .error }),
            added.contains(where: { $0.stage == .tag })
        else { return }
        kept[first...] = (added.filter { $0.stage != .tag } + added.filter { $0.stage == .tag })[...]
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
