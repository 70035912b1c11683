/// The help for a failed lookup by name, which suggests existing names.
///
/// It looks at no more names than a reader would, so that a failed lookup takes no longer than a walk over the names.
struct NameSuggestions {
    private static let limit = 200

    private let names: [(qualified: String, name: XMLName)]
    private let isAttribute: Bool

    /// - Parameter names: the names among which the lookup failed.
    init(_ names: some Sequence<(String, XMLName)>, isAttribute: Bool) {
        var seen: Set<String> = []
        self.names = names.lazy.filter { seen.insert($0.0).inserted }.prefix(Self.limit)
            .map { (qualified: $0.0, name: $0.1) }
        self.isAttribute = isAttribute
    }

    /// Returns the help; nil if there are no names.
    ///
    /// - Parameter other: help that is preferred to a list of the names.
    func help(for test: NameTest, other: String? = nil) -> String? {
        let local = test.localName
        let same = names.filter { $0.name.localName == local }
        if same.count > 1 {
            let count = same.count == 2 ? "two" : "several"
            return "\(count) \(isAttribute ? "attributes" : "elements") have this local name: \(list(same))"
        }
        if let only = same.first {
            guard let uri = only.name.namespaceURI else {
                return "there is \(shown(only)) in no namespace: write \(only.qualified)"
            }
            return
                "there is \(shown(only)) in the namespace “\(uri)”: write \(only.qualified), {…}\(local) or *:\(local)"
        }
        if let closest = closest(to: local, \.name.localName) { return "did you mean \(shown(closest))?" }
        return other ?? existing
    }

    /// Returns the help for a missing key of a dictionary, in which prefixes and marks of attributes belong to the names.
    func help(forKey key: String) -> String? {
        func bare(_ key: String) -> String {
            let name = key.drop { !($0.isLetter || $0 == "_") }
            return String(name[(name.lastIndex(of: ":").map { name.index(after: $0) } ?? name.startIndex)...])
        }
        let same = names.filter { bare($0.qualified) == bare(key) }
        if !same.isEmpty { return "did you mean \(same.prefix(3).map(shown).joined(separator: " or "))?" }
        return closest(to: bare(key)) { bare($0.qualified) }.map { "did you mean \(shown($0))?" } ?? existing
    }

    private var existing: String? {
        names.isEmpty ? nil : "there \(names.count == 1 ? "is" : "are") \(list(names))"
    }

    private func closest(
        to text: String, _ name: ((qualified: String, name: XMLName)) -> String
    ) -> (qualified: String, name: XMLName)? {
        var best: (name: (qualified: String, name: XMLName), distance: Int)?
        for candidate in names {
            guard let distance = name(candidate).distance(to: text), distance < best?.distance ?? .max else { continue }
            best = (candidate, distance)
        }
        return best?.name
    }

    private func shown(_ name: (qualified: String, name: XMLName)) -> String {
        isAttribute ? "“\(name.qualified)”" : "<\(name.qualified)>"
    }

    /// At most five names.
    private func list(_ names: [(qualified: String, name: XMLName)]) -> String {
        names.prefix(5).map(shown).joined(separator: ", ") + (names.count > 5 ? ", …" : "")
    }
}

/// Returns the name that someone may have meant who typed another one.
@_spi(Checks) public func nearestName(to text: String, in names: [String]) -> String? {
    let distances = names.compactMap { name in name.distance(to: text).map { (name, $0) } }
    return distances.min { $0.1 < $1.1 }?.0
}

extension String {
    /// Returns the number of edits between two names, ignoring case; nil if it is too large for a typing error.
    ///
    /// An edit omits, adds or replaces one character, or exchanges it with the next one.
    fileprivate func distance(to other: String) -> Int? {
        let longest = 32
        let lengths = (utf8.count, other.utf8.count)
        guard Swift.max(lengths.0, lengths.1) <= 4 * longest else { return nil }
        let (left, right) = (Array(lowercased().unicodeScalars), Array(other.lowercased().unicodeScalars))
        if left == right { return 0 }
        let limit = (Swift.min(left.count, right.count) + 1) / 3
        guard Swift.max(left.count, right.count) <= longest, abs(left.count - right.count) <= limit else { return nil }
        var rows = [Array(0...right.count)]
        for (index, scalar) in left.enumerated() {
            var row = [index + 1]
            for (column, otherScalar) in right.enumerated() {
                var edits = Swift.min(rows[index][column + 1], row[column]) + 1
                edits = Swift.min(edits, rows[index][column] + (scalar == otherScalar ? 0 : 1))
                if index > 0, column > 0, scalar == right[column - 1], left[index - 1] == otherScalar {
                    edits = Swift.min(edits, rows[index - 1][column - 1] + 1)
                }
                row.append(edits)
            }
            rows.append(row)
        }
        let distance = rows[left.count][right.count]
        return distance <= limit ? distance : nil
    }
}
