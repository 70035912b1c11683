// Changes of new markup that fit it to its place.

extension XMLEdit {
    /// Parses markup that is to be inserted into an element, without the namespace declarations that the element has
    /// already.
    mutating func parsed(_ fragment: XMLFragment, in parent: Int) throws(XMLError) -> ParsedMarkup {
        let parsed = try ParsedMarkup(fragment, in: parent, of: tape, &namespaces[parent, default: [:]])
        let repeated = parent == Tape.document ? [] : parsed.declarations { tape.namespace(ofPrefix: $0, at: parent) }
        if repeated.isEmpty { return parsed }
        return try ParsedMarkup(
            fragment.with(repeated.map { ($0, []) }), in: parent, of: tape, &namespaces[parent, default: [:]])
    }

    /// Returns markup with the indentation of its place in each of its lines, apart from those of text; nil if it stays
    /// as it is.
    mutating func indented(
        _ markup: ParsedMarkup, in parent: Int, after space: [UInt8]
    ) throws(XMLError) -> ParsedMarkup? {
        let indentation = Array(space[((space.lastIndex { $0 == 0x0A || $0 == 0x0D } ?? -1) + 1)...])
        let starts = indentation.isEmpty ? [] : markup.lineStarts
        if starts.isEmpty { return nil }
        return try ParsedMarkup(
            markup.fragment.with(starts.map { ($0..<$0, indentation) }), in: parent, of: tape,
            &namespaces[parent, default: [:]])
    }
}

extension ParsedMarkup {
    /// The offsets in the markup at which lines begin between elements.
    fileprivate var lineStarts: [Int] {
        guard fragment.markup.contains(where: { $0 == 0x0A || $0 == 0x0D }) else { return [] }
        let start = TagPlaces(of: container, in: tape).end
        var starts: [Int] = []
        var open = [(end: tape.end(container), isText: false)]
        var index = tape.firstChild(container)
        while index < open[0].end {
            while let last = open.last, index >= last.end { open.removeLast() }
            let head = tape.head(index)
            if head.kind == .element {
                open.append((tape.end(index), open.last?.isText == true || isText(index)))
                index = tape.firstChild(index)
                continue
            }
            if head.kind == .text, open.last?.isText == false {
                let range = tape.sourceRange(index)
                tape.source.withText { text in
                    for offset in range where text[offset] == 0x0A || text[offset] == 0x0D && text[offset + 1] != 0x0A {
                        starts.append(offset + 1 - start)
                    }
                }
            }
            index += head.length
        }
        return starts.filter { $0 < fragment.markup.count }
    }

    /// Whether the white space in an element may be text.
    private func isText(_ element: Int) -> Bool {
        if let space = tape.attribute(of: element, written: "xml:space"), tape.dataString(space) == "preserve" {
            return true
        }
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
                let isInForce = namespace(prefix.isEmpty ? nil : prefix)?.hasSameBytes(
                    as: tape.string(declared.uri) ?? "")
                if isInForce == true, !others.contains(where: { $0.prefix == prefix }) {
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

extension XMLFragment {
    /// Returns the fragment with changes of its markup, which must be in order.
    ///
    /// - Complexity: O(*n*) in the length of the markup.
    fileprivate func with(_ changes: [(range: Range<Int>, text: [UInt8])]) -> XMLFragment {
        var result = self
        (result.markup, result.segments) = ([], [])
        var (position, next) = (0, 0)
        func copySegments(before end: Int) {
            while next < segments.count, segments[next].start < end {
                var segment = segments[next]
                segment.start = result.markup.count + max(0, segment.start - position)
                result.segments.append(segment)
                next += 1
            }
        }
        for (range, text) in changes {
            copySegments(before: range.lowerBound)
            result.markup += markup[position..<range.lowerBound]
            position = range.lowerBound
            copySegments(before: range.upperBound)
            result.markup += text
            position = range.upperBound
        }
        copySegments(before: .max)
        result.markup += markup[position...]
        return result
    }
}
