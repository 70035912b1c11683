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
    func isPresent(_ position: DecodingPosition, _ known: KnownType) -> Bool {
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
        if known.isList, position.kind == .list,
            element(after: position.index, in: position, scopes[position.scope]) != nil
        {
            return true
        }
        if isNil(place) { return false }
        if known.isText { return !isBlank(place) }
        return !(isEmpty(place) && options.emptyValues == .nil)
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

    /// Whether a value is in an element that has no children and no attributes.
    @inline(never)
    func isEmptyElement(_ position: DecodingPosition) -> Bool {
        let isList = position.kind == .list && position.index > 0
        return isEmpty(isList ? DecodingPosition(.element, position.index) : position)
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
