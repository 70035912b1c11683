// Going on: by one event, or by more.

extension XMLReader {
    /// Goes on to the next event.
    ///
    /// - Returns: what the reader stands at now; nil at the end of the document, or of the element that
    ///   ``forEachElement(_:_:)-(String,_)`` gave to its body.
    /// - Throws: the first fault of a document that is not well-formed, and what else is wrong with the input; the same
    ///   again when it is called again. Its ``XMLError/diagnostics`` are the warnings before it and that fault.
    /// - Complexity: O(1) but for what is read. No memory is taken that the event does not take itself.
    @discardableResult
    public mutating func next() throws(XMLError) -> Event? {
        if scope != nil { return try nextInScope() }
        return try cursor.goOn()
    }

    private mutating func nextInScope() throws(XMLError) -> Event? {
        if let failure = cursor.failure { throw failure }
        guard let scope, !cursor.isAtEnd(of: scope) else { return nil }
        let event = try cursor.goOn()
        return cursor.isAtEnd(of: scope) ? nil : event
    }

    /// What the reader stands at; nil before the first call of ``next()``, and at the end.
    public var event: Event? { cursor.event }

    // MARK: By more than one event

    /// Reads what is left of the element at whose start the reader stands, so that it stands at its end; does nothing
    /// elsewhere, and for an element that is written as one tag.
    ///
    /// - Throws: as ``next()``: what is passed over is checked all the same.
    /// - Complexity: O(*n*) in the length of the element; no memory is taken.
    public mutating func skip() throws(XMLError) {
        guard let element = cursor.currentElement else { return }
        try cursor.skip(to: element)
    }

    /// Goes on to the start of the next element whose name is written so, wherever it is.
    ///
    /// - Returns: whether there is one; if not, the reader is at the end of the document, or of the element that
    ///   ``forEachElement(_:_:)-(String,_)`` gave to its body.
    /// - Throws: as ``next()``.
    public mutating func readToFollowing(_ name: String) throws(XMLError) -> Bool {
        while let event = try next() {
            if event == .startElement, isNamed(name) { return true }
        }
        return false
    }

    /// Goes on to the start of the next element that has this expanded name, wherever it is.
    public mutating func readToFollowing(_ name: XMLName) throws(XMLError) -> Bool {
        while let event = try next() {
            if event == .startElement, isNamed(name) { return true }
        }
        return false
    }

    /// Goes on to the start of the next element beside the one where the reader stands, which is passed over if it has not
    /// been read. From anything that is no element it goes on from there.
    ///
    /// - Returns: whether there is one; if not, the reader stands at the end of the element around.
    /// - Throws: as ``next()``.
    public mutating func readToNextSibling() throws(XMLError) -> Bool {
        try skip()
        while let event = try next() {
            if event == .startElement { return true }
            if event == .endElement { return false }
        }
        return false
    }

    /// Goes on to the next element beside the one where the reader stands whose name is written so.
    ///
    /// - Returns: as ``readToNextSibling()``.
    public mutating func readToNextSibling(_ name: String) throws(XMLError) -> Bool {
        while try readToNextSibling() {
            if isNamed(name) { return true }
        }
        return false
    }

    /// Goes on to the next element beside the one where the reader stands that has this expanded name.
    public mutating func readToNextSibling(_ name: XMLName) throws(XMLError) -> Bool {
        while try readToNextSibling() {
            if isNamed(name) { return true }
        }
        return false
    }

    /// Reads the element at whose start the reader stands, which then stands at its end.
    ///
    /// - Returns: the character data of this element, without that of its child elements, as
    ///   ``XMLTree/Element/text`` has it; empty where the reader stands at no start.
    /// - Throws: as ``next()``.
    public mutating func readElementText() throws(XMLError) -> String {
        guard let element = cursor.currentElement else { return "" }
        var text = ""
        var depth = 0
        while !cursor.isAtEnd(of: element), let event = try cursor.goOn() {
            switch event {
            case .startElement: if !cursor.isEmptyElement { depth += 1 }
            case .endElement: depth -= 1
            case .text, .whiteSpace, .cdata, .entityReference: if depth == 0 { text += cursor.value ?? "" }
            default: break
            }
        }
        return text
    }
}
