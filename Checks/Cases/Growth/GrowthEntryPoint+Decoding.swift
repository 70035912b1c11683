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
        decode("decode-strictly", [String: String].self, XMLDecoder(unknownElements: .error)),
        decode(
            "decode-collecting", [[String: Int]].self, XMLDecoder(invalidElements: .collect, unknownElements: .error)),
        decode("decode-choices", Choices.self), decode("decode-typed-choices", [TypedChoice].self),
        decode("decode-roles", Roles.self),
        decode("decode-unknown-choices", Choices.self, XMLDecoder(unknownElements: .warn, diagnosticHandler: { _ in })),
        decode("decode-one-choice", OneChoice.self, XMLDecoder(unknownElements: .warn, diagnosticHandler: { _ in })),
        decode("decode-trimmed", [String: [String]].self, XMLDecoder(trimsWhiteSpace: true)),
        Self("decode-dictionary", [.wellFormed]) { input in
            let mapping = XMLMapping.xmltodict.transforming { _ in .keep }
            let dictionary = try XMLDictionary(parsing: input.bytes, mapping: mapping, options: input.options)
            do { _ = try XMLDecoder().decode([String: [String]].self, from: dictionary) } catch {}
        },
        Self("decode-recovering", [.wellFormed]) { input in
            _ = try XMLDecoder().decode(
                [[String: String]].self, from: input.bytes, at: "*/*", options: input.options.recovering())
        },
        decode("decode-alternatives", Alternatives.self),
        Self("decode-records", [.wellFormed]) { input in
            var records = try XMLRecords(parsing: input.bytes, at: "*/*", options: input.options)
            while true {
                do {
                    guard try records.next(as: [String: [String]].self) != nil else { return }
                } catch is DecodingError {}
            }
        },
    ]

    /// Elements, dictionaries, lists and paths that are encoded.
    static let encoding: [Self] = [
        encode("encode-element") { $0 },
        encode("encode-dictionary") { XMLDictionary($0, mapping: .xmltodict.transforming { _ in .keep }) },
        encode("encode-lists") { try XMLDecoder().decode([String: [String]].self, from: $0) },
        encode("encode-paths") { root in
            Dictionary(root.attributes.map { ("p/" + $0.localName, $0.value) }) { first, _ in first }
        },
        encode("encode-shared-names") { SharedNames(count: $0.elements.count) },
    ]

    /// Keys with one local name in many namespaces, and a part in the same element with the same keys.
    private struct SharedNames: Encodable {
        let count: Int

        private struct Key: CodingKey {
            let stringValue: String
            var intValue: Int? { nil }
            init(stringValue: String) { self.stringValue = stringValue }
            init?(intValue: Int) { nil }
        }

        func encode(to encoder: any Encoder) throws {
            for _ in 0..<2 {
                var container = encoder.container(keyedBy: Key.self)
                for number in 0..<count { try container.encode("v", forKey: Key(stringValue: "{urn:\(number)}x")) }
            }
        }
    }

    private static func encode<Value: Encodable & SendableMetatype>(
        _ name: String, _ make: @escaping @Sendable (XMLTree.Element) throws -> Value
    ) -> Self {
        Self(name, [.wellFormed]) { input in
            do {
                _ = try XMLEncoder().xmlBytes(make(XMLTree(parsing: input.bytes, options: input.options).root))
            } catch is EncodingError {
            } catch is DecodingError {}
        }
    }

    private struct Nothing: Decodable {
        let nothing: [String]
    }

    private struct Choices: Decodable {
        let choices: [Choice]
    }

    private enum Choice: Decodable, XMLChoice {
        // Each key of a dictionary would have all choices of the element as its value.
        case element([Choice])
        case text(String)

        static let xmlRoles: [String: XMLCodingRole] = ["element": .element("*"), "text": .text]
    }

    private struct OneChoice: Decodable {
        let choice: ChoiceOfOne?
    }

    private indirect enum ChoiceOfOne: Decodable, XMLChoice {
        case element(OneChoice)
        case text(String)

        static let xmlRoles: [String: XMLCodingRole] = ["element": .element("*"), "text": .text]
    }

    private enum TypedChoice: Decodable, XMLChoice {
        case a(String)
        case other([TypedChoice])

        static let xmlRoles: [String: XMLCodingRole] = ["a": .type(XMLName("a")), "other": .type(nil)]
    }

    private struct Roles: Decodable, XMLCodingRoles {
        let paths: [String]
        let deep: [String]?
        let map: [String: String]
        let attribute: String?
        let element: String?

        static let xmlRoles: [String: XMLCodingRole] = [
            "paths": .path("*/*"), "deep": .path("//*"), "map": .map("*", key: "#text", value: "."),
            "attribute": .attribute("*"), "element": .element("*"),
        ]
    }

    /// Tries a type for each element, reads the count each time, and divides texts into words.
    private struct Alternatives: Decodable {
        struct Words: Decodable {
            enum CodingKeys: String, CodingKey { case text = "#text" }
            let text: [String]
        }

        init(from decoder: any Decoder) throws {
            _ = try Words(from: decoder)
            var list = try decoder.unkeyedContainer()
            while let count = list.count, list.currentIndex < count {
                if (try? list.decode(Int.self)) == nil { _ = try list.decode(Words.self) }
            }
        }
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
