/// Maps offsets in repaired text back to the bytes of the input.
struct RepairedText: Sendable {
    let map: RepairMap
    /// The map from the original text to the input, if that was converted, and the original text.
    private let conversion: OffsetMap?
    private let original: [UInt8]
    /// The offset of that text in the whole original text; or the negative number of input bytes before it.
    private let originalStart: Int

    init(map: RepairMap, conversion: OffsetMap? = nil, original: [UInt8] = [], originalStart: Int) {
        self.map = map
        self.conversion = conversion
        self.original = original
        self.originalStart = originalStart
    }

    /// The offset in the input for an offset of the repaired text.
    func inputOffset(of offset: Int) -> Int {
        inputOffset(ofOriginal: map.original(of: offset))
    }

    /// The end in the input of a range that ends at an offset of the repaired text.
    func inputEnd(of offset: Int) -> Int {
        inputOffset(ofOriginal: map.originalEnd(of: offset))
    }

    private func inputOffset(ofOriginal offset: Int) -> Int {
        guard let conversion else { return offset - originalStart }
        return conversion.inputOffset(of: max(0, offset - originalStart), in: original.contiguous.span)
    }

    /// The bytes of the input for a range of the original text; nil if the input was not converted.
    func convertedBytes(of range: Range<Int>) -> ArraySlice<UInt8>? {
        let part = range.lowerBound - originalStart..<range.upperBound - originalStart
        return conversion?.inputBytes(of: part, in: original.contiguous.span)
    }

    /// The map for the part of the repaired text in `range`.
    func cut(to range: Range<Int>, from start: Position) -> Self {
        Self(
            map: map.cut(to: range, from: start), conversion: conversion, original: original,
            originalStart: originalStart)
    }
}
