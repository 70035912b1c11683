// Undoing the output of a call that fails.

extension MarkupWriter {
    /// A place in the output to which a writer can return.
    private struct Mark {
        var bytes: Int
        var open: Int
        var names: Int
        var bindings: Int
        var stage: Stage
        var breaks: Int
        var space: Int?
        var content: MarkupLayout.Element?
    }

    /// Ends the start tag that is open, and returns the place after it.
    private mutating func mark() throws(XMLError) -> Mark {
        try closeTag()
        return Mark(
            bytes: bytes.count, open: open.count, names: openNames.count, bindings: bindings.count, stage: stage,
            breaks: layout.breaks.count, space: layout.space,
            content: layout.isActive ? layout.content : nil)
    }

    /// Removes everything that was written after a place in an element that is still open.
    private mutating func restore(_ mark: Mark) {
        tag.isOpen = false
        bytes.truncate(to: mark.bytes)
        open.truncate(to: mark.open)
        openNames.truncate(to: mark.names)
        bindings.remove(from: mark.bindings)
        stage = mark.stage
        guard let content = mark.content else { return }
        layout.breaks.truncate(to: min(mark.breaks, layout.breaks.count))
        layout.space = mark.space
        layout.pop(to: mark.open + 1)
        layout.content = content
    }

    /// Removes the innermost element if its start tag is open, because it cannot be ended if a prefix is not declared.
    mutating func removeOpenTag() -> Bool {
        guard tag.isOpen else { return false }
        let element = open[open.count - 1]
        bytes.truncate(to: tag.element.start - 1)
        openNames.truncate(to: Int(element.nameStart))
        bindings.remove(from: Int(element.bindings))
        open.removeLast()
        tag.isOpen = false
        if open.count == 0 { stage = .prologue }
        if layout.isActive {
            layout.pop(to: layout.open.count - 1)
            let end = layout.moved + bytes.count
            let count = layout.breaks.count
            if count > 0, layout.breaks[count - 1].start + layout.breaks[count - 1].length == end {
                layout.breaks.truncate(to: count - 1)
            }
        }
        return true
    }

    /// Calls `body`, which writes attributes and declarations. If it throws, removes everything that it has written.
    mutating func undoingInTag(_ body: (inout MarkupWriter) throws(XMLError) -> Void) throws(XMLError) {
        let (size, parts, declarations) = (bytes.count, tag.parts.count, bindings.count)
        let content = layout.isActive ? layout.content : nil
        do throws(XMLError) {
            try body(&self)
        } catch {
            guard tag.isOpen else { throw error }
            tag.remove(from: parts, bytes)
            bytes.truncate(to: size)
            bindings.remove(from: declarations)
            if let content { layout.content = content }
            throw error
        }
    }

    /// Calls `body`. If it throws, removes everything that it has written, and adds the path to the error.
    mutating func undoing(_ body: (inout MarkupWriter) throws(XMLError) -> Void) throws(XMLError) {
        let mark = try mark()
        do throws(XMLError) {
            try body(&self)
        } catch {
            let located = located(error)
            restore(mark)
            throw located
        }
    }
}
