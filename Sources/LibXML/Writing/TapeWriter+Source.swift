// A document with the references and tags of its source.

extension TapeWriter {
    /// Writes the entries of a document, or its rest after the document type declaration, whose entities and attributes
    /// have declarations.
    ///
    /// Each entry that comes from an entity has the range of the reference as its range in the source. The first one
    /// writes the reference, and the others write nothing.
    mutating func declaredEntries(_ range: Range<Int>, to markup: inout MarkupWriter) throws(XMLError) {
        var index = range.lowerBound
        // The innermost open element, and the end of its content.
        var (open, end) = (0, Int.max)
        var depth = 0
        // The end of the part of the source that has been written.
        var written = 0
        while true {
            while index == end, depth > 0 {
                let range = tape.sourceRange(open)
                if !tape.head(open).isOneTag {
                    try tape.source.withText { (text) throws(XMLError) in
                        try markup.sourceGap(text, from: written, to: text.startOfTag(endingAt: range.upperBound))
                    }
                }
                try markup.endElement(hasTwoTags: tape.hasTwoTags(open))
                written = range.upperBound
                depth -= 1
                open = tape.word(open, .parent)
                end = depth > 0 ? tape.end(open) : .max
            }
            guard index < range.upperBound else { return }
            let head = tape.head(index)
            let place = tape.sourceRange(index)
            let next = tape.next(index)
            if place.lowerBound < written, head.kind != .text {
                index = next
                continue
            }
            if depth > 0 {
                try tape.source.withText { (text) throws(XMLError) in
                    try markup.sourceGap(text, from: written, to: place.lowerBound)
                }
            }
            if head.kind == .text || depth > 0 && tape.source.withText({ $0.has("&", at: place.lowerBound) }) {
                try tape.source.withText { (text) throws(XMLError) in
                    let start = max(place.lowerBound, min(written, place.upperBound))
                    try markup.sourceText(text, start..<place.upperBound)
                }
            } else if head.kind == .element {
                let content = try startTag(index, head, to: &markup)
                (open, end) = (index, next)
                depth += 1
                written = tape.source.withText { TagScanner.end(in: $0, from: place.lowerBound) }
                index = content
                continue
            } else {
                try other(index, head, to: &markup)
            }
            written = max(written, place.upperBound)
            index = next
        }
    }

    /// Writes text as in the source, with its references. Returns false if that is not possible.
    @inline(never)
    func sourceText(_ index: Int, to markup: inout MarkupWriter) throws(XMLError) -> Bool {
        let range = tape.sourceRange(index)
        return try tape.source.withText { (text) throws(XMLError) in
            // A part of a document may contain references to entities whose declarations it does not contain.
            guard sourceUse != .part || text.entityReference(in: range) == nil else { return false }
            try markup.sourceText(text, range)
            return true
        }
    }
}

extension Tape {
    /// Whether an empty element has a start tag and an end tag in the source. An element in an entity has neither, and
    /// a void element of HTML, such as `br`, has no end tag.
    func hasTwoTags(_ element: Int) -> Bool {
        let head = head(element)
        let start = sourceRange(element).lowerBound
        guard !head.isOneTag, source.withText({ $0.has("<", at: start) }) else { return false }
        let origin = HTMLOrigin(of: self)
        return origin == .xml
            || !HTMLContentRules.content(of: qualifiedName(head.name), from: origin).contains(.isVoid)
    }

    /// How much of the source is written unchanged, if all references are kept.
    var sourceUse: SourceUse {
        let type = children(of: Self.document).first(self) { _, head in head.kind == .documentType }
        guard let type else { return .part }
        return source.withText { $0.extracting(sourceRange(type)).hasDeclarations } ? .declared : .whole
    }
}
