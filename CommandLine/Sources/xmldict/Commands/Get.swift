import ArgumentParser
@_spi(Command) import LibXML
import LibXMLQueries

struct Get: DocumentCommand {
    static let configuration = CommandConfiguration(
        commandName: "get", abstract: "Write the value at a path: a string as text, anything else as JSON.",
        discussion: """
            A path with “/” counts from 1, as in XPath: orders/order[1]/@id, //item. One without “/” counts from 0, as \
            in JSON: orders.order[0].@id is the same attribute. Names are keys of the dictionary, prefixes included; \
            “*:name” matches any prefix. order[last()], order[@id], order[@id='8'], order[name] and order[name='Ana'] \
            select from several. If there is no value at the path, the exit status is 3. With several files, a folder \
            or a list, the name of its file is before each value.
            """)

    @OptionGroup(title: "Mapping") var mapping: MappingOptions

    @Flag(help: "Indent the JSON.")
    var pretty = false

    @Flag(
        name: .shortAndLong,
        help: "Write the values of a list one after another, strings as text, instead of a JSON array.")
    var raw = false

    @OptionGroup var document: DocumentOptions

    @OptionGroup var input: InputOptions

    @Argument(help: "The path of the value.")
    var path: String

    @OptionGroup var files: FileOptions

    func validate() throws {
        try Expressions.check { _ = try parsedPath() }
    }

    private func parsedPath() throws -> XMLPath {
        do {
            return try XMLPath(parsing: path)
        } catch {
            throw ValidationError(error.message + (advice.map { "; \($0)" } ?? ""))
        }
    }

    /// What to do about a path that cannot be parsed.
    private var advice: String? {
        if path.hasPrefix("."), path.contains(/^.[^.]/), (try? XMLPath(parsing: String(path.dropFirst()))) != nil {
            return "write it without the first “.”; indices count from \(path.contains("/") ? 1 : 0)"
        }
        // XPath reads dots as parts of names, and finds nothing at an index below 1.
        let isOther = path.contains(/\[\s*(-|0+\s*\])/) || path.contains(/[\w\]]\.\w/) && !path.contains("/")
        return !isOther && (try? XPathExpression(path)) != nil ? "“xmldict xpath” takes it" : nil
    }

    /// Reports which elements or keys exist.
    private func notFound(_ document: XMLValue, _ name: FileName) -> ExitCode {
        do throws(XMLError) {
            _ = try document.require(at: XMLPath(parsing: path))
        } catch {
            Report.standard.write(
                "error: \(name): no value found at “\("\(path)".escapedForDisplay)”: \(error.message)\n")
            if let help = error.help { Report.standard.write("help: \(help)\n") }
        }
        return ExitCode.notFound
    }

    func run() throws {
        let names = try files.all(isHTML: isHTML)
        // A folder, a list or several files may be one document by chance.
        let hasNames = names.count > 1 || files.filesFrom != nil || names != files.files && !files.files.isEmpty
        let command = self
        try FileRun.run(names, jobs: files.jobs) { file in
            let input = Input(file, command.input, command.document)
            let document = XMLValue(try input.parse(), mapping: command.mapping.rules)
            guard let value = document[at: try command.parsedPath()] else {
                throw command.notFound(document, file)
            }
            for value in command.raw ? value.array : [value] {
                if hasNames { try writeOutput(Array("\(file): ".utf8)) }
                try value.write(pretty: command.pretty, isRaw: true)
            }
        }
    }
}
