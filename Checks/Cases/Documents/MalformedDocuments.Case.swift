package import LibXML

extension MalformedDocuments {
    /// A malformed document, its repaired text, and the code and position of each repair.
    package struct Case: Sendable {
        package var input: String
        package var output: String
        package var faults: String
        package var options = XMLRepairOptions()

        init(_ input: String, _ output: String, _ faults: String, _ change: (inout XMLRepairOptions) -> Void = { _ in })
        {
            self.input = input
            self.output = output
            self.faults = faults
            change(&options)
        }
    }
}
