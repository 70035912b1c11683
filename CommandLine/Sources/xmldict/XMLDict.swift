import ArgumentParser
import LibXML

@main
struct XMLDict: ParsableCommand {
    static let configuration = CommandConfiguration(commandName: "xmldict", subcommands: [Lint.self])
}

struct Lint: ParsableCommand {
    @Argument var files: [String] = []
    func run() throws {
        var failed = false
        for f in files {
            do { _ = try XMLTree(contentsOfFile: f) } catch {
                print(error.description, to: &standardError)
                failed = true
            }
        }
        if failed { throw ExitCode(1) }
    }
}

import Foundation
struct StdErr: TextOutputStream { mutating func write(_ s: String) { FileHandle.standardError.write(Data(s.utf8)) } }
nonisolated(unsafe) var standardError = StdErr()
