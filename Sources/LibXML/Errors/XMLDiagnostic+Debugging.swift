extension XMLDiagnostic: CustomDebugStringConvertible {
    /// The description, followed by libxml2's own message on a separate line, for bug reports: `libxml2: code 65,
    /// "attributes construct error"`.
    public var debugDescription: String { description + libxml2Line }

    /// The message of libxml2 in a line of its own; empty for a fault that LibXML found.
    fileprivate var libxml2Line: String {
        guard let libxml2Code else { return "" }
        let text = libxml2Message.value.map { text in
            ", \"\(text.split(whereSeparator: \.isNewline).joined(separator: " ").inOneLine)\""
        }
        return "\nlibxml2: code \(libxml2Code)\(text ?? "")"
    }
}

extension XMLError: CustomDebugStringConvertible {
    /// The description, followed by libxml2's own message on a separate line.
    public var debugDescription: String { description + diagnostic.libxml2Line }
}
