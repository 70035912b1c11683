extension XMLEdit {
    /// Inserts a fragment before an element.
    ///
    /// If the element is the first on its line, the fragment gets a line of its own with the same indentation, unless
    /// there is other text beside them or `xml:space="preserve"` applies.
    ///
    /// - Parameters:
    ///   - fragment: elements, text and other content. Prefixes must be declared in the fragment or around it; entities
    ///     of the document cannot be used. Beside the root element: comments and processing instructions.
    ///   - element: an element of ``tree``.
    /// - Throws: the errors of ``append(_:to:)``, and ``XMLError/Code/contentAfterRootElement``.
    public mutating func insert(_ fragment: XMLFragment, before element: XMLTree.Element) throws(XMLError) {
        try insert(fragment, before: spot(of: element))
    }

    /// Inserts a fragment before a node: see ``insert(_:before:)-(_,XMLTree.Element)``.
    public mutating func insert(_ fragment: XMLFragment, before node: XMLTree.Node) throws(XMLError) {
        try insert(fragment, before: spot(of: node, isRemoved: false))
    }

    /// Inserts a fragment after an element: see ``insert(_:before:)-(_,XMLTree.Element)``.
    public mutating func insert(_ fragment: XMLFragment, after element: XMLTree.Element) throws(XMLError) {
        try insert(fragment, after: spot(of: element))
    }

    /// Inserts a fragment after a node: see ``insert(_:before:)-(_,XMLTree.Element)``.
    public mutating func insert(_ fragment: XMLFragment, after node: XMLTree.Node) throws(XMLError) {
        try insert(fragment, after: spot(of: node, isRemoved: false))
    }

    /// Adds a fragment at the end of an element's content.
    ///
    /// If the elements in it have lines of their own, the fragment gets one with the same indentation. An element
    /// without content gets an end tag if it has none, and lines if those of the document are indented.
    ///
    /// ```swift
    /// var edit = XMLEdit(try XMLTree(parsing: "<cart/>"))
    /// try edit.append("<item>\("Salt & <pepper>")</item>", to: edit.tree.root)
    /// let bytes = try edit.bytes()  // <cart><item>Salt &amp; &lt;pepper&gt;</item></cart>
    /// ```
    ///
    /// - Parameters:
    ///   - fragment: elements, text and other content: a literal, whose values are escaped. Prefixes must be declared
    ///     in the fragment or around it; entities of the document cannot be used.
    ///   - element: an element of ``tree``.
    /// - Throws: the first fault in the fragment, located in its literal, with `<markup>` as the name of its source;
    ///   ``XMLError/Code/uneditable``; ``XMLError/Code/unrepresentableCharacter`` for a character in a name or comment
    ///   that the encoding of the document cannot represent; ``XMLError/Code/overlappingEdits`` if the content was set.
    /// - Complexity: O(*n*) in the length of the fragment; for the first insertion into an element, also in the number
    ///   of its children.
    public mutating func append(_ fragment: XMLFragment, to element: XMLTree.Element) throws(XMLError) {
        try add(fragment, to: element, isAtEnd: true)
    }

    /// Adds a fragment at the beginning of an element's content: see ``append(_:to:)``.
    public mutating func prepend(_ fragment: XMLFragment, to element: XMLTree.Element) throws(XMLError) {
        try add(fragment, to: element, isAtEnd: false)
    }

    // MARK: Recording

    private mutating func insert(_ fragment: XMLFragment, before spot: EditSpot) throws(XMLError) {
        let parsed = try parsed(fragment, in: spot.parent)
        try checkTopLevel(parsed, at: spot, mayHaveRoot: false)
        let line = try line(of: spot, for: parsed).map { documentLine($0) }
        try insert(
            parsed, at: spot.range.lowerBound, before: spot.index, in: spot.parent, space: line, isSpaceBefore: false)
    }

    private mutating func insert(_ fragment: XMLFragment, after spot: EditSpot) throws(XMLError) {
        let parsed = try parsed(fragment, in: spot.parent)
        try checkTopLevel(parsed, at: spot, mayHaveRoot: false)
        let line = try line(of: spot, for: parsed).map { documentLine($0) }
        try insert(
            parsed, at: spot.range.upperBound, before: spot.next, in: spot.parent, space: line, isSpaceBefore: true)
    }

    private mutating func add(_ fragment: XMLFragment, to element: XMLTree.Element, isAtEnd: Bool) throws(XMLError) {
        try check(element)
        let index = element.entry
        let places = places(of: index)
        let parsed = try parsed(fragment, in: index)
        guard !parsed.isEmpty else { return }
        let layout = layout(in: index)
        let isLaidOut = !layout.isMixed && !parsed.hasText
        // A reference to an empty entity is no part of the tree.
        if layout.isBlank,
            places.isOneTag || edited.contents[index] != nil
                || tape.source.withText({ $0.extracting(places.content).isXMLSpace })
        {
            return try fill(index, parsed, isLaidOut: isLaidOut, isAtEnd: isAtEnd)
        }
        guard edited.contents[index] == nil else {
            throw overlap(at: places.content.lowerBound, with: places.content.lowerBound)
        }
        let first = tape.firstChild(index)
        if isAtEnd {
            let end = isLaidOut ? layout.end : nil
            try insert(
                parsed, at: end?.offset ?? places.endTag, before: end?.entry ?? tape.end(index), in: index,
                space: end.map { documentLine($0.line) }, isSpaceBefore: true)
        } else {
            let line = isLaidOut ? layout.start.map { documentLine($0) } : nil
            try insert(parsed, at: places.end, before: first, in: index, space: line, isSpaceBefore: true)
        }
    }

    /// Adds markup to an element that contains nothing but white space.
    private mutating func fill(
        _ element: Int, _ parsed: ParsedMarkup, isLaidOut: Bool, isAtEnd: Bool
    ) throws(XMLError) {
        let text = try written(parsed)
        if isLaidOut, hasIndentation(element), let line = lineStart(of: element) {
            let end = documentLine(line)
            let space = end + (indentationStep ?? [])
            return try fill(element, space + text, [.text(Self.withLineFeeds(space)), .markup(parsed)], end: end)
        }
        let places = places(of: element)
        let space =
            places.isOneTag || edited.contents[element] != nil
            ? [] : tape.source.withText { $0.extracting(places.content).array }
        if isAtEnd {
            try fill(element, space + text, [.text(Self.withLineFeeds(space)), .markup(parsed)], end: [])
        } else {
            try fill(element, text, [.markup(parsed)], end: space)
        }
    }

    private mutating func insert(
        _ parsed: ParsedMarkup, at offset: Int, before entry: Int, in parent: Int, space: [UInt8]?, isSpaceBefore: Bool
    ) throws(XMLError) {
        guard !parsed.isEmpty else { return }
        try checkRange(offset..<offset)
        var text = try written(parsed)
        var parts: [EditedContent.Part] = [.markup(parsed)]
        if let space {
            text = isSpaceBefore ? space + text : text + space
            // The tree does not contain white space at the top level.
            if parent != Tape.document {
                parts.insert(.text(Self.withLineFeeds(space)), at: isSpaceBefore ? 0 : 1)
            }
        } else if text.first == 0x0A, offset > 0, tape.source.withText({ $0[offset - 1] == 0x0D }) {
            // After a carriage return it would not begin another line.
            text.replaceSubrange(0..<1, with: "&#10;".utf8)
        }
        edited.insert(
            EditedContent.Insertion(parts: parts, offset: offset, order: order), before: entry, in: parent, tape)
        record(offset..<offset, text)
    }

    /// White space as the parser reads it.
    private static func withLineFeeds(_ space: [UInt8]) -> [UInt8] { EditText.withLineEnds(space, [0x0A]) }
}
