import ArgumentParser
@_spi(Command) import LibXML
import LibXMLQueries

/// The arguments of commands that select parts of documents.
struct QueryOptions: ParsableArguments {
    @Option(
        name: .customLong("ns"),
        help: ArgumentHelp("Bind a prefix of the expression to a namespace. May be repeated.", valueName: "prefix=uri"))
    var namespaceList: [String] = []

    @Flag(help: "Write the text of each result instead of JSON.")
    var text = false

    @Flag(help: "Write each result as XML instead of JSON.")
    var xml = false

    @Flag(help: "Write only the number of results.")
    var count = false

    @Flag(help: "Write the location of each result before it.")
    var locations = false

    func validate() throws {
        if [text, xml, count].count(where: { $0 }) > 1 {
            throw ValidationError("“--text”, “--xml” and “--count” cannot be used together")
        }
        _ = try namespaces()
    }

    /// The namespace of each prefix.
    func namespaces() throws -> [String: String] {
        var namespaces: [String: String] = [:]
        for binding in namespaceList {
            guard let equals = binding.firstIndex(of: "="), equals > binding.startIndex else {
                throw ValidationError("“--ns \(binding)” must have the form p=uri")
            }
            namespaces[String(binding[..<equals])] = String(binding[binding.index(after: equals)...])
        }
        return namespaces
    }
}

/// Writes the results of a query, each on a line.
struct QueryOutput {
    let options: QueryOptions
    let mapping: XMLMapping

    func write(_ results: [XPathNode]) throws {
        if options.count {
            try writeOutput(Array("\(results.count)\n".utf8))
        } else {
            for result in results {
                if options.locations { try writeOutput(Array("\("\(result.location)".escapedForDisplay): ".utf8)) }
                try write(result)
            }
        }
    }

    private func write(_ result: XPathNode) throws {
        switch result {
        case _ where options.text: try writeOutput(Array((result.string + "\n").utf8))
        case _ where options.xml: try writeOutput(Array((Self.xml(result) + "\n").utf8))
        case .document(let tree): try write(.element(tree.root))
        case .element(let element):
            let lines = RecordLines(mapping: mapping, isRaw: false, marksIncomplete: false)
            lines.add(element)
            try lines.write()
        default: try XMLValue(result.string).write(pretty: false, isRaw: false)
        }
    }

    private static func xml(_ result: XPathNode) throws -> String {
        switch result {
        case .document(let tree):
            let text = tree.xmlString()
            return text.hasSuffix("\n") ? String(text.dropLast()) : text
        case .element(let element): return element.xmlString()
        case .comment(let node), .processingInstruction(let node): return node.xmlString()
        case .attribute, .text, .namespace:
            let text = result.string
            let markup: XMLFragment = "\(text)"
            return try markup.xmlString()
        }
    }
}
