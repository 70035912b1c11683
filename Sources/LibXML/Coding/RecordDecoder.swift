/// Decodes the records of one document, which share what is known of their names.
struct RecordDecoder {
    private var keys: CodingKeyNames?

    mutating func decode<Value: Decodable>(
        _ type: Value.Type, from element: XMLTree.Element, _ decoder: XMLDecoder
    ) throws -> Value {
        let session = DecodingSession(element.tape, root: element.index, decoder, keys: keys)
        keys = session.keys
        return try session.root(type, at: DecodingPosition(.element, element.index))
    }
}
