extension XPathValue {
    /// The value as a string: that of the first node, or empty if there is none.
    public var string: String {
        switch self {
        case .nodes(let nodes): nodes.first?.string ?? ""
        case .string(let text): text
        case .number(let number): XPathResult.string(number)
        case .boolean(let isTrue): isTrue ? "true" : "false"
        }
    }
}
