import LibXML

/// Reads the nodes of a document that are compared.
struct ComparedTreeReader {
    private struct Open {
        var node: Int
        var nodes: XMLTree.Nodes
        var position: XMLTree.Nodes.Index
        /// Where the nodes of its children begin in `pending`.
        var start: Int
        /// Whether each character of its texts counts.
        var isPreserved: Bool
        /// Whether it contains elements or other markup, and text that is not only white space.
        var hasMarkup = false
        var hasText = false
    }

    /// A name of an element or attribute.
    private struct Name {
        /// The number of the name, and the number of elements with the name.
        var number: UInt32
        var label: UInt32
        /// The place among the key attributes; nil for other names.
        var rank: Int?
        var isXMLSpace: Bool
    }

    private(set) var nodes: [ComparedTree.Node] = []
    private(set) var children: [Int32] = []
    private(set) var attributes: [ComparedTree.Attribute] = []
    private(set) var content: ContentTable

    private let tree: XMLTree
    private let options: XMLDifferenceOptions
    /// The names by their numbers in the tree; nil for names that were not looked up.
    private var names: [Name?]
    private var open: [Open] = []
    /// The children of open elements so far.
    private var pending: [Int32] = []
    /// The text since the last other node.
    private var text: [UInt8] = []
    private var textEntries: (first: Int, last: Int)?
    /// Whether texts are only white space, by node.
    private var blanks: Set<Int32> = []

    init(_ tree: XMLTree, _ options: XMLDifferenceOptions, _ content: ContentTable) {
        self.tree = tree
        self.options = options
        self.content = content
        names = [Name?](repeating: nil, count: tree.nameCount)
    }

    mutating func read(_ element: XMLTree.Element?) {
        nodes.append(ComparedTree.Node(part: .element, entry: 0, lastEntry: 0, parent: 0))
        if let element {
            begin(element)
        } else {
            begin(0, tree.children, isPreserved: false)
        }
        while let top = open.indices.last {
            let place = open[top]
            guard place.position < place.nodes.endIndex else {
                end()
                continue
            }
            let node = place.nodes[place.position]
            open[top].position = place.nodes.index(after: place.position)
            read(node)
        }
        if element != nil { finish(0, pending) }
    }

    private mutating func read(_ node: XMLTree.Node) {
        let part: XMLDifference.Part
        switch node.kind {
        case .element:
            endText(isLast: false)
            open[open.count - 1].hasMarkup = true
            if let element = node.element { begin(element) }
            return
        case .text, .cdata:
            guard let string = node.text, let entry = node.entry(in: tree) else { return }
            text += string.utf8
            textEntries = (textEntries?.first ?? entry, entry)
            return
        case .comment: part = .comment
        case .processingInstruction: part = .processingInstruction
        case .entityReference: part = .entityReference
        case .documentType: return
        }
        open[open.count - 1].hasMarkup = true
        if part == .comment, options.ignoresComments { return }
        endText(isLast: false)
        let string = content.number(ofText: (node.text ?? "").utf8)
        let target = content.number(ofText: (node.target ?? "").utf8)
        add(part, node.entry(in: tree) ?? 0, label: target, string)
    }

    /// Adds a node that is not an element.
    @discardableResult
    private mutating func add(_ part: XMLDifference.Part, _ entry: Int, label: UInt32, _ text: UInt32) -> Int32 {
        let kind = Self.number(part)
        let parent = Int32(open.last?.node ?? 0)
        var node = ComparedTree.Node(part: part, entry: entry, lastEntry: entry, parent: parent)
        node.label = content.number(of: [Self.label, kind, label])
        node.content = content.number(of: [kind, label, text])
        nodes.append(node)
        pending.append(Int32(nodes.count - 1))
        return Int32(nodes.count - 1)
    }

    /// The first numbers of contents, which distinguish contents of different kinds.
    private static let (label, attribute, element): (UInt32, UInt32, UInt32) = (10, 11, 12)

    private static func number(_ part: XMLDifference.Part) -> UInt32 {
        switch part {
        case .element, .attribute: 0
        case .text: 1
        case .comment: 2
        case .processingInstruction: 3
        case .entityReference: 4
        }
    }

    // MARK: Texts

    /// - Parameter isLast: whether the text is at the end of its element.
    private mutating func endText(isLast: Bool) {
        guard let entries = textEntries, let top = open.last else { return }
        let isBlank = text.allSatisfy(\.isXMLSpace)
        if !isBlank { open[open.count - 1].hasText = true }
        if !top.isPreserved, options.whiteSpace == .normalized {
            text = text.normalized(isFirst: pending.count == top.start, isLast: isLast)
        }
        if !text.isEmpty {
            let node = add(.text, entries.first, label: 0, content.number(ofText: text))
            nodes[Int(node)].lastEntry = entries.last
            if isBlank { blanks.insert(node) }
        }
        text.removeAll(keepingCapacity: true)
        textEntries = nil
    }

    // MARK: Elements

    private mutating func begin(_ element: XMLTree.Element) {
        let entry = element.entries.lowerBound
        let parent = Int32(open.last?.node ?? 0)
        var node = ComparedTree.Node(part: .element, entry: entry, lastEntry: entry, parent: parent)
        node.label =
            name(element.nameNumber) { (element.qualifiedName, element.localName, element.namespaceURI) }.label
        var isPreserved = open.last?.isPreserved ?? Self.isPreserved(around: element)
        var found: [ComparedTree.Attribute] = []
        var key: (rank: Int, number: UInt32)?
        for attribute in element.attributes {
            let name = name(attribute.nameNumber) {
                (attribute.qualifiedName, attribute.localName, attribute.namespaceURI)
            }
            let value = attribute.value
            let number = content.number(of: [Self.attribute, name.number, content.number(ofText: value.utf8)])
            let place = attribute.entry(in: tree)?.entry ?? 0
            found.append(ComparedTree.Attribute(entry: place, name: name.number, content: number))
            if name.isXMLSpace { isPreserved = value == "preserve" }
            if let rank = name.rank, rank < key?.rank ?? .max { key = (rank, number) }
        }
        node.key = key?.number ?? 0
        node.attributes = attributes.count..<attributes.count + found.count
        attributes += found
        nodes.append(node)
        pending.append(Int32(nodes.count - 1))
        begin(nodes.count - 1, element.children, isPreserved: isPreserved)
    }

    /// Whether `xml:space="preserve"` applies around an element that is compared alone.
    private static func isPreserved(around element: XMLTree.Element) -> Bool {
        var parent = element.parent
        while let around = parent {
            if let value = around[attribute: XMLNamespace.xml["space"]] { return value == "preserve" }
            parent = around.parent
        }
        return false
    }

    private mutating func begin(_ node: Int, _ nodes: XMLTree.Nodes, isPreserved: Bool) {
        open.append(
            Open(
                node: node, nodes: nodes, position: nodes.startIndex, start: pending.count, isPreserved: isPreserved))
    }

    /// What is known of a name, which is found once for each tree.
    ///
    /// - Parameter strings: the name as it is written, the local name and the namespace URI.
    private mutating func name(
        _ number: Int, _ strings: () -> (qualified: String, local: String, uri: String?)
    ) -> Name {
        if let known = names[number] { return known }
        let (qualified, local, uri) = strings()
        // A prefix that is not declared is a part of the name.
        let isPrefixIgnored = options.ignoresPrefixes && uri != nil
        let text = Array((isPrefixIgnored ? local : qualified).utf8) + [0] + Array((uri ?? "").utf8)
        let numbered = content.number(ofText: text)
        let name = Name(
            number: numbered, label: content.number(of: [Self.label, 0, numbered]),
            rank: options.keyAttributes.firstIndex(of: qualified), isXMLSpace: qualified == "xml:space")
        names[number] = name
        return name
    }

    private mutating func end() {
        endText(isLast: true)
        let element = open.removeLast()
        var found = Array(pending[element.start...])
        pending.removeSubrange(element.start...)
        let blanks = found.filter { self.blanks.remove($0) != nil }
        if options.whiteSpace != .compared, !element.hasText, !element.isPreserved {
            nodes[element.node].isLaidOut = element.hasMarkup
            nodes[element.node].isBlank = !element.hasMarkup && !blanks.isEmpty
            if element.hasMarkup, !blanks.isEmpty {
                let ignored = Set(blanks)
                found.removeAll { ignored.contains($0) }
            }
        }
        finish(element.node, found)
    }

    /// Records the children of a node, which determine its content.
    private mutating func finish(_ node: Int, _ found: [Int32]) {
        nodes[node].children = children.count..<children.count + found.count
        children += found
        var contents = attributes[nodes[node].attributes].map(\.content)
        if options.ignoresAttributeOrder { contents.sort() }
        var parts = [Self.element, nodes[node].label, UInt32(contents.count)] + contents
        let inside = found.map { nodes[Int($0)].content }
        parts += options.ignoresOrder ? inside.sorted() : inside
        nodes[node].content = content.number(of: parts)
    }
}

extension UInt8 {
    /// Whether this is white space in XML (XML 1.0, production 3).
    fileprivate var isXMLSpace: Bool { self == 0x20 || self == 0x0A || self == 0x09 || self == 0x0D }
}

extension [UInt8] {
    /// The text with one space for any white space, and without it at the beginning and the end of an element.
    fileprivate func normalized(isFirst: Bool, isLast: Bool) -> [UInt8] {
        let words = Array(split(whereSeparator: \.isXMLSpace).joined(separator: [0x20]))
        guard !words.isEmpty else { return isFirst || isLast || isEmpty ? [] : [0x20] }
        let before: [UInt8] = !isFirst && first?.isXMLSpace == true ? [0x20] : []
        let after: [UInt8] = !isLast && last?.isXMLSpace == true ? [0x20] : []
        return before + words + after
    }
}
