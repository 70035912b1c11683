/// The attributes of a tape, or of a tape that is being written, for predicates of paths.
protocol AttributeStore: ~Copyable {
    /// Returns whether an attribute that a test matches exists, with this value if `value` is not nil.
    func hasAttribute(of element: Int, _ test: NameTest, equalTo value: String?) -> Bool
}

extension TapeBuilder: AttributeStore {
    func hasAttribute(of element: Int, _ test: NameTest, equalTo value: String?) -> Bool {
        var entry = element + TapeHead.elementLength
        while let head = words.tagHead(entry) {
            if head.kind == .attribute, names.matchesAttribute(head.name, test) {
                guard let value else { return true }
                let (range, isInArena) = words.data(entry)
                let isEqual = value.withUTF8Span { value in
                    if isInArena { return arena.withSpan(range) { $0.hasSameBytes(as: value) } }
                    return unsafe source.span.extracting(range).hasSameBytes(as: value)
                }
                if isEqual { return true }
            }
            entry += head.length
        }
        return false
    }
}
