import Testing

@testable import LibXML

/// What malformed input becomes.
@Suite struct RepairTests {
    /// A malformed document, what it is mended to, and the code and place of each thing that was mended.
    struct Case: CustomTestStringConvertible, Sendable {
        var input: String
        var output: String
        var faults: String
        var options = XMLRepair()

        var testDescription: String { input }

        init(_ input: String, _ output: String, _ faults: String, _ change: (inout XMLRepair) -> Void = { _ in }) {
            self.input = input
            self.output = output
            self.faults = faults
            change(&options)
        }
    }

    @Test("Malformed documents are mended", arguments: MalformedDocuments.all)
    func mending(_ document: Case) throws {
        let recovered = try XMLTree.recovering(document.input, mode: .repair(document.options))
        #expect(recovered.value.source == document.output)
        let faults = recovered.diagnostics.map { "\($0.code)@\($0.location?.description ?? "-")" }
        #expect(faults.joined(separator: " ") == document.faults)
        #expect(recovered.diagnosticCount == recovered.diagnostics.count)
        #expect(recovered.value.tape.violations.isEmpty)
    }
}
