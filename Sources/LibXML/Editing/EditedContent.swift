/// What edits mean in terms of the tree: what the content of the result must be.
///
/// It is recorded apart from the ranges that change, so that a mistake in those is found.
struct EditedContent: Sendable {
    /// A part of new content.
    enum Part: Sendable {
        case text([UInt8])
        case markup(ParsedMarkup)
    }

    /// New content of an element.
    struct Content: Sendable {
        var parts: [Part]
        /// The new text in UTF-8, and the white space before the end tag.
        var text: [UInt8]
        var end: [UInt8] = []
        /// Whether it was inserted into an element without content, so that more may follow.
        var isInserted: Bool
        var order: Int
    }

    struct Insertion: Sendable {
        var parts: [Part]
        var offset: Int
        var order: Int
    }

    /// What replaces a node; nothing if it is removed.
    struct Replacement: Sendable {
        var parts: [Part] = []
        /// How many characters of white space are removed with it, from the text before it and after it.
        var spaceBefore = 0
        var spaceAfter = 0
    }

    struct Name: Sendable {
        var written: String
        var expanded: XMLName
    }

    /// New names and attributes of an element. Attributes are identified by their names as written.
    struct Tag: Sendable {
        var name: Name?
        var values: [String: String] = [:]
        var names: [String: Name] = [:]
        var removed: Set<String> = []
        var added: [(name: Name, value: String)] = []
        /// The expanded names of all attributes after the edits.
        var used: Set<XMLName> = []
        /// Those that edits have introduced.
        var introduced: Set<XMLName> = []

        /// - Parameter element: the element, whose attributes are written in the document.
        init(_ element: Int, in tape: Tape) {
            for index in tape.attributes(of: element) where !tape.head(index).isDefaulted {
                used.insert(tape.expandedName(tape.nameNumber(index)))
            }
        }

        /// Adds the name of an attribute that an edit has introduced.
        mutating func use(_ name: XMLName) {
            used.insert(name)
            introduced.insert(name)
        }
    }

    var tags: [Int: Tag] = [:]
    var contents: [Int: Content] = [:]
    /// The insertions before an entry, and at the end of an element or of the document.
    var before: [Int: [Insertion]] = [:]
    var atEnd: [Int: [Insertion]] = [:]
    var replaced: [Int: Replacement] = [:]

    mutating func insert(_ insertion: Insertion, before entry: Int, in parent: Int, _ tape: Tape) {
        if entry < tape.end(parent) {
            before[entry, default: []].append(insertion)
        } else {
            atEnd[parent, default: []].append(insertion)
        }
    }

    /// Puts insertions at the same place of the tree into the order of their places in the text.
    mutating func sort() {
        func sorted(_ insertions: [Insertion]) -> [Insertion] {
            insertions.sorted { ($0.offset, $0.order) < ($1.offset, $1.order) }
        }
        before = before.mapValues(sorted)
        atEnd = atEnd.mapValues(sorted)
    }
}
