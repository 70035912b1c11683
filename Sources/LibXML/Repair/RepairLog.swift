/// Something that was mended.
struct Repair {
    var code: XMLError.Code
    var message: String
    var repair: String
    var severity = XMLDiagnostic.Severity.error
    var place: Position
    var note: (message: String, place: Position)?
    var help: String?
}

/// What was mended, of which at most `limit` are kept and all are counted.
struct RepairLog {
    let limit: Int
    private var kept: [Repair] = []
    private var count = 0
    private var takenCount = 0

    init(limit: Int) { self.limit = limit }

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
