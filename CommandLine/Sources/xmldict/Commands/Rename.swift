import ArgumentParser
@_spi(Command) import LibXML

struct Rename: InputCommand {
    static let configuration = CommandConfiguration(
        commandName: "rename", abstract: "Change the name of an element or an attribute; keep all other bytes.",
        discussion: """
            The path leads from the root element to exactly one element or attribute, as that of “set” does, or to any \
            number with “--all”. The name is written in the start tag and the end tag as it is given; a prefix in it \
            must be declared there. For “--in-place” see “set”.

            If there is no such element or attribute, the exit status is 3.
            """)

    @Flag(help: "Rename all elements or attributes at the path.")
    var all = false

    @Argument(help: "The path of the element or attribute.")
    var path: String

    @Argument(help: "The new name.")
    var name: String

    @OptionGroup var options: EditOptions
    var input: InputOptions { options.input }

    func validate() throws {
        try options.validate(path)
        let parts = name.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
        guard parts.allSatisfy({ String($0).isElementName }) else {
            throw ValidationError("“\(name)” is not a valid name")
        }
    }

    func run() throws {
        let (path, name, all) = (path, name, all)
        try options.edit { (edit) throws(XMLError) in
            let path = try XMLPath(parsing: path)
            for place in try all ? edit.places(at: path, canBeNew: false) : [edit.place(at: path, canBeNew: false)] {
                switch place {
                case .element(let element): try edit.rename(element, to: name)
                case .attribute(let attribute): try edit.rename(attribute, to: name)
                case .newAttribute: break
                }
            }
        }
    }
}
