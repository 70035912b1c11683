import ArgumentParser
import LibXML
import Testing

@testable import xmldict

/// The options of the command agree with the properties of the library that they set.
@Suite struct OptionsTests {
    private static let limits = Mirror(reflecting: XMLParsingLimits()).children.filter { $0.value is Int }
        .compactMap(\.label)

    @Test("There is an option for each limit", arguments: limits)
    func limit(_ property: String) throws {
        let limits = try LimitOptions.parse(["--limit-\(LimitOptions.name(of: property))", "7"]).limits
        let changed = Mirror(reflecting: limits).children.filter { $0.value as? Int == 7 }
        #expect(changed.map(\.label) == [property])
    }

    @Test("There are no options for other limits, except that of decompression")
    func otherLimits() {
        let options = LimitOptions.helpMessage().matches(of: /--limit-([a-z-]+)/).map { String($0.output.1) }
        #expect(Set(options) == Set(Self.limits.map { LimitOptions.name(of: $0) } + ["decompression"]))
    }

    /// Options that change a rule, by its property. Rules without options are changed by conventions, if at all.
    private static let rules: [String: [String]] = [
        "attributes": ["--attributes", "merged"], "textKey": ["--text-key", "t"], "commentsKey": ["--comments", "c"],
        "dictionaries": ["--no-collapse"], "emptyElements": ["--empty", "omitted"],
        "whiteSpace": ["--keep-whitespace"], "arrays": ["--array", "a"], "nameKey": ["--name", "always"],
        "names": ["--names", "local"], "wrapsRoot": ["--unwrap-root"],
        "namespaceDeclarations": ["--namespace-declarations", "discarded"], "cdataKey": ["--cdata", "c"],
        "mixedText": ["--mixed-text", "list"], "listsComments": [], "unwrapsSoleList": [], "transformations": [],
    ]

    private static func values(_ mapping: XMLMapping) -> [String: String] {
        let pairs = Mirror(reflecting: mapping).children.map { ($0.label ?? "", String(describing: $0.value)) }
        return Dictionary(uniqueKeysWithValues: pairs)
    }

    @Test("Each rule has an option that changes it alone, or has no option")
    func mapping() throws {
        let unchanged = Self.values(XMLMapping())
        #expect(Set(unchanged.keys) == Set(Self.rules.keys))
        for (rule, options) in Self.rules where !options.isEmpty {
            let changed = Self.values(try MappingOptions.parse(options).rules).filter { unchanged[$0.key] != $0.value }
            #expect(Array(changed.keys) == [rule])
        }
    }
}
