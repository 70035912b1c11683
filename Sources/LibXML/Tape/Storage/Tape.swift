import Synchronization

/// A parsed document: one flat array of entries in document order, and the text that they refer to.
///
/// Immutable once it is built. ``TapeKind`` says how entries are laid out; an entry is known by the index of its first
/// word. Nothing that goes through a tape recurses.
final class Tape: Sendable {
    let source: Source
    private let words: RawBuffer<UInt32>
    private let arena: RawBuffer<UInt8>
    private let strings: RawBuffer<UInt32>
    private let names: RawBuffer<UInt32>

    let nameStrings = LazyReference<NameStrings>()
    let nameLookups = LazyReference<NameLookup>()
    let keyIndexes = Mutex<[Int: KeyIndex]>([:])

    /// The entry of the document itself.
    static let document = 0

    init(
        source: Source, words: consuming RawBuffer<UInt32>, arena: consuming RawBuffer<UInt8>,
        strings: consuming RawBuffer<UInt32>, names: consuming RawBuffer<UInt32>
    ) {
        self.source = source
        self.words = words
        self.arena = arena
        self.strings = strings
        self.names = names
    }

    /// The number of words.
    var count: Int { words.count }

    /// The size of the arena in bytes.
    var arenaCount: Int { arena.count }

    @inline(__always)
    func word(_ index: Int) -> Int { Int(words[index]) }

    @inline(__always)
    func head(_ index: Int) -> TapeHead { TapeHead(word: words[index]) }

    @inline(__always)
    func kind(_ index: Int) -> TapeKind { head(index).kind }
}

extension TapeBuilder {
    /// The finished tape. Elements that are still open end where the document does.
    consuming func finish(_ source: Source) -> Tape {
        let end = source.count
        flushRun(end: end)
        while depth > 0 { endElement(end: UInt32(truncatingIfNeeded: end)) }
        words[2] = UInt32(truncatingIfNeeded: end)
        words[3] = UInt32(truncatingIfNeeded: words.count)
        words.trim()
        arena.trim()
        return Tape(source: source, words: words, arena: arena, strings: strings, names: names)
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

    /// Where the bytes of an interned string are in the arena.
    @inline(__always)
    func stringRange(_ number: Int) -> Range<Int> {
        let start = Int(strings[2 * number])
        return start..<start + Int(strings[2 * number + 1])
    }

    /// Calls `body` with the bytes of an interned string; with none where there is no string.
    @inline(__always)
    func withString<Result>(_ number: Int, _ body: (Span<UInt8>) -> Result) -> Result {
        let range = number == Int(TapeHead.none) ? 0..<0 : stringRange(number)
        return arena.withSpan(range, body)
    }

    var stringCount: Int { strings.count / 2 }
    var nameCount: Int { names.count / 3 }

    /// The strings of a name; `TapeHead.none` for a prefix or URI that it does not have.
    @inline(__always)
    func name(_ number: Int) -> (local: Int, prefix: Int, uri: Int) {
        (Int(names[3 * number]), Int(names[3 * number + 1]), Int(names[3 * number + 2]))
    }
}
