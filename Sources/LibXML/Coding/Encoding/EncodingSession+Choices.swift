// Choices are read by the names of elements. Other elements among them must therefore have other names.

/// The name and the key of a node, which many nodes share.
private struct NameOfKey: Hashable {
    let name: UInt32
    let plan: UInt32

    init(_ node: EncodedNode) { (name, plan) = (node.name, node.plan) }
}

/// The lists of choices that are written among the other children of elements.
struct EncodedChoices {
    struct Place: Hashable {
        var parent: UInt32
        /// The scope of the choice.
        var scope: UInt16
    }

    /// The plans of the properties that contain the choices.
    var properties: [Place: [UInt32]] = [:]
    /// The places where a property with any name contains a list of cases.
    var lists: Set<Place> = []
    /// The places where a property contains a case whose name is not the name of the property.
    var renamed: Set<Place> = []
    /// The elements that have a text of a case without any character but white space, and this text.
    var blankTexts: [UInt32: UInt32] = [:]
    /// The first error of a case that would be read for another key of the type.
    var error: (any Error)?
}

extension EncodingSession {
    /// Returns the element in which the cases of a choice are written.
    func choiceParent(_ position: EncodingPosition, _ scope: UInt16, isList: Bool) throws -> UInt32 {
        guard position.kind == .value else { return position.node }
        let node = document.modify { $0[position.node] }
        let isContent =
            node.kind == .text && node.plan != 0 && scopes[node.plan].role == .text
            && scopes.detail(node.plan).key.isEmpty && !scopes[node.plan].isExplicit
        guard node.kind == .element && scopes[node.plan].role != .content || isContent else {
            throw error(CodingMessage.choiceAsText(name(scope)), code: .invalidPath, at: position)
        }
        guard isContent || node.state == .pending && node.isReplaceable else {
            let element = link(position.node)
            if node.kind == .element, node.index == 0, isCase(node.name, scope), !scopes.isCase(node.plan) {
                throw error("the element of the list has the name of a case of \(name(scope))", at: position)
            }
            return element
        }
        let parent = scopes[node.plan].role == .path ? wrapper(node.plan, in: node.parent) : node.parent
        let place = EncodedChoices.Place(parent: parent, scope: scope)
        let properties = choices.modify { choices -> [UInt32] in
            let known = choices.properties[place] ?? []
            if known.contains(node.plan) { return [] }
            choices.properties.set(place, to: known + [node.plan])
            return known
        }
        // Properties with the names of cases are read as the elements with these names.
        let all = properties + [node.plan]
        if isList { choices.modify { _ = $0.lists.add(place) } }
        guard let other = properties.first,
            choices.modify({ $0.lists.contains(place) }) || !all.allSatisfy({ isCase(scopes[$0].name, scope) })
        else { return parent }
        throw ambiguous(other, node.plan, scope, at: document.modify { $0[position.node] })
    }

    /// Encodes a value whose elements or attributes do not have the name of its key: a choice, or the rest of an
    /// element. Checks that no other key of the type would be read from them.
    func namedValue<Value: Encodable, Key: CodingKey>(
        _ value: Value, at position: EncodingPosition, of key: Key, in place: KeyedPlace, _ keys: EncodingKeys
    ) throws {
        let plan = document.modify { $0[position.node].plan }
        let choice = scopes.known(Value.self).choice
        if choice > 0, let optional = value as? any OptionalType, optional.isNil {
            _ = try choiceParent(position, choice, isList: false)
            return
        }
        let isAttribute = scopes[plan].kind == .attribute
        func last(_ document: borrowing EncodedDocument) -> UInt32 {
            isAttribute ? document[place.node].lastAttribute : document[place.node].lastChild
        }
        let before = document.modify { last($0) }
        try self.value(value, at: position)
        var child = document.modify { document in
            if before != 0 { return document[before].next }
            return isAttribute ? document[place.node].firstAttribute : document[place.node].firstChild
        }
        var known: Set<NameOfKey> = []
        while child != 0 {
            let node = document.modify { $0[child] }
            if known.insert(NameOfKey(node)).inserted, scopes.isCase(node.plan) || node.plan == plan,
                let other = scopes.key(Key.self, reading: node, keys, except: key.stringValue)
            {
                let error = error(
                    "\(described(node)) is written for “\(key.stringValue)”, and would be read for “\(other)” as well",
                    at: child)
                choices.modify { if $0.error == nil { $0.error = error } }
            }
            child = node.next
        }
    }

    private func described(_ node: EncodedNode) -> String {
        let name = scopes.names.modify { $0.string(node.name) }
        return switch node.kind {
        case .text, .comment: "the text"
        case .element: "the element “\(name)”"
        case .attribute: "the attribute “\(name)”"
        }
    }

    private func ambiguous(_ property: UInt32, _ other: UInt32, _ scope: UInt16, at node: EncodedNode) -> any Error {
        let (key, otherKey) = (scopes.detail(property).key, scopes.detail(other).key)
        return error(
            XMLError(
                "“\(key)” and “\(otherKey)” are both \(name(scope)) in one element, and each would be read as both",
                help: "give one of them the role .element"), at: node)
    }

    private func name(_ scope: UInt16) -> String { scopes.keys(scope).type?.name ?? "a choice" }

    /// Creates the node for a case of a choice.
    func caseNode(_ key: String, in place: KeyedPlace) throws -> UInt32 {
        let plan = scopes.plan(key, place.scope)
        if scopes.detail(plan).isInAnyNamespace, let other = otherCase(plan, place.scope) {
            throw error(
                "the case “\(key)” of \(name(place.scope)) would be read as “\(scopes.detail(other).key)”",
                at: place.node)
        }
        let node = try node(plan, in: place.node)
        let around = EncodedChoices.Place(parent: place.node, scope: place.scope)
        let property = choices.modify { $0.properties[around]?.last }
        if let property, scopes[property].name != caseName(plan) {
            choices.modify { _ = $0.renamed.add(around) }
        }
        guard scopes[plan].kind == .text else { return node }
        document.modify { $0[node].isCase = true }
        if let property, scopes[property].role == .path {
            throw error(
                XMLError(
                    "a path that ends with “*” leads to elements only, so that the text would not be read",
                    help: "end the path with the name of the element around the choices"),
                at: document.modify { $0[node] })
        }
        return node
    }

    /// Checks that a text of a case does not follow another text: both would be read as one.
    func checkText(_ node: EncodedNode, _ number: UInt32) {
        let follows = document.modify { document in
            let parent = document[node.parent]
            return parent.lastChild == 0 ? parent.textCount > 0 : document[parent.lastChild].kind == .text
        }
        if follows { fail(error("two texts in a row would be read as one", at: number)) }
    }

    /// Checks a text of a case that has no characters but white space.
    func checkBlankText(_ value: String, _ node: UInt32) throws {
        if value.isEmpty { throw error("an empty text of a choice would not be read", at: node, value) }
        let parent = document.modify { $0[node].parent }
        choices.modify { if $0.blankTexts[parent] == nil { $0.blankTexts[parent] = node } }
    }

    /// Encodes a value of a case that is nil: the element exists, and would be read as a value.
    func missingPayload(_ type: Any.Type, _ key: String, in place: KeyedPlace) throws {
        guard key == "_0" else {
            guard options.nilEncodingStrategy != .omitted else { return }
            return try missing(type) { try node(key, in: place) }
        }
        if document.modify({ $0[place.node].kind }) == .text {
            throw error("a text of a choice cannot be nil", at: place.node)
        }
        try null(at: EncodingPosition(.value, place.node))
    }

    /// Checks that the choices of a document are read as they were written.
    func checkChoices() throws {
        let choices = choices.value
        for (place, properties) in choices.properties.inOrder(by: { $0.key.parent < $1.key.parent }) {
            try checkChildren(of: place, properties, isRenamed: choices.renamed.contains(place))
        }
        if let error = choices.error { throw error }
        for (parent, text) in choices.blankTexts.inOrder(by: { $0.key < $1.key }) where !hasText(parent) {
            throw error("white space alone would not be read as the text of a choice", at: text)
        }
    }

    /// Checks that no other element among choices has the name of a case, and that each of several properties has one
    /// element.
    private func checkChildren(of place: EncodedChoices.Place, _ properties: [UInt32], isRenamed: Bool) throws {
        var counts: [UInt32: Int] = [:]
        var known: Set<NameOfKey> = []
        let keys = scopes.keys(place.scope)
        var child = document.modify { $0[place.parent].firstChild }
        while child != 0 {
            let node = document.modify { $0[child] }
            counts[node.name, default: 0] += 1
            // The elements of the cases themselves are read as such.
            let isOther =
                node.kind == .element && known.insert(NameOfKey(node)).inserted
                && scopes.detail(node.plan).keys !== keys
            if isOther, let property = properties.first(where: { reads($0, node) }) {
                throw error("the choice “\(scopes.detail(property).key)” would be read from this element", at: child)
            }
            if isOther, isCase(node.name, place.scope) {
                let key = scopes.detail(properties[0]).key
                throw error(
                    "an element with the name of a case of \(name(place.scope)) would be read as one of “\(key)”",
                    at: child)
            }
            child = node.next
        }
        guard properties.count > 1, let wrong = properties.first(where: { isRenamed || counts[scopes[$0].name] != 1 })
        else {
            return
        }
        let other = properties.first { $0 != wrong } ?? wrong
        throw ambiguous(other, wrong, place.scope, at: document.modify { $0[place.parent] })
    }

    /// Whether a property whose cases are among the children of an element would be read from one of these.
    private func reads(_ property: UInt32, _ node: EncodedNode) -> Bool {
        let name = scopes[property].name
        guard name != 0, scopes[property].role != .path else { return false }
        return scopes.names.modify { $0[name].local == $0[node.name].local }
    }

    private func casePlans(_ scope: UInt16) -> [UInt32] {
        (scopes.keys(scope).type?.roles ?? [:]).keys.map { scopes.plan($0, scope) }
    }

    /// The case that is read for the elements of another one, which stands for their local name in any namespace.
    private func otherCase(_ plan: UInt32, _ scope: UInt16) -> UInt32? {
        casePlans(scope).first { $0 != plan && scopes[$0].kind == .element && scopes[$0].name == scopes[plan].name }
    }

    private func isCase(_ name: UInt32, _ scope: UInt16) -> Bool {
        let isCase = casePlans(scope).contains { scopes[$0].kind == .element && [0, name].contains(caseName($0)) }
        guard !isCase, let type = scopes.keys(scope).type, type.caseKeys != nil else { return isCase }
        return type.hasPlainCase(scopes.options.conversion.key(for: scopes.names.modify { $0.string(name) }))
    }

    /// The name of the element of a case: the first on its path.
    private func caseName(_ plan: UInt32) -> UInt32 { scopes.detail(plan).wrappers.first?.name ?? scopes[plan].name }

    /// Whether an element has a text with other characters than white space.
    private func hasText(_ element: UInt32) -> Bool {
        document.modify { document in
            if !document.isBlank(document[element].text) { return true }
            var child = document[element].firstChild
            while child != 0 {
                if document[child].kind == .text, !document.isBlank(document[child].text) { return true }
                child = document[child].next
            }
            return false
        }
    }
}
