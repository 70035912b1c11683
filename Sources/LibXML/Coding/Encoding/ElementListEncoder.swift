/// The elements of a list: elements with the name of its key, child elements of an element, or words.
struct ElementListEncoder: UnkeyedEncodingContainer {
    private enum Kind {
        /// Elements like a node that is not linked.
        case repeated
        /// Child elements.
        case children
        /// Words of an attribute or a text.
        case words
        /// Cases of a choice in an element.
        case choices(scope: UInt16)
        /// Keys and values of a dictionary, in turns.
        case map
    }

    private let session: EncodingSession
    private var kind: Kind
    /// The node that is repeated, or that contains the elements.
    private var node: UInt32
    private(set) var count = 0
    /// The entry of a dictionary whose value comes next.
    private var entry: UInt32 = 0

    init(_ session: EncodingSession, at position: EncodingPosition) {
        self.session = session
        switch position.kind {
        case .choice: (kind, node) = (.choices(scope: position.scope), position.node)
        case .word:
            session.fail(session.error("a list of words cannot contain a list", at: position))
            (kind, node) = (.words, position.node)
        case .value:
            let found = session.document.modify { $0[position.node] }
            let isPending = found.state == .pending
            if found.kind == .comment, !isPending {
                let error = session.error("a comment cannot contain a list", at: position)
                (kind, node) = (.words, session.discarded(error, in: found.parent).node)
            } else if found.kind != .element && found.kind != .comment {
                (kind, node) = (.words, session.link(position.node))
            } else if isPending, session.scopes[found.plan].role == .map {
                _ = session.keyed(at: position)
                (kind, node) = (.map, position.node)
            } else if isPending, found.isRepeatable {
                if session.scopes[found.plan].role == .path {
                    let wrapper = session.wrapper(found.plan, in: found.parent)
                    session.document.modify { $0[position.node].parent = wrapper }
                }
                (kind, node) = (.repeated, position.node)
            } else {
                (kind, node) = (.children, session.link(position.node))
            }
        }
    }

    var codingPath: [any CodingKey] { session.codingPath(of: EncodingPosition(.value, node)) }

    /// The position of the next element.
    private mutating func next() throws -> EncodingPosition {
        defer { count += 1 }
        switch kind {
        case .repeated:
            let template = session.document.modify { $0[node] }
            return EncodingPosition(.value, session.addItem(like: template, index: count))
        case .children:
            let name =
                if let name = session.options.listElementName {
                    try session.scopes.number(of: NameTest(name), .element)
                } else {
                    session.document.modify { $0[node].name }
                }
            return EncodingPosition(.value, session.addItem(in: node, name: name, index: count))
        case .words:
            if count > 0 { session.separateWords(of: node) }
            return EncodingPosition(.word, node)
        case .choices(let scope): return EncodingPosition(.choice, node, scope: scope)
        case .map:
            if count.isMultiple(of: 2) {
                entry = try session.addEntry(of: node)
                return EncodingPosition(.value, try session.mapKeyNode(of: node, in: entry))
            }
            return EncodingPosition(.value, try session.mapValueNode(of: node, in: entry))
        }
    }

    mutating func encodeNil() throws { try session.null(at: next()) }
    mutating func encode(_ value: Bool) throws { try session.bool(value, at: next()) }
    mutating func encode(_ value: String) throws { try session.text(value, at: next()) }
    mutating func encode(_ value: Double) throws { try session.number(value, at: next()) }
    mutating func encode(_ value: Float) throws { try session.number(value, at: next()) }
    @inline(__always)
    mutating func encode(_ value: some FixedWidthInteger & Encodable) throws { try session.integer(value, at: next()) }
    mutating func encode(_ value: Int128) throws { try session.integer(value, at: next()) }
    mutating func encode(_ value: UInt128) throws { try session.integer(value, at: next()) }
    mutating func encode<Value: Encodable>(_ value: Value) throws {
        if case .words = kind, count == 0, let parent = session.parentOfContent(node, Value.self) {
            (kind, node) = (.children, parent)
        }
        try session.value(value, at: next())
    }

    mutating func nestedContainer<Nested: CodingKey>(keyedBy type: Nested.Type) -> KeyedEncodingContainer<Nested> {
        KeyedEncodingContainer(KeyedElementEncoder<Nested>(session, session.keyed(at: nextOrDiscarded())))
    }

    mutating func nestedUnkeyedContainer() -> any UnkeyedEncodingContainer {
        ElementListEncoder(session, at: nextOrDiscarded())
    }

    mutating func superEncoder() -> any Encoder {
        ElementEncoder(session: session, position: nextOrDiscarded())
    }

    private mutating func nextOrDiscarded() -> EncodingPosition {
        do { return try next() } catch { return session.discarded(error, in: node) }
    }
}
