// Keys are read by the names of elements and attributes, so that two keys must not be written as nodes that one of them reads.

extension EncodingSession {
    private struct Place: Hashable {
        var parent: UInt32
        var kind: EncodedNode.Kind
        /// The number of the local name; 0 for texts.
        var name: UInt32
    }

    /// Checks that no node that was written for one key is read for another one in the same element.
    ///
    /// Complexity: O(*n*) in the number of nodes, if keys of the call share names; otherwise O(1).
    func checkSharedNames() throws {
        guard scopes.hasSharedNames || document.modify({ $0.hasMixedScopes }) else { return }
        // The first node of each key.
        var written: [Place: [EncodedNode]] = [:]
        for number in 1..<document.modify({ UInt32($0.nodes.count) }) {
            let node = document.modify { $0[number] }
            guard node.state == .linked, node.kind == .element ? node.name != 0 : node.plan != 0 else { continue }
            let place = Place(
                parent: node.parent, kind: node.kind,
                name: node.kind == .text ? 0 : scopes.names.modify { $0[node.name].local })
            let others = written[place, default: []]
            // Elements around the values of paths have no key.
            guard !others.contains(where: { $0.plan == node.plan && $0.name == node.name }) else { continue }
            for other in others where isRead(node, for: other) || isRead(other, for: node) {
                throw error(shared(other, node), at: node)
            }
            written[place] = others + [node]
        }
    }

    private func shared(_ first: EncodedNode, _ second: EncodedNode) -> XMLError {
        let (key, other) = (described(first), described(second))
        if first.kind == .text {
            return XMLError(
                .invalidValue, "\(key) and \(other) are both the text of one element, and would be read as one text")
        }
        let nodes = first.kind == .element ? "elements" : "attributes"
        let reading =
            first.name == second.name
            ? "“\(scopes.names.modify { $0.string(first.name) })” \(nodes), and each would be read as both"
            : "\(nodes), and one of them would be read as both"
        return XMLError(
            .invalidValue, "\(key) and \(other) are written as \(reading)",
            help: "give one of them another name, or a path to an element of its own")
    }

    /// The key of a node; the name of an element around the values of a path, which has no key.
    private func described(_ node: EncodedNode) -> String {
        let name =
            node.plan == 0 ? scopes.names.modify { $0.test(node.name).description } : scopes.detail(node.plan).key
        return node.plan == 0 ? "the element “\(name.excerpt)” of a path" : "“\(name.excerpt)”"
    }

    /// Whether a node that is written for one key is read for another one, whose local name is the same.
    private func isRead(_ node: EncodedNode, for other: EncodedNode) -> Bool {
        if node.kind == .text || node.name == other.name { return true }
        if other.isInAnyNamespace || scopes.detail(other.plan).isInAnyNamespace { return true }
        let (name, wanted) = (writtenName(node), writtenName(other))
        if name.uri.hasSameBytes(as: wanted.uri) { return true }
        guard node.kind == .element, case .written = scopes.names.modify({ $0.test(other.name) }), wanted.prefix.isEmpty
        else { return false }
        // Such a key also stands for elements without a prefix, and in the namespace of the element around them.
        let parent = document.modify { $0[node.parent] }
        return name.prefix.isEmpty || parent.name != 0 && name.uri.hasSameBytes(as: writtenName(parent).uri)
    }

    private func writtenName(_ node: EncodedNode) -> (prefix: String, uri: String) {
        let isAttribute = node.kind == .attribute
        let (test, name) = scopes.names.modify { ($0.test(node.name), $0.string(node.name)) }
        if case .expanded(let name) = test {
            guard let uri = name.namespaceURI else { return ("", "") }
            return (namespaces.modify { $0.prefix(of: uri, isAttribute: isAttribute) }, uri)
        }
        guard name.utf8.contains(UInt8(ascii: ":")) else {
            return ("", isAttribute ? "" : namespaces.modify { $0.defaultURI })
        }
        let prefix = String(name.prefix { $0 != ":" })
        return (prefix, namespaces.modify { $0.uri(of: prefix) } ?? "\(prefix):")
    }
}
