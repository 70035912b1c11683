public import ArgumentParser
public import LibXML

/// The arguments that determine how a document is converted to a dictionary.
struct MappingOptions: ParsableArguments {
    enum Convention: String, ExpressibleByArgument, CaseIterable {
        case xmltodict, objcXMLDictionary, objcXMLReader, badgerFish, parker

        var mapping: XMLMapping {
            switch self {
            case .xmltodict: .xmltodict
            case .objcXMLDictionary: .objcXMLDictionary
            case .objcXMLReader: .objcXMLReader
            case .badgerFish: .badgerFish
            case .parker: .parker
            }
        }
    }

    @Option(help: "The mapping convention, which the other options modify.")
    var mapping = Convention.xmltodict

    @Option(
        help: ArgumentHelp(
            "Where to put attributes: beside children with a prefix, under a key, beside children, or nowhere.",
            valueName: "prefixed:P|grouped:KEY|merged|discarded"))
    var attributes: XMLMapping.Attributes?

    @Option(help: ArgumentHelp("The key for text beside other content.", valueName: "key"))
    var textKey: String?

    @Flag(help: "Represent elements that contain only text as dictionaries, too.")
    var noCollapse = false

    @Flag(help: "Keep white space at the start and end of text.")
    var keepWhitespace = false

    @Option(help: "How to represent empty elements.")
    var empty: XMLMapping.EmptyElements?

    @Flag(help: "Represent every element except the root as a list.")
    var alwaysArray = false

    @Option(
        name: .customLong("array"),
        help: ArgumentHelp("Represent elements with this name as a list.", valueName: "name"))
    var arrays: [String] = []

    @Option(help: ArgumentHelp("Keep comments, under this key.", valueName: "key"))
    var comments: String?

    @Option(name: .customLong("name"), help: "Which dictionaries contain the name of their element, under “__name”.")
    var nameKey: XMLMapping.NameKey?

    @Flag(help: "Omit the name of the root element.")
    var unwrapRoot = false

    @Option(help: "Which form of the names of elements and attributes to use.")
    var names: XMLMapping.Names?

    func validate() throws {
        if alwaysArray, !arrays.isEmpty {
            throw ValidationError("“--always-array” and “--array” cannot be used together")
        }
    }

    var rules: XMLMapping {
        var rules = mapping.mapping
        if let attributes { rules.attributes = attributes }
        if let textKey { rules.textKey = textKey }
        if noCollapse { rules.dictionaries = .all }
        if keepWhitespace { rules.whiteSpace = .kept }
        if let empty { rules.emptyElements = empty }
        if alwaysArray { rules.arrays = .all }
        if !arrays.isEmpty { rules.arrays = .named(Set(arrays)) }
        if let comments { rules.commentsKey = comments }
        if let nameKey { rules.nameKey = nameKey }
        if unwrapRoot { rules.wrapsRoot = false }
        if let names { rules.names = names }
        return rules
    }
}

// MARK: Arguments

/// A rule whose values have names on the command line.
protocol NamedRule: ExpressibleByArgument {
    /// The values, in the order of the help.
    static var named: KeyValuePairs<String, Self> { get }
}

extension NamedRule {
    /// The value with a name.
    public init?(argument: String) {
        guard let value = Self.named.first(where: { $0.key == argument })?.value else { return nil }
        self = value
    }

    /// The names of the values.
    public static var allValueStrings: [String] { named.map(\.key) }
}

extension XMLMapping.EmptyElements: NamedRule, @retroactive ExpressibleByArgument {
    static var named: KeyValuePairs<String, Self> {
        ["string": .string, "dictionary": .dictionary, "null": .null, "omitted": .omitted]
    }
}

extension XMLMapping.NameKey: NamedRule, @retroactive ExpressibleByArgument {
    static var named: KeyValuePairs<String, Self> {
        ["root": .root("__name"), "always": .always("__name"), "never": .never]
    }
}

extension XMLMapping.Names: NamedRule, @retroactive ExpressibleByArgument {
    static var named: KeyValuePairs<String, Self> {
        ["qualified": .qualified, "local": .local, "expanded": .expanded()]
    }
}

extension XMLMapping.Attributes: @retroactive ExpressibleByArgument {
    /// The rule that an argument such as `prefixed:@` describes.
    public init?(argument: String) {
        let parts = argument.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
        switch (parts[0], parts.dropFirst().first) {
        case ("prefixed", let prefix?): self = .prefixed(prefix)
        case ("grouped", let key?) where !key.isEmpty: self = .grouped(key)
        case ("merged", nil): self = .merged
        case ("discarded", nil): self = .discarded
        default: return nil
        }
    }
}
