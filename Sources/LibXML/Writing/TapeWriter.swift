/// Writes elements and documents of a tape.
struct TapeWriter: ~Copyable {
    let tape: Tape
    /// How much of the source is written unchanged.
    private(set) var sourceUse = SourceUse.none
    /// Whether names and characters are known to be valid, and text in the source needs no references.
    private let isValid: Bool
    /// Whether the document type is written, which may declare the entities of references that were not read.
    private var hasDocumentType = false
    /// For each name, the version of the bindings for which its prefix was found to be declared.
    private var declared: RawBuffer<UInt32>

    init(_ tape: Tape) {
        self.tape = tape
        isValid = !tape.isRecovered && !tape.source.isHTML
        declared = RawBuffer(repeating: .max, count: tape.nameCount)
    }

    /// Writes the whole document.
    mutating func document(to markup: inout MarkupWriter) throws(XMLError) {
        try markup.beginDocument(XMLTree(tape: tape, diagnostics: []).declaration, isValid: isValid)
        let range = tape.firstEntry(in: Tape.document)..<tape.end(Tape.document)
        hasDocumentType = tape.source.repaired == nil
        guard isValid, tape.source.repaired == nil, markup.options.references == .kept else {
            return try entries(range, to: &markup)
        }
        sourceUse = tape.sourceUse
        if sourceUse == .declared { try declaredEntries(range, to: &markup) } else { try entries(range, to: &markup) }
    }

    /// Writes a node in another place than its document, with the `xml:space` that applies to it there.
    mutating func fragment(_ node: Range<Int>, to markup: inout MarkupWriter) throws(XMLError) {
        guard markup.layout.isActive, tape.kind(node.lowerBound) == .element else {
            return try entries(node, to: &markup)
        }
        let parent = tape.parent(ofElement: node.lowerBound) ?? Tape.document
        markup.layout.preservesNext = tape.preservesSpace(in: parent)
        defer { markup.layout.preservesNext = false }
        try entries(node, to: &markup)
    }

    /// Writes entries: an element with its content, or all children of an element or document.
    mutating func entries(_ range: Range<Int>, to markup: inout MarkupWriter) throws(XMLError) {
        var index = range.lowerBound
        // The innermost open element, and the end of its content.
        var (open, end) = (0, Int.max)
        var depth = 0
        while true {
            while index == end, depth > 0 {
                try markup.endElement(hasTwoTags: tape.hasTwoTags(open))
                depth -= 1
                open = tape.word(open, .parent)
                end = depth > 0 ? tape.end(open) : .max
            }
            guard index < range.upperBound else { return }
            let head = tape.head(index)
            switch head.kind {
            case .element:
                let content = try startTag(index, head, to: &markup)
                (open, end) = (index, tape.end(index))
                depth += 1
                index = content
            case .text:
                if head.isInArena, sourceUse != .none, try sourceText(index, to: &markup) {
                    index += head.length
                    continue
                }
                try text(index, isPlain: isValid && !head.isInArena, to: &markup)
                index += head.length
            default:
                try other(index, head, to: &markup)
                index += head.length
            }
        }
    }

    private func text(_ index: Int, isPlain: Bool, to markup: inout MarkupWriter) throws(XMLError) {
        guard isValid else { return try markup.text(tape.dataString(index)) }
        let mark = try markup.beginText()
        tape.withData(index) { markup.appendValid($0, isPlain: isPlain) }
        markup.endText(from: mark)
    }

    func other(_ index: Int, _ head: TapeHead, to markup: inout MarkupWriter) throws(XMLError) {
        switch head.kind {
        case .cdata: try markup.cdata(tape.dataString(index))
        case .comment: try markup.comment(tape.dataString(index))
        case .processingInstruction:
            try markup.processingInstruction(tape.string(head.target) ?? "", tape.dataString(index))
        case .entityReference:
            // Without the document type, the reference would not be declared.
            if markup.hasDocumentType, isValid {
                try markup.reference(tape.dataString(index))
            } else {
                try text(index, isPlain: false, to: &markup)
            }
        case .documentType where sourceUse != .none:
            try tape.source.withText { (text) throws(XMLError) in
                try markup.sourceDocumentType(text, tape.sourceRange(index))
            }
        case .documentType:
            try documentType(tape.documentTypeDeclaration(index), to: &markup)
        case .document, .element, .attribute, .namespace, .text: break
        }
    }

    // MARK: Tags

    /// Writes the start tag of an element. Returns its first child.
    mutating func startTag(
        _ element: Int, _ head: TapeHead, to markup: inout MarkupWriter
    ) throws(XMLError) -> Int {
        guard isValid else { return try checkedStartTag(element, to: &markup) }
        let tag = try markup.startTag(
            element, head, of: tape, sourceUse, keepsReferences: sourceUse == .none && hasDocumentType, declared)
        if tag.hasNew { noteDeclared(element, markup.bindings.version) }
        return tag.end
    }

    /// Notes that the prefixes in a start tag are declared.
    @inline(never)
    private mutating func noteDeclared(_ element: Int, _ version: UInt32) {
        declared[tape.nameNumber(element)] = version
        var tag = tape.tag(of: element)
        while let (_, head) = tag.next(tape) {
            if head.kind == .attribute { declared[head.name] = version }
        }
    }

    private func documentType(
        _ type: XMLTree.DocumentType, to markup: inout MarkupWriter
    ) throws(XMLError) {
        if isValid { return try markup.documentType(type, isValid: true) }
        var type = type
        // HTML has public identifiers without a system identifier.
        if type.publicID != nil, type.systemID == nil { type.systemID = "" }
        do throws(XMLError) {
            try markup.documentType(type)
        } catch {
            guard markup.options.invalidNames == .replaced, error.code == .malformedDocumentType else { throw error }
            try markup.documentType(.init(name: type.name))
        }
    }
}

// MARK: Trees that may be invalid

extension TapeWriter {
    /// Writes the start tag of an element whose names and values may be invalid. Returns its first child.
    private func checkedStartTag(_ element: Int, to markup: inout MarkupWriter) throws(XMLError) -> Int {
        try markup.startElement(checkedName(tape.nameNumber(element), in: markup))
        var index = tape.firstEntry(in: element)
        while let part = tape.tagHead(index) {
            if part.kind == .namespace {
                let prefix = tape.string(part.prefix) ?? ""
                let uri = tape.string(tape.uri(ofDeclaration: index)) ?? ""
                // No name has a prefix that contains a colon, such as `b:c` of `xmlns:b:c`.
                if markup.options.invalidNames == .error || !prefix.utf8.contains(UInt8(ascii: ":")) {
                    try markup.declare(prefix: prefix, uri: uri, isForTag: true)
                }
            }
            index += part.length
        }
        if tape.string(tape.name(tape.nameNumber(element)).uri) != nil {
            try markup.declareIfMissing(tape.nameNumber(element), of: tape)
        }
        var written: Set<[UInt8]> = []
        var tag = tape.tag(of: element)
        while let (attribute, part) = tag.next(tape) {
            guard part.kind == .attribute else { continue }
            let parts = tape.name(part.name)
            if parts.prefix != Int(TapeHead.none), parts.uri != Int(TapeHead.none) {
                try markup.declareIfMissing(part.name, of: tape)
            }
            var name = checkedName(part.name, in: markup)
            let value = tape.dataString(attribute)
            if markup.options.invalidNames == .replaced {
                if name == "xmlns", ReservedNamespaces.fault(inDeclarationOf: "", as: value) != nil { name = "_xmlns" }
                // Names that differ may be equal after their repair.
                while !written.insert(Array(name.utf8)).inserted { name += "_" }
            }
            try markup.attribute(name, value)
        }
        return index
    }

    /// Returns a qualified name. If invalid names are replaced, it is valid, and has no prefix without a namespace.
    private func checkedName(_ number: Int, in markup: borrowing MarkupWriter) -> String {
        let name = tape.qualifiedName(number)
        guard markup.options.invalidNames == .replaced else { return name }
        let parts = tape.name(number)
        let isPrefixed = parts.prefix != Int(TapeHead.none) && parts.uri != Int(TapeHead.none)
        // U+FFFD stands for bytes that could not be decoded.
        let decoded = name.replacingScalars(of: "\u{FFFD}", with: "_")
        let repaired = (isPrefixed || name.hasPrefix("xml:") ? decoded : decoded.replacingScalars(of: ":", with: "_"))
            .withUTF8Span {
                XMLNameRepair.elementName($0)
            }
        return String(decoding: repaired, as: UTF8.self)
    }
}
