/// The help for a failed lookup by name, which suggests existing names.
///
/// It compares a limited number of names, so that a failed lookup takes no longer than a walk over the names.
struct NameSuggestions {
    /// How many names are compared.
    static let limit = 200

    /// The namespace of XInclude.
    private static let inclusions = "http://www.w3.org/2001/XInclude"

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

    /// Returns the help for a missing key of a dictionary, whose names include prefixes and marks of attributes.
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
        guard !names.isEmpty else { return nil }
        let includes = names.contains { $0.name.localName == "include" && $0.name.namespaceURI == Self.inclusions }
        return "there \(names.count == 1 ? "is" : "are") \(list(names))"
            + (includes ? "; inclusions (XInclude) are not resolved" : "")
    }

    private func closest(
        to text: String, _ name: ((qualified: String, name: XMLName)) -> String
    ) -> (qualified: String, name: XMLName)? {
        let typed = TypedName(text)
        var best: (name: (qualified: String, name: XMLName), distance: Int)?
        for candidate in names {
            guard let distance = typed.distance(to: name(candidate)), distance < best?.distance ?? .max else {
                continue
            }
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

/// Returns the most similar name, if the text may be a typing error of it.
package func nearestName(to text: String, in names: [String]) -> String? {
    let typed = TypedName(text)
    let distances = names.compactMap { name in typed.distance(to: name).map { (name, $0) } }
    return distances.min { $0.1 < $1.1 }?.0
}

extension Collection<String> {
    /// Returns the most similar name, if the text may be a typing error of it.
    @_spi(Command) public func nearest(to text: String) -> String? { nearestName(to: text, in: Array(self)) }
}

/// A name that may contain a typing error, in lower case.
private struct TypedName {
    /// The longest name that is compared, in Unicode scalars.
    private static let longest = 32

    private let scalars: [Unicode.Scalar]
    private let isTooLong: Bool
    private let isASCII: Bool

    init(_ name: String) {
        isTooLong = Self.isTooLong(name)
        isASCII = Self.isASCII(name)
        scalars = isTooLong ? [] : Array(name.lowercased().unicodeScalars)
    }

    private static func isASCII(_ name: String) -> Bool { name.utf8.allSatisfy { $0 < 0x80 } }

    /// The largest number of edits that counts as a typing error.
    private static func limit(_ one: Int, _ other: Int) -> Int { (min(one, other) + 1) / 3 }

    private static func isTooLong(_ name: String) -> Bool { name.utf8.count > 4 * longest }

    /// Returns the number of edits between two names, ignoring case; nil if it is too large for a typing error.
    ///
    /// An edit omits, adds or replaces one character, or exchanges it with the next one.
    func distance(to name: String) -> Int? {
        if isTooLong || Self.isTooLong(name) { return nil }
        // Most names have other lengths.
        let (length, count) = (name.utf8.count, scalars.count)
        if isASCII, abs(length - count) > Self.limit(length, count), Self.isASCII(name) { return nil }
        let other = Array(name.lowercased().unicodeScalars)
        if scalars == other { return 0 }
        let limit = Self.limit(scalars.count, other.count)
        guard max(scalars.count, other.count) <= Self.longest, abs(scalars.count - other.count) <= limit else {
            return nil
        }
        // The numbers of edits between the scalars so far and each beginning of the other name, and those of the two
        // scalars before.
        var (row, last, beforeLast) = (Array(0...other.count), [Int](), [Int]())
        for (index, scalar) in scalars.enumerated() {
            (beforeLast, last) = (last, row)
            row[0] = index + 1
            for (column, otherScalar) in other.enumerated() {
                var edits = min(last[column + 1], row[column]) + 1
                edits = min(edits, last[column] + (scalar == otherScalar ? 0 : 1))
                if index > 0, column > 0, scalar == other[column - 1], scalars[index - 1] == otherScalar {
                    edits = min(edits, beforeLast[column - 1] + 1)
                }
                row[column + 1] = edits
            }
            // An exchange begins two rows before.
            if row.allSatisfy({ $0 > limit }), last.allSatisfy({ $0 > limit }) { return nil }
        }
        return row[other.count] <= limit ? row[other.count] : nil
    }
}
