import CheckCases
import Testing

@_spi(Checks) @testable import LibXML

@Suite struct PredicateTests {
    private static let document = """
        <shop><book id="1" lang="en"><title>Dune</title><by><n>Frank</n> Herbert</by></book>\
        <book id="2"><title>Emma</title><title>Émile</title></book><cd id="3"><title>Dune</title></cd>\
        <shelf><book id="4" lang=""><title>It's</title></book><book id="5" lang="fr"/></shelf></shop>
        """

    @Test(
        "Predicates select elements of trees and dictionaries",
        arguments: [
            ("shop/book[@id='2']/@id", ["2"]), ("shop/book[@lang]/@id", ["1"]), ("//book[@lang]/@id", ["1", "4", "5"]),
            ("//book[@lang='']/@id", ["4"]), ("shop/*[title='Dune']/@id", ["1", "3"]), ("//*[@id='3']/title", ["Dune"]),
            ("shop/book[title='Émile']/@id", ["2"]), ("//book[title=\"It's\"]/@id", ["4"]),
            ("shop/book[by='Frank Herbert']/@id", ["1"]), ("shop/book[last()]/@id", ["2"]),
            ("//book[last()]/@id", ["2", "5"]), ("shop/book[@lang][1]/@id", ["1"]), ("shop/book[2][@lang]/@id", []),
            ("shop/book[title]/@id", ["1", "2"]), ("//*[book]/book/@id", ["1", "2", "4", "5"]),
            ("shop.book[@id='2'].title[last()]", ["Émile"]), ("shop/book[ @id = '2' ]/@id", ["2"]),
            ("shop/book[title][last()]/@id", ["2"]), ("//book[last()][@lang]/@id", ["5"]), ("//book[@no]/@id", []),
            ("//book[@lang][last()]/@id", ["1", "5"]), ("shop/book[last()][1]/@id", ["2"]),
            ("//book[1][last()]/@id", ["1", "4"]),
            ("shop/book[last()][2]/@id", []), ("//@*[last()]", ["en", "2", "3", "", "fr"]),
            ("shop[book]//cd/@*[1]", ["3"]),
            ("//book[*]/@id", ["1", "2", "4"]), ("//*[*:title='Dune']/@id", ["1", "3"]), ("//book[@*='fr']/@id", ["5"]),
        ])
    func lookup(_ text: String, _ expected: [String]) throws {
        let path = try XMLPath(parsing: text)
        let tree = try XMLTree(parsing: Self.document)
        #expect(tree.strings(at: path) == expected)
        #expect(tree.string(at: path) == expected.first)
        // A list of all attributes is not in a dictionary's keys in the same way.
        if text.contains("@*[") { return }
        for dictionary in [XMLDictionary(tree), XMLDictionary(tree, mapping: .xmltodict.transforming { _ in .keep })] {
            #expect(dictionary.strings(at: path) == expected)
            #expect(dictionary.string(at: path) == expected.first)
        }
    }

    @Test("A name in a predicate may begin with a numeral that is a letter", arguments: ["百分比", "千克", "一", "Ⅳ"])
    func numerals(name: String) throws {
        let tree = try XMLTree(parsing: "<r><a/><a><\(name)>5</\(name)><b>x</b></a></r>")
        for path in ["r/a[\(name)='5']/b", "r/a[\(name)]/b"] {
            #expect(tree.strings(at: try XMLPath(parsing: path)) == ["x"])
        }
        #expect(throws: XMLError.self) { try XMLPath(parsing: "r/a[+1]") }
    }

    @Test("Predicates of attributes select records", arguments: [1, 7, 1 << 16])
    func records(size: Int) throws {
        func ids(_ path: XMLPath) throws -> [String] {
            var chunks = Array(Self.document.utf8).chunks(of: size)[...]
            var records = try XMLRecords(parsing: .chunks { chunks.popFirst().map(Array.init) }, at: path)
            var ids: [String] = []
            while let record = try records.next() { ids.append(record[attribute: "id"] ?? "-") }
            return ids
        }
        #expect(try ids("//book[@lang]") == ["1", "4", "5"])
        #expect(try ids("shop/*[@id='2']") == ["2"])
        #expect(try ids("shop[@id]//book") == [])
        #expect(try ids("//*[@id='1']/by") == ["-"])
        #expect(try ids("//book[@lang][@id='4']") == ["4"])
        #expect(try ids([.descendants, "book", .having("@id", equals: "5")]) == ["5"])
    }

    @Test(
        "A predicate that a stream cannot evaluate is an error", arguments: ["a[0]", "a[last()]", "a[b]", "a[b='1']/c"])
    func unreachable(_ text: String) throws {
        let path = try XMLPath(parsing: text)
        #expect(throws: XMLError.self) { _ = try XMLRecords(parsing: "<a/>", at: path) }
        let error = try #require(throws: XMLError.self) { _ = try XMLTree(parsing: "<a/>").records(at: path) }
        #expect(error.code == .invalidPath)
    }

    @Test("References, line ends and defaults in an attribute are resolved before it is compared")
    func resolvedValues() throws {
        let document =
            "<!DOCTYPE r [<!ATTLIST a k CDATA 'd' t NMTOKEN #IMPLIED>]><r><a k='&lt;1&#10;x\ny'/><a t=' x '/></r>"
        for path: [XMLPath.Element] in [
            ["r", "a", .having("@k", equals: "<1\nx y")], ["r", "a", .having("@k", equals: "d")],
            ["r", "a", .having("@t", equals: "x"), .having("@k")],
        ] {
            let path = XMLPath(path)
            let tree = try XMLTree(parsing: document)
            #expect(tree.elements(at: path).count == 1)
            #expect(XMLDictionary(tree).array(at: path).count == 1)
            var records = try XMLRecords(parsing: document, at: path)
            #expect(try records.next()?.hasSameContent(as: try #require(tree[at: path])) == true)
            #expect(try records.next() == nil)
        }
    }

    @Test("A value is compared by its characters, not by canonical equivalence")
    func equivalence() throws {
        let tree = try XMLTree(parsing: "<r><a k='e\u{301}'>e\u{301}</a></r>")
        let found =
            tree.elements(at: ["r", "a", .having("@k", equals: "é")])
            + tree.elements(at: ["r", .having("a", equals: "é")])
        #expect(found.isEmpty)
        #expect(XMLDictionary(tree).array(at: ["r", "a", .having("@k", equals: "é")]).isEmpty)
        #expect(tree.elements(at: ["r", "a", .having("@k", equals: "e\u{301}")]).count == 1)
    }

    @Test("Predicates of dictionaries that were created in code compare values")
    func made() {
        let shop: XMLDictionary = [
            "book": [["@id": "1", "title": "Dune"], ["@id": "2", "title": ["Emma", "Émile"]]]
        ]
        #expect(shop.string(at: "book[@id='2']/title") == "Emma")
        #expect(shop.string(at: "book[title='Émile']/@id") == "2")
        #expect(shop.strings(at: "book[title]/@id") == ["1", "2"])
        #expect(shop.string(at: "book[last()]/title[last()]") == "Émile")
        #expect(shop["book"]?[at: "[@id='1']/title"] == "Dune")
    }

    @Test("A dictionary compares the value that it contains, a tree the text of the document")
    func whiteSpace() throws {
        let tree = try XMLTree(parsing: "<a><b><t>\n Oat\n</t><n>2</n></b><b><t><i>Oat</i></t><n>3</n></b></a>")
        #expect(XMLDictionary(tree).strings(at: "a.b[t='Oat'].n") == ["2", "3"])
        #expect(tree.strings(at: "a/b[t='Oat']/n") == ["3"])
        #expect(tree.strings(at: ["a", "b", .having("t", equals: "\n Oat\n"), "n"]) == ["2"])
    }

    @Test("The text of an element can be the last step in trees, as in dictionaries and keys")
    func textStep() throws {
        let tree = try XMLTree(parsing: "<a><b k='1'>x<c/>y</b><b>z</b></a>")
        #expect(tree.string(at: "a/b/#text") == "xy")
        #expect(tree.strings(at: "a/b/#text") == ["xy", "z"])
        #expect(XMLDictionary(tree).string(at: "a.b[0].#text") == "xy")
    }

    @Test("Decoders, edits and errors know predicates")
    func users() throws {
        struct Shop: Decodable {
            var emma: [String]
            var last: String
            enum CodingKeys: String, CodingKey {
                case emma = "book[@id='2']/title"
                case last = "shelf/book[last()]/@id"
            }
        }
        let shop = try XMLDecoder().decode(Shop.self, from: Self.document)
        #expect(shop.emma == ["Emma", "Émile"])
        #expect(shop.last == "5")
        var edit = XMLEdit(try XMLTree(parsing: Self.document))
        try edit.setText(at: "//book[@id='5']/@lang", to: "de")
        #expect(try edit.xmlString().contains("<book id=\"5\" lang=\"de\"/>"))
        let tree = try XMLTree(parsing: Self.document)
        let error = try #require(throws: XMLError.self) { try tree.require(at: "shop/book[@id][@id='9']/title") }
        #expect(error.code == .missingElement)
        #expect(error.location?.column == 1)
        #expect(error.message.contains("<shop> has no element “book[@id][@id='9']”"), "\(error.message)")
        let missing = try #require(throws: XMLError.self) {
            try XMLDictionary(tree).require(at: "shop.book[@id='9']")
        }
        #expect(missing.code == .missingKey)
        var records = try XMLRecords(parsing: Self.document, at: "shop/book[@id='9']")
        #expect(try records.next() == nil)
        struct Written: Encodable {
            var book = "x"
            enum CodingKeys: String, CodingKey { case book = "book[@id='2']/title" }
        }
        #expect(throws: (any Error).self) { try XMLEncoder().xmlBytes(Written()) }
    }

    // MARK: Generated paths

    /// The elements at a path by definition, as XPath 1.0 defines location steps and predicates.
    private static func expected(_ path: XMLPath, from start: XMLTree.Element) -> [Int] {
        var nodes = [start]
        for step in path.steps {
            let parents = step.isDeep ? nodes.flatMap { [$0] + $0.descendants } : nodes
            var found: Set<XMLTree.Element> = []
            for parent in Set(parents) {
                var group = parent.elements.filter { child in
                    if case .element(let test) = step.target {
                        test == .any || child.isNamed(test.description)
                    } else {
                        false
                    }
                }
                for predicate in step.predicates {
                    group = group.enumerated().filter { position, element in
                        switch predicate {
                        case .index(let index): position == index
                        case .last: position == group.count - 1
                        case .attribute(let test, let value):
                            element[attribute: test.description].map { value == nil || $0 == value } ?? false
                        case .element(let test, let value):
                            element[all: test.description].contains { value == nil || $0.text == value }
                        }
                    }.map(\.element)
                }
                found.formUnion(group)
            }
            nodes = found.sorted()
        }
        return nodes.map(\.entry)
    }

    @Test("Generated paths lead to the elements of their definition", arguments: 0..<300 as Range<UInt64>)
    func generated(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        func element(_ depth: Int) -> String {
            let name = random.pick(["a", "b", "c"])
            let attributes = random.pick(["", " k='1'", " k='2' l='1'", " l=''"])
            let children = depth == 0 ? [] : (0..<Int.random(in: 0...4, using: &random)).map { _ in element(depth - 1) }
            return "<\(name)\(attributes)>\(random.pick(["", "1", "2"]))\(children.joined())</\(name)>"
        }
        let document = "<r>\(element(3))\(element(3))\(element(2))\(element(3))</r>"
        let tree = try XMLTree(parsing: document)
        let dictionary = XMLDictionary(tree)
        for _ in 0..<40 {
            var isStreamed = true
            let text = (0..<Int.random(in: 1...3, using: &random)).map { _ in
                let predicates = (0..<Int.random(in: 0...2, using: &random)).map { _ in
                    let attributes = ["[@k]", "[@k='1']", "[@l='']", "[@k=\"2\"]"]
                    let others = ["[1]", "[2]", "[last()]", "[a]", "[b='1']", "[c='2']", "[*]"]
                    let predicate = random.pick(attributes + others)
                    if others.contains(predicate) { isStreamed = false }
                    return predicate
                }
                return random.pick(["/", "//"]) + random.pick(["a", "b", "*"]) + predicates.joined()
            }.joined()
            let path = try XMLPath(parsing: "r" + text)
            let top = XMLTree.Element(tape: tree.tape, entry: Tape.document)
            let expected = Self.expected(path, from: top)
            #expect(tree.elements(at: path).map(\.entry) == expected, "\(path) in \(document)")
            #expect(tree[at: path]?.entry == expected.first, "\(path) in \(document)")
            #expect(try XMLPath(parsing: path.description) == path)
            // In a dictionary, `*[0]` is the first value of each key.
            if !text.contains("*[") {
                #expect(dictionary.array(at: path).compactMap(\.place) == expected, "\(path) in \(document)")
            }
            guard isStreamed else { continue }
            var records = try XMLRecords(parsing: document, at: path)
            var ranges: [Range<Int>] = []
            while let record = try records.next() { ranges.append(record.sourceRange) }
            // An element inside of a record is a part of it.
            var end = 0
            let outermost = expected.filter { entry in
                guard entry >= end else { return false }
                end = tree.tape.end(entry)
                return true
            }
            #expect(ranges == outermost.map { tree.tape.sourceRange($0) }, "\(path) in \(document)")
            #expect(try tree.records(at: path).map(\.entry) == outermost, "\(path) in \(document)")
        }
    }
}
