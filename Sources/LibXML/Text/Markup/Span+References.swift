// References to entities in well-formed text, and the entities to which they refer.

extension Span<UInt8> {
    /// Returns whether a reference to an entity other than the predefined ones is at an offset.
    func hasEntityReference(at index: Int) -> Bool {
        has("&", at: index) && !has("&#", at: index) && endOfPredefinedReference(at: index) == nil
    }

    /// Returns the first reference in a range to an entity other than the predefined ones; nil if the range contains no
    /// such reference.
    func entityReference(in range: Range<Int>) -> Range<Int>? {
        let part = extracting(range)
        var start = 0
        while true {
            start = part.index(from: start) { $0 == UInt8(ascii: "&") }
            guard start < part.count else { return nil }
            if part.hasEntityReference(at: start) {
                let end = part.index(from: start) { $0 == UInt8(ascii: ";") }
                return range.lowerBound + start..<Swift.min(range.lowerBound + end + 1, range.upperBound)
            }
            start += 1
        }
    }

    /// Returns whether a range has a reference to an entity, other than the predefined ones, of a kind.
    func hasReference(in range: Range<Int>, to isOfKind: (_ name: String) -> Bool) -> Bool {
        var rest = range
        while let found = entityReference(in: rest) {
            if isOfKind(string(found.lowerBound + 1..<found.upperBound - 1)) { return true }
            rest = found.upperBound..<range.upperBound
        }
        return false
    }

    /// The number of ampersands that begin the text of a reference, such as `&nbsp;`, in a value as it was read.
    var referenceTextCount: Int {
        var (total, position) = (0, 0)
        while true {
            position = index(from: position) { $0 == UInt8(ascii: "&") }
            guard position < count else { return total }
            if hasReferenceEnd(from: position + 1) { total += 1 }
            position += 1
        }
    }

    private func hasReferenceEnd(from start: Int) -> Bool {
        let end = index(from: start) { byte in
            byte.isXMLSpace || ";&#<>\"'".utf8.contains(byte)
        }
        return end > start && has(";", at: end)
    }

    /// Returns the value, with its quotes, of an attribute of the start tag at an offset, if it has a reference that
    /// was not read. Such a reference is text in the value: the value has more texts of references than the source has
    /// of `&amp;`.
    func unreadValue(ofAttribute name: Span<UInt8>, tag start: Int, readAs value: Span<UInt8>) -> Range<Int>? {
        let found = value.referenceTextCount
        guard found > 0, has("<", at: start) else { return nil }
        var range: Range<Int>?
        TagScanner.forEachAttribute(in: self, tag: start..<count) { attribute in
            guard extracting(attribute.name).hasSameBytes(as: name) else { return true }
            let quote = index(from: attribute.name.upperBound) { $0 == UInt8(ascii: "\"") || $0 == UInt8(ascii: "'") }
            range = quote..<attribute.end
            return false
        }
        return range.flatMap { extracting($0).ampersandReferenceCount < found ? $0 : nil }
    }

    /// The number of references that stand for an ampersand before the rest of the text of a reference.
    var ampersandReferenceCount: Int {
        var (total, position) = (0, 0)
        while true {
            position = index(from: position) { $0 == UInt8(ascii: "&") }
            guard position < count else { return total }
            let reference = Reference(in: self, at: position, before: count)
            if reference.character(in: self) == "&", hasReferenceEnd(from: reference.end) { total += 1 }
            position += 1
        }
    }

    /// Returns whether the value of an attribute at a range is in quotes. It does not begin at offset 0.
    @inline(__always)
    func isQuoted(_ range: Range<Int>) -> Bool {
        let quote = self[range.lowerBound - 1]
        return (quote == UInt8(ascii: "\"") || quote == UInt8(ascii: "'")) && range.upperBound < count
            && self[range.upperBound] == quote
    }

    /// Whether this document type declaration may declare entities or default attributes.
    ///
    /// This includes declarations in the replacement text of a parameter entity.
    var hasDeclarations: Bool {
        unsafe withUnsafeBufferPointer { text in
            unsafe text.end(of: "<!ENTITY", from: 0) < text.count || text.end(of: "<!ATTLIST", from: 0) < text.count
        }
    }
}
