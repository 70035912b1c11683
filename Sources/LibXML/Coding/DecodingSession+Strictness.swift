// Parts of a document that are not in the decoded value: see ``XMLDecoder/UnknownElements``.

/// The keys and elements that types have looked up, if unknown elements matter.
struct Requests {
    struct Key: Hashable {
        var scope: UInt16
        var number: Int
        /// The step of a path, after the first.
        var step = 0
    }

    /// A key in an element, or all cases of a choice: those of any type in the scope of cases by name.
    struct Place: Hashable {
        var element: Int
        var scope: UInt16
        var number = Int.max
    }

    /// The keys that were looked up in each element that is being decoded.
    var keys: [Int: Set<Key>] = [:]
    /// The keys whose elements were decoded as a list, and the choices whose cases were.
    var lists: Set<Place> = []
    /// The elements whose content was decoded by keys, as a list or as a whole, inside the elements that are being
    /// decoded.
    var elements: Set<Int> = []

    /// Removes and returns the keys that were looked up in an element and in those inside, in the order of the
    /// document.
    mutating func take(in range: Range<Int>) -> [(element: Int, keys: Set<Key>)] {
        let found = keys.filter { range.contains($0.key) }.inOrder { $0.key < $1.key }
        for (element, _) in found {
            keys[element] = nil
            elements.insert(element)
        }
        return found.map { ($0.key, $0.value) }
    }
}

extension DecodingSession {
    func takeRequests(in element: Int) -> [(element: Int, keys: Set<Requests.Key>)] {
        requests.take(in: element..<tape.end(element))
    }

    /// Records an element that is decoded as a whole.
    func noteWhole(_ element: Int) {
        if checksUnknownElements { requests.elements.insert(element) }
    }

    /// Records a list: the elements of a key, or the children of an element.
    func noteList(_ position: DecodingPosition) {
        guard checksUnknownElements else { return }
        switch position.kind {
        case .list:
            requests.lists.add(
                Requests.Place(element: position.parent, scope: position.scope, number: position.key))
        case .element, .payload:
            if requests.keys[position.index] == nil { requests.keys[position.index] = [] }
            requests.lists.add(Requests.Place(element: position.index, scope: DecodingPosition.byName))
        default: break
        }
    }

    /// Whether the children of an element are decoded as a list.
    private func isList(_ element: Int) -> Bool {
        requests.lists.contains(Requests.Place(element: element, scope: DecodingPosition.byName))
    }

    /// Records that the elements of a key, and the cases in an element, are decoded as a list.
    func noteChoices(_ choices: DecodingPosition, at position: DecodingPosition) {
        guard checksUnknownElements else { return }
        if position.kind == .list { noteList(position) }
        let parents =
            if choices.isStored {
                position.kind == .list ? elements(of: position).filter { !isCase(choices.scope, $0) }.map(\.index) : []
            } else {
                [choices.choicesParent]
            }
        for parent in parents { requests.lists.add(Requests.Place(element: parent, scope: choices.scope)) }
    }

    /// Checks the content of an element by the keys that were looked up in it.
    func checkContent(of element: Int, _ requested: Set<Requests.Key>) throws {
        try checkAttributes(of: element, requested)
        if requested.contains(where: { scopes[$0.scope][$0.number].role == .content }) {
            // All elements in it are read as they are.
            return forEachChild(of: element) { child, _ in requests.elements.remove(child) }
        }
        try checkText(of: element, requested)
        if tape.firstElement(element) != nil { try checkChildren(of: element, requested) }
    }

    /// Checks the root element of a call, if it has no keys.
    func checkRoot(at position: DecodingPosition) throws {
        guard checksUnknownElements, position.kind == .element else { return }
        // A choice that is in the root element has left requests.
        for (element, requested) in takeRequests(in: position.index) { try checkContent(of: element, requested) }
        if !requests.elements.contains(position.index) { try checkValue(in: position.index) }
        requests = Requests()
    }

    private func report(_ error: XMLError, at position: DecodingPosition) throws {
        if options.unknownElements == .warn { return warn(diagnostic(of: error, at: position)) }
        let context = context(of: error, at: position)
        guard options.invalidElements == .collect, let found = (context.underlyingError as? CodingFault)?.error else {
            throw DecodingError.dataCorrupted(context)
        }
        collected.errors.append(CollectedErrors.Entry(error: found))
    }

    // MARK: Attributes and texts

    private func checkAttributes(of element: Int, _ requested: Set<Requests.Key>) throws {
        let attributes = tape.attributes(of: element).filter { !isCommon(tape.nameNumber($0)) }
        if attributes.isEmpty { return }
        var exact: Set<Int> = []
        // The keys that match elements and attributes.
        var either: [Int: (keys: DecodingKeys, key: Int)] = [:]
        var tests: [NameTest] = []
        for key in requested {
            let keys = scopes[key.scope]
            if let path = keys.plan(of: key.number).path {
                if case .attribute(let test) = path.steps[key.step].target { tests.append(test) }
            } else if keys[key.number].role == .attribute || keys[key.number].role == .otherAttributes
                || keys.plan(of: key.number).role.isMirrored
            {
                exact.formUnion(keys.attributeNames(of: key.number))
            } else {
                for name in keys.attributeNames(of: key.number) { either[name] = (keys, key.number) }
            }
        }
        var names: [(String, XMLName)]?
        for attribute in attributes {
            let name = tape.nameNumber(attribute)
            if exact.contains(name) || tests.contains(where: { tape.names.table.matchesAttribute(name, $0) }) {
                continue
            }
            // Otherwise, an element with the key has been decoded instead.
            if let found = either[name], child(found.keys, found.key, of: element) == nil { continue }
            let suggested = names ?? suggestions(requested, areAttributes: true)
            names = suggested
            let decoded = either[name].map { $0.keys.shownName(of: $0.key) }
            try reportUnknown(attribute, of: element, suggested, besides: decoded)
        }
    }

    /// - Parameter decoded: the name of a key for which an element was decoded instead.
    private func reportUnknown(
        _ attribute: Int, of element: Int, _ suggested: [(String, XMLName)], besides decoded: String? = nil
    ) throws {
        let found = XMLTree.Attribute(tape: tape, entry: attribute, elementIndex: element)
        let parent = tape.qualifiedName(tape.nameNumber(element))
        let message = "<\(parent)> cannot have the attribute “\(found.qualifiedName)”"
        let local = found.localName
        try report(
            found.error(message, code: .unknownAttribute, at: found.location).helped {
                NameSuggestions(suggested.filter { $0.0 != decoded }, isAttribute: true).help(for: .written(local))
            },
            at: DecodingPosition(.attribute, attribute, parent: element))
    }

    /// Whether an attribute may be on any element: `xsi:nil`, `xml:lang` and others of their namespaces.
    private func isCommon(_ name: Int) -> Bool {
        let uri = tape.expandedName(name).namespaceURI
        return uri == XMLNamespace.xml.uri || uri == XMLNamespace.schemaInstance.uri
    }

    private func checkText(of element: Int, _ requested: Set<Requests.Key>) throws {
        guard let text = firstText(in: element) else { return }
        if readsText(requested) || options.usesChoiceKeys && isList(element) { return }
        // The only value of a case of an enumeration may be the element itself.
        let isPayload = requested.contains { key in
            let keys = scopes[key.scope]
            return keys.text(key.number) == "_0" && child(keys, key.number, of: element) == nil
        }
        if !isPayload { try reportText(text, in: element) }
    }

    /// - Parameter choices: the scopes of choices. A key whose value is one of them does not read the text itself.
    private func readsText(_ requested: Set<Requests.Key>, besides choices: Set<UInt16> = []) -> Bool {
        requested.contains { key in
            let keys = scopes[key.scope]
            guard let path = keys.plan(of: key.number).path else {
                return keys[key.number].role == .text && !keys.hasChoice(key.number, in: choices)
            }
            return path.isText && key.step == path.steps.count - 1
        }
    }

    private func reportText(_ text: Int, in element: Int) throws {
        let parent = tape.qualifiedName(tape.nameNumber(element))
        let found = XMLError(
            tape.source.thrown(Fault(.unexpectedText, "<\(parent)> cannot contain text", at: textStart(ofRun: text))))
        try report(found, at: DecodingPosition(.text, element))
    }

    /// Checks the element of a value that has no keys: it cannot have attributes and child elements.
    private func checkValue(in element: Int) throws {
        for attribute in tape.attributes(of: element) where !isCommon(tape.nameNumber(attribute)) {
            try reportUnknown(attribute, of: element, [])
        }
        var children = tape.children(of: element)
        while let (child, head) = children.next(tape) {
            if head.kind == .element { try reportUnknown(child, in: element) }
        }
    }

    private func reportUnknown(
        _ child: Int, in element: Int, help: @escaping @Sendable () -> String? = { nil }
    ) throws {
        let unknown = XMLTree.Element(tape: tape, entry: child)
        let parent = tape.qualifiedName(tape.nameNumber(element))
        let message = "<\(parent)> cannot contain <\(unknown.qualifiedName)>"
        try report(
            unknown.error(message, code: .unknownElement).helped(help), at: DecodingPosition(.element, child))
    }

    // MARK: Child elements

    /// The keys that were looked up in an element, prepared for its children.
    private struct ChildKeys {
        var inAnyParent: Set<Int> = []
        var inNamespace: Set<Int> = []
        /// The keys that match many names, such as `*`.
        var wide: [(keys: DecodingKeys, key: Int)] = []
        var tests: [ElementTest] = []
        /// The keys that have one value.
        var single: [(keys: DecodingKeys, key: Int)] = []
        /// The paths of keys that have one value.
        var singlePaths: [XMLPath] = []
        /// The scopes of choices that have one value.
        var singleChoices: [UInt16] = []
    }

    private func childKeys(_ requested: Set<Requests.Key>, of element: Int) -> ChildKeys {
        var found = ChildKeys()
        for (scope, requested) in Dictionary(grouping: requested, by: \.scope) {
            let keys = scopes[scope]
            let names = keys.elements(matching: requested.lazy.filter { $0.step == 0 }.map(\.number))
            found.inAnyParent.formUnion(names.inAnyParent)
            found.inNamespace.formUnion(names.inNamespace)
            found.wide += names.wideKeys.map { (keys, $0) }
            for key in requested where key.step > 0 {
                let step = keys.plan(of: key.number).path?.steps[key.step]
                if case .element? = step?.target { found.tests.append(ElementTest(step?.nameTest ?? .any)) }
            }
            if keys.isOfCases, keys.type?.kind == .choice {
                let place = Requests.Place(element: element, scope: scope)
                if !requests.lists.contains(place) { found.singleChoices.append(scope) }
                continue
            }
            for key in requested where key.step == 0 {
                let place = Requests.Place(element: element, scope: scope, number: key.number)
                if requests.lists.contains(place) { continue }
                switch keys[key.number].role {
                case .any, .element: found.single.append((keys, key.number))
                case .path:
                    guard let path = keys.plan(of: key.number).path, !path.steps.contains(where: \.isDeep) else {
                        break
                    }
                    found.singlePaths.append(path)
                default: break
                }
            }
        }
        return found
    }

    private func checkChildren(of element: Int, _ requested: Set<Requests.Key>) throws {
        var keys = childKeys(requested, of: element)
        let isList = isList(element)
        var names: [(String, XMLName)]?
        var counts: [Int: Int] = [:]
        var children = tape.children(of: element)
        while let (child, head) = children.next(tape) {
            guard head.kind == .element else { continue }
            if !keys.single.isEmpty { counts[head.name, default: 0] += 1 }
            let isRead = requests.elements.remove(child) != nil
            if isList || isKnown(child, head.name, in: element, &keys) {
                if !isRead { try checkValue(in: child) }
                continue
            }
            let suggested = names ?? suggestions(requested, areAttributes: false)
            names = suggested
            let local = XMLTree.Element(tape: tape, entry: child).localName
            try reportUnknown(child, in: element) { [suggested] in
                NameSuggestions(suggested, isAttribute: true).help(for: .written(local))
            }
        }
        for (keys, key) in keys.single { try checkSingle(keys, key, in: element, counts) }
        for path in keys.singlePaths { try checkSingle(path, in: element) }
        try checkSingleChoices(Set(keys.singleChoices), in: element, requested)
    }

    private func isKnown(_ child: Int, _ name: Int, in element: Int, _ keys: inout ChildKeys) -> Bool {
        if keys.inAnyParent.contains(name) { return true }
        if keys.inNamespace.contains(name), tape.names.table.hasSameNamespace(name, tape.nameNumber(element)) {
            return true
        }
        if keys.wide.contains(where: { $0.keys.matchesElement($0.key, $0.keys[$0.key], name, in: element, tape) }) {
            return true
        }
        return keys.tests.indices.contains { keys.tests[$0].matches(child, name: name, tape) }
    }

    /// The names that are read in an element: for an unknown attribute, those of attributes; for an unknown element,
    /// also those of elements, and attributes begin with `@`.
    private func suggestions(_ requested: Set<Requests.Key>, areAttributes: Bool) -> [(String, XMLName)] {
        requested.compactMap { key -> (String, XMLName)? in
            let keys = scopes[key.scope]
            let step = keys.plan(of: key.number).path?.steps.dropFirst(key.step).first
            let isAttribute = if case .attribute = step?.target { true } else { false }
            let isListed =
                switch keys[key.number].role {
                case .any, .attribute, .declaration: true
                case .element, .path, .map: !areAttributes || isAttribute
                case .text, .flattened, .content, .comments, .otherElements, .otherAttributes: false
                }
            guard isListed else { return nil }
            let name =
                key.step > 0
                ? (isAttribute ? "@" : "") + (step?.nameTest?.localName ?? "*") : keys.shownName(of: key.number)
            let bare = name.hasPrefix("@") ? String(name.dropFirst()) : name
            return (areAttributes ? bare : name, XMLName(bare))
        }.inOrder { $0.0 < $1.0 }
    }

    /// Checks that the key of one value does not match several elements.
    ///
    /// - Parameter counts: the numbers of child elements by name.
    private func checkSingle(_ keys: DecodingKeys, _ key: Int, in element: Int, _ counts: [Int: Int]) throws {
        let names = keys.elementNames(of: key)
        let inNamespace = names.inNamespace.filter { name in
            counts[name] != nil && tape.names.table.hasSameNamespace(name, tape.nameNumber(element))
        }
        let count = (names.inAnyParent + inNamespace).reduce(0) { $0 + (counts[$1] ?? 0) }
        guard count > 1, let first = child(keys, key, of: element),
            let second = child(keys, key, of: element, after: first)
        else { return }
        try reportRepeated(second, in: element)
    }

    /// Checks that the path of one value does not lead to several.
    private func checkSingle(_ path: XMLPath, in element: Int) throws {
        let parent = XMLTree.Element(tape: tape, entry: element)
        let found =
            if path.leadsToAttributes, let last = path.steps.last {
                parent.owners(at: path).filter { !$0.attributes(last).isEmpty }
            } else {
                parent.elements(at: path.isText ? Array(path.steps.dropLast()) : path.steps)
            }
        if found.count > 1 { try reportRepeated(found[1].entry, in: element) }
    }

    /// Checks that a choice of one value does not match several elements and texts, unless others are read otherwise.
    private func checkSingleChoices(
        _ choices: Set<UInt16>, in element: Int, _ requested: Set<Requests.Key>
    ) throws {
        guard !choices.isEmpty, !isList(element) else { return }
        let matched = choices.sorted().map { casePositions($0, in: element).filter { !isBlankRun($0) } }
        guard matched.contains(where: { $0.count > 1 }) else { return }
        let others = requested.filter { !choices.contains($0.scope) }
        var keys = childKeys(others, of: element)
        let readsText = readsText(others, besides: choices)
        var read = Set(matched.compactMap(\.first?.index))
        for found in matched {
            let second = found.first { position in
                if read.contains(position.index) { return false }
                guard position.kind == .element else { return !readsText }
                return !isKnown(position.index, tape.nameNumber(position.index), in: element, &keys)
            }
            guard let second else { continue }
            read.insert(second.index)
            guard second.kind == .element else {
                try reportText(second.index, in: element)
                continue
            }
            let first = found[0].kind == .element ? "<\(tape.qualifiedName(tape.nameNumber(found[0].index)))>" : "text"
            try reportRepeated(second.index, in: element, beside: first)
        }
    }

    /// - Parameter first: what has been decoded instead, unless it is an element with the same name.
    private func reportRepeated(_ child: Int, in element: Int, beside first: String? = nil) throws {
        let repeated = XMLTree.Element(tape: tape, entry: child)
        let parent = tape.qualifiedName(tape.nameNumber(element))
        let name = "<\(repeated.qualifiedName)>"
        let isBeside = first != nil && first != name
        let message = "<\(parent)> cannot contain \(isBeside ? "\(name) beside \(first ?? "")" : "a second \(name)")"
        try report(repeated.error(message, code: .repeatedElement), at: DecodingPosition(.element, child))
    }
}
