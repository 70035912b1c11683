import LibXML

// Elements with the same name in several places, which may be of one kind.

extension ObservedSamples {
    /// Merges kinds with the same name if they do not contradict each other, such as the dependencies of a project and
    /// those of its plugins.
    mutating func mergeKinds() {
        var kinds: [XMLName: [Int]] = [:]
        for element in elements.indices where representative(element) == element {
            let others = kinds[elements[element].name, default: []]
            if let other = others.prefix(Self.comparisonLimit).first(where: { canMerge($0, element) }) {
                merge(other, element)
            } else {
                kinds[elements[element].name, default: []].append(element)
            }
        }
    }

    /// The number of kinds with the same name to which one is compared, and the number of their members. Without
    /// limits, time would grow with the square of the number of kinds.
    private static var comparisonLimit: Int { 16 }
    private static var memberLimit: Int { 2_000 }

    /// Whether two kinds, and those of the children that both have, share half of the members of the smaller one, and
    /// no child is a plain value in one of them and has members in the other.
    private func canMerge(_ element: Int, _ other: Int) -> Bool {
        var pairs = [[representative(element), representative(other)]]
        var seen = Set(pairs)
        var (compared, shared, sizes) = (0, 0, (0, 0))
        while let pair = pairs.popLast(), compared < Self.memberLimit {
            let (one, two) = (elements[pair[0]], elements[pair[1]])
            // In documents, unlike in data, an element may contain any of many elements.
            if one.isMixed, two.isMixed { continue }
            sizes.0 += one.memberCount
            sizes.1 += two.memberCount
            let isSmaller = one.memberCount <= two.memberCount
            let (small, large) = isSmaller ? (one, two) : (two, one)
            compared += small.memberCount
            shared += small.attributes.count { large.attribute($0.name) != nil }
            shared += small.texts.hasText && large.texts.hasText ? 1 : 0
            for child in small.children {
                guard let match = large.child(child.name) else { continue }
                if child.contradicts(match) || match.contradicts(child) { return false }
                shared += 1
                guard let first = child.element.map(representative), let second = match.element.map(representative)
                else {
                    continue
                }
                let next = isSmaller ? [first, second] : [second, first]
                if first != second, seen.insert(next).inserted { pairs.append(next) }
            }
        }
        return shared * 2 >= min(sizes.0, sizes.1)
    }
}

extension ObservedChild {
    /// Whether it has values, and the other one has members and no values.
    fileprivate func contradicts(_ other: Self) -> Bool {
        values.hasText && element == nil && other.element != nil && !other.values.hasText
    }
}
