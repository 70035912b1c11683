// Keys are read by the names of elements and attributes. A key must therefore not read what was written for another
// one.

extension EncodingSession {
    /// Checks that a decoder would not read a node of one key for another key of the same element.
    ///
    /// Complexity: O(*n*) in the number of children and attributes of the elements in which keys may share names.
    func checkSharedNames() throws {
        let element = document.modify { $0[$0.elementWithTwoTexts] }
        if element.textPlan != 0 { throw sharedText(element, element.textPlan) }
        let lookedUp = try lookedUpNodes()
        let elements = document.modify { $0.checked }
        guard !elements.isEmpty else { return }
        var names = NamesOfElement(self)
        for element in elements {
            let node = document.modify { $0[element] }
            names.begin(in: node)
            var comment: EncodedNode?
            for first in [node.firstAttribute, node.firstChild] {
                var number = first
                while number != 0 {
                    let child = document.modify { $0[number] }
                    // A case of a choice is the only value that has a text beside its keys: its labels.
                    let isText =
                        child.kind == .element && node.textCount > 0 && node.textPlan == 0
                        && !scopes.isCase(node.plan)
                    if child.plan != 0, isText || node.isOpen && scopes[child.plan].role == .path {
                        throw error("\(described(child)) is in an element that is another value", at: child)
                    }
                    if child.kind == .element || child.kind == .attribute, child.plan != 0 || child.isWrapper,
                        let other = names.add(child)
                    {
                        throw shared(other, child)
                    }
                    if child.kind == .comment {
                        if let comment, comment.plan != child.plan { throw shared(comment, child) }
                        comment = child
                    }
                    number = child.next
                }
            }
            for node in lookedUp[element] ?? [] {
                let other =
                    node.kind == .comment ? comment.flatMap { $0.plan == node.plan ? nil : $0 } : names.reading(node)
                if let other { throw unread(node, other) }
            }
        }
    }

    /// The keys without a value, by the elements in which they would be.
    private func lookedUpNodes() throws -> [UInt32: [EncodedNode]] {
        var nodes: [UInt32: [EncodedNode]] = [:]
        for lookup in document.modify({ $0.lookups }) {
            let (attribute, node) = (lookup.attribute, document.modify { $0[lookup.node] })
            guard node.state == .pending, let parent = try existingParent(of: node, in: lookup.parent) else { continue }
            let textPlan = document.modify { $0[parent].textPlan }
            if node.kind == .text, textPlan != 0, textPlan != node.plan {
                throw unread(node, EncodedNode(.text, name: 0, parent: parent, plan: textPlan))
            }
            guard node.kind != .text else { continue }
            nodes[parent, default: []].append(node)
            if attribute != 0 {
                // The plan is that of the element. It differs from the plan of each attribute with this name.
                let name = scopes[attribute].name
                nodes[parent, default: []].append(EncodedNode(.attribute, name: name, parent: parent, plan: node.plan))
            }
            document.modify { $0.check(parent) }
        }
        for (plan, parent) in document.modify({ $0.inferred }) {
            guard document.modify({ $0[parent].firstChild }) != 0 else { continue }
            // The plan is that of the attribute. It differs from the plan of each element with this name.
            let (name, attribute) = (scopes[plan].name, scopes[plan].attribute)
            nodes[parent, default: []].append(EncodedNode(.element, name: name, parent: parent, plan: attribute))
            document.modify { $0.check(parent) }
        }
        return nodes
    }

    /// The element that would contain the node of a key; nil if an element on the path of the key does not exist.
    ///
    /// - Throws: the error of an element on the path that is the value of a key of another type.
    private func existingParent(of node: EncodedNode, in element: UInt32) throws -> UInt32? {
        var parent = element
        let detail = scopes.detail(node.plan)
        for wrapper in detail.wrappers {
            parent = document.modify { $0.child(of: parent, named: wrapper.name) }
            if parent == 0 { return nil }
            let found = document.modify { $0[parent] }
            if detail.keys?.sharesElement ?? false, found.plan != 0, scopes.detail(found.plan).keys !== detail.keys {
                throw unread(node, found)
            }
        }
        return parent
    }

    // MARK: Errors

    private func shared(_ first: EncodedNode, _ second: EncodedNode) -> any Error {
        let (key, other) = (described(first), described(second))
        let nodes = first.kind == .element ? "elements" : "attributes"
        let name = scopes.names.modify { $0.string(first.name) }
        let message =
            if first.kind == .comment {
                "\(key) and \(other) are comments of one element, and each would be read as both"
            } else if key == other {
                "\(key) is written twice in one element, and the first value would be read for both"
            } else if first.name == second.name {
                "\(key) and \(other) are written as “\(name)” \(nodes), and each would be read as both"
            } else {
                "\(key) and \(other) are written as \(nodes), and one of them would be read as both"
            }
        let help = "give one of them another name, or a path to an element of its own"
        return error(XMLError(message, help: help), at: second)
    }

    private func unread(_ node: EncodedNode, _ other: EncodedNode) -> any Error {
        if node.kind == .element, scopes[node.plan].role == .attribute {
            let (key, other) = (described(node), described(other))
            return error(
                XMLError(
                    "\(key) would be read from the element of \(other), and not from its attribute",
                    help: "give \(key) the role .attribute, or one of them another name"), at: node)
        }
        return error(
            XMLError(
                "\(described(node)) has no value, and would be read from \(described(other))",
                help: "give one of them another name, or a path to an element of its own"), at: node)
    }

    /// The error of a text in an element that has another one.
    func sharedText(_ node: EncodedNode, _ textPlan: UInt32) -> any Error {
        let keys =
            textPlan == 0
            ? "“\(key(node))” is a text" : "“\(key(node))” and “\(scopes.detail(textPlan).key.excerpt)” are texts"
        return error("\(keys) in an element with another value, and both would be read as one text", at: node)
    }

    /// The key of a node; the name of an element around the values of a path, which has no key.
    private func described(_ node: EncodedNode) -> String {
        guard node.plan == 0 else { return "“\(key(node))”" }
        return "the element “\(scopes.names.modify { $0.test(node.name).description }.excerpt)” of a path"
    }

    private func key(_ node: EncodedNode) -> String {
        XMLCodingRole.unmarked(scopes.detail(node.plan).key).excerpt
    }
}

/// The names of the child elements and attributes of one element, and the keys that read them.
private struct NamesOfElement {
    /// The nodes of one local name.
    private struct Nodes {
        /// The node with a name that a key without a prefix stands for.
        var plain: EncodedNode?
        /// The node of a key that stands for the name in any namespace.
        var open: EncodedNode?
        /// The node with a name that keys without a prefix also read: without a prefix, or in the namespace of the
        /// parent.
        var readAsPlain: EncodedNode?
        var first: EncodedNode?
    }

    private struct ExpandedName: Hashable {
        var local: UInt32
        var uri: Int
    }

    /// The name of a node as it is written.
    private struct Name {
        var local: UInt32
        var uri: Int
        var isPlain: Bool
        var hasPrefix: Bool
    }

    private let session: EncodingSession
    private var parentURI = 0
    private var nodes: [UInt32: Nodes] = [:]
    private var expanded: [ExpandedName: EncodedNode] = [:]
    /// The names by their numbers.
    private var names: [UInt32: Name] = [:]
    private var uris: [ExactKey: Int] = [:]

    init(_ session: EncodingSession) { self.session = session }

    mutating func begin(in element: EncodedNode) {
        nodes.removeAll(keepingCapacity: true)
        expanded.removeAll(keepingCapacity: true)
        parentURI = element.name == 0 ? -1 : name(of: element).uri
    }

    /// Adds a node that is written. Returns a node of another key, if a decoder would read one of the two for the key
    /// of the other.
    mutating func add(_ node: EncodedNode) -> EncodedNode? {
        let name = name(of: node)
        let place = ExpandedName(local: name.local, uri: name.uri)
        let same = expanded[place]
        if let same, same.plan == node.plan, same.name == node.name { return isRepeated(node, same) ? nil : same }
        var found = nodes[name.local] ?? Nodes()
        let isOpen = isOpen(node)
        let isReadAsPlain = name.isPlain || node.kind == .element && (!name.hasPrefix || name.uri == parentURI)
        let other =
            isOpen
            ? found.first
            : found.open ?? (isReadAsPlain ? found.plain : nil) ?? (name.isPlain ? found.readAsPlain : nil)
                ?? same
        if let other { return isSameLeaf(node, other) ? nil : other }
        if found.first == nil { found.first = node }
        if isOpen { found.open = node }
        if name.isPlain { found.plain = node }
        if isReadAsPlain { found.readAsPlain = node }
        nodes[name.local] = found
        expanded[place] = node
        return nil
    }

    /// Returns the node of another key that would be read for a key without a value.
    mutating func reading(_ node: EncodedNode) -> EncodedNode? {
        let name = name(of: node)
        guard let found = nodes[name.local] else { return nil }
        let other =
            isOpen(node)
            ? found.first
            : (name.isPlain ? found.readAsPlain : nil) ?? expanded[ExpandedName(local: name.local, uri: name.uri)]
        return other.flatMap { $0.plan == node.plan ? nil : $0 }
    }

    /// Whether a key stands for its local name in every namespace.
    private func isOpen(_ node: EncodedNode) -> Bool {
        node.plan == 0 ? node.isInAnyNamespace : session.scopes.detail(node.plan).isInAnyNamespace
    }

    /// Whether several nodes of one key are one value: a list, a map, the cases of a choice; or whether they have one
    /// text.
    private func isRepeated(_ node: EncodedNode, _ first: EncodedNode) -> Bool {
        if node.index > 1 && first.index > 0 || session.scopes[node.plan].role == .map { return true }
        return session.scopes.isCase(node.plan) || isSameLeaf(node, first)
    }

    /// Whether two nodes of one key have the same text, such as a type name that both a type and its superclass write.
    private func isSameLeaf(_ node: EncodedNode, _ other: EncodedNode) -> Bool {
        guard node.plan != 0, other.plan != 0, node.index | other.index == 0, node.text.count == other.text.count,
            node.firstChild | node.firstAttribute | other.firstChild | other.firstAttribute == 0,
            session.scopes.detail(node.plan).key == session.scopes.detail(other.plan).key
        else { return false }
        // Only a type and its superclass, and no flattened structures or paths, mean one value.
        if session.scopes[node.plan].role == .path || session.scopes[other.plan].role == .path { return false }
        let (keys, otherKeys) = (session.scopes.detail(node.plan).keys, session.scopes.detail(other.plan).keys)
        if keys !== otherKeys, keys?.sharesElement ?? false || otherKeys?.sharesElement ?? false { return false }
        return session.document.modify { $0.text.hasSameElements(node.text, other.text) }
    }

    private mutating func name(of node: EncodedNode) -> Name {
        if let known = names[node.name] { return known }
        let isAttribute = node.kind == .attribute
        let (local, test, text) = session.scopes.names.modify {
            ($0[node.name].local, $0.test(node.name), $0.string(node.name))
        }
        var (prefix, uri) = ("", "")
        if case .expanded(let name) = test {
            if let found = name.namespaceURI {
                (prefix, uri) = (session.namespaces.modify { $0.prefix(of: found, isAttribute: isAttribute) }, found)
            }
        } else if let colon = text.utf8.firstIndex(of: UInt8(ascii: ":")) {
            prefix = String(text[..<colon])
            uri = session.namespaces.modify { $0.uri(of: prefix) } ?? "\(prefix):"
        } else if !isAttribute {
            uri = session.namespaces.modify { $0.defaultURI }
        }
        let number = uris[ExactKey(uri)] ?? uris.count
        uris[ExactKey(uri)] = number
        let isPlain = if case .written = test { prefix.isEmpty } else { false }
        let name = Name(local: local, uri: number, isPlain: isPlain, hasPrefix: !prefix.isEmpty)
        names[node.name] = name
        return name
    }
}
