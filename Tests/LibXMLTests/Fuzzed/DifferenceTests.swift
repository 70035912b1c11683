import CheckCases
@_spi(Checks) import LibXML
import Testing

/// A short run of `Scripts/fuzz-differences`.
@Suite struct DifferenceTests {
    @Test("All ways of reading agree on generated documents", arguments: 0..<8)
    func generated(_ part: UInt64) {
        for seed in part * 10..<(part + 1) * 10 {
            let document = ComparedDocument(seed: seed, corpus: .builtIn)
            for difference in Difference.all(in: document) {
                guard KnownDifferences.first(matching: difference, in: document) == nil else { continue }
                Issue.record("seed \(seed): \(difference)")
            }
        }
    }

    @Test("A known difference occurs in its example", arguments: KnownDifferences.all)
    func examples(_ known: KnownDifference) {
        let differences = Difference.all(in: known.example)
        #expect(differences.contains { known.matches($0, in: known.example) }, "remove it: \(known.reason)")
    }

    @Test("The names of known differences are unique")
    func names() {
        #expect(Set(KnownDifferences.all.map(\.name)).count == KnownDifferences.all.count)
    }

    @Test("A document is made smaller as long as the difference stays")
    func minimizing() throws {
        let known = try #require(KnownDifferences.ofStreams.first)
        var document = known.example
        let kind = try #require(Difference.all(in: document).first { known.matches($0, in: document) }?.kind)
        document.bytes += Array(repeating: UInt8(ascii: " "), count: 500)
        let smaller = DocumentMinimizer.minimize(document, keeping: kind, notOf: [])
        #expect(smaller.bytes.count <= known.example.bytes.count)
        #expect(Difference.all(in: smaller).contains { $0.kind == kind })
    }
}

extension KnownDifference: CustomTestStringConvertible {
    var testDescription: String { name }
}
