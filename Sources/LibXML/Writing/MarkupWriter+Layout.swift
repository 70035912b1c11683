// With a layout, these functions note where white space between elements may be changed.

extension MarkupWriter {
    /// The element whose content is being written.
    private var content: MarkupLayout.Element {
        get { layout.content }
        set { layout.content = newValue }
    }

    /// Notes a comment, processing instruction or declaration that begins at an offset.
    mutating func addNodeToLayout(at mark: Int) {
        var content = content
        guard !content.isInline else { return }
        content.hasChildren = true
        self.content = content
        layout.addBreak(at: layout.moved + mark, level: open.count)
    }

    /// Notes an element that begins at an offset.
    mutating func beginElementInLayout(at mark: Int) {
        addNodeToLayout(at: mark)
        content.hasElements = true
        var element = MarkupLayout.Element()
        element.isMixed = content.isMixed
        element.isPreserved = content.isPreserved || layout.preservesNext
        layout.preservesNext = false
        layout.push(element, at: layout.moved + mark)
    }

    /// Notes the end tag of an element that comes next.
    mutating func addEndTagToLayout() {
        let end = layout.moved + bytes.count
        if content.hasElements || content.hasChildren && layout.isSettled(content, at: end), !content.isInline {
            layout.addBreak(at: end, level: open.count - 1)
        } else if content.hasChildren, !content.isInline {
            layout.removeBreaks(in: content)
        }
        layout.space = nil
    }

    /// Notes that only the content of an element was written, which ends without an end tag.
    mutating func endContentInLayout() {
        if content.hasElements, !content.isInline, let space = layout.space {
            bytes.truncate(to: space - layout.moved)
        } else if !content.hasElements, content.hasChildren, !content.isInline {
            layout.removeBreaks(in: content)
        }
        layout.space = nil
    }

    /// Notes an attribute, which may be `xml:space`.
    mutating func noteSpace(_ part: OpenTag.Part) {
        guard bytes.withSpan(part.name, { $0.equals("xml:space") }) else { return }
        noteSpace(bytes.withSpan(part.nameEnd + 2..<bytes.count - 1) { $0.string($0.indices) })
    }

    /// Notes the value of `xml:space`.
    mutating func noteSpace(_ value: String) {
        if value == "preserve" { content.isPreserved = true }
        if value == "default" { content.isPreserved = false }
    }

    /// Notes text from an offset on.
    mutating func addTextToLayout(from mark: Int) {
        guard bytes.count > mark else { return }
        if bytes.withSpan(mark..<bytes.count, { $0.skipSpace(from: 0) == $0.count }) {
            if !content.isInline, layout.space == nil { layout.space = layout.moved + mark }
        } else {
            addCDATAToLayout(from: mark)
        }
    }

    /// Notes that the innermost open element has text, even if the text is empty, so that the layout adds no white
    /// space.
    mutating func noteText() {
        if layout.isActive { addCDATAToLayout(from: bytes.count) }
    }

    /// Notes a CDATA section, or other text than white space, that begins at an offset.
    mutating func addCDATAToLayout(from mark: Int) {
        layout.space = nil
        var content = content
        guard !content.isMixed else { return }
        content.isMixed = true
        self.content = content
        if !layout.isSettled(content, at: layout.moved + mark) { layout.removeBreaks(in: content) }
    }

    /// Moves the output whose line breaks are decided to `ready` of the layout. An open start tag remains, with the
    /// line break before it.
    mutating func settle(isEnd: Bool = false) {
        var (now, count) = (layout.moved + bytes.count, layout.breaks.count)
        if tag.isOpen {
            now = layout.moved + tag.element.start - 1
            if count > 0, case let last = layout.breaks[count - 1], last.start + last.length == now {
                (now, count) = (last.start, count - 1)
            }
        }
        var end = isEnd ? now : layout.space ?? now
        if !isEnd {
            let decided = layout.countOfDecidedBreaks(before: now, of: count)
            if decided < count { (end, count) = (layout.breaks[decided].start, decided) }
        }
        if end == layout.moved, count == 0 { return }
        // Undecided output moves down each time, which must not take longer than writing it.
        let decided = end - layout.moved
        if !isEnd, decided < (bytes.count - decided) / 8 { return }
        tag.move(by: layout.moved - end)
        layout.move(&bytes, to: end, breaks: count)
    }
}
