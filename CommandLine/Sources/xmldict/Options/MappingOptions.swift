import ArgumentParser
import LibXML

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

    @Option(
        help: ArgumentHelp(
            """
            Where to put namespace declarations: with the attributes, in an object of URIs by prefix under a key, in \
            which the default namespace has the empty key or another one, or nowhere.
            """,
            valueName: "attributes|grouped:KEY[:DEFAULT]|discarded"))
    var namespaceDeclarations: XMLMapping.NamespaceDeclarations?

    @Option(help: ArgumentHelp("The key for text beside other content.", valueName: "key"))
    var textKey: String?

    @Flag(help: "Omit text beside other content.")
    var noText = false

    @Option(
        help: ArgumentHelp(
            "How to represent text that child elements divide: as one string, with TEXT between its parts, or a list.",
            valueName: "joined:TEXT|list"))
    var mixedText: XMLMapping.MixedText?

    @Option(help: ArgumentHelp("Keep CDATA sections apart from text, under this key.", valueName: "key"))
    var cdata: String?

    @Flag(help: "Represent elements that contain only text as dictionaries, too.")
    var noCollapse = false

    @Option(
        name: .customLong("dictionary"),
        help: ArgumentHelp(
            "Represent elements with this name as dictionaries, too, if they contain only text.", valueName: "name"))
    var dictionaries: [String] = []

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

    @Option(
        name: .customLong("name"),
        help: ArgumentHelp(
            "Which dictionaries contain the name of their element, under “__name”, or another key with “root:KEY”.",
            valueName: "name[:KEY]"))
    var nameKey: XMLMapping.NameKey?

    @Flag(help: "Omit the name of the root element.")
    var unwrapRoot = false

    @Flag(help: "Keep the name of the root element, under any convention.")
    var wrapRoot = false

    @Option(help: "Which form of the names of elements and attributes to use.")
    var names: XMLMapping.Names?

    @Option(
        name: .customLong("prefix"),
        help: ArgumentHelp(
            "Use a prefix for a namespace in expanded names, or for “=uri” none. May be repeated.", valueName: "p=uri"))
    var prefixList: [String] = []

    @Option(
        help: ArgumentHelp(
            "What separates the namespace from the local name in expanded names. Default: “:”.", valueName: "text"))
    var namespaceSeparator: String?

    func validate() throws {
        if alwaysArray, !arrays.isEmpty {
            throw ValidationError("“--always-array” and “--array” cannot be used together")
        }
        if noCollapse, !dictionaries.isEmpty {
            throw ValidationError("“--no-collapse” and “--dictionary” cannot be used together")
        }
        if noText, textKey != nil { throw ValidationError("“--no-text” and “--text-key” cannot be used together") }
        if unwrapRoot, wrapRoot { throw ValidationError("“--unwrap-root” and “--wrap-root” cannot be used together") }
        _ = try prefixes()
        if namespaceSeparator?.isEmpty == true { throw ValidationError("“--namespace-separator” must not be empty") }
        if case .expanded = names { return }
        if !prefixList.isEmpty { throw ValidationError("“--prefix” requires “--names expanded”") }
        if namespaceSeparator != nil { throw ValidationError("“--namespace-separator” requires “--names expanded”") }
    }

    /// The prefix for each namespace of “--prefix”, empty for none.
    func prefixes() throws -> [String: String] {
        var prefixes: [String: String] = [:]
        for binding in prefixList {
            let parts = binding.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
            guard let uri = parts.dropFirst().first, !uri.isEmpty else {
                throw ValidationError("“--prefix \(binding)” must have the form p=uri")
            }
            guard prefixes.updateValue(parts[0], forKey: uri) == nil else {
                throw ValidationError("“--prefix” names the namespace “\(uri)” twice")
            }
        }
        return prefixes
    }

    var rules: XMLMapping {
        var rules = mapping.mapping
        if let attributes { rules.attributes = attributes }
        if let namespaceDeclarations { rules.namespaceDeclarations = namespaceDeclarations }
        if let textKey { rules.textKey = textKey }
        if noText { rules.textKey = nil }
        if let mixedText { rules.mixedText = mixedText }
        if let cdata { rules.cdataKey = cdata }
        if noCollapse { rules.dictionaries = .all }
        if !dictionaries.isEmpty { rules.dictionaries = .named(Set(dictionaries)) }
        if keepWhitespace { rules.whiteSpace = .kept }
        if let empty { rules.emptyElements = empty }
        if alwaysArray { rules.arrays = .all }
        if !arrays.isEmpty { rules.arrays = .named(Set(arrays)) }
        if let comments { rules.commentsKey = comments }
        if let nameKey { rules.nameKey = nameKey }
        if unwrapRoot { rules.wrapsRoot = false }
        if wrapRoot { rules.wrapsRoot = true }
        if let names { rules.names = names }
        if case .expanded = rules.names, let prefixes = try? prefixes() {
            rules.names = .expanded(prefixes: prefixes, separator: namespaceSeparator ?? ":")
        }
        return rules
    }
}
