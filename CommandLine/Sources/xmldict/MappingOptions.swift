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

    @Option(help: "The convention to begin with.")
    var mapping = Convention.xmltodict

    @Option(
        help: ArgumentHelp(
            "Where attributes go: beside children with a prefix, under a key, beside children, nowhere.",
            valueName: "prefixed:P|grouped:KEY|merged|discarded"))
    var attributes: Attributes?

    @Option(help: ArgumentHelp("The key of text beside other content.", valueName: "key"))
    var textKey: String?

    @Flag(help: "Keeps elements with nothing but text dictionaries.")
    var noCollapse = false

    @Flag(help: "Keeps white space at the ends of text.")
    var keepWhitespace = false

    @Option(help: "What empty elements become.")
    var empty: Empty?

    @Flag(help: "Makes every element but the root a list.")
    var alwaysArray = false

    @Option(name: .customLong("array"), help: ArgumentHelp("Makes elements of this name a list.", valueName: "name"))
    var arrays: [String] = []

    @Option(help: ArgumentHelp("Keeps comments, under this key.", valueName: "key"))
    var comments: String?

    @Option(name: .customLong("name"), help: "Whose name dictionaries hold, under “__name”.")
    var nodeName: Name?

    @Flag(help: "Leaves the name of the root out.")
    var unwrapRoot = false

    @Option(help: "What elements and attributes are called.")
    var names: Names?

    func validate() throws {
        if alwaysArray, !arrays.isEmpty {
            throw ValidationError("“--always-array” and “--array” exclude each other.")
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
