// What options ask for besides the types' own checks: see ``XMLDecoder/InvalidElements`` and ``XMLDecoder/UnknownElements``.

extension DecodingSession {
    /// Decodes the value of a call.
    func root<Value: Decodable>(_ type: Value.Type, at position: DecodingPosition) throws -> Value {
        do {
            let value = try value(type, at: position)
            try finish()
            return value
        } catch let error as DecodingError where !(collectedErrors.isEmpty && pendingErrors.isEmpty) {
            // What is wrong with lists comes with it.
            collectedErrors += pendingErrors
            if let found = error.xmlError { collectedErrors.append(found) }
            try finish()
            throw error
        }
    }

    /// Ends a call.
    ///
    /// - Throws: all errors that were collected.
    func finish() throws(XMLError) {
        guard let first = collectedErrors.first else { return }
        defer { collectedErrors = [] }
        throw XMLError(first.diagnostic, diagnostics: collectedErrors.map(\.diagnostic))
    }

    /// Calls `body` for an element of a list, whose error the options may allow.
    func attempt<Value>(_ body: () throws -> Value) throws -> Value? {
        guard options.invalidElements != .throw else { return try body() }
        attempts += 1
        defer { attempts -= 1 }
        do {
            return try body()
        } catch {
            guard let found = (error as? DecodingError)?.xmlError ?? error as? XMLError else { throw error }
            if options.invalidElements == .collect {
                collectedErrors += pendingErrors
                pendingErrors = []
                if collectedErrors.count < Self.collectedLimit { collectedErrors.append(found) }
            } else {
                warn(found.diagnostic)
            }
            return nil
        }
    }

    private static var collectedLimit: Int { 1_000 }

    private func warn(_ diagnostic: XMLDiagnostic) {
        var diagnostic = diagnostic
        diagnostic.severity = .warning
        options.diagnosticHandler?(diagnostic)
    }

    /// Decodes a value, a list element by element, and looks at unknown elements.
    func checkedValue<Value: Decodable>(_ type: Value.Type, at position: DecodingPosition) throws -> Value {
        // If there are errors still, the program went on without the value.
        pendingErrors = []
        let collected = collectedErrors.count
        do {
            return try checkedContent(type, at: position)
        } catch {
            pendingErrors = collectedErrors[collected...] + pendingErrors
            collectedErrors.removeSubrange(collected...)
            throw error
        }
    }

    private func checkedContent<Value: Decodable>(_ type: Value.Type, at position: DecodingPosition) throws -> Value {
        if options.invalidElements != .throw, let list = type as? any ElementList.Type {
            return try list.decode(ElementListContainer(self, position), self) as? Value
                ?? Value(from: ElementDecoder(self, position))
        }
        let element = position.index
        let isElement = position.kind == .element || position.kind == .list && element > 0
        guard options.unknownElements != .ignore, isElement else {
            return try Value(from: ElementDecoder(self, position))
        }
        let outer = requestedKeys.removeValue(forKey: element)
        defer { requestedKeys[element] = outer }
        let value = try Value(from: ElementDecoder(self, position))
        if let requested = requestedKeys[element] { try checkChildren(of: element, requested) }
        return value
    }

    private func checkChildren(of element: Int, _ requested: Set<RequestedKey>) throws {
        var known: (anywhere: Set<Int>, inNamespace: Set<Int>) = ([], [])
        for (scope, keys) in Dictionary(grouping: requested, by: \.scope) {
            let names = scopes[scope].elements(matching: keys.lazy.map(\.number))
            known.anywhere.formUnion(names.anywhere)
            known.inNamespace.formUnion(names.inNamespace)
        }
        var names: [(String, XMLName)]?
        var children = tape.children(of: element)
        while let (child, head) = children.next(tape) {
            guard head.kind == .element, !known.anywhere.contains(head.name) else { continue }
            if known.inNamespace.contains(head.name),
                tape.names.table.hasSameNamespace(head.name, tape.nameNumber(element))
            {
                continue
            }
            let suggested =
                names
                ?? requested.map { key in
                    let name = scopes[key.scope].shownName(of: key.number)
                    return (name, XMLName(name))
                }.sorted { $0.0 < $1.0 }
            names = suggested
            let unknown = XMLTree.Element(tape: tape, index: child)
            let help = NameSuggestions(suggested, isAttribute: true).help(for: .written(unknown.localName))
            let parent = tape.qualifiedName(tape.nameNumber(element))
            let message = "<\(parent)> cannot contain <\(unknown.qualifiedName)>"
            let found = unknown.error(message, code: .unknownElement, help: help)
            if options.unknownElements == .warn {
                warn(found.diagnostic)
            } else {
                throw DecodingError.dataCorrupted(context(of: found, at: DecodingPosition(.element, child)))
            }
        }
    }

    /// The same error with the location of a value and its path, if it has none: that of a type's own initializer.
    func located(_ error: DecodingError, _ type: Any.Type, at position: DecodingPosition) -> any Error {
        switch error {
        case .dataCorrupted(let own):
            guard let expected = description(of: type) else {
                return DecodingError.dataCorrupted(context(.invalidValue, own.debugDescription, at: position))
            }
            return invalid(expected, at: position)
        case .typeMismatch(let type, let own):
            return DecodingError.typeMismatch(type, context(.invalidValue, own.debugDescription, at: position))
        case .valueNotFound(let type, let own):
            return DecodingError.valueNotFound(type, context(.invalidValue, own.debugDescription, at: position))
        case .keyNotFound(let key, let own):
            return DecodingError.keyNotFound(key, context(.missingElement, own.debugDescription, at: position))
        @unknown default: return error
        }
    }

    /// The values of an enumeration, for an error, if they are known; nil for types without raw values.
    private func description(of type: Any.Type) -> String? {
        guard type is any RawRepresentable.Type else { return nil }
        guard let cases = (type as? any CaseIterable.Type)?.rawValues, !cases.isEmpty else { return "\(type)" }
        return "one of " + cases.prefix(20).map { "“\($0)”" }.joined(separator: ", ") + (cases.count > 20 ? ", …" : "")
    }
}

extension CaseIterable {
    /// The raw values of all cases, if there are any.
    fileprivate static var rawValues: [String] {
        allCases.compactMap { ($0 as? any RawRepresentable).map { "\($0.rawValue)" } }
    }
}

/// A list whose elements can be decoded one by one, without those that are invalid.
protocol ElementList {
    static func decode(_ elements: ElementListContainer, _ session: DecodingSession) throws -> Self
}

extension Array: ElementList where Element: Decodable {
    static func decode(_ elements: ElementListContainer, _ session: DecodingSession) throws -> Self {
        var (elements, list) = (elements, Self())
        while !elements.isAtEnd {
            if let value = try session.attempt({ try elements.decode(Element.self) }) {
                list.append(value)
            } else {
                elements.skip()
            }
        }
        return list
    }
}

extension ContiguousArray: ElementList where Element: Decodable {
    static func decode(_ elements: ElementListContainer, _ session: DecodingSession) throws -> Self {
        Self(try [Element].decode(elements, session))
    }
}

extension Set: ElementList where Element: Decodable {
    static func decode(_ elements: ElementListContainer, _ session: DecodingSession) throws -> Self {
        Set(try [Element].decode(elements, session))
    }
}
