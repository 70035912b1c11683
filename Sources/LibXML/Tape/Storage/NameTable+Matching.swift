extension NameTable {
    /// Whether a ``NameTest`` matches elements with a name.
    enum Match {
        case always, never
        /// Matches if the element's parent is in the same namespace, or the element is the root.
        case inNamespaceOfParent
    }

    /// Returns whether a test matches elements with a name. Allocates no memory.
    func match(_ number: Int, _ test: NameTest) -> Match {
        switch test {
        case .written(let text):
            if isWritten(number, as: text) { return .always }
            let (_, prefix, uri) = name(number)
            let hasNamespace = prefix != Int(TapeHead.none) && uri != Int(TapeHead.none)
            return hasNamespace && isLocal(number, text) ? .inNamespaceOfParent : .never
        case .expanded(let name): return isExpanded(number, name) ? .always : .never
        case .local(let text): return isLocal(number, text) ? .always : .never
        case .any: return .always
        }
    }

    /// Returns whether a test matches an element. Allocates no memory.
    ///
    /// - Parameter parent: the name of its parent; nil for a root element.
    func matchesElement(_ number: Int, in parent: Int?, _ test: NameTest) -> Bool {
        switch match(number, test) {
        case .always: true
        case .never: false
        case .inNamespaceOfParent: parent.map { hasSameNamespace(number, $0) } ?? true
        }
    }

    /// Returns whether a test matches attributes with a name. Allocates no memory.
    func matchesAttribute(_ number: Int, _ test: NameTest) -> Bool {
        switch test {
        case .written(let text): isWritten(number, as: text)
        case .expanded(let name): isExpanded(number, name)
        case .local(let text): isLocal(number, text)
        case .any: true
        }
    }

    /// Returns whether two names are in the same namespace, or both in no namespace.
    func hasSameNamespace(_ number: Int, _ other: Int) -> Bool {
        let (uri, otherURI) = (name(number).uri, name(other).uri)
        if uri == otherURI { return true }
        guard uri != Int(TapeHead.none), otherURI != Int(TapeHead.none) else { return false }
        return withString(uri) { left in withString(otherURI) { left.hasSameBytes(as: $0) } }
    }
}
