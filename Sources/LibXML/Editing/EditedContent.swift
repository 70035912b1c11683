/// The edits in terms of the tree: what the result must contain.
///
/// A later edit of a part replaces an earlier one. Both the changed ranges of the text, and the content with which the
/// result is compared, are computed from this value.
struct EditedContent: Sendable {
    /// A part of new content.
    enum Part: Sendable {
        case text([UInt8])
        case markup(ParsedMarkup)
        /// An element of the tree that was moved.
        case element(Int)
    }

    /// New content of an element.
    struct Content: Sendable {
        var parts: [Part]
        /// The new text in UTF-8, and the white space before the end tag.
        var text: [UInt8]
        var end: [UInt8] = []
        /// Whether the element had no content before something was inserted into it.
        var isInserted: Bool
        var order: Int
    }

    /// Where something is inserted: in an element, or beside a node.
    enum Place: Hashable, Sendable {
        case start(Int), before(Int), after(Int), end(Int)

        /// The entry of the element or node.
        var entry: Int {
            switch self {
            case .start(let entry), .before(let entry), .after(let entry), .end(let entry): entry
            }
        }

        var isBeside: Bool {
            switch self {
            case .before, .after: true
            case .start, .end: false
            }
        }

        /// The order of places that have the same offset in the text.
        var rank: Int {
            switch self {
            case .start: 1
            case .after: 2
            case .before: 3
            case .end: 4
            }
        }
    }

    struct Insertion: Sendable {
        var part: Part
        /// The new text in UTF-8, unless it is an element of the document.
        var text: [UInt8]
        /// The line end and indentation that separate it from what is beside it.
        var space: [UInt8]
        var isSpaceBefore: Bool
        /// The element that was moved here, also if it was replaced later.
        var element: Int?
        /// The element that was moved here before, after which it is inserted.
        var predecessor: Int?
        var order: Int
    }

    /// The insertions at a place, in their order.
    struct Insertions: Sendable {
        let offset: Int
        let parent: Int
        var all: [Insertion] = []
    }

    /// What replaces a node; nothing if it is removed.
    struct Replacement: Sendable {
        var parts: [Part] = []
        var text: [UInt8] = []
        var isRemoval = false
        /// The range of the node in the text, and the range that is replaced, which may include its line.
        var node: Range<Int>
        var range: Range<Int>
        /// How many characters of white space are removed with it, from the text before it and after it.
        var spaceBefore = 0
        var spaceAfter = 0
        var order: Int

        /// Whether the line is removed with the node.
        var isWholeLine: Bool { range != node }

        mutating func keepLine() { (range, spaceBefore, spaceAfter) = (node, 0, 0) }
    }

    /// A move of an element.
    struct Move: Sendable {
        /// The removal from its old place.
        var removal: Replacement
        var place: Place
        var parent: Int
        /// The order of the insertion at ``place``.
        var order: Int
        /// The order of an edit that replaced or removed it at its new place.
        var replacedOrder: Int?
        var isRemoved = false
    }

    /// The new order of the child elements of an element.
    struct Sorting: Sendable {
        var elements: [Int]
        var order: Int
    }

    /// A position among sorted elements, with the element that it contains after the edits, and the comments that
    /// belong to this element.
    struct SortedPosition: Sendable {
        /// The end of the entries that it replaces.
        var end: Int
        var unit: Range<Int>
    }

    var tags = EntryValues<EditedTag>()
    var contents = EntryValues<Content>()
    var insertions: [Place: Insertions] = [:]
    var replaced = EntryValues<Replacement>()
    var moved = EntryValues<Move>()
    var sorted = EntryValues<Sorting>()
    /// The positions of sorted elements, by the first entries that were there before.
    var sortedPositions = EntryValues<SortedPosition>()

    var isEmpty: Bool {
        tags.allSatisfy(\.value.isEmpty) && contents.isEmpty && insertions.isEmpty && replaced.isEmpty
            && moved.isEmpty && sorted.isEmpty
    }

    /// The entries that an edit names. All others need no further lookups.
    var entries: Set<Int> {
        var entries = Set(tags.keys).union(contents.keys).union(replaced.keys).union(moved.keys).union(
            sortedPositions.keys)
        for place in insertions.keys { entries.insert(place.entry) }
        return entries
    }

    /// Returns the insertions at a place that remain. Omits elements that were moved again or removed, and content that
    /// was replaced when the content of its element was set.
    func remaining(at place: Place) -> [Insertion] {
        guard let insertions = insertions[place] else { return [] }
        let content = place.isBeside ? nil : contents[place.entry]
        return insertions.all.filter { insertion in
            if let content, !content.isInserted, insertion.order < content.order { return false }
            return remains(insertion)
        }
    }

    /// Whether an insertion was neither removed nor moved again.
    func remains(_ insertion: Insertion) -> Bool {
        guard let element = insertion.element else { return true }
        return moved[element].map { $0.order == insertion.order && !$0.isRemoved } ?? false
    }

    /// Whether an element was removed or replaced, at its place or at the place to which it was moved.
    func isReplaced(_ element: Int) -> Bool { replaced[element] != nil || moved[element]?.replacedOrder != nil }

    /// Whether the content of an element was set after an edit.
    func isContentSet(_ element: Int, after order: Int = -1) -> Bool {
        contents[element].map { !$0.isInserted && $0.order > order } ?? false
    }
}
