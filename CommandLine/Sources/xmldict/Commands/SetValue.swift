import ArgumentParser
@_spi(Command) import LibXML

struct SetValue: InputCommand {
    static let configuration = CommandConfiguration(
        commandName: "set", abstract: "Set the text of an element or the value of an attribute; keep all other bytes.",
        discussion: """
            The path leads from the root element to exactly one element or attribute, or to any number with “--all”: \
            project.version, server/connector[1]/@port, //port. An attribute that does not exist is added to its \
            element, with “--all” to each one: //item/@sku; //item[@sku]/@sku sets only those that exist. Elements are \
            not added. White space, comments, quotes, the encoding and line ends stay as they are.

            With “--in-place” the result is written to a temporary file beside the file, which then replaces it: after \
            any failure or signal the file is as it was, and the temporary file is removed. Permissions, access \
            control lists and extended attributes stay, and symbolic links are followed. If the file has several hard \
            links, only the given name gets the result; the others keep the old contents. The file must be a regular \
            file.

            The file is locked during the edit: of several processes that edit it at the same time, each waits for the \
            one before it, and all edits are made. If another program changes the file in between, it stays as that \
            program left it, and the exit status is 4.

            Several files or folders may be given with “--in-place”; after one that cannot be edited, the others are \
            still edited, and the exit status is the largest. If there is no such element, the exit status is 3. Write \
            “--” before a value that begins with “-”.
            """)

    @Flag(help: "Set all elements or attributes at the path.")
    var all = false

    @Argument(help: "The path of the element or attribute.")
    var path: String

    @Argument(help: "The new text; special characters are escaped.")
    var value: String

    @OptionGroup var options: EditOptions
    var input: InputOptions { options.input }

    func validate() throws { try options.validate(path) }

    func run() throws {
        let (path, value, all) = (path, value, all)
        try options.edit { (edit) throws(XMLError) in
            let path = try XMLPath(parsing: path)
            for place in all ? try edit.places(at: path) : [try edit.place(at: path)] {
                switch place {
                case .element(let element):
                    try Self.checkContent(of: element)
                    try edit.setText(of: element, to: value)
                case .attribute(let attribute): try edit.setText(of: attribute, to: value)
                case .newAttribute(let name, let element): try edit.set(attribute: name, of: element, to: value)
                }
            }
        }
    }

    private static func checkContent(of element: XMLTree.Element) throws(XMLError) {
        if element.elements.isEmpty { return }
        throw element.error(
            "<\(element.qualifiedName)> contains elements, which its text would replace",
            help: "use the path of the element that contains the text")
    }
}
