import CheckCases
import Foundation
import LibXML

@main
enum Command {
    static func main() throws {
        guard let arguments = Arguments(CommandLine.arguments.dropFirst()) else {
            say(Arguments.usage)
            exit(2)
        }
        let corpus = DocumentCorpus.builtIn.adding(arguments.paths)
        if let document = try arguments.onlyDocument(corpus) {
            exit(DocumentReport.printAll(of: document) ? 1 : 0)
        }
        if arguments.isWorker {
            var worker = try Worker(arguments, corpus)
            exit(try worker.run() ? 1 : 0)
        }
        exit(try Supervisor(arguments).run() ? 1 : 0)
    }
}

/// Prints a line without buffering, so that no line is lost if the process ends.
func say(_ line: String) {
    FileHandle.standardOutput.write(Data("\(line)\n".utf8))
}

extension Arguments {
    /// The only document to read. Returns nil if no seed and no file is specified.
    fileprivate func onlyDocument(_ corpus: DocumentCorpus) throws -> ComparedDocument? {
        let generated = onlySeed.map { ComparedDocument(seed: $0, corpus: corpus) }
        guard let onlyFile else { return generated }
        var document = ComparedDocument(bytes: Array(try Data(contentsOf: URL(fileURLWithPath: onlyFile))))
        if let generated {
            document.options = generated.options
            document.pieceSeed = generated.pieceSeed
        }
        return document
    }
}
