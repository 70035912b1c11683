/// Writes elements and documents of a tape as HTML (HTML standard, section 13.3, “Serializing HTML fragments”).
///
/// Throws an error for content that a parser of HTML would read differently.
struct HTMLWriter: ~Copyable {
    let tape: Tape
    let origin: HTMLOrigin
    /// The name of the encoding, for `meta` elements.
    let encodingName: String
    /// Nil if the output may contain all characters.
    let encoding: OutputEncoding?
    var bytes = RawBuffer<UInt8>(capacity: 512)
    /// The rules for names of the tape, as names of elements and as names of attributes.
    var elementRules: NameRules<HTMLContentRules>
    var attributeRules: NameRules<HTMLAttributeRules>
    /// The beginning of the content of the element that was begun last.
    private var contentStart = 0
    /// Whether a `plaintext` element was written, after which nothing can follow, not even end tags.
    private var isEnded = false
    /// The names of the attributes of one tag, if they have to be compared.
    var tag = OpenTag()
    var comparedNames = RawBuffer<UInt8>(capacity: 0)

    /// - Parameter encoding: the encoding of the output, if that cannot represent all characters.
    init(_ tape: Tape, encodingName: String, encoding: OutputEncoding? = nil) {
        self.tape = tape
        origin = HTMLOrigin(of: tape)
        self.encodingName = encodingName
        self.encoding = encoding
        elementRules = NameRules(nameCount: tape.nameCount)
        attributeRules = NameRules(nameCount: tape.nameCount)
    }

    /// Writes the whole document.
    mutating func document() throws(XMLError) {
        try entries(tape.firstEntry(in: Tape.document)..<tape.end(Tape.document), in: Tape.document)
    }

    /// Writes an element with its content.
    mutating func element(_ element: Int) throws(XMLError) {
        try entries(element..<tape.next(element), in: Tape.document)
    }

    /// Writes the content of an element.
    mutating func content(of element: Int) throws(XMLError) {
        let rules = rules(of: element)
        let content = tape.firstChild(element)..<tape.end(element)
        if rules.contains(.isVoid), origin == .xml, !content.isEmpty { throw hasContent(element) }
        try entries(content, in: element)
        if rules.contains(.isLiteral) { try checkLiteralText(rules, in: element) }
    }

    /// Removes and returns the output.
    mutating func take() -> [UInt8] {
        defer { bytes.truncate(to: 0) }
        return bytes.withSpan(0..<bytes.count) { $0.array }
    }

    /// Writes entries in an element or the document.
    private mutating func entries(_ range: Range<Int>, in context: Int) throws(XMLError) {
        var index = range.lowerBound
        // The innermost element, and the end of its content.
        var (open, end) = (context, range.upperBound)
        var rules = rules(of: context)
        var depth = 0
        while true {
            while index == end {
                guard depth > 0 else { return }
                try endTag(open, rules)
                depth -= 1
                (open, end) = depth > 0 ? parent(of: open) : (context, range.upperBound)
                rules = self.rules(of: open)
            }
            let head = tape.head(index)
            if isEnded, !rules.contains(.isPlaintext) {
                throw failure("HTML reads everything after the tag <plaintext> as its text", at: index)
            }
            switch head.kind {
            case .element:
                if rules.contains(.containsText) { throw isReadAsText(index, in: open) }
                if open == Tape.document { beginLine() }
                let content = try startTag(index)
                contentStart = bytes.count
                (open, end) = (index, tape.end(index))
                rules = self.rules(of: open)
                if rules.contains(.isVoid), origin == .xml, content < end { throw hasContent(open) }
                if rules.contains(.isPlaintext) { isEnded = true }
                depth += 1
                index = content
            case .text, .cdata, .entityReference:
                try text(index, head.kind, in: open, rules)
                index += head.length
            default:
                if rules.contains(.containsText) { throw isReadAsText(index, in: open) }
                if open == Tape.document { beginLine() }
                try other(index, head)
                index += head.length
            }
        }
    }

    private func parent(of element: Int) -> (Int, end: Int) {
        let parent = tape.word(element, .parent)
        return (parent, tape.end(parent))
    }

    /// Begins a line between the nodes before the root element and before it, where parsers ignore white space.
    private mutating func beginLine() {
        // No start tag was written, and no text, which would not contain `>`.
        if contentStart == 0, bytes.count > 0, bytes[bytes.count - 1] == UInt8(ascii: ">") { bytes.append(0x0A) }
    }

    private mutating func endTag(_ element: Int, _ rules: HTMLContentRules) throws(XMLError) {
        // libxml2 has put the content after an element such as `wbr`, which has no end tag, into the element.
        if rules.contains(.isVoid) {
            contentStart = -1
            return
        }
        if rules.contains(.isLiteral) { try checkLiteralText(rules, in: element) }
        if isEnded { return }
        bytes.append("</")
        appendElementName(tape.nameNumber(element), rules)
        bytes.append(UInt8(ascii: ">"))
    }

    // MARK: Text

    private mutating func text(
        _ index: Int, _ kind: TapeKind, in element: Int, _ rules: HTMLContentRules
    ) throws(XMLError) {
        let start = bytes.count
        if rules.contains(.dropsLineFeed), start == contentStart, start > 0,
            tape.withData(index, { $0.count > 0 && $0[0] == 0x0A })
        {
            bytes.append(0x0A)
        }
        let tape = tape
        // The text of a literal element is checked at its end.
        if rules.contains(.isLiteral) { return tape.withData(index) { $0.append(to: &bytes) } }
        if kind == .entityReference, isCharacterName(index) {
            tape.withData(index) { $0.append(to: &bytes) }
        } else {
            tape.withData(index) { bytes.appendHTML($0, in: .content) }
        }
        if encoding != nil { try writeReferences(from: start, at: index) }
    }

    /// Whether HTML knows a reference to an undeclared entity, which documents of XHTML may contain.
    private func isCharacterName(_ index: Int) -> Bool {
        let reference = tape.dataString(index)
        guard reference.hasPrefix("&"), reference.hasSuffix(";") else { return false }
        return HTMLCharacterNames.characters(for: String(reference.dropFirst().dropLast())) != nil
    }

    /// Checks that a parser reads the text of an element as it was written, which ends here.
    private func checkLiteralText(_ rules: HTMLContentRules, in element: Int) throws(XMLError) {
        try checkUnescaped(from: contentStart, at: element)
        if rules.contains(.isPlaintext) { return }
        // Elements whose names have prefixes are not literal.
        let local = tape.name(tape.nameNumber(element)).local
        let (isBroken, hasEndTag) = tape.withString(local) { name in
            bytes.withSpan(contentStart..<bytes.count) { text in
                let hasEndTag = text.containsEndTag(of: name)
                return (rules.contains(.isScript) ? text.breaksScript(named: name) : hasEndTag, hasEndTag)
            }
        }
        guard isBroken else { return }
        let name = qualifiedName(of: element)
        throw failure(
            hasEndTag
                ? "the text of “\(name)” contains “</\(name)”, which ends the element in HTML"
                : "the text of “\(name)” contains “<!--” and “<\(name)”, after which its end tag is not recognized",
            at: element)
    }
}
