/// The state that the encoders of one call share: the document, the options, and the plans for keys.
///
/// Encoders may outlive the call; what they encode then is discarded.
final class EncodingSession {
    struct Progress {
        var depth = 0
        /// Whether the value that is encoded has requested a container.
        var isRequested = false
        /// The first error of a call that cannot throw.
        var failure: (any Error)?
    }

    let options: XMLEncoder
    let preservesWhiteSpace: Bool
    /// Whether a string is text with references, and nothing more.
    let writesPlainStrings: Bool
    /// Whether white space is added between elements. It must not become the value of a text.
    let changesWhiteSpace: Bool
    let scopes: EncodingScopes
    let document = UncheckedCell(EncodedDocument())
    let progress = UncheckedCell(Progress())
    /// The lists of choices that are written among the other children of an element.
    let choices = UncheckedCell(EncodedChoices())
    /// The names of the tree whose elements were encoded last.
    let treeNames = UncheckedCell(EncodedTreeNames())
    /// The namespaces to be declared by the root element.
    let namespaces: UncheckedCell<EncodingNamespaces>

    init(_ options: XMLEncoder, _ scopes: EncodingScopes, around bindings: NamespaceBindings) {
        self.options = options
        preservesWhiteSpace = options.preservesWhiteSpace
        writesPlainStrings = !options.preservesWhiteSpace && options.stringEncodingStrategy == .references
        changesWhiteSpace = options.writingOptions.whiteSpace != .kept
        self.scopes = scopes
        namespaces = UncheckedCell(EncodingNamespaces(options.writingOptions.prefixes, around: bindings))
    }

    /// Calls `body` with a session, and keeps what it has found for other calls.
    static func with<Result>(
        _ options: XMLEncoder, around bindings: NamespaceBindings = NamespaceBindings(),
        _ body: (EncodingSession) throws -> Result
    ) throws -> Result {
        let scopes = EncodingScopes.pool.take { $0.fits(options) } ?? EncodingScopes(options)
        var session = EncodingSession(options, scopes, around: bindings)
        let result = try body(session)
        // The program may have kept an encoder, which uses the scopes.
        if isKnownUniquelyReferenced(&session), session.scopes.isSmall { EncodingScopes.pool.put(session.scopes) }
        return result
    }

    /// Records the error of a call that cannot throw. The value that contains it throws the error.
    @inline(never)
    func fail(_ error: any Error) {
        progress.modify { if $0.failure == nil { $0.failure = error } }
    }

    // MARK: Nodes

    /// Creates a node for the value of a key in an element.
    ///
    /// - Throws: `EncodingError` for a key that is not a name in XML.
    func node(_ plan: UInt32, in parent: UInt32) throws -> UInt32 {
        let found = scopes[plan]
        guard found.role != .invalid else { throw invalidKey(plan, in: parent) }
        var node = EncodedNode(found.kind, name: found.name, parent: parent, plan: plan)
        node.isRepeatable = found.kind == .element && found.role != .content || found.kind == .comment
        node.isReplaceable = found.kind == .element && (!found.isExplicit || found.name == 0)
        if found.role == .path { node.isReplaceable = found.name == 0 }
        return document.modify { $0.add(node) }
    }

    /// Puts a node into the document, after all others in its parent. Returns its number, or that of the element that a
    /// path made in its place.
    @inline(__always)
    func link(_ node: UInt32) -> UInt32 {
        let state = document.modify { $0[node].state }
        return state == .linked ? node : linkPending(node)
    }

    @inline(never)
    private func linkPending(_ number: UInt32) -> UInt32 {
        var node = document.modify { $0[number] }
        if node.state == .merged { return node.firstChild }
        if scopes[node.plan].role == .path { node.parent = wrapper(node.plan, in: node.parent) }
        node.state = .linked
        switch node.kind {
        case .element where scopes[node.plan].role == .map:
            fail(error("“\(scopes.detail(node.plan).key)” is a map, and its value is not a dictionary", at: number))
        case .element:
            checkName(node)
            let wrapper = document.modify { document -> UInt32? in
                if let wrapper = document.takeWrapper(in: node.parent, named: node.name, plan: node.plan) {
                    document[number].state = .merged
                    document[number].firstChild = wrapper
                    return wrapper
                }
                document[number] = node
                document.append(number, to: node.parent)
                return nil
            }
            if let wrapper, let keys = scopes.detail(node.plan).keys { checkWrapper(wrapper, keys) }
            return wrapper ?? number
        case .attribute:
            checkName(node)
            let isNew = document.modify { document in
                document[number] = node
                return document.appendAttribute(number, to: node.parent)
            }
            if !isNew {
                let name = scopes.names.modify { $0.string(node.name) }
                fail(error(XMLError(.attributeAlreadyWritten(name)), at: number))
            }
        case .comment:
            document.modify { document in
                document[number] = node
                document.append(number, to: node.parent)
            }
        case .text:
            if node.isCase { checkText(node, number) }
            let owner = document.modify { $0[node.parent] }
            if owner.textPlan != node.plan, owner.textPlan != 0 || owner.textCount > 0 {
                fail(sharedText(node, owner.textPlan))
            }
            document.modify { document in
                document[number] = node
                document[node.parent].textPlan = node.plan
            }
        }
        return number
    }

    /// Chooses the prefix of a name.
    private func checkName(_ node: EncodedNode) {
        guard node.name != 0 else {
            let key = XMLCodingRole.unmarked(scopes.detail(node.plan).key).excerpt
            let message =
                scopes[node.plan].isRest
                ? "“\(key)” is for elements of documents: XMLTree.Element, XMLDictionary and XMLValue"
                : "“\(key)” is not the name of an element or attribute"
            return fail(error(message, code: .invalidName, at: node))
        }
        use(node.name, in: node)
    }

    func use(_ name: UInt32, in node: EncodedNode) {
        let (kind, test) = scopes.names.modify { ($0[name].kind, $0.test(name)) }
        switch (kind, test) {
        case (.plain, _): break
        case (.declaration, _): document.modify { $0[node.parent].hasDeclarations = true }
        case (_, .expanded(let name)):
            guard let uri = name.namespaceURI else { break }
            namespaces.modify { _ = $0.prefix(of: uri, isAttribute: node.kind == .attribute) }
        case (_, .written(let name)):
            let prefix = String(name.prefix { $0 != ":" })
            namespaces.modify { $0.use(prefix: prefix) }
        default: break
        }
    }

    /// Returns the innermost element around the values of a path.
    func wrapper(_ plan: UInt32, in parent: UInt32) -> UInt32 {
        let detail = scopes.detail(plan)
        let (isCase, owner) = (detail.keys?.isOfCases ?? false, parent)
        return detail.wrappers.reduce(parent) { parent, wrapper in
            // Each case of a choice has an element of its own.
            let isCase = isCase && parent == owner
            let found = isCase ? 0 : document.modify { $0.child(of: parent, named: wrapper.name) }
            if found != 0 {
                if document.modify({ !$0[found].isWrapper && $0[found].plan != 0 }), let keys = detail.keys {
                    checkWrapper(found, keys)
                }
                document.modify { document in
                    if !document[found].isWrapper || detail.keys?.hasSharedPaths == true { document.check(found) }
                    if wrapper.isInAnyNamespace { document[found].isInAnyNamespace = true }
                }
                return found
            }
            var node = EncodedNode(
                .element, name: wrapper.name, parent: parent, plan: isCase ? plan : 0, state: .linked)
            node.isWrapper = !isCase
            node.isInAnyNamespace = wrapper.isInAnyNamespace
            use(wrapper.name, in: node)
            return document.modify { document in
                let number = document.add(node)
                document.append(number, to: parent)
                return number
            }
        }
    }

    /// Adds an element of a list, with the name of a node that is not linked.
    func addItem(like template: EncodedNode, index: Int) -> UInt32 {
        var node = EncodedNode(
            template.kind, name: template.name, parent: template.parent, plan: template.plan, state: .linked)
        node.index = UInt32(truncatingIfNeeded: index + 1)
        node.isItem = template.isItem
        if index == 0 { checkName(ofItem: node) }
        return document.modify { document in
            // A path may have made an element where the list is.
            if document[node.parent].isIndexed { document.check(node.parent) }
            let number = document.add(node)
            document.append(number, to: node.parent)
            return number
        }
    }

    /// Chooses the prefix of the elements of a list. Elements that no other key has are named after their values.
    private func checkName(ofItem node: EncodedNode) {
        guard node.kind == .element else { return }
        guard node.name == 0, scopes[node.plan].isRest else { return checkName(node) }
        document.modify { $0.unnamed.append((node.parent, node.plan)) }
    }

    /// Checks that the values of keys without a name are elements of documents, which have names.
    func checkUnnamed() throws {
        for (element, plan) in document.modify({ $0.unnamed }) {
            for node in document.modify({ $0.nodes(in: element) }) where node.kind == .element {
                if node.name == 0, node.plan == plan { checkName(node) }
            }
        }
        if let failure = progress.modify({ $0.failure }) { throw failure }
    }

    /// Checks that an element whose content is that of an element of a document contains nothing else.
    func checkContents() throws {
        for (element, plan) in document.modify({ $0.contents }) {
            let other = document.modify { document in
                document.nodes(in: element).first { ($0.kind == .element) && $0.plan != plan }
                    ?? (document[element].textPlan != 0 ? document[element] : nil)
            }
            if let other {
                throw error("“\(scopes.detail(plan).key)” is all content of an element with another value", at: other)
            }
        }
    }

    /// Adds an element in an element, in a list inside of it.
    func addItem(in parent: UInt32, name: UInt32, index: Int) -> UInt32 {
        var node = EncodedNode(.element, name: name, parent: parent)
        node.isItem = options.usesChoiceKeys
        return addItem(like: node, index: index)
    }

    /// Adds an attribute to an element.
    func addAttribute(_ name: XMLName, _ value: String, to element: UInt32) {
        guard let number = try? scopes.number(of: .expanded(name), .attribute) else { return }
        guard document.modify({ !$0.hasAttribute(number, element) }) else { return }
        let node = document.modify { $0.add(EncodedNode(.attribute, name: number, parent: element)) }
        document.modify { document in
            let start = document.text.count
            value.withUTF8Span { _ = document.text.appendEscaped($0, in: .attribute) }
            document[node].textStart = start
            document[node].textCount = document.text.count - start
        }
        _ = link(node)
    }
}
