// Changes of new markup that fit it to its place.

extension XMLEdit {
    /// Parses markup that is to be inserted into an element, without the namespace declarations that the element has
    /// already.
    mutating func parsed(_ fragment: XMLFragment, in parent: Int) throws(XMLError) -> ParsedMarkup {
        let fragment = fragment.separated(
            from: parent == Tape.document ? nil : tape.namespace(ofPrefix: nil, at: parent))
        if parent != Tape.document, namespaces[parent] == nil {
            for (prefix, uri) in addedDeclarations(at: parent) { namespaces[parent, default: [:]][prefix] = .some(uri) }
        }
        let parsed = try ParsedMarkup(fragment, in: parent, of: tape, &namespaces[parent, default: [:]])
        let repeated = parent == Tape.document ? [] : parsed.declarations { tape.namespace(ofPrefix: $0, at: parent) }
        if repeated.isEmpty { return parsed }
        return try ParsedMarkup(
            fragment.with(repeated.map { ($0, []) }), in: parent, of: tape, &namespaces[parent, default: [:]])
    }

    /// Returns markup with the indentation of its place in each of its lines, instead of that of the element that it
    /// was copied from, apart from lines of text and comments; nil if it stays as it is.
    mutating func indented(
        _ markup: ParsedMarkup, in parent: Int, after space: [UInt8]
    ) throws(XMLError) -> ParsedMarkup? {
        let indentation = Array(space[((space.lastIndex { $0 == 0x0A || $0 == 0x0D } ?? -1) + 1)...])
        let lines = markup.lines
        // What was copied from another level has its end tags at that level.
        let before = lines.filter(\.isOuter).map(\.indentation.count).min() ?? 0
        if lines.isEmpty || indentation.isEmpty && before == 0 { return nil }
        let changes = lines.map { line in
            (
                line.indentation.lowerBound..<min(line.indentation.lowerBound + before, line.indentation.upperBound),
                indentation
            )
        }
        return try ParsedMarkup(
            markup.fragment.with(changes), in: parent, of: tape, &namespaces[parent, default: [:]])
    }
}

extension ParsedMarkup {
    /// A line that begins between elements or attributes.
    fileprivate struct Line {
        /// The range in the markup of the white space at its beginning.
        var indentation: Range<Int>
        /// Whether an outer element of the markup begins or ends the line.
        var isOuter: Bool
    }

    /// The lines of the markup, apart from the first, without empty lines.
    fileprivate var lines: [Line] {
        guard fragment.markup.contains(where: { $0 == 0x0A || $0 == 0x0D }) else { return [] }
        let start = TagPlaces(of: container, in: tape).end
        var lines: [Line] = []
        func add(_ space: Range<Int>, isOuter: Bool) {
            tape.source.withText { text in
                for offset in space where text[offset] == 0x0A || text[offset] == 0x0D {
                    let end = text.index(from: offset + 1) { $0 != 0x20 && $0 != 0x09 }
                    if end < text.count, text[end] == 0x0A || text[end] == 0x0D { continue }
                    lines.append(Line(indentation: offset + 1 - start..<end - start, isOuter: isOuter))
                }
            }
        }
        var open = [(end: tape.end(container), isText: hasText)]
        var index = tape.firstChild(container)
        while index < open[0].end {
            while let last = open.last, index >= last.end { open.removeLast() }
            let head = tape.head(index)
            if head.kind == .element {
                for space in spaces(inTagAt: tape.sourceRange(index).lowerBound) { add(space, isOuter: false) }
                open.append((tape.end(index), open.last?.isText == true || isText(index)))
                index = tape.firstChild(index)
                continue
            }
            if head.kind == .text, open.last?.isText == false {
                let isLast = index + head.length == open.last?.end
                add(tape.sourceRange(index), isOuter: open.count == 1 || open.count == 2 && isLast)
            }
            index += head.length
        }
        return lines.filter { $0.indentation.upperBound < fragment.markup.count }
    }

    /// The ranges of the white space before the attributes of a start tag.
    private func spaces(inTagAt offset: Int) -> [Range<Int>] {
        tape.source.withText { text in
            var spaces: [Range<Int>] = []
            var end = text.endOfTagName(from: offset + 1)
            TagScanner.forEachAttribute(in: text, tag: offset..<TagScanner.end(in: text, from: end)) { attribute in
                spaces.append(end..<attribute.name.lowerBound)
                end = attribute.end
                return true
            }
            return spaces
        }
    }

    /// Whether the white space in an element may be text.
    private func isText(_ element: Int) -> Bool {
        guard tape.ownSpacePreservation(of: element) != true else { return true }
        guard tape.firstElement(element) != nil else { return true }
        return tape.children(of: element).first(tape) { index, head in
            head.kind.isText && (head.kind != .text || !tape.withData(index) { $0.isXMLSpace })
        } != nil
    }

    /// The ranges in the markup of the namespace declarations that are in force at its place, with the space before
    /// them.
    ///
    /// - Parameter namespace: returns the URI of a prefix, nil for the default namespace, at the place of the markup.
    fileprivate func declarations(_ namespace: (String?) -> String?) -> [Range<Int>] {
        let start = TagPlaces(of: container, in: tape).end
        var ranges: [Range<Int>] = []
        // The prefixes with other namespaces than at the place, and where each of them ends.
        var others: [(prefix: String, end: Int)] = []
        var index = tape.firstChild(container)
        while index < tape.end(container) {
            let head = tape.head(index)
            guard head.kind == .element else {
                index += head.length
                continue
            }
            while let last = others.last, index >= last.end { others.removeLast() }
            var repeated: Set<String> = []
            for declared in tape.namespaces(of: index) {
                let prefix = tape.string(declared.prefix) ?? ""
                let isInForce = (namespace(prefix.isEmpty ? nil : prefix) ?? "").hasSameBytes(
                    as: tape.string(declared.uri) ?? "")
                if isInForce, !others.contains(where: { $0.prefix == prefix }) {
                    repeated.insert(prefix)
                } else {
                    others.append((prefix, tape.end(index)))
                }
            }
            if !repeated.isEmpty { ranges += declarations(of: repeated, in: tape.sourceRange(index).lowerBound, start) }
            index = tape.firstChild(index)
        }
        return ranges
    }

    /// The ranges of the declarations of some prefixes in the start tag at an offset.
    private func declarations(of prefixes: Set<String>, in offset: Int, _ start: Int) -> [Range<Int>] {
        tape.source.withText { text in
            var ranges: [Range<Int>] = []
            var end = text.endOfTagName(from: offset + 1)
            TagScanner.forEachAttribute(in: text, tag: offset..<TagScanner.end(in: text, from: end)) { attribute in
                if let prefix = TagScanner.declaredPrefix(text, attribute.name), prefixes.contains(text.string(prefix))
                {
                    ranges.append(end - start..<attribute.end - start)
                }
                end = attribute.end
                return true
            }
            return ranges
        }
    }
}
