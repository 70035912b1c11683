import ArgumentParser

struct Lint: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "lint", abstract: "Says what is wrong with documents; nothing when they are well-formed.")

    @OptionGroup var input: InputOptions

    @Argument(help: "The files to read; standard input when there are none, or for “-”.")
    var files: [String] = []

    func run() throws {
        var status = ExitCode.success
        for file in files.isEmpty ? ["-"] : files {
            do {
                switch input.engine {
                case "reader": if let status = try Input(file, input).read({ _ in }) { throw status }
                case "chunks": try Input(file, input).push(chunkSize: 7)
                default: _ = try Input(file, input).parse()
                }
            } catch let error as ExitCode {
                status = ExitCode(max(status.rawValue, error.rawValue))
            }
        }
        if status != .success { throw status }
    }
}
