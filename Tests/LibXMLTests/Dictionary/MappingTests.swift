import CheckCases
@_spi(Checks) import LibXML
import Testing

/// Each rule of a mapping.
@Suite struct MappingTests {
    struct Rule: Sendable, CustomTestStringConvertible {
        var name: String
        var document: String
        var json: String
        var change: @Sendable (inout XMLMapping) -> Void

        init(
            _ name: String, _ document: String, _ json: String, _ change: @escaping @Sendable (inout XMLMapping) -> Void
        ) {
            self.name = name
            self.document = document
            self.json = json
            self.change = change
        }

        var testDescription: String { name }
    }

    private static let namespaces =
        #"<a xmlns="u" xmlns:p="v" p:k="1"><p:b xmlns:q="w"><q:c/></p:b><d/></a>"#

    static let rules = [
        Rule("attributes prefixed", "<a b='1'><c/></a>", #"{"a":{"-b":"1","c":null}}"#) {
            $0.attributes = .prefixed("-")
        },
        Rule("attributes with an empty prefix", "<a x='1'><x>2</x></a>", #"{"a":{"x":["1","2"]}}"#) {
            $0.attributes = .prefixed("")
        },
        Rule("attributes grouped", "<a b='1' xmlns='u'>t</a>", ##"{"a":{"$":{"b":"1","xmlns":"u"},"#text":"t"}}"##) {
            $0.attributes = .grouped("$")
        },
        Rule("attributes merged", "<a b='1'><b>2</b></a>", #"{"a":{"b":["1","2"]}}"#) { $0.attributes = .merged },
        Rule("attributes discarded", "<a xmlns='u'><b x='1'/><c x='1'>t</c></a>", #"{"a":{"b":null,"c":"t"}}"#) {
            $0.attributes = .discarded
        },
        Rule("declarations discarded", "<a xmlns='u' b='1'><c xmlns='v'>t</c></a>", #"{"a":{"@b":"1","c":"t"}}"#) {
            $0.namespaceDeclarations = .discarded
        },
        Rule(
            "declarations grouped", namespaces,
            #"{"a":{"@p:k":"1","ns":{"":"u","p":"v"},"p:b":{"ns":{"q":"w"},"q:c":null},"d":null}}"#
        ) { $0.namespaceDeclarations = .grouped(key: "ns", defaultKey: "") },
        Rule(
            "declarations grouped, one that takes the default namespace back", "<a xmlns='u'><b xmlns=''/></a>",
            #"{"a":{"ns":{"":"u"},"b":{"ns":{"":null}}}}"#
        ) { $0.namespaceDeclarations = .grouped(key: "ns", defaultKey: "") },
        Rule(
            "attributes grouped by local names", "<a p:b='1' b='2' c='3' xmlns:p='u'/>",
            #"{"a":{"$":{"b":["1","2"],"c":"3","xmlns:p":"u"}}}"#
        ) { ($0.attributes, $0.names) = (.grouped("$"), .local) },
        Rule("an attribute with the key of text", "<a text='1'>t</a>", ##"{"a":{"#text":["1","t"]}}"##) {
            $0.attributes = .prefixed("#")
        },
        Rule("text key", "<a b='1'>t</a>", #"{"a":{"@b":"1","_":"t"}}"#) { $0.textKey = "_" },
        Rule("text key that is a name", "<a>t<b>1</b></a>", #"{"a":{"b":["1","t"]}}"#) { $0.textKey = "b" },
        Rule("no text key", "<a b='1'>t</a>", #"{"a":{"@b":"1"}}"#) { $0.textKey = nil },
        Rule(
            "CDATA apart", "<a>t<![CDATA[ x ]]><b/><![CDATA[y]]></a>",
            ##"{"a":{"!":[" x ","y"],"b":null,"#text":"t"}}"##
        ) { $0.cdataKey = "!" },
        Rule("nothing but CDATA apart", "<a><![CDATA[x]]></a>", ##"{"a":{"!":"x"}}"##) { $0.cdataKey = "!" },
        Rule(
            "comments", "<!--z--><a><!-- c --><b>1<!--d-->2</b><!--e--></a><!--y-->",
            ##"{"#comment":["z","y"],"a":{"#comment":["c","e"],"b":{"#comment":"d","#text":"12"}}}"##
        ) { $0.commentsKey = "#comment" },
        Rule(
            "nothing collapses", "<a>t<b/><c x='1'/><d>u</d></a>",
            ##"{"a":{"b":null,"c":{"@x":"1"},"d":{"#text":"u"},"#text":"t"}}"##
        ) { $0.dictionaries = .all },
        Rule("one does not collapse", "<a><b>1</b><c>2</c></a>", ##"{"a":{"b":{"#text":"1"},"c":"2"}}"##) {
            $0.dictionaries = .named(["b"])
        },
        Rule("some do not collapse", "<a><b>1</b><c>2</c></a>", ##"{"a":{"b":"1","c":{"#text":"2"}}}"##) {
            $0.dictionaries = .matching { $0.value.string == "2" && $0.path == ["a"] }
        },
        Rule("empty strings", "<a><b/><c x='1'/><d> </d></a>", #"{"a":{"b":"","c":{"@x":"1"},"d":""}}"#) {
            $0.emptyElements = .string
        },
        Rule(
            "empty strings that do not collapse", "<a><b/><c x='1'/></a>",
            ##"{"a":{"b":{"#text":""},"c":{"@x":"1"}}}"##
        ) { ($0.emptyElements, $0.dictionaries) = (.string, .all) },
        Rule("empty dictionaries", "<a><b/><c>1</c></a>", #"{"a":{"b":{},"c":"1"}}"#) {
            $0.emptyElements = .dictionary
        },
        Rule("empty ones left out", "<a><b/><c><d/></c><e>1</e><e/></a>", #"{"a":{"e":["1"]}}"#) {
            $0.emptyElements = .omitted
        },
        Rule("an empty root left out", "<a><b> </b></a>", "{}") { $0.emptyElements = .omitted },
        Rule("white space kept", "<a> <b> t </b> </a>", ##"{"a":{"b":" t ","#text":"  "}}"##) {
            $0.whiteSpace = .kept
        },
        Rule("zero-width space trimmed", "<a><b>\u{200B} t</b><c>\u{3000}</c></a>", #"{"a":{"b":"t","c":null}}"#) {
            $0.whiteSpace = .trimmed
        },
        Rule("zero-width space stripped", "<a>\u{200B} t\u{A0}</a>", "{\"a\":\"\u{200B} t\"}") { _ in },
        Rule("text joined", "<a>x<b/> y <b/>z</a>", ##"{"a":{"b":[null,null],"#text":"x| y |z"}}"##) {
            $0.mixedText = .joined(separator: "|")
        },
        Rule("text of a separator", "<a>x<b/> </a>", ##"{"a":{"b":null,"#text":"x|"}}"##) {
            $0.mixedText = .joined(separator: "|")
        },
        Rule("text of nothing but a separator", "<a> <b/> </a>", ##"{"a":{"b":null,"#text":"-"}}"##) {
            $0.mixedText = .joined(separator: "-")
        },
        Rule("no text between separators", "<a> <b/></a>", #"{"a":{"b":null}}"#) {
            $0.mixedText = .joined(separator: "-")
        },
        Rule("text in lists", "<a>x<b/> y <!--c-->z<b/> </a>", ##"{"a":{"b":[null,null],"#text":["x","y z"]}}"##) {
            $0.mixedText = .list
        },
        Rule("arrays always", "<a><b>1</b><c/></a>", #"{"a":{"b":["1"],"c":[null]}}"#) { $0.arrays = .all },
        Rule("arrays always, with empty ones left out", "<a><b/></a>", #"{"a":{"b":[]}}"#) {
            ($0.arrays, $0.emptyElements) = (.all, .omitted)
        },
        Rule("arrays by name", "<a><b>1</b><c/></a>", #"{"a":[{"b":["1"],"c":null}]}"#) {
            $0.arrays = .named(["a", "b"])
        },
        Rule("arrays of everything", "<a x='1'>t<b/></a>", ##"{"a":[{"@x":"1","b":[null],"#text":["t"]}]}"##) {
            $0.arrays = .matching { _ in true }
        },
        Rule("arrays by path", "<a><b><b>1</b></b></a>", #"{"a":{"b":{"b":["1"]}}}"#) {
            $0.arrays = .matching { $0.path == ["a", "b"] }
        },
        Rule("name of the root", "<a><b>1</b></a>", #"{"a":{"n":"a","b":"1"}}"#) { $0.nameKey = .root("n") },
        Rule("all names", "<a><b x='1'/><c/></a>", #"{"a":{"n":"a","b":{"n":"b","@x":"1"},"c":null}}"#) {
            $0.nameKey = .always("n")
        },
        Rule("the root bare", "<a x='1'><b/></a>", #"{"@x":"1","b":null}"#) { $0.wrapsRoot = false },
        Rule("a root of text bare", "<a>t</a>", ##"{"#text":"t"}"##) { $0.wrapsRoot = false },
        Rule(
            "local names", namespaces,
            #"{"a":{"@xmlns":"u","@xmlns:p":"v","@k":"1","b":{"@xmlns:q":"w","c":null},"d":null}}"#
        ) {
            $0.names = .local
        },
        Rule(
            "local names that collide", "<a xmlns:p='u' p:k='1' k='2'><p:b/><b/></a>",
            #"{"a":{"@xmlns:p":"u","@k":["1","2"],"b":[null,null]}}"#
        ) { $0.names = .local },
        Rule(
            "expanded names", namespaces,
            #"{"u:a":{"@v:k":"1","v:b":{"w:c":null},"u:d":null}}"#
        ) { ($0.names, $0.namespaceDeclarations) = (.expanded(), .discarded) },
        Rule("chosen prefixes", namespaces, #"{"a":{"@V.k":"1","V.b":{"w.c":null},"d":null}}"#) {
            $0.names = .expanded(prefixes: ["u": "", "v": "V"], separator: ".")
            $0.namespaceDeclarations = .discarded
        },
    ]

    @Test("Each rule", arguments: rules)
    func rule(_ rule: Rule) throws {
        var mapping = XMLMapping()
        rule.change(&mapping)
        let dictionary = try XMLDictionary(parsing: rule.document, mapping: mapping)
        #expect(dictionary.json() == rule.json)
        try expectAgreement(XMLValue(dictionary))
    }

    @Test("Lookups, keys, iteration and plain forms agree under every rule", arguments: rules, 0..<8)
    func agreement(_ rule: Rule, seed: Int) throws {
        var mapping = [XMLMapping.xmltodict, .objcXMLDictionary, .objcXMLReader, .badgerFish][seed % 4]
        rule.change(&mapping)
        let text = DocumentGenerator(seed: UInt64(seed)).document()
        let dictionary = try XMLDictionary(parsing: text, mapping: mapping)
        try expectAgreement(XMLValue(dictionary))
        // Transformations that keep everything change nothing, although they create dictionaries of their own.
        let kept = try XMLDictionary(parsing: text, mapping: mapping.transforming { _ in .keep })
        #expect(kept == dictionary)
        #expect(kept.hashValue == dictionary.hashValue)
    }

    /// Expects that all ways to access a value agree.
    private func expectAgreement(_ value: XMLValue) throws {
        if let dictionary = value.dictionary {
            #expect(dictionary.keys == dictionary.map(\.key))
            #expect(dictionary.count == dictionary.keys.count)
            for (key, inner) in dictionary {
                #expect(dictionary[key]?.json() == inner.json(), "\(key)")
                try expectAgreement(inner)
            }
            #expect(dictionary["no such key"] == nil)
            #expect(value.json() == XMLValue(XMLDictionary(dictionary)).json())
        } else if value.isList {
            #expect(value[value.array.count] == nil)
            for (index, inner) in value.array.enumerated() {
                #expect(value[index]?.json() == inner.json())
                try expectAgreement(inner)
            }
        } else {
            #expect(value.string != nil || value.isNull)
        }
    }
}
