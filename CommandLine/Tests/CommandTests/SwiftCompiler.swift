import Foundation

/// The Swift compiler, for programs that use the library as it was built beside the tests.
enum SwiftCompiler {
    /// The first `swiftc` of the search path; nil if there is no such program.
    static let path: URL? = tool("swiftc")

    private static func tool(_ name: String) -> URL? {
        (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":")
            .map { URL(fileURLWithPath: String($0)).appending(path: name) }
            .first { FileManager.default.isExecutableFile(atPath: $0.path) }
    }

    /// Compiles a program that imports LibXML, and runs it.
    ///
    /// - Parameters:
    ///   - files: its source files by name.
    ///   - folder: an existing folder for them.
    ///   - modules: folders with module maps.
    /// - Returns: what the compiler or the program left.
    static func run(
        _ files: [String: String], in folder: URL, modules: [URL] = [], _ arguments: [String] = []
    ) throws -> Outcome {
        for (name, code) in files {
            try Data(code.utf8).write(to: folder.appending(path: name))
        }
        let products = Command.products
        let program = folder.appending(path: "program")
        let options =
            [
                // Otherwise a process is started for each source file, and reads all of them.
                "-whole-module-optimization", "-Onone", "-swift-version", "6", "-warnings-as-errors", "-o",
                program.path,
                // The default cache may hold the modules of another version of libxml2: -I does not tell them apart.
                "-module-cache-path", products.appending(path: "ProgramModules").path, "-I",
                products.appending(path: "Modules").path, "-I", Command.root.appending(path: "Sources/CLibXML2").path,
                "-Xcc",
                "-fmodule-map-file=" + products.appending(path: "CLibXML2Shims.build/module.modulemap").path,
            ] + modules.flatMap { ["-I", $0.path] } + (try libxml2Options())
        let sources = files.keys.sorted().map { folder.appending(path: $0).path }
        let compiled = try Command.run(options + sources + objects(), executable: path ?? program)
        return compiled.status == 0 ? try Command.run(arguments, executable: program) : compiled
    }

    /// The object files of the library in the tests; the folder may contain others, of files that were removed since.
    private static func objects() throws -> [String] {
        let list = Command.products.appending(path: "swift-libxmlPackageTests.product/Objects.LinkFileList")
        return try String(contentsOf: list, encoding: .utf8).split(separator: "\n").compactMap { line in
            let parts = line.trimmingCharacters(in: ["'", "\""]).split(separator: "/").suffix(2)
            guard let folder = parts.first, folder == "LibXML.build" || folder == "CLibXML2Shims.build" else {
                return nil
            }
            return Command.products.appending(path: parts.joined(separator: "/")).path
        }
    }

    private static func libxml2Options() throws -> [String] {
        guard let tool = tool("pkg-config") else { return ["-lxml2"] }
        let options = try Command.run(["--cflags", "--libs", "libxml-2.0"], executable: tool)
        return options.output.split(whereSeparator: \.isWhitespace).map(String.init)
    }
}
