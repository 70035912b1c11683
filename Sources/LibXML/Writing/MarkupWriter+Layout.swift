// With a layout, these functions note where white space between elements may be changed.

extension MarkupWriter {
    /// The element whose content is being written.
    private var content: MarkupLayout.Element {
        get { open.count > 0 ? open[open.count - 1].layout : layout.top }
        set {
            if open.count > 0 { open[open.count - 1].layout = newValue } else { layout.top = newValue }
        }
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
    mutating func addToLayout(_ element: inout OpenElement, at mark: Int) {
        addNodeToLayout(at: mark)
        let around = content
        element.layout.isMixed = around.isMixed
        element.layout.isPreserved = around.isPreserved
        element.layout.start = layout.moved + mark
        element.layout.breaks = layout.breaks.count
    }

    /// Notes the end tag of an element that comes next.
    mutating func addEndToLayout(_ element: OpenElement) {
        if element.layout.hasChildren, !element.layout.isInline {
            layout.addBreak(at: layout.moved + bytes.count, level: open.count - 1)
        }
        layout.space = nil
    }

    /// Notes an attribute, which may be `xml:space`.
    mutating func noteSpace(_ part: OpenTag.Part) {
        guard bytes.withSpan(part.name, { $0.equals("xml:space") }) else { return }
        let value = bytes.withSpan(part.nameEnd + 2..<bytes.count - 1) { $0.string($0.indices) }
        if value == "preserve" { open[open.count - 1].layout.isPreserved = true }
        if value == "default" { open[open.count - 1].layout.isPreserved = false }
    }

    /// Notes text from an offset on.
    mutating func addTextToLayout(from mark: Int) {
        guard bytes.count > mark else { return }
        if bytes.withSpan(mark..<bytes.count, { $0.skipSpace(from: 0) == $0.count }) {
            if !content.isInline, layout.space == nil { layout.space = layout.moved + mark }
        } else {
            addCDATAToLayout()
        }
    }

    /// Notes a CDATA section, or other text than white space.
    mutating func addCDATAToLayout() {
        layout.space = nil
        var content = content
        guard !content.isMixed else { return }
        content.isMixed = true
        self.content = content
        if !content.isSettled { layout.breaks.truncate(to: content.breaks) }
    }

    /// Moves the output whose line breaks are decided to the layout's `ready`. The start tag must be closed.
    mutating func settle(isEnd: Bool = false) {
        guard !tag.isOpen else { return }
        let now = layout.moved + bytes.count
        var (end, count) = (isEnd ? now : layout.space ?? now, layout.breaks.count)
        for index in -1..<open.count where !isEnd {
            var element = index < 0 ? layout.top : open[index].layout
            if element.isInline { break }
            if !element.isSettled {
                element.isSettled = index < 0 && !isFragment || now - element.start >= MarkupLayout.patience
                if !element.isSettled {
                    if element.breaks < count { (end, count) = (layout.breaks[element.breaks].start, element.breaks) }
                    break
                }
                if index < 0 { layout.top = element } else { open[index].layout = element }
            }
        }
        layout.move(&bytes, to: end, breaks: count)
        for index in 0..<open.count { open[index].layout.breaks = max(0, open[index].layout.breaks - count) }
    }
}
