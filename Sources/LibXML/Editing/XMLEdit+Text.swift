// Content of elements.

extension XMLEdit {
    /// Replaces the content of an element with text.
    ///
    /// All of its content is replaced, including child elements, comments and earlier edits. If the only content was a
    /// CDATA section, the new text is written as one, if possible.
    ///
    /// - Parameters:
    ///   - element: an element of ``tree``.
    ///   - text: the new text. Its special characters are escaped, and its line ends become those of the document.
    /// - Throws: ``XMLError/Code/uneditable``; ``XMLError/Code/invalidCharacter``.
    /// - Complexity: O(*n*) in the length of the text and of the tags.
    public mutating func setText(of element: XMLTree.Element, to text: String) throws(XMLError) {
        try check(element)
        let places = places(of: element.entry)
        try checkCharacters(of: text, at: places.content.lowerBound)
        let part = EditedContent.Part.text(Array(text.utf8))
        if isOneCDATASection(element.entry, places), !text.utf8.contains(0x0D), try canRepresent(Array(text.utf8)) {
            let written = try EditText.markup { (markup) throws(XMLError) in try markup.cdata(text) }
            try setContent(of: element.entry, written, [part])
        } else {
            try setContent(of: element.entry, try withReferences(EditText.escaped(text, .content)), [part])
        }
    }

    /// Replaces the content of an element with a fragment.
    ///
    /// - Parameters:
    ///   - element: an element of ``tree``.
    ///   - fragment: elements, text and other content. Prefixes must be declared in the fragment or around its place;
    ///     entities of the document cannot be used.
    /// - Throws: the errors of ``append(_:to:)``.
    /// - Complexity: O(*n*) in the length of the fragment and of the tags.
    public mutating func replaceContent(of element: XMLTree.Element, with fragment: XMLFragment) throws(XMLError) {
        try check(element)
        let parsed = try parsed(fragment, in: element.entry)
        let text = try written(parsed)
        try setContent(of: element.entry, text, [.markup(parsed)], isWritten: true)
    }

    // MARK: Recording

    /// Returns the places in the tags of an element. Complexity: O(*n*) in their length, the first time.
    mutating func places(of element: Int) -> TagPlaces {
        if let known = tags[element] { return known }
        let places = TagPlaces(of: element, in: tape)
        tags[element] = places
        return places
    }

    /// - Parameter isWritten: whether the text already has the line ends of the document.
    private mutating func setContent(
        of element: Int, _ text: [UInt8], _ parts: [EditedContent.Part], isWritten: Bool = false
    ) throws(XMLError) {
        let range = places(of: element).content
        try checkRange(range)
        let text = isWritten ? text : EditText.withLineEnds(text, documentLineEnd())
        edited.contents[element] = EditedContent.Content(
            parts: parts, text: text, isInserted: false, order: nextOrder())
    }

    /// Whether the content of an element is one CDATA section and nothing else.
    private func isOneCDATASection(_ element: Int, _ places: TagPlaces) -> Bool {
        let child = tape.firstChild(element)
        guard child < tape.end(element), tape.next(child) == tape.end(element), tape.kind(child) == .cdata else {
            return false
        }
        return tape.sourceRange(child) == places.content
            && tape.source.withText { $0.has("<![CDATA[", at: places.content.lowerBound) }
    }
}
