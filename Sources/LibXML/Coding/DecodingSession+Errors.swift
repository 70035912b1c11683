// Errors with the location of the value and the coding path.

extension DecodingSession {
    /// The keys and indices from the root of the decoded value to a position.
    ///
    /// An index follows the name of an element that has siblings of the same name.
    func codingPath(of position: DecodingPosition) -> [any CodingKey] {
        var path: [any CodingKey] = []
        var element = position.index
        switch position.kind {
        case .element: break
        case .text: path.append(XMLCodingKey("#text"))
        case .attribute:
            path.append(XMLCodingKey("@" + tape.qualifiedName(tape.nameNumber(position.index))))
            element = position.parent
        case .list:
            path.append(XMLCodingKey(keys.text(position.key)))
            element = position.parent
        }
        while element != root, element != Tape.document, let parent = tape.parent(ofElement: element) {
            let name = tape.nameNumber(element)
            var (before, after) = (0, 0)
            var children = tape.children(of: parent)
            while let (child, head) = children.next(tape) {
                guard head.kind == .element, head.name == name else { continue }
                if child < element { before += 1 } else if child > element { after += 1 }
            }
            if before + after > 0 { path.append(XMLCodingKey(index: before)) }
            path.append(XMLCodingKey(tape.string(tape.name(name).local) ?? ""))
            element = parent
        }
        return path.reversed()
    }

    /// The path in an error; empty for an error that becomes a diagnostic. There may be as many of them as elements, and finding
    /// the index of each takes time in proportion to its siblings.
    private func errorPath(of position: DecodingPosition) -> [any CodingKey] {
        attempts > 0 ? [] : codingPath(of: position)
    }

    /// The error of a value that is not of its type.
    func invalid(_ type: Any.Type, at position: DecodingPosition, isOutOfRange: Bool = false) -> any Error {
        let text = string(at: position)
        let found = text.isEmpty ? "nothing" : "“\(text.excerpt)”"
        let message = isOutOfRange ? "\(found) does not fit into \(type)" : "expected \(type), found \(found)"
        return error(.invalidValue, message, at: position)
    }

    /// The error of a value that is not what was expected.
    ///
    /// - Parameter isWhole: whether `expected` is a whole message.
    func invalid(_ expected: String, at position: DecodingPosition, isWhole: Bool) -> any Error {
        if isWhole { return error(.invalidValue, expected, at: position) }
        let text = string(at: (try? first(position, for: expected)) ?? position)
        return error(
            .invalidValue, "expected \(expected), found \(text.isEmpty ? "nothing" : "“\(text.excerpt)”")", at: position
        )
    }

    /// The error of an element without what a key matches.
    func missing(_ key: String, in position: DecodingPosition) -> any Error {
        guard position.kind == .element else {
            return error(.invalidValue, "expected an element, found text", at: position)
        }
        return missing(key, in: position.index)
    }

    func missing(_ key: String, in element: Int) -> any Error {
        let parent = XMLTree.Element(tape: tape, index: element)
        let missing =
            key.hasPrefix("@")
            ? parent.missing(attribute: NameTest(String(key.dropFirst()))) : parent.missing(NameTest(key))
        let path = errorPath(of: DecodingPosition(.element, element))
        let context = DecodingError.Context(
            codingPath: path, debugDescription: missing.described(at: path), underlyingError: missing)
        return DecodingError.keyNotFound(XMLCodingKey(key), context)
    }

    func endOfList(_ list: DecodingPosition, _ type: Any.Type, _ path: [any CodingKey]) -> any Error {
        let parent = list.kind == .list ? list.parent : list.index
        let element = XMLTree.Element(tape: tape, index: parent)
        let found = element.error("the list has no more elements", code: .missingElement)
        let context = DecodingError.Context(
            codingPath: path, debugDescription: found.described(at: path), underlyingError: found)
        return DecodingError.valueNotFound(type, context)
    }

    /// The error of a value, located at it.
    func error(_ code: XMLError.Code, _ message: String, at position: DecodingPosition) -> any Error {
        let found: XMLError
        switch position.kind {
        case .attribute:
            found = XMLTree.Attribute(tape: tape, index: position.index, elementIndex: position.parent)
                .error(message, code: code)
        case .element, .text:
            found = XMLTree.Element(tape: tape, index: position.index).textError(message, code: code)
        case .list where position.index > 0:
            found = XMLTree.Element(tape: tape, index: position.index).textError(message, code: code)
        case .list:
            found = XMLTree.Element(tape: tape, index: position.parent).error(message, code: code)
        }
        return decodingError(found, at: position)
    }

    func decodingError(_ found: XMLError, at position: DecodingPosition) -> any Error {
        let path = errorPath(of: position)
        let context = DecodingError.Context(
            codingPath: path, debugDescription: found.described(at: path), underlyingError: found)
        return DecodingError.dataCorrupted(context)
    }

    /// The keys that match the attributes and child elements of an element, each once: local names where these match, and names
    /// with prefixes elsewhere.
    func keys(of element: Int) -> [String] {
        var seen: Set<Int> = []
        var found: [String] = []
        var keys: Set<String> = []
        func append(_ key: String) {
            if keys.insert(key).inserted { found.append(key) }
        }
        func add(_ name: Int, isAttribute: Bool) {
            guard seen.insert(isAttribute ? -name - 1 : name).inserted else { return }
            let local = tape.string(tape.name(name).local) ?? ""
            let hasPrefix = tape.name(name).prefix != Int(TapeHead.none)
            let isForeign =
                hasPrefix && (isAttribute || !tape.names.table.hasSameNamespace(name, tape.nameNumber(element)))
            if !isForeign || options.matchesAnyNamespace {
                append(options.keyDecodingStrategy.key(for: local))
            } else if options.keyDecodingStrategy.isDefault {
                append(tape.qualifiedName(name))
            }
        }
        for attribute in tape.attributes(of: element) { add(tape.nameNumber(attribute), isAttribute: true) }
        var children = tape.children(of: element)
        while let (_, head) = children.next(tape) { if head.kind == .element { add(head.name, isAttribute: false) } }
        return found
    }
}

/// A key or an index in the coding path of an error.
struct XMLCodingKey: CodingKey {
    let stringValue: String
    let intValue: Int?

    init(_ name: String) { (stringValue, intValue) = (name, nil) }
    init(index: Int) { (stringValue, intValue) = ("\(index)", index) }
    init(stringValue: String) { self.init(stringValue) }
    init(intValue: Int) { self.init(index: intValue) }
}

extension XMLError {
    /// `orders.xml:12:20: error: expected Int, found “abc” at orders.order[3].qty`
    fileprivate func described(at path: [any CodingKey]) -> String {
        var text = ""
        for key in path {
            if let index = key.intValue {
                text += "[\(index)]"
            } else {
                text += (text.isEmpty ? "" : ".") + key.stringValue
            }
        }
        var lines = description.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
        if !text.isEmpty { lines[0] += " at \(text)" }
        return lines.joined(separator: "\n")
    }
}

extension DecodingError {
    /// The error with its location, if the value was decoded from XML; nil otherwise.
    public var xmlError: XMLError? {
        switch self {
        case .typeMismatch(_, let context), .valueNotFound(_, let context), .keyNotFound(_, let context),
            .dataCorrupted(let context):
            context.underlyingError as? XMLError
        @unknown default: nil
        }
    }
}
