/// The text that a reader reads: what has arrived of its source and is still needed.
///
/// Offsets count in bytes from the beginning of the stream's text, whatever has been dropped of it.
@safe
struct ReaderInput: ~Copyable {
    let window: StreamWindow
    private var source: ChunkSource
    private let options: XMLParsingOptions
    /// Whether the source has given all it has.
    private(set) var isComplete = false
    /// Why there is no more, when that is not the end: an error of ours, or what the source threw.
    private(set) var error: (any Error)?
    /// What comes before this is not needed any more.
    var keepFrom = 0
    /// What is to be kept all the same.
    var pinned = Int.max
    /// The places of open elements that begin before the window, the outermost first.
    private var keptPlaces: [(offset: Int, location: XMLLocation)] = []

    /// How much of the window may have passed before it is dropped.
    private static let slack = 64 << 10

    init(_ source: consuming ChunkSource, _ options: XMLParsingOptions, isText: Bool) {
        self.source = source
        self.options = options
        var options = options
        if isText { options.encoding = "UTF-8" }
        window = StreamWindow(options: options, check: SAXParser.check)
    }

    var text: ParsedText {
        @inline(__always) get { unsafe ParsedText(window.text.elements, from: window.start.offset) }
    }

    /// Takes the next piece from the source. What is mended of it goes into the log.
    mutating func read(_ log: inout FaultLog<XMLDiagnostic>) {
        guard !isComplete else { return }
        do {
            // A closure of the host program may supply the pieces.
            let hasMore = try Libxml2.suspended {
                unsafe try source.next { piece in
                    unsafe try window.append(piece)
                    return true
                }
            }
            if hasMore == nil {
                isComplete = true
                unsafe try window.append(UnsafeBufferPointer(start: nil, count: 0), isLast: true)
            }
            let limit = options.limits.inputSize
            if limit < XMLParsingLimits.addressableSize, max(window.inputCount, text.end) > limit {
                throw options.limits.inputTooLarge(options.sourceName)
            }
            if window.stop != nil { isComplete = true }
            let (repairs, count) = window.takeRepairs()
            for repair in repairs { log.add(repair, isKept: true) }
            log.addUntold(count - repairs.count)
        } catch {
            isComplete = true
            self.error = error
        }
    }

    // MARK: What is not needed any more

    /// Drops what nobody will ask for, where that is much.
    ///
    /// - Parameters:
    ///   - position: where the parser stands.
    ///   - openElements: where the elements begin that are open, from the root in; asked for where something is dropped.
    /// - Returns: whether it did.
    mutating func drop(before position: Int, openElements: () -> [Int]) -> Bool {
        let passed = min(keepFrom, pinned, position) - window.start.offset
        guard passed > Self.slack else { return false }
        let starts = openElements().filter { $0 < window.start.offset + passed }
        let common = zip(keptPlaces, starts).prefix { $0.offset == $1 }.count
        keptPlaces.removeSubrange(common...)
        for start in starts[common...] {
            keptPlaces.append((start, window.location(at: start - window.start.offset)))
        }
        window.drop(passed)
        return true
    }

    /// The line, column and offset in the input of an offset that is still in the window, or of an open element.
    func location(at offset: Int) -> XMLLocation {
        if offset < window.start.offset, let kept = keptPlaces.last(where: { $0.offset <= offset }) {
            return kept.location
        }
        return window.location(at: offset - window.start.offset)
    }
}
