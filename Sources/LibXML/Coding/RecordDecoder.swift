/// Decodes the records of one document, which share what is known of their names.
@usableFromInline
struct RecordDecoder {
    private var scopes: DecodingScopes?

    @usableFromInline
    init() {}

    /// Returns the value of a record; nil for one that is omitted: see ``XMLDecoder/InvalidElements/skip``.
    mutating func decode<Value: Decodable>(
        _ type: Value.Type, from element: XMLTree.Element, _ decoder: XMLDecoder
    ) throws -> Value? {
        let session = DecodingSession(element.tape, root: element.entry, decoder, scopes: scopes)
        scopes = session.scopes
        let position = DecodingPosition(.element, element.entry)
        guard decoder.invalidElements == .skip else { return try session.root(type, at: position) }
        return try session.attempt(at: position) { try session.root(type, at: position) }
    }
}
