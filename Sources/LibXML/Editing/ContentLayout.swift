/// The white space at the beginning of a line.
struct LineStart: Sendable {
    /// The characters that end the line before; empty at the beginning of the document.
    var lineEnd: [UInt8]
    var indentation: [UInt8]
}

/// How the content of an element is laid out.
struct ContentLayout: Sendable {
    /// Whether it contains text other than white space, or whether white space is text.
    var isMixed = false
    /// Whether it contains nothing but white space, all of it written as it is.
    var isBlank = true
    /// The line of the first node, if the content begins with a line end.
    var start: LineStart?
    /// Where to add lines at the end of the content, before white space, with the entry of that white space.
    var end: (offset: Int, entry: Int, line: LineStart)?
}

extension Tape {
    /// The length of indentation from which on it is not recognized, so that copies of it cannot exceed the document.
    private static let longestIndentation = 128

    /// Returns the beginning of the line on which an offset is; nil if there is something else before it.
    func lineStart(at offset: Int) -> LineStart? {
        source.withText { text in
            var start = offset
            while start > source.textStart, text[start - 1] == 0x20 || text[start - 1] == 0x09 {
                start -= 1
                if offset - start > Self.longestIndentation { return nil }
            }
            let indentation = text.extracting(start..<offset).array
            if start == source.textStart { return LineStart(lineEnd: [], indentation: indentation) }
            if text.has("\r\n", at: start - 2) { return LineStart(lineEnd: [0x0D, 0x0A], indentation: indentation) }
            guard text[start - 1] == 0x0A || text[start - 1] == 0x0D else { return nil }
            return LineStart(lineEnd: [text[start - 1]], indentation: indentation)
        }
    }

    /// Returns the range of the lines of a node, with the number of characters of white space after it; nil if there is
    /// something else on them.
    func wholeLine(around range: Range<Int>) -> (range: Range<Int>, spaceAfter: Int)? {
        guard let line = lineStart(at: range.lowerBound) else { return nil }
        return source.withText { text in
            var end = range.upperBound
            while end < text.count, text[end] == 0x20 || text[end] == 0x09 {
                end += 1
                if end - range.upperBound > Self.longestIndentation { return nil }
            }
            guard end < text.count, text[end] == 0x0A || text[end] == 0x0D else { return nil }
            let spaceAfter = end + 1 - range.upperBound
            end += text.has("\r\n", at: end) ? 2 : 1
            return (range.lowerBound - line.indentation.count..<end, spaceAfter)
        }
    }
}

extension XMLEdit {
    /// Returns the layout of the content of an element or the document.
    ///
    /// Complexity: O(*n*) in the number of its children, the first time.
    mutating func layout(in parent: Int) -> ContentLayout {
        if let known = layouts[parent] { return known }
        let layout = findLayout(in: parent)
        layouts[parent] = layout
        return layout
    }

    private mutating func findLayout(in parent: Int) -> ContentLayout {
        var layout = ContentLayout(isMixed: isPreserved(parent))
        var line: LineStart?
        var last: (index: Int, range: Range<Int>)?
        var children = tape.children(of: parent)
        while let (index, head) = children.next(tape) {
            let range = tape.sourceRange(index)
            defer { last = (index, range) }
            switch head.kind {
            case .text:
                let isPlain = tape.source.withText { $0.extracting(range).isXMLSpace }
                if !isPlain { layout.isBlank = false }
                if !isPlain, !tape.withData(index, { $0.isXMLSpace }) { layout.isMixed = true }
            case .cdata, .entityReference:
                (layout.isMixed, layout.isBlank) = (true, false)
            default:
                layout.isBlank = false
                guard tape.source.withText({ $0.has("<", at: range.lowerBound) }) else { break }
                line = tape.lineStart(at: range.lowerBound)
                // The first child is the white space before the node.
                if let last, last.index == tape.firstChild(parent), tape.kind(last.index) == .text {
                    layout.start = line
                }
            }
            if layout.isMixed {
                layout.isBlank = false
                return layout
            }
        }
        if let line, let last, tape.kind(last.index) == .text, parent != Tape.document {
            let hasLineEnd = tape.withData(last.index) { data in data.index(from: 0) { $0 == 0x0A } < data.count }
            let isPlain = tape.source.withText { $0.extracting(last.range).isXMLSpace }
            if hasLineEnd, isPlain { layout.end = (last.range.lowerBound, last.index, line) }
        }
        return layout
    }

    /// Whether `xml:space="preserve"` applies in an element. Complexity: O(depth), but each element is examined once.
    mutating func isPreserved(_ element: Int) -> Bool {
        var unknown: [Int] = []
        var answer = false
        var current: Int? = element
        while let element = current, element != Tape.document {
            if let known = preserved[element] {
                answer = known
                break
            }
            unknown.append(element)
            if let own = tape.ownSpacePreservation(of: element) {
                answer = own
                break
            }
            current = tape.parent(ofElement: element)
        }
        for element in unknown { preserved[element] = answer }
        return answer
    }

    /// Returns the line that a node begins, if content beside the node should have one; nil otherwise.
    mutating func line(of spot: EditSpot, hasText: Bool) -> LineStart? {
        guard spot.kind != .text, !hasText, !layout(in: spot.parent).isMixed else { return nil }
        return tape.lineStart(at: spot.range.lowerBound)
    }

    /// Returns a line end with the indentation of a line.
    mutating func documentLine(_ line: LineStart) -> [UInt8] {
        (line.lineEnd.isEmpty ? documentLineEnd() : line.lineEnd) + line.indentation
    }

    // MARK: Levels

    func lineStart(of element: Int) -> LineStart? { tape.lineStart(at: tape.sourceRange(element).lowerBound) }

    /// Whether new content of an element without content should have lines of its own: whether the element begins a
    /// line and the document is indented.
    mutating func hasIndentation(_ element: Int) -> Bool {
        guard lineStart(of: element) != nil else { return false }
        if indentationStep == nil { indentationStep = findIndentationStep() }
        return indentationStep?.isEmpty == false
    }

    /// Returns the white space by which the first indented element is deeper than its parent; empty if no element is
    /// indented.
    ///
    /// Complexity: O(*n*) in the size of the document, once.
    private func findIndentationStep() -> [UInt8] {
        var index = tape.firstChild(Tape.document)
        while index < tape.count {
            let head = tape.head(index)
            if head.kind == .element, let parent = tape.parent(ofElement: index), parent != Tape.document,
                let line = lineStart(of: index), let outer = lineStart(of: parent),
                line.indentation.starts(with: outer.indentation), line.indentation.count > outer.indentation.count
            {
                return Array(line.indentation[outer.indentation.count...])
            }
            index = head.kind == .element ? tape.firstChild(index) : index + head.length
        }
        return []
    }
}
