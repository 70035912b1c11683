import Synchronization

/// The namespaces that an element declares for its descendants, and those in scope around it. Tapes that were cut out
/// of one document share it.
final class NamespaceScope: Sendable {
    /// The URI of each prefix; empty if the binding was removed. The key is nil for the default namespace.
    private let uris: [String?: String]
    /// Changed only when the object is destroyed.
    private let outer: Mutex<NamespaceScope?>

    init(_ uris: [String?: String], outer: NamespaceScope?) {
        self.uris = uris
        self.outer = Mutex(outer)
    }

    deinit {
        // Scopes nest as deeply as elements. The loop avoids releasing them by recursion.
        var next = takeOuter()
        while isKnownUniquelyReferenced(&next) { next = next?.takeOuter() }
    }

    private func takeOuter() -> NamespaceScope? {
        outer.locked { outer in
            defer { outer = nil }
            return outer
        }
    }

    /// The URIs of all prefixes in scope. Complexity: O(depth) and the number of declarations.
    var all: [String?: String] {
        var found: [String?: String] = [:]
        var scope: NamespaceScope? = self
        while let current = scope {
            found.merge(current.uris) { inner, _ in inner }
            scope = current.outer.locked { $0 }
        }
        return found.filter { !$0.value.isEmpty }
    }

    /// Returns the URI that is bound to a prefix, or to nil for the default namespace; empty if the binding was
    /// removed. Complexity: O(depth).
    func uri(ofPrefix prefix: String?) -> String? {
        var scope: NamespaceScope? = self
        while let current = scope {
            if let uri = current.uris[prefix] { return uri }
            scope = current.outer.locked { $0 }
        }
        return nil
    }
}

/// The scopes of the elements around an element, kept for the next request, which reuses those of common ancestors.
struct NamespaceScopes: Sendable {
    /// The elements around the last one, the outermost first, each with a number that grows in document order.
    private var open: [(number: Int, scope: NamespaceScope?)] = []

    /// Returns the namespaces that are in scope inside an element.
    ///
    /// Complexity: for the first request, O(depth) and the number of declarations; for later requests, the number of
    /// elements around this element that are not around the last one.
    ///
    /// - Parameters:
    ///   - innermost: the element; nil for the scope around all elements.
    ///   - outer: the namespaces in scope around all elements.
    mutating func scope<Element>(
        in innermost: Element?, outer: NamespaceScope? = nil, number: (Element) -> Int,
        parent: (Element) -> Element?, declarations: (Element) -> [String?: String]
    ) -> NamespaceScope? {
        var missing: [Element] = []
        var element = innermost
        var known = 0
        while let current = element {
            let number = number(current)
            let place = open.partitioningIndex { $0.number >= number }
            if place < open.count, open[place].number == number {
                known = place + 1
                break
            }
            missing.append(current)
            element = parent(current)
        }
        open.removeSubrange(known...)
        var scope = open.last?.scope ?? outer
        for element in missing.reversed() {
            let declared = declarations(element)
            if !declared.isEmpty { scope = NamespaceScope(declared, outer: scope) }
            open.append((number(element), scope))
        }
        return scope
    }
}

extension Tape {
    /// Returns the namespaces that are in scope around an element.
    ///
    /// Complexity: the same as ``NamespaceScopes/scope(in:outer:number:parent:declarations:)``.
    func scope(around element: Int) -> NamespaceScope? {
        func around(_ element: Int) -> Int? {
            parent(ofElement: element).flatMap { $0 == Self.document ? nil : $0 }
        }
        return scopes.locked { scopes in
            scopes.scope(in: around(element), outer: outerScope, number: { $0 }, parent: around) { declared(by: $0) }
        }
    }

    /// Returns the URI that is bound to a prefix, or to nil for the default namespace, at an element; empty if the
    /// binding was removed.
    func namespace(ofPrefix prefix: String?, at element: Int) -> String? {
        for namespace in namespaces(of: element) where names.table.isString(namespace.prefix, prefix) {
            return string(namespace.uri) ?? ""
        }
        return scope(around: element)?.uri(ofPrefix: prefix)
    }

    /// Returns the namespace declarations of an element.
    func namespaces(of element: Int) -> [(prefix: Int, uri: Int)] {
        guard head(element).hasNamespaces else { return [] }
        var found: [(prefix: Int, uri: Int)] = []
        var tag = tag(of: element)
        while let (index, head) = tag.next(self) {
            if head.kind == .namespace { found.append((head.prefix, uri(ofDeclaration: index))) }
        }
        return found
    }

    private func declared(by element: Int) -> [String?: String] {
        // If libxml2 accepts two declarations of a prefix, the first one applies.
        Dictionary(namespaces(of: element).map { (string($0.prefix), string($0.uri) ?? "") }) { first, _ in first }
    }
}
