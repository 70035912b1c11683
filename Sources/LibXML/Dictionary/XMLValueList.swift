/// The values of a list.
enum XMLValueList: Sendable {
    /// Child elements with the same name in an element with few children, beginning with `first`.
    case siblings(DictionaryContext, parent: Int, first: Int)
    /// Child elements with the same name in an element with many children.
    case children(DictionaryContext, KeyIndex.Group)
    /// Other members, without omitted ones.
    case members(DictionaryContext, [Member])
    case made(MadeList)

    var values: [XMLValue] {
        switch self {
        case .siblings:
            var values: [XMLValue] = []
            var iterator = Iterator(self)
            while let value = iterator.next() { values.append(value) }
            return values
        case .children(let context, let group): return group.map { XMLValue(.element($0), context) }
        case .members(let context, let members): return members.map { XMLValue($0, context) }
        case .made(let list): return list.values
        }
    }

    /// The number of values. Complexity: O(1), but O(*n*) in the number of children for an element with few children.
    var count: Int {
        switch self {
        case .children(_, let group): group.count
        case .members(_, let members): members.count
        case .siblings, .made: values.count
        }
    }

    /// Iterates over the values, and creates them one at a time.
    struct Iterator: IteratorProtocol {
        private let list: XMLValueList
        private var position = 0
        /// The next sibling.
        private var sibling: Int?

        init(_ list: XMLValueList) {
            self.list = list
            if case .siblings(_, _, let first) = list { sibling = first }
        }

        mutating func next() -> XMLValue? {
            guard case .siblings(let context, let parent, _) = list else {
                position += 1
                return list[position - 1]
            }
            guard let element = sibling else { return nil }
            sibling = context.tape.sibling(after: element, in: parent)
            return XMLValue(.element(element), context)
        }
    }

    /// The value at an index; nil if the index is out of range. Complexity: O(1).
    subscript(index: Int) -> XMLValue? {
        guard index >= 0 else { return nil }
        switch self {
        case .siblings(let context, let parent, var element):
            for _ in 0..<index {
                guard let next = context.tape.sibling(after: element, in: parent) else { return nil }
                element = next
            }
            return XMLValue(.element(element), context)
        case .children(let context, let group):
            return index < group.count ? XMLValue(.element(group[index]), context) : nil
        case .members(let context, let members):
            return members.indices.contains(index) ? XMLValue(members[index], context) : nil
        case .made(let list): return list[index]
        }
    }
}
