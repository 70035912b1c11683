/// Repairs the text of a stream before it enters a window, and maps it back to places in the input.
///
/// An object, because it is large and most streams do not need it.
final class StreamRepairer {
    var scanner: RepairScanner
    /// The number of repairs that may still be reported.
    private var diagnosticsLeft: Int
    /// The original text from the start of the window on, if it is needed to find places in the input.
    private var original = RawBuffer<UInt8>(capacity: 0)
    private var originalStart = 0
    /// The open elements that begin before the start of the window, if the input is converted: their offsets in the
    /// original text, and in the input.
    private var earlierElements: [(offset: Int, input: Int)] = []
    /// How many bytes of the repaired text have been dropped.
    private var droppedCount = 0

    init(_ repair: XMLRepairOptions, _ options: XMLParsingOptions, check: StrictCheck) {
        scanner = RepairScanner(repair, options, check: check)
        diagnosticsLeft = repair.diagnosticLimit
    }

    /// The differences between the text in the window and the original text.
    var map: RepairMap { scanner.output.map }

    /// Repairs the next piece of decoded text.
    func append(_ piece: Span<UInt8>, isLast: Bool, isConverted: Bool, to text: inout RawBuffer<UInt8>) {
        if isConverted { piece.append(to: &original) }
        scanner.repair(piece, isLast: isLast, into: &text)
    }

    /// Discards the first `count` bytes of the repaired text, which end at `place`.
    func drop(_ count: Int, to place: Position, _ decoder: inout StreamDecoder) {
        droppedCount += count
        let kept = scanner.output.discard(count, place)
        guard let map = decoder.map else { return }
        let passed = kept - originalStart
        keepPlaces(before: kept, decoder)
        decoder.map = original.withSpan(0..<original.count) { map.cut(to: passed..<$0.count, of: $0) }
        original.remove(0..<passed)
        originalStart = kept
    }

    /// Keeps the places in the input of the open elements that begin before an offset of the original text.
    private func keepPlaces(before end: Int, _ decoder: borrowing StreamDecoder) {
        let places = scanner.open.places
        while let last = earlierElements.last,
            earlierElements.count > places.count || places[earlierElements.count - 1].offset != last.offset
        {
            earlierElements.removeLast()
        }
        while earlierElements.count < places.count, places[earlierElements.count].offset < end {
            let offset = places[earlierElements.count].offset
            earlierElements.append((offset, inputOffset(ofOriginal: offset, decoder)))
        }
    }

    /// The repairs since the last call, and their number, including those that are not reported.
    func takeRepairs(
        _ decoder: inout StreamDecoder, _ sourceName: String?
    ) -> (diagnostics: [XMLDiagnostic], count: Int) {
        let (repairs, count) = scanner.log.take()
        let guess = decoder.takeGuess().map { guess in
            XMLDiagnostic(
                guess.code, guess.message, severity: guess.severity,
                at: guess.location ?? XMLLocation(line: 1, column: 1, byteOffset: 0, sourceName: sourceName),
                appliedRepair: guess.repair)
        }
        var bytes = EncodedText(decoder.conversionName)
        let diagnostics = repairs.map { repair in
            var diagnostic = XMLDiagnostic(
                repair.fault.code, repair.fault.message,
                severity: repair.fault.severity == .warning ? .warning : .error,
                at: location(of: repair.place, decoder, sourceName),
                note: repair.note.map {
                    .init(message: $0.message, location: location(of: $0.place, decoder, sourceName))
                }, help: repair.fault.help, appliedRepair: repair.repair)
            diagnostic.endLocation = repair.end.map { location(of: $0, decoder, sourceName) }
            diagnostic.fix = repair.fix.flatMap { fix in
                let edits = fix.edits.compactMap { edit in
                    bytes.encoded(edit.text, isLiteral: fix.isLiteral).map {
                        XMLDiagnostic.Fix.Edit(
                            location: location(of: edit.start, decoder, sourceName),
                            endLocation: location(of: edit.end, decoder, sourceName),
                            replacement: String(decoding: edit.text, as: UTF8.self), bytes: $0, order: edit.order)
                    }
                }
                guard edits.count == fix.edits.count else { return nil }
                return XMLDiagnostic.Fix(edits: edits, isCertain: fix.certainty != nil)
            }
            // Its bytes would be in another encoding.
            if bytes.isOutOfMemory { diagnostic.fix = nil }
            return diagnostic
        }
        var found = diagnostics
        if let guess {
            // Strict parsing reads a complete tag before it reports a fault in it.
            let start = decoder.guessStart
            found.insert(guess, at: found.firstIndex { ($0.location?.byteOffset ?? 0) >= start } ?? found.count)
        }
        let kept = Array(found.prefix(max(0, diagnosticsLeft)))
        diagnosticsLeft -= kept.count
        return (kept, count + (guess == nil ? 0 : 1))
    }

    /// The ends of the namespace declarations that the repair has added since the last call: offsets from the beginning
    /// of all text that was ever in the window.
    func takeImpliedDeclarations() -> [Int] {
        defer { scanner.impliedDeclarations.removeAll() }
        return scanner.impliedDeclarations.map { $0 + droppedCount }
    }

    // MARK: Places

    /// The location in the input of a place in the original text.
    func location(of place: Position, _ decoder: borrowing StreamDecoder, _ sourceName: String?) -> XMLLocation {
        let offset = inputOffset(ofOriginal: place.offset, decoder)
        return XMLLocation(line: place.line, column: place.column, byteOffset: offset, sourceName: sourceName)
    }

    /// The offset in the input for an offset of the repaired text.
    func inputOffset(of offset: Int, _ decoder: borrowing StreamDecoder) -> Int {
        inputOffset(ofOriginal: map.original(of: offset), decoder)
    }

    private func inputOffset(ofOriginal offset: Int, _ decoder: borrowing StreamDecoder) -> Int {
        guard offset >= 0, let map = decoder.map else { return decoder.markLength + offset }
        if offset < originalStart {
            let index = earlierElements.partitioningIndex { $0.offset >= offset }
            if index < earlierElements.count, earlierElements[index].offset == offset {
                return earlierElements[index].input
            }
        }
        return original.withSpan(0..<original.count) { map.inputOffset(of: max(0, offset - originalStart), in: $0) }
    }

    /// The map from a part of the text back to the input.
    ///
    /// - Parameter end: the end of the part in the original text; nil for the end of that text.
    func repairedText(_ map: RepairMap, to end: Int?, _ decoder: borrowing StreamDecoder) -> RepairedText {
        guard let conversion = decoder.map else { return RepairedText(map: map, originalStart: -decoder.markLength) }
        let start = max(0, map.original(of: 0) - originalStart)
        let end = end.map { min(original.count, max(start, $0 - originalStart)) } ?? original.count
        return original.withSpan(0..<original.count) { text in
            RepairedText(
                map: map, conversion: conversion.cut(to: start..<end, of: text),
                original: text.extracting(start..<end).array, originalStart: originalStart + start)
        }
    }
}

/// Text in the encoding of an input.
private struct EncodedText: ~Copyable {
    private let name: String?
    /// Made for the first text, since most documents need none.
    private var encoder: CharacterEncoder?
    /// Whether an allocation of libxml2 has failed.
    private(set) var isOutOfMemory = false

    init(_ name: String?) { self.name = name }

    /// Returns text in the encoding, with references for characters that it cannot represent.
    ///
    /// Returns nil if libxml2 cannot write the encoding, or references are needed where they are not recognized.
    mutating func encoded(_ text: [UInt8], isLiteral: Bool) -> [UInt8]? {
        guard let name, !text.isEmpty else { return text }
        if encoder == nil { encoder = CharacterEncoder(to: name) }
        // Text with ASCII characters is markup with a name.
        let mayHaveReferences = !isLiteral && text.allSatisfy { $0 >= 0x80 }
        guard let written = encoder?.withReferences(text), mayHaveReferences || written == text else { return nil }
        let bytes = encoder?.encode(written.contiguous.span)
        isOutOfMemory = encoder?.isOutOfMemory ?? isOutOfMemory
        return bytes
    }
}
