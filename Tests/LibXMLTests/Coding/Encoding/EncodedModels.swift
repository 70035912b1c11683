import LibXML
import Testing

/// Encodes what other tests have decoded.
enum EncodedModels {
    /// Checks that a value is decoded again from what is encoded: that its second encoding is the same, apart from the order of sets.
    static func check<Value: Codable>(_ value: Value, _ decoder: XMLDecoder) throws {
        guard let encoder = XMLEncoder(matching: decoder) else { return }
        let text = try encoder.xmlString(value, rootName: "r")
        do {
            let again = try encoder.xmlString(decoder.decode(Value.self, from: text), rootName: "r")
            #expect(
                again.unicodeScalars.sorted() == text.unicodeScalars.sorted(), "\(Value.self): \(text) and \(again)")
        } catch {
            Issue.record("\(Value.self): \(text): \(error)")
        }
    }
}

extension XMLEncoder {
    /// The encoder whose output a decoder reads; nil for a decoder with closures, which have no known inverse.
    init?(matching decoder: XMLDecoder) {
        self.init()
        switch decoder.keyDecodingStrategy {
        case .useDefaultKeys: break
        case .convertFromSnakeCase: keyEncodingStrategy = .convertToSnakeCase
        case .convertFromKebabCase: keyEncodingStrategy = .convertToKebabCase
        case .convertFromCapitalized: keyEncodingStrategy = .convertToCapitalized
        case .convertFromUppercase: keyEncodingStrategy = .convertToUppercase
        case .custom: return nil
        }
        switch decoder.dateDecodingStrategy {
        case .xmlSchema, .any: break
        case .rfc822: dateEncodingStrategy = .rfc822
        case .secondsSince1970: dateEncodingStrategy = .secondsSince1970
        case .millisecondsSince1970: dateEncodingStrategy = .millisecondsSince1970
        case .custom, .coded: return nil
        }
        switch decoder.dataDecodingStrategy {
        case .base64: break
        case .hex: dataEncodingStrategy = .hex
        case .custom, .coded: return nil
        }
        switch decoder.nonConformingFloatDecodingStrategy {
        case .xmlSchema, .throw: break
        case .convertFromString(let positive, let negative, let nan):
            nonConformingFloatEncodingStrategy = .convertToString(
                positiveInfinity: positive, negativeInfinity: negative, nan: nan)
        }
        preservesWhiteSpace = decoder.trimsWhiteSpace
        depthLimit = decoder.depthLimit
    }
}

/// Numbers by coding keys that are found at run time.
struct DynamicKeys: Encodable {
    private struct Key: CodingKey {
        var stringValue: String
        var intValue: Int? { nil }

        init(stringValue: String) { self.stringValue = stringValue }
        init?(intValue: Int) { nil }
    }

    private let values: [String: Int]

    init(_ values: [String: Int]) { self.values = values }

    func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: Key.self)
        for (key, value) in values { try container.encode(value, forKey: Key(stringValue: key)) }
    }
}
