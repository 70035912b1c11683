/// The part of a stream's text that is still needed, in UTF-8, and the places of what is in it.
///
/// Offsets count from the beginning of the window.
final class StreamWindow {
    private(set) var text: RawBuffer<UInt8> {
        @inline(__always) _read { yield unsafe uncheckedText }
        @inline(__always) _modify { yield unsafe &uncheckedText }
    }
    let name: String?
    /// The place of the first byte; its offset counts from the beginning of the stream's text.
    private(set) var start: Position {
        @inline(__always) get { unsafe uncheckedStart }
        @inline(__always) set { unsafe uncheckedStart = newValue }
    }
    /// The last place that was asked for, from which later ones are found.
    private var cursor: Position {
        @inline(__always) get { unsafe uncheckedCursor }
        @inline(__always) set { unsafe uncheckedCursor = newValue }
    }
    /// Places at a distance from each other, from which ones before the cursor are found: none before such a one is asked
    /// for.
    private var marks: [Position] = []

    // They are asked for with each node, and nothing here runs within anything else of it: looking for overlapping
    // accesses would take a tenth of a parse.
    @exclusivity(unchecked) private var uncheckedText: RawBuffer<UInt8>
    // Used as it is: of what an accessor yields, Swift 6.3 releases a copied part only after the access.
    @exclusivity(unchecked) private var decoder: StreamDecoder
    @exclusivity(unchecked) private var uncheckedStart = Position(offset: 0, line: 1, column: 1)
    @exclusivity(unchecked) private var uncheckedCursor = Position(offset: 0, line: 1, column: 1)

    /// What mends the text before it comes into the window, if anything does.
    private var scanner: RepairScanner?
    private let isMending: Bool
    /// How much more of what was mended is told.
    private var diagnosticsLeft: Int
    /// The text as it was, from what is in the window on, where that is needed to find places in the input.
    private var original = RawBuffer<UInt8>(capacity: 0)
    private var originalStart = 0

    /// - Parameter check: what reads parts of a document strictly for its repair.
    init(options: XMLParsingOptions, capacity: Int = 64 << 10, check: @escaping StrictCheck) {
        isMending = options.repair != nil
        diagnosticsLeft = options.repair?.diagnosticLimit ?? 0
        scanner = options.repair.map { RepairScanner($0, options, check: check) }
        unsafe uncheckedText = RawBuffer(capacity: capacity)
        unsafe decoder = StreamDecoder(options: options)
        name = options.sourceName
    }

    /// How many bytes of the stream have come in.
    var inputCount: Int { unsafe decoder.inputCount }

    /// Why the text ends where it does, when the rest of the input could not be converted.
    var stop: Fault? { unsafe decoder.stop }

    /// Adds what has arrived. Pointers into the text are valid until then.
    func append(_ input: UnsafeBufferPointer<UInt8>, isLast: Bool = false) throws(XMLError) {
        guard isMending else { return unsafe try decoder.decode(input, isLast: isLast, into: &text) }
        var piece = RawBuffer<UInt8>(capacity: 0)
        unsafe try decoder.decode(input, isLast: isLast, into: &piece)
        if unsafe decoder.map != nil { unsafe original.append(piece.elements) }
        piece.withSpan(0..<piece.count) { scanner?.mend($0, isLast: isLast, into: &text) }
    }

    // MARK: Mending

    /// What has been mended since the last call, and how much there was of it, also of what is not told.
    func takeRepairs() -> (diagnostics: [XMLDiagnostic], count: Int) {
        guard let (repairs, count) = scanner?.takeRepairs() else { return ([], 0) }
        let guess = unsafe decoder.takeGuess().map { guess in
            XMLDiagnostic(
                guess.code, guess.message,
                at: guess.location ?? XMLLocation(line: 1, column: 1, byteOffset: 0, sourceName: name),
                repair: guess.repair)
        }
        let diagnostics = repairs.map { repair in
            XMLDiagnostic(
                repair.code, repair.message, severity: repair.severity, at: location(ofOriginal: repair.place),
                note: repair.note.map { .init(message: $0.message, location: location(ofOriginal: $0.place)) },
                help: repair.help, repair: repair.repair)
        }
        let all = (guess.map { [$0] } ?? []) + diagnostics
        let kept = Array(all.prefix(max(0, diagnosticsLeft)))
        diagnosticsLeft -= kept.count
        return (kept, count + (guess == nil ? 0 : 1))
    }

    private func location(ofOriginal place: Position) -> XMLLocation {
        XMLLocation(
            line: place.line, column: place.column, byteOffset: inputOffset(ofOriginal: place.offset), sourceName: name)
    }

    private func inputOffset(ofOriginal offset: Int) -> Int {
        if offset < 0 { return unsafe decoder.markLength + offset }
        guard let map = unsafe decoder.map else { return unsafe decoder.markLength + offset }
        return unsafe map.inputOffset(of: max(0, offset - originalStart), in: original.elements.span)
    }

    /// Mends a document whose whole is known, or what comes after its root element from a place on.
    ///
    /// - Parameters:
    ///   - endsAtFurtherRoot: whether it ends where an element begins after the root element, which would be left out
    ///     otherwise.
    ///   - longestWait: how much text what does not end may wait for its end.
    /// - Throws: when the document is plainly not XML, or when libxml2 does not know its encoding.
    func mend(
        _ bytes: SourceBytes, from start: (place: XMLLocation, encoding: String?)?, endsAtFurtherRoot: Bool,
        longestWait: Int
    ) throws(XMLError) {
        scanner?.endsAtFurtherRoot = endsAtFurtherRoot
        scanner?.longestWait = longestWait
        unsafe try bytes.withBytes { (buffer) throws(XMLError) in
            var position = 0
            if let start {
                position = start.place.byteOffset
                let place = Position(offset: position, line: start.place.line, column: start.place.column)
                try goOn(at: place, encoding: start.encoding)
            } else {
                position = try findEncoding(of: unsafe buffer.span)
            }
            // In pieces, which stay in the caches of the machine; small ones first where many elements may follow each
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

    /// Finds out the encoding of a document whose whole is known. Returns where its text begins.
    private func findEncoding(of input: Span<UInt8>) throws(XMLError) -> Int {
        unsafe try decoder.decide(by: input)
        return unsafe decoder.markLength
    }

    /// Where an element begins after the root element, and in what encoding, once the text was left there.
    var furtherRoot: (place: XMLLocation, encoding: String?)? {
        guard let place = scanner?.furtherRoot else { return nil }
        return unsafe (location(ofOriginal: place), decoder.conversionName)
    }

    /// Forgets the first `count` bytes.
    func drop(_ count: Int) {
        guard count > 0 else { return }
        let place = position(at: count)
        start = Position(offset: start.offset + count, line: place.line, column: place.column)
        cursor = Position(offset: 0, line: place.line, column: place.column)
        marks.removeFirst(marks.partitioningIndex { $0.offset >= count })
        for index in marks.indices { marks[index].offset -= count }
        if isMending, let kept = scanner?.forget(count, place) {
            if let map = unsafe decoder.map {
                let passed = kept - originalStart
                unsafe decoder.map = unsafe map.cut(to: passed..<original.count, of: original.elements.span)
                original.remove(0..<passed)
                originalStart = kept
            }
        } else if let map = unsafe decoder.map {
            unsafe decoder.map = unsafe map.cut(to: count..<text.count, of: text.elements.span)
        }
        text.remove(0..<count)
    }

    // MARK: Going on

    /// The name of the input's encoding, once it is known and nothing but UTF-8.
    var encodingName: String? { unsafe decoder.conversionName }

    /// Puts text of a document into the window that comes before the place at which it will be gone on with.
    func beginAgain(with context: UnsafeBufferPointer<UInt8>) {
        unsafe text.append(context)
    }

    /// What is added next stands at this place of the input; nothing is in the window.
    ///
    /// - Throws: when libxml2 does not know the encoding.
    /// - Parameters:
    ///   - openElements: the elements that are open there, the outermost first, with their places in the input; none after
    ///     the root element, nil where a document begins.
    ///   - prologue: what comes before the root element.
    func goOn(
        at place: Position, encoding: String?, openElements: [(name: String, place: Position)]? = nil,
        prologue: String = ""
    ) throws(XMLError) {
        // What comes before this place has negative offsets.
        let elements = openElements?.map { element in
            var start = element.place
            start.offset -= place.offset
            return (name: element.name, place: start)
        }
        scanner?.goOn(at: Position(offset: 0, line: place.line, column: place.column), elements, prologue: prologue)
        start = Position(offset: 0, line: place.line, column: place.column)
        cursor = Position(offset: 0, line: place.line, column: place.column)
        marks = []
        unsafe try decoder.goOn(at: place.offset, encoding: encoding)
    }

    // MARK: Places

    /// The line and column at an offset. Complexity: O(distance) from the last one that was asked for; O(log *n*) for an
    /// earlier one, once the text up to there has been gone through a second time.
    func position(at offset: Int) -> Position {
        let offset = min(max(offset, 0), text.count)
        if offset < cursor.offset || !marks.isEmpty && offset > cursor.offset + LineIndex.interval {
            cursor = mark(before: offset)
        }
        var position = cursor
        advance(&position, to: offset)
        // At the end it cannot be told whether a line feed follows a carriage return.
        if offset < text.count { cursor = position }
        return position
    }

    private func mark(before offset: Int) -> Position {
        var last = marks.last ?? Position(offset: 0, line: start.line, column: start.column)
        if marks.isEmpty { marks.append(last) }
        while last.offset + LineIndex.interval <= min(offset, text.count - 1) {
            advance(&last, to: last.offset + LineIndex.interval)
            marks.append(last)
        }
        let index = marks.partitioningIndex { $0.offset > offset } - 1
        return index < 0 ? Position(offset: 0, line: start.line, column: start.column) : marks[index]
    }

    @inline(__always)
    private func advance(_ position: inout Position, to offset: Int) {
        if isMending {
            unsafe position.advance(to: offset, in: text.elements.span, scanner?.output.map)
        } else {
            unsafe position.advance(to: offset, in: text.elements)
        }
    }

    /// The place at an offset. Complexity: as that of ``position(at:)``.
    func location(at offset: Int) -> XMLLocation {
        let position = position(at: offset)
        return XMLLocation(
            line: position.line, column: position.column, byteOffset: inputOffset(of: position.offset),
            sourceName: name)
    }

    /// The offset in the bytes of the stream that belongs to an offset of the text.
    func inputOffset(of offset: Int) -> Int {
        if isMending, let map = scanner?.output.map { return inputOffset(ofOriginal: map.original(of: offset)) }
        guard let map = unsafe decoder.map else { return unsafe decoder.markLength + start.offset + offset }
        return unsafe map.inputOffset(of: offset, in: text.elements.span)
    }

    // MARK: Sources

    /// A part of the text as a source of its own, which keeps its places.
    func source(_ range: Range<Int>) -> Source {
        let position = position(at: range.lowerBound)
        let part = unsafe RawText(unsafe UnsafeBufferPointer(rebasing: text.elements[range]))
        if isMending, let map = scanner?.output.map.cut(to: range, from: position) {
            let start = Position(offset: 0, line: position.line, column: position.column)
            return Source(
                name: name, bytes: .raw(part), start: start, mended: mendedText(map, to: map.original(of: range.count)))
        }
        return unsafe Source(
            name: name, bytes: .raw(part), start: Position(offset: 0, line: position.line, column: position.column),
            map: unsafe decoder.map?.cut(to: range, of: text.elements.span),
            byteOrigin: decoder.markLength + start.offset + range.lowerBound)
    }

    /// The whole text as a source, which it is given over to; nothing may have been dropped.
    func takeSource() -> Source {
        if isMending, let map = scanner?.output.map {
            let start = Position(offset: 0, line: start.line, column: start.column)
            let mended = mendedText(map, to: .max)
            var whole = RawBuffer<UInt8>(capacity: 0)
            swap(&whole, &text)
            return Source(name: name, bytes: .raw(RawText(whole)), start: start, mended: mended)
        }
        let (map, markLength, stop) = unsafe (decoder.map, decoder.markLength, decoder.stop)
        var whole = RawBuffer<UInt8>(capacity: 0)
        swap(&whole, &text)
        return Source(
            name: name, bytes: .raw(RawText(whole)), start: Position(offset: 0, line: 1, column: 1), map: map,
            byteOrigin: map == nil ? markLength : 0, stop: stop)
    }

    /// The way from a part of the text back to the input.
    private func mendedText(_ map: RepairMap, to end: Int) -> MendedText {
        guard let conversion = unsafe decoder.map else {
            return unsafe MendedText(map: map, originalStart: -decoder.markLength)
        }
        let start = max(0, map.original(of: 0) - originalStart)
        let end = min(original.count, end == .max ? original.count : max(start, end - originalStart))
        return original.withSpan(0..<original.count) { text in
            MendedText(
                map: map, conversion: conversion.cut(to: start..<end, of: text),
                original: text.extracting(start..<end).array, originalStart: originalStart + start)
        }
    }
}
