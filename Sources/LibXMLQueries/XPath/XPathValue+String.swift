extension XPathValue {
    /// The value as a string: for nodes, that of the first one, or empty if there are no nodes.
    public var string: String {
        switch self {
        case .nodes(let nodes): nodes.first?.string ?? ""
        case .string(let text): text
        case .number(let number): XPathResult.string(number)
        case .boolean(let isTrue): isTrue ? "true" : "false"
        }
    }
}
