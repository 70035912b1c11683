import CheckCases
import LibXML
import LibXMLDifferences
import Testing

/// The differences of random documents lead from one to the other. `FUZZ_SECONDS` makes the tests go on for that long.
@Suite struct RandomDifferenceTests {
    /// An element that is changed at random.
    private final class Node {
        var name: String
        var attributes: [String: String] = [:]
        /// Elements, texts and comments as they are written.
        var children: [Child] = []

        enum Child {
            case element(Node)
            case text(String)
            case comment(String)
        }

        init(_ name: String) { self.name = name }

        var copy: Node {
            let copy = Node(name)
            copy.attributes = attributes
            copy.children = children.map { if case .element(let node) = $0 { .element(node.copy) } else { $0 } }
            return copy
        }

        var source: String {
            let attributes = attributes.sorted { $0.key < $1.key }.map { " \($0.key)='\($0.value)'" }.joined()
            let content = children.map { child in
                switch child {
                case .element(let node): node.source
                case .text(let text): text
                case .comment(let text): "<!--\(text)-->"
                }
            }.joined()
            return content.isEmpty ? "<\(name)\(attributes)/>" : "<\(name)\(attributes)>\(content)</\(name)>"
        }

        var elements: [Node] {
            [self]
                + children.flatMap { child -> [Node] in
                    if case .element(let node) = child { node.elements } else { [] }
                }
        }
    }

    private struct Source {
        var random: SeededGenerator

        mutating func pick<Value>(_ values: [Value]) -> Value { values[Int(random.next() % UInt64(values.count))] }
        mutating func number(_ count: Int) -> Int { Int(random.next() % UInt64(count)) }

        mutating func child(_ depth: Int) -> Node.Child {
            switch number(depth > 3 ? 2 : 5) {
            case 0: .text(pick(["x", "y", " ", "long text", "&amp;", "<![CDATA[<]]>"]))
            case 1: .comment(pick(["c", "d"]))
            default: .element(node(depth + 1))
            }
        }

        mutating func node(_ depth: Int) -> Node {
            let node = Node(pick(["a", "b", "item"]))
            for _ in 0..<number(3) { node.attributes[pick(["id", "v", "w"])] = pick(["1", "2", "3", "4"]) }
            node.children = (0..<number(6)).map { _ in child(depth) }
            return node
        }

        mutating func edit(_ root: Node) {
            let node = pick(root.elements)
            let place = number(node.children.count + 1)
            switch number(7) {
            case 0: node.attributes[pick(["id", "v", "w"])] = pick(["1", "2", "3"])
            case 1: node.attributes[pick(["id", "v", "w"])] = nil
            case 2: node.children.insert(child(2), at: place)
            case 3 where place < node.children.count: node.children.remove(at: place)
            case 4 where place < node.children.count: node.children[place] = child(2)
            case 5: node.children.shuffle(using: &random)
            case 6 where place < node.children.count:
                // The element moves to another place, if that is not inside of it.
                guard case .element(let child) = node.children[place] else { return }
                let inside = child.elements
                let target = pick(root.elements)
                guard !inside.contains(where: { $0 === target }) else { return }
                node.children.remove(at: place)
                target.children.insert(.element(child), at: number(target.children.count + 1))
            default: break
            }
        }
    }

    /// Applies differences to the old document, as text: the children of each element are made anew.
    private struct Patch {
        var attributes: [XMLTree.Element: [(String, String?)]] = [:]
        var texts: [XMLTree.Node: String] = [:]
        var removed: Set<XMLTree.Node> = []
        /// What is inserted before a node, or at the end of an element.
        var before: [XMLTree.Node: [XMLTree.Node]] = [:]
        var atEnd: [XMLTree.Element: [XMLTree.Node]] = [:]
        /// The old nodes of moved ones.
        var moved: [XMLTree.Node: XMLTree.Node] = [:]

        init(_ differences: [XMLDifference]) {
            for difference in differences {
                switch (difference.kind, difference.part) {
                case (.removed, .attribute):
                    guard let old = difference.old?.attribute else { continue }
                    attributes[old.element, default: []].append((old.qualifiedName, nil))
                case (.added, .attribute), (.changed, .attribute):
                    guard let new = difference.new?.attribute else { continue }
                    guard let element = difference.old?.attribute?.element ?? difference.oldParent else { continue }
                    attributes[element, default: []].append((new.qualifiedName, new.value))
                case (.changed, _):
                    guard let old = difference.old?.node, let value = difference.new?.value else { continue }
                    texts[old] = value
                case (.removed, _):
                    if let old = difference.old?.node { removed.insert(old) }
                case (.added, _), (.moved, _):
                    guard let new = difference.new?.node else { continue }
                    if let old = difference.old?.node {
                        removed.insert(old)
                        moved[new] = old
                    }
                    if let sibling = difference.oldSibling {
                        before[sibling, default: []].append(new)
                    } else if let parent = difference.oldParent {
                        atEnd[parent, default: []].append(new)
                    }
                }
            }
        }

        func text(_ element: XMLTree.Element) -> String {
            var values = element.attributes.map { ($0.qualifiedName, $0.value) }
            for (name, value) in attributes[element] ?? [] {
                values.removeAll { $0.0 == name }
                if let value { values.append((name, value)) }
            }
            var content = ""
            var isInText = false
            for node in element.children {
                let isText = node.kind == .text || node.kind == .cdata
                // The first node of a text stands for all.
                if isText, isInText { continue }
                isInText = isText
                for inserted in before[node] ?? [] { content += self.inserted(inserted) }
                if !removed.contains(node) { content += text(node) }
            }
            for inserted in atEnd[element] ?? [] { content += self.inserted(inserted) }
            let tag = values.map { " \($0.0)='\($0.1)'" }.joined()
            return "<\(element.qualifiedName)\(tag)>\(content)</\(element.qualifiedName)>"
        }

        private func inserted(_ node: XMLTree.Node) -> String {
            if let old = moved[node]?.element { return text(old) }
            return node.element == nil ? whole(node) : node.source
        }

        private func text(_ node: XMLTree.Node) -> String {
            if let element = node.element { return text(element) }
            guard let text = texts[node] else { return whole(node) }
            return node.kind == .comment ? "<!--\(text)-->" : escaped(text)
        }

        /// A node with the texts after it.
        private func whole(_ node: XMLTree.Node) -> String {
            guard node.kind == .text || node.kind == .cdata, let parent = node.parent else { return node.source }
            let texts = parent.children.drop { $0 < node }.prefix { $0.kind == .text || $0.kind == .cdata }
            return escaped(texts.map { $0.text ?? "" }.joined())
        }

        private func escaped(_ text: String) -> String {
            text.split(separator: "&", omittingEmptySubsequences: false).joined(separator: "&amp;")
                .split(separator: "<", omittingEmptySubsequences: false).joined(separator: "&lt;")
        }
    }

    @Test("Differences, applied to the old document, give the new one", arguments: 0..<8)
    func applied(_ seed: Int) throws {
        let keys = [["xml:id", "id", "key", "name"], [], ["v"]][seed % 3]
        var source = Source(random: SeededGenerator(seed: UInt64(seed)))
        try repeatedly(atLeast: 250) {
            let old = source.node(0)
            let new = old.copy
            for _ in 0...source.number(8) { source.edit(new) }
            let (oldTree, newTree) = (try XMLTree(parsing: old.source), try XMLTree(parsing: new.source))
            let options = XMLDifferenceOptions(whiteSpace: .compared, keyAttributes: keys)
            let differences = newTree.differences(from: oldTree, options: options)
            #expect(differences.isEmpty == (oldTree == newTree))
            let patched = try XMLTree(parsing: Patch(differences).text(oldTree.root))
            let found = differences.map(DifferenceTests.short).joined(separator: "\n")
            try #require(patched == newTree, "\(old.source)\n\(new.source)\n\(found)")
            try check(oldTree, newTree, &source)
        }
    }

    /// With any options, a document has no differences from itself, and there are differences in both directions or in
    /// neither.
    private func check(_ old: XMLTree, _ new: XMLTree, _ source: inout Source) throws {
        let options = XMLDifferenceOptions(
            whiteSpace: source.pick([.compared, .ignoredBetweenElements, .normalized]),
            ignoresOrder: source.number(2) == 0, ignoresAttributeOrder: source.number(2) == 0,
            ignoresComments: source.number(2) == 0, ignoresPrefixes: source.number(2) == 0,
            keyAttributes: source.pick([[], ["id"], ["w", "v"]]), limit: source.pick([3, .max]))
        #expect(new.differences(from: new, options: options).isEmpty)
        let differences = new.differences(from: old, options: options)
        #expect(differences.isEmpty == old.differences(from: new, options: options).isEmpty)
        #expect(old != new || differences.isEmpty)
        for difference in differences {
            #expect(!difference.description.isEmpty)
            #expect((difference.old == nil) == (difference.kind == .added))
            #expect((difference.new == nil) == (difference.kind == .removed))
        }
    }

    @Test("Documents with the order of their elements ignored", arguments: 0..<2)
    func shuffled(_ seed: Int) throws {
        var source = Source(random: SeededGenerator(seed: UInt64(seed)))
        for _ in 0..<200 {
            let old = source.node(0)
            for node in old.elements {
                // Texts that meet would be one.
                node.children.removeAll { if case .text = $0 { true } else { false } }
                if source.number(2) == 0 { node.children.append(.text("x")) }
            }
            let new = old.copy
            for node in new.elements { node.children.shuffle(using: &source.random) }
            let (oldTree, newTree) = (try XMLTree(parsing: old.source), try XMLTree(parsing: new.source))
            #expect(newTree.differences(from: oldTree, options: .init(ignoresOrder: true)).isEmpty)
        }
    }
}
