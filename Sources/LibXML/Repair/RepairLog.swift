/// A fault and its repair.
struct Repair {
    /// Its offsets are not used.
    var fault: Fault
    var repair: String
    var place: Position
    /// The end of the incorrect text; nil if only its beginning is known.
    var end: Position?
    var note: (message: String, place: Position)?
    /// The stage in which strict parsing detects the fault.
    var stage = Stage.syntax
    /// The changes of the text that the repair consists of; nil if they are not kept, or are not sufficient.
    var fix: Fix?

    /// The changes of the original text for a repair.
    struct Fix {
        struct Edit {
            var start: Position
            var end: Position
            var text: [UInt8]
            /// Its number among the changes of the document.
            var order: Int
        }

        var edits: [Edit]
        /// The row of the table that makes it certain; nil for a guess.
        var certainty: CertainFix?
        /// Whether references are not recognized there, so that the encoding must be able to represent the text.
        var isLiteral = false
    }

    /// How likely a repair restores the intended text.
    enum Certainty {
        /// As far as this repair alone shows, the text has only one plausible reading.
        case certain(CertainFix)
        case guess
        /// A guess in a comment, CDATA section or processing instruction.
        case literal
        /// The repair alone does not correct the document.
        case none
    }

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
    /// Whether to keep the changes of each repair.
    var keepsFixes = false {
        didSet { if !keepsFixes { for index in kept.indices { kept[index].fix = nil } } }
    }
    /// The number of kept repairs that ``makeUncertain(from:)`` has seen.
    private var revisedCount = 0

    init(limit: Int) { self.limit = limit }

    /// Moves the repairs of stage `tag` from this index on to the end, if a syntax error is among the repairs there.
    mutating func putLast(from first: Int) {
        let first = max(0, first - takenCount)
        guard first < kept.count else { return }
        // A slice would share the memory of all repairs, and the change would copy them.
        let added = Array(kept[first...])
        guard added.contains(where: { $0.stage == .syntax && $0.fault.severity == .error }),
            added.contains(where: { $0.stage == .tag })
        else { return }
        kept.removeSubrange(first...)
        kept += added.filter { $0.stage != .tag } + added.filter { $0.stage == .tag }
    }

    mutating func add(_ repair: @autoclosure () -> Repair) {
        count += 1
        if count <= limit { keep(repair()) }
    }

    @inline(never)
    private mutating func keep(_ repair: Repair) { kept.append(repair) }

    /// Adds a change to the fix of a repair, given the number of repairs before it.
    mutating func extend(_ index: Int, with edit: Repair.Fix.Edit) {
        guard keepsFixes, kept.indices.contains(index - takenCount) else { return }
        kept[index - takenCount].fix?.edits.append(edit)
    }

    /// Replaces the fix of the last repair by one that is more likely, or by none.
    mutating func replaceFix(_ fix: Repair.Fix?) {
        guard count - takenCount == kept.count, !kept.isEmpty else { return }
        kept[kept.count - 1].fix = fix
    }

    /// Makes the fixes from an index on guesses if one of them is.
    mutating func makeEquallyCertain(from first: Int) {
        let first = max(0, first - takenCount)
        guard keepsFixes, first < kept.count,
            kept[first...].contains(where: { $0.fix != nil && $0.fix?.certainty == nil && $0.stage == .syntax })
        else { return }
        for index in kept[first...].indices { kept[index].fix?.certainty = nil }
    }

    /// Whether ``makeUncertain(from:)`` has not seen all kept repairs.
    var hasUnrevised: Bool { keepsFixes && revisedCount < kept.count }

    /// Makes the fixes after an offset guesses, because the text that they correct may not be text.
    ///
    /// Complexity: O(*n*) in the number of repairs, over all calls.
    mutating func makeUncertain(from offset: Int) {
        guard keepsFixes else { return }
        for index in kept[min(revisedCount, kept.count)...].indices where kept[index].place.offset >= offset {
            kept[index].fix?.certainty = nil
        }
        revisedCount = kept.count
    }

    /// Returns the kept repairs added since the last call, and the number of all repairs added since then.
    mutating func take() -> ([Repair], Int) {
        defer { (kept, takenCount, revisedCount) = ([], count, 0) }
        return (kept, count - takenCount)
    }
}
