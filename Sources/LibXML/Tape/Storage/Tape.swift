import Synchronization

/// A parsed document: one flat array of entries in document order, and the text that they refer to.
///
/// Immutable after it is built. ``TapeKind`` describes the layout of entries. An entry is identified by the index of
/// its first word. No traversal of a tape recurses.
final class Tape: Sendable {
    let source: Source
    private let words: RawBuffer<UInt32>
    private let arena: RawBuffer<UInt8>
    let names: TapeNames
    /// The root element; nil if the document has no element.
    let root: Int?
    let keyIndexes = Mutex<[Int: KeyIndex]>([:])
    /// The source ranges of attributes by name, for elements with many attributes.
    let attributeRanges = Mutex<[Int: [[UInt8]: Range<Int>]]>([:])
    /// The namespaces in scope around the element of a tape that was cut out of a document.
    let outerScope: NamespaceScope?
    /// Whether it was cut out of a document, so that its root element is not that of a document.
    let isPart: Bool
    let scopes = Mutex(NamespaceScopes())
    /// Whether its content may not be well-formed, because libxml2's own recovery has read it.
    let isRecovered: Bool

    /// The entry of the document itself.
    static let document = 0

    init(
        source: Source, words: consuming RawBuffer<UInt32>, arena: consuming RawBuffer<UInt8>,
        names: TapeNames, outerScope: NamespaceScope? = nil, isPart: Bool = false, isRecovered: Bool = false
    ) {
        self.isPart = isPart
        self.isRecovered = isRecovered
        self.outerScope = outerScope
        self.source = source
        root = words.root
        self.words = words
        self.arena = arena
        self.names = names
    }

    /// An object that a module above this one has created from the tape, and keeps with it.
    let derived = LazyReference<DerivedObject>()

    /// The memory of the words and of the arena.
    var wordMemory: UnsafeBufferPointer<UInt32> { unsafe words.elements }
    var arenaMemory: UnsafeBufferPointer<UInt8> { unsafe arena.elements }

    /// The number of words.
    var count: Int { words.count }

    /// The size of the arena in bytes.
    var arenaCount: Int { arena.count }

    @inline(__always)
    func word(_ entry: Int, _ field: TapeField) -> Int { Int(words[entry, field]) }

    @inline(__always)
    func head(_ index: Int) -> TapeHead { words.head(index) }

    /// Returns the head of the attribute or namespace declaration at an index; nil at the end of the tag.
    @inline(__always)
    func tagHead(_ index: Int) -> TapeHead? { words.tagHead(index) }

    @inline(__always)
    func kind(_ index: Int) -> TapeKind { head(index).kind }

    /// Returns the first child of an element or the document, after its attributes and namespace declarations.
    @inline(__always)
    func firstChild(_ index: Int) -> Int { words.firstChild(index) }

    /// Returns the location of the data of a text, CDATA section, comment, processing instruction, entity reference or
    /// attribute.
    @inline(__always)
    func data(_ index: Int) -> (range: Range<Int>, isInArena: Bool) { words.data(index) }

    /// Returns the range of an entry in the source; empty for attributes and namespace declarations.
    func sourceRange(_ index: Int) -> Range<Int> { source.withText { words.sourceRange(index, in: $0) } }
}

/// An object that another module creates from a tape.
final class DerivedObject: Sendable {
    let object: any Sendable

    init(_ object: any Sendable) { self.object = object }
}

extension TapeBuilder {
    /// Returns the finished tape. Elements that are still open end with the document.
    consuming func finish(_ source: Source, isRecovered: Bool = false) -> Tape {
        end(at: source.count)
        words.trim()
        arena.trim()
        return Tape(source: source, words: words, arena: arena, names: TapeNames(names), isRecovered: isRecovered)
    }

    /// Ends all open entries and the document.
    mutating func end(at end: Int) {
        flushRun(end: end)
        while depth > 0 { endElement(end: UInt32(truncatingIfNeeded: end)) }
        words.endDocument(at: end)
    }
}

// MARK: Copies

extension Tape {
    /// Returns a tape of one element, which does not keep the rest of the document. Positions and the namespaces in
    /// scope are kept.
    ///
    /// Complexity: O(*n*) in the size of the element, plus that of ``scope(around:)``.
    func copy(ofElement element: Int) -> Tape {
        let data = words.arenaRange(ofElement: element)
        var part = words.cut(element..<end(element), arena: data.lowerBound)
        let names = TapeNames(part.copyNames(names.table.view))
        return Tape(
            source: source.cut(to: sourceRange(element)), words: part, arena: arena.copy(data), names: names,
            outerScope: scope(around: element), isPart: true, isRecovered: isRecovered)
    }
}

// MARK: Bytes

extension Tape {
    /// Calls `body` with bytes of the source or the arena.
    @inline(__always)
    func withBytes<Result>(_ range: Range<Int>, isInArena: Bool, _ body: (Span<UInt8>) -> Result) -> Result {
        if isInArena { return arena.withSpan(range, body) }
        return source.withText { body($0.extracting(range)) }
    }

    /// Returns the length of an interned string in bytes.
    @inline(__always)
    func length(ofString number: Int) -> Int { names.table.length(ofString: number) }

    /// Calls `body` with the bytes of an interned string; with an empty span for `TapeHead.none`.
    @inline(__always)
    func withString<Result>(_ number: Int, _ body: (Span<UInt8>) -> Result) -> Result {
        names.table.withString(number, body)
    }

    var stringCount: Int { names.table.stringCount }
    var nameCount: Int { names.table.count }

    /// Returns the strings of a name; `TapeHead.none` for a missing prefix or URI.
    @inline(__always)
    func name(_ number: Int) -> (local: Int, prefix: Int, uri: Int) { names.table.name(number) }
}
