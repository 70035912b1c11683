// Keys whose values are where their type says, or are the content of the element.

extension KeyedElementContainer {
    /// The key of a value whose type decides where it is, unless the type of the keys does.
    @inline(never)
    func marked(_ key: String, _ mark: CodedType.Mark) -> String {
        guard mark != .both, position.kind == .element || position.kind == .payload,
            XMLCodingRole(key: key).kind == .any
        else { return key }
        let keys = session.scopes[position.scope]
        return keys.plan(of: keys.number(of: key, session.tape)).isDeclared
            ? key : XMLCodingRole.marked(key, isAttribute: mark == .attribute)
    }

    /// Decodes the value of the key `""`: the text of the element, or the element for a type with keys, and its child
    /// elements for a list of such types.
    @inline(never)
    func content<Value>(
        _ found: DecodingPosition, _ type: any Decodable.Type, _ decode: (DecodingPosition) throws -> Value
    ) throws -> Value {
        let whole = DecodingPosition(.element, found.index)
        session.attributeWithKeyLookup = -1
        if let list = type as? any ContainerType.Type, list.container == .list {
            // Without child elements, they are the words of the text.
            let hasElements = session.options.usesChoiceKeys || session.tape.firstElement(found.index) != nil
            return try decode(hasElements && !CodedType.of(list.content).isScalar ? whole : found)
        }
        do {
            return try decode(found)
        } catch {
            guard session.attributeWithKeyLookup == found.index else { throw error }
            return try decode(whole)
        }
    }

    /// The same for a value that may be missing: a structure is, if the element has no child elements.
    @inline(never)
    func contentIfPresent<Value: Decodable>(
        _ found: DecodingPosition, _ type: Value.Type, _ known: KnownType
    ) throws -> Value? {
        if let value = try content(found, type, { try session.valueIfPresent(type, known, at: $0) }) { return value }
        guard session.attributeWithKeyLookup == found.index, session.tape.firstElement(found.index) != nil else {
            return nil
        }
        return try session.value(type, known, at: DecodingPosition(.element, found.index))
    }

    /// Decodes the value of an attribute. If its type has keys, a coding key without a role does not match the
    /// attribute.
    @inline(never)
    func attribute<Value>(
        _ key: Key, _ found: DecodingPosition, _ type: any Decodable.Type,
        _ decode: (DecodingPosition) throws -> Value
    ) throws -> Value {
        session.attributeWithKeyLookup = -1
        do {
            return try decode(found)
        } catch {
            guard session.attributeWithKeyLookup == found.index, position.kind == .element else { throw error }
            let number = session.scopes[position.scope].number(of: key.stringValue, session.tape)
            guard session.scopes[position.scope][number].role == .any else { throw error }
            let place = nothing(emptyList(number, position.scope), type)
            defer { session.discard(place) }
            return try decode(place)
        }
    }

    /// The place of a value without elements: an empty dictionary, if the options accept that it is missing.
    func nothing(_ list: DecodingPosition, _ type: any Decodable.Type) -> DecodingPosition {
        guard session.options.acceptsMissingDictionaries, type is any DictionaryType.Type else { return list }
        return DecodingPosition(.map, session.maps.add(DecodingMap()), parent: list.parent)
    }

    /// - Throws: the error of elements or comments for a dictionary, and of the content of an element for other types
    ///   than those of documents.
    @inline(never)
    func checkPart(_ type: any Decodable.Type, _ key: Key, _ found: DecodingPosition) throws {
        guard position.kind == .element else { return }
        let isList = found.isStored && type is any DictionaryType.Type
        guard isList || !found.isStored && !CodedType.of(type).isOfDocuments else { return }
        let what = isList ? "a list, and \(type) is a dictionary" : "all content of an element, and \(type) is not"
        throw session.wrongRole("“\(key.stringValue)” is \(what)", at: position)
    }
}
