public import ArgumentParser
public import LibXML

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

extension XMLMapping.Names: NamedRule, @retroactive ExpressibleByArgument {
    static var named: KeyValuePairs<String, Self> {
        ["qualified": .qualified, "local": .local, "expanded": .expanded()]
    }
}

// MARK: Values with texts

extension String {
    /// The part of an argument before its first colon, and that after it; nil if there is no colon.
    fileprivate var ruleAndText: (rule: String, text: String?) {
        let parts = split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
        return (parts[0], parts.dropFirst().first)
    }
}

extension XMLMapping.Attributes: @retroactive ExpressibleByArgument {
    /// The rule that an argument such as `prefixed:@` describes.
    public init?(argument: String) {
        switch argument.ruleAndText {
        case ("prefixed", let prefix?): self = .prefixed(prefix)
        case ("grouped", let key?) where !key.isEmpty: self = .grouped(key)
        case ("merged", nil): self = .merged
        case ("discarded", nil): self = .discarded
        default: return nil
        }
    }
}

extension XMLMapping.NamespaceDeclarations: @retroactive ExpressibleByArgument {
    /// The rule that an argument such as `grouped:@xmlns:$` describes, in which the last colon is that before the key
    /// of the default namespace.
    public init?(argument: String) {
        switch argument.ruleAndText {
        case ("attributes", nil): self = .attributes
        case ("discarded", nil): self = .discarded
        case ("grouped", let text?) where !text.isEmpty && text.first != ":":
            let colon = text.lastIndex(of: ":")
            let defaultKey = colon.map { text[text.index(after: $0)...] } ?? ""
            self = .grouped(key: String(text[..<(colon ?? text.endIndex)]), defaultKey: String(defaultKey))
        default: return nil
        }
    }
}

extension XMLMapping.MixedText: @retroactive ExpressibleByArgument {
    /// The rule that an argument such as `joined:, ` describes.
    public init?(argument: String) {
        switch argument.ruleAndText {
        case ("joined", let separator): self = .joined(separator: separator ?? "")
        case ("list", nil): self = .list
        default: return nil
        }
    }
}

extension XMLMapping.NameKey: @retroactive ExpressibleByArgument {
    /// The rule that an argument such as `root:__name` describes.
    public init?(argument: String) {
        let (rule, key) = argument.ruleAndText
        if key?.isEmpty == true { return nil }
        switch (rule, key) {
        case ("root", _): self = .root(key ?? "__name")
        case ("always", _): self = .always(key ?? "__name")
        case ("never", nil): self = .never
        default: return nil
        }
    }

    /// The names of the rules.
    public static var allValueStrings: [String] { ["root", "always", "never"] }
}
