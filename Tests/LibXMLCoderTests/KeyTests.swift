import Foundation
import LibXMLCoder
import Testing

/// Names and keys, which are those of XMLCoder.
@Suite struct KeyTests {
    private struct Key: CodingKey {
        var stringValue: String
        var intValue: Int? { nil }
        init(stringValue: String) { self.stringValue = stringValue }
        init?(intValue: Int) { nil }
    }

    private struct Keys: Codable {
        var all: [String]

        init(_ key: String) { all = [key] }
        init(from decoder: any Decoder) throws {
            all = try decoder.container(keyedBy: Key.self).allKeys.map(\.stringValue)
        }
        func encode(to encoder: any Encoder) throws {
            var container = encoder.container(keyedBy: Key.self)
            for key in all { try container.encode(1, forKey: Key(stringValue: key)) }
        }
    }

    @Test(
        "Keys become names, as those of JSONEncoder do",
        arguments: [
            ("urlPath", "url_path"), ("uRLPath", "u_rl_path"), ("URLPath", "u_rl_path"), ("dataJSON", "data_json"),
            ("myURLProperty", "my_url_property"), ("OneTwo", "one_two"), ("_oneTwo_", "_one_two_"), ("ABC", "a_bc"),
            ("one2Three", "one2_three"), ("aB1C", "a_b1c"), ("aBC1d", "a_bc_1d"), ("aÉb", "a_éb"), ("A", "a"),
        ])
    func names(key: String, name: String) throws {
        let snake = try ShapeTests.encode(Keys(key), "r") { $0.keyEncodingStrategy = .convertToSnakeCase }
        #expect(snake == "<r><\(name)>1</\(name)></r>")
        let kebab = try ShapeTests.encode([key: 1], "r") { $0.keyEncodingStrategy = .convertToKebabCase }
        #expect(kebab == snake.replacing("_", with: "-") || key.contains("_"))
        let json = JSONEncoder()
        json.keyEncodingStrategy = .convertToSnakeCase
        #expect(String(decoding: try json.encode(Keys(key)), as: UTF8.self) == "{\"\(name)\":1}")
    }

    @Test(
        "Names become keys, as those of JSONDecoder do",
        arguments: [
            ("url_path", "urlPath"), ("u_rl_path", "uRlPath"), ("URL_path", "urlPath"), ("URL", "URL"),
            ("__one__two__", "__oneTwo__"), ("x_1y", "x1Y"), ("a_1st_2nd", "a1St2Nd"), ("a_b-cd", "aB-Cd"),
            ("a_b.cd_ef", "aB.CdEf"), ("one_tWO", "oneTwo"), ("one_éa", "oneÉa"), ("one_e\u{301}a", "oneE\u{301}a"),
        ])
    func keys(name: String, key: String) throws {
        let found = try ShapeTests.decode(Keys.self, "<r><\(name)>1</\(name)></r>") {
            $0.keyDecodingStrategy = .convertFromSnakeCase
        }
        #expect(found.all == [key])
        let json = JSONDecoder()
        json.keyDecodingStrategy = .convertFromSnakeCase
        #expect(try json.decode(Keys.self, from: Data("{\"\(name)\":1}".utf8)).all == [key])
    }

    @Test(
        "With shouldProcessNamespaces, elements lose their prefixes and attributes keep them",
        arguments: [
            ("<r xmlns:x='u' x:href='a' href='b' xml:lang='de' lang='en'/>", ["x:href", "href", "xml:lang", "lang"]),
            ("<r xmlns:x='u' href='b' x:href='a'/>", ["href", "x:href"]),
            ("<r xmlns:x='u'><x:title>t</x:title><sub>s</sub></r>", ["title", "sub"]),
        ])
    func prefixes(text: String, keys: [String]) throws {
        let found = try ShapeTests.decode(Keys.self, text) { $0.shouldProcessNamespaces = true }
        #expect(found.all == keys)
        struct Link: Decodable {
            @Attribute var prefixed: String?
            var plain: String?
            enum CodingKeys: String, CodingKey { case prefixed = "x:href", plain = "href" }
        }
        for text in [text, text.replacing(" href='b'", with: ""), "<r/>"] {
            let link = try ShapeTests.decode(Link.self, text) { $0.shouldProcessNamespaces = true }
            #expect(link.prefixed == (text.contains("x:href") ? "a" : nil))
            #expect(link.plain == (text.contains(" href") ? "b" : nil))
        }
        struct Qualified: Decodable {
            var title: String?
            enum CodingKeys: String, CodingKey { case title = "x:title" }
        }
        #expect(try ShapeTests.decode(Qualified.self, text) { $0.shouldProcessNamespaces = true }.title == nil)
    }
}
