/// The prefixes that the open elements bind to namespaces.
struct BoundPrefixes: ~Copyable {
    private struct Binding {
        /// Its range in ``bytes``.
        var prefix: Range<Int>
        var uri: [UInt8]
        /// See ``BoundPrefixes/namespace(of:)``.
        var namespace: Int
        /// The number of open elements at the declaration, including the element that declares it.
        var level: Int
    }

    /// The bindings in the order in which they were declared.
    private var bindings: [Binding] = []
    private var bytes = RawBuffer<UInt8>(capacity: 0)
    /// The indices of the bindings of each prefix, used once there are more than ``few``.
    private var index: [[UInt8]: [Int]] = [:]

    /// The number of each URI, and of the bindings to it.
    private var namespaces: [[UInt8]: (number: Int, count: Int)] = [:]
    private var lastNamespace = 0

    private static let few = 16

    /// The level of the innermost binding; 0 without bindings.
    private(set) var deepest = 0

    mutating func bind(_ prefix: [UInt8], to uri: [UInt8], level: Int) {
        let start = bytes.count
        prefix.contiguous.span.append(to: &bytes)
        let (number, count) = namespaces[uri] ?? (lastNamespace + 1, 0)
        lastNamespace = max(lastNamespace, number)
        namespaces.set(uri, to: (number, count + 1))
        bindings.append(Binding(prefix: start..<bytes.count, uri: uri, namespace: number, level: level))
        deepest = level
        if bindings.count == Self.few + 1 {
            for (number, binding) in bindings.enumerated() { index[key(of: binding), default: []].append(number) }
        } else if bindings.count > Self.few {
            index[prefix, default: []].append(bindings.count - 1)
        }
    }

    /// Removes the bindings of elements that are no longer open.
    mutating func end(above level: Int) {
        while let last = bindings.last, last.level > level {
            if bindings.count == Self.few + 1 {
                index = [:]
            } else if bindings.count > Self.few {
                let numbers = index[key(of: last)]?.dropLast() ?? []
                index[key(of: last)] = numbers.isEmpty ? nil : Array(numbers)
            }
            if let (number, count) = namespaces[last.uri] {
                namespaces.set(last.uri, to: count == 1 ? nil : (number, count - 1))
            }
            bytes.truncate(to: last.prefix.lowerBound)
            bindings.removeLast()
        }
        deepest = bindings.last?.level ?? 0
    }

    /// Returns whether a prefix is bound. Complexity: the same as ``uri(of:)``.
    func isBound(_ prefix: Span<UInt8>) -> Bool { prefix.equals("xml") || binding(of: prefix) != nil }

    /// Returns the URI that a prefix is bound to; nil if it is not bound. Complexity: O(1) in the number of bindings.
    func uri(of prefix: Span<UInt8>) -> [UInt8]? {
        prefix.equals("xml") ? Array(ReservedNamespaces.xml.utf8) : binding(of: prefix)?.uri
    }

    /// Returns the number of the URI that a prefix is bound to. All prefixes with this URI share it, because comparing
    /// long URIs would take time. Returns nil if the prefix is not bound. Complexity: the same as ``uri(of:)``.
    func namespace(of prefix: Span<UInt8>) -> Int? {
        prefix.equals("xml") ? 0 : binding(of: prefix)?.namespace
    }

    /// Returns the number of a URI; nil if no prefix is bound to it. Complexity: O(*n*) in its length.
    func namespace(_ uri: [UInt8]) -> Int? { namespaces[uri]?.number }

    private func binding(of prefix: Span<UInt8>) -> Binding? {
        if bindings.count > Self.few { return index[prefix.array]?.last.map { bindings[$0] } }
        for binding in bindings.reversed() where binding.prefix.count == prefix.count {
            if bytes.withSpan(binding.prefix, { $0.hasSameBytes(as: prefix) }) { return binding }
        }
        return nil
    }

    private func key(of binding: Binding) -> [UInt8] { bytes.withSpan(binding.prefix) { $0.array } }
}
