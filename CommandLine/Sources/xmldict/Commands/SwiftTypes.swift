import ArgumentParser
import LibXML
import SystemPackage

struct SwiftTypes: InputCommand {
    static let configuration = CommandConfiguration(
        commandName: "swift", abstract: "Write Swift types for documents like these, to be decoded with XMLDecoder.",
        discussion: """
            The documents are samples of one format, which all have the same root element. The more samples, the \
            better the types; only one sample is in memory at a time. The first lines of the code say how to decode \
            and encode.

            An element with attributes or child elements becomes a struct, and any other one a value: Int, Double, \
            Bool, Date, URL or String, whichever fits all samples. An attribute or element that is missing somewhere \
            is optional, and an element that repeats anywhere is a list. Keys of attributes begin with “@”, and the \
            text of a struct has the key “#text”, so that XMLEncoder writes them as they were.

            A name in another namespace than that of the root element has its prefix in its key, or its namespace, \
            “{uri}name”, if the samples write it with several prefixes or none. A program that encodes declares the \
            prefixes as the first lines say.

            Versions such as 1.9 and 1.10 are strings, and so is what is not only a number, such as 007, +1 and \
            numbers with more digits than Int or Double keeps. Values 0 and 1 are Int. Elements of one name share a \
            struct if they have much in common; otherwise, the name of the later struct begins with that of the struct \
            around it. A struct that would contain itself, or hundreds of values, contains a list.

            Nothing is written, and the exit status is 1, if the root elements differ.
            """)

    @Option(help: ArgumentHelp("The name of the type of the root element.", valueName: "name"))
    var root: String?

    @OptionGroup(title: "Malformed input") var recovery: RecoveryOptions

    @OptionGroup var input: InputOptions

    @Argument(help: "The files to read; standard input if omitted, or for “-”.")
    var files: [FileName] = []

    func validate() throws {
        guard let root, !SwiftName.isType(root) else { return }
        throw ValidationError("“\(root)” cannot be the name of a type")
    }

    func run() throws {
        var samples = ObservedSamples()
        let inputs = (files.isEmpty ? [.standardInput] : files).map { Input($0, input, recovery.recovery) }
        for input in inputs {
            let tree = try input.parse()
            if let name = samples.rootName, name != tree.root.localName {
                let error = tree.root.error(
                    "the root element is <\(tree.root.localName)>, but that of \(inputs[0].name) is <\(name)>",
                    help: "run the command once for each format")
                input.report(input.failure(error).findings)
                throw ExitCode.malformed
            }
            samples.add(tree)
        }
        let code = SwiftStructs(samples, root: root).code(from: inputs.map(\.fileName), source: source)
        try writeOutput(Array(code.utf8))
    }

    /// The value from which the types are decoded, as a Swift expression.
    private var source: String {
        switch recovery.recover {
        case nil: "data"
        case .libxml2: "XMLTree(parsing: data, options: .init(recovery: .libxml2))"
        case .repair where recovery.repair.given == nil: "XMLTree(parsing: data, options: .recovering)"
        // The options of the command are those of the library.
        case .repair: "XMLTree(parsing: data, options: .init(recovery: .repair(options)))"
        }
    }
}

extension Input {
    /// The name of the file without its folder.
    fileprivate var fileName: String {
        guard file != .standardInput else { return "standard input" }
        return file.text.split(separator: "/").last.map(String.init) ?? file.text
    }
}
