extension DecodingSession {
    /// The location of a value: of the text of an element, if it has any; nil for a list without elements.
    func location(of position: DecodingPosition) -> XMLLocation? {
        guard hasLocations, element(at: position) != nil else { return nil }
        return tape.source.location(at: start(of: position))
    }

    /// The error of a value, at the location of the value.
    func xmlError(_ code: XMLError.Code, _ message: String, at position: DecodingPosition) -> XMLError {
        XMLError(tape.source.thrown(Fault(code, message, at: start(of: position))))
    }

    /// The offset of a value in the text of the document: the first character of the text of an element that is not
    /// white space, the value of an attribute; for a value that does not exist, the element around it.
    private func start(of position: DecodingPosition) -> Int {
        let isElement = tape.kind(position.index) == .element
        let element: Int
        switch position.kind {
        case .run, .comment: return textStart(ofRun: position.index)
        case .choice where !isElement: return textStart(ofRun: position.index)
        case .word where isElement: element = position.index
        case .attribute, .word:
            let attribute = XMLTree.Attribute(tape: tape, entry: position.index, elementIndex: position.parent)
            return attribute.valueRange?.lowerBound ?? tape.sourceRange(position.parent).lowerBound
        case .list where position.index == 0: return tape.sourceRange(position.parent).lowerBound
        case .map, .declaration, .absent: return tape.sourceRange(position.parent).lowerBound
        case .choices: element = position.choicesParent
        case .element, .text, .list, .payload, .choice: element = position.index
        }
        return XMLTree.Element(tape: tape, entry: element).textStart
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
