// Lists of values whose coding keys are the names of their elements.

extension DecodingSession {
    /// An element or text in a list as a choice by name; nil if the keys of its type are not cases, or have no case of
    /// this name: the case is then in the element.
    ///
    /// - Throws: the error of an element that contains several cases.
    @inline(never)
    func choice<Key: CodingKey>(_ type: Key.Type, of item: DecodingPosition) throws -> DecodingPosition? {
        guard item.kind == .element || item.kind == .run, Key.self is any XMLChoiceKey.Type else { return nil }
        let choice = item.with(.choice, scope: DecodingPosition.byName)
        if item.isItem, caseKey(of: choice).flatMap(Key.init(stringValue:)) != nil { return choice }
        guard item.kind == .element else { return nil }
        var count = 0
        forEachChild(of: item.index) { _, name in
            if Key(stringValue: key(ofName: name, isAttribute: false, in: item.index)) != nil { count += 1 }
        }
        guard count < 2 else { throw invalid("an element with one case", at: item) }
        return nil
    }

    /// The child elements of an element, and the texts between them; nil if all texts are white space. The options may
    /// omit each text that is white space.
    func items(in list: DecodingPosition) -> [DecodingPosition]? {
        guard list.kind == .element, !isBlank(list.index) else { return nil }
        let items = positions(in: list.index, withText: true) { _ in true }
        guard options.omitsWhiteSpaceItems, !preservesSpace(at: list) else { return items }
        return items.filter { !isBlankRun($0) }
    }
}
