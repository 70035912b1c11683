import LibXML

/// Matches selectors with the elements of a tree, from right to left. An element is its entry.
struct SelectorMatcher {
    private let tape: TapeMemory
    private let isHTML: Bool
    /// The element that `:scope` is; 0 for the root.
    private let scope: Int
    /// The places of elements among their siblings, if they are asked for.
    private let index: () -> ElementIndex
    /// Whether each name of the tape may be that of each pattern, by the numbers of both.
    private let names: [[Bool]]

    init(
        _ tape: TapeMemory, _ list: SelectorList, isHTML: Bool, scope: Int, index: @escaping () -> ElementIndex
    ) {
        self.tape = tape
        self.isHTML = isHTML
        self.scope = scope
        self.index = index
        names = list.patterns.map { pattern in
            (0..<tape.nameCount).map { Self.mayMatch(pattern, tape.name($0), tape, isHTML: isHTML) }
        }
    }

    private init(_ other: SelectorMatcher, scope: Int) {
        tape = other.tape
        isHTML = other.isHTML
        index = other.index
        names = other.names
        self.scope = scope
    }

    /// Calls `body` with the elements in a range that a selector matches, until it returns false.
    func forEach(_ list: SelectorList, in range: Range<Int>, _ body: (Int) -> Bool) {
        // Most elements are told by their names alone.
        let subjects = list.selectors.map { $0.subject.type.map(\.number) ?? -1 }
        let isNamed = !subjects.contains(-1)
        let mayMatch = (0..<tape.nameCount).map { name in !isNamed || subjects.contains { names[$0][name] } }
        tape.forEachElement(range) { entry, name in
            !mayMatch[name] || !matches(list, entry) || body(entry)
        }
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
        return selector.rest.isEmpty || outcome(selector, 0, element) == .matches
    }

    /// Matches the compounds from `part` on with what is on the left of an element.
    private func outcome(_ selector: ComplexSelector, _ part: Int, _ element: Int) -> Outcome {
        guard part < selector.rest.count else { return .matches }
        let (combinator, compound) = selector.rest[part]
        switch combinator {
        case .child:
            let parent = tape.parent(element)
            guard parent > 0 else { return .failsCompletely }
            return matches(compound, parent) ? outcome(selector, part + 1, parent) : .fails
        case .descendant:
            var ancestor = tape.parent(element)
            while ancestor > 0 {
                if matches(compound, ancestor) {
                    let outcome = outcome(selector, part + 1, ancestor)
                    if outcome != .fails { return outcome }
                }
                ancestor = tape.parent(ancestor)
            }
            return .failsCompletely
        case .next:
            guard let sibling = sibling(before: element), matches(compound, sibling) else { return .fails }
            return outcome(selector, part + 1, sibling)
        case .subsequent:
            var place = sibling(before: element)
            while let found = place {
                if matches(compound, found) {
                    let outcome = outcome(selector, part + 1, found)
                    if outcome != .fails { return outcome }
                }
                place = sibling(before: found)
            }
            return .fails
        }
    }

    private func sibling(before element: Int) -> Int? {
        let index = index()
        let number = Int(index.previous[index.number(ofEntry: element)])
        return number < 0 ? nil : Int(index.entries[number])
    }

    private func matches(_ compound: CompoundSelector, _ element: Int) -> Bool {
        if let type = compound.type, !matches(type, ofElement: element) { return false }
        return compound.conditions.isEmpty || compound.conditions.allSatisfy { matches($0, element) }
    }

    // MARK: Names

    private func matches(_ pattern: NamePattern, ofElement element: Int) -> Bool {
        guard names[pattern.number][tape.elementName(element)] else { return false }
        guard case .unprefixed = pattern.namespace else { return true }
        let name = tape.name(tape.elementName(element))
        let parent = tape.parent(element)
        // A root element in any namespace, and others in that of their parent.
        return name.prefix == TapeEntry.none || parent == 0
            || tape.isSame(tape.name(tape.elementName(parent)).uri, name.uri)
    }

    /// Whether a name is that of a pattern, apart from what depends on the element around it.
    private static func mayMatch(
        _ pattern: NamePattern, _ name: (local: Int, prefix: Int, uri: Int), _ tape: TapeMemory, isHTML: Bool
    ) -> Bool {
        if let local = pattern.local, !tape.isString(name.local, local, ignoresCase: isHTML) { return false }
        return switch pattern.namespace {
        case .any, .unprefixed: true
        case .none: name.uri == TapeEntry.none
        case .uri(let uri): name.uri != TapeEntry.none && tape.isString(name.uri, uri)
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
        var place = element + TapeEntry.elementLength
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
        case .root: return tape.parent(element) == 0
        case .scope: return scope == 0 ? tape.parent(element) == 0 : element == scope
        case .empty: return isEmpty(element)
        case .nth(let a, let b, let fromEnd, let ofType, let of):
            guard let place = place(of: element, fromEnd: fromEnd, ofType: ofType, of) else { return false }
            return Self.isIn(place, a, b)
        case .onlyChild, .onlyOfType:
            let ofType = if case .onlyOfType = condition { true } else { false }
            return place(of: element, fromEnd: false, ofType: ofType, nil) == 1
                && place(of: element, fromEnd: true, ofType: ofType, nil) == 1
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
        let index = index()
        let number = index.number(ofEntry: element)
        guard let list else {
            if ofType { return index.placeOfType(number, fromEnd: fromEnd) }
            return Int((fromEnd ? index.placesFromEnd : index.places)[number])
        }
        guard matches(list, element) else { return nil }
        var place = 1
        var sibling = Int((fromEnd ? index.next : index.previous)[number])
        while sibling >= 0 {
            if matches(list, Int(index.entries[sibling])) { place += 1 }
            sibling = Int((fromEnd ? index.next : index.previous)[sibling])
        }
        return place
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

    /// Whether an element has another one by a relative selector.
    private func has(_ selector: ComplexSelector, _ element: Int) -> Bool {
        // The leftmost compound must be beside or in the element, which is the scope.
        var anchored = selector
        anchored.rest.append((selector.leading ?? .descendant, CompoundSelector(conditions: [.scope])))
        let inner = SelectorMatcher(self, scope: element)
        let isSibling = selector.leading == .next || selector.leading == .subsequent
        let parent = tape.parent(element)
        let end = parent == 0 ? tape.count : tape.end(parent)
        let range =
            isSibling
            ? tape.end(element)..<max(end, tape.end(element)) : element + TapeEntry.elementLength..<tape.end(element)
        var isFound = false
        tape.forEachElement(range) { found, _ in
            isFound = inner.matches(anchored, found)
            return !isFound
        }
        return isFound
    }

    /// Whether `xml:lang`, or `lang` in HTML, of the element or the nearest one around it is one of the languages.
    private func isIn(_ languages: [String], _ element: Int) -> Bool {
        let xml = NamePattern(namespace: .uri("http://www.w3.org/XML/1998/namespace"), local: "lang")
        let html = NamePattern(namespace: .none, local: "lang")
        var place = element
        while place > 0 {
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
            place = tape.parent(place)
        }
        return false
    }
}

extension UInt8 {
    fileprivate var isSelectorSpace: Bool { [0x20, 0x09, 0x0A, 0x0C, 0x0D].contains(self) }
}
