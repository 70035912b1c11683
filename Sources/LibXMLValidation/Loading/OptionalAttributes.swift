import LibXML

/// The patterns of a RELAX NG schema that an element may match with attributes or without them.
///
/// After an optional attribute, libxml2 continues both with it and without it, so that the time doubles with each that
/// is there. In an `<interleave>` it continues with the fewest attributes left, which is right: nothing else in the
/// group may match an attribute of that name (RELAX NG, section 7.3). What it reports then is less exact, so schemas
/// with few of them remain as they are.
struct OptionalAttributes {
    typealias Element = XMLTree.Element

    /// What a pattern has outside of the elements in it.
    private struct Content: OptionSet {
        let rawValue: Int
        /// Attributes with names. Many attributes of any name are validated in linear time.
        static let attributes = Self(rawValue: 1)
        static let others = Self(rawValue: 2)
    }

    /// The number of optional attributes of an element from which on a schema is changed: libxml2 needs 2 ms for 8 of
    /// them that are there, and 240 ms for 13.
    static let mostKept = 8
    /// The number of attributes that an element may have where a schema cannot be changed.
    static let mostPresent = 12

    private let patterns: RelaxNGPatterns
    /// The definitions that are a part of a repetition or a list, where an `<interleave>` is not allowed.
    private var repeated: Set<String> = []
    /// What is known of definitions: of those that are being looked at, nothing yet.
    private var contents: [String: Content] = [:]
    private var counts: [String: (changeable: Int, others: Int)] = [:]

    init(of patterns: RelaxNGPatterns) {
        self.patterns = patterns
        var rest = patterns.all.filter { RelaxNGPatterns.isReference($0) && Self.isRepeated($0) }
            .compactMap { $0[attribute: "name"] }
        while let name = rest.popLast() {
            guard repeated.insert(name).inserted else { continue }
            let parts = (patterns.definitions[name] ?? []).flatMap(\.descendants)
            rest += parts.filter(RelaxNGPatterns.isReference).compactMap { $0[attribute: "name"] }
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
            return pattern.descendants.contains { ["anyName", "nsName"].contains($0.localName) } ? .others : .attributes
        case "element", "text", "data", "value", "list", "mixed": return .others
        default: break
        }
        let key = patterns.key(pattern)
        if let key, let known = contents[key] { return known }
        if let key { contents[key] = [] }
        var content: Content = []
        for part in patterns.parts(of: pattern) { content.formUnion(self.content(of: part)) }
        if let key { contents[key] = content }
        return content
    }

    private static func isChoice(_ pattern: Element) -> Bool {
        ["optional", "zeroOrMore", "choice"].contains(pattern.localName)
    }

    private func isInRepetition(_ pattern: Element) -> Bool {
        if Self.isRepeated(pattern) { return true }
        let definition = pattern.ancestors.first { ["element", "define"].contains($0.localName) }
        return definition?.localName == "define" && repeated.contains(definition?[attribute: "name"] ?? "")
    }

    private mutating func isChangeable(_ pattern: Element) -> Bool {
        Self.isChoice(pattern) && !isInRepetition(pattern) && content(of: pattern) == .attributes
    }

    /// How many patterns with optional attributes a pattern has, of those that can be changed and others.
    private mutating func count(in pattern: Element) -> (changeable: Int, others: Int) {
        if ["element", "attribute"].contains(pattern.localName) { return (0, 0) }
        let key = patterns.key(pattern)
        if let key, let known = counts[key] { return known }
        if let key { counts[key] = (0, 0) }
        var total = (changeable: 0, others: 0)
        for part in patterns.parts(of: pattern) {
            let found = count(in: part)
            total.changeable = min(total.changeable + found.changeable, 1_000)
            total.others = min(total.others + found.others, 1_000)
        }
        if isChangeable(pattern) {
            total.changeable = max(total.changeable, 1)
        } else if Self.isChoice(pattern), total.changeable == 0, content(of: pattern).contains(.attributes) {
            // In a repetition, each of the attributes may be there.
            let all = isInRepetition(pattern) ? patterns.parts(of: pattern) : []
            total.others += max(1, all.filter { content(of: $0).contains(.attributes) }.count)
        }
        if let key { counts[key] = total }
        return total
    }

    /// The most optional attributes of one element.
    mutating func largestCounts() -> (changeable: Int, others: Int) {
        var largest = (changeable: 0, others: 0)
        for element in patterns.all where element.localName == "element" {
            var total = (changeable: 0, others: 0)
            for pattern in element.elements {
                let found = count(in: pattern)
                total = (total.changeable + found.changeable, total.others + found.others)
            }
            largest = (max(largest.changeable, total.changeable), max(largest.others, total.others))
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
            let prefix = element.qualifiedName.firstIndex(of: ":").map { element.qualifiedName[...$0] } ?? ""
            let range = element.sourceRange
            insertions.append((range.lowerBound, "<\(prefix)interleave>"))
            // libxml2 omits an interleave of one pattern.
            let other = "<\(prefix)optional><\(prefix)empty/></\(prefix)optional>"
            insertions.append((range.upperBound, "\(other)</\(prefix)interleave>"))
        }
        var text: [UInt8] = []
        var position = 0
        let source = tree.utf8Source
        // At one offset, a pattern ends before the next one begins.
        for (offset, insertion) in insertions.sorted(by: { $0.offset < $1.offset }) {
            text += source[position..<offset] + Array(insertion.utf8)
            position = offset
        }
        return text + source[position...]
    }
}
