/// The way from offsets in text that was repaired back to the bytes of the input.
struct RepairedText: Sendable {
    let map: RepairMap
    /// The way back from the text as it was, where the input was converted, and that text.
    private let conversion: OffsetMap?
    private let original: [UInt8]
    /// The offset of that text in the whole; or the negative of what comes before it in the input.
    private let originalStart: Int

    init(map: RepairMap, conversion: OffsetMap? = nil, original: [UInt8] = [], originalStart: Int) {
        self.map = map
        self.conversion = conversion
        self.original = original
        self.originalStart = originalStart
    }

    /// The offset in the bytes of the input that belongs to an offset of the repaired text.
    func inputOffset(of offset: Int) -> Int {
        inputOffset(ofOriginal: map.original(of: offset))
    }

    /// The offset in the bytes of the input where that ends which ends at an offset of the repaired text.
    func inputEnd(of offset: Int) -> Int {
        inputOffset(ofOriginal: map.originalEnd(of: offset))
    }

    private func inputOffset(ofOriginal offset: Int) -> Int {
        guard let conversion else { return offset - originalStart }
        return conversion.inputOffset(of: max(0, offset - originalStart), in: original.span)
    }

    /// The way back from the part of the repaired text in `range`.
    func cut(to range: Range<Int>, from start: Position) -> Self {
        Self(
            map: map.cut(to: range, from: start), conversion: conversion, original: original,
            originalStart: originalStart)
    }
}
