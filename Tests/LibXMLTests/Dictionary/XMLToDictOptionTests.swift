@_spi(Checks) import LibXML
import Testing

/// The options of Python's `xmltodict.parse` 1.0, and what corresponds to them: see the article `Mappings.md`.
@Suite struct XMLToDictOptionTests {
    /// What `xmltodict.parse(document, OPTIONS)` returns, as JSON.
    struct Row: Sendable, CustomTestStringConvertible {
        var options: String
        var document: String
        var json: String
        var change: @Sendable (inout XMLMapping, inout XMLParsingOptions) -> Void

        init(
            _ options: String, _ document: String, _ json: String,
            _ change: @escaping @Sendable (inout XMLMapping, inout XMLParsingOptions) -> Void = { _, _ in }
        ) {
            self.options = options
            self.document = document
            self.json = json
            self.change = change
        }

        var testDescription: String { "\(options) \(document)" }
    }

    private static let namespaces = """
        <root xmlns="http://d.com/" xmlns:a="http://a.com/" xmlns:b="http://b.com/" version="1.00">
        <x a:attr="val">1</x><a:y>2</a:y><b:z>3</b:z></root>
        """
    private static let comments = "<a><b><!-- b comment --><c><!-- c comment --> 1 </c><d>2</d></b></a>"
    private static let entities = """
        <!DOCTYPE bomb [<!ENTITY a "12"><!ENTITY b "&a;&a;"><!ENTITY c "&b;&b;">]><bomb>&c;</bomb>
        """

    static let rows = [
        // Defaults.
        Row("", "<a/>", #"{"a":null}"#),
        Row("", "<a href='x'>123</a>", ##"{"a":{"@href":"x","#text":"123"}}"##),
        Row("", "<a><b>1</b><b>2</b><b>3</b></a>", #"{"a":{"b":["1","2","3"]}}"#),
        Row("", "<a>abc<b>123<c/>456</b>def</a>", ##"{"a":{"b":{"c":null,"#text":"123456"},"#text":"abcdef"}}"##),
        Row("", "<a>\u{9999}</a>", "{\"a\":\"\u{9999}\"}"),
        Row("", "<a><!-- ignored --><b>1</b></a>", #"{"a":{"b":"1"}}"#),
        Row("", "<!DOCTYPE a SYSTEM 'a.dtd'><a>t</a>", #"{"a":"t"}"#),

        // Text.
        Row("force_cdata=True", "<a/>", #"{"a":null}"#) { mapping, _ in mapping.dictionaries = .all },
        Row("force_cdata=True", "<a>t</a>", ##"{"a":{"#text":"t"}}"##) { mapping, _ in mapping.dictionaries = .all },
        Row("force_cdata=True", "<a><b>1</b><c>2</c></a>", ##"{"a":{"b":{"#text":"1"},"c":{"#text":"2"}}}"##) {
            mapping, _ in mapping.dictionaries = .all
        },
        Row("force_cdata=('b', 'd')", "<a><b>1</b><c>2</c><d>3</d></a>", texts) { mapping, _ in
            mapping.dictionaries = .named(["b", "d"])
        },
        Row("force_cdata=()", "<a><b>1</b></a>", #"{"a":{"b":"1"}}"#) { mapping, _ in mapping.dictionaries = .named([])
        },
        Row("force_cdata=lambda path, key, value: key in 'bd'", "<a><b>1</b><c>2</c><d>3</d></a>", texts) {
            mapping, _ in
            mapping.dictionaries = .matching { "bd".contains($0.key) }
        },
        Row("force_cdata=('c',)", "<a><b><c>1</c></b><d>2</d></a>", ##"{"a":{"b":{"c":{"#text":"1"}},"d":"2"}}"##) {
            mapping, _ in mapping.dictionaries = .named(["c"])
        },
        Row("force_cdata=('b',)", "<a><b k='v'>1</b></a>", ##"{"a":{"b":{"@k":"v","#text":"1"}}}"##) { mapping, _ in
            mapping.dictionaries = .named(["b"])
        },
        Row("force_cdata=True, cdata_key='_'", "<a>t</a>", #"{"a":{"_":"t"}}"#) { mapping, _ in
            (mapping.dictionaries, mapping.textKey) = (.all, "_")
        },
        Row("cdata_separator='|'", "<a>abc<b/>def</a>", ##"{"a":{"b":null,"#text":"abc|def"}}"##) { mapping, _ in
            mapping.mixedText = .joined(separator: "|")
        },
        Row("", "<a> <b k='v'> </b> <c> </c> </a>", #"{"a":{"b":{"@k":"v"},"c":null}}"#),
        Row("strip_whitespace=False", "<a> </a>", #"{"a":" "}"#) { mapping, _ in mapping.whiteSpace = .kept },
        Row("strip_whitespace=False", "<a> <b> t </b></a>", ##"{"a":{"b":" t ","#text":" "}}"##) { mapping, _ in
            mapping.whiteSpace = .kept
        },

        // Attributes.
        Row("xml_attribs=False", "<a href='x'/>", #"{"a":null}"#) { mapping, _ in mapping.attributes = .discarded },
        Row("xml_attribs=False", "<a xmlns='u' k='v'>t</a>", #"{"a":"t"}"#) { mapping, _ in
            mapping.attributes = .discarded
        },
        Row("attr_prefix='!'", "<a href='x'/>", #"{"a":{"!href":"x"}}"#) { mapping, _ in
            mapping.attributes = .prefixed("!")
        },
        Row("attr_prefix=''", "<a b='1'><b>2</b></a>", #"{"a":{"b":["1","2"]}}"#) { mapping, _ in
            mapping.attributes = .merged
        },

        // Comments.
        Row(
            "process_comments=True", comments,
            ##"{"a":{"b":{"#comment":"b comment","c":{"#comment":"c comment","#text":"1"},"d":"2"}}}"##
        ) { mapping, _ in mapping.commentsKey = "#comment" },
        Row("process_comments=True, comment_key='c'", "<a><!--1--><!--2--></a>", #"{"a":{"c":["1","2"]}}"#) {
            mapping, _ in mapping.commentsKey = "c"
        },
        Row("process_comments=True, strip_whitespace=False", "<a><!-- 1 --></a>", ##"{"a":{"#comment":" 1 "}}"##) {
            mapping, _ in (mapping.commentsKey, mapping.whiteSpace) = ("#comment", .kept)
        },

        // Lists.
        Row("force_list=('server',)", "<s><server><os>1</os></server></s>", #"{"s":{"server":[{"os":"1"}]}}"#) {
            mapping, _ in mapping.arrays = .named(["server"])
        },
        Row("force_list=True", "<a><b/><c k='1'>t</c></a>", ##"{"a":[{"b":[null],"c":[{"@k":"1","#text":["t"]}]}]}"##) {
            mapping, _ in mapping.arrays = .matching { _ in true }
        },
        Row(
            "force_list=lambda path, key, value: key == 'server' and path[-1][0] == 'servers'",
            "<c><servers><server><os>1</os></server></servers><skip><server/></skip></c>",
            #"{"c":{"servers":{"server":[{"os":"1"}]},"skip":{"server":null}}}"#
        ) { mapping, _ in mapping.arrays = .matching { $0.key == "server" && $0.path.last == "servers" } },

        // Changes to members.
        Row("postprocessor=\(integers)", "<a><b>1</b><b>2</b><b>x</b></a>", #"{"a":{"b:int":[1,2],"b":"x"}}"#) {
            mapping, _ in mapping = mapping.transforming(withIntegers)
        },
        Row("postprocessor=\(integers)", "<a b='1'/>", #"{"a":{"@b:int":1}}"#) { mapping, _ in
            mapping = mapping.transforming(withIntegers)
        },
        Row(
            "postprocessor=lambda path, key, value: None if value == '3' else (key, value)",
            "<a><b>1</b><b>2</b><b>3</b></a>", #"{"a":{"b":["1","2"]}}"#
        ) { mapping, _ in mapping = mapping.transforming { $0.value.string == "3" ? .drop : .keep } },
        Row(
            "postprocessor=lambda path, key, value: ('c' if key == 'b' else key, value), force_list=('c',)",
            "<a><b>1</b></a>", #"{"a":{"c":["1"]}}"#
        ) { mapping, _ in
            mapping = mapping.transforming { $0.key == "b" ? .rename("c") : .keep }
            mapping.arrays = .named(["c"])
        },

        // Namespaces.
        Row(
            "", namespaces,
            ##"{"root":{"@xmlns":"http://d.com/","@xmlns:a":"http://a.com/","@xmlns:b":"http://b.com/","##
                + ##""@version":"1.00","x":{"@a:attr":"val","#text":"1"},"a:y":"2","b:z":"3"}}"##),
        Row("process_namespaces=True", namespaces, expanded("http://d.com/:", "http://a.com/:", "http://b.com/:")) {
            mapping, _ in (mapping.names, mapping.namespaceDeclarations) = (.expanded(), grouped)
        },
        Row(
            "process_namespaces=True, namespace_separator='|'", namespaces,
            expanded("http://d.com/|", "http://a.com/|", "http://b.com/|")
        ) { mapping, _ in (mapping.names, mapping.namespaceDeclarations) = (.expanded(separator: "|"), grouped) },
        Row(
            "process_namespaces=True, namespaces={'http://d.com/': '', 'http://a.com/': 'p'}", namespaces,
            expanded("", "p:", "http://b.com/:")
        ) { mapping, _ in
            mapping.names = .expanded(prefixes: ["http://d.com/": "", "http://a.com/": "p"])
            mapping.namespaceDeclarations = grouped
        },
        Row(
            "process_namespaces=True, namespaces=collections.defaultdict(lambda: None)", namespaces,
            expanded("", "", "")
        ) { mapping, _ in (mapping.names, mapping.namespaceDeclarations) = (.local, grouped) },
        Row("process_namespaces=True, namespaces={'u': None}", "<a xmlns='u'/>", #"{"a":{"@xmlns":{"":"u"}}}"#) {
            mapping, _ in
            (mapping.names, mapping.namespaceDeclarations) = (.expanded(prefixes: ["u": ""]), grouped)
        },

        // Entities.
        Row("disable_entities=False", entities, #"{"bomb":"12121212"}"#),
        Row("disable_entities=True", "<!DOCTYPE a SYSTEM 'a.dtd'><a>t</a>", #"{"a":"t"}"#) { _, options in
            options.limits.declaredEntities = 0
        },
    ]

    private static let texts = ##"{"a":{"b":{"#text":"1"},"c":"2","d":{"#text":"3"}}}"##
    private static let grouped = XMLMapping.NamespaceDeclarations.grouped(key: "@xmlns", defaultKey: "")

    /// The document `namespaces` under names with these prefixes.
    private static func expanded(_ d: String, _ a: String, _ b: String) -> String {
        ##"{"\##(d)root":{"@version":"1.00","@xmlns":{"":"http://d.com/","a":"http://a.com/","b":"http://b.com/"},"##
            + ##""\##(d)x":{"@\##(a)attr":"val","#text":"1"},"\##(a)y":"2","\##(b)z":"3"}}"##
    }

    private static let integers =
        "lambda path, key, value: (key + ':int', int(value)) if str(value).isdigit() else (key, value)"

    private static let withIntegers: @Sendable (XMLMapping.Member) -> XMLMapping.Transformation = { member in
        member.value.int.map { .put(XMLValue($0), under: member.key + ":int") } ?? .keep
    }

    @Test("An option has an equivalent", arguments: rows)
    func equivalent(_ row: Row) throws {
        var mapping = XMLMapping.xmltodict
        var options = XMLParsingOptions()
        row.change(&mapping, &options)
        #expect(try XMLDictionary(parsing: row.document, mapping: mapping, options: options).json() == row.json)
    }

    @Test(
        "disable_entities=True rejects declarations of entities",
        arguments: [
            entities, "<!DOCTYPE a [<!ENTITY e SYSTEM 'http://e.org/'>]><a>&e;</a>",
            "<!DOCTYPE a [<!ENTITY % e 'x'>]><a/>",
        ])
    func disabledEntities(_ document: String) throws {
        var options = XMLParsingOptions()
        options.limits.declaredEntities = 0
        let error = #expect(throws: XMLError.self) { try XMLDictionary(parsing: document, options: options) }
        #expect(error?.code == .tooManyDeclarations)
    }

    @Test("An external entity is kept as a reference, where xmltodict has nothing")
    func externalEntity() throws {
        let document = try XMLDictionary(parsing: "<!DOCTYPE a [<!ENTITY e SYSTEM 'http://e.org/'>]><a>&e;</a>")
        #expect(document == ["a": "&e;"])
        #expect(document.diagnostics.map(\.code) == [.unresolvedEntity])
    }

    @Test("encoding='iso-8859-1' overrides the declaration")
    func encoding() throws {
        let bytes = Array("<?xml version='1.0' encoding='UTF-8'?><a>".utf8) + [0xE9] + Array("</a>".utf8)
        let options = XMLParsingOptions(encoding: "iso-8859-1")
        #expect(try XMLDictionary(parsing: bytes, options: options) == ["a": "é"])
    }

    @Test("A generator of pieces is a push parser")
    func generator() throws {
        var parser = XMLPushParser()
        for byte in "<a><b>1</b><b>2</b></a>".utf8 { try parser.feed([byte]) }
        #expect(try XMLDictionary(parser.finish()) == ["a": ["b": ["1", "2"]]])
    }

    @Test("item_depth=2 with an item_callback is records at */*")
    func items() throws {
        var pieces = "<a x='y'><b k='v'>1</b><!-- c --><c><d>2</d></c></a>".utf8.map { [$0] }[...]
        var records = try XMLRecords(parsing: .chunks { pieces.popFirst() }, at: "*/*")
        var items: XMLDictionary = [:]
        try records.forEach { record in
            let item = XMLDictionary(record)
            items = XMLDictionary(Array(items) + Array(item))
        }
        #expect(items == ["b": ["@k": "v", "#text": "1"], "c": ["d": "2"]])
    }

    @Test("The attributes around an item, which a callback gets, come from a reader")
    func itemPath() throws {
        var reader = XMLReader(parsing: "<a x='y'><b>1</b><b>2</b></a>")
        try reader.next()
        let around = reader.attributes.map(\.value)
        var items: [String?] = []
        try reader.forEachElement("b") { items.append(try $0.readDictionary()["b"]?.string) }
        #expect(around == ["y"])
        #expect(items == ["1", "2"])
    }
}
