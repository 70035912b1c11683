import LibXML

/// Finds the differences of two documents.
struct DifferenceFinder {
    private var old: ComparedTree
    private var new: ComparedTree
    private let options: XMLDifferenceOptions
    /// The partners of nodes in the other document; 0 for nodes without a partner, and for the document.
    private var newPartner: [Int32]
    private var oldPartner: [Int32]
    /// Whether nodes of the new document are elsewhere than their partners.
    private var isMoved: [Bool]
    private var found: [XMLDifference] = []

    init(_ old: ComparedTree, _ new: ComparedTree, _ options: XMLDifferenceOptions) {
        self.old = old
        self.new = new
        self.options = options
        newPartner = [Int32](repeating: 0, count: old.nodes.count)
        oldPartner = [Int32](repeating: 0, count: new.nodes.count)
        isMoved = [Bool](repeating: false, count: new.nodes.count)
    }

    consuming func differences() -> [XMLDifference] {
        guard options.limit > 0 else { return [] }
        var finder = self
        finder.match()
        finder.report()
        return finder.found
    }

    // MARK: Matching

    private mutating func match() {
        var (removed, added) = ([Int](), [Int]())
        match(0, 0, &removed, &added)
        // Removed elements that are equal to added ones have moved to another parent. Their content is equal, and need
        // not be matched.
        var places: [UInt32: [Int]] = [:]
        for node in added.sorted(by: >) { places[new.nodes[node].content, default: []].append(node) }
        for node in removed.sorted() {
            guard let other = places[old.nodes[node].content]?.popLast() else { continue }
            pair(node, other, isMoved: true)
        }
    }

    /// Matches the content of two nodes.
    private mutating func match(_ first: Int, _ second: Int, _ removed: inout [Int], _ added: inout [Int]) {
        var open = [(first, second)]
        while let (first, second) = open.popLast() {
            guard old.nodes[first].content != new.nodes[second].content, old.nodes[first].part == .element else {
                continue
            }
            let (children, others) = children(of: first, second)
            let alignment = ChildAlignment(
                children.map { item($0, in: old) }, others.map { item($0, in: new) },
                ignoresOrder: options.ignoresOrder
            ) { [old, new] in Self.similarity(children[$0], old, others[$1], new) }
            for (place, node) in others.enumerated() {
                if let partner = alignment.oldPartner[place] {
                    pair(children[partner], node, isMoved: alignment.isMoved[place])
                    open.append((children[partner], node))
                } else if canMove(node, in: new) {
                    added.append(node)
                }
            }
            removed += children.filter { newPartner[$0] == 0 && canMove($0, in: old) }
        }
    }

    /// The children of two partners. An element that contains only white space counts as empty if white space is
    /// ignored between the children of the other element: an indented element whose last child was removed contains
    /// only white space.
    private func children(of first: Int, _ second: Int) -> (old: [Int], new: [Int]) {
        let (one, other) = (old.nodes[first], new.nodes[second])
        return (
            one.isBlank && other.isLaidOut ? [] : old.children(of: first).map(Int.init),
            other.isBlank && one.isLaidOut ? [] : new.children(of: second).map(Int.init)
        )
    }

    private mutating func pair(_ first: Int, _ second: Int, isMoved: Bool) {
        newPartner[first] = Int32(second)
        oldPartner[second] = Int32(first)
        self.isMoved[second] = isMoved
    }

    private func canMove(_ node: Int, in tree: ComparedTree) -> Bool {
        let node = tree.nodes[node]
        return node.part == .element && !(node.attributes.isEmpty && node.children.isEmpty)
    }

    private func item(_ node: Int, in tree: ComparedTree) -> ChildAlignment.Item {
        let canMove = canMove(node, in: tree)
        let node = tree.nodes[node]
        return ChildAlignment.Item(content: node.content, label: node.label, key: node.key, canMove: canMove)
    }

    /// The percentage of the first attributes and children of two elements that are in both.
    private static func similarity(_ first: Int, _ old: ComparedTree, _ second: Int, _ new: ComparedTree) -> Int {
        func parts(_ node: Int, _ tree: ComparedTree) -> [UInt32] {
            tree.attributes(of: node).prefix(mostParts).map(\.content)
                + tree.children(of: node).prefix(mostParts).map { tree.nodes[Int($0)].content }
        }
        let (parts, others) = (parts(first, old), parts(second, new))
        guard !parts.isEmpty, !others.isEmpty else { return 0 }
        let shared = parts.count { others.contains($0) }
        return 100 * shared / max(parts.count, others.count)
    }

    private static let mostParts = 8

    // MARK: Reporting

    private enum Step {
        case compare(Int, Int)
        case removed(Int)
        case added(Int, in: Int, before: Int)
        case moved(Int, Int, in: Int, before: Int)
    }

    private mutating func report() {
        var open = [Step.compare(0, 0)]
        while let step = open.popLast(), found.count < options.limit {
            switch step {
            case .compare(let first, let second): compare(first, second, &open)
            case .removed(let node): add(.removed, old.nodes[node].part, old: old.place(node))
            case .added(let node, let parent, let sibling):
                add(.added, new.nodes[node].part, new: new.place(node), parent, sibling)
            case .moved(let node, let other, let parent, let sibling):
                add(.moved, .element, old: old.place(node), new: new.place(other), parent, sibling)
            }
        }
    }

    private mutating func add(
        _ kind: XMLDifference.Kind, _ part: XMLDifference.Part, old oldPlace: XMLDifference.Place? = nil,
        new newPlace: XMLDifference.Place? = nil, _ parent: Int = 0, _ sibling: Int = 0
    ) {
        guard found.count < options.limit else { return }
        found.append(
            XMLDifference(
                kind: kind, part: part, old: oldPlace, new: newPlace, oldParent: old.element(parent),
                oldSibling: old.node(sibling)))
    }

    /// Reports the differences of two nodes that are partners, and adds the steps for those in them.
    private mutating func compare(_ first: Int, _ second: Int, _ open: inout [Step]) {
        guard old.nodes[first].content != new.nodes[second].content else { return }
        guard old.nodes[first].part == .element else {
            return add(.changed, new.nodes[second].part, old: old.place(first), new: new.place(second))
        }
        compareAttributes(first, second)
        var steps: [Step] = []
        let (allChildren, others) = children(of: first, second)
        var children = allChildren[...]
        // The children that keep their order, beside which new ones are added.
        var kept = children.filter { newPartner[$0] != 0 && !isMoved[Int(newPartner[$0])] }[...]
        if options.ignoresOrder { kept = [] }
        for node in others {
            let partner = Int(oldPartner[node])
            takeRemoved(from: &children, upTo: kept.first, &steps)
            if partner == 0 {
                steps.append(.added(node, in: first, before: kept.first ?? 0))
                continue
            }
            if isMoved[node] {
                steps.append(.moved(partner, node, in: first, before: kept.first ?? 0))
            } else if kept.popFirst() != nil {
                children.removeFirst()
            }
            steps.append(.compare(partner, node))
        }
        takeRemoved(from: &children, upTo: nil, &steps)
        // The last step is taken first.
        open += steps.reversed()
    }

    private func takeRemoved(from children: inout ArraySlice<Int>, upTo kept: Int?, _ steps: inout [Step]) {
        while let child = children.first, child != kept {
            children.removeFirst()
            if newPartner[child] == 0 { steps.append(.removed(child)) }
        }
    }

    // MARK: Attributes

    private mutating func compareAttributes(_ first: Int, _ second: Int) {
        let (own, others) = (Array(old.attributes(of: first)), Array(new.attributes(of: second)))
        let ownNames = Dictionary(own.map { ($0.name, $0) }) { first, _ in first }
        let otherNames = Set(others.map(\.name))
        let common = own.filter { otherNames.contains($0.name) }
        var kept = Set(common.map(\.name))
        if !options.ignoresAttributeOrder {
            kept = Set(zip(common, others).prefix { $0.name == $1.name }.map(\.0.name))
        }
        for attribute in own where !kept.contains(attribute.name) { addRemoved(attribute, first) }
        for attribute in others {
            guard kept.contains(attribute.name), let partner = ownNames[attribute.name] else {
                addAdded(attribute, second, in: first)
                continue
            }
            if partner.content != attribute.content {
                add(.changed, .attribute, old: old.place(partner, of: first), new: new.place(attribute, of: second))
            }
        }
    }

    private mutating func addRemoved(_ attribute: ComparedTree.Attribute, _ node: Int) {
        add(.removed, .attribute, old: old.place(attribute, of: node))
    }

    private mutating func addAdded(_ attribute: ComparedTree.Attribute, _ node: Int, in parent: Int) {
        add(.added, .attribute, new: new.place(attribute, of: node), parent)
    }
}
