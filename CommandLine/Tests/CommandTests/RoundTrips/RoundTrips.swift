import Foundation

/// Formats whose types are compiled into one program, which decodes each document of a format, encodes the value as the comments of
/// the code say, and decodes that again.
struct RoundTrips {
    struct Format {
        /// The paths of the documents.
        var files: [String]
        var options: [String] = []
    }

    var formats: [Format]

    struct Result {
        /// What failed, with the name of the document.
        var failures: [String] = []
        var count = 0
    }

    /// Makes the types, and runs the program.
    ///
    /// - Parameter folder: an existing folder for the source files and the program.
    func run(in folder: URL) throws -> Result {
        var result = Result()
        var sources: [String: String] = [:]
        var cases: [String] = []
        var documents: [String] = []
        for format in formats {
            let types = try Command.run(["swift"] + format.options + format.files)
            guard types.status == 0, let code = Code(types.output, number: cases.count) else {
                result.failures += format.files.map { "\($0): no types: \(types.errors)" }
                continue
            }
            sources["\(code.name).swift"] = code.text
            documents += format.files.map { "\(cases.count) \($0)" }
            cases.append("try check(\(code.name).self, path)")
        }
        let list = folder.appending(path: "documents.txt")
        try Data(documents.joined(separator: "\n").utf8).write(to: list)
        sources["main.swift"] = Self.main(cases)
        sources["RoundTrip.swift"] = Self.checks
        let outcome = try SwiftCompiler.run(sources, in: folder, [list.path])
        guard outcome.status == 0 else {
            result.failures.append("status \(outcome.status): \(outcome.output)\(outcome.errors)")
            return result
        }
        let lines = outcome.output.split(separator: "\n").map(String.init)
        result.failures += lines.dropLast()
        result.count = lines.last.flatMap { Int($0) } ?? 0
        return result
    }

    private static func main(_ cases: [String]) -> String {
        let checks = cases.enumerated().map { "    case \($0.offset): \($0.element)" }.joined(separator: "\n")
        return """
            import Foundation
            import LibXML

            func run(_ format: Int, _ path: String) throws {
                switch format {
            \(checks)
                default: break
                }
            }

            let list = try String(contentsOfFile: CommandLine.arguments[1], encoding: .utf8)
            let documents = list.split(separator: "\\n")
            for document in documents {
                let parts = document.split(separator: " ", maxSplits: 1)
                do {
                    try run(Int(parts[0]) ?? 0, String(parts[1]))
                } catch {
                    print("\\(parts[1]): \\("\\(error)".replacing("\\n", with: " "))")
                }
            }
            print(documents.count)
            """
    }
}

extension RoundTrips {
    /// The code of a format, in a namespace of its own, with its comments as functions.
    private struct Code {
        var name: String
        var text: String

        init?(_ code: String, number: Int) {
            var (decoding, encoding): (String?, [String]) = (nil, [])
            var isEncoding = false
            var (imports, types): (Set, [String]) = (["import Foundation", "import LibXML"], [])
            for line in code.split(separator: "\n", omittingEmptySubsequences: false).map(String.init) {
                if line.hasPrefix("// To decode: ") {
                    decoding = String(line.dropFirst("// To decode: ".count))
                } else if line.hasPrefix("// To encode: ") {
                    encoding = ["return " + line.dropFirst("// To encode: ".count)]
                } else if line.hasPrefix("// To encode") {
                    isEncoding = true
                } else if isEncoding, line.hasPrefix("//     ") {
                    encoding.append(String(line.dropFirst("//     ".count)))
                } else if line.hasPrefix("import ") {
                    imports.insert(line)
                } else {
                    isEncoding = false
                    types.append(
                        line.contains("struct ") ? line.replacing(": Codable", with: ": Codable, Equatable") : line)
                }
            }
            guard let decoding, let root = code.firstMatch(of: /\nstruct (\w+)/)?.output.1 else { return nil }
            if encoding.count > 1 { encoding.append("return document") }
            name = "Format\(number)"
            text = """
                \(imports.sorted().joined(separator: "\n"))

                enum \(name): RoundTrip {
                    typealias RoundTripValue = \(root)

                    static func decode(_ data: Data) throws -> RoundTripValue {
                        \(decoding)
                    }

                    static func encode(_ value: RoundTripValue) throws -> [UInt8] {
                        \(encoding.joined(separator: "\n"))
                    }

                \(types.joined(separator: "\n"))
                }
                """
        }
    }
}
