// Required values, and errors with locations.

extension XMLDictionary {
    /// Returns the value of a key.
    ///
    /// - Throws: ``XMLError/Code/missingKey``, located at the element of this dictionary, if the key does not exist.
    ///   Its help says which keys exist.
    public func require(_ key: String) throws(XMLError) -> XMLValue { try XMLValue(self).require(key) }

    /// Returns the value at a path: see ``subscript(at:)``.
    ///
    /// - Throws: ``XMLError/Code/missingKey``, located where the first missing step was looked up;
    ///   ``XMLError/Code/invalidPath`` for a malformed literal.
    public func require(at path: XMLPath) throws(XMLError) -> XMLValue { try XMLValue(self).require(at: path) }

    /// Returns an error about this dictionary, located at its element, for a program to throw.
    ///
    /// See ``XMLTree/Element/error(_:code:at:help:)``.
    public func error(_ message: String, code: XMLError.Code = .invalidValue, help: String? = nil) -> XMLError {
        XMLValue(self).error(message, code: code, help: help)
    }
}

extension XMLValue {
    /// Returns the value of a key of a dictionary.
    ///
    /// - Throws: ``XMLError/Code/missingKey``, located at this value, if the key does not exist. Its help says which
    ///   keys exist.
    public func require(_ key: String) throws(XMLError) -> XMLValue {
        if let value = self[key] { return value }
        throw missing(key)
    }

    /// Returns the value at a path: see ``XMLDictionary/subscript(at:)``.
    ///
    /// - Throws: ``XMLError/Code/missingKey``, located where the first missing step was looked up;
    ///   ``XMLError/Code/invalidPath`` for a malformed literal.
    public func require(at path: XMLPath) throws(XMLError) -> XMLValue {
        if let value = self[at: path] { return value }
        throw missing(path)
    }

    /// The text of this value, to be read as a type.
    ///
    /// - Throws: ``XMLError/Code/invalidValue`` if it has no text, or is a list.
    func text(for type: Any.Type) throws(XMLError) -> String {
        if let string { return string }
        let found = isList ? "a list of \(listCount) values" : isNull ? "an empty element" : "an element without text"
        throw error("\(described.map { "\($0) is " } ?? "")\(found), not a valid \(type)")
    }

    /// Returns an error about this value, for a program to throw.
    ///
    /// - Parameters:
    ///   - message: the error, in one line without a full stop.
    ///   - code: the kind of error.
    ///   - help: what the author of the document can do about it.
    /// - Returns: the error, located at the value of an attribute, at an element, or at the first value of a list;
    ///   without a location for a value created in code.
    public func error(_ message: String, code: XMLError.Code = .invalidValue, help: String? = nil) -> XMLError {
        switch storage {
        case .element(let index, let context):
            return XMLTree.Element(tape: context.tape, entry: index).error(message, code: code, help: help)
        case .member(.attribute(let index, let element), let context):
            return XMLTree.Attribute(tape: context.tape, entry: index, elementIndex: element)
                .error(message, code: code, help: help)
        case .dictionary(let dictionary):
            if let element = dictionary.element { return element.error(message, code: code, help: help) }
        case .list(let list):
            if let first = list[0], first.location != nil { return first.error(message, code: code, help: help) }
        case .member(_, let context):
            if let location { return context.tape.source.error(code, message, at: location, help: help) }
        case .null, .string, .number: break
        }
        return XMLError(code, message, at: location, help: help)
    }

    private func missing(_ key: String) -> XMLError {
        guard let dictionary else {
            let what = isList ? "a list of \(listCount) values" : isNull ? "empty" : "text"
            let help = isList ? "choose a value by its index, or use a path, which goes through lists" : nil
            return error(
                "\(described ?? "the value") is \(what) and has no “\(key)”", code: .missingKey, help: help)
        }
        let keys = dictionary.keys(upTo: NameSuggestions.limit)
        return error("\(described ?? "the dictionary") has no “\(key)”", code: .missingKey).helped {
            NameSuggestions(keys.lazy.map { ($0, XMLName($0, namespaceURI: nil)) }, isAttribute: true).help(forKey: key)
        }
    }

    private func missing(_ path: XMLPath) -> XMLError {
        if let error = path.error { return error }
        func first(_ steps: [PathStep]) -> XMLValue? {
            var walk = PathWalk(steps, from: self)
            return walk.next()
        }
        guard let failure = PathFailure(path, { first($0) != nil }) else {
            return error("\(described ?? "the dictionary") has nothing at the path “\(path)”", code: .missingKey)
        }
        let last = first(failure.found) ?? self
        if let predicate = failure.predicate {
            let value = last[0] ?? last
            if let name = predicate.nameTest, value.dictionary != nil {
                let step = PathStep(target: name.isAttribute ? .attribute(name.test) : .element(name.test))
                let count = min(last.listCount, NameSuggestions.limit)
                let isKnown = (0..<count).contains { index in
                    var walk = PathWalk([step], from: last[index] ?? last)
                    return walk.next() != nil
                }
                if !isKnown { return value.missing(name.isAttribute ? "@\(name.test)" : "\(name.test)") }
            }
            let parent = first(failure.found.dropLast()) ?? self
            let found = "the number of values is \(last.listCount)"
            let help =
                if case .index(let index) = predicate {
                    found + ", and \(index + path.firstIndex) is too large: indices begin at \(path.firstIndex)"
                } else {
                    found + " without “\(predicate.text(countingFrom: 0))”"
                }
            var missing = failure.found
            missing[missing.count - 1].predicates.append(predicate)
            return parent.error(
                "\(described ?? "the dictionary") has nothing at the path “\(XMLPath(missing, as: path))”",
                code: .missingKey, help: help)
        }
        switch failure.step?.target {
        case .element(.written(let key)): return (last[0] ?? last).missing(key)
        case .attribute(let test): return (last[0] ?? last).missing("@\(test)")
        default: return error("\(described ?? "the dictionary") has nothing at the path “\(path)”", code: .missingKey)
        }
    }

    /// The name of this value in messages; nil if it has no name.
    private var described: String? {
        switch storage {
        case .element(let index, let context): "<\(context.tape.qualifiedName(context.tape.nameNumber(index)))>"
        case .member(.attribute(let index, _), let context):
            "the attribute “\(context.tape.qualifiedName(context.tape.nameNumber(index)))”"
        case .dictionary(let dictionary):
            dictionary.element.map { "<\($0.qualifiedName)>" } ?? (dictionary.origin == nil ? nil : "the document")
        case .list(let list): list[0].flatMap(\.described)
        case .null, .string, .number, .member: nil
        }
    }
}
