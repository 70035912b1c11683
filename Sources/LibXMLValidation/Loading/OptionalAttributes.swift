import LibXML

/// The patterns of a RELAX NG schema that an element may match with attributes or without them.
///
/// After an optional attribute, libxml2 continues both with it and without it, so that the time doubles with each. In
/// an `<interleave>` it continues with the fewest attributes left, which is right: nothing else in the group may match
/// an attribute of that name (RELAX NG, section 7.3). What it reports then is less exact, so schemas with few of them
/// remain as they are.
struct OptionalAttributes {
    private var definitions: [String: [XMLTree.Element]] = [:]
    /// Whether the definitions of a name have only attributes, as far as that is known.
    private var known: [String: Bool] = [:]
    /// How many optional attributes the definitions of a name have, as far as that is known.
    private var counts: [String: Int] = [:]

    /// The number of optional attributes of an element from which on a schema is changed: libxml2 needs 2 ms for 8 of
    /// them that are there, and 240 ms for 13.
    private static let mostKept = 8

    init(of trees: [XMLTree]) {
        for element in trees.flatMap({ [$0.root] + $0.root.descendants }) where element.name.localName == "define" {
            if let name = element[attribute: "name"] { definitions[name, default: []].append(element) }
        }
    }

    /// Whether an element of a schema has more optional attributes than libxml2 validates in a reasonable time.
    mutating func areTooMany(in trees: [XMLTree]) -> Bool {
        for element in trees.flatMap({ [$0.root] + $0.root.descendants }) where element.name.localName == "element" {
            var total = 0
            for pattern in element.elements { total += count(in: pattern, depth: 0) }
            if total > Self.mostKept { return true }
        }
        return false
    }

    private mutating func count(in pattern: XMLTree.Element, depth: Int) -> Int {
        let name = pattern[attribute: "name"] ?? ""
        guard depth < 50, !["element", "attribute"].contains(pattern.name.localName) else { return 0 }
        let isReference = pattern.name.localName == "ref"
        if isReference, let count = counts[name] { return count }
        if isReference { counts[name] = 0 }
        var total = 0
        for part in isReference ? definitions[name] ?? [] : Array(pattern.elements) {
            total = min(total + count(in: part, depth: depth + 1), 1_000)
        }
        if isReference { counts[name] = total }
        return isOptional(pattern) ? max(total, 1) : total
    }

    /// Returns the text of a document with each such pattern in an `<interleave>`. Its lines are the same.
    mutating func interleaved(_ tree: XMLTree) -> [UInt8] {
        var insertions: [(offset: Int, text: String)] = []
        for element in [tree.root] + tree.root.descendants where isOptional(element) {
            let prefix = element.qualifiedName.firstIndex(of: ":").map { element.qualifiedName[...$0] } ?? ""
            let range = element.sourceRange
            insertions.append((range.lowerBound, "<\(prefix)interleave>"))
            // libxml2 omits an interleave of one pattern.
            let other = "<\(prefix)optional><\(prefix)empty/></\(prefix)optional>"
            insertions.append((range.upperBound, "\(other)</\(prefix)interleave>"))
        }
        var text: [UInt8] = []
        var position = 0
        let source = Array(tree.source.utf8)
        // At one offset, a pattern ends before the next one begins.
        for (offset, insertion) in insertions.sorted(by: { $0.offset < $1.offset }) {
            text += source[position..<offset] + Array(insertion.utf8)
            position = offset
        }
        return text + source[position...]
    }

    private mutating func isOptional(_ element: XMLTree.Element) -> Bool {
        ["optional", "zeroOrMore", "choice"].contains(element.name.localName) && !element.elements.isEmpty
            && hasOnlyAttributes(element, depth: 0)
    }

    /// Whether a pattern consists of attributes with names. Many attributes of any name are validated in linear time.
    private mutating func hasOnlyAttributes(_ pattern: XMLTree.Element, depth: Int) -> Bool {
        guard depth < 50 else { return false }
        switch pattern.name.localName {
        case "attribute": return !pattern.descendants.contains { ["anyName", "nsName"].contains($0.name.localName) }
        case "optional", "zeroOrMore", "choice", "group", "interleave", "define":
            return pattern.elements.allSatisfy { hasOnlyAttributes($0, depth: depth + 1) }
        case "ref":
            guard let name = pattern[attribute: "name"], let found = definitions[name] else { return false }
            if let result = known[name] { return result }
            // A definition that refers to itself has an element.
            known[name] = false
            known[name] = found.allSatisfy { hasOnlyAttributes($0, depth: depth + 1) }
            return known[name] ?? false
        case "empty", "notAllowed": return true
        default: return pattern.name.namespaceURI != SchemaLanguage.relaxNG.uri
        }
    }
}
