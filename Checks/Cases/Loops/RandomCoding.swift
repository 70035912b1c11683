import Foundation
import LibXML

/// Random models and values: an encoded value is decoded to the same value, regardless of the options.
enum RandomCoding {
    private struct Options {
        var name: String
        var encoder: XMLEncoder
        var decoder: XMLDecoder
    }

    private static let options: [Options] = {
        var pretty = XMLWritingOptions(emptyElementTags: .twoTags, attributeOrder: .sorted)
        pretty.lineEnding = .carriageReturnLineFeed
        return [
            Options(name: "defaults", encoder: .init(), decoder: .init()),
            Options(
                name: "snake case", encoder: XMLEncoder(keyEncodingStrategy: .convertToSnakeCase),
                decoder: XMLDecoder(keyDecodingStrategy: .convertFromSnakeCase)),
            Options(
                name: "kebab case", encoder: XMLEncoder(keyEncodingStrategy: .convertToKebabCase),
                decoder: XMLDecoder(keyDecodingStrategy: .convertFromKebabCase)),
            Options(
                name: "capitalized", encoder: XMLEncoder(keyEncodingStrategy: .convertToCapitalized),
                decoder: XMLDecoder(keyDecodingStrategy: .convertFromCapitalized)),
            Options(
                name: "custom keys", encoder: XMLEncoder(keyEncodingStrategy: .custom { "x" + $0 }),
                decoder: XMLDecoder(keyDecodingStrategy: .custom { String($0.dropFirst()) })),
            Options(
                name: "scalars as attributes", encoder: XMLEncoder(roleStrategy: .scalarsAsAttributes),
                decoder: .init()),
            Options(
                name: "scalars as attributes, snake case, xsi:nil",
                encoder: XMLEncoder(
                    keyEncodingStrategy: .convertToSnakeCase, roleStrategy: .scalarsAsAttributes,
                    nilEncodingStrategy: .schemaNil),
                decoder: XMLDecoder(keyDecodingStrategy: .convertFromSnakeCase)),
            Options(
                name: "elements by a closure", encoder: XMLEncoder(roleStrategy: .custom { _ in .element }),
                decoder: XMLDecoder(roleStrategy: .custom { _ in .element })),
            Options(
                name: "seconds, hex",
                encoder: XMLEncoder(dateEncodingStrategy: .secondsSince1970, dataEncodingStrategy: .hex),
                decoder: XMLDecoder(dateDecodingStrategy: .secondsSince1970, dataDecodingStrategy: .hex)),
            Options(
                name: "milliseconds, xsi:nil",
                encoder: XMLEncoder(dateEncodingStrategy: .millisecondsSince1970, nilEncodingStrategy: .schemaNil),
                decoder: XMLDecoder(dateDecodingStrategy: .millisecondsSince1970, emptyValues: .value)),
            Options(
                name: "any date, any namespace, tags",
                encoder: XMLEncoder(writingOptions: pretty),
                decoder: XMLDecoder(dateDecodingStrategy: .any, matchesAnyNamespace: true)),
            Options(
                name: "own forms",
                encoder: XMLEncoder(
                    dateEncodingStrategy: .custom { "\($0.timeIntervalSinceReferenceDate.bitPattern)" },
                    dataEncodingStrategy: .custom { $0.map { "\($0)" }.joined(separator: ".") },
                    nonConformingFloatEncodingStrategy: .convertToString(
                        positiveInfinity: "+", negativeInfinity: "-", nan: "?")),
                decoder: XMLDecoder(
                    dateDecodingStrategy: .custom {
                        UInt64($0).map { Date(timeIntervalSinceReferenceDate: Double(bitPattern: $0)) }
                    },
                    dataDecodingStrategy: .custom { Data($0.split(separator: ".").compactMap { UInt8($0) }) },
                    nonConformingFloatDecodingStrategy: .convertFromString(
                        positiveInfinity: "+", negativeInfinity: "-", nan: "?"))),
        ]
    }()

    /// Checks a value of all kinds of properties with all options.
    static func checkValue(seed: UInt64) throws {
        var random = RandomValues(seed: seed)
        let value = Everything(&random, depth: 3)
        for options in options {
            let bytes = try options.encoder.xmlBytes(value)
            let decoded = try options.decoder.decode(Everything.self, from: bytes)
            try expect(
                decoded == value, "\(options.name): \(String(decoding: bytes, as: UTF8.self))\n\(value)\n\(decoded)")
        }
    }

    /// Checks values in two layouts.
    static func checkLayout(seed: UInt64) throws {
        var random = RandomValues(seed: seed)
        let value = random.list { Leaf(&$0) }
        for whiteSpace in [XMLWritingOptions.WhiteSpace.indented(by: "  "), .minified] {
            let bytes = try XMLEncoder(writingOptions: XMLWritingOptions(whiteSpace: whiteSpace)).xmlBytes(value)
            try expect(XMLDecoder().decode([Leaf].self, from: bytes) == value, String(decoding: bytes, as: UTF8.self))
        }
    }

    /// Checks keys of dictionaries that are names of any characters.
    static func checkNames(seed: UInt64) throws {
        var random = RandomValues(seed: seed)
        for _ in 0..<10 {
            let pairs = (0..<random.count()).map { _ in (random.name(), random.text()) }
            let value = Dictionary(pairs) { first, _ in first }
            let bytes = try XMLEncoder().xmlBytes(value)
            try expect(XMLDecoder().decode([String: String].self, from: bytes) == value, "\(value)")
        }
    }

    /// A dictionary that encodes itself into an encoder that it was given.
    private struct Header: Codable, Equatable {
        var fields: [String: String]

        init(_ fields: [String: String]) { self.fields = fields }
        init(from decoder: any Decoder) throws { fields = try [String: String](from: decoder) }
        func encode(to encoder: any Encoder) throws { try fields.encode(to: encoder) }
    }

    private struct Message: Codable, Equatable {
        var header: Header
        var parts: [[String: String]]
        var counts: [String: Int]?
    }

    /// Checks that keys of dictionaries with the characters of roles, paths and names are read back, or are errors.
    static func checkKeys(seed: UInt64) throws {
        var random = RandomValues(seed: seed)
        let strategies = [XMLEncoder.KeyEncodingStrategy.useDefaultKeys, .convertToSnakeCase]
        let pieces = [
            "@", "#text", "#", "/", "a", "b", "m:", "n:", "xml:", "xmlns", ":", "{urn:m}", "{}", "*", ".", "[0]", "-",
            " ", "é", "",
        ]
        // The keys of dictionaries have no roles.
        let closure = XMLRoleStrategy.custom { ["header", "parts", "counts"].contains($0) ? nil : .attribute }
        var written = 0
        for round in 0..<90 {
            let pairs = (0..<random.count()).map { _ in
                ((0...random.count()).map { _ in random.element(pieces) }.joined(), random.text())
            }
            let fields = Dictionary(pairs) { first, _ in first }
            let value = Message(header: Header(fields), parts: [fields], counts: fields.mapValues(\.utf8.count))
            let isConverted = round / 3 % 3 == 0
            let decoder = XMLDecoder(
                keyDecodingStrategy: isConverted ? .convertFromSnakeCase : .useDefaultKeys,
                roleStrategy: round % 3 == 2 ? closure : .byKey)
            let encoder = XMLEncoder(
                writingOptions: XMLWritingOptions(prefixes: ["urn:m": "m", "urn:n": "n"]),
                keyEncodingStrategy: strategies[isConverted ? 1 : 0],
                roleStrategy: [.byKey, .scalarsAsAttributes, closure][round % 3])
            let root = [XMLName("r"), XMLName("r", namespaceURI: "urn:m")][round % 2]
            do {
                let bytes = try encoder.xmlBytes(value, rootName: root)
                try expect(decoder.decode(Message.self, from: bytes) == value, "\(value)")
                let bare = try encoder.xmlBytes(fields, rootName: root)
                try expect(decoder.decode([String: String].self, from: bare) == fields, "\(fields)")
                written += 1
            } catch let error as EncodingError {
                guard let found = error.xmlError else { throw error }
                try expect([.invalidName, .undeclaredPrefix].contains(found.code), "\(found)")
                let isOfKey = fields.keys.contains { key in
                    [".", "/"].contains { found.diagnostic.path?.hasSuffix($0 + key) ?? false }
                }
                try expect(isOfKey, "\(found)")
            }
        }
        try expect(written > 5 && written < 86, "\(written)")
    }
}
