import LibXML

/// The patterns of a RELAX NG schema that an element may match with or without attributes.
///
/// At an optional attribute, libxml2 continues both with and without it, so that the time doubles with each attribute
/// that is present. In an `<interleave>`, it continues with the fewest remaining attributes. This is correct, because
/// no other pattern in the group may match an attribute with that name (RELAX NG, section 7.3). Its reports are then
/// less exact, so schemas with few optional attributes are not changed.
struct OptionalAttributes {
    typealias Element = XMLTree.Element

    /// The parts of a pattern outside of its elements.
    private struct Content: OptionSet {
        let rawValue: Int
        /// Attributes with names, and with any name.
        static let attributes = Self(rawValue: 1)
        static let wildcards = Self(rawValue: 2)
        static let others = Self(rawValue: 4)
    }

    /// The patterns of one element between which libxml2 has a choice for an attribute.
    struct Counts {
        /// The patterns with optional attributes that can be changed, and the others.
        var changeable = 0
        var others = 0
        /// Attributes of any name, or any in a namespace.
        var wildcards = 0

        mutating func add(_ other: Self) {
            changeable = min(changeable + other.changeable, 1_000)
            others = min(others + other.others, 1_000)
            wildcards = min(wildcards + other.wildcards, 1_000)
        }

        /// Whether a schema is to be changed. libxml2 needs 2 ms for 8 optional attributes that are present, and 240 ms
        /// for 13; with 400 attributes of any name, 0.3 s for 4 and 5 s for 6.
        var needsChange: Bool { changeable > (wildcards > 0 ? 2 : 8) }

        /// The number of attributes that an element may have, so that libxml2 has at most 5,000 states, which it
        /// compares with each other in 0.3 s. An optional attribute doubles their number, and *n* attributes of any
        /// name multiply it by *n* + 1.
        func mostPresent(isChanged: Bool) -> Int {
            let kept = others + (isChanged ? 0 : changeable)
            func states(_ count: Int) -> Double {
                let named = min(kept, count)
                let share = 1 + Double(count - named) / Double(max(1, wildcards))
                return (0..<named).reduce(1) { states, _ in states * 2 }
                    * (0..<wildcards).reduce(1) { states, _ in states * share }
            }
            var count = 0
            while count < 5_000, states(count + 1) <= 5_000 { count += 1 }
            return count < 4_096 ? count : .max
        }
    }

    private let patterns: RelaxNGPatterns
    /// The definitions that are a part of a repetition or a list, where an `<interleave>` is not allowed.
    private var repeated: Set<String> = []
    /// What is known of definitions; nothing for those that are being examined.
    private var contents: [String: Content] = [:]
    private var counts: [String: Counts] = [:]

    init(of patterns: RelaxNGPatterns) {
        self.patterns = patterns
        var rest = patterns.all.filter { RelaxNGPatterns.isReference($0) && Self.isRepeated($0) }
            .map(RelaxNGPatterns.name)
        while let name = rest.popLast() {
            guard repeated.insert(name).inserted else { continue }
            let parts = (patterns.definitions[name] ?? []).flatMap(\.descendants)
            rest += parts.filter(RelaxNGPatterns.isReference).map(RelaxNGPatterns.name)
        }
    }

    /// Whether a pattern is in a repetition or a list of its element or definition.
    private static func isRepeated(_ pattern: Element) -> Bool {
        for outer in pattern.ancestors {
            if ["zeroOrMore", "oneOrMore", "list"].contains(outer.localName) { return true }
            if ["element", "define"].contains(outer.localName) { return false }
        }
        return false
    }

    // MARK: Patterns

    private mutating func content(of pattern: Element) -> Content {
        switch pattern.localName {
        case "attribute":
            return Self.isWildcard(pattern) ? .wildcards : .attributes
        case "element", "text", "data", "value", "list": return .others
        default: break
        }
        let key = patterns.key(pattern)
        if let key, let known = contents[key] { return known }
        if let key { contents[key] = [] }
        var content: Content = pattern.localName == "mixed" ? .others : []
        for part in patterns.parts(of: pattern) { content.formUnion(self.content(of: part)) }
        if let key { contents[key] = content }
        return content
    }

    private static func isWildcard(_ attribute: Element) -> Bool {
        attribute.descendants.contains { ["anyName", "nsName"].contains($0.localName) }
    }

    private static func isChoice(_ pattern: Element) -> Bool {
        ["optional", "zeroOrMore", "choice"].contains(pattern.localName)
    }

    private func isInRepetition(_ pattern: Element) -> Bool {
        if Self.isRepeated(pattern) { return true }
        let definition = pattern.ancestors.first { ["element", "define"].contains($0.localName) }
        return definition?.localName == "define"
            && definition.map { repeated.contains(RelaxNGPatterns.name(of: $0)) } == true
    }

    private mutating func isChangeable(_ pattern: Element) -> Bool {
        Self.isChoice(pattern) && !isInRepetition(pattern) && content(of: pattern) == .attributes
    }

    private mutating func count(in pattern: Element) -> Counts {
        switch pattern.localName {
        case "element": return Counts()
        case "attribute": return Counts(wildcards: Self.isWildcard(pattern) ? 1 : 0)
        default: break
        }
        let key = patterns.key(pattern)
        if let key, let known = counts[key] { return known }
        if let key { counts[key] = Counts() }
        var total = Counts()
        for part in patterns.parts(of: pattern) { total.add(count(in: part)) }
        if isChangeable(pattern) {
            total.changeable = max(total.changeable, 1)
        } else if Self.isChoice(pattern), content(of: pattern).contains(.attributes) {
            // In a repetition, each of the attributes may be present.
            let all = isInRepetition(pattern) ? patterns.parts(of: pattern) : []
            total.others += max(1, all.filter { content(of: $0).contains(.attributes) }.count)
        }
        if let key { counts[key] = total }
        return total
    }

    /// The most patterns of one element.
    mutating func largestCounts() -> Counts {
        var largest = Counts()
        for element in patterns.all where element.localName == "element" {
            var total = Counts()
            for pattern in patterns.parts(of: element) { total.add(count(in: pattern)) }
            largest.changeable = max(largest.changeable, total.changeable)
            largest.others = max(largest.others, total.others)
            largest.wildcards = max(largest.wildcards, total.wildcards)
        }
        return largest
    }

    // MARK: Changes

    /// The documents with each pattern in an `<interleave>` that can be changed.
    mutating func changed(_ documents: [SchemaDocument]) -> [SchemaDocument] {
        var changed = documents
        for (index, tree) in patterns.trees.enumerated() { changed[index].text = interleaved(tree) }
        return changed
    }

    /// Returns the text of a document, on the same lines. Errors in it are located in the original by their lines.
    private mutating func interleaved(_ tree: XMLTree) -> [UInt8] {
        var insertions: [(offset: Int, text: String)] = []
        for element in [tree.root] + tree.root.descendants where isChangeable(element) {
            let prefix = RelaxNGPatterns.prefix(of: element)
            let range = element.sourceRange
            insertions.append((range.lowerBound, "<\(prefix)interleave>"))
            // libxml2 omits an interleave of one pattern.
            let other = "<\(prefix)optional><\(prefix)empty/></\(prefix)optional>"
            insertions.append((range.upperBound, "\(other)</\(prefix)interleave>"))
        }
        // At the same offset, the end of a pattern comes before the beginning of the next one.
        return tree.inserting(insertions.sorted { $0.offset < $1.offset })
    }
}
