/// The part of a stream's text that is still needed, in UTF-8, and the places of its bytes in the input.
///
/// Offsets count from the beginning of the window.
final class StreamWindow {
    private(set) var text: RawBuffer<UInt8> {
        @inline(__always) _read { yield unsafe uncheckedText }
        @inline(__always) _modify { yield unsafe &uncheckedText }
    }
    let options: XMLParsingOptions
    /// The place of the first byte. Its offset counts from the beginning of the stream's text.
    var start: Position {
        @inline(__always) get { unsafe places.start }
    }

    // These are read for each node, and their accesses never overlap. The dynamic check of this would take a tenth of
    // the time of a parse.
    @exclusivity(unchecked) private var uncheckedText: RawBuffer<UInt8>
    @exclusivity(unchecked) private var places = WindowPlaces(at: Position(offset: 0, line: 1, column: 1))
    // Accessed directly: Swift 6.3 releases a copied part of a yielded value only after the access.
    @exclusivity(unchecked) private var decoder: StreamDecoder
    /// The first bytes of the input, if the text no longer contains them.
    @exclusivity(unchecked) private var droppedBeginning: [UInt8]?
    /// Repairs the text before it enters the window; nil if the text is not repaired.
    private let repairer: StreamRepairer?

    /// - Parameter check: the strict parser that checks parts of a document for its repair.
    init(options: XMLParsingOptions, capacity: Int = 0, check: StrictCheck) {
        self.options = options
        repairer = options.repairRules.map { StreamRepairer($0, options, check: check) }
        unsafe uncheckedText = RawBuffer(capacity: capacity)
        unsafe decoder = StreamDecoder(isRepairing: options.repairRules != nil)
    }

    /// How many bytes of the stream have arrived.
    var inputCount: Int { unsafe decoder.inputCount }

    /// The fingerprint of the input, which must have been read from its beginning. It is computed on demand, because
    /// few readers need it.
    var fingerprint: XMLCheckpoint.Fingerprint { XMLCheckpoint.Fingerprint(of: beginning.contiguous.span) }

    /// The first bytes of the input.
    private var beginning: [UInt8] {
        if let beginning = unsafe droppedBeginning ?? decoder.beginning { return beginning }
        let mark = unsafe decoder.encoding?.mark ?? []
        return unsafe mark + text.elements.prefix(XMLCheckpoint.Fingerprint.length - mark.count)
    }

    /// The reason that the text ends early, if the rest of the input could not be converted.
    var stop: Fault? { unsafe decoder.stop }

    /// Adds bytes that have arrived. Invalidates pointers into the text.
    func append(_ input: UnsafeBufferPointer<UInt8>, isLast: Bool = false) throws(XMLError) {
        guard let repairer else { return unsafe try decoder.decode(input, isLast: isLast, into: &text, options) }
        var piece = RawBuffer<UInt8>(capacity: 0)
        unsafe try decoder.decode(input, isLast: isLast, into: &piece, options)
        let isConverted = unsafe decoder.map != nil
        piece.withSpan(0..<piece.count) {
            repairer.append($0, isLast: isLast, isConverted: isConverted, to: &text)
        }
    }

    // MARK: Repairing

    /// The repairs since the last call, and their number, including those that are not reported.
    func takeRepairs() -> (diagnostics: [XMLDiagnostic], count: Int) {
        unsafe repairer?.takeRepairs(&decoder, options.sourceName) ?? ([], 0)
    }

    /// The ends of the namespace declarations from the repair: see ``StreamRepairer/takeImpliedDeclarations()``.
    func takeImpliedDeclarations() -> [Int] { repairer?.takeImpliedDeclarations() ?? [] }

    /// Repairs a complete document, or the part after its root element from a place on, up to the next element after
    /// the root element: see ``furtherRoot``.
    ///
    /// - Parameter lookaheadLimit: how many bytes of text an unclosed construct may hold back.
    /// - Throws: if the document is clearly not XML, or if libxml2 does not know its encoding.
    func repair(
        _ bytes: SourceBytes, from start: (place: XMLLocation, encoding: String?)?, lookaheadLimit: Int
    ) throws(XMLError) {
        repairer?.scanner.endsAtFurtherRoot = true
        repairer?.scanner.lookaheadLimit = lookaheadLimit
        unsafe try bytes.withBytes { (buffer) throws(XMLError) in
            var position = 0
            if let start {
                position = start.place.byteOffset
                let place = Position(offset: position, line: start.place.line, column: start.place.column)
                try resume(at: place, encoding: start.encoding)
            } else {
                unsafe try decoder.decide(by: buffer.span, options)
                position = unsafe decoder.markLength
            }
            repairer?.scanner.encodingName = encodingName ?? "UTF-8"
            // A change in an encoding with shift states would change the meaning of the bytes after it.
            repairer?.scanner.log.keepsFixes = unsafe decoder.encoding?.isStateful != true
            // Pieces fit the caches of the machine. The first pieces are small if many root elements may follow each
            // other.
            var size = start == nil ? ChunkSource.chunkSize : 1 << 10
            while furtherRoot == nil {
                let end = min(position + size, buffer.count)
                unsafe try append(
                    UnsafeBufferPointer(rebasing: buffer[position..<end]), isLast: end == buffer.count)
                guard end < buffer.count else { break }
                position = end
                size = min(size * 2, ChunkSource.chunkSize)
            }
        }
    }

    /// The place of an element after the root element at which repair stopped, and the encoding there.
    var furtherRoot: (place: XMLLocation, encoding: String?)? {
        guard let repairer, let place = repairer.scanner.furtherRoot else { return nil }
        return unsafe (repairer.location(of: place, decoder, options.sourceName), decoder.conversionName)
    }

    /// Where the XML declaration is, if markup before it was omitted.
    var preambleEnd: XMLLocation? {
        guard let repairer, let place = repairer.scanner.preambleEnd else { return nil }
        return unsafe repairer.location(of: place, decoder, options.sourceName)
    }

    /// Discards the first `count` bytes.
    func drop(_ count: Int) {
        guard count > 0 else { return }
        if unsafe droppedBeginning == nil { unsafe droppedBeginning = beginning }
        let place = position(at: count)
        unsafe places.drop(count, to: place)
        if let repairer {
            unsafe repairer.drop(count, to: place, &decoder)
        } else if let map = unsafe decoder.map {
            unsafe decoder.map = unsafe map.cut(to: count..<text.count, of: text.elements.span)
        }
        text.remove(0..<count)
    }

    // MARK: Continuing

    /// The name of the input's encoding; nil for UTF-8, or until the encoding is known.
    var encodingName: String? { unsafe decoder.conversionName }

    /// Adds text of a document that comes before the place at which parsing will continue.
    func restart(with context: UnsafeBufferPointer<UInt8>) {
        unsafe text.append(context)
    }

    /// Continues at this place of the input. The window must be empty.
    ///
    /// - Throws: if libxml2 does not know the encoding.
    /// - Parameters:
    ///   - openElements: the tags of the elements that are open there, the outermost first, with their places in the
    ///     input. Empty after the root element, nil where a document begins.
    ///   - prologue: the text before the root element.
    func resume(
        at place: Position, encoding: String?, openElements: [(tag: String, place: Position)]? = nil,
        prologue: String = ""
    ) throws(XMLError) {
        // Elements that begin before this place have negative offsets.
        let elements = openElements?.map { element in
            var start = element.place
            start.offset -= place.offset
            return (tag: element.tag, place: start)
        }
        let start = Position(offset: 0, line: place.line, column: place.column)
        repairer?.scanner.resume(at: start, elements, prologue: prologue)
        unsafe places = WindowPlaces(at: start)
        unsafe try decoder.resume(at: place.offset, encoding: encoding, options)
    }

    // MARK: Places

    /// The line and column at an offset. Complexity: as that of ``WindowPlaces/position(at:in:_:)``.
    func position(at offset: Int) -> Position {
        unsafe places.position(at: offset, in: uncheckedText.elements.span, repairer?.map)
    }

    /// The location of an offset. Complexity: as that of ``position(at:)``.
    func location(at offset: Int) -> XMLLocation {
        let position = position(at: offset)
        return XMLLocation(
            line: position.line, column: position.column, byteOffset: inputOffset(of: position.offset),
            sourceName: options.sourceName)
    }

    /// The offset in the input for an offset of the text.
    func inputOffset(of offset: Int) -> Int {
        if let repairer { return unsafe repairer.inputOffset(of: offset, decoder) }
        guard let map = unsafe decoder.map else { return unsafe decoder.markLength + start.offset + offset }
        return unsafe map.inputOffset(of: offset, in: text.elements.span)
    }

    // MARK: Sources

    /// A part of the text as a source of its own. Its places remain the same.
    func source(_ range: Range<Int>) -> Source {
        let position = position(at: range.lowerBound)
        let start = Position(offset: 0, line: position.line, column: position.column)
        let part = unsafe Array(text.elements[range])
        if let repairer {
            let map = repairer.map.cut(to: range, from: position)
            let repaired = unsafe repairer.repairedText(map, to: map.original(of: range.count), decoder)
            return Source(name: options.sourceName, bytes: .array(part), start: start, repaired: repaired)
        }
        return unsafe Source(
            name: options.sourceName, bytes: .array(part), start: start,
            map: unsafe decoder.map?.cut(to: range, of: text.elements.span),
            byteOrigin: decoder.markLength + self.start.offset + range.lowerBound)
    }

    /// How the input is read; nil until its encoding is known.
    private var origin: SourceOrigin? {
        unsafe decoder.encoding.map { SourceOrigin(options: options, encoding: $0) }
    }

    /// Moves the whole text to a source. Nothing may have been dropped before.
    func takeSource() -> Source {
        var whole = RawBuffer<UInt8>(capacity: 0)
        swap(&whole, &text)
        let bytes = SourceBytes.raw(RawText(whole))
        if let repairer {
            let repaired = unsafe repairer.repairedText(repairer.map, to: nil, decoder)
            return unsafe Source(
                name: options.sourceName, bytes: bytes, start: places.beginning, repaired: repaired,
                impliedDeclarations: takeImpliedDeclarations(), origin: origin)
        }
        let (map, markLength, stop) = unsafe (decoder.map, decoder.markLength, decoder.stop)
        return Source(
            name: options.sourceName, bytes: bytes, start: Position(offset: 0, line: 1, column: 1), map: map,
            byteOrigin: map == nil ? markLength : 0, stop: stop, origin: origin)
    }
}
