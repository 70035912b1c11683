import Foundation
import Testing

/// A program that imports LibXML, CLibXML2, another module over libxml2 and Foundation in one file.
@Suite(.enabled(if: SwiftCompiler.path != nil, "There is no swiftc in PATH."))
struct ModuleTests {
    @Test("The modules have the same types, and CLibXML2 the rest of libxml2")
    func modules() throws {
        let tests = Command.root.appending(path: "CommandLine/Tests")
        let program = try String(contentsOf: tests.appending(path: "ModuleUsers/main.swift"), encoding: .utf8)
        let folder = try Folder()
        let outcome = try SwiftCompiler.run(
            ["main.swift": program], in: folder.url, modules: [tests.appending(path: "OtherLibxml2")])
        let output = """
            XPath 8.0 8
            encoding true
            canonical 61
            schema 0
            reader 4

            """
        #expect(outcome == Outcome(status: 0, output: output, errors: ""))
    }
}
