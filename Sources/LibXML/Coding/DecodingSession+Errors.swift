// Errors with the location of the value and the coding path.

extension DecodingSession {
    /// The keys and indices from the root of the decoded value to a position.
    ///
    /// An index follows the name of an element that has siblings of the same name.
    func codingPath(of position: DecodingPosition) -> [any CodingKey] {
        let path = path(of: position)
        return Array(path.keys[path.start...])
    }

    /// The keys and indices from the root of the document to a position, and where those of the decoded value begin.
    private func path(of position: DecodingPosition) -> (keys: [any CodingKey], start: Int) {
        var path: [any CodingKey] = []
        var elements: [Int] = []
        var element = position.index
        switch position.kind {
        case .element, .payload, .absent: break
        case .choice, .run:
            guard tape.kind(element) != .element else { break }
            path.append(XMLCodingKey("#text"))
            element = position.parent
        case .choices: element = position.choicesParent
        case .map:
            path.append(XMLCodingKey(scopes[position.scope].text(position.key)))
            element = position.parent
        case .word where tape.kind(element) == .element: path.append(XMLCodingKey("#text"))
        case .text: path.append(XMLCodingKey("#text"))
        case .comment:
            path.append(XMLCodingKey("#comment"))
            element = position.parent
        case .declaration:
            let prefix = tape.string(tape.head(position.index).prefix) ?? ""
            path.append(XMLCodingKey(prefix.isEmpty ? "@xmlns" : "@xmlns:" + prefix))
            element = position.parent
        case .attribute, .word:
            path.append(XMLCodingKey("@" + tape.qualifiedName(tape.nameNumber(position.index))))
            element = position.parent
        case .list:
            path.append(XMLCodingKey(XMLCodingRole.unmarked(scopes[position.scope].text(position.key))))
            element = position.parent
        }
        while element != Tape.document, let parent = tape.parent(ofElement: element) {
            elements.append(element)
            element = parent
        }
        var (keys, start): ([any CodingKey], Int) = ([], 0)
        for element in elements.reversed() {
            let name = tape.nameNumber(element)
            var key = XMLCodingKey(tape.string(tape.name(name).local) ?? "", written: tape.qualifiedName(name))
            let (number, count) = numbers.number(of: element, in: tape.parent(ofElement: element), tape)
            if count > 1 {
                keys.append(key)
                key = XMLCodingKey(index: number - 1)
            }
            key.element = element
            keys.append(key)
            if element == root { start = keys.count }
        }
        return (keys + path, start)
    }

    /// The context of a `DecodingError` for an error with its location.
    func context(of found: XMLError, at position: DecodingPosition) -> DecodingError.Context {
        let (keys, start) = path(of: position)
        let found = XMLError(diagnostic(of: found, keys, start))
        return DecodingError.Context(
            codingPath: Array(keys[start...]), debugDescription: found.diagnostic.headline,
            underlyingError: CodingFault(error: found))
    }

    /// The diagnostic of an error, with the path to a position.
    func diagnostic(of found: XMLError, at position: DecodingPosition) -> XMLDiagnostic {
        let (keys, start) = path(of: position)
        return diagnostic(of: found, keys, start)
    }

    private func diagnostic(of found: XMLError, _ keys: [any CodingKey], _ start: Int) -> XMLDiagnostic {
        var diagnostic = found.diagnostic
        // The root of a dictionary that was made in code has no name.
        if !hasLocations { diagnostic = XMLDiagnostic(found.code, found.message, help: found.help) }
        diagnostic.path = (hasLocations ? keys[...] : keys[start...]).pathText
        return diagnostic
    }

    /// The context of an error of a value.
    func context(
        _ code: XMLError.Code, _ message: String, at position: DecodingPosition
    ) -> DecodingError.Context {
        context(of: xmlError(code, message, at: position), at: position)
    }

    /// The error of a value that is not of its type.
    func invalid(_ type: Any.Type, at position: DecodingPosition) -> any Error { invalid("\(type)", at: position) }

    /// The error of a value that is not what was expected.
    func invalid(_ expected: String, at position: DecodingPosition, help: String? = nil) -> any Error {
        var error = xmlError(.invalidValue, "expected \(expected), found \(shownText(at: position))", at: position)
        if let help { error = error.helped { help } }
        return DecodingError.dataCorrupted(context(of: error, at: position))
    }

    /// The error of a number that its type cannot represent.
    func outOfRange(_ type: Any.Type, at position: DecodingPosition) -> any Error {
        DecodingError.dataCorrupted(
            context(.invalidValue, "\(shownText(at: position)) does not fit into \(type)", at: position))
    }

    private func shownText(at position: DecodingPosition) -> String {
        let isList = position.kind == .list && position.index > 0
        let position = isList ? DecodingPosition(.element, position.index) : position
        let text =
            hasElements(position)
            ? tape.text(of: position.index, isDeep: false).trimmingXMLSpace : string(at: position)
        let shown = text.isEmpty ? nil : "“\(text.excerpt)”"
        guard position.kind == .element, let child = tape.firstElement(position.index) else {
            return shown ?? "nothing"
        }
        return (shown.map { "\($0) and " } ?? "") + "<\(tape.qualifiedName(tape.nameNumber(child)))>"
    }

    /// The error of an element without what a key matches.
    func missing(_ key: String, in position: DecodingPosition) -> any Error {
        if position.scope == DecodingPosition.byName, let found = caseKey(of: position) {
            let error = XMLTree.Element(
                tape: tape, entry: tape.kind(position.index) == .element ? position.index : position.parent
            )
            .error("expected <\(key)>, found \(found.isEmpty ? "text" : "<\(found)>")", code: .missingElement)
            return DecodingError.keyNotFound(XMLCodingKey(key), context(of: error, at: position))
        }
        guard position.kind == .element || position.kind == .payload else { return invalid("an element", at: position) }
        let parent = XMLTree.Element(tape: tape, entry: position.index)
        let keys = scopes[position.scope]
        let plan = keys.plan(of: keys.number(of: key, tape))
        let error =
            switch plan.role.kind {
            case .comments: parent.error("<\(parent.qualifiedName)> has no comment", code: .missingElement)
            case .any, .element, .text, .type, .flattened, .content: parent.missing(keys.shownTest(plan))
            case .attribute: parent.missing(attribute: keys.shownTest(plan))
            case .path(let path), .map(let path, _, _): parent.missing(path)
            }
        return DecodingError.keyNotFound(XMLCodingKey(XMLCodingRole.unmarked(key)), context(of: error, at: position))
    }

    /// The error of a type with keys at an attribute, or at a word of one or of a text.
    func keysOfAttribute(_ position: DecodingPosition) -> any Error {
        let isLookup = tape.kind(position.index) == .attribute || position.kind == .text
        attributeWithKeyLookup = isLookup ? position.index : -1
        return invalid("an element", at: position)
    }

    func endOfList(_ list: DecodingPosition, _ type: Any.Type) -> any Error {
        let parent = element(at: list) ?? XMLTree.Element(tape: tape, entry: list.parent)
        let found = parent.error("the list has no more elements", code: .missingElement)
        return DecodingError.valueNotFound(type, context(of: found, at: list))
    }

    /// The keys that match the attributes and child elements of an element, each once: local names where these match,
    /// and names with prefixes elsewhere.
    func keys(of element: Int) -> [String] {
        var seen: Set<Int> = []
        var found: [String] = []
        var keys: Set<String> = []
        func add(_ name: Int, isAttribute: Bool) {
            guard seen.insert(isAttribute ? -name - 1 : name).inserted else { return }
            let key = key(ofName: name, isAttribute: isAttribute, in: element)
            if keys.insert(key).inserted { found.append(key) }
        }
        for attribute in tape.attributes(of: element) { add(tape.nameNumber(attribute), isAttribute: true) }
        var children = tape.children(of: element)
        while let (_, head) = children.next(tape) { if head.kind == .element { add(head.name, isAttribute: false) } }
        return found
    }

    /// The key that matches an attribute or a child element of an element.
    func key(ofName name: Int, isAttribute: Bool, in element: Int) -> String {
        let hasPrefix = tape.name(name).prefix != Int(TapeHead.none)
        let isForeign =
            hasPrefix && (isAttribute || !tape.names.table.hasSameNamespace(name, tape.nameNumber(element)))
        if isForeign, isAttribute ? options.attributesKeepPrefixes : !options.matchesAnyNamespace {
            return tape.qualifiedName(name)
        }
        return options.keyDecodingStrategy.conversion.key(for: tape.string(tape.name(name).local) ?? "")
    }
}

extension DecodingSession {
    /// All keys in an element: marked attributes, names, those with roles, and the text.
    func allKeys(of position: DecodingPosition) -> [String] {
        let names = keys(of: position.index)
        let roles = Set(scopes[position.scope].type?.roles.keys.inOrder() ?? []).subtracting(names)
        let attributes = tape.attributes(of: position.index).compactMap { attribute in
            let name = tape.nameNumber(attribute)
            let hasPrefix = tape.name(name).prefix != Int(TapeHead.none)
            guard hasPrefix, options.attributesKeepPrefixes else {
                return "@" + options.keyDecodingStrategy.conversion.key(for: tape.string(tape.name(name).local) ?? "")
            }
            return options.keyDecodingStrategy.conversion.isNone ? "@" + tape.qualifiedName(name) : nil
        }
        let text = isEmpty(DecodingPosition(.text, position.index)) ? [] : ["#text"]
        return attributes + names + roles.inOrder() + text
    }
}

/// A key or an index in the coding path of an error.
struct XMLCodingKey: CodingKey {
    let stringValue: String
    let intValue: Int?
    /// The name with its prefix.
    let written: String
    /// The element to which the path up to this key leads, if it was made from the document.
    var element: Int?

    /// - Parameter written: the name with its prefix, if it differs.
    init(_ name: String, written: String? = nil) {
        (stringValue, intValue, self.written) = (name, nil, written ?? name)
    }
    init(index: Int) { (stringValue, intValue, written) = ("\(index)", index, "") }
    init(stringValue: String) { self.init(stringValue) }
    init(intValue: Int) { self.init(index: intValue) }
}

extension ArraySlice<any CodingKey> {
    /// `orders.order[3].@id`, or `/orders/price.list[4]/@id` if a name contains a dot; nil for no keys.
    ///
    /// In the middle of a path of more than 60 keys and indices, `…` is in the place of some.
    var pathText: String? {
        guard !isEmpty else { return nil }
        let hasDots = contains { $0.intValue == nil && $0.written.contains(".") }
        let (separator, first) = hasDots ? ("/", 1) : (".", 0)
        let start = hasDots ? separator : ""
        guard count > 60 else { return start + text(separator, first) }
        let end = suffix(30).text(separator, first)
        return start + prefix(30).text(separator, first) + separator + "…"
            + (end.hasPrefix("[") ? end : separator + end)
    }

    private func text(_ separator: String, _ first: Int) -> String {
        reduce(into: "") { text, key in
            if let index = key.intValue {
                text += "[\(index + first)]"
            } else {
                text += (text.isEmpty ? "" : separator) + key.written
            }
        }
    }
}

extension CodingKey {
    fileprivate var written: String { (self as? XMLCodingKey)?.written ?? stringValue }
}

extension XMLError {
    /// The error of a value; nil for errors of other kinds.
    init?(thrown error: any Error) {
        guard let found = error as? XMLError ?? (error as? DecodingError)?.xmlError else { return nil }
        self = found
    }
}
