/// The steps of paths that lead from an element to exactly one of its nodes.
package struct SiblingNumbers {
    /// For each node, its number, from 1, among the nodes in its parent that a path with its name matches, and the
    /// number of these. All children of a parent are counted at once.
    private var numbers: [Int: (number: Int, count: Int)] = [:]

    package init() {}

    /// Returns the step to an element: its name as written, with its number if the name matches several.
    ///
    /// - Complexity: O(*n*) in the number of children of its parent for the first of them; O(1) for others.
    package mutating func step(to element: XMLTree.Element) -> String {
        let tape = element.tape
        let (number, count) = number(of: element.entry, in: tape.parent(ofElement: element.entry), tape)
        return count > 1 ? "\(element.qualifiedName)[\(number)]" : element.qualifiedName
    }

    /// Returns the step to a comment or processing instruction in XPath, with its number if there are several.
    ///
    /// - Complexity: as for an element.
    package mutating func step(to node: XMLTree.Node) -> String {
        let (number, count) = number(of: node.entry, in: node.parentIndex, node.tape)
        let name = Self.name(of: node.tape.head(node.entry), node.tape) ?? ""
        return count > 1 ? "\(name)[\(number)]" : name
    }

    /// The name in a step; nil for a node without a step.
    private static func name(of head: TapeHead, _ tape: Tape) -> String? {
        switch head.kind {
        case .element: tape.qualifiedName(head.name)
        case .comment: "comment()"
        case .processingInstruction: "processing-instruction('\(tape.string(head.target) ?? "")')"
        default: nil
        }
    }

    /// Returns the path of an element, from the root on.
    package mutating func path(of element: XMLTree.Element) -> String {
        Self.path(([element] + element.ancestors).reversed().map { step(to: $0) })
    }

    /// Returns the path of steps from the root on. It begins with `/`, because a dot is never a separator in such a
    /// path.
    package static func path(_ steps: [String]) -> String {
        (steps.contains { $0.contains(".") } ? "/" : "") + steps.joined(separator: "/")
    }

    /// Returns the number of a node, from 1, among the nodes in its parent that its name matches, and the number of
    /// these.
    mutating func number(of node: Int, in parent: Int?, _ tape: Tape) -> (number: Int, count: Int) {
        if let known = numbers[node] { return known }
        let parent = parent ?? Tape.document
        let namespace = parent == Tape.document ? nil : parent
        var counts: [String: Int] = [:]
        var found: [(node: Int, name: String, number: Int)] = []
        var children = tape.children(of: parent)
        while let (child, head) = children.next(tape) {
            guard let name = Self.name(of: head, tape) else { continue }
            counts[name, default: 0] += 1
            found.append((child, name, counts[name] ?? 1))
            guard head.kind == .element else { continue }
            // A name without a prefix matches in the namespace of the parent.
            let parts = tape.name(head.name)
            let isInherited =
                namespace.map { tape.names.table.hasSameNamespace(head.name, tape.nameNumber($0)) } ?? true
            if parts.prefix != Int(TapeHead.none), parts.uri != Int(TapeHead.none), isInherited {
                counts[tape.string(parts.local) ?? "", default: 0] += 1
            }
        }
        for (child, name, number) in found { numbers[child] = (number, counts[name] ?? 1) }
        return numbers[node] ?? (1, 1)
    }

    /// Adds the missing numbers to a path of a stream, in which the first of several elements has no number.
    mutating func completed(_ path: String, in tape: Tape) -> String {
        var parent = Tape.document
        var steps: [String] = []
        for step in path.split(separator: "/") {
            let parts = step.split(separator: "[")
            let number = parts.count > 1 ? Int(parts[1].dropLast()) ?? 1 : 1
            guard let child = tape.child(of: parent, written: String(parts[0]), at: number - 1) else { return path }
            steps.append(self.step(to: XMLTree.Element(tape: tape, entry: child)))
            parent = child
        }
        return Self.path(steps)
    }
}

extension Tape {
    /// Returns the child element at a position among those with a qualified name.
    fileprivate func child(of parent: Int, written name: String, at position: Int) -> Int? {
        switch children(of: parent, written: name) {
        case .none: nil
        case .one(let child): position == 0 ? child : nil
        case .siblings(let first):
            (0..<position).reduce(Optional(first)) { child, _ in child.flatMap { sibling(after: $0, in: parent) } }
        case .group(let group): group.count > position ? group[position] : nil
        }
    }
}
