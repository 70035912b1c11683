import LibXML

extension GrowthEntryPoint {
    /// Types whose keys and lists are those of the document.
    static let decoding: [Self] = [
        decode("decode-strings", [String: String].self), decode("decode-lists", [String: [String]].self),
        decode("decode-optionals", [String: Int?].self),
        decode("decode-nested", [String: [String: [String: String]]].self),
        decode("decode-converted", [String: String].self, XMLDecoder(keyDecodingStrategy: .convertFromSnakeCase)),
        decode("decode-any-namespace", [String: [String]].self, XMLDecoder(matchesAnyNamespace: true)),
        decode("decode-errors", [[Int]].self, XMLDecoder(invalidElements: .collect)),
        decode("decode-unknown", Nothing.self, XMLDecoder(unknownElements: .warn, diagnosticHandler: { _ in })),
        Self("decode-records", [.wellFormed]) { input in
            var records = try XMLRecords(parsing: input.bytes, at: "*/*", options: input.options)
            while true {
                do {
                    guard try records.next(as: [String: [String]].self) != nil else { return }
                } catch is DecodingError {}
            }
        },
    ]

    private struct Nothing: Decodable {
        let nothing: [String]
    }

    private static func decode<Value: Decodable & SendableMetatype>(
        _ name: String, _ type: Value.Type, _ decoder: XMLDecoder = .init()
    ) -> Self {
        Self(name, [.wellFormed]) { input in
            do {
                _ = try decoder.decode(type, from: XMLTree(parsing: input.bytes, options: input.options))
            } catch is DecodingError {}
        }
    }
}
