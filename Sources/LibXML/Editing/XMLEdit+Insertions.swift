extension XMLEdit {
    /// Inserts a fragment before an element.
    ///
    /// If the element is the first on its line, the fragment gets a line of its own, and all its lines the same
    /// indentation, unless there is other text beside them or `xml:space="preserve"` applies. Namespace declarations
    /// that are in force at the place are omitted.
    ///
    /// - Parameters:
    ///   - fragment: elements, text and other content. Prefixes must be declared in the fragment or around it; entities
    ///     of the document cannot be used. Beside the root element: comments and processing instructions.
    ///   - element: an element of ``tree``.
    /// - Throws: the errors of ``append(_:to:)``, and ``XMLError/Code/contentAfterRootElement``.
    public mutating func insert(_ fragment: XMLFragment, before element: XMLTree.Element) throws(XMLError) {
        try insert(fragment, beside: spot(of: element), isBefore: true)
    }

    /// Inserts a fragment before a node: see ``insert(_:before:)-(_,XMLTree.Element)``.
    public mutating func insert(_ fragment: XMLFragment, before node: XMLTree.Node) throws(XMLError) {
        try insert(fragment, beside: spot(of: node, isRemoved: false), isBefore: true)
    }

    /// Inserts a fragment after an element: see ``insert(_:before:)-(_,XMLTree.Element)``.
    public mutating func insert(_ fragment: XMLFragment, after element: XMLTree.Element) throws(XMLError) {
        try insert(fragment, beside: spot(of: element), isBefore: false)
    }

    /// Inserts a fragment after a node: see ``insert(_:before:)-(_,XMLTree.Element)``.
    public mutating func insert(_ fragment: XMLFragment, after node: XMLTree.Node) throws(XMLError) {
        try insert(fragment, beside: spot(of: node, isRemoved: false), isBefore: false)
    }

    /// Adds a fragment at the end of an element's content.
    ///
    /// If the elements in it have lines of their own, the fragment gets one, and all its lines the same indentation.
    /// Namespace declarations that the element has already are omitted. An element without content gets an end tag if
    /// it has none, and lines if those of the document are indented.
    ///
    /// ```swift
    /// var edit = XMLEdit(try XMLTree(parsing: "<cart/>"))
    /// try edit.append("<item>\("Salt & <pepper>")</item>", to: edit.tree.root)
    /// let bytes = try edit.xmlBytes()  // <cart><item>Salt &amp; &lt;pepper&gt;</item></cart>
    /// ```
    ///
    /// - Parameters:
    ///   - fragment: elements, text and other content: a literal, whose values are escaped. Prefixes must be declared
    ///     in the fragment or around it; entities of the document cannot be used.
    ///   - element: an element of ``tree``.
    /// - Throws: the first fault in the fragment, located in its literal, with `<markup>` as the name of its source;
    ///   ``XMLError/Code/uneditable``; ``XMLError/Code/unrepresentableCharacter`` for a character in a name or comment
    ///   that the encoding of the document cannot represent.
    /// - Complexity: O(*n*) in the length of the fragment; for the first insertion into an element, also in the number
    ///   of its children.
    public mutating func append(_ fragment: XMLFragment, to element: XMLTree.Element) throws(XMLError) {
        try insert(fragment, in: element, isAtEnd: true)
    }

    /// Adds a fragment at the beginning of an element's content: see ``append(_:to:)``.
    public mutating func prepend(_ fragment: XMLFragment, to element: XMLTree.Element) throws(XMLError) {
        try insert(fragment, in: element, isAtEnd: false)
    }

    // MARK: Recording

    private mutating func insert(
        _ fragment: XMLFragment, beside spot: EditSpot, isBefore: Bool
    ) throws(XMLError) {
        let parsed = try parsed(fragment, in: edited.moved[spot.index]?.parent ?? spot.parent)
        try checkTopLevel(parsed, at: spot, mayHaveRoot: false)
        guard !parsed.isEmpty else { return }
        try insert(NewContent(parsed, written(parsed)), beside: spot, isBefore: isBefore, order: nextOrder())
    }

    private mutating func insert(
        _ fragment: XMLFragment, in element: XMLTree.Element, isAtEnd: Bool
    ) throws(XMLError) {
        try check(element)
        let parsed = try parsed(fragment, in: element.entry)
        guard !parsed.isEmpty else { return }
        try insert(NewContent(parsed, written(parsed)), in: element.entry, isAtEnd: isAtEnd, order: nextOrder())
    }

    /// Inserts content beside a node. Returns the place.
    @discardableResult
    mutating func insert(
        _ content: NewContent, beside spot: EditSpot, isBefore: Bool, order: Int
    ) throws(XMLError) -> EditedContent.Place {
        if let move = edited.moved[spot.index] {
            try checkPlace(of: spot, move)
            insert(content, beside: spot.index, move, isBefore: isBefore, order: order)
            return move.place
        }
        let line = line(of: spot, hasText: content.hasText).map { documentLine($0) }
        let place: EditedContent.Place = isBefore ? .before(spot.index) : .after(spot.index)
        try insert(
            content, at: place, isBefore ? spot.range.lowerBound : spot.range.upperBound, in: spot.parent,
            space: line ?? [], isSpaceBefore: !isBefore, order: order)
        return place
    }

    /// Inserts content beside an element that was moved, at its new place.
    private mutating func insert(
        _ content: NewContent, beside element: Int, _ move: EditedContent.Move, isBefore: Bool, order: Int
    ) {
        guard let index = movedIndex(element, move), let other = edited.insertions[move.place]?.all[index] else {
            return
        }
        var insertion = EditedContent.Insertion(content, space: other.space, other.isSpaceBefore, order)
        if content.hasText {
            // The insertion is a part of the line of the other one.
            if isBefore == other.isSpaceBefore {
                edited.insertions[move.place]?.all[index].space = []
            } else {
                insertion.space = []
            }
        }
        guard !isBefore else {
            edited.insertions[move.place]?.all.insert(insertion, at: index)
            return
        }
        insertion.predecessor = element
        let end = endOfInsertions(after: element, from: index + 1, move)
        edited.insertions[move.place]?.all.insert(insertion, at: end)
    }

    /// Returns the end of what was inserted after an element that was moved. It keeps no copy of the insertions, which
    /// change afterwards.
    private func endOfInsertions(after element: Int, from start: Int, _ move: EditedContent.Move) -> Int {
        guard let all = edited.insertions[move.place]?.all else { return start }
        return all[start...].firstIndex { $0.predecessor != element && edited.remains($0) } ?? all.endIndex
    }

    /// Checks that the content into which an element was moved was not set later.
    func checkPlace(of spot: EditSpot, _ move: EditedContent.Move) throws(XMLError) {
        guard edited.isContentSet(move.parent, after: move.order) else { return }
        throw overlap(at: spot.range.lowerBound, with: tape.sourceRange(move.parent).lowerBound)
    }

    /// Returns the index of an element that was moved among the insertions at its place. Complexity: O(*n*) in their
    /// number.
    func movedIndex(_ element: Int, _ move: EditedContent.Move) -> Int? {
        edited.insertions[move.place]?.all.lastIndex { $0.element == element && $0.order == move.order }
    }

    /// Inserts content in an element. Returns the place.
    @discardableResult
    mutating func insert(
        _ content: NewContent, in index: Int, isAtEnd: Bool, order: Int
    ) throws(XMLError) -> EditedContent.Place {
        let places = places(of: index)
        let layout = layout(in: index)
        let isLaidOut = !layout.isMixed && !content.hasText
        let inside: EditedContent.Place = isAtEnd ? .end(index) : .start(index)
        let offset = isAtEnd ? places.endTag : places.end
        // A reference to an empty entity is no part of the tree.
        if edited.contents[index] != nil
            || layout.isBlank
                && (places.isOneTag || tape.source.withText({ $0.extracting(places.content).isXMLSpace }))
                && (places.isOneTag || hasLines(index, isLaidOut: isLaidOut) && !isContentEdited(index))
        {
            let (whole, space) = try filled(index, isLaidOut: isLaidOut, order: order)
            try insert(content, at: inside, offset, in: index, space: space, isSpaceBefore: true, order: order)
            if edited.contents[index] == nil { edited.contents[index] = whole }
            return inside
        }
        if isAtEnd, isLaidOut, let end = layout.end {
            let place = EditedContent.Place.before(end.entry)
            try insert(
                content, at: place, end.offset, in: index, space: documentLine(end.line), isSpaceBefore: true,
                order: order)
            return place
        }
        let line = !isAtEnd && isLaidOut ? layout.start.map { documentLine($0) } : nil
        try insert(content, at: inside, offset, in: index, space: line ?? [], isSpaceBefore: true, order: order)
        return inside
    }

    /// Whether what is inserted into an element that contains nothing gets lines of its own.
    private mutating func hasLines(_ element: Int, isLaidOut: Bool) -> Bool {
        isLaidOut && hasIndentation(element) && lineStart(of: element) != nil
    }

    /// Whether an edit names the white space that an element contains.
    private func isContentEdited(_ element: Int) -> Bool {
        var children = tape.children(of: element)
        while let (index, _) = children.next(tape) {
            if edited.replaced[index] != nil || edited.insertions[.before(index)] != nil
                || edited.insertions[.after(index)] != nil
            {
                return true
            }
        }
        return false
    }

    /// For an element that contains only white space, or whose content was set: returns the content around insertions,
    /// and the white space before an insertion.
    private mutating func filled(
        _ element: Int, isLaidOut: Bool, order: Int
    ) throws(XMLError) -> (EditedContent.Content, space: [UInt8]) {
        let places = places(of: element)
        try checkRange(places.content)
        let isSet = edited.isContentSet(element)
        var content = EditedContent.Content(parts: [], text: [], isInserted: true, order: order)
        var space: [UInt8] = []
        if !isSet, hasLines(element, isLaidOut: isLaidOut), let line = lineStart(of: element) {
            content.end = documentLine(line)
            space = content.end + (indentationStep ?? [])
        } else if !places.isOneTag, edited.contents[element] == nil {
            content.text = tape.source.withText { $0.extracting(places.content).array }
            content.parts = [.text(Self.withLineFeeds(content.text))]
        }
        return (content, space)
    }

    /// - Parameter order: the number of this edit, which no other edit has.
    private mutating func insert(
        _ content: NewContent, at place: EditedContent.Place, _ offset: Int, in parent: Int, space: [UInt8],
        isSpaceBefore: Bool, order: Int
    ) throws(XMLError) {
        try checkRange(offset..<offset)
        var content = content
        if case .markup(let markup) = content.part, !layout(in: parent).isMixed,
            let indented = try indented(markup, in: parent, after: space)
        {
            content = NewContent(indented, try written(indented))
        }
        var insertion = EditedContent.Insertion(content, space: space, isSpaceBefore, order)
        if space.isEmpty, content.text.first == 0x0A, offset > 0, tape.source.withText({ $0[offset - 1] == 0x0D }) {
            // After a carriage return it would not begin another line.
            insertion.text.replaceSubrange(0..<1, with: "&#10;".utf8)
        }
        edited.insertions[place, default: EditedContent.Insertions(offset: offset, parent: parent)].all.append(
            insertion)
    }

    /// White space as the parser reports it.
    static func withLineFeeds(_ space: [UInt8]) -> [UInt8] { EditText.withLineEnds(space, [0x0A]) }
}

/// Content to insert: new markup, or an element of the document that is moved.
struct NewContent {
    var part: EditedContent.Part
    /// The new text in UTF-8, unless it is an element of the document.
    var text: [UInt8] = []
    var element: Int?
    /// Whether it contains text other than white space, so that it has no line of its own.
    var hasText = false

    init(_ markup: ParsedMarkup, _ text: [UInt8]) {
        (part, self.text, hasText) = (.markup(markup), text, markup.hasText)
    }

    init(moved element: Int) { (part, self.element) = (.element(element), element) }
}

extension EditedContent.Insertion {
    init(_ content: NewContent, space: [UInt8], _ isSpaceBefore: Bool, _ order: Int) {
        self.init(
            part: content.part, text: content.text, space: space, isSpaceBefore: isSpaceBefore,
            element: content.element, order: order)
    }
}
