// Moving forward, by one or more events.

extension XMLReader {
    /// Advances to the next event.
    ///
    /// - Returns: the event; nil at the end of the document, or of the element that ``forEachElement(_:_:)-(String,_)``
    ///   passes to its body.
    /// - Throws: ``XMLError`` with the first fault if the document is not well-formed, exceeds a limit, or cannot be
    ///   decoded; each further call throws it again. Its ``XMLError/diagnostics`` are the warnings before the fault,
    ///   and the fault.
    /// - Complexity: O(*n*) in the length of the event. Allocates no memory except for the event itself.
    @discardableResult
    public mutating func next() throws(XMLError) -> Event? {
        if scope != nil { return try nextInScope() }
        return try cursor.advance()
    }

    private mutating func nextInScope() throws(XMLError) -> Event? {
        if let failure = cursor.failure { throw failure }
        guard let scope, !cursor.isAtEnd(of: scope) else { return nil }
        let event = try cursor.advance()
        return cursor.isAtEnd(of: scope) ? nil : event
    }

    /// The current event; nil before the first call of ``next()``, and at the end.
    public var event: Event? { cursor.event }

    // MARK: By more than one event

    /// Skips the rest of the current element, and moves to its end.
    ///
    /// Does nothing unless the reader is at a start tag, and for an element that is written as an empty-element tag.
    ///
    /// - Throws: the errors of ``next()``. Skipped content is also checked.
    /// - Complexity: O(*n*) in the length of the element. Allocates no memory.
    public mutating func skip() throws(XMLError) {
        guard let element = cursor.currentElement else { return }
        try cursor.skip(to: element)
    }

    /// Advances to the start of the next element, at any depth, that `name` matches: see ``isNamed(_:)-(String)``.
    ///
    /// - Returns: whether there is such an element. If not, the reader is at the end of the document, or of the element
    ///   that ``forEachElement(_:_:)-(String,_)`` passes to its body.
    /// - Throws: the errors of ``next()``.
    public mutating func readToFollowing(_ name: String) throws(XMLError) -> Bool {
        while let event = try next() {
            if event == .startElement, isNamed(name) { return true }
        }
        return false
    }

    /// Advances to the start of the next element, at any depth, with this expanded name.
    public mutating func readToFollowing(_ name: XMLName) throws(XMLError) -> Bool {
        while let event = try next() {
            if event == .startElement, isNamed(name) { return true }
        }
        return false
    }

    /// Advances to the start of the next sibling element.
    ///
    /// If the reader is at a start tag, the rest of that element is skipped first.
    ///
    /// - Returns: whether there is a next sibling. If not, the reader is at the end of the parent element.
    /// - Throws: the errors of ``next()``.
    public mutating func readToNextSibling() throws(XMLError) -> Bool {
        try skip()
        while let event = try next() {
            if event == .startElement { return true }
            if event == .endElement { return false }
        }
        return false
    }

    /// Advances to the start of the next sibling element that `name` matches: see ``isNamed(_:)-(String)``.
    ///
    /// - Returns: the same as ``readToNextSibling()``.
    public mutating func readToNextSibling(_ name: String) throws(XMLError) -> Bool {
        while try readToNextSibling() {
            if isNamed(name) { return true }
        }
        return false
    }

    /// Advances to the start of the next sibling element with this expanded name.
    public mutating func readToNextSibling(_ name: XMLName) throws(XMLError) -> Bool {
        while try readToNextSibling() {
            if isNamed(name) { return true }
        }
        return false
    }

    /// Reads the text of the current element, and moves to its end.
    ///
    /// - Returns: the character data of the element and of all elements in it, as in ``XMLTree/Element/text``; empty if
    ///   the reader is not at a start tag.
    /// - Throws: the errors of ``next()``.
    public mutating func readElementText() throws(XMLError) -> String {
        guard let element = cursor.currentElement else { return "" }
        var text = ""
        while !cursor.isAtEnd(of: element), let event = try cursor.advance() {
            switch event {
            case .text, .whiteSpace, .cdata, .entityReference: text += cursor.value ?? ""
            default: break
            }
        }
        return text
    }
}
