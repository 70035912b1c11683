/// Decodes the records of one document, which share what is known of their names.
struct RecordDecoder {
    private var scopes: DecodingScopes?

    mutating func decode<Value: Decodable>(
        _ type: Value.Type, from element: XMLTree.Element, _ decoder: XMLDecoder
    ) throws -> Value {
        let session = DecodingSession(element.tape, root: element.index, decoder, scopes: scopes)
        scopes = session.scopes
        return try session.root(type, at: DecodingPosition(.element, element.index))
    }
}
