/// Finds the elements at a path during the parse of a document.
///
/// A set of bits for each open element records how many steps of the path lead to it: bit *i* represents the first *i*
/// steps.
struct RecordMatcher: ~Copyable {
    /// A complete record, as ranges of the builder's memory.
    struct Finished: BitwiseCopyable {
        fileprivate var word: Int
        fileprivate var wordEnd: Int
        fileprivate var arenaStart: Int
        fileprivate var arenaEnd: Int

        var words: Range<Int> { word..<wordEnd }
        var arena: Range<Int> { arenaStart..<arenaEnd }
    }

    private let path: RecordPath
    /// The steps that match each name, by its number: in any parent, and in a parent of the same namespace.
    private var nameSteps = RawBuffer<(always: UInt64, inNamespace: UInt64)>(capacity: 0)
    /// The set and the number of the name of each open element outside records, and of the open record.
    private var open = RawBuffer<(set: UInt64, name: UInt32)>(capacity: 0)

    /// The beginning of the open record: its first word, and the size of the arena at that time; nil outside records.
    private(set) var start: (word: Int, arena: Int)?
    private(set) var finished = RawBuffer<Finished>(capacity: 0)
    /// The steps that the last element matches apart from its predicates, or 0; and where it begins.
    private var unsettled: (steps: UInt64, word: Int, arena: Int) = (0, 0, 0)
    private var taken = 0
    private var hasMatched = false
    private var misses = RecordMisses()

    init(_ path: RecordPath) {
        self.path = path
    }

    /// Whether there are records to find.
    var isActive: Bool { !path.isEmpty }

    /// Handles the start of an element. ``settle(_:)`` must be called when its attributes are known, if
    /// ``isUnsettled``.
    ///
    /// - Parameter arena: the size of the arena before the element's attributes.
    @inline(__always)
    mutating func begin(name: UInt32, _ names: borrowing NameTable, word: Int, arena: Int) {
        if start == nil { beginOutside(name: name, names, word: word, arena: arena) }
    }

    private mutating func beginOutside(name: UInt32, _ names: borrowing NameTable, word: Int, arena: Int) {
        if Int(name) >= nameSteps.count { addNames(names) }
        let parent = open.count == 0 ? nil : open[open.count - 1]
        let set = parent?.set ?? 1
        var matching = nameSteps[Int(name)].always | path.any
        if nameSteps[Int(name)].inNamespace != 0,
            parent.map({ names.hasSameNamespace(Int(name), Int($0.name)) }) ?? true
        {
            matching |= nameSteps[Int(name)].inNamespace
        }
        let matched = ((set & ~path.last) << 1) & matching
        if matched & path.conditional != 0 {
            unsettled = (matched, word, arena)
            open.append((0, name))
        } else {
            open.append((matched | set & path.descendants, name))
            add(word: word, arena: arena, parentSet: set)
        }
    }

    /// Whether the last element is at a step with predicates, which depend on its attributes.
    @inline(__always)
    var isUnsettled: Bool { unsettled.steps != 0 }

    /// Evaluates the predicates of the last element.
    @inline(never)
    mutating func settle<Store: AttributeStore & ~Copyable>(_ attributes: borrowing Store) {
        var (matched, word, arena) = unsettled
        unsettled.steps = 0
        var conditional = matched & path.conditional
        while conditional != 0 {
            let bit = conditional.trailingZeroBitCount
            conditional &= conditional - 1
            if !path.isSatisfied(bit, by: word, attributes) { matched &= ~(1 << UInt64(bit)) }
        }
        let set = open.count > 1 ? open[open.count - 2].set : 1
        open[open.count - 1].set = matched | set & path.descendants
        add(word: word, arena: arena, parentSet: set)
    }

    /// Begins a record if the last element is one.
    private mutating func add(word: Int, arena: Int, parentSet: UInt64) {
        let (reached, name) = open[open.count - 1]
        if reached & path.last != 0 {
            start = (word, arena)
            hasMatched = true
        } else if !hasMatched {
            misses.add(name: name, steps: Self.steps(of: reached), parentSteps: Self.steps(of: parentSet))
        }
    }

    /// The largest number of steps in a set; nil if it is empty.
    private static func steps(of set: UInt64) -> Int? { set == 0 ? nil : UInt64.bitWidth - 1 - set.leadingZeroBitCount }

    /// The error of a document in which nothing matched the path; nil if an element did.
    func notFound(_ names: borrowing NameTable) -> XMLError? {
        hasMatched ? nil : misses.error(path, names)
    }

    /// Handles the end of an element.
    ///
    /// - Parameter depth: the number of open elements after it.
    @inline(__always)
    mutating func end(depth: Int, words: Int, arena: Int) {
        if depth < open.count { endOutside(words: words, arena: arena) }
    }

    private mutating func endOutside(words: Int, arena: Int) {
        open.removeLast()
        guard let start else { return }
        finished.append(Finished(word: start.word, wordEnd: words, arenaStart: start.arena, arenaEnd: arena))
        self.start = nil
    }

    /// Discards the open record. No element in it is a record either.
    ///
    /// - Parameter depth: the number of open elements.
    mutating func skipRecord(depth: Int) {
        start = nil
        open.removeLast()
        while open.count < depth { open.append((0, 0)) }
    }

    private mutating func addNames(_ names: borrowing NameTable) {
        for number in nameSteps.count..<names.count {
            var (always, inNamespace): (UInt64, UInt64) = (0, 0)
            for (index, test) in path.steps.enumerated() {
                guard let test else { continue }
                let bit: UInt64 = 2 << UInt64(index)
                switch names.match(number, test) {
                case .always: always |= bit
                case .inNamespaceOfParent: inNamespace |= bit
                case .never: break
                }
            }
            nameSteps.append((always, inNamespace))
        }
    }

    // MARK: Records

    /// Whether there are complete records that were not taken.
    var hasRecords: Bool { taken < finished.count }

    mutating func takeRecord() -> Finished? {
        guard hasRecords else { return nil }
        taken += 1
        return finished[taken - 1]
    }

    /// Discards the complete records that were not taken.
    mutating func dropRecords() { taken = finished.count }

    /// Adjusts the beginning of the open record after the words and the arena before it were removed.
    mutating func rebase(word: Int, arena: Int) {
        finished.remove(0..<finished.count)
        taken = 0
        start?.word = word
        start?.arena = arena
    }
}
