import Foundation
import Testing

/// The names of other libraries that CHANGELOG.md lists.
@Suite(.enabled(if: SwiftCompiler.path != nil, "There is no swiftc in PATH."))
struct NamesTests {
    private static let rows: [(before: String, now: String)] = {
        let text = (try? String(contentsOf: Command.root.appending(path: "CHANGELOG.md"), encoding: .utf8)) ?? ""
        return text.split(separator: "\n").compactMap { line in
            let code = line.split(separator: "`", omittingEmptySubsequences: false)
            return line.hasPrefix("| `") && code.count == 5 ? (String(code[1]), String(code[3])) : nil
        }
    }()

    /// Compiles each expression on a line of its own. Returns the outcome, and the first line of them.
    private static func compile(_ expressions: [String]) throws -> (outcome: Outcome, firstLine: Int) {
        let beginning = """
            import Foundation
            import LibXML

            struct Handler: XMLHandler {
                mutating func startElement(_ element: borrowing XMLElementEvent) {}
                mutating func endElement(_ element: borrowing XMLElementEvent) {}
                mutating func text(_ text: borrowing XMLTextEvent) {}
            }
            func use(
                _ decoder: inout XMLDecoder, _ options: inout XMLParsingOptions, _ handler: inout Handler,
                _ errors: inout XMLErrorCollector, _ parser: inout XMLPushParser<XMLTree.Element>,
                _ mapping: inout XMLMapping, _ writing: inout XMLWritingOptions, tree: XMLTree,
                dictionary: XMLDictionary, checkpoint: XMLCheckpoint, error: XMLError, path: String, url: URL,
                text: String
            ) throws {

            """
        let lines = expressions.map { ($0.contains(" = ") || $0.hasPrefix("errors.") ? "" : "_ = ") + $0 }
        let folder = try Folder()
        let outcome = try SwiftCompiler.run(
            ["main.swift": beginning + lines.joined(separator: "\n") + "\n}\n"], in: folder.url, [])
        return (outcome, beginning.split(separator: "\n", omittingEmptySubsequences: false).count)
    }

    @Test("The compiler answers each name of another library with ours, which compiles")
    func names() throws {
        try #require(Self.rows.count > 15)
        let now = try Self.compile(Self.rows.map(\.now)).outcome
        #expect(now.status == 0, "\(now.errors)")
        let (before, firstLine) = try Self.compile(Self.rows.map(\.before))
        #expect(before.status != 0)
        let errors = before.errors.split(separator: "\n").filter { $0.contains("main.swift:") && $0.contains("error:") }
        for (number, row) in Self.rows.enumerated() {
            let found = errors.filter { $0.contains("main.swift:\(firstLine + number):") }
            #expect(
                found.contains { $0.contains("is unavailable: ") || $0.contains("has been renamed to") },
                "“\(row.before)”: \(found)")
        }
    }
}
