/// The path of records, prepared for matching elements.
@usableFromInline
struct RecordPath: Sendable {
    let path: XMLPath
    /// The name that each step matches; nil for any name.
    let steps: [NameTest?]
    /// The steps that match any name. As in all of these sets, bit *i* represents the first *i* steps.
    let any: UInt64
    /// The steps that are followed by `//`.
    let descendants: UInt64
    /// The bit of the whole path; 0 for the path of no records.
    let last: UInt64

    var isEmpty: Bool { last == 0 }

    /// Creates a path that matches no element.
    init() {
        path = []
        steps = []
        (any, descendants, last) = (0, 0, 0)
    }

    /// - Throws: ``XMLError/Code/invalidPath`` for a path with an index or an attribute.
    @usableFromInline
    init(_ path: XMLPath) throws(XMLError) {
        var steps: [NameTest?] = []
        steps.reserveCapacity(path.steps.count)
        var (any, descendants): (UInt64, UInt64) = (0, 0)
        for step in path.steps {
            switch step {
            case .descendants: descendants |= 1 << UInt64(steps.count)
            case .element(let test): steps.append(test)
            case .any:
                steps.append(nil)
                any |= 1 << UInt64(steps.count)
            case .malformed(_, let error): throw error
            case .attribute, .index:
                throw XMLError(
                    .invalidPath, "the path “\(path)”: a path of records can contain only names, “*” and “//”")
            }
        }
        guard (1...60).contains(steps.count) else {
            throw XMLError(.invalidPath, "the path “\(path)” has no steps or more than 60")
        }
        self.path = path
        self.steps = steps
        self.any = any
        self.descendants = descendants
        last = 1 << UInt64(steps.count)
    }
}
