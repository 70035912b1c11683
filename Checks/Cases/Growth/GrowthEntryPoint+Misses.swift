import LibXML

extension GrowthEntryPoint {
    /// Lookups that fail, whose errors the program discards.
    static let misses: [Self] = [
        Self("missing-elements", [.wellFormed]) { input in
            let root = try input.tree().root
            for number in 0..<count(input) { _ = try? root.require("no-such-\(number)") }
        },
        Self("missing-attributes", [.wellFormed]) { input in
            let root = try input.tree().root
            let element = root.elements.first ?? root
            for number in 0..<count(input) { _ = try? element.require(attribute: "no-such-\(number)") }
        },
        Self("missing-in-elements", [.wellFormed]) { input in
            for element in try input.tree().descendants {
                _ = (try? element.require("no-such"), try? element.require(attribute: "no-such"))
            }
        },
        Self("missing-at-paths", [.wellFormed]) { input in
            let root = try input.tree().root
            guard let name = root.elements.first?.qualifiedName else { return }
            for number in 0..<count(input) {
                _ = try? root.require(at: XMLPath([.init(name), .init(1_000_000 + number)]))
                _ = try? root.require(at: XMLPath([.init(name), .init(0), .init("no-such-\(number)")]))
            }
        },
        Self("missing-keys", [.wellFormed]) { input in
            let dictionary = try XMLDictionary(parsing: input.bytes, options: input.options)
            // Any other value has no keys.
            guard let value = dictionary.first(where: { _ in true })?.value, value.dictionary != nil else { return }
            for number in 0..<count(input) {
                _ = (try? value.require("no-such-\(number)"), try? value.require("@\(number)"))
            }
        },
        Self("missing-at-dictionary-paths", [.wellFormed], divisor: 4) { input in
            let dictionary = try XMLDictionary(parsing: input.bytes, options: input.options)
            // The value of an attribute is a copy of it.
            guard let (_, value) = dictionary.first(where: { _ in true }),
                let name = value.dictionary?.keys.first(where: { !$0.hasPrefix("@") })
            else { return }
            for number in 0..<count(input) {
                _ = try? value.require(at: XMLPath([.init(name), .init(1_000_000 + number)]))
                _ = try? value.require(at: XMLPath([.init(name), .init(0), .init("no-such-\(number)")]))
            }
        },
        Self("missing-coding-keys", [.wellFormed]) { input in
            _ = try XMLDecoder().decode(Misses.self, from: XMLTree(parsing: input.bytes, options: input.options))
        },
        Self("invalid-values-of-two-lists", [.wellFormed], divisor: 2) { input in
            let content = String(decoding: input.bytes, as: UTF8.self)
            _ = try XMLDecoder().decode(TwoLists.self, from: "<r><l>\(content)</l><l>\(content)</l></r>")
        },
        Self("keys-of-two-elements", [.wellFormed], divisor: 2) { input in
            let content = String(decoding: input.bytes, as: UTF8.self)
            _ = try XMLDecoder().decode(TwoElements.self, from: "<r><l>\(content)</l><l>\(content)</l></r>")
        },
        Self("words-of-two-lists", [.wellFormed], divisor: 2) { input in
            let words = "<l>\(repeated("a ", input.bytes.count / 2))<!---->\(repeated("a ", input.bytes.count / 2))</l>"
            _ = try XMLDecoder().decode(TwoWordLists.self, from: "<r>\(words)\(words)</r>")
        },
        Self("trimmed-under-attributes", [.wellFormed], divisor: 2) { input in
            let attributes = list(min(100_000, input.bytes.count / 4)) { " a\($0)=''" }
            let text = "<r\(attributes) xml:space='preserve'>\(repeated("<a> x </a>", input.bytes.count))</r>"
            _ = try XMLDecoder(trimsWhiteSpace: true).decode([String: [String]].self, from: text)
        },
        Self("described-misses", [.wellFormed], divisor: 4) { input in
            let root = try input.tree().root
            for number in 0..<count(input) / 50 {
                do throws(XMLError) { _ = try root.require("no-such-\(number)") } catch { _ = error.description }
            }
        },
    ]

    /// The number of lookups, in proportion to the document.
    private static func count(_ input: GrowthInput) -> Int { input.bytes.count / 16 }

    private struct AnyKey: CodingKey {
        let stringValue: String
        var intValue: Int? { nil }
        init(stringValue: String) { self.stringValue = stringValue }
        init?(intValue: Int) { nil }
    }

    /// Looks up each child under its name, and under a name that does not exist.
    private struct Misses: Decodable {
        init(from decoder: any Decoder) throws {
            let container = try decoder.container(keyedBy: AnyKey.self)
            for number in container.allKeys.indices {
                _ = try? container.decode(String.self, forKey: AnyKey(stringValue: "no-such-\(number)"))
            }
        }
    }

    /// Reads two lists at once, whose values are not of their type.
    private struct TwoLists: Decodable {
        init(from decoder: any Decoder) throws {
            var lists = try decoder.unkeyedContainer()
            var (first, second) = (
                try Self.root(&lists).unkeyedContainer(), try Self.root(&lists).unkeyedContainer()
            )
            while !first.isAtEnd, !second.isAtEnd {
                for _ in 0..<2 { _ = (try? first.decode(Int.self), try? second.decode(Int.self)) }
                _ = (try first.decode(Kept.self), try second.decode(Kept.self))
            }
        }

        /// The root of one of the documents.
        static func root(_ lists: inout any UnkeyedDecodingContainer) throws -> any Decoder {
            var documents = try lists.decode(Kept.self).decoder.unkeyedContainer()
            return try documents.decode(Kept.self).decoder
        }
    }

    /// Looks up each child of two elements by name, in turn.
    private struct TwoElements: Decodable {
        init(from decoder: any Decoder) throws {
            var lists = try decoder.unkeyedContainer()
            let first = try TwoLists.root(&lists).container(keyedBy: AnyKey.self)
            let second = try TwoLists.root(&lists).container(keyedBy: AnyKey.self)
            for key in first.allKeys { _ = (first.contains(key), second.contains(key)) }
        }
    }

    /// Reads the words of two texts in turn.
    private struct TwoWordLists: Decodable {
        init(from decoder: any Decoder) throws {
            struct Words: Decodable {
                enum CodingKeys: String, CodingKey { case text = "#text" }
                var text: any UnkeyedDecodingContainer
                init(from decoder: any Decoder) throws {
                    text = try decoder.container(keyedBy: CodingKeys.self).nestedUnkeyedContainer(forKey: .text)
                }
            }
            var lists = try decoder.unkeyedContainer()
            var (first, second) = (try lists.decode(Words.self).text, try lists.decode(Words.self).text)
            while !first.isAtEnd { _ = (try first.decode(String.self), try second.decode(String.self)) }
        }
    }

    private struct Kept: Decodable {
        let decoder: any Decoder
        init(from decoder: any Decoder) { self.decoder = decoder }
    }
}
