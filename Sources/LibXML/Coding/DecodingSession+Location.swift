extension DecodingSession {
    /// The location of a value: of the text of an element, if it has any.
    func location(of position: DecodingPosition) -> XMLLocation? {
        guard hasLocations else { return nil }
        if position.kind == .run || position.kind == .choice, tape.kind(position.index) != .element {
            return tape.source.location(at: textStart(ofRun: position.index))
        }
        if position.kind == .attribute || position.kind == .word, tape.kind(position.index) == .attribute {
            return XMLTree.Attribute(tape: tape, entry: position.index, elementIndex: position.parent).valueLocation
        }
        guard let element = element(at: position) else { return nil }
        return element.textStart.map(tape.source.location) ?? element.location
    }

    /// Whether the element of a value has its end.
    func isComplete(_ position: DecodingPosition) -> Bool { element(at: position)?.isComplete ?? true }

    /// The element of a value, or around it; nil for a list without elements.
    func element(at position: DecodingPosition) -> XMLTree.Element? {
        let index =
            switch position.kind {
            case .list: position.index
            case .element, .text, .payload: position.index
            case .choices: position.choicesParent
            case .attribute, .declaration, .run, .comment, .map, .word, .absent: position.parent
            case .choice: tape.kind(position.index) == .element ? position.index : position.parent
            }
        return index > 0 ? XMLTree.Element(tape: tape, entry: index) : nil
    }
}
