/// The elements of a list: those that a key matches in a parent, or all child elements of an element.
struct ElementListContainer: UnkeyedDecodingContainer {
    private let session: DecodingSession
    private let list: DecodingPosition
    private let keys: CodingKeyNames
    /// The next element of a list that is searched; nil at the end.
    private var next: Int?
    /// All values of other lists.
    private var found: [DecodingPosition]?
    private(set) var currentIndex = 0

    init(_ session: DecodingSession, _ position: DecodingPosition) {
        self.session = session
        list = position
        keys = session.scopes[position.scope]
        switch position.kind {
        case .list:
            if position.index > 0, keys[position.key].role == .path {
                found = session.pathPositions(position.scope, position.key, in: position.parent)
            } else if let indexed = session.indexedChildren(position) {
                found = indexed.map { DecodingPosition(.element, $0) }
            } else {
                next = position.index > 0 ? position.index : nil
            }
        case .element, .payload: next = session.tape.firstElement(position.index)
        case .choices: found = session.choicePositions(position)
        case .map: found = session.maps[position.index].entries.flatMap { [$0.key, $0.value] }
        case .attribute, .text, .run, .choice: break
        }
    }

    var codingPath: [any CodingKey] { session.codingPath(of: list) }

    /// Unknown before the end of a list that is searched, because counting takes as long as decoding.
    var count: Int? { found?.count ?? (isAtEnd ? currentIndex : nil) }

    var isAtEnd: Bool {
        if let found { currentIndex == found.count } else { next == nil }
    }

    private var current: DecodingPosition? {
        if let found { return currentIndex < found.count ? found[currentIndex] : nil }
        return next.map { DecodingPosition(.element, $0) }
    }

    /// Goes to the next element, and returns this one.
    @inline(__always)
    private mutating func take(_ type: Any.Type) throws -> DecodingPosition {
        guard let position = current else { throw session.endOfList(list, type) }
        currentIndex += 1
        guard found == nil else { return position }
        if list.kind == .list {
            next = session.child(keys, list.key, of: list.parent, after: position.index)
        } else {
            next = session.sibling(after: position.index, in: list.index)
        }
        return position
    }

    mutating func decodeNil() throws -> Bool {
        guard let position = current else { throw session.endOfList(list, Never?.self) }
        guard session.isNil(position) else { return false }
        _ = try take(Never?.self)
        return true
    }

    mutating func decode(_ type: Bool.Type) throws -> Bool { try session.bool(take(type)) }
    mutating func decode(_ type: String.Type) throws -> String { session.string(at: try take(type)) }
    mutating func decode(_ type: Double.Type) throws -> Double { try session.double(take(type)) }
    mutating func decode(_ type: Float.Type) throws -> Float { try session.float(take(type)) }
    mutating func decode(_ type: Int.Type) throws -> Int { try session.integer(take(type)) }
    mutating func decode(_ type: Int8.Type) throws -> Int8 { try session.integer(take(type)) }
    mutating func decode(_ type: Int16.Type) throws -> Int16 { try session.integer(take(type)) }
    mutating func decode(_ type: Int32.Type) throws -> Int32 { try session.integer(take(type)) }
    mutating func decode(_ type: Int64.Type) throws -> Int64 { try session.integer(take(type)) }
    mutating func decode(_ type: UInt.Type) throws -> UInt { try session.integer(take(type)) }
    mutating func decode(_ type: UInt8.Type) throws -> UInt8 { try session.integer(take(type)) }
    mutating func decode(_ type: UInt16.Type) throws -> UInt16 { try session.integer(take(type)) }
    mutating func decode(_ type: UInt32.Type) throws -> UInt32 { try session.integer(take(type)) }
    mutating func decode(_ type: UInt64.Type) throws -> UInt64 { try session.integer(take(type)) }

    mutating func decode<Value: Decodable>(_ type: Value.Type) throws -> Value {
        try session.value(type, at: take(type))
    }

    mutating func nestedContainer<Nested: CodingKey>(
        keyedBy type: Nested.Type
    ) throws -> KeyedDecodingContainer<Nested> {
        KeyedDecodingContainer(KeyedElementContainer<Nested>(session, try take(type)))
    }

    mutating func nestedUnkeyedContainer() throws -> any UnkeyedDecodingContainer {
        ElementListContainer(session, try take([Never].self))
    }

    mutating func superDecoder() throws -> any Decoder { ElementDecoder(session, try take(Never.self)) }
}

extension DecodingSession {
    /// The next child element of a parent.
    func sibling(after element: Int, in parent: Int) -> Int? {
        let rest = ChildCursor(index: tape.next(element), end: tape.end(parent))
        return rest.first(tape) { _, head in head.kind == .element }
    }
}
