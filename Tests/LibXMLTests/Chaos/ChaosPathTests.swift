import CheckCases
@_spi(Checks) import LibXML
import Testing

/// Paths, names, keys and indices with any text and number. None of them may trap.
@Suite struct ChaosPathTests {
    private static let parts = [
        "a", "*", "@", "@k", "/", "//", ".", "[", "]", "[0]", "[-1]", "[9223372036854775807]", "[9223372036854775808]",
        "[٣]", "[1",
        "{", "}", "{urn:p}a", "p:a", ":", "", " ", "é", "e\u{301}", "\u{0}", "\r\n", "😀", "$text", "-k", "#text", "_",
        "[*]", "text()",
        "[ 1]", "[+1]", "[1e3]", "..", "\u{FEFF}",
    ]
    private static let numbers = [0, 1, 2, -1, .min, .max, 1 << 32, Int(Int32.max), -(1 << 40)]

    private static let tree = try? XMLTree(
        parsing: "<r xmlns:p='urn:p' k='v'><a k='1'>t<b/></a><p:a p:k='2'/><a>u</a><é>v</é><![CDATA[c]]></r>")

    private static func text(_ random: inout SeededGenerator) -> String {
        (0..<Int.random(in: 0...6, using: &random)).map { _ in random.pick(parts) }.joined()
    }

    private static func path(_ random: inout SeededGenerator) -> XMLPath {
        if random.chance(2) { return XMLPath(releaseLiteral: text(&random)) }
        let count = random.chance(10) ? 70 : Int.random(in: 0...4, using: &random)
        return XMLPath(
            (0..<count).map { _ in
                switch Int.random(in: 0..<4, using: &random) {
                case 0: .init(random.pick(numbers))
                case 1: .descendants
                case 2: .element(XMLName(text(&random), namespaceURI: random.pick([nil, "", "urn:p"])))
                default: .init(random.pick(parts))
                }
            })
    }

    @Test("Any text is a path or an error, and any path leads to something or nothing", arguments: Chaos.seeds(400))
    func paths(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        let tree = try #require(Self.tree)
        let text = Self.text(&random)
        do {
            let parsed = try XMLPath(parsing: text)
            #expect(parsed == XMLPath(releaseLiteral: text))
            #expect(parsed.error == nil)
            // A path whose text would be parsed differently is described as an array.
            let description = parsed.description
            if !description.hasPrefix("[\"") { #expect(try XMLPath(parsing: description) == parsed) }
        } catch {
            #expect(error.code == .invalidPath)
            let literal = XMLPath(releaseLiteral: text)
            #expect(literal.error == error)
            #expect(literal.description == text)
            #expect(tree.root[at: literal] == nil)
            #expect(throws: error) { _ = try tree.records(at: literal) }
            #expect(throws: error) { _ = try XMLPushParser(at: literal) }
        }
        let path = Self.path(&random)
        _ = (path.description, path.error, path.hashValue)
        _ = (
            tree.root[at: path], tree.root.elements(at: path), tree.root.string(at: path), tree.root.strings(at: path)
        )
        let records = Result { () throws(XMLError) in try tree.records(at: path) }
        let other = Result { () throws(XMLError) in
            var records = try XMLRecords(parsing: tree.source, at: path)
            var count = 0
            while try records.next() != nil { count += 1 }
            return count
        }
        #expect((try? records.get().count) == (try? other.get()))
        #expect(records.error?.code == other.error?.code)
        for mapping in [XMLMapping.xmltodict, .objcXMLDictionary, .objcXMLReader, .badgerFish, .parker] {
            let dictionary = XMLDictionary(tree, mapping: mapping)
            _ = (dictionary[at: path], dictionary.string(at: path), dictionary.strings(at: path))
            let value = XMLValue(tree, mapping: mapping)
            _ = (value[at: path], value.string(at: path)?.utf8.count, value.strings(at: path))
            // A chain of keys and indices.
            var next: XMLValue? = value
            for _ in 0..<4 { next = random.chance(2) ? next?[Self.text(&random)] : next?[random.pick(Self.numbers)] }
        }
    }

    @Test("Names of any text find elements or nothing", arguments: Chaos.seeds(200))
    func names(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        let tree = try #require(Self.tree)
        let text = Self.text(&random)
        let uri = random.pick([nil, "", "urn:p", Self.text(&random)])
        let name = uri.map { XMLNamespace($0)[text] } ?? XMLName(text, namespaceURI: nil)
        #expect(name == XMLName(text, namespaceURI: uri))
        _ = (name.description, XMLNamespace(stringLiteral: text).uri)
        for element in [tree.root] + tree.descendants {
            _ = (element[text], element[name], element[all: text], element[all: name])
            _ = (element[attribute: text], element[attribute: name], element.resolve(text))
            _ = (Array(element.descendants(named: text)), Array(element.descendants(named: name)))
            _ = (try? element.value(as: Int.self))
        }
        var reader = XMLReader(parsing: tree.source)
        while try reader.next() != nil {
            _ = (reader.isNamed(text), reader.isNamed(name), reader[attribute: text], reader[attribute: name])
        }
        reader = XMLReader(parsing: tree.source)
        _ = try reader.readToFollowing(text)
        _ = try reader.readToNextSibling(name)
        try reader.forEachElement(name) { _ = try $0.next() }
    }
}
