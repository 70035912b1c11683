import CheckCases
@_spi(Checks) import LibXML
import Testing

/// A short run of `Scripts/fuzz-agreement`.
@Suite struct GeneratedAgreementTests {
    @Test("All ways of reading agree on generated documents", arguments: 0..<8)
    func generated(_ part: UInt64) {
        for seed in part * 10..<(part + 1) * 10 {
            let document = ComparedDocument(seed: seed, corpus: .builtIn)
            for difference in Disagreement.all(in: document) {
                guard KnownDisagreements.first(matching: difference, in: document) == nil else { continue }
                Issue.record("seed \(seed): \(difference)")
            }
        }
    }

    @Test("A known difference occurs in its example", arguments: KnownDisagreements.all)
    func examples(_ known: KnownDisagreement) {
        let differences = Disagreement.all(in: known.example)
        #expect(differences.contains { known.matches($0, in: known.example) }, "remove it: \(known.reason)")
    }

    @Test("What has ended a repair may be in front of the first fault", arguments: [" <é:a", " <xmlns:a<"])
    func end(_ text: String) {
        #expect(Disagreement.all(in: ComparedDocument(bytes: Array(text.utf8))).map { "\($0)" } == [])
    }

    @Test("The names of known differences are unique")
    func names() {
        #expect(Set(KnownDisagreements.all.map(\.name)).count == KnownDisagreements.all.count)
    }

    @Test("A document is made smaller as long as the difference stays")
    func minimizing() throws {
        let known = try #require(KnownDisagreements.ofStreams.first)
        var document = known.example
        let kind = try #require(Disagreement.all(in: document).first { known.matches($0, in: document) }?.kind)
        document.bytes += Array(repeating: UInt8(ascii: " "), count: 500)
        let smaller = DocumentMinimizer.minimize(document, keeping: kind, notOf: [])
        #expect(smaller.bytes.count <= known.example.bytes.count)
        #expect(Disagreement.all(in: smaller).contains { $0.kind == kind })
    }
}

extension KnownDisagreement: CustomTestStringConvertible {
    var testDescription: String { name }
}
