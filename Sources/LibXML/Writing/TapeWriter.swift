/// Writes elements and documents of a tape.
struct TapeWriter: ~Copyable {
    let tape: Tape
    /// How much of the source is written as it is.
    private var sourceUse = SourceUse.none
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
        sourceUse = tape.hasDeclarations ? .declared : .values
        if sourceUse == .declared { try declaredEntries(range, to: &markup) } else { try entries(range, to: &markup) }
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

    @inline(__always)
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
    @inline(__always)
    mutating func startTag(
        _ element: Int, _ head: TapeHead, to markup: inout MarkupWriter
    ) throws(XMLError) -> Int {
        guard isValid else { return try checkedStartTag(element, to: &markup) }
        try startValid(head.name, to: &markup)
        var hasMissing = declared[head.name] != markup.bindings.version || head.hasNamespaces
        var index = tape.firstEntry(in: element)
        var usesSource = sourceUse != .none
        let size = markup.bytes.count
        while let part = tape.tagHead(index) {
            // A namespace declaration does not say how it is written, nor whether it comes from a default value.
            if usesSource, part.isInArena || head.hasNamespaces {
                if try sourceTag(element, from: size, to: &markup) {
                    try declareMissing(element, to: &markup)
                    return tape.firstChild(element)
                }
                usesSource = false
            }
            if part.kind == .attribute {
                attribute(index, part, of: element, to: &markup)
                if declared[part.name] != markup.bindings.version { hasMissing = true }
            } else {
                try markup.declare(
                    prefix: tape.string(part.prefix) ?? "", uri: tape.string(tape.uri(ofDeclaration: index)) ?? "",
                    isForTag: true)
            }
            index += part.length
        }
        if hasMissing { try declareMissing(element, to: &markup) }
        return index
    }

    @inline(__always)
    private func startValid(_ name: Int, to markup: inout MarkupWriter) throws(XMLError) {
        let parts = tape.name(name)
        let mark = try markup.beginElement()
        tape.withString(parts.prefix) { prefix in
            tape.withString(parts.local) { markup.endValidName(prefix: prefix, local: $0, from: mark) }
        }
    }

    @inline(__always)
    private func attribute(_ index: Int, _ head: TapeHead, of element: Int, to markup: inout MarkupWriter) {
        let parts = tape.name(head.name)
        if head.isInArena, sourceUse == .none, hasDocumentType,
            unreadAttribute(index, head, of: element, to: &markup)
        {
            return
        }
        tape.withString(parts.prefix) { prefix in
            tape.withString(parts.local) { local in
                tape.withQuotedValue(index) { value, isQuoted in
                    markup.attribute(prefix: prefix, local: local, value, isQuoted: isQuoted)
                }
            }
        }
    }

    /// Writes an attribute as it is in the source, if it has a reference that was not read. Returns false for others.
    @inline(never)
    private func unreadAttribute(
        _ index: Int, _ head: TapeHead, of element: Int, to markup: inout MarkupWriter
    ) -> Bool {
        let (start, name) = (tape.sourceRange(element).lowerBound, tape.qualifiedName(head.name))
        return tape.source.withText { text in
            let range = name.withUTF8Span { name in
                tape.withData(index) { text.unreadValue(ofAttribute: name, tag: start, readAs: $0) }
            }
            guard let range else { return false }
            let parts = tape.name(head.name)
            tape.withString(parts.prefix) { prefix in
                tape.withString(parts.local) { local in
                    markup.attribute(prefix: prefix, local: local, text.extracting(range), isQuoted: true)
                }
            }
            return true
        }
    }

    /// Declares the prefixes of the start tag that are not declared in the output.
    @inline(never)
    private mutating func declareMissing(_ element: Int, to markup: inout MarkupWriter) throws(XMLError) {
        try markup.declareIfMissing(tape.nameNumber(element), of: tape)
        var tag = tape.tag(of: element)
        while let (_, head) = tag.next(tape) {
            if head.kind == .attribute, tape.name(head.name).prefix != Int(TapeHead.none) {
                try markup.declareIfMissing(head.name, of: tape)
            }
        }
        // A declaration changes the version, so names that come before it are noted at the end.
        declared[tape.nameNumber(element)] = markup.bindings.version
        tag = tape.tag(of: element)
        while let (_, head) = tag.next(tape) {
            if head.kind == .attribute { declared[head.name] = markup.bindings.version }
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
        // Bytes that could not be decoded.
        let decoded = name.replacingScalars(of: "\u{FFFD}", with: "_")
        let repaired = (isPrefixed || name.hasPrefix("xml:") ? decoded : decoded.replacingScalars(of: ":", with: "_"))
            .withUTF8Span {
                XMLNameRepair.elementName($0)
            }
        return String(decoding: repaired, as: UTF8.self)
    }
}

extension MarkupWriter {
    /// Declares the prefix of a name in the start tag as in its document, unless that is in scope.
    mutating func declareIfMissing(_ name: Int, of tape: Tape) throws(XMLError) {
        let parts = tape.name(name)
        let isDeclared = tape.withString(parts.prefix) { prefix in
            tape.withString(parts.uri) { bindings.binds(prefix, to: $0) }
        }
        if isDeclared { return }
        let (prefix, uri) = (tape.string(parts.prefix) ?? "", try validURI(tape.string(parts.uri) ?? ""))
        // A recovered URI may contain bytes that are not UTF-8, which its declaration has replaced.
        let isReplaced = bindings.uri(of: prefix)?.utf8.elementsEqual(uri.utf8) == true
        if !isReplaced { try declare(prefix: prefix, uri: uri, isForTag: true) }
    }
}

extension Tape {
    /// Calls `body` with the value of an attribute: with its quotes if it is written in the source as it is.
    @inline(__always)
    fileprivate func withQuotedValue(_ attribute: Int, _ body: (Span<UInt8>, _ isQuoted: Bool) -> Void) {
        let (range, isInArena) = data(attribute)
        guard !isInArena, range.lowerBound > 0 else { return withData(attribute) { body($0, false) } }
        source.withText { text in
            let isQuoted = text.isQuoted(range)
            body(text.extracting(isQuoted ? range.lowerBound - 1..<range.upperBound + 1 : range), isQuoted)
        }
    }
}
