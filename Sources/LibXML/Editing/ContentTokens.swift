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
    /// Whether to omit namespace declarations: those that the repair has added may be missing from the tree.
    private let omitsDeclarations: Bool
    /// The number of open elements. The tree does not contain white space at the top level.
    private var depth = 0
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

    /// A part that remains to be written.
    private enum Step {
        /// Nodes with the same parent. If they are a unit, the place of the first one has been determined before.
        case nodes(Range<Int>, isUnit: Bool)
        case node(Int)
        case insertions([EditedContent.Insertion], next: Int)
        case parts([EditedContent.Part])
        case end
        /// The place that a node has left.
        case removal(EditedContent.Replacement)
    }

    /// Writes the content of a tape with the edits.
    mutating func write(_ tape: Tape, _ edited: EditedContent = EditedContent()) {
        write(tape, in: Tape.document, edited)
    }

    /// Writes the content of an element or a document.
    private mutating func write(_ tape: Tape, in container: Int, _ edited: EditedContent) {
        let entries = edited.entries
        var steps = [Step.nodes(tape.firstChild(container)..<tape.end(container), isUnit: false)]
        while let step = steps.popLast() {
            switch step {
            case .nodes(let nodes, let isUnit):
                guard let index = nodes.first else { break }
                guard entries.contains(index) else {
                    steps.append(.nodes(tape.next(index)..<nodes.upperBound, isUnit: false))
                    write(index, of: tape, edited, isEdited: false, &steps)
                    break
                }
                if !isUnit, let position = edited.sortedPositions[index] {
                    steps.append(.nodes(position.end..<nodes.upperBound, isUnit: false))
                    steps.append(.nodes(position.unit, isUnit: true))
                    break
                }
                steps.append(.nodes(tape.next(index)..<nodes.upperBound, isUnit: false))
                add(.after(index), of: edited, to: &steps)
                steps.append(edited.moved[index].map { .removal($0.removal) } ?? .node(index))
                add(.before(index), of: edited, to: &steps)
            case .node(let index):
                if let replacement = edited.replaced[index] {
                    steps.append(.removal(replacement))
                } else {
                    write(index, of: tape, edited, isEdited: true, &steps)
                }
            case .removal(let removal):
                removeSpace(removal.spaceBefore)
                write(removal.parts)
                omitted = removal.spaceAfter
            case .insertions(let insertions, let next):
                guard next < insertions.count else { break }
                steps.append(.insertions(insertions, next: next + 1))
                let insertion = insertions[next]
                let space = EditText.withLineEnds(insertion.space, [0x0A])
                if insertion.isSpaceBefore { addText(space) } else { steps.append(.parts([.text(space)])) }
                if case .element(let element) = insertion.part {
                    steps.append(.node(element))
                } else {
                    write([insertion.part])
                }
            case .parts(let parts): write(parts)
            case .end:
                bytes.append(Mark.end)
                depth -= 1
            }
        }
        if omitted > 0 { isInvalid = true }
    }

    /// Writes a node; adds what is in an element, and its end.
    private mutating func write(
        _ index: Int, of tape: Tape, _ edited: EditedContent, isEdited: Bool, _ steps: inout [Step]
    ) {
        let kind = tape.kind(index)
        guard kind == .element else { return write(index, kind, of: tape) }
        writeTag(index, of: tape, isEdited ? edited.tags[index] : nil)
        steps.append(.end)
        guard isEdited else {
            steps.append(.nodes(tape.firstChild(index)..<tape.end(index), isUnit: false))
            return
        }
        let content = edited.contents[index]
        if let content { steps.append(.parts([.text(EditText.withLineEnds(content.end, [0x0A]))])) }
        add(.end(index), of: edited, to: &steps)
        if let content {
            steps.append(.parts(content.parts))
        } else {
            steps.append(.nodes(tape.firstChild(index)..<tape.end(index), isUnit: false))
        }
        add(.start(index), of: edited, to: &steps)
    }

    // MARK: Edits

    private func add(_ place: EditedContent.Place, of edited: EditedContent, to steps: inout [Step]) {
        guard edited.insertions[place] != nil else { return }
        steps.append(.insertions(edited.remaining(at: place), next: 0))
    }

    private mutating func write(_ parts: [EditedContent.Part]) {
        for part in parts {
            switch part {
            case .text(let text): addText(text)
            case .markup(let markup): write(markup.tape, in: markup.container, EditedContent())
            // Only insertions contain elements of the document.
            case .element: isInvalid = true
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
            guard depth > 0 else { return }
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

    private mutating func writeTag(_ element: Int, of tape: Tape, _ edits: EditedTag?) {
        if omitted > 0 { isInvalid = true }
        bytes.append(Mark.start)
        depth += 1
        if let name = edits?.name { add(name) } else { add(tape.nameNumber(element), of: tape) }
        if !omitsDeclarations {
            // Namespaces that the document type declares come after the others.
            var declared = tape.namespaces(of: element).map {
                (tape.string($0.prefix) ?? "", tape.string($0.uri) ?? "")
            }
            declared += (edits?.declared ?? []).map { ($0.prefix ?? "", $0.uri) }
            for (prefix, uri) in declared.count > 1 ? declared.inOrder(by: <) : declared { addDeclaration(prefix, uri) }
        }
        var tag = tape.tag(of: element)
        while let (index, head) = tag.next(tape) {
            guard head.kind == .attribute, !head.isDefaulted else { continue }
            guard let edits else {
                addAttribute(head.name, index, of: tape)
                continue
            }
            let written = tape.qualifiedName(head.name)
            if edits.removed[written] != nil { continue }
            bytes.append(Mark.attribute)
            if let name = edits.names[written] { add(name) } else { add(head.name, of: tape) }
            if let value = edits.values[written] {
                addValue(Array(value.value.utf8).contiguous.span)
            } else {
                tape.withData(index) { addValue($0) }
            }
        }
        for attribute in edits?.added ?? [] {
            guard let name = attribute.name else { continue }
            bytes.append(Mark.attribute)
            add(name)
            addValue(Array(attribute.value.utf8).contiguous.span)
        }
        bytes.append(Mark.separator)
    }

    private mutating func addAttribute(_ name: Int, _ index: Int, of tape: Tape) {
        bytes.append(Mark.attribute)
        add(name, of: tape)
        tape.withData(index) { addValue($0) }
    }

    // MARK: Parts

    private mutating func addDeclaration(_ prefix: String, _ uri: String) {
        bytes.append(Mark.declaration)
        add(Array(prefix.utf8))
        bytes.append(Mark.separator)
        add(Array(uri.utf8))
        bytes.append(Mark.separator)
    }

    private mutating func add(_ name: EditedTag.Name) {
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

    private mutating func addText(_ text: [UInt8]) { if depth > 0 { add(text) } }

    private mutating func add(_ text: [UInt8]) { text.contiguous.span.append(to: &bytes) }
}
