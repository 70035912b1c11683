import LibXML

extension MalformedDocuments {
    /// A malformed document, its repaired text, and the code and position of each repair.
    struct Case: Sendable {
        var input: String
        var output: String
        var faults: String
        var options = XMLRepairOptions()

        init(_ input: String, _ output: String, _ faults: String, _ change: (inout XMLRepairOptions) -> Void = { _ in })
        {
            self.input = input
            self.output = output
            self.faults = faults
            change(&options)
        }
    }
}
