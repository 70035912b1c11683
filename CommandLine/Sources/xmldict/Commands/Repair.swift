import ArgumentParser
import LibXML

struct Repair: InputCommand {
    static let configuration = CommandConfiguration(
        commandName: "repair", abstract: "Write malformed documents as well-formed XML in UTF-8.",
        discussion: """
            Well-formed parts are not changed. Every repair is reported on standard error, and the exit status is 0; \
            it is 1 if the document cannot be repaired, for example if it contains no element. If there are several \
            root elements, only the first is written; use “--wrap NAME” to write all of them.

            Documents of any size are repaired in constant memory, and written while they are read: if the exit status \
            is 1, the output is incomplete. Several files are written to files with the same names in the folder of \
            “--output-dir”. Such a file gets its name when it is complete, and replaces no other file; after a failure \
            or a signal, nothing of it is left.
            """)

    @OptionGroup var repair: RepairOptions

    @OptionGroup var input: InputOptions

    @Option(
        help: ArgumentHelp("Write each document to a file with its name in this folder.", valueName: "folder"),
        completion: .directory)
    var outputDir: FileName?

    @OptionGroup var files: FileOptions

    func validate() throws {
        // XML 1.0 cannot represent them.
        if repair.invalidCharacters == .keep {
            throw ValidationError("Well-formed XML cannot contain invalid characters: use “replace” or “drop”")
        }
        if outputDir == nil, files.files.count > 1 || files.filesFrom != nil {
            throw ValidationError("Several files require “--output-dir”")
        }
        if outputDir != nil, files.files.isEmpty && files.filesFrom == nil || files.files.contains(.standardInput) {
            throw ValidationError("“--output-dir” requires the names of files")
        }
    }

    func run() throws {
        let (input, rules) = (input, repair.rules)
        let names = try files.all(isHTML: false)
        if outputDir == nil, names.count > 1 { throw ValidationError("Several files require “--output-dir”") }
        let folder = try outputDir.map { try OutputFolder($0, for: names) }
        try FileRun.run(names, jobs: files.jobs) { file in
            let input = Input(file, input, .repair(rules))
            do {
                if let folder {
                    try folder.write(file) { write in input.report(try input.repair(write: write)) }
                } else {
                    input.report(try input.repair(write: writeOutput))
                }
            } catch let failure as Failure {
                input.report(failure.findings)
                throw failure.status
            }
        }
    }
}
