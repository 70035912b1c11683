/// How the text of a tree was read. This determines how to write HTML that is read as the same text again.
enum HTMLOrigin {
    case xml, html

    init(of tape: Tape) { self = tape.source.isHTML ? .html : .xml }
}

/// How an element is written as HTML, and what it may contain (HTML standard, sections 13.1.2 and 13.3).
struct HTMLContentRules: OptionSet, BitwiseCopyable {
    var rawValue: UInt16

    /// Always included, because an empty set represents rules that are not determined yet.
    static let known = Self(rawValue: 1)
    /// It has no content and no end tag.
    static let isVoid = Self(rawValue: 2)
    /// Everything in it is read as text.
    static let containsText = Self(rawValue: 4)
    /// In addition, references are not recognized in it.
    static let isLiteral = Self(rawValue: 8)
    static let isScript = Self(rawValue: 0x10)
    /// Everything up to the end of the document is read as its text.
    static let isPlaintext = Self(rawValue: 0x20)
    /// A line feed after its start tag is not read.
    static let dropsLineFeed = Self(rawValue: 0x40)
    static let isMeta = Self(rawValue: 0x80)
    /// It is written without the prefix of its name.
    static let isLocal = Self(rawValue: 0x100)
    /// It cannot be the name of an element.
    static let isInvalid = Self(rawValue: 0x200)
    /// The encoding of the output cannot represent its name.
    static let isUnrepresentable = Self(rawValue: 0x400)

    /// The rules for the content of elements with a name, in any letter case.
    static func content(of name: String, from origin: HTMLOrigin) -> Self {
        // libxml2 keeps the line feed, so that it is already in a tree from HTML.
        let leading: Self = origin == .xml ? .dropsLineFeed : []
        switch name.lowercased() {
        case "meta": return [.isVoid, .isMeta]
        case "script": return [.containsText, .isLiteral, .isScript]
        case "style", "iframe", "noembed", "noframes", "xmp": return [.containsText, .isLiteral]
        case "plaintext": return [.containsText, .isLiteral, .isPlaintext]
        case "title": return .containsText
        case "textarea": return leading.union(.containsText)
        case "listing", "pre": return leading
        default: return name.withUTF8Span { HTMLVoidElements.contains($0) } ? .isVoid : []
        }
    }
}

/// How the name of an attribute is written as HTML.
struct HTMLAttributeRules: OptionSet, BitwiseCopyable {
    var rawValue: UInt8

    /// Always included, because an empty set represents rules that are not determined yet.
    static let known = Self(rawValue: 1)
    /// It has a prefix: `xml` or `xlink` for their namespaces, otherwise its own.
    static let hasPrefix = Self(rawValue: 2)
    static let isXML = Self(rawValue: 4)
    static let isXLink = Self(rawValue: 8)
    /// Another attribute may have the same name in HTML.
    static let isCompared = Self(rawValue: 0x10)
    /// It cannot be the name of an attribute.
    static let isInvalid = Self(rawValue: 0x20)
    /// The encoding of the output cannot represent it.
    static let isUnrepresentable = Self(rawValue: 0x40)
}

extension Span<UInt8> {
    /// Whether a parser of HTML reads this as the name of a tag (HTML standard, section 13.2.5.8).
    var isHTMLTagName: Bool {
        count > 0 && self[0].isASCIILetter && index(from: 0) { $0.isHTMLSpace || $0 == 0x2F || $0 == 0x3E } == count
    }

    /// Whether a parser of HTML reads this as the name of an attribute (HTML standard, section 13.2.5.33).
    var isHTMLAttributeName: Bool {
        guard count > 0, !self[0].isHTMLSpace, self[0] != 0x2F, self[0] != 0x3E else { return false }
        return index(from: 1) { $0.isHTMLSpace || $0 == 0x2F || $0 == 0x3D || $0 == 0x3E } == count
    }
}

/// The rules for some names of a tape, by their numbers. The table is small, because an element may be much smaller
/// than the names of its document: names with the same remainder share a place.
struct NameRules<Rules: OptionSet & BitwiseCopyable>: ~Copyable {
    private var names: RawBuffer<Int32>
    private var rules: RawBuffer<Rules>

    init(nameCount: Int) {
        let count = max(1, min(nameCount, 64))
        names = RawBuffer(repeating: -1, count: count)
        rules = RawBuffer(repeating: [], count: count)
    }

    /// The rules for a name; empty if they are not known.
    func known(_ name: Int) -> Rules {
        let place = name < names.count ? name : name % names.count
        return names[place] == Int32(truncatingIfNeeded: name) ? rules[place] : []
    }

    mutating func set(_ new: Rules, of name: Int) {
        let place = name % names.count
        names[place] = Int32(truncatingIfNeeded: name)
        rules[place] = new
    }
}
