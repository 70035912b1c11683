import Foundation
import Testing

/// A fenced block in a document of the package.
struct Block: Sendable, CustomTestStringConvertible {
    var file: String
    var line: Int
    var language: String
    var text: String

    var testDescription: String { "\(file):\(line)" }

}

extension String {
    /// The lines without indentation, without those that are blank, and without imports.
    var bareLines: String {
        split(separator: "\n").map { $0.trimmingCharacters(in: .whitespaces) }
            .filter { !$0.isEmpty && !$0.hasPrefix("import ") }.joined(separator: "\n")
    }
}

/// The README, the articles and the doc comments of the package.
enum Documentation {
    static let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent()

    static func text(_ path: String) throws -> String {
        try String(contentsOf: root.appending(path: path), encoding: .utf8)
    }

    /// The blocks of all documents, in order.
    static let blocks: [Block] = files.flatMap { file -> [Block] in
        (try? text(file)).map { blocks(of: $0, in: file) } ?? []
    }

    /// The blocks of code in Swift.
    static var examples: [Block] { blocks.filter { $0.language == "swift" } }

    private static let files: [String] = {
        let sources = FileManager.default.enumerator(atPath: root.appending(path: "Sources").path)
        let paths = (sources?.compactMap { $0 as? String } ?? []).map { "Sources/\($0)" }
        return ["README.md"] + paths.filter { $0.hasSuffix(".swift") || $0.hasSuffix(".md") }.sorted()
    }()

    private static func blocks(of text: String, in file: String) -> [Block] {
        var blocks: [Block] = []
        var open: Block?
        for (number, line) in text.split(separator: "\n", omittingEmptySubsequences: false).enumerated() {
            var line = String(line)
            if file.hasSuffix(".swift") {
                let code = line.trimmingCharacters(in: .whitespaces)
                guard code.hasPrefix("///") else { continue }
                line = String(code.dropFirst(code.hasPrefix("/// ") ? 4 : 3))
            }
            guard line.hasPrefix("```") else {
                open?.text += line + "\n"
                continue
            }
            if let block = open {
                blocks.append(block)
                open = nil
            } else {
                open = Block(file: file, line: number + 1, language: String(line.dropFirst(3)), text: "")
            }
        }
        return blocks
    }

    /// What a document says is printed by the example that has the line `code`.
    static func output(of code: String, in file: String = "README.md") throws -> String {
        let blocks = blocks.filter { $0.file.hasSuffix(file) }
        let index = try #require(blocks.firstIndex { $0.text.contains(code) })
        let output = try #require(blocks[(index + 1)...].first)
        #expect(output.language == "text")
        return output.text
    }
}
