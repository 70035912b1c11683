package import LibXML

extension XMLParsingOptions {
    /// The same options with a recovery, unless they have one.
    package func recovering(_ mode: XMLRecoveryMode? = nil) -> Self {
        var options = self
        options.recovery = mode ?? recovery ?? .repair
        return options
    }
}
