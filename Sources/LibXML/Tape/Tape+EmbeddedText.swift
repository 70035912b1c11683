extension Tape {
    /// The character data of an element, also of all elements in it if `isDeep`, with a map back to the source.
    func embeddedText(of element: Int, isDeep: Bool) -> EmbeddedTextBuilder {
        source.withText { text in
            var builder = EmbeddedTextBuilder()
            var index = firstChild(element)
            while index < end(element) {
                let range = sourceRange(index)
                switch kind(index) {
                case .text:
                    withData(index) { builder.add(decoded: $0, writtenAs: range, in: text) }
                case .cdata where text.has("<![CDATA[", at: range.lowerBound):
                    let inner = range.lowerBound + 9..<max(range.lowerBound + 9, range.upperBound - 3)
                    withData(index) { builder.addCDATA($0, writtenAs: inner, in: text) }
                case .cdata:
                    withData(index) { builder.add(decoded: $0, writtenAs: range, in: text) }
                case .entityReference:
                    withData(index) { builder.add(decoded: $0, writtenAs: range, in: text) }
                default: break
                }
                index = isDeep && kind(index) == .element ? firstChild(index) : next(index)
            }
            return builder
        }
    }
}
