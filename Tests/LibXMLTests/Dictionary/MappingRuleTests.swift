import CheckCases
import Testing

@testable import LibXML

/// Direct dictionaries, which compare keys with names and need no key table, are the same as others.
@Suite struct MappingRuleTests {
    @Test("There is a rule for each property of a mapping")
    func properties() {
        #expect(Mirror(reflecting: XMLMapping()).children.map(\.label) == MappingRule.allCases.map(\.rawValue))
    }

    @Test(
        "Under random rules, direct dictionaries have the content of others, and each lookup finds the same",
        arguments: Chaos.seeds(400))
    func direct(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        let mapping = Self.mapping(&random)
        let text = random.chance(2) ? DocumentGenerator(seed: seed).document(size: 300) : random.pick(Self.documents)
        let tree = try XMLTree(parsing: text)
        func dictionary(mayBeDirect: Bool) -> XMLDictionary {
            let root = tree.root.entry
            let context = DictionaryContext(tree.tape, root: root, mapping, mayBeDirect: mayBeDirect)
            let top = mapping.wrapsRoot ? Tape.document : root
            guard mapping.transformations.isEmpty else { return .init(.made(TransformedDictionary.make(context, top))) }
            return .init(.view(context, top))
        }
        let (first, second) = (dictionary(mayBeDirect: true), dictionary(mayBeDirect: false))
        #expect(first.json() == second.json(), "\(mapping)")
        var open = [(first, second)]
        while let (first, second) = open.popLast() {
            for key in Set(second.keys + Self.keys) {
                #expect(first[key] == second[key], "“\(key)” in \(second.json()) under \(mapping)")
            }
            for (one, other) in zip(first.pairs, second.pairs) {
                for (one, other) in zip(one.value.array, other.value.array) {
                    #expect(one.string == other.string && one.isNull == other.isNull)
                    if let one = one.dictionary, let other = other.dictionary { open.append((one, other)) }
                }
            }
        }
    }

    @Test("Keys are compared by their scalars, whether lookups are direct or not")
    func canonicalEquivalence() throws {
        var mapping = XMLMapping(textKey: "#\u{E9}", nameKey: .never)
        for isDirect in [true, false] {
            if !isDirect { mapping.commentsKey = "#comments" }
            #expect(mapping.isDirect == isDirect)
            let value = try #require(
                try XMLDictionary(parsing: "<r a='1' xmlns:\u{E9}='u'>x</r>", mapping: mapping)["r"])
            #expect(value["#\u{E9}"]?.string == "x")
            #expect(value["#e\u{301}"] == nil)
            #expect(value["@xmlns:\u{E9}"]?.string == "u")
            #expect(value["@xmlns:e\u{301}"] == nil)
        }
        #expect(XMLNamespace("\u{E9}") != XMLNamespace("e\u{301}"))
        let expanded = XMLMapping(names: .expanded())
        let named: XMLDictionary = ["r": ["@xmlns:p": "e\u{301}", "\u{E9}:a": "1"]]
        let root = try XMLTree(parsing: named.xmlString(mapping: expanded)).root
        #expect(root.elements.first?.name == XMLName("a", namespaceURI: "\u{E9}"))
        let written: XMLDictionary = ["r": ["#e\u{301}": "x", "b": "1"]]
        do throws(XMLError) {
            Issue.record("\(try written.xmlString(mapping: mapping))")
        } catch {
            #expect(error.code == .invalidName)
        }
    }

    @Test("Many random rules are direct, and many are not")
    func counts() {
        let count = Chaos.seeds(400).count { seed in
            var random = SeededGenerator(seed: seed)
            return Self.mapping(&random).isDirect
        }
        #expect(count > 50 && count < 350 * Chaos.rounds)
    }

    private static let documents = [
        "<a/>", "<a> </a>", "<a>t</a>", "<a k='v'/>", "<r><a/><a>t</a><b> </b></r>", "<r>t<!--c--><a k=''> u</a>v</r>",
        "<r xmlns='u' xmlns:p='v' p:k='w'>t<p:a/><![CDATA[c]]><a/> </r>", "<r><a><!--c--></a><a><![CDATA[ ]]></a></r>",
        "<r xmlns:p='v'><a k='1' p:k='2'>t<b/>u<b/></a><p:a><k>3</k></p:a></r>",
    ]

    private static let keys = ["", "a", "b", "k", "p:a", "p:k", "text", "#text", "xmlns", "xmlns:p", "#", "__name"]
        .flatMap {
            [$0, "@\($0)", "-\($0)", "a\($0)", "u:\($0)", "v:\($0)"]
        }

    // MARK: Random rules

    private static func mapping(_ random: inout SeededGenerator) -> XMLMapping {
        var mapping = XMLMapping()
        for rule in MappingRule.allCases where random.chance(6) { change(rule, of: &mapping, &random) }
        return mapping
    }

    private static func change(_ rule: MappingRule, of mapping: inout XMLMapping, _ random: inout SeededGenerator) {
        let selections: [XMLMapping.Selection] = [.nothing, .all, .named(["a", "k"]), .matching { $0.key == "a" }]
        switch rule {
        case .attributes:
            mapping.attributes = random.pick([
                .prefixed("@"), .prefixed("-"), .prefixed("#"), .prefixed("a"), .prefixed(""), .grouped("@"),
                .grouped("a"), .merged, .discarded,
            ])
        case .namespaceDeclarations:
            mapping.namespaceDeclarations = random.pick([
                .attributes, .grouped(key: "@xmlns", defaultKey: ""), .grouped(key: "a", defaultKey: "p"), .discarded,
            ])
        case .textKey: mapping.textKey = random.pick([nil, "#text", "@k", "a", "", "#", "text"])
        case .cdataKey: mapping.cdataKey = random.pick([nil, "#cdata", "a"])
        case .commentsKey: mapping.commentsKey = random.pick([nil, "#", "a"])
        case .listsComments: mapping.listsComments = random.chance(2)
        case .dictionaries: mapping.dictionaries = random.pick(selections)
        case .emptyElements: mapping.emptyElements = random.pick([.string, .dictionary, .null, .omitted])
        case .whiteSpace: mapping.whiteSpace = random.pick([.kept, .stripped, .trimmed])
        case .mixedText: mapping.mixedText = random.pick([.joined(), .joined(separator: "|"), .list])
        case .arrays: mapping.arrays = random.pick(selections)
        case .nameKey: mapping.nameKey = random.pick([.never, .root("__name"), .always("a")])
        case .names: mapping.names = random.pick([.qualified, .local, .expanded(), .expanded(prefixes: ["u": ""])])
        case .wrapsRoot: mapping.wrapsRoot = random.chance(2)
        case .unwrapsSoleList: mapping.unwrapsSoleList = random.chance(2)
        case .transformations: mapping = mapping.transforming { $0.key == "b" ? .rename("a") : .keep }
        }
    }
}
