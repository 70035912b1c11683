import ArgumentParser
@_spi(Command) import LibXML
@_spi(Command) import LibXMLQueries

struct XPathQuery: DocumentCommand {
    static let configuration = CommandConfiguration(
        commandName: "xpath", abstract: "Write what an XPath 1.0 expression selects, as JSON, one result on each line.",
        discussion: """
            An unprefixed name means no namespace; “--ns” binds prefixes, which need not be those of the document. An \
            element is written as “xmldict records” writes it, other nodes as strings. A number, a string or a Boolean \
            is written as text. If nothing is selected, the exit status is 3.
            """)

    @OptionGroup(title: "Mapping") var mapping: MappingOptions

    @OptionGroup(title: "Results") var query: QueryOptions

    @OptionGroup var document: DocumentOptions

    @OptionGroup var input: InputOptions

    @Argument(help: "The expression. “--ns PREFIX=URI” binds the prefixes in it.")
    var expression: String

    @OptionGroup var files: FileOptions

    func validate() throws { try Expressions.check { _ = try parsed() } }

    private func parsed() throws -> XPathExpression {
        do {
            return try XPathExpression(expression, namespaces: query.namespaces())
        } catch let error as XMLError {
            throw ValidationError(error.placedMessage)
        }
    }

    func run() throws {
        let expression = try parsed()
        let command = self
        let output = QueryOutput(options: query, mapping: mapping.rules)
        try FileRun.run(try files.all(isHTML: isHTML), jobs: files.jobs) { file in
            let tree = try Input(file, command.input, command.document).parse()
            let value: XPathValue
            do throws(XMLError) {
                value = try tree.evaluate(expression)
            } catch {
                Report.standard.write("error: \(file): \(error.placedMessage)\n")
                throw ExitCode.malformed
            }
            switch value {
            case .nodes(let nodes):
                try output.write(nodes)
                guard nodes.isEmpty else { return }
                let shown = command.expression.escapedForDisplay
                Report.standard.write("error: \(file): nothing is selected by “\(shown)”\n")
                if let (name, uri) = expression.plainName(in: tree) {
                    let shown = "“\(name)” means no namespace: write p:\(name) with “--ns p=\(uri)”".escapedForDisplay
                    Report.standard.write("help: \(shown)\n")
                }
                throw ExitCode.notFound
            case .string, .number, .boolean: try writeOutput(Array((value.string + "\n").utf8))
            }
        }
    }
}

struct CSSQuery: DocumentCommand {
    static let configuration = CommandConfiguration(
        commandName: "css", abstract: "Write the elements that a CSS selector matches, as JSON, one on each line.",
        discussion: """
            Selectors Level 3, :is, :where, :not and :has with lists. Names follow the rule of paths: a name without a \
            namespace is written without a prefix, or in the namespace of its parent. If no element matches, the exit \
            status is 3.
            """)

    @OptionGroup(title: "Mapping") var mapping: MappingOptions

    @OptionGroup(title: "Results") var query: QueryOptions

    @OptionGroup var document: DocumentOptions

    @OptionGroup var input: InputOptions

    @Argument(help: "The selector. “--ns PREFIX=URI” binds the prefixes in it.")
    var selector: String

    @OptionGroup var files: FileOptions

    func validate() throws { try Expressions.check { _ = try parsed() } }

    private func parsed() throws -> CSSSelector {
        do {
            return try CSSSelector(selector, namespaces: query.namespaces())
        } catch let error as XMLError {
            throw ValidationError(error.placedMessage)
        }
    }

    func run() throws {
        let selector = try parsed()
        let command = self
        let output = QueryOutput(options: query, mapping: mapping.rules)
        try FileRun.run(try files.all(isHTML: isHTML), jobs: files.jobs) { file in
            let tree = try Input(file, command.input, command.document).parse()
            let elements = tree.elements(css: selector)
            try output.write(elements.map { .element($0) })
            guard elements.isEmpty else { return }
            Report.standard.write("error: \(file): no element matches “\(command.selector.escapedForDisplay)”\n")
            throw ExitCode.notFound
        }
    }
}

extension XMLError {
    /// The message with its place in an expression, and the help.
    fileprivate var placedMessage: String {
        let column = location.map { "column \($0.column): " } ?? ""
        // The library says how a program binds a prefix.
        let prefix = help?.firstMatch(of: /namespaces: \["(.*)": …\]/)?.1
        let advice = prefix.map { "use “--ns \($0)=URI”" } ?? help
        return column + message + (advice.map { "; \($0)" } ?? "")
    }
}
