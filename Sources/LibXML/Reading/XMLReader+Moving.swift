// Going on by more than one event.

extension XMLReader {
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
            if event == .startElement, isAt(name) { return true }
        }
        return false
    }

    /// Goes on to the start of the next element that has this expanded name, wherever it is.
    public mutating func readToFollowing(_ name: XMLName) throws(XMLError) -> Bool {
        while let event = try next() {
            if event == .startElement, isAt(name) { return true }
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
            if isAt(name) { return true }
        }
        return false
    }

    /// Goes on to the next element beside the one where the reader stands that has this expanded name.
    public mutating func readToNextSibling(_ name: XMLName) throws(XMLError) -> Bool {
        while try readToNextSibling() {
            if isAt(name) { return true }
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
