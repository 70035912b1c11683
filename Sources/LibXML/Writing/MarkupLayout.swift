/// Adds or removes white space between elements while XML is written.
///
/// Whether an element has text is known only at its end. Line breaks are therefore kept as offsets in the output until
/// the element ends, or until 64 KiB of it are written.
struct MarkupLayout: ~Copyable {
    /// The layout of an open element.
    struct Element: BitwiseCopyable {
        /// Whether it contains text, or is in an element that does.
        var isMixed = false
        /// Whether `xml:space="preserve"` applies.
        var isPreserved = false
        /// Whether it contains elements, comments or processing instructions.
        var hasChildren = false
        /// Whether it contains elements. White space in an element without them is text.
        var hasElements = false
        /// Whether it is a document, which contains no text.
        var isDocument = false
        /// Where it begins, in bytes from the beginning of the output before layout.
        var start = 0
        /// The number of line breaks before its content, including those that are written.
        var breaks = 0

        /// Whether all white space in it is text.
        var isInline: Bool { isMixed || isPreserved }
    }

    /// A place at which white space is replaced with a line break.
    struct Break: BitwiseCopyable {
        /// The range of white space, in bytes from the beginning of the output before layout.
        var start: Int
        var length: Int
        var level: Int
    }

    /// How much of an element is kept until it is clear whether the element has text.
    static let lookaheadLimit = 64 << 10

    /// Whether white space is changed. If not, everything else here is unused.
    let isActive: Bool
    /// Nil to omit white space.
    let indentation: [UInt8]?
    /// The breaks that are not written yet.
    var breaks = RawBuffer<Break>(capacity: 0)
    /// The number of breaks that are written.
    private var writtenBreaks = 0
    /// The output whose breaks are decided.
    var ready = RawBuffer<UInt8>(capacity: 0)
    /// Whether `xml:space="preserve"` applies around the element that comes next, in the document that contains it.
    var preservesNext = false
    /// Whether the document has ended.
    var isEnded = false
    /// The number of bytes before layout that were moved to `ready`.
    var moved = 0
    /// The beginning of the white space that was written last, if nothing came after it.
    var space: Int?
    /// The content around all elements, and the open elements.
    private(set) var open = RawBuffer<Element>(capacity: 0)
    /// The number of open elements, from the outermost inwards, that are known to be settled, and remain so.
    private var settledCount = 0

    init(_ options: XMLWritingOptions, isFragment: Bool) {
        isActive = options.whiteSpace != .kept
        if case .indented(let indentation) = options.whiteSpace {
            self.indentation = Array(indentation.utf8)
        } else {
            indentation = nil
        }
        if isActive { open.append(Element(isDocument: !isFragment)) }
    }

    /// The innermost open element, or the content around all elements.
    var content: Element {
        get { open[open.count - 1] }
        set { open[open.count - 1] = newValue }
    }

    /// Adds an open element that begins at an offset.
    mutating func push(_ element: Element, at start: Int) {
        var element = element
        element.start = start
        element.breaks = writtenBreaks + breaks.count
        open.append(element)
    }

    /// Removes open elements until their number is `count`, including the content around all elements.
    mutating func pop(to count: Int) {
        open.truncate(to: count)
        settledCount = min(settledCount, count)
    }

    /// Removes the breaks in the content of an open element that are not written yet.
    mutating func removeBreaks(in element: Element) { breaks.truncate(to: unwrittenBreaks(before: element)) }

    private func unwrittenBreaks(before element: Element) -> Int { max(0, element.breaks - writtenBreaks) }

    /// Returns the number of unwritten breaks that can be written, because every open element around them is settled or
    /// has text.
    ///
    /// - Parameters:
    ///   - offset: the end of the output.
    ///   - count: the number of breaks before it.
    mutating func countOfDecidedBreaks(before offset: Int, of count: Int) -> Int {
        while settledCount < open.count {
            let element = open[settledCount]
            if element.isInline { return count }
            guard isSettled(element, at: offset) else { return min(count, unwrittenBreaks(before: element)) }
            settledCount += 1
        }
        return count
    }

    /// Whether an open element is indented although text may follow, because enough of it was written without text
    /// before `offset`.
    func isSettled(_ element: Element, at offset: Int) -> Bool {
        offset - element.start >= Self.lookaheadLimit || element.isDocument
    }

    /// Adds a break in place of the white space before an offset.
    mutating func addBreak(at offset: Int, level: Int) {
        let start = space ?? offset
        space = nil
        if offset > 0 { breaks.append(Break(start: start, length: offset - start, level: level)) }
    }

    /// Moves output to `ready`, with its breaks.
    ///
    /// - Parameters:
    ///   - end: where it ends.
    ///   - count: the number of breaks in it.
    mutating func move(_ bytes: inout RawBuffer<UInt8>, to end: Int, breaks count: Int) {
        var position = moved
        for index in 0..<count {
            let next = breaks[index]
            ready.append(bytes, position - moved..<next.start - moved)
            // The content of an element may begin with white space, and the output has no line before it.
            if let indentation, next.start > 0 {
                ready.append(0x0A)
                if !indentation.isEmpty { for _ in 0..<next.level { indentation.contiguous.span.append(to: &ready) } }
            }
            position = next.start + next.length
        }
        ready.append(bytes, position - moved..<end - moved)
        bytes.remove(0..<end - moved)
        breaks.remove(0..<count)
        writtenBreaks += count
        moved = end
    }
}
