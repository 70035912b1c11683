/// The content of a document as bytes that are equal for equal content, with or without edits.
///
/// Written from two tapes, they can be compared without recursion. Text is written as it is, so that adjacent text is
/// one text. Everything else begins with a control character, which text cannot contain.
struct ContentTokens: ~Copyable {
    private enum Mark {
        static let start: UInt8 = 1, declaration: UInt8 = 2, attribute: UInt8 = 3, end: UInt8 = 4
        static let comment: UInt8 = 5, instruction: UInt8 = 6, reference: UInt8 = 7, type: UInt8 = 8
        static let separator: UInt8 = 0
    }

    private(set) var bytes = RawBuffer<UInt8>(capacity: 1024)
    /// Whether values of attributes may be normalized by their declared types (XML 1.0, section 3.3.3).
    private let mayBeNormalized: Bool
    /// Whether to omit namespace declarations, as some of the repair are not in the tree.
    private let omitsDeclarations: Bool
    /// How many characters of the next text to omit.
    private var omitted = 0
    /// Whether the edits do not match the tree.
    private(set) var isInvalid = false

    /// - Parameter tape: the document before the edits.
    init(for tape: Tape) {
        var children = tape.children(of: Tape.document)
        var hasType = false
        while let (_, head) = children.next(tape) { if head.kind == .documentType { hasType = true } }
        mayBeNormalized = hasType
        omitsDeclarations = !tape.source.impliedDeclarations.isEmpty
    }

    /// Writes the content of a tape with the edits.
    mutating func write(_ tape: Tape, _ edited: EditedContent? = nil) { write(tape, in: Tape.document, edited) }

    /// Writes the content of an element or a document.
    private mutating func write(_ tape: Tape, in container: Int, _ edited: EditedContent?) {
        var open: [(element: Int, end: Int)] = []
        let end = tape.end(container)
        var index = tape.firstChild(container)
        while true {
            while let last = open.last, index >= last.end {
                write(edited?.atEnd[last.element])
                bytes.append(Mark.end)
                open.removeLast()
            }
            guard index < end else { break }
            if let edited {
                write(edited.before[index])
                if let replacement = edited.replaced[index] {
                    removeSpace(replacement.spaceBefore)
                    write(replacement.parts)
                    omitted = replacement.spaceAfter
                    index = tape.next(index)
                    continue
                }
            }
            let head = tape.head(index)
            guard head.kind == .element else {
                write(index, head.kind, of: tape)
                index += head.length
                continue
            }
            writeTag(index, of: tape, edited?.tags[index])
            if let content = edited?.contents[index] {
                write(content.parts)
                add(EditText.withLineEnds(content.end, [0x0A]))
                bytes.append(Mark.end)
                index = tape.end(index)
            } else {
                open.append((index, tape.end(index)))
                index = tape.firstChild(index)
            }
        }
        write(edited?.atEnd[container])
        if omitted > 0 { isInvalid = true }
    }

    // MARK: Edits

    private mutating func write(_ insertions: [EditedContent.Insertion]?) {
        for insertion in insertions ?? [] { write(insertion.parts) }
    }

    private mutating func write(_ parts: [EditedContent.Part]) {
        for part in parts {
            switch part {
            case .text(let text): add(text)
            case .markup(let markup): write(markup.tape, in: markup.container, nil)
            }
        }
    }

    /// Removes white space at the end of the text.
    private mutating func removeSpace(_ count: Int) {
        for _ in 0..<count {
            guard bytes.count > 0, bytes[bytes.count - 1].isXMLSpace else {
                isInvalid = true
                return
            }
            bytes.removeLast()
        }
    }

    // MARK: Nodes

    private mutating func write(_ index: Int, _ kind: TapeKind, of tape: Tape) {
        switch kind {
        case .text, .cdata:
            let skipped = omitted
            omitted = 0
            let isValid = tape.withData(index) { data in
                guard skipped <= data.count, data.extracting(0..<skipped).isXMLSpace else { return false }
                data.extracting(skipped..<data.count).append(to: &bytes)
                return true
            }
            if !isValid { isInvalid = true }
            return
        case .comment: bytes.append(Mark.comment)
        case .processingInstruction:
            bytes.append(Mark.instruction)
            tape.withString(tape.head(index).target) { $0.append(to: &bytes) }
            bytes.append(Mark.separator)
        case .entityReference: bytes.append(Mark.reference)
        case .documentType:
            bytes.append(Mark.type)
            tape.source.withText { $0.extracting(tape.sourceRange(index)).append(to: &bytes) }
        case .document, .element, .attribute, .namespace: return
        }
        if omitted > 0 { isInvalid = true }
        tape.withData(index) { $0.append(to: &bytes) }
        bytes.append(Mark.separator)
    }

    private mutating func writeTag(_ element: Int, of tape: Tape, _ edits: EditedContent.Tag?) {
        if omitted > 0 { isInvalid = true }
        bytes.append(Mark.start)
        if let name = edits?.name { add(name) } else { add(tape.nameNumber(element), of: tape) }
        if !omitsDeclarations {
            for declared in tape.namespaces(of: element) {
                bytes.append(Mark.declaration)
                tape.withString(declared.prefix) { $0.append(to: &bytes) }
                bytes.append(Mark.separator)
                tape.withString(declared.uri) { $0.append(to: &bytes) }
            }
        }
        var tag = tape.tag(of: element)
        while let (index, head) = tag.next(tape) {
            guard head.kind == .attribute, !head.isDefaulted else { continue }
            guard let edits else {
                addAttribute(head.name, index, of: tape)
                continue
            }
            let written = tape.qualifiedName(head.name)
            if edits.removed.contains(written) { continue }
            bytes.append(Mark.attribute)
            if let name = edits.names[written] { add(name) } else { add(head.name, of: tape) }
            if let value = edits.values[written] {
                addValue(Array(value.utf8).span)
            } else {
                tape.withData(index) { addValue($0) }
            }
        }
        for (name, value) in edits?.added ?? [] {
            bytes.append(Mark.attribute)
            add(name)
            addValue(Array(value.utf8).span)
        }
        bytes.append(Mark.separator)
    }

    private mutating func addAttribute(_ name: Int, _ index: Int, of tape: Tape) {
        bytes.append(Mark.attribute)
        add(name, of: tape)
        tape.withData(index) { addValue($0) }
    }

    // MARK: Parts

    private mutating func add(_ name: EditedContent.Name) {
        add(Array(name.written.utf8))
        bytes.append(Mark.separator)
        add(Array((name.expanded.namespaceURI ?? "").utf8))
        bytes.append(Mark.separator)
    }

    private mutating func add(_ number: Int, of tape: Tape) {
        let name = tape.name(number)
        if name.prefix != Int(TapeHead.none) {
            tape.withString(name.prefix) { $0.append(to: &bytes) }
            bytes.append(UInt8(ascii: ":"))
        }
        tape.withString(name.local) { $0.append(to: &bytes) }
        bytes.append(Mark.separator)
        tape.withString(name.uri) { $0.append(to: &bytes) }
        bytes.append(Mark.separator)
    }

    private mutating func addValue(_ value: Span<UInt8>) {
        guard mayBeNormalized else { return value.append(to: &bytes) }
        var index = value.skipSpace(from: 0)
        while index < value.count {
            let end = value.index(from: index) { $0.isXMLSpace }
            value.extracting(index..<end).append(to: &bytes)
            index = value.skipSpace(from: end)
            if index < value.count { bytes.append(0x20) }
        }
    }

    private mutating func add(_ text: [UInt8]) { text.span.append(to: &bytes) }
}
