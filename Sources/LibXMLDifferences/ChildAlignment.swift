/// Finds which children of two elements correspond to each other.
///
/// Equal children are found first: those at the beginning and at the end, and those whose content occurs once in both
/// lists, between which the rest is aligned in the same way. The remaining children are paired by key attributes, and
/// then by names; if there are few, the most similar ones first. Each step takes at most O(*n* log *n*).
struct ChildAlignment {
    struct Item {
        var content: UInt32
        var label: UInt32
        var key: UInt32
        /// Whether it is an element with attributes or children, which can be recognized elsewhere.
        var canMove: Bool
    }

    private struct Gap {
        var old: Range<Int>
        var new: Range<Int>
        var depth = 0
    }

    /// The partners of old and new items; nil for items without a partner.
    private(set) var newPartner: [Int?]
    private(set) var oldPartner: [Int?]
    /// Whether new items have another order than their partners.
    private(set) var isMoved: [Bool]

    private let old: [Item]
    private let new: [Item]
    private let repeatedLabels: Set<UInt32>
    /// How much two items have in common, from 0 to 100.
    private let similarity: (_ old: Int, _ new: Int) -> Int

    init(_ old: [Item], _ new: [Item], ignoresOrder: Bool, similarity: @escaping (_ old: Int, _ new: Int) -> Int) {
        self.old = old
        self.new = new
        self.similarity = similarity
        repeatedLabels = Self.repeatedLabels(old).union(Self.repeatedLabels(new))
        newPartner = [Int?](repeating: nil, count: old.count)
        oldPartner = [Int?](repeating: nil, count: new.count)
        isMoved = [Bool](repeating: false, count: new.count)
        if ignoresOrder {
            pairInAnyOrder { $0.content }
            pairUnique { $0.key == 0 ? nil : UInt64($0.label) << 32 | UInt64($0.key) }
            pairInAnyOrder { $0.label }
        } else {
            alignEqual()
            pairUnique { $0.canMove ? UInt64($0.content) : nil }
            pairUnique { $0.key == 0 ? nil : UInt64($0.label) << 32 | UInt64($0.key) }
            findMoved()
            for gap in gaps { pairNamed(gap) }
        }
    }

    private mutating func pair(_ oldItem: Int, _ newItem: Int) {
        newPartner[oldItem] = newItem
        oldPartner[newItem] = oldItem
    }

    // MARK: Equal items

    /// Pairs equal items that are in the same order.
    private mutating func alignEqual() {
        var open = [Gap(old: 0..<old.count, new: 0..<new.count)]
        while var gap = open.popLast() {
            while let first = gap.old.first, let other = gap.new.first, old[first].content == new[other].content {
                pair(first, other)
                gap.old = first + 1..<gap.old.upperBound
                gap.new = other + 1..<gap.new.upperBound
            }
            while let last = gap.old.last, let other = gap.new.last, old[last].content == new[other].content {
                pair(last, other)
                gap.old = gap.old.lowerBound..<last
                gap.new = gap.new.lowerBound..<other
            }
            if gap.old.isEmpty || gap.new.isEmpty { continue }
            let anchors = gap.depth < Self.mostDepth ? anchors(in: gap) : []
            // A few anchors are not used if they would separate many items that occur several times.
            if 8 * anchors.count <= min(gap.old.count, gap.new.count) {
                let repeated = pairsInOrder(Array(gap.old), Array(gap.new), by: { $0.content })
                if repeated.count >= 4 * anchors.count {
                    for (first, other) in repeated { pair(first, other) }
                    continue
                }
            }
            var (oldStart, newStart) = (gap.old.lowerBound, gap.new.lowerBound)
            for (first, other) in anchors {
                pair(first, other)
                open.append(Gap(old: oldStart..<first, new: newStart..<other, depth: gap.depth + 1))
                (oldStart, newStart) = (first + 1, other + 1)
            }
            let (oldEnd, newEnd) = (gap.old.upperBound, gap.new.upperBound)
            open.append(Gap(old: oldStart..<oldEnd, new: newStart..<newEnd, depth: gap.depth + 1))
        }
    }

    /// How deeply the parts between equal items are aligned in the same way.
    private static let mostDepth = 12

    /// The longest sequence of items that are in the same order in both lists of a gap, and whose content occurs once
    /// in each.
    private func anchors(in gap: Gap) -> [(Int, Int)] {
        let pairs = uniquePairs(gap.old, gap.new) { UInt64($0.content) }
        return longestIncreasing(pairs.map(\.1)).map { pairs[$0] }
    }

    /// Pairs of items that have the same number and the same order, the first with the first.
    ///
    /// An item is not paired with a distant one, which would leave the items in between without partners. The more
    /// items have no partner so far, the more distant it may be.
    private func pairsInOrder(
        _ oldItems: [Int], _ newItems: [Int], by number: (Item) -> UInt32,
        where arePartners: (_ old: Int, _ new: Int) -> Bool = { _, _ in true }
    ) -> [(Int, Int)] {
        var places: [UInt32: [Int]] = [:]
        for place in newItems.indices.reversed() { places[number(new[newItems[place]]), default: []].append(place) }
        var found: [(Int, Int)] = []
        var (next, farthest) = (0, Self.farthest)
        for item in oldItems {
            let number = number(old[item])
            while let place = places[number]?.last, place < next { places[number]?.removeLast() }
            guard let place = places[number]?.last, place - next <= farthest, arePartners(item, newItems[place]) else {
                farthest += 1
                continue
            }
            found.append((item, newItems[place]))
            (next, farthest) = (place + 1, Self.farthest)
            places[number]?.removeLast()
        }
        return found
    }

    private static let farthest = 64

    // MARK: Pairs in any order

    /// Pairs items without partners whose keys occur once in both lists.
    private mutating func pairUnique(by key: (Item) -> UInt64?) {
        for (oldItem, newItem) in uniquePairs(old.indices, new.indices, key) { pair(oldItem, newItem) }
    }

    private func uniquePairs(
        _ oldItems: Range<Int>, _ newItems: Range<Int>, _ key: (Item) -> UInt64?
    ) -> [(Int, Int)] {
        var places: [UInt64: (item: Int, count: Int)] = [:]
        for item in newItems where oldPartner[item] == nil {
            if let key = key(new[item]) { places[key] = (item, (places[key]?.count ?? 0) + 1) }
        }
        var found: [(Int, Int)] = []
        var counts: [UInt64: Int] = [:]
        for item in oldItems where newPartner[item] == nil {
            if let key = key(old[item]), places[key]?.count == 1 { counts[key, default: 0] += 1 }
        }
        for item in oldItems where newPartner[item] == nil {
            if let key = key(old[item]), counts[key] == 1, let place = places[key] { found.append((item, place.item)) }
        }
        return found
    }

    /// Pairs items without partners that have the same number, the first with the first, if they are the same part of
    /// the document.
    private mutating func pairInAnyOrder(by number: (Item) -> UInt32) {
        var places: [UInt32: [Int]] = [:]
        for item in new.indices.reversed() where oldPartner[item] == nil {
            places[number(new[item]), default: []].append(item)
        }
        for item in old.indices where newPartner[item] == nil {
            let number = number(old[item])
            guard let place = places[number]?.last, commonParts(item, place) != nil else { continue }
            pair(item, place)
            places[number]?.removeLast()
        }
    }

    // MARK: Order

    /// Finds the items that are not in the order of most others. Those that cannot move lose their partners.
    private mutating func findMoved() {
        let pairs = old.indices.compactMap { item in newPartner[item].map { (item, $0) } }
        let kept = Set(longestIncreasing(pairs.map(\.1)))
        for (number, (oldItem, newItem)) in pairs.enumerated() where !kept.contains(number) {
            if new[newItem].canMove {
                isMoved[newItem] = true
            } else {
                (newPartner[oldItem], oldPartner[newItem]) = (nil, nil)
            }
        }
    }

    /// The places of a longest increasing subsequence of distinct numbers.
    private func longestIncreasing(_ numbers: [Int]) -> [Int] {
        var last: [Int] = []
        var previous = [Int](repeating: -1, count: numbers.count)
        for (place, number) in numbers.enumerated() {
            var (low, high) = (0, last.count)
            while low < high {
                let middle = (low + high) / 2
                if numbers[last[middle]] < number { low = middle + 1 } else { high = middle }
            }
            if low > 0 { previous[place] = last[low - 1] }
            if low == last.count { last.append(place) } else { last[low] = place }
        }
        var found: [Int] = []
        var place = last.last ?? -1
        while place >= 0 {
            found.append(place)
            place = previous[place]
        }
        return found.reversed()
    }

    /// The items without partners between those that are in the same order.
    private var gaps: [(old: [Int], new: [Int])] {
        var gaps: [(old: [Int], new: [Int])] = []
        var (oldItem, newItem) = (0, 0)
        while oldItem < old.count || newItem < new.count {
            var gap: (old: [Int], new: [Int]) = ([], [])
            while oldItem < old.count, newPartner[oldItem].map({ isMoved[$0] }) ?? true {
                if newPartner[oldItem] == nil { gap.old.append(oldItem) }
                oldItem += 1
            }
            while newItem < new.count, oldPartner[newItem] == nil || isMoved[newItem] {
                if oldPartner[newItem] == nil { gap.new.append(newItem) }
                newItem += 1
            }
            if !gap.old.isEmpty, !gap.new.isEmpty { gaps.append(gap) }
            (oldItem, newItem) = (oldItem + 1, newItem + 1)
        }
        return gaps
    }

    // MARK: Names

    /// Pairs items with the same name, in order: the most similar ones, if there are few.
    private mutating func pairNamed(_ gap: (old: [Int], new: [Int])) {
        guard gap.old.count * gap.new.count <= Self.mostCompared else {
            let pairs = pairsInOrder(gap.old, gap.new, by: { $0.label }) { commonParts($0, $1) != nil }
            for (first, other) in pairs { pair(first, other) }
            return
        }
        // The best sums of similarities of the items from two places on.
        let width = gap.new.count + 1
        var best = [Int](repeating: 0, count: (gap.old.count + 1) * width)
        var own = best
        for first in gap.old.indices.reversed() {
            for second in gap.new.indices.reversed() {
                let place = first * width + second
                best[place] = max(best[place + 1], best[place + width])
                guard let common = commonParts(gap.old[first], gap.new[second]) else { continue }
                own[place] = 1 + common
                best[place] = max(best[place], own[place] + best[place + width + 1])
            }
        }
        var (first, second) = (0, 0)
        while first < gap.old.count, second < gap.new.count {
            let place = first * width + second
            if own[place] > 0, best[place] == own[place] + best[place + width + 1] {
                pair(gap.old[first], gap.new[second])
                (first, second) = (first + 1, second + 1)
            } else if best[place] == best[place + width] {
                first += 1
            } else {
                second += 1
            }
        }
    }

    /// How much two items have in common; nil if they are not the same part of the document. They are not if their
    /// names differ, or if other items have their name, and the two have different key attributes and little in common.
    private func commonParts(_ oldItem: Int, _ newItem: Int) -> Int? {
        let (item, other) = (old[oldItem], new[newItem])
        guard item.label == other.label else { return nil }
        let common = similarity(oldItem, newItem)
        let mayDiffer = item.key == 0 || other.key == 0 || item.key == other.key || common >= 50
        return mayDiffer || !repeatedLabels.contains(item.label) ? common : nil
    }

    /// The names of several items of one list.
    private static func repeatedLabels(_ items: [Item]) -> Set<UInt32> {
        var (found, repeated) = (Set<UInt32>(), Set<UInt32>())
        for item in items where !found.insert(item.label).inserted { repeated.insert(item.label) }
        return repeated
    }

    /// How many pairs of items are compared in one gap.
    private static let mostCompared = 1_024
}
