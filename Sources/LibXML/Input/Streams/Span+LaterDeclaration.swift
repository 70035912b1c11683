extension Span<UInt8> {
    /// The offset of a declaration after other markup, such as the notices that PHP prints into a feed. It may belong
    /// to an embedded document, whose encoding does not apply to valid UTF-8, and is text in a comment or a section.
    func laterDeclaration(from start: Int) -> Int? {
        let text = extracting(first: 4096)
        let constructs: [(opening: StaticString, closing: StaticString)] = [("<!--", "-->"), ("<![CDATA[", "]]>")]
        var index = start
        while let found = text.declaration(from: index) {
            var around: (content: Int, closing: StaticString)?
            for (opening, closing) in constructs {
                guard let content = text.endIfAny(of: opening, from: index), content <= found else { continue }
                if content < around?.content ?? .max { around = (content, closing) }
            }
            guard let around else { return countUTF8().bad > 0 ? found : nil }
            index = text.end(of: around.closing, from: around.content)
        }
        return nil
    }
}
