/// The namespace declarations in scope while XML is written.
struct NamespaceBindings {
    private struct Binding {
        var prefix: String
        /// Empty if names without a prefix are in no namespace.
        var uri: String
        /// The declaration that this one hides, if there are many.
        var outer: Int?
    }

    private var bindings: [Binding] = []
    /// Whether there are many bindings, which are then found by the two indexes.
    private var isIndexed = false
    /// The index of the innermost binding of each prefix, and of all bindings of each URI.
    private var innermost: [ExactKey: Int] = [:]
    private var ofURI: [ExactKey: [Int]] = [:]
    /// A number that changes whenever the bindings do.
    private(set) var version: UInt32 = 0

    /// The number of bindings that are searched one by one.
    private static let few = 32

    /// The number of declarations of all open elements.
    var count: Int { bindings.count }

    mutating func add(prefix: String, uri: String) {
        bindings.append(Binding(prefix: prefix, uri: uri))
        version &+= 1
        if isIndexed {
            addToIndexes(bindings.count - 1)
        } else if bindings.count > Self.few {
            isIndexed = true
            for index in bindings.indices { addToIndexes(index) }
        }
    }

    private mutating func addToIndexes(_ index: Int) {
        bindings[index].outer = innermost.updateValue(index, forKey: ExactKey(bindings[index].prefix))
        ofURI[ExactKey(bindings[index].uri), default: []].append(index)
    }

    /// Removes the declarations of elements that have ended.
    mutating func remove(from index: Int) {
        guard index < bindings.count else { return }
        while isIndexed, bindings.count > index {
            let last = bindings.removeLast()
            innermost[ExactKey(last.prefix)] = last.outer
            ofURI[ExactKey(last.uri)]?.removeLast()
            // This is far below the number at which the indexes are created, so that they are not created again for
            // each element.
            if bindings.count < Self.few / 2 { (isIndexed, innermost, ofURI) = (false, [:], [:]) }
        }
        bindings.removeSubrange(index...)
        version &+= 1
    }

    /// Returns the index of the innermost declaration of a prefix.
    private func index(of prefix: String) -> Int? {
        isIndexed ? innermost[ExactKey(prefix)] : bindings.lastIndex { $0.prefix.hasSameBytes(as: prefix) }
    }

    /// Returns the URI of a prefix, empty for no namespace; nil for a prefix without a declaration. The default
    /// namespace has the prefix "". Complexity: O(1) on average.
    func uri(of prefix: String) -> String? {
        if let index = index(of: prefix) { return bindings[index].uri }
        return switch prefix {
        case "": ""
        case "xml": ReservedNamespaces.xml
        default: nil
        }
    }

    /// Does the same for a prefix in UTF-8. Allocates no memory unless there are many declarations.
    func uri(of prefix: Span<UInt8>) -> String? {
        if isIndexed { return uri(of: prefix.string(prefix.indices)) }
        for index in bindings.indices.reversed() where prefix.equals(bindings[index].prefix) {
            return bindings[index].uri
        }
        if prefix.isEmpty { return "" }
        return prefix.equals("xml") ? ReservedNamespaces.xml : nil
    }

    /// Whether a prefix in UTF-8, empty for the default namespace, has a URI in UTF-8. Allocates no memory unless there
    /// are many declarations.
    func binds(_ prefix: Span<UInt8>, to uri: Span<UInt8>) -> Bool {
        if bindings.isEmpty, prefix.isEmpty { return uri.isEmpty }
        return self.uri(of: prefix).map { uri.equals($0) } ?? false
    }

    /// Returns the index of the declaration of a prefix from an index on: by an element whose declarations begin there.
    func index(of prefix: String, from start: Int) -> Int? {
        index(of: prefix).flatMap { $0 >= start ? $0 : nil }
    }

    /// Returns a prefix of a namespace that is in scope, of the innermost declaration.
    ///
    /// - Parameter isAttribute: whether it is for an attribute, which cannot be in the default namespace.
    func prefix(of uri: String, isAttribute: Bool, besides declared: [String] = []) -> String? {
        if uri == ReservedNamespaces.xml { return "xml" }
        if !isIndexed {
            for binding in bindings.reversed()
            where binding.uri.hasSameBytes(as: uri) && !(isAttribute && binding.prefix.isEmpty) {
                if !declared.contains(binding.prefix), self.uri(of: binding.prefix)?.hasSameBytes(as: uri) == true {
                    return binding.prefix
                }
            }
            return nil
        }
        // If very many declarations are hidden, not all are searched: a further declaration is written.
        for index in (ofURI[ExactKey(uri)] ?? []).suffix(Self.few).reversed() {
            let prefix = bindings[index].prefix
            if !(isAttribute && prefix.isEmpty), !declared.contains(prefix), innermost[ExactKey(prefix)] == index {
                return prefix
            }
        }
        return nil
    }

    /// Returns a prefix that has no declaration in scope.
    func newPrefix(besides declared: [String] = []) -> String {
        var number = isIndexed ? bindings.count : 1
        while uri(of: "ns\(number)") != nil || declared.contains("ns\(number)") { number += 1 }
        return "ns\(number)"
    }
}
