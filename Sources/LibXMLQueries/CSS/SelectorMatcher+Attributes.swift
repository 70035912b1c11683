import LibXML

/// Results for elements that were examined before.
struct SelectorMemory {
    /// A part of a selector, with an element or its parent.
    struct Key: Hashable {
        private let word: UInt64

        init(_ part: Int, _ element: Int) { word = UInt64(part) << 40 | UInt64(element + 1) }
    }

    /// The sibling that matches on the left of `~`, or the sibling up to which no sibling matches.
    var siblings: [Key: (upTo: Int, isFound: Bool)] = [:]
    /// The parents whose children were counted, and the places of those that match.
    var counted: Set<Key> = []
    var places: [Key: Int] = [:]
    /// Whether an element matches a list in another selector.
    var matching: [Key: Bool] = [:]
    /// Whether an element has what an argument of `:has` selects.
    var having: [Key: Bool] = [:]
    /// The sibling that an argument of `:has` with `~` has found, and the element for which it was searched.
    var followers: [Key: (of: Int, found: Int?)] = [:]
    /// Contiguous ranges of elements that do not match an argument of `:has`, regardless of where it begins.
    var withoutMatch: [Int: Range<Int>] = [:]
    /// The leftmost element of the last relative selector that matched.
    var leftmost = 0
}

extension SelectorMatcher {
    /// Whether `xml:lang`, or `lang` in HTML, of the element at an entry, or the nearest one around it, is a
    /// language.
    func isIn(_ language: Range<Int>, _ element: Int) -> Bool {
        var place = element
        while place > 0 {
            if let found = self.language(of: place) {
                return tape.matches(found, .language, program.texts, language, ignoresCase: true)
            }
            place = tape.parent(place)
        }
        return false
    }

    private func language(of element: Int) -> TapeEntry? {
        var found: TapeEntry?
        _ = tape.hasAttribute(of: element) { name, entry in
            let name = tape.name(name)
            let isXML = name.uri != TapeEntry.none && tape.isString(name.uri, "http://www.w3.org/XML/1998/namespace")
            let isLanguage = isXML || isHTML && name.prefix == TapeEntry.none
            if isLanguage, tape.isString(name.local, "lang", ignoresCase: isHTML) { found = tape.entry(entry) }
            return found != nil
        }
        return found
    }
}

extension Range<Int> {
    /// Both ranges, if they have no gap between them; otherwise the longer one.
    func joined(with other: Self) -> Self {
        if lowerBound <= other.upperBound, other.lowerBound <= upperBound {
            return Swift.min(lowerBound, other.lowerBound)..<Swift.max(upperBound, other.upperBound)
        }
        return count < other.count ? other : self
    }
}
