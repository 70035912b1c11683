import LibXML

extension MalformedDocuments {
    /// A malformed document, what it is mended to, and the code and place of each thing that was mended.
    struct Case: Sendable {
        var input: String
        var output: String
        var faults: String
        var options = XMLRepair()

        init(_ input: String, _ output: String, _ faults: String, _ change: (inout XMLRepair) -> Void = { _ in }) {
            self.input = input
            self.output = output
            self.faults = faults
            change(&options)
        }
    }
}
