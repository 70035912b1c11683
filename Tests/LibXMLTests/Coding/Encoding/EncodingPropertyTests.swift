import Foundation
import LibXML
import Testing

/// Random models and values: what is encoded is decoded to the same value, whatever the options.
@Suite struct EncodingPropertyTests {
    struct Options: CustomTestStringConvertible {
        var name: String
        var encoder: XMLEncoder
        var decoder: XMLDecoder
        /// Whether keys have only the letters that the strategy keeps apart.
        var hasPlainKeys = true
        var testDescription: String { name }
    }

    static let options: [Options] = {
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

    @Test("Random values", arguments: options)
    func values(options: Options) throws {
        for seed in 0..<150 as Range<UInt64> {
            var random = RandomValues(seed: seed)
            let value = Everything(&random, depth: 3)
            let bytes = try options.encoder.encode(value)
            let decoded = try options.decoder.decode(Everything.self, from: bytes)
            guard decoded != value else { continue }
            Issue.record("seed \(seed): \(String(decoding: bytes, as: UTF8.self))\n\(value)\n\(decoded)")
            return
        }
    }

    @Test("Every character that XML allows, as text and in an attribute")
    func characters() throws {
        struct Texts: Codable, Equatable {
            enum CodingKeys: String, CodingKey { case element = "élément", mark = "@märk", text = "#text" }
            var element: String, mark: String, text: String
        }
        let all = (0...0x10FFFF as ClosedRange<UInt32>).compactMap(Unicode.Scalar.init).filter { scalar in
            scalar.value >= 0x20 && scalar.value & 0xFFFE != 0xFFFE || scalar.value > 0xFFFF
                || "\t\n\r".unicodeScalars.contains(scalar)
        }
        for start in stride(from: 0, to: all.count, by: 65_536) {
            var text = String.UnicodeScalarView()
            text.append(contentsOf: all[start..<min(start + 65_536, all.count)])
            let value = Texts(element: String(text), mark: String(text), text: String(text))
            let decoded = try XMLDecoder().decode(Texts.self, from: XMLEncoder().encode(value))
            #expect(Array(decoded.element.utf8) == Array(value.element.utf8))
            #expect(Array(decoded.mark.utf8) == Array(value.mark.utf8))
            #expect(Array(decoded.text.utf8) == Array(value.text.utf8))
        }
    }

    @Test("Keys of a dictionary that are names of any characters")
    func names() throws {
        var random = RandomValues(seed: 5)
        for _ in 0..<200 {
            let pairs = (0..<random.count()).map { _ in (random.name(), random.text()) }
            let value = Dictionary(pairs) { first, _ in first }
            #expect(try XMLDecoder().decode([String: String].self, from: XMLEncoder().encode(value)) == value)
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

    @Test("Keys of dictionaries with the characters of roles, paths and names are read back, or are errors")
    func keys() throws {
        var random = RandomValues(seed: 17)
        let strategies = [XMLEncoder.KeyEncodingStrategy.useDefaultKeys, .convertToSnakeCase]
        let pieces = [
            "@", "#text", "#", "/", "a", "b", "m:", "n:", "xml:", "xmlns", ":", "{urn:m}", "{}", "*", ".", "[0]", "-",
            " ", "é", "",
        ]
        // The keys of dictionaries have no roles.
        let closure = XMLRoleStrategy.custom { ["header", "parts", "counts"].contains($0) ? nil : .attribute }
        var written = 0
        for round in 0..<2_000 {
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
                let bytes = try encoder.encode(value, rootName: root)
                #expect(try decoder.decode(Message.self, from: bytes) == value)
                let bare = try encoder.encode(fields, rootName: root)
                #expect(try decoder.decode([String: String].self, from: bare) == fields)
                written += 1
            } catch let error as EncodingError {
                let found = try #require(error.xmlError)
                #expect([.invalidName, .undeclaredPrefix].contains(found.code), "\(found)")
                #expect(fields.keys.contains { found.diagnostic.path?.hasSuffix("." + $0) ?? false }, "\(found)")
            }
        }
        #expect(written > 300 && written < 1_900)
    }

    @Test("Strings with white space at their ends survive a decoder that trims")
    func trimming() throws {
        let value = ["a": [" x ", "", "\n", "y"], "b": ["é\t"]]
        let bytes = try XMLEncoder(preservesWhiteSpace: true).encode(value)
        #expect(try XMLDecoder(trimsWhiteSpace: true).decode([String: [String]].self, from: bytes) == value)
    }

    private struct Mixed: Codable, Equatable {
        enum CodingKeys: String, CodingKey {
            case names = "name", inner
            case text = "#text"
        }
        final class Box: Codable, Equatable {
            let mixed: Mixed
            init(_ mixed: Mixed) { self.mixed = mixed }
            static func == (left: Box, right: Box) -> Bool { left.mixed == right.mixed }
        }
        var names: [String], text: String?, inner: Box? = nil
    }

    @Test("Layout adds nothing to texts beside elements, even if they are empty, white space or nil")
    func layoutOfTexts() throws {
        let layouts = [XMLWritingOptions.pretty, XMLWritingOptions(whiteSpace: .minified)]
        for text in ["", " ", "\n", "x", " x", nil] as [String?] {
            for inner in ["", "y", nil] as [String?] {
                let box = Mixed.Box(Mixed(names: ["a"], text: inner))
                let value = Mixed(names: ["a", ""], text: text, inner: box)
                let read = Mixed.Box(Mixed(names: ["a"], text: inner ?? ""))
                let expected = Mixed(names: ["a", ""], text: text ?? "", inner: read)
                for layout in layouts {
                    let bytes = try XMLEncoder(writingOptions: layout).encode(value)
                    #expect(try XMLDecoder().decode(Mixed.self, from: bytes) == expected)
                    let writer = try XMLWriter(options: layout)
                    try writer.encode(value)
                    #expect(try XMLDecoder().decode(Mixed.self, from: writer.finish()) == expected)
                }
            }
        }
    }

    @Test("Layout does not change values")
    func layout() throws {
        for whiteSpace in [XMLWritingOptions.WhiteSpace.indented(by: "  "), .minified] {
            let encoder = XMLEncoder(writingOptions: XMLWritingOptions(whiteSpace: whiteSpace))
            for seed in 0..<50 as Range<UInt64> {
                var random = RandomValues(seed: seed)
                let value = random.list { Leaf(&$0) }
                #expect(try XMLDecoder().decode([Leaf].self, from: encoder.encode(value)) == value)
            }
        }
    }
}
