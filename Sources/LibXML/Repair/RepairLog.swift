/// A fault and its repair.
struct Repair {
    var code: XMLError.Code
    var message: String
    var repair: String
    var severity = XMLDiagnostic.Severity.error
    var place: Position
    var note: (message: String, place: Position)?
    var help: String?
    /// The stage in which strict parsing detects the fault.
    var stage = Stage.syntax

    enum Stage {
        /// A fault by XML 1.0, which ends a strict parse.
        case syntax
        /// A name or declaration that violates a namespace rule, detected when it is read.
        case name
        /// A prefix or attribute that violates a namespace rule, detected after the whole tag has been read.
        case tag
    }
}

/// The repairs. All are counted; at most `limit` are kept.
struct RepairLog {
    let limit: Int
    private var kept: [Repair] = []
    /// The number of repairs added, including those that are not kept.
    private(set) var count = 0
    private var takenCount = 0

    init(limit: Int) { self.limit = limit }

    /// Moves the repairs of stage `tag` from this index on to the end, if a syntax error is among the repairs there.
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

    /// Returns the kept repairs added since the last call, and the number of all repairs added since then.
    mutating func take() -> ([Repair], Int) {
        defer { (kept, takenCount) = ([], count) }
        return (kept, count - takenCount)
    }
}
