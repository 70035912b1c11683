import ArgumentParser
import LibXML

struct Delete: InputCommand {
    static let configuration = CommandConfiguration(
        commandName: "delete", abstract: "Remove an element or an attribute; keep all other bytes.",
        discussion: """
            The path leads from the root element to exactly one element or attribute, as that of “set” does. An \
            element is removed with its line, if nothing else is on it. For “--in-place” see “set”.

            If there is no such element or attribute, the exit status is 3.
            """)

    @OptionGroup var options: EditOptions
    var input: InputOptions { options.input }

    @Argument(help: "The path of the element or attribute.")
    var path: String

    @Argument(help: "The file to read; standard input if omitted or “-”.")
    var file: FileName?

    func validate() throws { try options.validate(path, file) }

    func run() throws {
        try options.edit(file) { (edit) throws(XMLError) in try edit.remove(at: XMLPath(parsing: path)) }
    }
}
