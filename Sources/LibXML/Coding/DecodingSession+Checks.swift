// What options ask for besides the types' own checks: see ``XMLDecoder/InvalidElements`` and ``XMLDecoder/UnknownElements``.

extension DecodingSession {
    /// Decodes the value of a call.
    func root<Value: Decodable>(_ type: Value.Type, at position: DecodingPosition) throws -> Value {
        do {
            let value = try value(type, at: position)
            try finish()
            return value
        } catch {
            if collectedErrors.isEmpty, pendingErrors.isEmpty { throw error }
            // The errors of lists are thrown together with this one.
            collectedErrors += pendingErrors
            if let found = XMLError(thrown: error) { collectedErrors.append(found) }
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
        var diagnostics = collectedErrors.prefix(Self.collectedLimit).map(\.diagnostic)
        let more = collectedErrors.count - diagnostics.count
        if more > 0 { diagnostics.append(XMLDiagnostic(.invalidValue, "\(more) more errors")) }
        throw XMLError(first.diagnostic, diagnostics: diagnostics)
    }

    /// Calls `body` for an element of a list, whose error the options may allow.
    ///
    /// - Parameter position: the place of an error that has none, as a type's own initializer may throw.
    func attempt<Value>(at position: DecodingPosition?, _ body: () throws -> Value) throws -> Value? {
        guard options.invalidElements != .throw else { return try body() }
        do {
            return try body()
        } catch {
            if error is CancellationError || (error as? XMLError)?.code == .cancelled { throw error }
            // The list is not in this attribute.
            if let position, position.kind == .word, attributeAskedForKeys == position.index { throw error }
            let found =
                XMLError(thrown: error)
                ?? xmlError(.invalidValue, "\(error)", at: position ?? DecodingPosition(.element, root))
            if options.invalidElements == .collect {
                collectedErrors += pendingErrors
                pendingErrors = []
                collectedErrors.append(found)
            } else {
                warn(found.diagnostic)
            }
            return nil
        }
    }

    /// The number of errors that are thrown together.
    private static var collectedLimit: Int { 1_000 }

    /// Checks that the keys of a dictionary, which has one value for each, are there once.
    ///
    /// - Throws: `DecodingError`, located at the second value of a key.
    func checkKeys(at position: DecodingPosition) throws {
        guard let position = try? first(position), position.kind == .element else { return }
        let element = position.index
        var seen = Set(
            tape.attributes(of: element).map { key(ofName: tape.nameNumber($0), isAttribute: true, in: element) })
        var children = tape.children(of: element)
        while let (child, head) = children.next(tape) {
            guard head.kind == .element else { continue }
            let key = key(ofName: head.name, isAttribute: false, in: element)
            if seen.insert(key).inserted { continue }
            let error = XMLTree.Element(tape: tape, entry: child).error(
                "a second value for the key “\(key)” of a dictionary",
                help: "a dictionary of lists, such as [String: [String]], and XMLDictionary take several")
            throw DecodingError.dataCorrupted(context(of: error, at: position))
        }
    }

    /// Checks a list that a type decodes as its only value from one element, as a list of the elements with the key of this type.
    ///
    /// An enumeration that chooses by the names of elements, but is not an ``XMLChoice``, has then been decoded from the first
    /// child that it knows, and the other children would be lost.
    ///
    /// - Throws: `DecodingError` for a list of one enumeration from an element with several children.
    func checkKind(of list: [Any], at position: DecodingPosition) throws {
        guard list.count == 1, let value = list.first, Mirror(reflecting: value).displayStyle == .enum,
            !(value is any XMLChoice), !(value is any RawRepresentable)
        else { return }
        let element = XMLTree.Element(tape: tape, entry: position.index)
        let count = element.elements.count
        guard count > 1 else { return }
        let type = Swift.type(of: value)
        let found = element.error(
            "<\(element.qualifiedName)> has \(count) elements, and one \(type) was decoded from all of them",
            code: .invalidValue, help: "for a list of elements of several kinds, \(type) must be an XMLChoice")
        throw DecodingError.dataCorrupted(context(of: found, at: position))
    }

    private func warn(_ diagnostic: XMLDiagnostic) {
        var diagnostic =
            hasLocations ? diagnostic : XMLDiagnostic(diagnostic.code, diagnostic.message, help: diagnostic.help)
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
        guard checksUnknownElements, let element = checkedElement(position) else {
            return try Value(from: ElementDecoder(self, position))
        }
        // Several types may share an element.
        guard openElements.insert(element).inserted else { return try Value(from: ElementDecoder(self, position)) }
        defer { openElements.remove(element) }
        do {
            let value = try Value(from: ElementDecoder(self, position))
            for (element, requested) in takeRequests(in: element) { try checkChildren(of: element, requested) }
            return value
        } catch {
            _ = takeRequests(in: element)
            throw error
        }
    }

    /// The element whose children are checked when a value has been decoded from it.
    private func checkedElement(_ position: DecodingPosition) -> Int? {
        switch position.kind {
        case .element, .payload: position.index
        case .list: position.index > 0 ? position.index : nil
        case .choices: position.choicesParent
        case .choice: tape.kind(position.index) == .element ? position.index : nil
        case .attribute, .declaration, .text, .run, .map, .word: nil
        }
    }

    /// Removes the keys that were asked of an element and those inside, in the order of the document.
    private func takeRequests(in element: Int) -> [(Int, Set<RequestedKey>)] {
        let range = element..<tape.end(element)
        let found = requestedKeys.filter { range.contains($0.key) }.sorted { $0.key < $1.key }
        for (element, _) in found { requestedKeys[element] = nil }
        return found.map { ($0.key, $0.value) }
    }

    private func checkChildren(of element: Int, _ requested: Set<RequestedKey>) throws {
        guard tape.firstElement(element) != nil else { return }
        var (inAnyParent, inNamespace): (Set<Int>, Set<Int>) = ([], [])
        var wide: [(keys: CodingKeyNames, key: Int)] = []
        var tests: [ElementTest] = []
        for (scope, requested) in Dictionary(grouping: requested, by: \.scope) {
            let keys = scopes[scope]
            let found = keys.elements(matching: requested.lazy.filter { $0.step == 0 }.map(\.number))
            inAnyParent.formUnion(found.inAnyParent)
            inNamespace.formUnion(found.inNamespace)
            wide += found.wideKeys.map { (keys, $0) }
            for key in requested where key.step > 0 {
                let step = keys.meaning(of: key.number).path?.steps[key.step]
                tests.append(ElementTest(step?.nameTest ?? .any))
            }
        }
        var names: [(String, XMLName)]?
        var children = tape.children(of: element)
        while let (child, head) = children.next(tape) {
            guard head.kind == .element, !inAnyParent.contains(head.name) else { continue }
            if inNamespace.contains(head.name),
                tape.names.table.hasSameNamespace(head.name, tape.nameNumber(element))
            {
                continue
            }
            if wide.contains(where: { $0.keys.matchesElement($0.key, $0.keys[$0.key], head.name, in: element, tape) }) {
                continue
            }
            if tests.indices.contains(where: { tests[$0].matches(child, name: head.name, tape) }) { continue }
            let suggested =
                names
                ?? requested.map { key in
                    let step = key.step > 0 ? scopes[key.scope].meaning(of: key.number).path?.steps[key.step] : nil
                    let name = step?.nameTest?.localName ?? scopes[key.scope].shownName(of: key.number)
                    return (name, XMLName(name))
                }.sorted { $0.0 < $1.0 }
            names = suggested
            let unknown = XMLTree.Element(tape: tape, entry: child)
            let parent = tape.qualifiedName(tape.nameNumber(element))
            let message = "<\(parent)> cannot contain <\(unknown.qualifiedName)>"
            let found = unknown.error(message, code: .unknownElement).helped { [name = unknown.localName] in
                NameSuggestions(suggested, isAttribute: true).help(for: .written(name))
            }
            let position = DecodingPosition(.element, child)
            guard options.unknownElements == .warn else {
                throw DecodingError.dataCorrupted(context(of: found, at: position))
            }
            warn(diagnostic(of: found, at: position))
        }
    }

    /// The same error with the location of a value and its path, if it has none: that of a type's own initializer.
    func located(_ error: DecodingError, _ type: Any.Type, at position: DecodingPosition) -> any Error {
        func context(_ own: DecodingError.Context, _ code: XMLError.Code = .invalidValue) -> DecodingError.Context {
            self.context(code, own.debugDescription, at: place(of: own.codingPath.last, in: position))
        }
        switch error {
        case .dataCorrupted(let own):
            let isRawValue = own.debugDescription.hasPrefix("Cannot initialize ")
            if isRawValue, let expected = description(of: type) { return invalid(expected, at: position) }
            return DecodingError.dataCorrupted(context(own))
        case .typeMismatch(let type, let own): return DecodingError.typeMismatch(type, context(own))
        case .valueNotFound(let type, let own): return DecodingError.valueNotFound(type, context(own))
        case .keyNotFound(let key, let own): return DecodingError.keyNotFound(key, context(own, .missingElement))
        @unknown default: return error
        }
    }

    /// The place of a program's own key, such as that of `dataCorruptedError(forKey:in:debugDescription:)`.
    private func place(of key: (any CodingKey)?, in position: DecodingPosition) -> DecodingPosition {
        guard let key, !(key is XMLCodingKey), let element = try? first(position), element.kind == .element else {
            return position
        }
        let number = scopes[element.scope].number(of: key.stringValue, tape)
        return self.position(element.scope, number, in: element.index) ?? position
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
            if let value = try session.attempt(at: elements.current, { try elements.decode(Element.self) }) {
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
