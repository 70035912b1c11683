// The checks of options, besides those of the types: see ``XMLDecoder/InvalidElements`` and
// ``XMLDecoder/UnknownElements``.

extension DecodingSession {
    /// Checks that each key of a dictionary, which has one value for each, appears once.
    ///
    /// - Throws: `DecodingError`, located at the second value of a key.
    func checkKeys(of type: Any.Type, at position: DecodingPosition) throws {
        guard let position = try? first(position), position.kind == .element else { return }
        let element = position.index
        var seen = Set(
            tape.attributes(of: element).map { key(ofName: tape.nameNumber($0), isAttribute: true, in: element) })
        var children = tape.children(of: element)
        while let (child, head) = children.next(tape) {
            guard head.kind == .element else { continue }
            let key = key(ofName: head.name, isAttribute: false, in: element)
            if seen.insert(key).inserted { continue }
            // A type may decode itself as a list, as ranges do.
            if let type = type as? any DictionaryType.Type, case .list = FirstRequest(of: type.value) { return }
            let error = XMLTree.Element(tape: tape, entry: child).error(
                "a second value for the key “\(key)” of a dictionary",
                help: "a dictionary of lists, such as [String: [String]], and XMLDictionary take several")
            throw DecodingError.dataCorrupted(context(of: error, at: position))
        }
    }

    /// Checks a list that a type decodes as its only value from one element, as if it were a list of the elements with
    /// the key of this type.
    ///
    /// An enumeration that chooses by the names of elements, but is not an ``XMLChoice``, has then been decoded from
    /// the first child that it knows, and the other children would be lost.
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

    /// Decodes a value, a list element by element, and looks at unknown elements.
    func checkedValue<Value: Decodable>(_ type: Value.Type, at position: DecodingPosition) throws -> Value {
        // If there are still errors, the program has continued without the value.
        collected.dropPending()
        let count = collected.errors.count
        do {
            return try checkedContent(type, at: position)
        } catch {
            collected.pending = collected.errors[count...] + collected.pending
            collected.errors.removeSubrange(count...)
            throw error
        }
    }

    private func checkedContent<Value: Decodable>(_ type: Value.Type, at position: DecodingPosition) throws -> Value {
        if options.invalidElements != .throw, let list = type as? any ElementList.Type {
            try ElementDecoder(self, position).checkIsWhole()
            try checkIsList(position)
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
            for (element, requested) in takeRequests(in: element) { try checkContent(of: element, requested) }
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
        case .attribute, .declaration, .text, .run, .comment, .map, .word, .absent: nil
        }
    }

    /// The same error with the location and the path of a value, if it has none. Such an error comes from a type's own
    /// initializer.
    func located(_ error: DecodingError, _ type: Any.Type, at position: DecodingPosition) -> any Error {
        func context(_ own: DecodingError.Context, _ code: XMLError.Code = .invalidValue) -> DecodingError.Context {
            let (place, keys) = place(of: own.codingPath, type, in: position)
            let found = self.context(code, own.debugDescription, at: place)
            return DecodingError.Context(
                codingPath: found.codingPath + keys, debugDescription: found.debugDescription,
                underlyingError: found.underlyingError)
        }
        switch error {
        case .dataCorrupted(let own):
            let isRawValue = own.debugDescription.hasPrefix("Cannot initialize ")
            if isRawValue, let expected = description(of: type) {
                return invalid(expected, at: position, help: nearestValue(of: type, to: position))
            }
            return DecodingError.dataCorrupted(context(own))
        case .typeMismatch(let type, let own): return DecodingError.typeMismatch(type, context(own))
        case .valueNotFound(let type, let own): return DecodingError.valueNotFound(type, context(own))
        case .keyNotFound(let key, let own): return DecodingError.keyNotFound(key, context(own, .missingElement))
        @unknown default: return error
        }
    }

    /// The place of a coding path that a program has made, as `dataCorruptedError(forKey:in:debugDescription:)` does,
    /// and the last keys of the path if they match nothing.
    private func place(
        of path: [any CodingKey], _ type: Any.Type, in position: DecodingPosition
    ) -> (DecodingPosition, [any CodingKey]) {
        guard let value = try? first(position), value.kind == .element else { return (position, []) }
        // The path of a container tells its element.
        let last = path.lastIndex { ($0 as? XMLCodingKey)?.element != nil }
        var keys = path[(last.map { $0 + 1 } ?? 0)...]
        let element = last.flatMap { (path[$0] as? XMLCodingKey)?.element } ?? value.index
        var place = value
        if element > value.index, element < tape.end(value.index) {
            place = DecodingPosition(.element, element)
        } else if keys.isEmpty {
            return (position, [])
        } else if case let known = scopes.known(type), known.kind == .roles, !isFlattened(position) {
            place.scope = known.scope
        }
        var list = place
        while let key = keys.first, place.kind == .element {
            let number = scopes[place.scope].number(of: key.stringValue, tape)
            if let found = otherPosition(place.scope, number, in: place.index) {
                list = found
                if found.kind == .element {
                    list = DecodingPosition(.list, found.index, parent: place.index, key: number, scope: place.scope)
                }
                place = found
            } else if let index = key.intValue {
                var elements = ElementListContainer(self, list)
                while elements.currentIndex < index, !elements.isAtEnd { elements.skip() }
                guard let found = elements.current else { break }
                (place, list) = (found, found)
            } else {
                break
            }
            keys.removeFirst()
        }
        return (place, Array(keys))
    }

    /// The help for a text that is similar to the text of a case of an enumeration; nil for others.
    private func nearestValue(of type: Any.Type, to position: DecodingPosition) -> String? {
        func accepts<Value: RawRepresentable>(_ type: Value.Type, _ text: String) -> Bool {
            (text as? Value.RawValue).map { Value(rawValue: $0) != nil } ?? false
        }
        guard let type = type as? any RawRepresentable.Type else { return nil }
        let text = string(at: position).trimmingXMLSpace
        let known = (type as? any CaseIterable.Type)?.rawValues ?? []
        let others = [
            text.lowercased(), text.uppercased(), text.prefix(1).uppercased() + text.dropFirst().lowercased(),
            text.prefix(1).lowercased() + text.dropFirst(),
        ]
        let near = nearestName(to: text, in: known) ?? others.first { accepts(type, $0) }
        return near.map { "did you mean “\($0)”?" }
    }

    /// The values of an enumeration, for an error, if they are known; nil for types without raw values.
    private func description(of type: Any.Type) -> String? {
        guard type is any RawRepresentable.Type else { return nil }
        guard let cases = (type as? any CaseIterable.Type)?.rawValues, !cases.isEmpty else { return "\(type)" }
        return "one of " + cases.prefix(20).map { "“\($0)”" }.joined(separator: ", ") + (cases.count > 20 ? ", …" : "")
    }
}

extension CaseIterable {
    /// A value in the place of one that cannot be decoded.
    static var firstCase: Any? { allCases.first }

    /// The raw values of all cases, if there are any.
    fileprivate static var rawValues: [String] {
        allCases.compactMap { ($0 as? any RawRepresentable).map { "\($0.rawValue)" } }
    }
}

/// A list that can skip its invalid elements, because they are decoded one by one.
protocol ElementList {
    static func decode(_ elements: ElementListContainer, _ session: DecodingSession) throws -> Self
}

extension Array: ElementList where Element: Decodable {
    static func decode(_ elements: ElementListContainer, _ session: DecodingSession) throws -> Self {
        var (elements, list) = (elements, Self())
        while !elements.isAtEnd {
            let index = elements.currentIndex
            if let value = try session.attempt(at: elements.current, { try elements.decode(Element.self) }) {
                list.append(value)
            } else if elements.currentIndex == index {
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
