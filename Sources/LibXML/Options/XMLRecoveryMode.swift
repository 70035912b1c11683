/// How something is got out of malformed input.
public enum XMLRecoveryMode: Hashable, Sendable {
    /// What is malformed is repaired before libxml2 reads it: nothing that stands in the input as text is lost, and every
    /// repair is told of. See <doc:Repairing>.
    case repair(XMLRepairOptions)
    /// libxml2's own recovery, as it is (`XML_PARSE_RECOVER`): it may lose text and elements without a word, and knows lines
    /// only. For comparison, and for what depends on it.
    case libxml2

    /// What is malformed is repaired, by the default rules.
    public static let repair = Self.repair(XMLRepairOptions())
}
