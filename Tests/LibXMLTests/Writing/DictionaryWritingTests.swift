import CheckCases
import LibXML
import Testing

@Suite struct DictionaryWritingTests {
    struct Case: Sendable, CustomTestStringConvertible {
        var name: String
        var value: XMLDictionary
        var mapping = XMLMapping.xmltodict
        var root: String?
        var expected: String
        var testDescription: String { name }
    }

    @Test("Dictionaries become documents", arguments: cases)
    func documents(_ test: Case) throws {
        let output = try test.value.xmlString(
            mapping: test.mapping, root: test.root, options: .init(declaration: .never))
        #expect(output == test.expected)
    }

    private static var cases: [Case] {
        [
            Case(name: "null", value: ["a": .null], expected: "<a/>"),
            Case(name: "text", value: ["a": "x < y"], expected: "<a>x &lt; y</a>"),
            Case(
                name: "numbers", value: ["a": ["b": 7, "c": 1.5, "d": true, "@e": 3]],
                expected: "<a e=\"3\"><b>7</b><c>1.5</c><d>true</d></a>"),
            Case(
                name: "attributes after children", value: ["a": ["b": "x", "@c": "1", "#text": "t", "@d": .null]],
                expected: "<a c=\"1\" d=\"\"><b>x</b>t</a>"),
            Case(
                name: "lists", value: ["a": ["b": [.null, "x", ["@c": "1"]]]],
                expected: "<a><b/><b>x</b><b c=\"1\"/></a>"),
            Case(name: "an empty list", value: ["a": ["b": []]], expected: "<a></a>".replacing("></a>", with: "/>")),
            Case(name: "a root in a list", value: ["a": ["x"]], expected: "<a>x</a>"),
            Case(
                name: "namespaces", value: ["p:a": ["@xmlns:p": "u", "@xmlns": "v", "@p:b": "1", "c": .null]],
                expected: "<p:a xmlns:p=\"u\" xmlns=\"v\" p:b=\"1\"><c/></p:a>"),
            Case(
                name: "namespaces of xmltodict", value: ["a": ["@xmlns": ["": "u", "p": "v"], "p:b": "x"]],
                expected: "<a xmlns=\"u\" xmlns:p=\"v\"><p:b>x</p:b></a>"),
            Case(
                name: "a root around it", value: ["a": "1", "b": "2"], root: "r", expected: "<r><a>1</a><b>2</b></r>"),
            Case(
                name: "expanded names", value: ["u:a": ["u:b": "1", "@v:c": "2", "d": "3"]],
                mapping: .init(names: .expanded()),
                expected: "<a xmlns=\"u\" xmlns:ns1=\"v\" ns1:c=\"2\"><b>1</b><d xmlns=\"\">3</d></a>"),
            Case(
                name: "shortened names", value: ["s:a": ["b": "1"]],
                mapping: .init(names: .expanded(prefixes: ["urn:s": "s", "urn:b": ""])),
                expected: "<a xmlns=\"urn:s\"><b xmlns=\"urn:b\">1</b></a>"),
            Case(
                name: "objcXMLDictionary", value: ["__name": "r", "_id": "7", "__text": ["one", "three"], "b": "two"],
                mapping: .objcXMLDictionary, expected: "<r id=\"7\">one<b>two</b>three</r>"),
            Case(
                name: "more texts than elements between them",
                value: ["__name": "r", "__text": ["1", "2", "3"], "b": "x"],
                mapping: .objcXMLDictionary, expected: "<r>1<b>x</b>2\n3</r>"),
            Case(
                name: "grouped attributes", value: ["a": ["__attributes": ["b": "1"], "__text": "t"]],
                mapping: .init(attributes: .grouped("__attributes"), textKey: "__text"), expected: "<a b=\"1\">t</a>"),
            Case(
                name: "objcXMLReader", value: ["a": ["b": "1", "c": ["text": "t"], "text": "u", "d": ["2", [:]]]],
                mapping: .objcXMLReader, expected: "<a b=\"1\" d=\"2\"><c>t</c>u<d/></a>"),
            Case(
                name: "badgerFish", value: ["a": ["@xmlns": ["$": "u", "p": "v"], "$": "t", "@b": "1", "c": [:]]],
                mapping: .badgerFish, expected: "<a xmlns=\"u\" xmlns:p=\"v\" b=\"1\">t<c/></a>"),
            Case(
                name: "parker", value: ["a": "1", "b": .null], mapping: .parker, root: "r",
                expected: "<r><a>1</a><b/></r>"),
            Case(
                name: "comments and CDATA",
                value: ["#c": "before", "a": ["#c": ["x", "y"], "#cdata": "<b>", "#text": "t"]],
                mapping: .init(cdataKey: "#cdata", commentsKey: "#c"),
                expected: "<!--before-->\n<a><!--x--><!--y--><![CDATA[<b>]]>t</a>"),
        ]
    }

    @Test("What cannot be written is an error that names the path", arguments: errors)
    func error(_ value: XMLDictionary, _ mapping: XMLMapping, _ code: XMLError.Code, _ path: String?) throws {
        let error = try #require(throws: XMLError.self) { _ = try value.xmlString(mapping: mapping) }
        #expect(error.code == code)
        #expect(error.diagnostic.path == path)
    }

    private static var errors: [(XMLDictionary, XMLMapping, XMLError.Code, String?)] {
        [
            ([:], .xmltodict, .missingRootElement, nil),
            (["a": [] as XMLValue], .xmltodict, .missingRootElement, nil),
            (["a": "1", "b": "2"], .xmltodict, .contentAfterRootElement, nil),
            (["a": ["1", "2"]], .xmltodict, .contentAfterRootElement, nil),
            (["#text": "x"], .xmltodict, .missingRootElement, "#text"),
            (["a": "1"], .parker, .missingRootElement, nil),
            (["a": "1"], .objcXMLDictionary, .missingRootElement, nil),
            (["a": ["b": ["x", ["a><b": "1"]]]], .xmltodict, .invalidName, "a.b[1].a><b"),
            (["a": ["@b c": "1"]], .xmltodict, .invalidName, "a.@b c"),
            (["a": ["@b": ["c": "1"]]], .xmltodict, .invalidValue, "a.@b"),
            (["a": ["@b": ["1", "2"]]], .xmltodict, .invalidValue, "a.@b"),
            (["a": ["#text": ["c": "1"]]], .xmltodict, .invalidValue, "a.#text"),
            (["a": ["b": [["x"]]]], .xmltodict, .invalidValue, "a.b[0]"),
            (["a": ["b": "x\0"]], .xmltodict, .invalidCharacter, "a.b"),
            (["a": ["p:b": "x"]], .xmltodict, .undeclaredPrefix, "a.p:b"),
            (["a": ["@xmlns:": "u"]], .xmltodict, .invalidName, "a.@xmlns:"),
            (["a": ["@xmlns:p": ""]], .xmltodict, .invalidNamespaceDeclaration, "a.@xmlns:p"),
        ]
    }

    @Test("Names with characters that end a tag are errors in every position")
    func injection() throws {
        for key in ["a><b", "a b='1'", "a/", "a\u{0}", "a\n", "<a", "a>", "!--", "?a", "a]]>"] {
            for value: XMLDictionary in [
                [key: "x"], ["r": [key: "x"]], ["r": ["@" + key: "x"]], ["r": ["@xmlns:" + key: "u"]],
                ["r": ["@xmlns": [key: "u"]]],
            ] {
                #expect { _ = try value.xmlString() } throws: { ($0 as? XMLError)?.code == .invalidName }
            }
        }
    }

    private static let objcWithEmpty: XMLMapping = {
        var mapping = XMLMapping.objcXMLDictionary
        mapping.emptyElements = .dictionary
        return mapping
    }()

    private static let presets: [(String, XMLMapping)] = [
        ("xmltodict", .xmltodict), ("objc", .objcXMLDictionary), ("objc with empty elements", objcWithEmpty),
        ("objcXMLReader", .objcXMLReader),
        ("badgerFish", .badgerFish), ("parker", .parker),
        ("comments", .init(commentsKey: "#comment")), ("cdata", .init(cdataKey: "#cdata")),
        ("grouped", .init(attributes: .grouped("$"))), ("dictionaries", .init(dictionaries: .all)),
        ("strings", .init(emptyElements: .string)), ("kept", .init(emptyElements: .string, whiteSpace: .kept)),
        ("list", .init(mixedText: .list)), ("expanded", .init(namespaceDeclarations: .discarded, names: .expanded())),
        ("expanded with declarations", .init(names: .expanded())),
        ("expanded with prefixes", .init(names: .expanded(prefixes: ["urn:p": "n", "urn:d": ""]))),
        (
            "expanded with grouped declarations",
            .init(namespaceDeclarations: .grouped(key: "@xmlns", defaultKey: ""), names: .expanded())
        ),
        ("merged with null", .init(attributes: .merged, dictionaries: .all)),
        ("always", .init(nameKey: .always("#name"))), ("arrays", .init(arrays: .all)),
    ]

    @Test("What is read, written and read again is equal", arguments: presets.indices)
    func roundTrip(_ preset: Int) throws {
        let (name, mapping) = Self.presets[preset]
        for seed in 0..<80 {
            let text = DocumentGenerator(seed: UInt64(seed)).document(size: 400)
            let tree = try XMLTree(parsing: text)
            // A value under Parker's convention may lack the names of a list.
            let value = XMLValue(XMLDictionary(tree, mapping: mapping))
            let root = name == "parker" ? "r" : nil
            // Parker omits the declarations of prefixes.
            let prefixes = ["urn:p": "p"]
            for options in [
                XMLWritingOptions(prefixes: prefixes), .init(whiteSpace: .indented(by: "  "), prefixes: prefixes),
            ] where name != "kept" || options.whiteSpace == .kept {
                let written = try value.xmlString(root: root, options: options)
                let again = XMLValue(try XMLDictionary(parsing: written, mapping: mapping))
                var isEqual = again == value
                if name == "objc" {
                    // The empty elements that divided texts are lost.
                    let text = try again.xmlString(options: options)
                    let third = XMLValue(try XMLDictionary(parsing: text, mapping: mapping))
                    isEqual = third == again
                }
                #expect(isEqual, "\(name) \(seed)")
                if !isEqual, text.count < 700 { print(name, seed, text, written, separator: "\n") }
            }
        }
    }

    @Test("A dictionary of a document is written as a copy that was created in code", arguments: presets.indices)
    func copies(_ preset: Int) throws {
        let (name, mapping) = Self.presets[preset]
        // Keys without a prefix are in a namespace or in none, which only the document knows.
        guard name != "expanded with prefixes" else { return }
        for seed in 0..<80 {
            let tree = try XMLTree(parsing: DocumentGenerator(seed: UInt64(seed)).document(size: 400))
            let value = XMLValue(XMLDictionary(tree, mapping: mapping))
            let options = XMLWritingOptions(prefixes: ["urn:p": "p"])
            let root = name == "parker" ? "r" : nil
            let written = try value.xmlString(root: root, options: options)
            let copy = try Self.made(value).xmlString(mapping: mapping, root: root, options: options)
            // Declarations come first in the copy.
            let isSame =
                name.hasPrefix("expanded with")
                ? try XMLDictionary(parsing: written, mapping: mapping)
                    == XMLDictionary(parsing: copy, mapping: mapping)
                : written == copy
            #expect(isSame, "\(name) \(seed)")
        }
    }

    @Test(
        "What has the key of something else is written as what it was",
        arguments: [
            ("<r><a/></r>", .init(attributes: .merged, dictionaries: .all)),
            ("<r><c/><c>t</c></r>", .init(attributes: .merged, dictionaries: .all)),
            ("<r><c/><c/></r>", .init(attributes: .prefixed(""), dictionaries: .all)),
            ("<r c=\"1\"><c/><c/></r>", .init(attributes: .merged, dictionaries: .all)),
            ("<r text=\"a\">b</r>", .objcXMLReader), ("<svg><text>hi</text></svg>", .objcXMLReader),
            ("<svg><text>hi</text>x</svg>", .objcXMLReader), ("<r><text/></r>", .objcXMLReader),
            ("<r text=\"a\"><text>b</text><text/>c</r>", .objcXMLReader),
            ("<c a=\"1\" b=\"2\"><a/></c>", .objcXMLReader), ("<c text=\"x\" b=\"y\">z</c>", .objcXMLReader),
            ("<c a=\"1\" b=\"2\"><_a/><d/></c>", .init(attributes: .prefixed("_"))),
            ("<r><c><_id>7</_id></c></r>", .objcXMLDictionary), ("<a><_foo>x</_foo></a>", .objcXMLDictionary),
            ("<a><__text>1</__text>z</a>", .objcXMLDictionary), ("<a><_>x</_></a>", .objcXMLDictionary),
        ] as [(String, XMLMapping)])
    func ambiguousKeys(text: String, mapping: XMLMapping) throws {
        let value = XMLValue(try XMLDictionary(parsing: text, mapping: mapping))
        let options = XMLWritingOptions(declaration: .never)
        #expect(try value.xmlString(options: options) == text)
        // Only a document knows the elements with keys of attributes.
        guard !text.contains("<_") else { return }
        #expect(try Self.made(value).xmlString(mapping: mapping, options: options) == text)
    }

    @Test(
        "An element keeps its namespace although its tag gives the prefix to another one",
        arguments: [
            (
                "<s:e xmlns:s='urn:s' xmlns='urn:s'><s:b xmlns='urn:a'><g/></s:b></s:e>",
                "<e xmlns:s=\"urn:s\" xmlns=\"urn:s\"><s:b xmlns=\"urn:a\"><g/></s:b></e>"
            ),
            (
                "<r xmlns:p='urn:u'><p:a xmlns='urn:v' xmlns:p='urn:u'><b xmlns=''/></p:a></r>",
                "<r xmlns:p=\"urn:u\"><p:a xmlns=\"urn:v\" xmlns:p=\"urn:u\"><b xmlns=\"\"/></p:a></r>"
            ),
        ])
    func redeclaredPrefixes(text: String, expected: String) throws {
        let mapping = XMLMapping(
            namespaceDeclarations: .grouped(key: "@xmlns", defaultKey: ""), names: .expanded())
        let value = XMLValue(try XMLDictionary(parsing: text, mapping: mapping))
        #expect(try Self.made(value).xmlString(mapping: mapping, options: .init(declaration: .never)) == expected)
        // Around a part, no prefix is declared.
        let part: XMLDictionary = ["urn:u:a": ["@xmlns": ["": "urn:v", "ns1": "urn:w"]]]
        #expect(
            try part.xmlString(mapping: mapping, options: .init(declaration: .never))
                == "<ns2:a xmlns:ns2=\"urn:u\" xmlns=\"urn:v\" xmlns:ns1=\"urn:w\"/>")
    }

    @Test("A part of a document declares the prefixes of the elements around it")
    func parts() throws {
        let tree = try XMLTree(
            parsing: """
                <s:e xmlns:s='u' xmlns:t='v' xmlns='w'><s:b s:id='1' t:no='2'><t:x xmlns:t='z' t:y='3'/><t:x/><c/></s:b></s:e>
                """)
        let body = try #require(tree.root.elements.first)
        let options = XMLWritingOptions(declaration: .never)
        let expected = """
            <s:b xmlns:s="u" s:id="1" xmlns:t="v" t:no="2"><t:x xmlns:t="z" t:y="3"/><t:x/><c/></s:b>
            """
        #expect(try XMLDictionary(body).xmlString(options: options) == expected)
        let list: XMLDictionary = ["r": ["p": [XMLValue(XMLDictionary(body)), "x"]]]
        #expect(try list.xmlString(options: options) == "<r><p>\(expected)</p><p>x</p></r>")
        // Where the prefix has the same meaning, it is not declared again.
        let inside: XMLDictionary = ["t:r": ["@xmlns:t": "v", "@xmlns:s": "u", "p": XMLValue(XMLDictionary(body))]]
        let text = try inside.xmlString(options: options)
        #expect(text.contains("<p><s:b s:id=\"1\" t:no=\"2\">"))
        // Local names have no prefixes.
        let local = XMLDictionary(body, mapping: .init(namespaceDeclarations: .discarded, names: .local))
        #expect(try local.xmlString(options: options).contains("xmlns") == false)
    }

    @Test("Namespaces of expanded names are those of the dictionary's own declarations")
    func expandedNames() throws {
        let documents = [
            "<r xmlns='urn:x'><a b='1'/><c xmlns='urn:y'><d xmlns=''/></c></r>",
            "<p:r xmlns:p='urn:x' p:q='1'><p:a><b xmlns='urn:z'/></p:a><p:c xmlns:p='urn:w'/></p:r>",
        ]
        var unwrapped = XMLMapping.objcXMLDictionary
        unwrapped.names = .expanded()
        for document in documents {
            let value = XMLValue(XMLDictionary(try XMLTree(parsing: document), mapping: unwrapped))
            for value in [value, Self.made(value)] {
                let again = try XMLValue(
                    XMLDictionary(parsing: value.xmlString(mapping: unwrapped), mapping: unwrapped))
                let isEqual = again == value
                #expect(isEqual, "\(document)")
            }
        }
        for (name, mapping) in Self.presets where name.hasPrefix("expanded with") {
            for document in documents where !name.contains("prefixes") {
                let value = XMLValue(XMLDictionary(try XMLTree(parsing: document), mapping: mapping))
                for value in [value, Self.made(value)] {
                    let again = try XMLValue(
                        XMLDictionary(parsing: value.xmlString(mapping: mapping), mapping: mapping))
                    let isEqual = again == value
                    #expect(isEqual, "\(name) \(document)")
                }
            }
        }
    }

    @Test(
        "Errors have the same path in a dictionary of a document and in a copy",
        arguments: [
            ("<p>1</p><p>1</p><p>2<q:i>x</q:i></p>", "html.body.p[2].q:i"),
            ("<p>1</p><p>2</p><q:p>3</q:p>", "html.body.q:p"), ("<p><b q:c='1'>1</b></p>", "html.body.p.b"),
            ("<p>1</p><q:i/>", "html.body.q:i"),
        ])
    func errorPaths(_ html: String, _ path: String) throws {
        let value = XMLValue(XMLDictionary(try XMLTree(html: html)))
        for value in [value, Self.made(value)] {
            let error = try #require(throws: XMLError.self) { _ = try value.xmlString() }
            #expect(error.code == .undeclaredPrefix)
            #expect(error.diagnostic.path == path)
        }
        let list: XMLDictionary = ["r": ["a": .init([1, value])]]
        let error = try #require(throws: XMLError.self) { _ = try list.xmlString() }
        #expect(error.diagnostic.path == "r.a[1].\(path)")
    }

    /// Returns a copy of a value without the document.
    private static func made(_ value: XMLValue) -> XMLValue {
        if let dictionary = value.dictionary {
            return XMLValue(XMLDictionary(dictionary.map { (key: $0.key, value: made($0.value)) }))
        }
        if value.isList { return XMLValue(value.array.map(made)) }
        return value.string.map { XMLValue($0) } ?? .null
    }

    @Test("Deep dictionaries do not overflow the stack")
    func depth() throws {
        var value: XMLValue = "x"
        for _ in 0..<100_000 { value = ["a": value] }
        let output = try value.xmlString(options: .init(declaration: .never))
        #expect(output.utf8.count == 100_000 * 7 + 1)
    }
}
