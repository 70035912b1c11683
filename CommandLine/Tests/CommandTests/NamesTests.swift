import Foundation
import Testing

/// The names that programs try, which CHANGELOG.md lists.
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

            func use(
                _ decoder: inout XMLDecoder, _ edit: inout XMLEdit, _ errors: inout XMLErrorCollector,
                _ writing: inout XMLWritingOptions, tree: XMLTree, fragment: XMLFragment, error: XMLError, url: URL,
                text: String
            ) throws {

            """
        let lines = expressions.map { $0.contains(" = ") || $0.contains(/errors\.|edit\./) ? $0 : "_ = \($0)" }
        let folder = try Folder()
        let outcome = try SwiftCompiler.run(
            ["main.swift": beginning + lines.joined(separator: "\n") + "\n}\n"], in: folder.url, [])
        return (outcome, beginning.split(separator: "\n", omittingEmptySubsequences: false).count)
    }

    /// The names in an expression that another one does not contain.
    private static func names(in expression: String, notIn other: String) -> Set<Substring> {
        let names = { (text: String) in text.matches(of: /\.?\w+/).map(\.output) }
        let new = names(expression).filter { !names(other).contains($0) && $0 != "try" && $0 != "with" }
        return Set(new.map { $0.drop { $0 == "." } })
    }

    @Test("The compiler answers each of these names with ours, which compiles")
    func names() throws {
        try #require(Self.rows.count > 15)
        let now = try Self.compile(Self.rows.map(\.now)).outcome
        #expect(now.status == 0, "\(now.errors)")
        let (before, firstLine) = try Self.compile(Self.rows.map(\.before))
        #expect(before.status != 0)
        let errors = before.errors.split(separator: "\n").filter { $0.contains("main.swift:") && $0.contains("error:") }
        for (number, row) in Self.rows.enumerated() {
            let found = errors.filter { $0.contains("main.swift:\(firstLine + number):") }
            let answers = found.compactMap { $0.firstMatch(of: /is unavailable: .*|has been renamed to .*/)?.output }
            let names = Self.names(in: row.now, notIn: row.before)
            #expect(
                answers.contains { !names.isDisjoint(with: $0.split { !$0.isLetter }) },
                "“\(row.before)” is answered without any of \(names): \(found)")
        }
    }
}
