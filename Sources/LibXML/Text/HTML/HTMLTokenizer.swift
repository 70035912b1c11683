/// Translates pages for libxml2 up to 2.13, whose parser of HTML 4 then reads them as the tokenizer of the HTML
/// Standard does (section 13.2.5), and as libxml2 does from 2.14 on.
///
/// Text and tags that both read alike are kept. Elements still end, and are implied, as libxml2 decides.
struct HTMLTokenizer {
    /// A page that libxml2 up to 2.13 reads as 2.14 reads the original.
    struct Translation {
        var text: [UInt8] = []
        /// The map back to the original page.
        var map: RepairMap
        /// The names of elements and attributes that libxml2 up to 2.13 cannot read, by the numbers in their place.
        var names: [[UInt8]] = []
        var marks = HTMLMarks()
        /// The offset of a start tag in which the page ends. libxml2 does not report it from 2.14 on.
        var cutTag: Int?

        /// The name of an element or attribute of the page for which another name stands; nil for other names.
        func name(for written: Span<UInt8>) -> [UInt8]? {
            guard let number = HTMLNames.number(in: written), names.indices.contains(number) else { return nil }
            var name: [UInt8] = []
            marks.append(names[number].contiguous.span, to: &name)
            return name
        }
    }

    var translation: Translation
    private(set) var faults = FaultLog<Fault>(limit: 100)
    /// The end of what has been read.
    var position: Int
    /// The end of what has been written.
    private var written = 0
    /// Whether the translation differs from the page.
    private var isTranslated = false
    /// Whether only text has been read since the last change of text.
    private var isInTextEdit = false
    /// The end of the white space for which ``isBlank(_:)`` is known.
    private var blank = (end: 0, isBlank: false)
    /// The numbers of the names that cannot be read.
    private var numbers: [[UInt8]: Int] = [:]
    /// Whether a document type, an element or text has been read, after which a document type is ignored.
    var hasContent = false
    /// The parts of the tag that was read last.
    var tag = HTMLTag()

    let limits: XMLParsingLimits
    /// The limit that a tag exceeds, which ends the translation.
    private var failure: Fault?
    /// Stored, because a comparison of ``failure`` takes many instructions.
    private(set) var isFailed = false

    private init(from start: Int, _ limits: XMLParsingLimits) {
        position = start
        self.limits = limits
        translation = Translation(map: RepairMap(from: Position(offset: 0, line: 0, column: 0)))
    }

    /// Translates a page from an offset on.
    ///
    /// - Returns: nil if the page needs no translation; its faults; the limit that it exceeds. Complexity: O(*n*).
    static func translate(
        _ text: Span<UInt8>, from start: Int, _ limits: XMLParsingLimits
    ) -> (translation: Translation?, faults: [Fault], failure: Fault?) {
        var tokenizer = HTMLTokenizer(from: start, limits)
        tokenizer.readText(text)
        let faults = tokenizer.faults.kept
        guard tokenizer.isTranslated else { return (nil, faults, tokenizer.failure) }
        tokenizer.translation.text.append(contentsOf: text.extracting(tokenizer.written..<text.count))
        return (tokenizer.translation, faults, tokenizer.failure)
    }

    // MARK: Text

    /// Reads text and markup to the end.
    private mutating func readText(_ text: Span<UInt8>) {
        var nextTaskCheck = 65_536
        while !isFailed {
            let start = position
            if start >= nextTaskCheck {
                nextTaskCheck = start + 65_536
                if Task.isCancelled { fail(.cancelled.at(start)) }
            }
            position = text.index(from: position) { $0 == .lessThan || $0 == .ampersand || $0.isHTMLMarked }
            guard position < text.count else { return }
            if position > start, !hasContent, text.index(from: start, where: { !$0.isHTMLSpace }) < position {
                hasContent = true
            }
            switch text[position] {
            case .lessThan: readMarkup(text)
            case .ampersand: readReference(text)
            default: readMarked(text)
            }
        }
    }

    /// Reads a character that XML does not allow, or one that begins with the same byte.
    private mutating func readMarked(_ text: Span<UInt8>, isContent: Bool = false) {
        let (code, length) = HTMLMarks.code(in: text, at: position)
        if code == 0x0C, !isContent, isBlank(text) {
            // A mark would be text, which implies elements.
            replaceText(position..<position + 1, with: " ".utf8, text)
        } else if let code {
            hasContent = true
            replaceText(position..<position + length, with: translation.marks.mark(code, in: text), text)
        } else {
            position += length
        }
    }

    /// Whether the white space around the position is all that is between two tags.
    private mutating func isBlank(_ text: Span<UInt8>) -> Bool {
        guard position >= blank.end else { return blank.isBlank }
        var start = position
        while start > 0, text[start - 1].isHTMLSpace { start -= 1 }
        let end = text.index(from: position) { !$0.isHTMLSpace }
        blank.end = end
        blank.isBlank =
            (start == 0 || text[start - 1] == .greaterThan) && (end == text.count || text[end] == .lessThan)
        return blank.isBlank
    }

    /// Reads what begins with `<` in text.
    private mutating func readMarkup(_ text: Span<UInt8>) {
        let start = position
        guard start + 1 < text.count else { return replaceText(start..<start + 1, with: "&lt;".utf8, text) }
        switch text[start + 1] {
        case let next where next.isASCIILetter:
            hasContent = true
            readStartTag(text)
        case UInt8(ascii: "!"): readDeclaration(text)
        case UInt8(ascii: "?"): readBogusComment(text, from: start + 1)
        case .slash:
            guard start + 2 < text.count else { return replaceText(start..<start + 1, with: "&lt;".utf8, text) }
            if text[start + 2].isASCIILetter {
                readEndTag(text)
            } else if text[start + 2] == .greaterThan {
                report(Fault(.malformedTag, "an end tag has no name", at: start))
                replace(start..<start + 3, with: "".utf8, text)
            } else {
                readBogusComment(text, from: start + 2)
            }
        default:
            report(Fault.lessThanInText.at(start))
            hasContent = true
            return replaceText(start..<start + 1, with: "&lt;".utf8, text)
        }
        isInTextEdit = false
    }

    private mutating func readReference(_ text: Span<UInt8>) {
        hasContent = true
        if let end = text.endOfPlainReference(at: position, before: text.count) { return position = end }
        let reference = HTMLReference(in: text, at: position, before: text.count, isInAttribute: false)
        if let fault = reference.fault { report(fault) }
        guard !reference.isPlain else {
            position = reference.end
            return
        }
        var bytes: [UInt8] = []
        append(reference, to: &bytes, text)
        replaceText(position..<reference.end, with: bytes, text)
    }

    /// Appends the characters of a reference; `&` if it is not a reference.
    mutating func append(_ reference: HTMLReference, to bytes: inout [UInt8], _ text: Span<UInt8>) {
        for scalar in reference.characters.unicodeScalars {
            switch scalar {
            case "<": bytes += "&lt;".utf8
            case "&": bytes += "&amp;".utf8
            case "\"": bytes += "&quot;".utf8
            case "\r": bytes += translation.marks.mark(0x0D, in: text)
            case "\t", "\n", " ": bytes += "&#\(scalar.value);".utf8
            default:
                let character = Array(Character(scalar).utf8)
                append(character.indices, of: character.contiguous.span, to: &bytes, text)
            }
        }
    }

    // MARK: Elements with text only

    /// Reads the text of an element in which only its end tag is markup.
    ///
    /// - Parameter element: the range of its name in the start tag.
    mutating func readContent(of element: Range<Int>, _ text: Span<UInt8>) {
        guard let kind = HTMLTextElement(text.extracting(element)) else { return }
        isInTextEdit = false
        let start = position
        let end =
            switch kind {
            case .plaintext: text.count
            case .script: text.endOfScript(named: text.extracting(element), from: position).end
            default: text.endTag(named: text.extracting(element), from: position)
            }
        while position < end {
            position = text.index(from: position) { $0 == .lessThan || $0 == .ampersand || $0.isHTMLMarked }
            guard position < end else { break }
            switch text[position] {
            case .lessThan where kind.isRaw:
                // libxml2 up to 2.13 ends the element at each end tag with this name, and at a start tag that is first.
                position += 1
                if position < end, text[position] == .slash || position == start + 1 {
                    let mark = translation.marks.mark(HTMLMarks.separator, in: text)
                    replaceText(position..<position, with: mark, text)
                }
            case .lessThan: replaceText(position..<position + 1, with: "&lt;".utf8, text)
            case .ampersand where kind.isRaw: position += 1
            case .ampersand where kind == .references: readReference(text)
            case .ampersand: replaceText(position..<position + 1, with: "&amp;".utf8, text)
            default: readMarked(text, isContent: true)
            }
        }
        position = end
    }

    // MARK: Comments and document types

    /// Reads what begins with `<!`.
    private mutating func readDeclaration(_ text: Span<UInt8>) {
        if text.has("--", at: position + 2) {
            readComment(text)
        } else if text.hasLowercased("doctype", at: position + 2) {
            readDocumentType(text)
        } else {
            readBogusComment(text, from: position + 2)
        }
    }

    private mutating func readComment(_ text: Span<UInt8>) {
        let start = position
        let content = start + 4
        var (dataEnd, end) = (content, text.count)
        if text.has(">", at: content) || text.has("->", at: content) {
            end = text.end(of: ">", from: content)
            report(Fault(.malformed, "the comment ends where it begins", at: start))
        } else {
            dataEnd = content
            while true {
                guard let hyphens = text.endIfAny(of: "--", from: dataEnd) else {
                    dataEnd = text.endOfUnclosedComment(from: content)
                    report(Fault.unclosedComment.at(start))
                    break
                }
                dataEnd = hyphens - 2
                if text.has(">", at: dataEnd + 2) {
                    position = dataEnd + 3
                    guard text.hasMarked(content..<dataEnd) else { return }
                    end = position
                    break
                }
                if text.has("!>", at: dataEnd + 2) {
                    end = dataEnd + 4
                    report(Fault(.malformed, "a comment ends with “-->”", at: dataEnd))
                    break
                }
                dataEnd += 1
            }
        }
        replace(start..<end, withComment: content..<max(content, dataEnd), text)
    }

    /// Reads markup that is a comment up to the next `>`.
    ///
    /// - Parameter content: the beginning of the text of the comment.
    private mutating func readBogusComment(_ text: Span<UInt8>, from content: Int) {
        let start = position
        let end = text.index(from: content) { $0 == .greaterThan }
        report(Fault(.malformed, "this markup is read as a comment", at: start))
        replace(start..<min(end + 1, text.count), withComment: content..<end, text)
    }

    private mutating func replace(_ range: Range<Int>, withComment data: Range<Int>, _ text: Span<UInt8>) {
        var bytes = Array("<!--".utf8)
        append(data, to: &bytes, text)
        replace(range, with: bytes + "-->".utf8, text)
    }

    /// Reads a document type. Only the first one counts, before all elements and text.
    private mutating func readDocumentType(_ text: Span<UInt8>) {
        let start = position
        let end = min(text.index(from: start) { $0 == .greaterThan } + 1, text.count)
        guard !hasContent else { return replace(start..<end, with: [], text) }
        hasContent = true
        let type = HTMLDocumentType(in: text, start + 9..<end)
        if type.isMalformed {
            report(Fault(.malformedDocumentType, "the document type declaration is malformed", at: start))
        }
        guard !type.isPlain else { return position = end }
        replace(start..<end, with: type.markup(text), text)
    }

    // MARK: Output

    /// Appends a part of the page, in which characters that XML does not allow become marks.
    mutating func append(_ range: Range<Int>, to bytes: inout [UInt8], _ text: Span<UInt8>) {
        append(range, of: text, to: &bytes, text)
    }

    private mutating func append(
        _ range: Range<Int>, of part: Span<UInt8>, to bytes: inout [UInt8], _ text: Span<UInt8>
    ) {
        var start = range.lowerBound
        while start < range.upperBound {
            let next = part.index(in: start..<range.upperBound) { $0.isHTMLMarked }
            bytes.append(contentsOf: part.extracting(start..<next))
            guard next < range.upperBound else { return }
            let (code, length) = HTMLMarks.code(in: part, at: next)
            start = min(next + length, range.upperBound)
            if let code {
                bytes += translation.marks.mark(code, in: text)
            } else {
                bytes.append(contentsOf: part.extracting(next..<start))
            }
        }
    }

    /// Replaces a range of the page in the translation.
    mutating func replace(_ range: Range<Int>, with replacement: some Sequence<UInt8>, _ text: Span<UInt8>) {
        translation.text.append(contentsOf: text.extracting(written..<range.lowerBound))
        let start = translation.text.count
        translation.text += replacement
        translation.map.append(
            RepairMap.Edit(
                output: start..<translation.text.count,
                start: Position(offset: range.lowerBound, line: 0, column: 0),
                end: Position(offset: range.upperBound, line: 0, column: 0)))
        written = range.upperBound
        position = range.upperBound
        isTranslated = true
    }

    /// Replaces a part of a text. Changes that are near each other are one edit, so that a text with very many takes
    /// little memory. No place inside of a text is needed.
    private mutating func replaceText(
        _ range: Range<Int>, with replacement: some Sequence<UInt8>, _ text: Span<UInt8>
    ) {
        let near = 64
        guard isInTextEdit, range.lowerBound - written <= near else {
            replace(range, with: replacement, text)
            isInTextEdit = true
            return
        }
        translation.text.append(contentsOf: text.extracting(written..<range.lowerBound))
        translation.text += replacement
        let end = Position(offset: range.upperBound, line: 0, column: 0)
        translation.map.extendLast(to: translation.text.count, end)
        written = range.upperBound
        position = range.upperBound
    }

    /// The name that stands for one that libxml2 up to 2.13 cannot read.
    mutating func substitute(for name: [UInt8]) -> [UInt8] {
        let number = numbers[name] ?? translation.names.count
        if number == translation.names.count {
            numbers.set(name, to: number)
            translation.names.append(name)
        }
        return Array("\(HTMLNames.substitute)\(number)".utf8)
    }

    mutating func report(_ fault: Fault) { faults.add(fault) }

    /// Ends the translation.
    mutating func fail(_ fault: Fault) {
        failure = fault
        isFailed = true
    }
}
