/// New markup that was parsed in the namespaces of its place.
struct ParsedMarkup: Sendable {
    let fragment: XMLFragment
    let tape: Tape
    /// The element that contains the markup.
    let container: Int
    /// The number of elements at the top level, and whether there is text other than white space.
    private(set) var elementCount = 0
    private(set) var hasText = false

    /// Parses markup that is to be inserted into an element, or at the top level of a document.
    ///
    /// Entities of the document are not known in it.
    ///
    /// - Parameter namespaces: the namespaces of prefixes at the place that were looked up before.
    /// - Throws: the first fault, located in the fragment.
    /// - Complexity: O(*n*) in the length of the markup, and O(depth) for each prefix in it, the first time.
    init(
        _ fragment: XMLFragment, in parent: Int, of document: Tape, _ namespaces: inout [String: String?]
    ) throws(XMLError) {
        self.fragment = fragment
        let limits = document.source.origin?.options.limits ?? XMLParsingLimits()
        let tree = try fragment.tree(limits: limits) { prefix in
            if parent == Tape.document { return nil }
            if let known = namespaces[prefix] { return known }
            let found = document.namespace(ofPrefix: prefix.isEmpty ? nil : prefix, at: parent)
            namespaces[prefix] = .some(found)
            return found
        }
        tape = tree.tape
        container = tree.root.entry
        var children = tape.children(of: container)
        while let (index, head) = children.next(tape) {
            if head.kind == .element { elementCount += 1 }
            if head.kind.isText, head.kind != .text || !tape.withData(index, { $0.isXMLSpace }) { hasText = true }
        }
    }

    var isEmpty: Bool { fragment.markup.isEmpty }
}

extension Span<UInt8> {
    /// Whether all bytes are white space.
    var isXMLSpace: Bool { skipSpace(from: 0) == count }
}
