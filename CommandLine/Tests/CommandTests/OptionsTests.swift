import Foundation
import LibXML
import Testing

/// The options of the command agree with the properties of the library that they set.
@Suite struct OptionsTests {
    private static let limits = Mirror(reflecting: XMLParsingLimits()).children.filter { $0.value is Int }
        .compactMap(\.label)

    private static func option(_ property: String) -> String {
        property.reduce(into: "--limit-") { $0 += $1.isUppercase ? "-\($1.lowercased())" : String($1) }
    }

    /// Documents that exceed a limit if it is 1, and a part of the message that tells this limit from others.
    private static let excesses = [
        "inputSize": ("<a/>", ": larger than the limit"), "depth": ("<a><b/></a>", "“--limit-depth”"),
        "attributesPerElement": ("<a b='' c=''/>", "an element has more attributes"),
        "namespacesInScope": ("<a xmlns:b='u' xmlns:c='v'/>", "more namespace declarations are in scope"),
        "tagSize": ("<a/>", "a tag is longer"), "nameLength": ("<ab/>", "a name is longer"),
        "distinctNames": ("<a><b/></a>", "more distinct names"),
        "documentTypeSize": ("<!DOCTYPE a><a/>", "a document type declaration is longer"),
        "declaredElements": (
            "<!DOCTYPE a [<!ATTLIST b c CDATA ''><!ATTLIST d c CDATA ''>]><a/>",
            "attributes are declared for more elements"
        ),
        "declaredEntities": ("<!DOCTYPE a [<!ENTITY b ''><!ENTITY c ''>]><a/>", "more entities are declared"),
        "declaredValues": ("<!DOCTYPE a [<!ATTLIST a b (c|d) 'c'>]><a/>", "more values are declared"),
        "textLength": ("<a>xyz</a>", "text is longer"),
        "entityExpansion": (
            "<!DOCTYPE a [<!ENTITY b '\(String(repeating: "x", count: 2_000))'>]>"
                + "<a>\(String(repeating: "&b;", count: 12))</a>",
            "entities expand to more than ten times"
        ),
        "recordSize": ("<a><b>12345</b></a>", "“--limit-record-size”"),
    ]

    @Test("There is an option for each limit", arguments: limits)
    func limit(_ property: String) throws {
        let (document, message) = try #require(Self.excesses[property])
        let input = Data(document.utf8)
        let subcommand = property == "recordSize" ? ["records", "a/b"] : ["json"]
        let outcome = try Command.run(subcommand + [Self.option(property), "1"], input: input)
        #expect(outcome.status == 1)
        #expect(outcome.errors.contains(message))
        #expect(try Command.run(subcommand + [Self.option(property), "100000"], input: input).status == 0)
    }

    @Test("There are no options for other limits, except that of decompression")
    func otherLimits() throws {
        let help = try Command.run("json", "--help").output
        let options = help.matches(of: /--limit-[a-z-]+/).map { String($0.output) }
        #expect(Set(options) == Set(Self.limits.map(Self.option) + ["--limit-decompression"]))
    }

    /// Options that change a rule, by its property. Rules without options are changed by conventions, if at all.
    private static let rules: [String: (options: [String], change: @Sendable (inout XMLMapping) -> Void)] = [
        "attributes": (["--attributes", "merged"], { $0.attributes = .merged }),
        "textKey": (["--text-key", "t"], { $0.textKey = "t" }),
        "commentsKey": (["--comments", "c"], { $0.commentsKey = "c" }),
        "dictionaries": (["--no-collapse"], { $0.dictionaries = .all }),
        "emptyElements": (["--empty", "omitted"], { $0.emptyElements = .omitted }),
        "whiteSpace": (["--keep-whitespace"], { $0.whiteSpace = .kept }),
        "arrays": (["--array", "a"], { $0.arrays = .named(["a"]) }),
        "nameKey": (["--name", "always"], { $0.nameKey = .always("__name") }),
        "names": (["--names", "local"], { $0.names = .local }),
        "wrapsRoot": (["--unwrap-root"], { $0.wrapsRoot = false }),
        "namespaceDeclarations": (
            ["--namespace-declarations", "discarded"], { $0.namespaceDeclarations = .discarded }
        ),
        "cdataKey": (["--cdata", "d"], { $0.cdataKey = "d" }),
        "mixedText": (["--mixed-text", "list"], { $0.mixedText = .list }),
    ]
    private static let rulesWithoutOptions = ["listsComments", "unwrapsSoleList", "transformations"]

    @Test("Each rule has an option that changes it alone, or has no option")
    func mapping() throws {
        let properties = Mirror(reflecting: XMLMapping()).children.compactMap(\.label)
        #expect(Set(properties) == Set(Self.rules.keys).union(Self.rulesWithoutOptions))
        let document = "<r xmlns:p='u' id='1'>x <a> 1 </a><p:b/>y<![CDATA[z]]><!-- c --></r>"
        let unchanged = try XMLDictionary(parsing: document).json()
        for (rule, (options, change)) in Self.rules {
            var mapping = XMLMapping()
            change(&mapping)
            let changed = try XMLDictionary(parsing: document, mapping: mapping).json()
            #expect(changed != unchanged, "\(rule)")
            let outcome = try Command.run(["json"] + options, input: Data(document.utf8))
            #expect(outcome == Outcome(status: 0, output: changed + "\n", errors: ""), "\(rule)")
        }
    }
}
