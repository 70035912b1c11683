import Foundation

@main
enum Command {
    static func main() throws {
        guard let arguments = Arguments(CommandLine.arguments.dropFirst()) else {
            say(Arguments.usage)
            exit(2)
        }
        let corpus = DocumentCorpus.builtIn.adding(arguments.paths)
        if let seed = arguments.onlySeed {
            exit(DocumentReport.printAll(ofSeed: seed, corpus) ? 1 : 0)
        }
        if arguments.isWorker {
            var worker = try Worker(arguments, corpus)
            exit(try worker.run() ? 1 : 0)
        }
        exit(try Supervisor(arguments).run() ? 1 : 0)
    }
}

/// Prints a line at once, so that the end of the process loses none.
func say(_ line: String) {
    FileHandle.standardOutput.write(Data("\(line)\n".utf8))
}
