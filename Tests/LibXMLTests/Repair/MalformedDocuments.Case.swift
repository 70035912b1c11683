import LibXML

extension MalformedDocuments {
    /// A malformed document, what it is repaired to, and the code and place of each thing that was repaired.
    struct Case: Sendable {
        var input: String
        var output: String
        var faults: String
        var options = XMLRepairOptions()

        init(_ input: String, _ output: String, _ faults: String, _ change: (inout XMLRepairOptions) -> Void = { _ in }) {
            self.input = input
            self.output = output
            self.faults = faults
            change(&options)
        }
    }
}
