// Whether values exist: nil, empty elements and blank texts.

extension DecodingSession {
    /// Whether a value is nil: `xsi:nil`, or an element with nothing in it.
    func isNil(_ position: DecodingPosition) -> Bool {
        guard position.kind == .element, scopes.nilName >= 0 else { return false }
        var index = tape.firstEntry(in: position.index)
        while let head = tape.tagHead(index) {
            if head.kind == .attribute, head.name == scopes.nilName {
                return tape.withData(index) { Bool(xml: $0) } ?? false
            }
            index += head.length
        }
        return false
    }

    /// Whether an optional has a value.
    func isPresent(_ position: DecodingPosition, _ type: Any.Type, _ known: KnownType) -> Bool {
        if known.kind == .choices || known.kind == .choice, position.kind != .element {
            return hasChoices(known, at: position)
        }
        switch position.kind {
        case .map: return maps[position.index]?.isPresent ?? false
        case .list where position.index == 0:
            let isPath = scopes[position.scope][position.key].role == .path
            return isPath && known.isList
                && hasWrapper(position.scope, position.key, in: position.parent)
        default: break
        }
        let place = position.kind == .list ? DecodingPosition(.element, position.index) : position
        // A list of several elements has a value, even if its first element is empty.
        if known.isList, hasSeveralElements(position) { return true }
        if isNil(place) { return false }
        if known.isText {
            // Of comments, a value that is not a list is the first.
            let place = place.isStored ? lists[place.index]?.first ?? place : place
            if isBlank(place), !mayBeBlank(type, known, at: place) { return false }
        }
        return !(isEmpty(place) && options.emptyValues == .nil)
    }

    /// Whether a type whose values are texts may have one that is blank, or is decoded from attributes.
    private func mayBeBlank(_ type: Any.Type, _ known: KnownType, at place: DecodingPosition) -> Bool {
        if let value = type as? any ReadTextValue.Type {
            return place.kind == .element && !tape.attributes(of: place.index).isEmpty
                && value.hasCoder(options.valueForms)
        }
        return (known.kind == .rawValue || known.isContainer) && CodedType.acceptsEmptyText(type)
    }

    /// Whether a number, a date or another value that is not a string has no text but white space.
    @inline(__always)
    func isBlank(_ position: DecodingPosition) -> Bool {
        guard options.emptyValues != .value else { return false }
        return withText(position) { $0.trimmedRange.isEmpty } && !hasElements(position)
    }

    /// Whether the element of a value has child elements.
    func hasElements(_ position: DecodingPosition) -> Bool {
        position.kind == .element && tape.firstElement(position.index) != nil
    }

    /// Whether an optional whose type cannot be decoded is nil: all that a key matches is an element that has no
    /// children and no attributes, or a case with `xsi:nil`.
    @inline(never)
    func isNothing(_ position: DecodingPosition, _ known: KnownType) -> Bool {
        let isList = position.kind == .list && position.index > 0
        if isEmpty(isList ? DecodingPosition(.element, position.index) : position) {
            return !(known.isList && hasSeveralElements(position))
        }
        return isNilChoice(known, at: position)
    }

    /// Whether a key matches several elements.
    private func hasSeveralElements(_ list: DecodingPosition) -> Bool {
        guard list.kind == .list, list.index > 0 else { return false }
        let keys = scopes[list.scope]
        if keys[list.key].role == .path { return pathPositions(list.scope, list.key, in: list.parent).count > 1 }
        if let indexed = indexedChildren(list) { return indexed.count > 1 }
        return element(after: list.index, in: list, keys) != nil
    }

    /// Whether an element has no children and no attributes, or a text only white space.
    func isEmpty(_ position: DecodingPosition) -> Bool {
        guard options.emptyValues != .value else { return false }
        switch position.kind {
        case .element: return tape.end(position.index) == tape.firstEntry(in: position.index)
        case .text: return withText(position) { $0.trimmedRange.isEmpty }
        default: return false
        }
    }
}
