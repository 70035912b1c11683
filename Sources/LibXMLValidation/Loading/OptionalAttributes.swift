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

    /// The documents as libxml2 reads them.
    private let trees: [XMLTree]
    private var definitions: [String: [Element]] = [:]
    /// The definitions that are a part of a repetition or a list, where an `<interleave>` is not allowed.
    private var repeated: Set<String> = []
    /// What is known of definitions: of those that are being looked at, nothing yet.
    private var contents: [String: Content] = [:]
    private var counts: [String: (changeable: Int, others: Int)] = [:]

    init(of documents: [SchemaDocument]) throws(XMLError) {
        trees = try documents.map { document throws(XMLError) in try XMLTree(parsing: document.text) }
        var rest: [String] = []
        for tree in trees {
            for element in [tree.root] + tree.root.descendants {
                let name = element[attribute: "name"] ?? ""
                if element.localName == "define" { definitions[name, default: []].append(element) }
                if Self.isReference(element), Self.isRepeated(element) { rest.append(name) }
            }
        }
        while let name = rest.popLast() {
            guard repeated.insert(name).inserted else { continue }
            let parts = (definitions[name] ?? []).flatMap(\.descendants)
            rest += parts.filter(Self.isReference).compactMap { $0[attribute: "name"] }
        }
    }

    private static func isReference(_ pattern: Element) -> Bool { ["ref", "parentRef"].contains(pattern.localName) }

    /// Whether a pattern is in a repetition or a list of its element or definition.
    private static func isRepeated(_ pattern: Element) -> Bool {
        for outer in pattern.ancestors {
            if ["zeroOrMore", "oneOrMore", "list"].contains(outer.localName) { return true }
            if ["element", "define"].contains(outer.localName) { return false }
        }
        return false
    }

    // MARK: Patterns

    private func parts(of pattern: Element) -> [Element] {
        switch pattern.localName {
        case "ref", "parentRef": definitions[pattern[attribute: "name"] ?? ""] ?? []
        case "externalRef": pattern[attribute: "href"].flatMap(SchemaDocument.number).map { [trees[$0].root] } ?? []
        case "grammar": pattern.elements.filter { $0.localName == "start" }
        default: Array(pattern.elements)
        }
    }

    /// The name under which something is known of a pattern.
    private func key(_ pattern: Element) -> String? {
        Self.isReference(pattern) || pattern.localName == "externalRef"
            ? (pattern[attribute: "name"] ?? "") + " " + (pattern[attribute: "href"] ?? "") : nil
    }

    private mutating func content(of pattern: Element) -> Content {
        switch pattern.localName {
        case "attribute":
            return pattern.descendants.contains { ["anyName", "nsName"].contains($0.localName) } ? .others : .attributes
        case "element", "text", "data", "value", "list", "mixed": return .others
        default: break
        }
        let key = key(pattern)
        if let key, let known = contents[key] { return known }
        if let key { contents[key] = [] }
        var content: Content = []
        for part in parts(of: pattern) { content.formUnion(self.content(of: part)) }
        if let key { contents[key] = content }
        return content
    }

    private static func isChoice(_ pattern: Element) -> Bool {
        ["optional", "zeroOrMore", "choice"].contains(pattern.localName)
    }

    private mutating func isChangeable(_ pattern: Element) -> Bool {
        guard Self.isChoice(pattern), !Self.isRepeated(pattern), content(of: pattern) == .attributes else {
            return false
        }
        let definition = pattern.ancestors.first { ["element", "define"].contains($0.localName) }
        return definition?.localName != "define" || !repeated.contains(definition?[attribute: "name"] ?? "")
    }

    /// How many patterns with optional attributes a pattern has, of those that can be changed and others.
    private mutating func count(in pattern: Element) -> (changeable: Int, others: Int) {
        if ["element", "attribute"].contains(pattern.localName) { return (0, 0) }
        let key = key(pattern)
        if let key, let known = counts[key] { return known }
        if let key { counts[key] = (0, 0) }
        var total = (changeable: 0, others: 0)
        for part in parts(of: pattern) {
            let found = count(in: part)
            total.changeable = min(total.changeable + found.changeable, 1_000)
            total.others = min(total.others + found.others, 1_000)
        }
        if isChangeable(pattern) {
            total.changeable = max(total.changeable, 1)
        } else if Self.isChoice(pattern), total.changeable == 0, content(of: pattern).contains(.attributes) {
            total.others += 1
        }
        if let key { counts[key] = total }
        return total
    }

    /// The most optional attributes of one element.
    mutating func largestCounts() -> (changeable: Int, others: Int) {
        var largest = (changeable: 0, others: 0)
        for element in trees.flatMap({ [$0.root] + $0.root.descendants }) where element.localName == "element" {
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
        for (index, tree) in trees.enumerated() { changed[index].text = interleaved(tree) }
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
