// Structures in the element of the type that contains them: see ``XMLCodingRole/flattened``.

extension EncodingSession {
    /// Encodes the value of a flattened property.
    func flatten<Value: Encodable>(_ value: Value, _ key: String, in place: KeyedPlace) throws {
        let coded = CodedType.of(Value.self)
        guard coded.isStructure, !coded.hasRest else {
            let reason = coded.hasRest ? "has a key for the rest of an element" : "is not a structure with keys"
            let error = XMLError("“\(key)” is flattened, and \(Value.self) \(reason)")
            throw self.error(error, at: document.modify { $0[place.node] }, value, key: key)
        }
        let scope = scopes.flattened(Value.self, in: OuterKey(scope: place.scope, key: key, type: Value.self))
        document.modify { $0.check(place.node) }
        try self.value(value, at: EncodingPosition(.value, place.node, scope: scope))
    }

    /// Encodes the value of an optional flattened property.
    ///
    /// - Throws: `EncodingError` if nothing is written for the value.
    func flattenIfPresent<Value: Encodable>(_ value: Value?, _ key: String, in place: KeyedPlace) throws {
        guard let value else { return recordLookups(of: Value.self, key, in: place) }
        let start = document.modify { $0.nodes.count }
        try flatten(value, key, in: place)
        guard !hasContent(from: start) else { return }
        let message = "nothing is written of the flattened “\(key)”, and it would be read as nil"
        let help = "nilEncodingStrategy = .schemaNil writes properties that are nil"
        throw error(XMLError(message, help: help), at: document.modify { $0[place.node] }, value, key: key)
    }

    /// Records the keys of a flattened structure that is nil, which a decoder would read from what other keys have
    /// written.
    private func recordLookups(of type: Any.Type, _ key: String, in place: KeyedPlace) {
        let found = FlattenedKeys.of(type)
        for (owner, name) in found {
            let outer = OuterKey(scope: place.scope, key: key, type: owner?.type ?? type)
            let plan = scopes.plan(name, scopes.keys(scopes.flattened(owner?.type ?? type, in: outer)))
            guard let node = try? node(plan, in: place.node) else { continue }
            let isMarked = found.contains { $0.owner === owner && $0.key == "@" + name }
            document.modify { $0.recordLookup(node, attribute: isMarked ? 0 : scopes[plan].attribute) }
        }
        document.modify { $0.check(place.node) }
    }

    /// Whether the nodes from a number on include an element or attribute of a key, or a text that is not only white
    /// space.
    private func hasContent(from start: Int) -> Bool {
        document.modify { document in
            (start..<document.nodes.count).contains { number in
                let node = document.nodes[number]
                guard node.state != .pending, node.kind == .text || node.plan != 0 else { return false }
                return node.kind != .text || !document.isBlank(node.text)
                    || !document.isBlank(document[node.parent].text)
            }
        }
    }

    /// Records the error of a flattened value that is not written by keys.
    @inline(__always)
    func checkIsWhole(_ position: EncodingPosition) {
        if position.scope != 0 { checkIsWholeElement(position) }
    }

    @inline(never)
    private func checkIsWholeElement(_ position: EncodingPosition) {
        guard position.kind == .value, scopes.keys(position.scope).outer != nil else { return }
        let message = "a flattened property must be a structure with keys, and the content of the element is encoded"
        fail(error(message, at: position))
    }

    /// Checks that a property of a flattened structure is not a choice, which would be read from elements of other
    /// types.
    func checkIsNoChoice(_ type: Any.Type, _ key: String, in place: KeyedPlace) throws {
        guard scopes.keys(place.scope).outer != nil, CodedType.of(type).choice != nil else { return }
        let fault = XMLError(.invalidValue, CodingMessage.flattenedChoice(type))
        throw error(fault, at: document.modify { $0[place.node] }, key: key)
    }

    /// Records the error of a value that is written into an element of another key, if types share the element around
    /// it: a decoder cannot tell which of them has the element.
    @inline(never)
    func checkWrapper(_ element: UInt32, _ keys: EncodingKeys) {
        guard keys.sharesElement else { return }
        let name = document.modify { $0[element].name }
        let text = scopes.names.modify { $0.string(name) }
        fail(error("the element “\(text)” is written for a key and for the path of another one", at: element))
    }
}

extension EncodedDocument {
    func isBlank(_ range: Range<Int>) -> Bool { range.allSatisfy { text[$0].isXMLSpace } }
}
