import LibXML

extension TapeMemory {
    /// Whether the data of an entry matches a text, by one of the operators of selectors for attributes.
    func matches(
        _ entry: TapeEntry, _ match: Selector.Match, _ text: borrowing Table<UInt8>, _ range: Range<Int>,
        ignoresCase: Bool
    ) -> Bool {
        let (value, wanted) = unsafe (bytes(entry), text.elements(range))
        let isLonger = value.count >= wanted.count
        func isEqual(at start: Int) -> Bool {
            for place in wanted.indices {
                let (one, other) = unsafe (value[start + place], wanted[place])
                guard one == other || ignoresCase && one.lowercased == other.lowercased else { return false }
            }
            return true
        }
        switch match {
        case .exists: return true
        case .equals: return value.count == wanted.count && isEqual(at: 0)
        case .dash:
            guard isLonger, isEqual(at: 0) else { return false }
            return unsafe value.count == wanted.count || value[wanted.count] == UInt8(ascii: "-")
        case .language: return unsafe Self.isLanguage(value, wanted)
        case .prefix: return !wanted.isEmpty && isLonger && isEqual(at: 0)
        case .suffix: return !wanted.isEmpty && isLonger && isEqual(at: value.count - wanted.count)
        case .substring:
            return !wanted.isEmpty && isLonger && (0...value.count - wanted.count).contains { isEqual(at: $0) }
        case .includes:
            guard !wanted.isEmpty else { return false }
            var start = 0
            while start < value.count {
                let end = unsafe value[start...].firstIndex(where: \.isSelectorSpace) ?? value.count
                if end - start == wanted.count, isEqual(at: start) { return true }
                start = end + 1
            }
            return false
        }
    }

    /// Whether a language tag matches a range by extended filtering (RFC 4647, 3.3.2). An empty range matches an empty
    /// tag.
    private static func isLanguage(_ tag: UnsafeBufferPointer<UInt8>, _ range: UnsafeBufferPointer<UInt8>) -> Bool {
        let hyphen = UInt8(ascii: "-")
        var parts = unsafe Array(tag).split(separator: hyphen, omittingEmptySubsequences: false)[...]
        let wanted = unsafe Array(range).split(separator: hyphen, omittingEmptySubsequences: false)
        for (number, subtag) in wanted.enumerated() {
            if subtag.elementsEqual("*".utf8) {
                if number > 0 { continue }
                if tag.isEmpty { return false }
            } else {
                // A subtag of one character begins an extension.
                while let part = parts.first, !part.elementsEqual(subtag, by: { $0.lowercased == $1.lowercased }) {
                    guard number > 0, part.count > 1 else { return false }
                    parts.removeFirst()
                }
            }
            guard !parts.isEmpty else { return false }
            parts.removeFirst()
        }
        return true
    }
}

extension UInt8 {
    /// White space of HTML.
    var isSelectorSpace: Bool { self == 0x20 || self == 0x09 || self == 0x0A || self == 0x0C || self == 0x0D }
}
