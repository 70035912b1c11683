/// Where the parts of an element's tags are, as offsets in the document's text.
struct TagPlaces: Sendable {
    struct Attribute: Sendable {
        /// The end of the part before it, from which it is removed.
        var before: Int
        var name: Range<Int>
        /// The value without its quotes.
        var value: Range<Int>
        var quote: UInt8
        var end: Int { value.upperBound + 1 }
    }

    /// The places in the last attribute that show how to write a new one.
    struct Style: Sendable {
        /// The space before it, if all attributes begin lines; nil for one space.
        var line: Range<Int>?
        /// The text between its name and its value.
        var equals: Range<Int>
        var quote: UInt8
    }

    let name: Range<Int>
    /// The attributes by their names as written, without namespace declarations.
    private(set) var attributes: [ExactKey: Attribute] = [:]
    /// The prefixes that are declared in the tag itself, "" for the default namespace.
    private(set) var declaredPrefixes: Set<String> = []
    /// The end of the last attribute, or of the name.
    private(set) var partsEnd: Int
    /// How a new attribute is written; nil for a tag without attributes.
    private(set) var style: Style?
    /// The end of the start tag.
    let end: Int
    /// The start of the end tag; `end` for an empty-element tag.
    let endTag: Int
    let isOneTag: Bool

    /// Reads the tags of an element that is written in the document.
    ///
    /// Complexity: O(*n*) in the length of the tags.
    init(of element: Int, in tape: Tape) {
        let isOneTag = tape.head(element).isOneTag
        let range = tape.sourceRange(element)
        self = tape.source.withText { Self($0, range, isOneTag: isOneTag) }
    }

    private init(_ text: Span<UInt8>, _ range: Range<Int>, isOneTag: Bool) {
        self.isOneTag = isOneTag
        let nameStart = range.lowerBound + 1
        name = nameStart..<text.endOfTagName(from: nameStart)
        partsEnd = name.upperBound
        end = TagScanner.end(in: text, from: name.upperBound)
        if isOneTag {
            endTag = end
        } else {
            var start = range.upperBound - 1
            while text[start] != UInt8(ascii: "<") { start -= 1 }
            endTag = start
        }
        // Whether each attribute after the first, which is often beside the name, begins a line.
        var (areInLines, isFirst) = (true, true)
        TagScanner.forEachAttribute(in: text, tag: range.lowerBound..<end) { attribute in
            defer { partsEnd = attribute.end }
            let space = partsEnd..<attribute.name.lowerBound
            let hasLine = space.contains { text[$0] == 0x0A || text[$0] == 0x0D }
            areInLines = areInLines && (hasLine || isFirst)
            isFirst = false
            let quote = text[attribute.end - 1]
            let open = text.index(from: attribute.name.upperBound) { $0 == quote }
            style = Style(
                line: hasLine && areInLines ? space : nil, equals: attribute.name.upperBound..<open, quote: quote)
            if let prefix = TagScanner.declaredPrefix(text, attribute.name) {
                declaredPrefixes.insert(text.string(prefix))
                return true
            }
            attributes[text.string(attribute.name)] = Attribute(
                before: partsEnd, name: attribute.name, value: open + 1..<attribute.end - 1, quote: quote)
            return true
        }
    }

    /// The content between the tags; for an empty-element tag the part after its attributes, which becomes `>`, the
    /// content and an end tag.
    var content: Range<Int> { isOneTag ? partsEnd..<end : end..<endTag }
}
