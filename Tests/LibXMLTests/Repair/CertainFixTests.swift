import Foundation
import Testing

@testable import LibXML

/// The table of certain fixes in the article on malformed input.
@Suite struct CertainFixTests {
    private struct Row {
        var malformed: String
        var fixed: String
        var guess: String
    }

    /// The rows of the article's table.
    private static func rows() throws -> [Row] {
        let folder = URL(filePath: #filePath).deletingLastPathComponent()
        let file = folder.appending(path: "../../../Sources/LibXML/LibXML.docc/Repairing.md")
        return try String(contentsOf: file, encoding: .utf8).matches(of: /\| `([^`]+)` → `([^`]+)` \| `([^`]+)` \|/).map
        {
            func text(_ part: Substring) -> String { String(part).replacing("U+FEFF", with: "\u{FEFF}") }
            return Row(malformed: text($0.1), fixed: text($0.2), guess: text($0.3))
        }
    }

    /// The reasons for which the fixes of a document are certain; nil for a guess.
    private static func reasons(_ document: String) -> [Repair.CertainFix?] {
        let rules = XMLRepairOptions()
        var scanner = RepairScanner(rules, XMLParsingOptions(recovery: .repair(rules)), check: SAXParser.check)
        scanner.log.keepsFixes = true
        var text = RawBuffer<UInt8>(capacity: 0)
        // The decoder removes the first byte order mark.
        let hasMark = document.unicodeScalars.first == "\u{FEFF}"
        scanner.repair(Array(document.utf8.dropFirst(hasMark ? 3 : 0)).contiguous.span, isLast: true, into: &text)
        return scanner.log.take().0.map { $0.fix?.certainty }
    }

    @Test("The article has an example for each certain fix, and one for a guess") func table() throws {
        let rows = try Self.rows()
        try #require(rows.count == Repair.CertainFix.allCases.count)
        for (row, reason) in zip(rows, Repair.CertainFix.allCases) {
            #expect(Self.reasons(row.malformed) == [reason], "\(row.malformed)")
            let tree = try XMLTree(parsing: row.malformed, options: .recovering)
            let fixed = tree.diagnostics.compactMap(\.fix).filter(\.isCertain).applied(to: row.malformed.utf8)
            #expect(String(decoding: fixed, as: UTF8.self) == row.fixed)
            #expect(try XMLTree(parsing: fixed) == tree)
            let guesses = Self.reasons(row.guess)
            #expect(!guesses.isEmpty && guesses.allSatisfy { $0 == nil }, "\(row.guess)")
        }
    }
}
