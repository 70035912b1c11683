import LibXML

/// Matches a selector with the elements of a tree, from right to left. An element is its number in the index.
///
/// Results for siblings are kept, so that each sibling is examined once. Elements should be matched in document order.
struct SelectorMatcher: ~Copyable {
    let tape: TapeMemory
    let isHTML: Bool
    /// The element that `:scope` matches; -1 for the root.
    private let scope: Int
    let elements: ElementIndex
    /// The places of elements among their siblings, if the selector needs them.
    private let siblings: SiblingIndex?

    let program: SelectorProgram
    private let lists: Table<Selector.Part>.View
    private let complexes: Table<Selector.Complex>.View
    private let compounds: Table<Selector.Compound>.View
    private let conditions: Table<Selector.Condition>.View
    private let records: Table<ElementIndex.Element>.View
    private let words: Table<UInt64>.View
    private let wordsPerName: Int
    var memory = SelectorMemory()

    /// - Parameter scope: the entry of the element that `:scope` matches; 0 for the root.
    init(
        _ program: SelectorProgram, _ tape: TapeMemory, _ elements: ElementIndex, _ siblings: SiblingIndex?,
        isHTML: Bool, scope: Int
    ) {
        self.tape = tape
        self.isHTML = isHTML
        self.scope = scope == 0 ? -1 : elements.number(ofEntry: scope)
        self.elements = elements
        self.siblings = siblings
        self.program = program
        lists = program.lists.view
        complexes = program.complexes.view
        compounds = program.compounds.view
        conditions = program.conditions.view
        records = elements.elements.view
        words = program.words.view
        wordsPerName = program.wordsPerName
    }

    /// Whether a pattern matches a name, apart from conditions on the element around it.
    @inline(__always)
    private func matches(pattern: Int32, _ name: Int) -> Bool {
        words[name &* wordsPerName &+ Int(pattern >> 6)] >> UInt64(pattern & 63) & 1 != 0
    }

    /// Calls `body` with the entries of the elements in the scope that the selector matches, until it returns false.
    mutating func forEach(_ body: (UInt32) -> Bool) {
        let list = Int32(program.lists.count - 1)
        let range = scope < 0 ? 0..<elements.count : scope + 1..<end(of: scope)
        elements.forEach(in: range, program) { element in
            !matches(list: list, element) || body(records[element].entry)
        }
    }

    /// Whether the selector matches the element at an entry.
    mutating func matches(entry: Int) -> Bool {
        matches(list: Int32(program.lists.count - 1), elements.number(ofEntry: entry))
    }

    /// The number after that of the last element in an element.
    private func end(of element: Int) -> Int { elements.number(ofEntry: tape.end(entry(of: element))) }

    func entry(of element: Int) -> Int { Int(records[element].entry) }

    @inline(__always)
    private func parent(_ element: Int) -> Int { Int(records[element].parent) }

    private func previous(_ element: Int) -> Int { siblings.map { Int($0.previous[element]) } ?? -1 }

    private func next(_ element: Int) -> Int { siblings.map { Int($0.next[element]) } ?? -1 }

    mutating func matches(list: Int32, _ element: Int) -> Bool {
        for number in lists[Int(list)].range where matches(complex: number, element, anchor: -1) { return true }
        return false
    }

    /// Whether a list in another selector matches. Results of combinators are kept, because several elements may need
    /// the same result.
    private mutating func matches(innerList list: Int32, _ element: Int) -> Bool {
        guard lists[Int(list)].range.contains(where: { complexes[$0].compounds.count > 1 }) else {
            return matches(list: list, element)
        }
        let key = SelectorMemory.Key(Int(list), element)
        if let known = memory.matching[key] { return known }
        let isMatch = matches(list: list, element)
        memory.matching[key] = isMatch
        return isMatch
    }

    // MARK: Compounds

    /// How a match ended. Attempts that cannot succeed are skipped.
    private enum Outcome {
        case matches
        /// Another element may match.
        case fails
        /// No sibling further to the left matches.
        case failsSiblings
        /// No element further to the left or above matches.
        case failsCompletely
    }

    /// - Parameter anchor: the element to which `:has` applies, for its arguments; -1 for other selectors.
    private mutating func matches(complex number: Int, _ element: Int, anchor: Int) -> Bool {
        let complex = complexes[number]
        guard matches(compounds[complex.compounds.range.lowerBound], element) else { return false }
        return complex.isVertical
            ? matchesAncestors(complex, element) : outcome(complex, 0, element, anchor) == .matches
    }

    /// Matches the compounds left of the last one with the elements around an element.
    ///
    /// For each compound, the nearest matching ancestor leaves the most elements for the others. If a parent does not
    /// match, only the ancestor that was found last can be replaced by another one.
    @inline(__always)
    private mutating func matchesAncestors(_ complex: Selector.Complex, _ element: Int) -> Bool {
        var place = Int(complex.compounds.start)
        let last = place + Int(complex.compounds.count) - 1
        var (current, retry) = (element, (place: -1, element: 0))
        while place < last {
            let isDescendant = compounds[place].combinator == .descendant
            place += 1
            current = parent(current)
            while isDescendant, current >= 0, !matches(compounds[place], current) { current = parent(current) }
            guard current >= 0 else { return false }
            if isDescendant {
                retry = (place, current)
            } else if !matches(compounds[place], current) {
                guard retry.place >= 0 else { return false }
                (place, current) = (retry.place - 1, retry.element)
            }
        }
        return true
    }

    /// Matches the compounds left of `part` with the elements before and around an element.
    private mutating func outcome(_ complex: Selector.Complex, _ part: Int, _ element: Int, _ anchor: Int) -> Outcome {
        let place = complex.compounds.range.lowerBound + part
        let isLast = part + 1 == complex.compounds.range.count
        if isLast, anchor < 0 { return .matches }
        if isLast { memory.leftmost = element }
        // No element before the anchor can match for it.
        let first = max(anchor, 0)
        switch isLast ? complex.leading : compounds[place].combinator {
        case .none: return .matches
        case .child:
            let parent = parent(element)
            guard parent >= first else { return .failsCompletely }
            let outcome = outcome(complex, part, at: parent, anchor)
            return outcome == .matches || outcome == .failsCompletely ? outcome : .failsSiblings
        case .descendant:
            var ancestor = parent(element)
            while ancestor >= first {
                let outcome = outcome(complex, part, at: ancestor, anchor)
                if outcome == .matches || outcome == .failsCompletely { return outcome }
                ancestor = parent(ancestor)
            }
            return .failsCompletely
        case .next:
            let sibling = previous(element)
            return sibling < 0 ? .failsSiblings : outcome(complex, part, at: sibling, anchor)
        case .subsequent: return subsequent(complex, part, place, element, anchor)
        }
    }

    /// Matches the compound left of `part` with an element, and then those left of it.
    private mutating func outcome(
        _ complex: Selector.Complex, _ part: Int, at element: Int, _ anchor: Int
    ) -> Outcome {
        guard part + 1 < complex.compounds.range.count else {
            // The element at which the relative selector begins.
            return element == anchor ? .matches : .fails
        }
        guard matches(compounds[complex.compounds.range.lowerBound + part + 1], element) else { return .fails }
        return outcome(complex, part + 1, element, anchor)
    }

    private mutating func subsequent(
        _ complex: Selector.Complex, _ part: Int, _ place: Int, _ element: Int, _ anchor: Int
    ) -> Outcome {
        let key = SelectorMemory.Key(place, parent(element))
        let known = anchor < 0 ? memory.siblings[key] : nil
        if let known, known.isFound, known.upTo < element { return .matches }
        let first = previous(element)
        var sibling = first
        var result = Outcome.failsSiblings
        while sibling >= max(anchor, 0) {
            if let known, !known.isFound, sibling <= known.upTo { break }
            let outcome = outcome(complex, part, at: sibling, anchor)
            if outcome == .matches {
                if anchor < 0 { memory.siblings[key] = (sibling, true) }
                return .matches
            }
            result = outcome == .failsCompletely ? outcome : .failsSiblings
            sibling = outcome == .fails ? previous(sibling) : -1
        }
        if anchor < 0, first >= 0 { memory.siblings[key] = (first, false) }
        return result
    }

    @inline(__always)
    private mutating func matches(_ compound: Selector.Compound, _ element: Int) -> Bool {
        if compound.pattern >= 0 {
            guard matches(pattern: compound.pattern, Int(records[element].name)) else { return false }
            if compound.isUnprefixed, !isWrittenAsParent(element) { return false }
        }
        return compound.conditions.count == 0 || matchesConditions(compound, element)
    }

    private mutating func matchesConditions(_ compound: Selector.Compound, _ element: Int) -> Bool {
        for number in compound.conditions.range where !matches(condition: number, element) { return false }
        return true
    }

    /// Whether the name of an element has no prefix, or it is in the namespace of the element around it.
    private func isWrittenAsParent(_ element: Int) -> Bool {
        let name = tape.name(Int(records[element].name))
        if name.prefix == TapeEntry.none { return true }
        let parent = parent(element)
        // The document has the name of the element from which its root was cut out.
        let outer = parent < 0 ? tape.elementName(0) : Int(records[parent].name)
        return outer == TapeEntry.none || tape.isSame(tape.name(outer).uri, name.uri)
    }

    // MARK: Conditions

    private mutating func matches(condition number: Int, _ element: Int) -> Bool {
        switch conditions[number] {
        case .attribute(let pattern, let match, let text, let sensitivity):
            let ignoresCase = sensitivity == .insensitive || isHTML && sensitivity == .insensitiveInHTML
            return tape.hasAttribute(of: entry(of: element)) { name, entry in
                matches(pattern: pattern, name)
                    && (match == .exists
                        || tape.matches(tape.entry(entry), match, program.texts, text.range, ignoresCase: ignoresCase))
            }
        case .root: return parent(element) < 0
        case .scope: return scope < 0 ? parent(element) < 0 : element == scope
        case .empty: return isEmpty(entry(of: element))
        case .nth(let a, let b, let fromEnd, let ofType, let list):
            guard let siblings else { return false }
            let place: Int
            if list >= 0 {
                guard matches(innerList: list, element) else { return false }
                place = self.place(of: element, number, list, fromEnd: fromEnd)
            } else {
                place = siblings.place(of: element, fromEnd: fromEnd, ofType: ofType)
            }
            return Self.isIn(place, Int(a), Int(b))
        case .matches(let list): return matches(innerList: list, element)
        case .not(let list): return !matches(innerList: list, element)
        case .has(let list): return has(list, element)
        case .language(let text): return isIn(text.range, entry(of: element))
        }
    }

    /// Whether a place is `a` × n + `b` for an n that is not negative.
    private static func isIn(_ place: Int, _ a: Int, _ b: Int) -> Bool {
        a == 0 ? place == b : (place - b) % a == 0 && (place - b) / a >= 0
    }

    /// The place of an element among the siblings that match a list, from 1.
    private mutating func place(of element: Int, _ condition: Int, _ list: Int32, fromEnd: Bool) -> Int {
        let key = SelectorMemory.Key(condition, parent(element))
        if memory.counted.insert(key).inserted {
            // The first request may be for any sibling, so all siblings are counted.
            var sibling = element
            while case let other = fromEnd ? next(sibling) : previous(sibling), other >= 0 { sibling = other }
            var count = 0
            while sibling >= 0 {
                if matches(innerList: list, sibling) {
                    count += 1
                    memory.places[SelectorMemory.Key(condition, sibling)] = count
                }
                sibling = fromEnd ? previous(sibling) : next(sibling)
            }
        }
        return memory.places[SelectorMemory.Key(condition, element)] ?? 0
    }

    /// Whether the element at an entry has neither child elements nor text. Comments do not count; white space does.
    private func isEmpty(_ element: Int) -> Bool {
        let end = tape.end(element)
        var place = element + TapeEntry.elementLength
        while place < end {
            let entry = tape.entry(place)
            switch entry.kind {
            case .element, .entityReference: return false
            case .text, .cdata: if !entry.data.isEmpty { return false }
            default: break
            }
            place += entry.length
        }
        return true
    }

    // MARK: Relative selectors

    /// Whether a list of relative selectors matches any element relative to an element.
    private mutating func has(_ list: Int32, _ element: Int) -> Bool {
        let key = SelectorMemory.Key(Int(list), element)
        if let known = memory.having[key] { return known }
        let isFound = lists[Int(list)].range.contains { has(complex: $0, element) }
        memory.having[key] = isFound
        return isFound
    }

    private mutating func has(complex number: Int, _ element: Int) -> Bool {
        let isSingle = complexes[number].compounds.count == 1
        let end = end(of: element)
        switch complexes[number].leading {
        case .child where isSingle: return hasChild(number, element, element + 1..<end)
        case .next:
            let sibling = next(element)
            guard sibling >= 0, matches(compounds[complexes[number].compounds.range.upperBound - 1], sibling) else {
                return false
            }
            return isSingle || hasElement(number, element, in: end..<siblingsEnd(number, sibling))
        case .subsequent:
            let key = SelectorMemory.Key(number, parent(element))
            if let known = memory.followers[key] {
                if let found = known.found, found > element { return true }
                if known.found == nil, known.of <= element { return false }
            }
            let isFound =
                isSingle ? hasSibling(number, element) : hasElement(number, element, in: end..<parentEnd(element))
            memory.followers[key] = (element, isFound ? memory.leftmost : nil)
            return isFound
        default: return hasElement(number, element, in: element + 1..<end)
        }
    }

    /// Whether a relative selector matches an element in a range inside or after an element. Elements that match for no
    /// anchor are not searched again.
    private mutating func hasElement(_ number: Int, _ element: Int, in range: Range<Int>) -> Bool {
        let isSingle = complexes[number].compounds.count == 1
        let known = memory.withoutMatch[number] ?? 0..<0
        // The elements before `place` that match for no anchor.
        var run = range.lowerBound..<range.lowerBound
        defer { memory.withoutMatch[number] = known.joined(with: run) }
        var place = range.lowerBound
        while place < range.upperBound {
            if known.contains(place) {
                run = min(run.lowerBound, known.lowerBound)..<known.upperBound
            } else if !matches(complex: number, place, anchor: -1) {
                run = run.lowerBound..<place + 1
            } else if isSingle || matches(complex: number, place, anchor: element) {
                return true
            } else {
                run = place + 1..<place + 1
            }
            place = run.upperBound
        }
        return false
    }

    private mutating func hasSibling(_ number: Int, _ element: Int) -> Bool {
        var sibling = next(element)
        while sibling >= 0 {
            if matches(complex: number, sibling, anchor: element) { return true }
            sibling = next(sibling)
        }
        return false
    }

    private mutating func hasChild(_ number: Int, _ element: Int, _ range: Range<Int>) -> Bool {
        var child = range.lowerBound
        while child < range.upperBound {
            if matches(complex: number, child, anchor: element) { return true }
            child = end(of: child)
        }
        return false
    }

    private func parentEnd(_ element: Int) -> Int {
        let parent = parent(element)
        return parent < 0 ? elements.count : end(of: parent)
    }

    /// The end of the elements that a relative selector with `+` may match. It is after the sibling, or after all
    /// siblings if the selector refers to further ones.
    private func siblingsEnd(_ complex: Int, _ sibling: Int) -> Int {
        for place in complexes[complex].compounds.range {
            let combinator = compounds[place].combinator
            if combinator == .next || combinator == .subsequent { return parentEnd(sibling) }
        }
        return end(of: sibling)
    }
}
