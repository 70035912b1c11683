/// The steps of paths that lead from an element to exactly one of its nodes.
package struct SiblingNumbers {
    /// For each node, its number, from 1, among the nodes in its parent that a path with its name matches, and the
    /// number of these. All children of a parent are counted at once.
    private var numbers: [Int: (number: Int, count: Int)] = [:]
    /// The parents in which one child was counted.
    private var counted: Set<Int> = []

    package init() {}

    /// Returns the step to an element: its name as written, with its number if the name matches several.
    ///
    /// - Complexity: O(*n*) in the number of children of its parent for the first two of them; O(1) for others.
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
        if counted.insert(parent).inserted {
            let found = count(node, in: parent, tape)
            numbers[node] = found
            return found
        }
        var counts: [String: Int] = [:]
        var found: [(node: Int, name: String, number: Int)] = []
        var children = tape.children(of: parent)
        while let (child, head) = children.next(tape) {
            guard let name = Self.name(of: head, tape) else { continue }
            counts[name, default: 0] += 1
            found.append((child, name, counts[name] ?? 1))
            guard head.kind == .element else { continue }
            let parts = tape.name(head.name)
            if parts.prefix != Int(TapeHead.none), parts.uri != Int(TapeHead.none),
                Self.isInherited(head.name, in: parent, tape)
            {
                counts[tape.string(parts.local) ?? "", default: 0] += 1
            }
        }
        for (child, name, number) in found { numbers[child] = (number, counts[name] ?? 1) }
        return numbers[node] ?? (1, 1)
    }

    /// Does the same for one node, without memory for the others.
    private func count(_ node: Int, in parent: Int, _ tape: Tape) -> (number: Int, count: Int) {
        let name = Self.name(of: tape.head(node), tape)
        var (number, count) = (1, 0)
        // The names of elements that were compared with it, by their numbers.
        var (other, matches) = (TapeHead.none, false)
        var children = tape.children(of: parent)
        while let (child, head) = children.next(tape) {
            if head.kind != .element || head.payload != other {
                matches = Self.matches(name, head, in: parent, tape)
                other = head.kind == .element ? head.payload : TapeHead.none
            }
            if matches { count += 1 }
            if child == node { number = count }
        }
        return (number, max(count, 1))
    }

    /// Whether a step with a name leads to a node.
    private static func matches(_ name: String?, _ head: TapeHead, in parent: Int, _ tape: Tape) -> Bool {
        guard let name, let other = Self.name(of: head, tape) else { return false }
        if other.hasSameBytes(as: name) { return true }
        guard head.kind == .element, case let parts = tape.name(head.name), parts.prefix != Int(TapeHead.none),
            parts.uri != Int(TapeHead.none)
        else { return false }
        return isInherited(head.name, in: parent, tape) && tape.string(parts.local)?.hasSameBytes(as: name) == true
    }

    /// Whether a name is in the namespace of its parent, in which a step without a prefix leads to it.
    private static func isInherited(_ name: Int, in parent: Int, _ tape: Tape) -> Bool {
        parent == Tape.document || tape.names.table.hasSameNamespace(name, tape.nameNumber(parent))
    }

    /// Returns the path of a stream, in which the first of several elements has no number, with all numbers.
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
