import LibXML

/// How often repetitions of a RELAX NG schema are nested so that a child element may belong to several of them.
///
/// libxml2 continues from each child at which an inner repetition may have ended. The time for *n* children thus grows
/// with *n* to the power of the depth, and by another factor of *n* because it compares its states.
struct RepeatedContent {
    private typealias Element = XMLTree.Element

    /// A set of element names: individual names, all names of some namespaces, or any name.
    private struct Names {
        var listed: Set<XMLName> = []
        var namespaces: Set<String> = []
        var isAny = false
        /// Whether these are all names except some, and therefore most likely the names that no other pattern lists.
        var isRest = false

        var isEmpty: Bool { listed.isEmpty && namespaces.isEmpty && !isAny && !isRest }

        mutating func formUnion(_ other: Self) {
            listed.formUnion(other.listed)
            namespaces.formUnion(other.namespaces)
            isAny = isAny || other.isAny
            isRest = isRest || other.isRest
        }

        func overlaps(_ other: Self) -> Bool {
            if isEmpty || other.isEmpty { return false }
            return isAny || other.isAny || !listed.isDisjoint(with: other.listed)
                || isRest && other.isRest || !namespaces.isDisjoint(with: other.namespaces)
                || listed.contains { other.namespaces.contains($0.namespaceURI ?? "") }
                || other.listed.contains { namespaces.contains($0.namespaceURI ?? "") }
        }

        /// - Parameter pattern: an element, or a class of names.
        init(of pattern: Element) {
            let name = pattern.localName == "name" ? pattern.ownText : pattern[attribute: "name"]
            if let name, ["element", "name"].contains(pattern.localName) {
                let name = name.trimmingSpace
                let parts = name.split(separator: ":")
                listed = [
                    parts.count == 2
                        ? pattern.resolve(name) ?? XMLName(name, namespaceURI: nil)
                        : XMLName(name, namespaceURI: Self.namespace(of: pattern))
                ]
                return
            }
            // Not annotations.
            let parts = pattern.elements.filter { $0.namespaceURI == pattern.namespaceURI }
            switch pattern.localName {
            case "element": if let first = parts.first { formUnion(Self(of: first)) }
            case "choice": for part in parts { formUnion(Self(of: part)) }
            case "anyName", "nsName":
                if parts.contains(where: { $0.localName == "except" }) {
                    isRest = true
                } else if pattern.localName == "nsName" {
                    namespaces = [Self.namespace(of: pattern) ?? ""]
                } else {
                    isAny = true
                }
            default: break
            }
        }

        init() {}

        private static func namespace(of pattern: Element) -> String? {
            let uri = ([pattern] + pattern.ancestors).lazy.compactMap { $0[attribute: "ns"] }.first
            return uri?.isEmpty == true ? nil : uri
        }
    }

    /// What is known of a pattern.
    private struct Shape {
        var isNullable = true
        /// The elements with which it may begin.
        var first = Names()
        /// The first elements of repetitions at its end, which may continue.
        var continued = Names()
        var depth = 0
    }

    private let patterns: RelaxNGPatterns
    /// The shapes of definitions; empty while a definition is being examined.
    private var known: [String: Shape] = [:]
    /// The number of nested patterns that are being examined by recursion, and whether there were too many.
    private var level = 0
    private var isTooDeep = false
    /// libxml2 crashes with more than 50,000.
    private static let mostLevels = 300

    init(of patterns: RelaxNGPatterns) { self.patterns = patterns }

    private mutating func shape(of pattern: Element) -> Shape {
        switch pattern.localName {
        case "element": return Shape(isNullable: false, first: Names(of: pattern))
        case "attribute", "list", "data", "value", "name", "anyName", "nsName": return Shape()
        default: break
        }
        level += 1
        defer { level -= 1 }
        isTooDeep = isTooDeep || level > Self.mostLevels
        if isTooDeep { return Shape() }
        let key = patterns.key(pattern)
        if let key, let known = known[key] { return known }
        if let key { known[key] = Shape() }
        let parts = patterns.parts(of: pattern)
        var shape: Shape
        switch pattern.localName {
        case "choice", "interleave", "mixed": shape = side(parts, isChoice: pattern.localName == "choice")
        // Definitions of one name are combined.
        case "ref", "parentRef", "grammar":
            shape = side(parts, isChoice: parts.contains { $0[attribute: "combine"] == "choice" })
        default: shape = sequence(parts)
        }
        switch pattern.localName {
        case "optional": shape.isNullable = true
        case "oneOrMore", "zeroOrMore":
            shape.depth = shape.continued.overlaps(shape.first) ? shape.depth + 1 : max(shape.depth, 1)
            shape.continued.formUnion(shape.first)
            if pattern.localName == "zeroOrMore" { shape.isNullable = true }
        default: break
        }
        if let key { known[key] = shape }
        return shape
    }

    /// The shape of alternative or interleaved patterns: one of them matches, or all in any order.
    private mutating func side(_ parts: [Element], isChoice: Bool) -> Shape {
        let shapes = parts.map { shape(of: $0) }
        var total = Shape(isNullable: isChoice ? shapes.contains(where: \.isNullable) : shapes.allSatisfy(\.isNullable))
        for shape in shapes {
            total.first.formUnion(shape.first)
            total.continued.formUnion(shape.continued)
            total.depth = max(total.depth, shape.depth)
        }
        return total
    }

    private mutating func sequence(_ parts: [Element]) -> Shape {
        var total = Shape()
        for part in parts {
            let next = shape(of: part)
            let isAmbiguous = next.depth > 0 && total.continued.overlaps(next.first)
            total.depth = max(total.depth, next.depth, isAmbiguous ? 2 : 0)
            if total.isNullable { total.first.formUnion(next.first) }
            if next.isNullable { total.continued.formUnion(next.continued) } else { total.continued = next.continued }
            total.isNullable = total.isNullable && next.isNullable
        }
        return total
    }

    /// The depths of the elements whose content takes longer than with a single repetition, by local name, and the
    /// depth of elements of any name.
    ///
    /// - Throws: `XMLError.Code.schemaTooComplex` if patterns are too deep in each other, or definitions.
    mutating func depths() throws(XMLError) -> (named: [String: Int], others: Int) {
        var depths: (named: [String: Int], others: Int) = ([:], 1)
        for element in patterns.all where element.localName == "element" {
            let depth = sequence(patterns.parts(of: element)).depth
            if isTooDeep {
                throw element.error(
                    "patterns and definitions in <\(element.qualifiedName)> have more than \(Self.mostLevels) levels",
                    code: .schemaTooComplex)
            }
            guard depth > 1 else { continue }
            guard let names = RelaxNGDeclarations.names(of: element) else {
                depths.others = max(depths.others, depth)
                continue
            }
            for name in names { depths.named[name] = max(depths.named[name] ?? 0, depth) }
        }
        return depths
    }

    /// The number of children that takes as long as `limit` children of a single repetition, whose time grows with the
    /// square.
    static func limit(_ limit: Int, depth: Int) -> Int {
        if depth <= 1 { return limit }
        let steps = Double(limit) * Double(limit)
        var (below, above) = (0, max(limit, 1))
        while above - below > 1 {
            let middle = below + (above - below) / 2
            let power = (0...depth).reduce(1.0) { power, _ in power * Double(middle) }
            if power <= steps { below = middle } else { above = middle }
        }
        return max(1, below)
    }
}
