/// The help for a failed lookup by name, which suggests existing names.
struct NameSuggestions {
    private let names: [(qualified: String, name: XMLName)]
    private let isAttribute: Bool

    /// - Parameter names: the names among which the lookup failed.
    init(_ names: some Sequence<(String, XMLName)>, isAttribute: Bool) {
        var seen: Set<XMLName> = []
        self.names = names.filter { seen.insert($0.1).inserted }.map { (qualified: $0.0, name: $0.1) }
        self.isAttribute = isAttribute
    }

    /// Returns the help; nil if there are no names.
    ///
    /// - Parameter other: help that is preferred to a list of the names.
    func help(for test: NameTest, other: String? = nil) -> String? {
        let local = test.localName
        let same = names.filter { $0.name.localName == local }
        if same.count > 1 { return "these have this local name: \(list(same))" }
        if let only = same.first {
            guard let uri = only.name.namespaceURI else {
                return "there is \(shown(only)) in no namespace: write \(local)"
            }
            return
                "there is \(shown(only)) in the namespace “\(uri)”: write \(only.qualified), {…}\(local) or *:\(local)"
        }
        let close = names.compactMap { name in
            name.name.localName.distance(to: local).map { (name: name, distance: $0) }
        }
        if let closest = close.min(by: { $0.distance < $1.distance }) { return "did you mean \(shown(closest.name))?" }
        if let other { return other }
        return names.isEmpty ? nil : "there \(names.count == 1 ? "is" : "are") \(list(names))"
    }

    private func shown(_ name: (qualified: String, name: XMLName)) -> String {
        isAttribute ? "“\(name.qualified)”" : "<\(name.qualified)>"
    }

    /// At most five names.
    private func list(_ names: [(qualified: String, name: XMLName)]) -> String {
        names.prefix(5).map(shown).joined(separator: ", ") + (names.count > 5 ? ", …" : "")
    }
}

extension String {
    /// Returns the number of edits of one character between two names, ignoring case; nil if it is too large for a
    /// typing error.
    fileprivate func distance(to other: String) -> Int? {
        let (left, right) = (Array(lowercased().unicodeScalars), Array(other.lowercased().unicodeScalars))
        let limit = Swift.min(left.count, right.count) / 3
        guard Swift.max(left.count, right.count) <= 64, abs(left.count - right.count) <= limit else {
            return left == right ? 0 : nil
        }
        var row = Array(0...right.count)
        for (index, scalar) in left.enumerated() {
            var next = [index + 1]
            for (column, otherScalar) in right.enumerated() {
                let replaced = row[column] + (scalar == otherScalar ? 0 : 1)
                next.append(Swift.min(replaced, row[column + 1] + 1, next[column] + 1))
            }
            row = next
        }
        return row[right.count] <= limit ? row[right.count] : nil
    }
}
