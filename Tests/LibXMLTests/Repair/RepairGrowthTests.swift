import LibXML
import Testing

/// The time of a repair is proportional to the size of any input: see also the loops of repairs.
@Suite struct RepairGrowthTests {
    @Test("What ends after long is read where roots follow each other")
    func longWait() throws {
        let long = String(repeating: " ", count: 10_000)
        let instructions = (0..<100).map { "<a/><?x \($0)\(long)?>" }.joined()
        let recovered = try XMLTree(parsing: instructions, options: .recovering)
        #expect(recovered.furtherRoots.count == 99)
        #expect(recovered.diagnostics.allSatisfy { $0.code == .contentAfterRootElement })
    }
}
