import CheckCases
import LibXML
import Testing

/// The results of repairing malformed input.
@Suite struct RepairTests {
    typealias Case = MalformedDocuments.Case

    @Test("Malformed documents are repaired", arguments: MalformedDocuments.all)
    func repairing(_ document: Case) throws {
        let recovered = try XMLTree(parsing: document.input, options: .init(recovery: .repair(document.options)))
        #expect(recovered.source == document.output)
        let faults = recovered.diagnostics.map { "\($0.code)@\($0.location?.description ?? "-")" }
        #expect(faults.joined(separator: " ") == document.faults)
        #expect(recovered.diagnosticCount == recovered.diagnostics.count)
        #expect(recovered.violations.isEmpty)
    }
}

extension MalformedDocuments.Case: CustomTestStringConvertible {
    var testDescription: String { input }
}
