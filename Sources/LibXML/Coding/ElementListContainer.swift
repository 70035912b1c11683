/// The elements of a list: those that a key matches in a parent, or all child elements of an element; the words of an
/// attribute or a text.
struct ElementListContainer: UnkeyedDecodingContainer {
    private let session: DecodingSession
    private let list: DecodingPosition
    private let keys: DecodingKeys
    /// The next element of a list that is searched; nil at the end.
    private var next: Int?
    /// All values of other lists.
    private var found: [DecodingPosition]?
    /// Whether the values may be cases by their names.
    private let containsCases: Bool
    private(set) var currentIndex = 0

    init(_ session: DecodingSession, _ position: DecodingPosition) {
        self.session = session
        list = position
        keys = session.scopes[position.scope]
        session.noteList(position)
        containsCases = session.options.usesChoiceKeys && (position.kind == .element || position.kind == .payload)
        switch position.kind {
        case .list:
            if position.index > 0, keys[position.key].role == .path {
                found = session.pathPositions(position.scope, position.key, in: position.parent)
            } else if let indexed = session.indexedChildren(position) {
                found = indexed.map { DecodingPosition(.element, $0) }
            } else {
                next = position.index > 0 ? position.index : nil
            }
        case .element, .payload:
            found = containsCases ? session.items(in: position) : nil
            if found == nil { next = session.tape.firstElement(position.index) }
        case .choices: found = session.choicePositions(position)
        case .map: found = (session.maps[position.index]?.entries ?? []).flatMap { [$0.key, $0.value] }
        case .attribute, .text: found = session.words(of: position)
        case .word, .declaration: found = [position]
        case .run, .comment, .choice, .absent: break
        }
    }

    var codingPath: [any CodingKey] { session.codingPath(of: list) }

    /// Complexity: O(*n*) in the number of siblings for a list that is searched, but only once.
    var count: Int? { found?.count ?? session.count(of: list, keys) }

    var isAtEnd: Bool {
        if let found { currentIndex == found.count } else { next == nil }
    }

    /// The next element; nil at the end.
    var current: DecodingPosition? {
        var position: DecodingPosition?
        if let found {
            position = currentIndex < found.count ? found[currentIndex] : nil
        } else {
            position = next.map { DecodingPosition(.element, $0) }
        }
        if containsCases { position?.isItem = true }
        return position
    }

    /// Reads this element and advances to the next one. After an error, the position stays the same.
    @inline(__always)
    private mutating func take<Value>(
        _ type: Any.Type, _ read: (DecodingSession, DecodingPosition) throws -> Value
    ) throws -> Value {
        guard let position = current else { throw session.endOfList(list, type) }
        let value = try read(session, position)
        advance(from: position)
        return value
    }

    @inline(never)
    private mutating func advance(from position: DecodingPosition) {
        currentIndex += 1
        if found == nil { next = session.element(after: position.index, in: list, keys) }
    }

    @inline(__always)
    private mutating func integer<Value: FixedWidthInteger>(_ type: Value.Type) throws -> Value {
        guard let position = current else { throw session.endOfList(list, type) }
        let value: Value = try session.integer(position)
        advance(from: position)
        return value
    }

    /// Advances to the next element.
    mutating func skip() {
        if let position = current { advance(from: position) }
    }

    mutating func decodeNil() throws -> Bool {
        guard let position = current else { throw session.endOfList(list, Never?.self) }
        guard session.isNil(position) else { return false }
        advance(from: position)
        return true
    }

    mutating func decode(_ type: Bool.Type) throws -> Bool { try take(type) { try $0.bool($1) } }
    mutating func decode(_ type: String.Type) throws -> String { try take(type) { try $0.text(at: $1) } }
    mutating func decode(_ type: Double.Type) throws -> Double { try take(type) { try $0.double($1) } }
    mutating func decode(_ type: Float.Type) throws -> Float { try take(type) { try $0.float($1) } }
    @inline(__always)
    mutating func decode<Value: FixedWidthInteger & Decodable>(_ type: Value.Type) throws -> Value { try integer(type) }
    mutating func decode(_ type: Int128.Type) throws -> Int128 { try integer(type) }
    mutating func decode(_ type: UInt128.Type) throws -> UInt128 { try integer(type) }

    mutating func decode<Value: Decodable>(_ type: Value.Type) throws -> Value {
        try take(type) { try $0.value(type, at: $1) }
    }

    mutating func nestedContainer<Nested: CodingKey>(
        keyedBy type: Nested.Type
    ) throws -> KeyedDecodingContainer<Nested> {
        try take(type) { KeyedDecodingContainer(KeyedElementContainer<Nested>($0, $1)) }
    }

    mutating func nestedUnkeyedContainer() throws -> any UnkeyedDecodingContainer {
        try take([Never].self) { session, position in
            try session.checkIsList(position)
            return ElementListContainer(session, position)
        }
    }

    mutating func superDecoder() throws -> any Decoder { try take(Never.self) { ElementDecoder($0, $1) } }
}

extension DecodingSession {
    /// Checks that an element from which a list is decoded does not contain a text in place of elements.
    func checkIsList(_ position: DecodingPosition) throws {
        guard position.kind == .element, !options.usesChoiceKeys, tape.firstElement(position.index) == nil,
            !isBlank(position.index)
        else { return }
        throw invalid(
            "elements", at: position, help: "words are read as a list only from an attribute, or by a key “#text”")
    }

    /// The next element of a list that is searched.
    @inline(__always)
    func element(after element: Int, in list: DecodingPosition, _ keys: DecodingKeys) -> Int? {
        if list.kind == .list { return child(keys, list.key, of: list.parent, after: element) }
        let rest = ChildCursor(index: tape.next(element), end: tape.end(list.index))
        return rest.first(tape) { _, head in head.kind == .element }
    }

    /// The number of elements of a list that is searched.
    @inline(never)
    func count(of list: DecodingPosition, _ keys: DecodingKeys) -> Int {
        let place = ListPlace(position: list)
        if let count = counts[place] { return count }
        var count = 0
        var next = list.kind == .list ? (list.index > 0 ? list.index : nil) : tape.firstElement(list.index)
        while let element = next {
            count += 1
            next = self.element(after: element, in: list, keys)
        }
        counts[place] = count
        return count
    }

    /// The words of an attribute or a text, which white space separates, as in the list types of XML Schema (part 2,
    /// section 2.5.1).
    func words(of position: DecodingPosition) -> [DecodingPosition] {
        let parent = position.kind == .attribute ? position.parent : position.index
        return withText(position) { text in
            var words: [DecodingPosition] = []
            var isInWord = false
            for index in 0..<text.count {
                let isSpace = text[index].isXMLSpace
                if !isSpace, !isInWord {
                    var word = DecodingPosition(.word, position.index, parent: parent, key: index)
                    word.isOwn = position.kind == .text
                    words.append(word)
                }
                isInWord = !isSpace
            }
            return words
        }
    }
}
