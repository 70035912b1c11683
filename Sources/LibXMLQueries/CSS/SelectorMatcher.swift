import LibXML

/// Matches a selector with the elements of a tree, from right to left. An element is its entry.
///
/// What was found of siblings is remembered, so that each of them is looked at once. Elements should be asked for in
/// document order.
struct SelectorMatcher: ~Copyable {
    let tape: TapeMemory
    let isHTML: Bool
    /// The element that `:scope` is; 0 for the root.
    private let scope: Int
    /// The places of elements among their siblings, if the selector needs them.
    let index: ElementIndex?

    private let lists: Table<Selector.Part>
    private let complexes: Table<Selector.Complex>
    private let compounds: Table<Selector.Compound>
    private let conditions: Table<Selector.Condition>
    let texts: Table<UInt8>
    let names: SelectorNames
    var memory = SelectorMemory()

    init(_ selector: Selector, _ tape: TapeMemory, isHTML: Bool, scope: Int, _ index: ElementIndex?) {
        self.tape = tape
        self.isHTML = isHTML
        self.scope = scope
        self.index = index
        lists = Table(selector.lists)
        complexes = Table(selector.complexes)
        compounds = Table(selector.compounds)
        conditions = Table(selector.conditions)
        texts = Table(selector.texts)
        names = SelectorNames(selector.patterns, tape, isHTML: isHTML)
    }

    /// Calls `body` with the elements in a range that the selector matches, until it returns false.
    mutating func forEach(in range: Range<Int>, _ body: (Int) -> Bool) {
        let list = lists.count - 1
        // Most elements are told by their names alone.
        var mayMatch = [Bool](repeating: false, count: tape.nameCount)
        for number in lists[list].range {
            let pattern = compounds[complexes[number].compounds.range.lowerBound].pattern
            for name in mayMatch.indices where pattern < 0 || names.matches(pattern, name) { mayMatch[name] = true }
        }
        let table = Table(mayMatch)
        tape.forEachElement(range) { entry, name in
            !table[name] || !matches(list: Int32(list), entry) || body(entry)
        }
    }

    /// Whether the selector matches an element.
    mutating func matches(_ element: Int) -> Bool { matches(list: Int32(lists.count - 1), element) }

    mutating func matches(list: Int32, _ element: Int) -> Bool {
        for number in lists[Int(list)].range where matches(complex: number, element, anchor: 0) { return true }
        return false
    }

    // MARK: Compounds

    /// How a match ended, so that nothing is tried that cannot succeed.
    private enum Outcome {
        case matches
        /// Another element may match.
        case fails
        /// No sibling further to the left matches.
        case failsSiblings
        /// No element further to the left or above matches.
        case failsCompletely
    }

    /// - Parameter anchor: the element that has the others, for an argument of `:has`; 0 for other selectors.
    private mutating func matches(complex number: Int, _ element: Int, anchor: Int) -> Bool {
        let complex = complexes[number]
        guard matches(compounds[complex.compounds.range.lowerBound], element) else { return false }
        return outcome(complex, 0, element, anchor) == .matches
    }

    /// Matches the compounds that are left of `part` with what is left of and above an element.
    private mutating func outcome(_ complex: Selector.Complex, _ part: Int, _ element: Int, _ anchor: Int) -> Outcome {
        let place = complex.compounds.range.lowerBound + part
        let isLast = part + 1 == complex.compounds.range.count
        if isLast, anchor == 0 { return .matches }
        if isLast { memory.leftmost = element }
        switch isLast ? complex.leading : compounds[place].combinator {
        case .none: return .matches
        case .child:
            let parent = tape.parent(element)
            guard parent > 0 else { return .failsCompletely }
            let outcome = next(complex, part, parent, anchor)
            return outcome == .matches || outcome == .failsCompletely ? outcome : .failsSiblings
        case .descendant:
            var ancestor = tape.parent(element)
            while ancestor > 0 {
                let outcome = next(complex, part, ancestor, anchor)
                if outcome == .matches || outcome == .failsCompletely { return outcome }
                ancestor = tape.parent(ancestor)
            }
            return .failsCompletely
        case .next:
            guard let sibling = index?.sibling(of: element, before: true) else { return .failsSiblings }
            return next(complex, part, sibling, anchor)
        case .subsequent: return subsequent(complex, part, place, element, anchor)
        }
    }

    /// Matches the compound left of `part` with an element, and then those left of it.
    private mutating func next(_ complex: Selector.Complex, _ part: Int, _ element: Int, _ anchor: Int) -> Outcome {
        guard part + 1 < complex.compounds.range.count else {
            // The element that the relative selector begins at.
            return element == anchor ? .matches : .fails
        }
        guard matches(compounds[complex.compounds.range.lowerBound + part + 1], element) else { return .fails }
        return outcome(complex, part + 1, element, anchor)
    }

    private mutating func subsequent(
        _ complex: Selector.Complex, _ part: Int, _ place: Int, _ element: Int, _ anchor: Int
    ) -> Outcome {
        guard let index else { return .failsSiblings }
        let key = SelectorMemory.Key(place, tape.parent(element))
        let known = anchor == 0 ? memory.siblings[key] : nil
        if let known, known.isFound, known.upTo < element { return .matches }
        let first = index.number(ofEntry: element)
        var number = Int(index.previous[first])
        var result = Outcome.failsSiblings
        while number >= 0 {
            let sibling = Int(index.entries[number])
            if let known, !known.isFound, sibling <= known.upTo { break }
            let outcome = next(complex, part, sibling, anchor)
            if outcome == .matches {
                if anchor == 0 { memory.siblings[key] = (sibling, true) }
                return .matches
            }
            result = outcome == .failsCompletely ? outcome : .failsSiblings
            number = outcome == .fails ? Int(index.previous[number]) : -1
        }
        if anchor == 0, index.previous[first] >= 0 {
            memory.siblings[key] = (Int(index.entries[Int(index.previous[first])]), false)
        }
        return result
    }

    private mutating func matches(_ compound: Selector.Compound, _ element: Int) -> Bool {
        if compound.pattern >= 0 {
            guard names.matches(compound.pattern, tape.elementName(element)) else { return false }
            if compound.isUnprefixed, !isWrittenAsParent(element) { return false }
        }
        for number in compound.conditions.range where !matches(condition: number, element) { return false }
        return true
    }

    /// Whether the name of an element has no prefix, or it is in the namespace of its parent.
    private func isWrittenAsParent(_ element: Int) -> Bool {
        let name = tape.name(tape.elementName(element))
        let parent = tape.parent(element)
        return name.prefix == TapeEntry.none || parent == 0
            || tape.isSame(tape.name(tape.elementName(parent)).uri, name.uri)
    }

    // MARK: Conditions

    private mutating func matches(condition number: Int, _ element: Int) -> Bool {
        switch conditions[number] {
        case .attribute(let pattern, let match, let text, let ignoresCase):
            return hasAttribute(pattern, of: element) {
                tape.matches($0, match, texts, text.range, ignoresCase: ignoresCase)
            }
        case .root: return tape.parent(element) == 0
        case .scope: return scope == 0 ? tape.parent(element) == 0 : element == scope
        case .empty: return isEmpty(element)
        case .nth(let a, let b, let fromEnd, let ofType, let list):
            guard let index else { return false }
            let place: Int
            if list >= 0 {
                guard matches(list: list, element) else { return false }
                place = self.place(of: element, number, list, fromEnd: fromEnd, index)
            } else {
                place = index.place(ofEntry: element, fromEnd: fromEnd, ofType: ofType)
            }
            return Self.isIn(place, Int(a), Int(b))
        case .matches(let list): return matches(list: list, element)
        case .not(let list): return !matches(list: list, element)
        case .has(let list): return has(list, element)
        case .language(let text): return isIn(text.range, element)
        }
    }

    /// Whether a place is `a` × n + `b` for an n that is not negative.
    private static func isIn(_ place: Int, _ a: Int, _ b: Int) -> Bool {
        a == 0 ? place == b : (place - b) % a == 0 && (place - b) / a >= 0
    }

    /// The place of an element among the siblings that match a list, from 1.
    private mutating func place(
        of element: Int, _ condition: Int, _ list: Int32, fromEnd: Bool, _ index: ElementIndex
    ) -> Int {
        let key = SelectorMemory.Key(condition, tape.parent(element))
        if memory.counted.insert(key).inserted {
            // The first sibling that is asked for may be any: all of them are counted.
            var number = index.number(ofEntry: element)
            while true {
                let other = Int(fromEnd ? index.next[number] : index.previous[number])
                if other < 0 { break }
                number = other
            }
            var count = 0
            while number >= 0 {
                let sibling = Int(index.entries[number])
                if matches(list: list, sibling) {
                    count += 1
                    memory.places[SelectorMemory.Key(condition, sibling)] = count
                }
                number = Int(fromEnd ? index.previous[number] : index.next[number])
            }
        }
        return memory.places[SelectorMemory.Key(condition, element)] ?? 0
    }

    /// Whether an element has neither child elements nor text. Comments do not count, and white space does.
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

    /// Whether an element has another one by a list of relative selectors.
    private mutating func has(_ list: Int32, _ element: Int) -> Bool {
        let key = SelectorMemory.Key(Int(list), element)
        if let known = memory.having[key] { return known }
        var isFound = false
        for number in lists[Int(list)].range where !isFound { isFound = has(complex: number, element) }
        memory.having[key] = isFound
        return isFound
    }

    private mutating func has(complex number: Int, _ element: Int) -> Bool {
        let isSubsequent = complexes[number].leading == .subsequent
        let end: Int
        var start = tape.end(element)
        switch complexes[number].leading {
        case .next: end = index?.sibling(of: element, before: false).map { siblingsEnd(number, $0) } ?? start
        case .subsequent: end = parentEnd(element)
        default: (start, end) = (element + TapeEntry.elementLength, start)
        }
        let key = SelectorMemory.Key(number, tape.parent(element))
        if isSubsequent, let known = memory.followers[key] {
            if let found = known.found, found > element { return true }
            if known.found == nil, known.of <= element { return false }
        }
        var isFound = false
        if start < end {
            tape.forEachElement(start..<end) { found, _ in
                isFound = matches(complex: number, found, anchor: element)
                return !isFound
            }
        }
        if isSubsequent { memory.followers[key] = (element, isFound ? memory.leftmost : nil) }
        return isFound
    }

    private func parentEnd(_ element: Int) -> Int {
        let parent = tape.parent(element)
        return parent == 0 ? tape.count : tape.end(parent)
    }

    /// Where the elements end that a relative selector with `+` may match: after the sibling, or, if the selector goes on
    /// to its siblings, after all of them.
    private func siblingsEnd(_ complex: Int, _ sibling: Int) -> Int {
        for place in complexes[complex].compounds.range {
            let combinator = compounds[place].combinator
            if combinator == .next || combinator == .subsequent { return parentEnd(sibling) }
        }
        return tape.end(sibling)
    }
}
