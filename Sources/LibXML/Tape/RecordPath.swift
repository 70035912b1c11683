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
    /// The steps with predicates.
    let conditional: UInt64
    /// The bit of the whole path; 0 for the path of no records.
    let last: UInt64

    var isEmpty: Bool { last == 0 }

    /// Creates a path that matches no element.
    init() {
        path = []
        steps = []
        (any, descendants, conditional, last) = (0, 0, 0, 0)
    }

    /// - Throws: ``XMLError/Code/invalidPath`` for a path to attributes, and for predicates other than those of
    ///   attributes.
    @usableFromInline
    init(_ path: XMLPath) throws(XMLError) {
        var steps: [NameTest?] = []
        steps.reserveCapacity(path.steps.count)
        var (any, descendants, conditional): (UInt64, UInt64, UInt64) = (0, 0, 0)
        for step in path.steps {
            if step.isDeep { descendants |= 1 << UInt64(steps.count) }
            switch step.target {
            case .element:
                steps.append(step.nameTest)
                if step.nameTest == nil { any |= 1 << UInt64(steps.count) }
            case .malformed(_, let error): throw error
            case .attribute, .itself: throw Self.unreachable(path)
            }
            if !step.predicates.isEmpty { conditional |= 1 << UInt64(steps.count) }
            for predicate in step.predicates {
                guard case .attribute = predicate else { throw Self.unreachable(path) }
            }
        }
        guard (1...60).contains(steps.count) else {
            throw XMLError(.invalidPath, "the path “\(path)” has no steps or more than 60")
        }
        self.path = path
        self.steps = steps
        self.any = any
        self.descendants = descendants
        self.conditional = conditional
        last = 1 << UInt64(steps.count)
    }

    private static func unreachable(_ path: XMLPath) -> XMLError {
        XMLError(
            .invalidPath,
            "the path “\(path)”: a path of records can contain only names, “*”, “//”, “[@name]” and “[@name='value']”")
    }

    /// Whether an element satisfies the predicates of a step.
    ///
    /// - Parameter bit: the bit of the step.
    func isSatisfied<Store: AttributeStore & ~Copyable>(
        _ bit: Int, by element: Int, _ attributes: borrowing Store
    ) -> Bool {
        for predicate in path.steps[bit - 1].predicates {
            guard case .attribute(let test, let value) = predicate,
                attributes.hasAttribute(of: element, test, equalTo: value)
            else { return false }
        }
        return true
    }
}
