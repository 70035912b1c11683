import Synchronization

/// The namespaces that an element around others declares, and those that are in scope around it. Tapes that were cut out
/// of one document share it.
final class NamespaceScope: Sendable {
    /// The URI of each prefix; empty where a binding was taken back.
    private let uris: [String?: String]
    /// Only changed when the object goes.
    private let outer: Mutex<NamespaceScope?>

    init(_ uris: [String?: String], outer: NamespaceScope?) {
        self.uris = uris
        self.outer = Mutex(outer)
    }

    deinit {
        // Scopes nest as deep as elements: without this they would be let go of with recursion.
        var next = takeOuter()
        while isKnownUniquelyReferenced(&next) { next = next?.takeOuter() }
    }

    private func takeOuter() -> NamespaceScope? {
        outer.locked { outer in
            defer { outer = nil }
            return outer
        }
    }

    /// The URI that is bound to a prefix, or to none; empty where the binding was taken back. Complexity: O(depth).
    func uri(ofPrefix prefix: String?) -> String? {
        var scope: NamespaceScope? = self
        while let current = scope {
            if let uri = current.uris[prefix] { return uri }
            scope = current.outer.locked { $0 }
        }
        return nil
    }
}

/// The scopes of the elements around one, kept for the next one that is asked for: those that both are in are the same.
struct NamespaceScopes: Sendable {
    /// The elements around the last one, the outermost first, by a number that grows in document order.
    private var open: [(number: Int, scope: NamespaceScope?)] = []

    /// The namespaces that are in scope inside of an element.
    ///
    /// Complexity: O(depth) at first, and in proportion to what the elements declare; later in the number of elements
    /// around this one, and not around the last one.
    ///
    /// - Parameters:
    ///   - innermost: the element; nil for what is around all.
    ///   - outer: the namespaces that are in scope around all.
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
    /// The namespaces that are in scope around an element.
    ///
    /// Complexity: as that of ``NamespaceScopes/scope(in:outer:number:parent:declarations:)``.
    func scope(around element: Int) -> NamespaceScope? {
        func around(_ element: Int) -> Int? {
            parent(ofElement: element).flatMap { $0 == Self.document ? nil : $0 }
        }
        return scopes.locked { scopes in
            scopes.scope(in: around(element), outer: outerScope, number: { $0 }, parent: around) { declared(by: $0) }
        }
    }

    /// The URI that is bound to a prefix, or to none, at an element; empty where the binding was taken back.
    func namespace(ofPrefix prefix: String?, at element: Int) -> String? {
        for namespace in namespaces(of: element) where string(namespace.prefix) == prefix {
            return string(namespace.uri) ?? ""
        }
        return scope(around: element)?.uri(ofPrefix: prefix)
    }

    /// The namespace declarations of an element.
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
        // What libxml2 does not refuse twice is bound by the first.
        Dictionary(namespaces(of: element).map { (string($0.prefix), string($0.uri) ?? "") }) { first, _ in first }
    }
}
