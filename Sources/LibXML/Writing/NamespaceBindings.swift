/// The namespace declarations in scope while XML is written.
struct NamespaceBindings {
    private struct Binding {
        var prefix: String
        /// Empty if names without a prefix are in no namespace.
        var uri: String
    }

    private var bindings: [Binding] = []
    /// A number that changes whenever the bindings do.
    private(set) var version: UInt32 = 0

    /// The number of declarations of all open elements.
    var count: Int { bindings.count }

    mutating func add(prefix: String, uri: String) {
        bindings.append(Binding(prefix: prefix, uri: uri))
        version &+= 1
    }

    /// Removes the declarations of elements that have ended.
    mutating func remove(from index: Int) {
        guard index < bindings.count else { return }
        bindings.removeSubrange(index...)
        version &+= 1
    }

    /// Returns the URI of a prefix, empty for no namespace; nil for a prefix without a declaration. The default namespace has the
    /// prefix "". Complexity: O(*n*) in the number of declarations.
    func uri(of prefix: String) -> String? {
        if let binding = bindings.last(where: { $0.prefix == prefix }) { return binding.uri }
        return switch prefix {
        case "": ""
        case "xml": ReservedNamespaces.xml
        default: nil
        }
    }

    /// Does the same for a prefix in UTF-8. Allocates no memory.
    func uri(of prefix: Span<UInt8>) -> String? {
        for index in bindings.indices.reversed() where prefix.equals(bindings[index].prefix) {
            return bindings[index].uri
        }
        if prefix.isEmpty { return "" }
        return prefix.equals("xml") ? ReservedNamespaces.xml : nil
    }

    /// Whether a prefix in UTF-8, empty for the default namespace, has a URI in UTF-8. Allocates no memory.
    @inline(__always)
    func binds(_ prefix: Span<UInt8>, to uri: Span<UInt8>) -> Bool {
        if bindings.isEmpty, prefix.isEmpty { return uri.isEmpty }
        return self.uri(of: prefix).map { uri.equals($0) } ?? false
    }

    /// The URI of each prefix in scope, by prefix.
    var inScope: [(prefix: String, uri: String)] {
        let uris = Dictionary(bindings.map { ($0.prefix, $0.uri) }) { _, inner in inner }
        return uris.sorted { $0.key < $1.key }.map { (prefix: $0.key, uri: $0.value) }
    }

    /// Returns the index of the declaration of a prefix from an index on: by an element whose declarations begin there.
    func index(of prefix: String, from start: Int) -> Int? {
        bindings[start...].firstIndex { $0.prefix == prefix }
    }

    /// Returns a prefix of a namespace that is in scope, of the innermost declaration.
    ///
    /// - Parameter isAttribute: whether it is for an attribute, which cannot be in the default namespace.
    func prefix(of uri: String, isAttribute: Bool) -> String? {
        if uri == ReservedNamespaces.xml { return "xml" }
        for binding in bindings.reversed() where binding.uri == uri && !(isAttribute && binding.prefix.isEmpty) {
            if self.uri(of: binding.prefix) == uri { return binding.prefix }
        }
        return nil
    }

    /// Returns a prefix that has no declaration in scope.
    func newPrefix() -> String {
        var number = 1
        while uri(of: "ns\(number)") != nil { number += 1 }
        return "ns\(number)"
    }
}
