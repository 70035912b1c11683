// Where the values of keys are written.

/// What the keys of a container mean, in 8 bytes.
struct KeyedPlace: BitwiseCopyable {
    enum Kind: UInt8 {
        /// Attributes, child elements and text of an element.
        case element
        /// Children of an element, as cases of a choice.
        case choice
        /// An element, whose `xsi:type` is the case of a choice.
        case typedChoice
        /// The values of a case, which are in the element or text of the case.
        case payload
        /// The entries of a dictionary, with the plan in the node.
        case map
        /// Attributes with the keys of a dictionary as names, with the plan in the node.
        case attributes
        /// An element of a list, which is a case with the name of the key.
        case item
    }

    var kind: Kind
    var scope: UInt16 = 0
    var node: UInt32
}

extension EncodingSession {
    /// The place of the keys of a value.
    ///
    /// - Parameter isChoice: whether the keys are those of ``XMLChoiceKey``.
    func keyed(at position: EncodingPosition, isChoice: () -> Bool = { false }) -> KeyedPlace {
        switch position.kind {
        case .choice: return KeyedPlace(kind: .choice, scope: position.scope, node: position.node)
        case .word: return invalidPlace("a list of words cannot contain a structure", at: position.node)
        case .value: break
        }
        let node = document.modify { $0[position.node] }
        if node.isItem, isChoice() { return KeyedPlace(kind: .item, node: position.node) }
        if isContent(node) { return KeyedPlace(kind: .element, scope: position.scope, node: node.parent) }
        if node.kind == .attribute, node.name == 0 { return KeyedPlace(kind: .attributes, node: position.node) }
        guard node.kind == .element else {
            let place = node.kind == .text ? "a text" : node.kind == .comment ? "a comment" : "an attribute"
            return invalidPlace("a structure cannot be written as \(place)", at: position.node)
        }
        if node.state == .pending, scopes[node.plan].role == .map {
            let wrapper = wrapper(node.plan, in: node.parent)
            document.modify { $0[position.node].parent = wrapper }
            return KeyedPlace(kind: .map, node: position.node)
        }
        let isTyped = position.scope != 0 && scopes.keys(position.scope).type?.kind == .typedChoice
        return KeyedPlace(kind: isTyped ? .typedChoice : .element, scope: position.scope, node: link(position.node))
    }

    /// Whether a node is that of the key `""`, which is the content of the element for a structure or a list.
    private func isContent(_ node: EncodedNode) -> Bool {
        node.kind == .text && scopes.detail(node.plan).key.isEmpty && !scopes[node.plan].isExplicit
    }

    /// The element whose children are the values of a list under the key `""`; nil for words, and for other keys.
    func parentOfContent(_ node: UInt32, _ type: Any.Type) -> UInt32? {
        let found = document.modify { $0[node] }
        guard isContent(found), !scopes.known(type).isScalar else { return nil }
        return options.usesChoiceKeys || FirstRequest(of: type).keys != nil ? found.parent : nil
    }

    /// Records an error, and returns a position whose content is discarded.
    func discarded(_ error: any Error, in parent: UInt32) -> EncodingPosition {
        fail(error)
        let node = EncodedNode(.element, name: 0, parent: parent, state: .linked)
        return EncodingPosition(.value, document.modify { $0.add(node) })
    }

    private func invalidPlace(_ message: String, at node: UInt32) -> KeyedPlace {
        let error = error(message, at: node)
        return KeyedPlace(kind: .element, node: discarded(error, in: document.modify { $0[node].parent }).node)
    }

    /// The position of the value of a key, for a call that cannot throw.
    func position(_ key: String, in place: KeyedPlace) -> EncodingPosition {
        do { return EncodingPosition(.value, try node(key, in: place)) } catch {
            return discarded(error, in: place.node)
        }
    }

    /// Creates the node for the value of a key.
    func node(_ key: String, in place: KeyedPlace) throws -> UInt32 {
        switch place.kind {
        case .element:
            let keys = scopes.keys(place.scope)
            let plan = scopes.plan(key, keys)
            if keys.hasSharedNames { document.modify { $0.check(place.node) } }
            return try node(plan, in: place.node)
        case .choice: return try caseNode(key, in: place)
        case .item: return try caseNode(key, of: place.node)
        case .payload:
            if key == "_0" { return place.node }
            guard document.modify({ $0[place.node].kind }) == .element else {
                throw error("a text has no place for “\(key.excerpt)”", at: place.node)
            }
            return try node(scopes.plan(key, place.scope), in: place.node)
        case .typedChoice:
            let plan = scopes.plan(key, place.scope)
            guard scopes[plan].role == .type else { throw invalidKey(plan, in: place.node) }
            try setType(plan, of: place.node)
            return place.node
        case .attributes:
            let template = document.modify { $0[place.node] }
            let name: UInt32
            do { name = try scopes.attributeName(key) } catch { throw self.error(error, at: template, key: key) }
            return document.modify {
                $0.add(EncodedNode(.attribute, name: name, parent: template.parent, plan: template.plan))
            }
        case .map:
            let entry = try addEntry(of: place.node)
            let text = try mapKeyNode(of: place.node, in: entry)
            try mapKey(key, at: EncodingPosition(.value, text))
            return try mapValueNode(of: place.node, in: entry)
        }
    }

    /// Makes an element of a list the element or text of a case.
    private func caseNode(_ key: String, of item: UInt32) throws -> UInt32 {
        let number = scopes.plan(key, 0)
        let plan = scopes[number]
        guard plan.role == .element || plan.role == .text, document.modify({ $0[item].isItem }) else {
            throw error("a choice has one case", at: item)
        }
        document.modify { document in
            document[item].isItem = false
            document[item].name = plan.name
            document[item].kind = plan.kind
            if plan.kind == .element { document[item].plan = number }
        }
        if plan.kind == .element { use(plan.name, in: document.modify { $0[item] }) }
        return item
    }

    /// The container for the keys of the value of a key.
    func keyed(_ key: String, in place: KeyedPlace) -> KeyedPlace {
        let position = position(key, in: place)
        guard place.kind == .choice || place.kind == .typedChoice else { return keyed(at: position) }
        return KeyedPlace(kind: .payload, scope: scopes.labels(place.scope), node: link(position.node))
    }

    /// The value of `xsi:type` for a case.
    private func setType(_ plan: UInt32, of element: UInt32) throws {
        guard let name = scopes.detail(plan).type else { return }
        var prefix = ""
        if let uri = name.namespaceURI {
            prefix = namespaces.modify { namespaces in
                namespaces.defaultURI.hasSameBytes(as: uri) ? "" : namespaces.prefix(of: uri, isAttribute: true) + ":"
            }
        } else if !namespaces.modify({ $0.defaultURI.isEmpty }) {
            throw error("the type “\(name.localName)” would be in the default namespace", at: element)
        }
        addAttribute(XMLNamespace.schemaInstance["type"], prefix + name.localName, to: element)
    }

    // MARK: Dictionaries

    /// Adds an entry of a dictionary.
    func addEntry(of map: UInt32) throws -> UInt32 {
        let template = document.modify { $0[map] }
        var entry = EncodedNode(.element, name: template.name, parent: template.parent, plan: template.plan)
        entry.state = .linked
        use(entry.name, in: entry)
        return document.modify { document in
            if document[entry.parent].isIndexed { document.check(entry.parent) }
            let number = document.add(entry)
            document.append(number, to: entry.parent)
            return number
        }
    }

    /// Checks that a key of a dictionary has a value.
    func checkEntry(_ position: EncodingPosition, _ value: Any) throws {
        let node = document.modify { $0[position.node] }
        let isWritten = node.state != .pending || document.modify { $0[node.parent].lastChild > position.node }
        if !isWritten { throw error("an empty list of a dictionary would not be read", at: node, value) }
    }

    func mapKeyNode(of map: UInt32, in entry: UInt32) throws -> UInt32 {
        try node(mapPlan(of: map) { $0.key }, in: entry)
    }

    func mapValueNode(of map: UInt32, in entry: UInt32) throws -> UInt32 {
        let plan = document.modify { $0[map].plan }
        if scopes.detail(plan).map?.value == "." { return entry }
        return try node(mapPlan(of: map) { $0.value }, in: entry)
    }

    private func mapPlan(of map: UInt32, _ part: ((key: String, value: String)) -> String) -> UInt32 {
        let detail = scopes.detail(document.modify { $0[map].plan })
        return scopes.plan(detail.map.map(part) ?? "", scopes.literal)
    }

    /// Encodes the key of an entry, which a decoder reads without the white space around it.
    private func mapKey(_ key: String, at position: EncodingPosition) throws {
        if key.trimmingXMLSpace.utf8.count != key.utf8.count {
            throw error("the white space around the key “\(key.excerpt)” would be lost", at: position, key)
        }
        try string(key, at: position)
    }
}
