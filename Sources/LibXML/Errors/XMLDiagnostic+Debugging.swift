extension XMLDiagnostic: CustomDebugStringConvertible {
    /// The description, and on a line of its own what libxml2 itself said, for reports of bugs:
    /// `libxml2: code 65, "attributes construct error"`.
    public var debugDescription: String {
        guard let libxml2Code else { return description }
        let text = libxml2Message.value.map { text in
            ", \"\(text.split(whereSeparator: \.isNewline).joined(separator: " ").inOneLine)\""
        }
        return "\(description)\nlibxml2: code \(libxml2Code)\(text ?? "")"
    }
}

extension XMLError: CustomDebugStringConvertible {
    /// The description, and on a line of its own what libxml2 itself said.
    public var debugDescription: String { diagnostic.debugDescription }
}
