/// Writes well-formed XML in UTF-8 into a buffer. Everything that writes XML uses it.
///
/// A call that throws writes nothing, except that it may end a start tag.
struct MarkupWriter: ~Copyable {
    /// The part of a document that is being written.
    enum Stage {
        case start, prologue, root, end
    }

    let options: XMLWritingOptions
    /// Whether the output is the content of an element: any number of elements, and text.
    let isFragment: Bool
    /// The output. With a layout, the part whose line breaks are not decided yet.
    var bytes = RawBuffer<UInt8>(capacity: 512)
    var open = RawBuffer<OpenElement>(capacity: 16)
    /// The names of the open elements, one after the other.
    var openNames = RawBuffer<UInt8>(capacity: 128)
    var tag = OpenTag()
    var bindings = NamespaceBindings()
    var layout: MarkupLayout
    var stage = Stage.start
    var hasDocumentType = false
    /// The namespaces of the options by prefix. Used once a prefix that no tag declares is written.
    lazy var givenNamespaces = options.prefixes.namespacesByPrefix

    /// Nil if the output may contain all characters.
    let encoding: OutputEncoding?

    /// - Parameter encoding: the encoding of the output, if that cannot represent all characters.
    init(_ options: XMLWritingOptions, encoding: OutputEncoding? = nil, isFragment: Bool = false) {
        self.encoding = encoding
        self.options = options
        self.isFragment = isFragment
        layout = MarkupLayout(options, isFragment: isFragment)
    }

    // MARK: Elements

    /// Writes the beginning of a start tag. The name may have a prefix, which must be declared in the tag or around it.
    mutating func startElement(_ name: String) throws(XMLError) {
        try startElement(isResolved: false) { (markup, mark) throws(XMLError) in
            let isPlain = name.withUTF8Span {
                markup.bytes.appendPlainName($0) && markup.openNames.appendPlainName($0)
            }
            if isPlain { return 0 }
            return try markup.appendName(name, of: "an element", from: mark)
        }
    }

    /// Writes the beginning of a start tag, with a namespace declaration if the namespace has no prefix in scope.
    ///
    /// - Parameter declared: the prefixes that the tag declares later, for other namespaces.
    mutating func startElement(_ name: XMLName, besides declared: [String] = []) throws(XMLError) {
        if let name = try replacement(for: name) { return try startElement(name, besides: declared) }
        let (prefix, isNew) = prefix(of: name, isAttribute: false, besides: declared)
        try startElement(isResolved: true) { (markup, mark) throws(XMLError) in
            try markup.appendName(prefix: prefix, name.localName, of: "an element", from: mark)
            return prefix.utf8.count
        }
        if isNew { try declare(prefix: prefix, uri: name.namespaceURI ?? "", isForTag: true) }
    }

    /// Writes the beginning of a start tag.
    ///
    /// - Parameters:
    ///   - isResolved: whether the prefix is known to be declared, or was chosen for a namespace.
    ///   - name: appends the name to the output, and may also append it to `openNames`, because the processor would
    ///     wait to read back bytes that were just written. Returns the length of the prefix.
    @inline(__always)
    mutating func startElement(
        isResolved: Bool, name: (inout MarkupWriter, _ mark: Int) throws(XMLError) -> Int
    ) throws(XMLError) {
        let mark = try beginElement()
        let nameStart = openNames.count
        let prefixLength = try name(&self, mark)
        if openNames.count == nameStart { openNames.append(bytes, mark + 1..<bytes.count) }
        if layout.isActive { beginElementInLayout(at: mark) }
        open.append(
            OpenElement(
                nameStart: UInt32(truncatingIfNeeded: nameStart),
                bindings: UInt32(truncatingIfNeeded: bindings.count)))
        stage = .root
        tag.begin(
            OpenTag.Part(start: mark + 1, nameEnd: bytes.count, prefixLength: prefixLength, isResolved: isResolved))
    }

    /// Begins an element. Returns the offset of its first byte.
    @inline(__always)
    mutating func beginElement() throws(XMLError) -> Int {
        if open.count == 0, stage == .end, !isFragment {
            throw XMLError(.contentAfterRootElement, "a document has only one root element")
        }
        let mark = try beginNode()
        bytes.append(UInt8(ascii: "<"))
        return mark
    }

    /// Writes the end of the innermost element.
    ///
    /// - Parameter hasTwoTags: whether it has two tags in its original document.
    mutating func endElement(hasTwoTags: @autoclosure () -> Bool = false) throws(XMLError) {
        guard open.count > 0 else { throw XMLError(.mismatchedEndTag, "there is no open element to end") }
        let element = open[open.count - 1]
        if tag.isOpen, options.emptyElementTags == .oneTag || options.emptyElementTags == .kept && !hasTwoTags() {
            try checkTag()
            tag.isOpen = false
            bytes.append("/>")
            return popElement(element)
        }
        try closeTag()
        if layout.isActive { addEndTagToLayout() }
        bytes.appendEndTag(openNames, Int(element.nameStart)..<openNames.count)
        popElement(element)
    }

    @inline(__always)
    private mutating func popElement(_ element: OpenElement) {
        openNames.truncate(to: Int(element.nameStart))
        bindings.remove(from: Int(element.bindings))
        open.removeLast()
        if layout.isActive { layout.pop(to: layout.open.count - 1) }
        if open.count == 0, !isFragment { stage = .end }
    }

    /// The names of the open elements as written, the outermost first.
    var openElementNames: [String] {
        (0..<open.count).map { index in
            let end = index + 1 < open.count ? Int(open[index + 1].nameStart) : openNames.count
            return openNames.withSpan(Int(open[index].nameStart)..<end) { $0.string($0.indices) }
        }
    }

    // MARK: Text

    /// Writes character data.
    mutating func text(_ text: String) throws(XMLError) {
        let mark = try beginText()
        try appendEscaped(text, in: .content, from: mark)
        endText(from: mark)
    }

    /// Writes character data that is known to be valid, after ``beginText()``.
    ///
    /// - Parameter isPlain: whether it is known to need no references.
    mutating func appendValid(_ text: Span<UInt8>, isPlain: Bool) {
        if isPlain { bytes.appendShort(text) } else { _ = bytes.appendEscaped(text, in: .content) }
    }

    /// Begins character data. Returns the offset of its first byte.
    @inline(__always)
    mutating func beginText() throws(XMLError) -> Int {
        if open.count == 0, !isFragment {
            throw XMLError(
                stage == .end ? .contentAfterRootElement : .missingRootElement, "text is only allowed in an element")
        }
        try closeTag()
        return bytes.count
    }

    /// Ends character data that begins at an offset.
    mutating func endText(from mark: Int) {
        if encoding != nil { writeReferences(from: mark) }
        if layout.isActive { addTextToLayout(from: mark) }
    }

    /// Appends text with references.
    mutating func appendEscaped(_ text: String, in place: TextPlace, from mark: Int) throws(XMLError) {
        let invalid = text.withUTF8Span { bytes.appendEscaped($0, in: place) }
        if let invalid { try appendReplacing(text, from: invalid, in: place, mark) }
    }

    /// Appends text from an offset in bytes on, with replacements for characters that XML does not allow.
    @inline(never)
    mutating func appendReplacing(
        _ text: String, from start: Int, in place: TextPlace, _ mark: Int
    ) throws(XMLError) {
        let rest = try replacingInvalid(text, from: start, mark)
        _ = rest.withUTF8Span { bytes.appendEscaped($0, in: place) }
    }

    /// Appends text without references.
    mutating func appendUnescaped(_ text: String, from mark: Int) throws(XMLError) {
        let start = bytes.count
        append(try validText(text, from: mark))
        if encoding != nil { try checkRepresentable(from: start, mark) }
    }

    /// Returns text with replacements for characters that XML does not allow, before it is searched for markup.
    mutating func validText(_ text: String, from mark: Int) throws(XMLError) -> String {
        text.withUTF8Span({ $0.firstInvalidCharacter }) == nil ? text : try replacingInvalid(text, from: 0, mark)
    }

    /// Returns text from an offset in bytes on, with replacements for characters that XML does not allow.
    @inline(never)
    mutating func replacingInvalid(_ text: String, from start: Int, _ mark: Int) throws(XMLError) -> String {
        let rest = text.unicodeScalars[text.utf8.index(text.startIndex, offsetBy: start)...]
        guard case .replaced(let replacement) = options.invalidCharacters else {
            throw failure(.characterNotAllowed(rest.firstInvalid), from: mark)
        }
        return rest.replacingInvalid(with: replacement)
    }

    /// Removes the bytes from an offset on, and returns an error.
    mutating func failure(_ code: XMLError.Code, _ message: String, from mark: Int) -> XMLError {
        failure(Fault(code, message, at: 0), from: mark)
    }

    mutating func failure(_ fault: Fault, from mark: Int) -> XMLError {
        bytes.truncate(to: mark)
        return XMLError(fault)
    }

    // MARK: Tags

    /// Writes the end of the start tag, if one is open.
    @inline(__always)
    mutating func closeTag() throws(XMLError) {
        guard tag.isOpen else { return }
        try checkTag()
        tag.isOpen = false
        bytes.append(UInt8(ascii: ">"))
    }

    private mutating func checkTag() throws(XMLError) {
        if tag.hasPrefixes { try checkPrefixes() }
        if encoding != nil { try checkNames() }
        if tag.parts.count > 1, options.attributeOrder == .sorted { sortAttributes() }
    }

    /// Begins an element, comment, processing instruction or document type declaration. Returns the offset of its first
    /// byte.
    @inline(__always)
    mutating func beginNode() throws(XMLError) -> Int {
        if open.count > 0 {
            try closeTag()
        } else if stage == .start {
            if !isFragment, options.declaration != .never { try declaration() }
            stage = .prologue
        } else if stage == .end, !layout.isActive, !isFragment {
            bytes.append(0x0A)
        }
        return bytes.count
    }
}

// MARK: Output

extension MarkupWriter {
    /// Checks that the document is complete.
    mutating func finish() throws(XMLError) {
        if open.count > 0 { throw XMLError(.elementNotEnded((openElementNames.last ?? "").excerpt)) }
        if !isFragment, stage != .end { throw XMLError(.missingRootElement) }
        if layout.isActive {
            settle(isEnd: true)
            if !isFragment, layout.indentation != nil, !layout.isEnded { layout.ready.append(0x0A) }
            layout.isEnded = true
        }
    }

    /// Removes and returns the output that can no longer change.
    mutating func take() -> [UInt8] {
        if layout.isActive {
            settle()
            return layout.ready.takeAll()
        }
        guard tag.isOpen else { return bytes.takeAll() }
        let tagStart = tag.element.start - 1
        if tagStart == 0 { return [] }
        let taken = bytes.withSpan(0..<tagStart) { $0.array }
        bytes.remove(0..<tagStart)
        tag.move(by: -tagStart)
        return taken
    }

    /// Moves the output that can no longer change into an empty buffer, without copying it, if it is more than `size`
    /// bytes.
    mutating func move(to taken: inout RawBuffer<UInt8>, ifLargerThan size: Int) {
        if layout.isActive {
            settle()
            if layout.ready.count > size { swap(&taken, &layout.ready) }
            return
        }
        let end = tag.isOpen ? tag.element.start - 1 : bytes.count
        guard end > size else { return }
        swap(&taken, &bytes)
        bytes.append(taken, end..<taken.count)
        taken.truncate(to: end)
        if tag.isOpen { tag.move(by: -end) }
    }

    /// Adds the path of the open elements, or of an attribute of the innermost one, to an error.
    func located(_ error: XMLError, attribute: String? = nil) -> XMLError {
        guard error.diagnostic.path == nil, open.count > 0 else { return error }
        var diagnostic = error.diagnostic
        let names = openElementNames + (attribute.map { ["@" + $0] } ?? [])
        diagnostic.path = names.joined(separator: ".")
        return XMLError(diagnostic)
    }
}

extension RawBuffer<UInt8> {
    /// Appends an end tag whose name is at a range of another buffer.
    @inline(__always)
    mutating func appendEndTag(_ names: borrowing Self, _ name: Range<Int>) {
        append("</")
        append(names, name)
        append(UInt8(ascii: ">"))
    }

    /// Removes and returns all bytes.
    fileprivate mutating func takeAll() -> [UInt8] {
        defer { truncate(to: 0) }
        return withSpan(0..<count) { $0.array }
    }
}
