/// Scans the literal of a fragment, part by part, and determines whether text or a part of an attribute may follow.
///
/// It does not check the markup. The parser does that, when the fragment is used.
struct FragmentScanner {
    fileprivate enum State {
        case content
        /// After `<`, before the kind of markup is known.
        case markup
        /// In a tag, outside quotes.
        case tag
        case value(quote: UInt8)
        case comment, cdata, instruction, declaration
    }

    fileprivate var state = State.content
    /// The last bytes of the construct, which are enough to recognize its beginning and its end; in a tag, the name
    /// that ends here, if there is one.
    private var recent: [UInt8] = []
    /// Whether the literal ends in a reference: an `&` and characters of a name.
    private var isInReference = false
    private var isEndTag = false
    private var depth = 0
    /// Where the first end tag without a start tag begins.
    private(set) var strayEndTag: (line: Int, column: Int, offset: Int)?
    private var tagStart = (line: 1, column: 1, offset: 0)
    private(set) var line = 1
    private(set) var column = 1

    /// The beginning of the name that may continue at the end of the literal; empty where one may begin, after `<`,
    /// `</` and white space in a tag; nil elsewhere, also for the value of an attribute without quotes.
    var nameBefore: String? {
        switch (state, recent.last) {
        case (.markup, nil): ""
        case (.tag, UInt8(ascii: "=")), (.tag, UInt8(ascii: "\"")), (.tag, UInt8(ascii: "'")): nil
        case (.tag, let byte?): Self.isNamePart(byte) ? String(decoding: recent, as: UTF8.self) : ""
        default: nil
        }
    }

    private static func isNamePart(_ byte: UInt8) -> Bool { byte >= 0x80 || byte.isASCIINameCharacter }

    /// How many hyphens the literal ends with, at most two, if it ends in a comment; nil otherwise.
    var hyphensInComment: Int? {
        guard case .comment = state else { return nil }
        return recent.reversed().prefix { $0 == UInt8(ascii: "-") }.count
    }

    /// The position of a text at the end of the literal; nil outside of content and of attribute values in quotes, and
    /// in a reference.
    var place: TextPlace? {
        if isInReference { return nil }
        return switch state {
        case .content: .content
        case .value: .attribute
        case .markup, .tag, .comment, .cdata, .instruction, .declaration: nil
        }
    }

    /// The construct that is not closed at the end of the literal.
    var openConstruct: (code: XMLError.Code, message: String)? {
        switch state {
        case .content:
            depth > 0 ? (.unclosedElement, "an element is not closed in this fragment") : nil
        case .markup, .tag, .declaration: (.unclosedTag, "a tag is not closed in this fragment")
        case .value: (.unclosedAttributeValue, "an attribute value is not closed in this fragment")
        case .comment: (.unclosedComment, "a comment is not closed in this fragment")
        case .cdata: (.unclosedCDATASection, "a CDATA section is not closed in this fragment")
        case .instruction:
            (.unclosedProcessingInstruction, "a processing instruction is not closed in this fragment")
        }
    }

    /// Follows a part of a literal that begins at an offset of the markup.
    mutating func scan(_ literal: some Sequence<UInt8>, at start: Int) {
        for (index, byte) in literal.enumerated() {
            Self.advance(&line, &column, over: CollectionOfOne(byte))
            if byte == UInt8(ascii: "&") {
                isInReference = true
            } else if !byte.isASCIINameCharacter, byte < 0x80, byte != UInt8(ascii: "#") {
                isInReference = false
            }
            switch state {
            case .content:
                if byte == UInt8(ascii: "<") {
                    state = .markup
                    tagStart = (line, column - 1, start + index)
                    recent = []
                }
            case .markup: beginMarkup(byte)
            case .tag:
                if byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "'") {
                    state = .value(quote: byte)
                } else if byte == UInt8(ascii: ">") {
                    endTag(isEmpty: recent.last == UInt8(ascii: "/"))
                } else if Self.isNamePart(byte), recent.last.map(Self.isNamePart) ?? false {
                    recent.append(byte)
                } else if recent != [UInt8(ascii: "=")] || !byte.isXMLSpace {
                    recent = [byte]
                }
            case .value(let quote):
                if byte == quote {
                    state = .tag
                    recent = [byte]
                }
            case .comment: endConstruct(byte, after: "--")
            case .cdata: endConstruct(byte, after: "]]")
            case .instruction: endConstruct(byte, after: "?")
            case .declaration: if byte == UInt8(ascii: ">") { state = .content }
            }
        }
    }

    /// Follows a value, which has no length in the literal.
    mutating func scanValue(_ value: some Sequence<UInt8>, at start: Int) {
        let place = (line, column)
        scan(value, at: start)
        (line, column) = place
    }

    private mutating func beginMarkup(_ byte: UInt8) {
        recent.append(byte)
        isEndTag = recent.first == UInt8(ascii: "/")
        switch recent.first {
        case UInt8(ascii: "?"): state = .instruction
        case UInt8(ascii: "!"):
            if recent.elementsEqual("!--".utf8) {
                state = .comment
            } else if recent.elementsEqual("![CDATA[".utf8) {
                state = .cdata
            } else if "!--".utf8.starts(with: recent) || "![CDATA[".utf8.starts(with: recent) {
                return
            } else {
                state = byte == UInt8(ascii: ">") ? .content : .declaration
            }
        default:
            state = .tag
            if byte == UInt8(ascii: ">") { endTag(isEmpty: false) }
        }
        recent = state.isTag ? [byte] : []
    }

    private mutating func endTag(isEmpty: Bool) {
        state = .content
        if isEndTag {
            depth -= 1
            if depth < 0, strayEndTag == nil { strayEndTag = tagStart }
        } else if !isEmpty {
            depth += 1
        }
    }

    private mutating func endConstruct(_ byte: UInt8, after mark: String) {
        if byte == UInt8(ascii: ">"), recent.suffix(mark.utf8.count).elementsEqual(mark.utf8) {
            state = .content
        } else {
            recent = recent.suffix(1) + [byte]
        }
    }

    /// Moves a line and column over bytes.
    static func advance(_ line: inout Int, _ column: inout Int, over bytes: some Sequence<UInt8>) {
        for byte in bytes {
            if byte == 0x0A {
                line += 1
                column = 1
            } else if !byte.isUTF8Continuation {
                column += 1
            }
        }
    }
}

extension FragmentScanner.State {
    fileprivate var isTag: Bool { if case .tag = self { true } else { false } }
}
