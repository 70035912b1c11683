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

    enum Attributes: ExpressibleByArgument {
        case of(XMLMapping.Attributes)

        init?(argument: String) {
            if argument.hasPrefix("prefixed:") {
                self = .of(.prefixed(String(argument.dropFirst(9))))
            } else if argument.hasPrefix("grouped:"), argument != "grouped:" {
                self = .of(.grouped(String(argument.dropFirst(8))))
            } else if argument == "merged" {
                self = .of(.merged)
            } else if argument == "discarded" {
                self = .of(.discarded)
            } else {
                return nil
            }
        }
    }

    enum Empty: String, ExpressibleByArgument, CaseIterable {
        case string, dictionary, null, omitted
    }

    enum Name: String, ExpressibleByArgument, CaseIterable {
        case root, always, never
    }

    enum Names: String, ExpressibleByArgument, CaseIterable {
        case qualified, local, expanded
    }

    @Option(help: "The mapping convention, which the other options modify.")
    var mapping = Convention.xmltodict

    @Option(
        help: ArgumentHelp(
            "Where to put attributes: beside children with a prefix, under a key, beside children, or nowhere.",
            valueName: "prefixed:P|grouped:KEY|merged|discarded"))
    var attributes: Attributes?

    @Option(help: ArgumentHelp("The key for text beside other content.", valueName: "key"))
    var textKey: String?

    @Flag(help: "Represent elements that contain only text as dictionaries, too.")
    var noCollapse = false

    @Flag(help: "Keep white space at the start and end of text.")
    var keepWhitespace = false

    @Option(help: "How to represent empty elements.")
    var empty: Empty?

    @Flag(help: "Represent every element except the root as a list.")
    var alwaysArray = false

    @Option(
        name: .customLong("array"),
        help: ArgumentHelp("Represent elements with this name as a list.", valueName: "name"))
    var arrays: [String] = []

    @Option(help: ArgumentHelp("Keep comments, under this key.", valueName: "key"))
    var comments: String?

    @Option(name: .customLong("name"), help: "Which dictionaries contain the name of their element, under “__name”.")
    var nodeName: Name?

    @Flag(help: "Omit the name of the root element.")
    var unwrapRoot = false

    @Option(help: "Which form of the names of elements and attributes to use.")
    var names: Names?

    func validate() throws {
        if alwaysArray, !arrays.isEmpty {
            throw ValidationError("“--always-array” and “--array” cannot be used together")
        }
    }

    var rules: XMLMapping {
        var rules = mapping.mapping
        if case .of(let attributes)? = attributes { rules.attributes = attributes }
        if let textKey { rules.textKey = textKey }
        if noCollapse { rules.dictionaries = .all }
        if keepWhitespace { rules.whiteSpace = .kept }
        if alwaysArray { rules.arrays = .all }
        if !arrays.isEmpty { rules.arrays = .named(Set(arrays)) }
        if let comments { rules.commentsKey = comments }
        if unwrapRoot { rules.wrapsRoot = false }
        switch empty {
        case .string: rules.emptyElements = .string
        case .dictionary: rules.emptyElements = .dictionary
        case .null: rules.emptyElements = .null
        case .omitted: rules.emptyElements = .omitted
        case nil: break
        }
        switch nodeName {
        case .root: rules.nodeName = .root("__name")
        case .always: rules.nodeName = .always("__name")
        case .never: rules.nodeName = .never
        case nil: break
        }
        switch names {
        case .qualified: rules.names = .qualified
        case .local: rules.names = .local
        case .expanded: rules.names = .expanded()
        case nil: break
        }
        return rules
    }
}
