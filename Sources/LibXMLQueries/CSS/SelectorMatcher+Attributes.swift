import LibXML

/// Which names of a tape those of a selector may be, apart from what depends on the element around one.
struct SelectorNames: ~Copyable {
    /// A bit for each pattern, in words for each name.
    private let words: Table<UInt64>
    private let wordsPerName: Int

    init(_ patterns: [Selector.NamePattern], _ tape: TapeMemory, isHTML: Bool) {
        wordsPerName = (patterns.count + 63) / 64
        var words = [UInt64](repeating: 0, count: wordsPerName * tape.nameCount)
        for name in 0..<tape.nameCount {
            let parts = tape.name(name)
            for (number, pattern) in patterns.enumerated() where Self.matches(pattern, parts, tape, isHTML: isHTML) {
                words[name * wordsPerName + number / 64] |= 1 << UInt64(number % 64)
            }
        }
        self.words = Table(words)
    }

    @inline(__always)
    func matches(_ pattern: Int32, _ name: Int) -> Bool {
        words[name &* wordsPerName &+ Int(pattern >> 6)] >> UInt64(pattern & 63) & 1 != 0
    }

    /// Whether a pattern matches a name with a prefix.
    func matchesPrefixed(_ pattern: Int32, _ tape: TapeMemory) -> Bool {
        (0..<tape.nameCount).contains { matches(pattern, $0) && tape.name($0).prefix != TapeEntry.none }
    }

    private static func matches(
        _ pattern: Selector.NamePattern, _ name: (local: Int, prefix: Int, uri: Int), _ tape: TapeMemory, isHTML: Bool
    ) -> Bool {
        if let local = pattern.local, !tape.isString(name.local, local, ignoresCase: isHTML) { return false }
        return switch pattern.namespace {
        case .any, .unprefixed: true
        case .none: pattern.isAttribute ? name.prefix == TapeEntry.none : name.uri == TapeEntry.none
        case .uri(let uri): name.uri != TapeEntry.none && tape.isString(name.uri, uri)
        }
    }
}

/// What was found about elements.
struct SelectorMemory {
    /// A part of a selector, with an element or its parent.
    struct Key: Hashable {
        private let word: UInt64

        init(_ part: Int, _ element: Int) { word = UInt64(part) << 40 | UInt64(element + 1) }
    }

    /// The sibling that matches on the left of `~`, or that up to which none does.
    var siblings: [Key: (upTo: Int, isFound: Bool)] = [:]
    /// The parents whose children were counted, and the places of those that match.
    var counted: Set<Key> = []
    var places: [Key: Int] = [:]
    /// Whether an element has what an argument of `:has` selects.
    var having: [Key: Bool] = [:]
    /// The sibling that an argument of `:has` with `~` has found, and the element that it was asked for.
    var followers: [Key: (of: Int, found: Int?)] = [:]
    /// The leftmost element of the last relative selector that matched.
    var leftmost = 0
}

extension SelectorMatcher {
    /// Whether `xml:lang`, or `lang` in HTML, of the element at an entry, or the nearest one around it, is a
    /// language.
    func isIn(_ language: Range<Int>, _ element: Int) -> Bool {
        let isAny = language.count == 1 && texts[language.lowerBound] == UInt8(ascii: "*")
        var place = element
        while place > 0 {
            if let found = self.language(of: place) {
                return isAny ? !found.data.isEmpty : tape.matches(found, .dash, texts, language, ignoresCase: true)
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
