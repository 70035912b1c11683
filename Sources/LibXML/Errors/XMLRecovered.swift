/// What was got out of malformed input, and what was wrong with it.
public struct XMLRecovered<Value> {
    /// What the input holds; of two root elements, the first.
    public var value: Value

    /// What follows the first root element and begins with one of its own, where
    /// ``XMLRepairOptions/ExtraContent/skip`` would leave it out: each with what comes after it up to the next.
    public var furtherRoots: [Value]

    /// What was wrong, in the order of the input, at most ``XMLRepairOptions/diagnosticLimit`` entries. Empty for well-formed
    /// input.
    public var diagnostics: [XMLDiagnostic]

    /// How much was wrong, also of what is not kept.
    public var diagnosticCount: Int

    func map<Other>(_ transform: (Value) -> Other) -> XMLRecovered<Other> {
        XMLRecovered<Other>(
            value: transform(value), furtherRoots: furtherRoots.map(transform), diagnostics: diagnostics,
            diagnosticCount: diagnosticCount)
    }
}

extension XMLRecovered: Sendable where Value: Sendable {}
