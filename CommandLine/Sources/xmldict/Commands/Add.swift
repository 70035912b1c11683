import ArgumentParser
@_spi(Command) import LibXML

struct Add: InputCommand {
    static let configuration = CommandConfiguration(
        commandName: "add", abstract: "Add an element, or other markup, at a path; keep all other bytes.",
        discussion: """
            The path leads from the root element to exactly one element. The markup is added at its end, on a line of \
            its own if the elements in it have lines. With “--at start” it is added at the beginning, with “--at \
            before” and “--at after” beside the element. An attribute is added by “set”. For “--in-place” see “set”.

            The prefixes of the markup must be declared in it or around the element. If there is no such element, the \
            exit status is 3.
            """)

    /// Where markup is added.
    enum Place: String, ExpressibleByArgument, CaseIterable, Sendable {
        case start, end, before, after
    }

    @Option(help: "Where to add the markup.")
    var at = Place.end

    @Argument(help: "The path of an element.")
    var path: String

    @Argument(help: "The markup, such as “<version>1.0</version>”.")
    var markup: String

    @OptionGroup var options: EditOptions
    var input: InputOptions { options.input }

    func validate() throws { try options.validate(path) }

    func run() throws {
        let (path, markup, at) = (path, markup, at)
        try options.edit(hasAll: false) { (edit) throws(XMLError) in
            let element = try edit.element(at: XMLPath(parsing: path))
            if let parent = at == .before || at == .after ? element.parent : element {
                try Self.check(markup, in: parent)
            }
            switch at {
            case .start: try edit.prepend(XMLFragment(unsafeMarkup: markup), to: element)
            case .end: try edit.append(XMLFragment(unsafeMarkup: markup), to: element)
            case .before: try edit.insert(XMLFragment(unsafeMarkup: markup), before: element)
            case .after: try edit.insert(XMLFragment(unsafeMarkup: markup), after: element)
            }
        }
    }

    /// Checks that the markup is not text between elements, where it is mostly a name or a path by mistake.
    private static func check(_ markup: String, in parent: XMLTree.Element) throws(XMLError) {
        // A reference may be that to an entity with elements.
        if markup.contains("<") || markup.hasPrefix("&") || markup.isXMLWhiteSpace { return }
        if parent.elements.isEmpty || !parent.ownText.isXMLWhiteSpace { return }
        throw parent.error(
            "this is text, but <\(parent.qualifiedName)> contains only elements",
            help: "“<name/>” is an element, and “xmldict set PATH/@name VALUE” adds an attribute")
    }
}

extension String {
    /// Whether all characters are white space of XML.
    fileprivate var isXMLWhiteSpace: Bool { utf8.allSatisfy { [0x20, 0x09, 0x0A, 0x0D].contains($0) } }
}
