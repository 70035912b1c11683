// Ranges of parts of a document in its source.

extension Tape {
    /// Converts a range in the text to bytes of the input.
    func inputRange(_ range: Range<Int>) -> Range<Int> {
        let start = source.inputOffset(of: range.lowerBound)
        return start..<(range.isEmpty ? start : max(start, source.inputEnd(of: range.upperBound)))
    }

    func sourceString(_ range: Range<Int>) -> String {
        source.withText { $0.string(range) }
    }

    /// Returns the ranges of the attributes and namespace declarations that are written in a tag, by name.
    func attributeRanges(of element: Int) -> [[UInt8]: Range<Int>] {
        source.withText { text in
            var ranges: [[UInt8]: Range<Int>] = [:]
            let range = sourceRange(element)
            guard text.has("<", at: range.lowerBound) else { return [:] }
            forEachAttribute(in: text, tag: range) { attribute in
                var name = text.extracting(attribute.name).array
                if source.isHTML { name = name.map(\.asciiLowercased) }
                // If a tag contains an attribute twice, the first one counts.
                if ranges[name] == nil { ranges[name] = attribute.name.lowerBound..<attribute.end }
                return true
            }
            return ranges
        }
    }

    private func forEachAttribute(
        in text: Span<UInt8>, tag: Range<Int>, _ body: (_ attribute: (name: Range<Int>, end: Int)) -> Bool
    ) {
        if source.isHTML {
            HTMLTagScanner.forEachAttribute(in: text, tag: tag) { body(($0.name, $0.end)) }
        } else {
            TagScanner.forEachAttribute(in: text, tag: tag, body)
        }
    }

    /// Returns the range of an attribute or namespace declaration in the source; nil if it is not written there.
    ///
    /// Complexity: O(*n*) in the length of the tag; for an attribute after the first 64, O(1) on average after the
    /// first time.
    func attributeRange(of element: Int, named name: String) -> Range<Int>? {
        let isLarge = end(element) - element > 2 * Self.indexThreshold
        if isLarge, let ranges = attributeRanges.locked({ $0[element] }) { return ranges[Array(name.utf8)] }
        var found: Range<Int>?
        var seen = 0
        source.withText { text in
            let range = sourceRange(element)
            guard text.has("<", at: range.lowerBound) else { return }
            forEachAttribute(in: text, tag: range) { attribute in
                let written = text.extracting(attribute.name)
                if source.isHTML ? written.equalsLowercased(name.utf8) : written.equals(name) {
                    found = attribute.name.lowerBound..<attribute.end
                }
                seen += 1
                return found == nil && !(isLarge && seen > Self.indexThreshold)
            }
        }
        guard found == nil, isLarge, seen > Self.indexThreshold else { return found }
        let ranges = attributeRanges(of: element)
        // Another task may have found the same ranges in the meantime.
        attributeRanges.locked { $0[element] = ranges }
        return ranges[Array(name.utf8)]
    }
}
