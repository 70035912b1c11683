/// How malformed input is recovered.
public enum XMLRecoveryMode: Hashable, Sendable {
    /// Repairs the input before libxml2 reads it. The text of the root element is kept, and every repair is reported.
    /// See <doc:Repairing>.
    case repair(XMLRepairOptions)
    /// Uses libxml2's own recovery unchanged (`XML_PARSE_RECOVER`). It may lose text and elements without a report, and
    /// locates faults only by line. Use it for comparisons, and in programs that depend on it.
    case libxml2

    /// Repairs the input by the default rules.
    public static let repair = Self.repair(XMLRepairOptions())
}
