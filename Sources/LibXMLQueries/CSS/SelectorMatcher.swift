import LibXML

/// Matches selectors with the elements of a tree, from right to left.
struct SelectorMatcher {
    private let tape: TapeMemory
    private let index: ElementIndex
    private let isHTML: Bool
    /// The element that `:scope` is; -1 for the root.
    private let scope: Int

    init(_ tape: TapeMemory, _ index: ElementIndex, isHTML: Bool, scope: Int) {
        self.tape = tape
        self.index = index
        self.isHTML = isHTML
        self.scope = scope
    }

    /// How a match ended, so that no combination is tried that cannot succeed.
    private enum Outcome {
        case matches
        /// Another element in this place may match.
        case fails
        /// No element further to the left matches.
        case failsCompletely
    }

    func matches(_ list: SelectorList, _ element: Int) -> Bool {
        list.selectors.contains { matches($0, element) }
    }

    func matches(_ selector: ComplexSelector, _ element: Int) -> Bool {
        guard matches(selector.subject, element) else { return false }
        return outcome(selector, 0, element) == .matches
    }

    /// Matches the compounds from `part` on with what is on the left of an element.
    private func outcome(_ selector: ComplexSelector, _ part: Int, _ element: Int) -> Outcome {
        guard part < selector.rest.count else { return .matches }
        let (combinator, compound) = selector.rest[part]
        switch combinator {
        case .child:
            let parent = Int(index.parents[element])
            guard parent >= 0 else { return .failsCompletely }
            return matches(compound, parent) ? outcome(selector, part + 1, parent) : .fails
        case .descendant:
            var ancestor = Int(index.parents[element])
            while ancestor >= 0 {
                if matches(compound, ancestor) {
                    let outcome = outcome(selector, part + 1, ancestor)
                    if outcome != .fails { return outcome }
                }
                ancestor = Int(index.parents[ancestor])
            }
            return .failsCompletely
        case .next:
            let sibling = Int(index.previous[element])
            guard sibling >= 0, matches(compound, sibling) else { return .fails }
            return outcome(selector, part + 1, sibling)
        case .subsequent:
            var sibling = Int(index.previous[element])
            while sibling >= 0 {
                if matches(compound, sibling) {
                    let outcome = outcome(selector, part + 1, sibling)
                    if outcome != .fails { return outcome }
                }
                sibling = Int(index.previous[sibling])
            }
            return .fails
        }
    }

    private func matches(_ compound: CompoundSelector, _ element: Int) -> Bool {
        if let type = compound.type, !matches(type, ofElement: element) { return false }
        return compound.conditions.allSatisfy { matches($0, element) }
    }

    // MARK: Names

    private func matches(_ pattern: NamePattern, ofElement element: Int) -> Bool {
        let name = tape.name(Int(index.names[element]))
        if let local = pattern.local, !isName(name.local, local) { return false }
        switch pattern.namespace {
        case .any: return true
        case .none: return name.uri == TapeEntry.none
        case .uri(let uri): return isURI(name.uri, uri)
        case .unprefixed:
            if name.prefix == TapeEntry.none { return true }
            let parent = Int(index.parents[element])
            // A root element in any namespace, and others in that of their parent.
            guard parent >= 0 else { return true }
            return tape.isSame(tape.name(Int(index.names[parent])).uri, name.uri)
        }
    }

    /// Whether a name is `text`; in HTML without regard to the case of ASCII letters.
    private func isName(_ string: Int, _ text: String) -> Bool { tape.isString(string, text, ignoresCase: isHTML) }

    private func isURI(_ string: Int, _ uri: String) -> Bool {
        string != TapeEntry.none && tape.isString(string, uri)
    }

    // MARK: Attributes

    /// Calls `body` with the values of the attributes that a pattern matches, until it returns true.
    private func hasAttribute(
        _ pattern: NamePattern, of element: Int, where body: (Span<UInt8>) -> Bool
    ) -> Bool {
        var place = Int(index.entries[element]) + TapeEntry.elementLength
        while place < tape.count {
            let entry = tape.entry(place)
            guard entry.kind == .attribute || entry.kind == .namespace else { return false }
            if entry.kind == .attribute, isAttribute(tape.name(entry.number), pattern), tape.withData(entry, body) {
                return true
            }
            place += entry.length
        }
        return false
    }

    private func isAttribute(_ name: (local: Int, prefix: Int, uri: Int), _ pattern: NamePattern) -> Bool {
        guard let local = pattern.local, isName(name.local, local) else { return false }
        switch pattern.namespace {
        case .any: return true
        case .unprefixed, .none: return name.prefix == TapeEntry.none
        case .uri(let uri): return isURI(name.uri, uri)
        }
    }

    private func isMatch(
        _ value: Span<UInt8>, _ match: SelectorCondition.Match, _ text: String, ignoresCase: Bool = false
    ) -> Bool {
        if match == .exists { return true }
        let wanted = ignoresCase ? text.utf8.map(\.lowercased) : Array(text.utf8)
        var found: [UInt8] = []
        found.reserveCapacity(value.count)
        for place in value.indices { found.append(ignoresCase ? value[place].lowercased : value[place]) }
        switch match {
        case .exists: return true
        case .equals: return found == wanted
        case .includes:
            guard !wanted.isEmpty, !wanted.contains(where: \.isSelectorSpace) else { return false }
            return found.split(whereSeparator: \.isSelectorSpace).contains { $0.elementsEqual(wanted) }
        case .dash: return found == wanted || found.starts(with: wanted + [UInt8(ascii: "-")])
        case .prefix: return !wanted.isEmpty && found.starts(with: wanted)
        case .suffix: return !wanted.isEmpty && found.count >= wanted.count && found.suffix(wanted.count) == wanted[...]
        case .substring: return !wanted.isEmpty && found.firstRange(of: wanted) != nil
        }
    }

    // MARK: Conditions

    private func matches(_ condition: SelectorCondition, _ element: Int) -> Bool {
        switch condition {
        case .attribute(let pattern, let match, let text, let ignoresCase):
            return hasAttribute(pattern, of: element) {
                isMatch($0, match, text, ignoresCase: ignoresCase ?? false)
            }
        case .id(let id):
            let pattern = NamePattern(namespace: .none, local: "id")
            return hasAttribute(pattern, of: element) { isMatch($0, .equals, id) }
        case .hasClass(let name):
            let pattern = NamePattern(namespace: .none, local: "class")
            return hasAttribute(pattern, of: element) { isMatch($0, .includes, name) }
        case .root: return index.parents[element] < 0
        case .scope: return scope < 0 ? index.parents[element] < 0 : element == scope
        case .empty: return isEmpty(element)
        case .nth(let a, let b, let fromEnd, let ofType, let of):
            guard let place = place(of: element, fromEnd: fromEnd, ofType: ofType, of) else { return false }
            return Self.isIn(place, a, b)
        case .onlyChild: return index.places[element] == 1 && index.placesFromEnd[element] == 1
        case .onlyOfType: return index.typePlaces[element] == 1 && index.typePlacesFromEnd[element] == 1
        case .matches(let list): return matches(list, element)
        case .not(let list): return !matches(list, element)
        case .has(let list): return list.selectors.contains { has($0, element) }
        case .language(let languages): return isIn(languages, element)
        }
    }

    /// Whether a place is `a` × n + `b` for an n that is not negative.
    private static func isIn(_ place: Int, _ a: Int, _ b: Int) -> Bool {
        a == 0 ? place == b : (place - b) % a == 0 && (place - b) / a >= 0
    }

    /// The place among the siblings, from 1; nil if the element does not match `list`.
    private func place(of element: Int, fromEnd: Bool, ofType: Bool, _ list: SelectorList?) -> Int? {
        guard let list else {
            let places =
                ofType
                ? (fromEnd ? index.typePlacesFromEnd : index.typePlaces)
                : (fromEnd ? index.placesFromEnd : index.places)
            return Int(places[element])
        }
        guard matches(list, element) else { return nil }
        var place = 1
        var sibling = Int(fromEnd ? index.next[element] : index.previous[element])
        while sibling >= 0 {
            if matches(list, sibling) { place += 1 }
            sibling = Int(fromEnd ? index.next[sibling] : index.previous[sibling])
        }
        return place
    }

    /// Whether an element has neither child elements nor text. Comments do not count, and white space does.
    private func isEmpty(_ element: Int) -> Bool {
        let start = Int(index.entries[element])
        let end = tape.entry(start).next
        var place = start + TapeEntry.elementLength
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

    /// Whether an element has another one by a relative selector.
    private func has(_ selector: ComplexSelector, _ element: Int) -> Bool {
        // The compounds of the selector are matched from the right; the leftmost one must be beside the element.
        func isBeside(_ found: Int) -> Bool {
            var anchored = selector
            anchored.rest.append((selector.leading ?? .descendant, CompoundSelector(conditions: [.scope])))
            let inner = SelectorMatcher(tape, index, isHTML: isHTML, scope: element)
            return inner.matches(anchored, found)
        }
        let isSibling = selector.leading == .next || selector.leading == .subsequent
        if !isSibling { return (element + 1..<Int(index.ends[element])).contains(where: isBeside) }
        let parent = Int(index.parents[element])
        let end = parent < 0 ? index.entries.count : Int(index.ends[parent])
        return (Int(index.ends[element])..<max(end, Int(index.ends[element]))).contains(where: isBeside)
    }

    /// Whether `xml:lang`, or `lang` in HTML, of the element or the nearest one around it is one of the languages.
    private func isIn(_ languages: [String], _ element: Int) -> Bool {
        let xml = NamePattern(namespace: .uri("http://www.w3.org/XML/1998/namespace"), local: "lang")
        let html = NamePattern(namespace: .none, local: "lang")
        var place = element
        while place >= 0 {
            var found: Bool?
            for pattern in isHTML ? [xml, html] : [xml] where found == nil {
                _ = hasAttribute(pattern, of: place) { value in
                    found = languages.contains { language in
                        language == "*" ? !value.isEmpty : isMatch(value, .dash, language, ignoresCase: true)
                    }
                    return true
                }
            }
            if let found { return found }
            place = Int(index.parents[place])
        }
        return false
    }
}

extension UInt8 {
    fileprivate var isSelectorSpace: Bool { [0x20, 0x09, 0x0A, 0x0C, 0x0D].contains(self) }
}
