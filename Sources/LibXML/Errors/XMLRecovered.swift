/// The result of reading malformed input, with its diagnostics.
public struct XMLRecovered<Value> {
    /// The content of the input; if it has several root elements, that of the first.
    public var value: Value

    /// The root elements after the first, each with the content that follows it up to the next one.
    /// ``XMLRepairOptions/ExtraContent/skip`` would omit them.
    public var furtherRoots: [Value]

    /// The diagnostics in the order of the input, at most ``XMLRepairOptions/diagnosticLimit``. Empty for well-formed
    /// input.
    public var diagnostics: [XMLDiagnostic]

    /// The number of diagnostics, including those that are not kept.
    public var diagnosticCount: Int

    /// The indices of decoded values whose elements have no end in the input, so that they may be incomplete.
    ///
    /// For a list that was decoded at a path, they are indices of ``value``. Another decoded value has the index 0. The
    /// array is empty for trees and dictionaries: see ``XMLTree/Element/isComplete``.
    public var incompleteIndices: [Int] = []

    func map<Other>(_ transform: (Value) -> Other) -> XMLRecovered<Other> {
        XMLRecovered<Other>(
            value: transform(value), furtherRoots: furtherRoots.map(transform), diagnostics: diagnostics,
            diagnosticCount: diagnosticCount)
    }
}

extension XMLRecovered: Sendable where Value: Sendable {}
