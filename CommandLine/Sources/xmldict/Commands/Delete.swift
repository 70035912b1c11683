import ArgumentParser
import LibXML

struct Delete: InputCommand {
    static let configuration = CommandConfiguration(
        commandName: "delete", abstract: "Remove an element or an attribute; keep all other bytes.",
        discussion: """
            The path leads from the root element to exactly one element or attribute, as that of “set” does, or to any \
            number with “--all”. An element is removed with its line, if nothing else is on it. For “--in-place” see \
            “set”.

            If there is no such element or attribute, the exit status is 3.
            """)

    @Flag(help: "Remove all elements or attributes at the path.")
    var all = false

    @Argument(help: "The path of the element or attribute.")
    var path: String

    @OptionGroup var options: EditOptions
    var input: InputOptions { options.input }

    func validate() throws { try options.validate(path) }

    func run() throws {
        let (path, all) = (path, all)
        try options.edit { (edit) throws(XMLError) in
            let path = try XMLPath(parsing: path)
            if all { try edit.removeAll(at: path) } else { try edit.remove(at: path) }
        }
    }
}
