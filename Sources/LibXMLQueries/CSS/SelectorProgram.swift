import LibXML

/// A selector that is prepared for the names of one tape. It is kept with the tree for the next use of the selector.
final class SelectorProgram: Sendable {
    let lists: Table<Selector.Part>
    let complexes: Table<Selector.Complex>
    let compounds: Table<Selector.Compound>
    let conditions: Table<Selector.Condition>
    let texts: Table<UInt8>
    let needsSiblings: Bool
    /// Whether an element with a name may match, by the name alone, and the name if it is only one.
    let mayMatch: Table<Bool>
    let onlyName: Int?
    /// The names that each pattern matches, apart from conditions on the element around them. Each pattern has a bit,
    /// in words for each name.
    let words: Table<UInt64>
    let wordsPerName: Int

    init(_ selector: Selector, _ tape: TapeMemory, isHTML: Bool) {
        let wordsPerName = (selector.patterns.count + 63) / 64
        var words = [UInt64](repeating: 0, count: wordsPerName * tape.nameCount)
        var isPrefixed = [Bool](repeating: false, count: selector.patterns.count)
        for name in 0..<tape.nameCount {
            let parts = tape.name(name)
            for (number, pattern) in selector.patterns.enumerated()
            where Self.matches(pattern, parts, tape, isHTML: isHTML) {
                words[name * wordsPerName + number / 64] |= 1 << UInt64(number % 64)
                if parts.prefix != TapeEntry.none { isPrefixed[number] = true }
            }
        }
        func matches(_ pattern: Int32, _ name: Int) -> Bool {
            pattern < 0 || words[name * wordsPerName + Int(pattern) / 64] >> UInt64(pattern % 64) & 1 != 0
        }
        let subjects = (selector.lists.last?.range ?? 0..<0).map { number in
            selector.compounds[selector.complexes[number].compounds.range.lowerBound].pattern
        }
        let mayMatch = (0..<tape.nameCount).map { name in subjects.contains { matches($0, name) } }
        onlyName = mayMatch.count { $0 } == 1 ? mayMatch.firstIndex(of: true) : nil
        self.mayMatch = Table(mayMatch)
        compounds = Table(
            selector.compounds.map { compound in
                // Names without a prefix can be matched without the parent.
                var compound = compound
                compound.isUnprefixed = compound.isUnprefixed && isPrefixed[Int(compound.pattern)]
                return compound
            })
        lists = Table(selector.lists)
        complexes = Table(selector.complexes)
        conditions = Table(selector.conditions)
        texts = Table(selector.texts)
        needsSiblings = selector.needsSiblings
        self.words = Table(words)
        self.wordsPerName = wordsPerName
    }

    private static func matches(
        _ pattern: Selector.NamePattern, _ name: (local: Int, prefix: Int, uri: Int), _ tape: TapeMemory, isHTML: Bool
    ) -> Bool {
        if let local = pattern.local, !tape.isString(name.local, local, ignoresCase: isHTML) { return false }
        // A name with an undeclared prefix is in no namespace that a selector could name.
        let isUndeclared = name.prefix != TapeEntry.none && name.uri == TapeEntry.none
        return switch pattern.namespace {
        case .any: true
        case .unprefixed: !isUndeclared
        case .none: pattern.isAttribute ? name.prefix == TapeEntry.none : name.uri == TapeEntry.none && !isUndeclared
        case .uri(let uri): name.uri != TapeEntry.none && tape.isString(name.uri, uri)
        }
    }
}
