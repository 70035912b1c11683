import LibXML
import Testing

/// Returns the error of decoding a document. The test fails if there is none.
func decodingError<Value: Decodable>(
    _ type: Value.Type, _ text: String, _ decoder: XMLDecoder = .init(),
    sourceLocation: SourceLocation = #_sourceLocation
) throws -> XMLError {
    let error = try #require(throws: DecodingError.self, sourceLocation: sourceLocation) {
        try decoder.decode(type, from: text)
    }
    return try #require(error.xmlError, sourceLocation: sourceLocation)
}

/// Returns the error of encoding a value as an element `r`. The test fails if there is none.
func encodingError(
    _ value: some Encodable, _ encoder: XMLEncoder = .init(), sourceLocation: SourceLocation = #_sourceLocation
) throws -> XMLError {
    let error = try #require(throws: EncodingError.self, sourceLocation: sourceLocation) {
        try encoder.xmlBytes(value, rootName: "r")
    }
    return try #require(error.xmlError, sourceLocation: sourceLocation)
}
