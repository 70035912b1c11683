// The bytes of the input for parts of the text.

extension Source {
    /// The byte order mark of the input, if it is not a part of the text.
    var omittedMark: [UInt8] { textStart == 0 ? origin?.encoding.mark ?? [] : [] }

    /// Appends the bytes of the input for a range of the text.
    ///
    /// Parts that the repair has replaced are not in the input: `encode` receives their text.
    ///
    /// - Complexity: O(*n*) in the length of the range, and that of ``OffsetMap/inputOffset(of:in:)``.
    func appendInput(of range: Range<Int>, to output: inout [UInt8], encode: (Span<UInt8>, inout [UInt8]) -> Void) {
        guard !range.isEmpty else { return }
        withText { text in
            guard let repaired else {
                append(range, of: text, map, to: &output)
                return
            }
            for (part, original) in repaired.map.parts(of: range) {
                guard let original else {
                    encode(text.extracting(part), &output)
                    continue
                }
                repaired.appendInput(of: part, at: original, in: text, to: &output)
            }
        }
    }

    private func append(_ range: Range<Int>, of text: Span<UInt8>, _ map: OffsetMap?, to output: inout [UInt8]) {
        if let map {
            output += map.inputBytes(of: range, in: text)
        } else {
            output.append(contentsOf: text.extracting(range))
        }
    }

    /// Whether a range of the text contains or touches something that the repair has changed.
    func isRepaired(_ range: Range<Int>) -> Bool { repaired?.map.isChanged(range) ?? false }
}

extension OffsetMap {
    /// The bytes before conversion of a range of the converted text.
    func inputBytes(of range: Range<Int>, in text: Span<UInt8>) -> ArraySlice<UInt8> {
        bytes(from: inputOffset(of: range.lowerBound, in: text), to: inputOffset(of: range.upperBound, in: text))
    }
}

extension RepairedText {
    /// Appends the bytes of the input for a part of the repaired text that is unchanged.
    ///
    /// - Parameter start: the offset of the part in the original text.
    func appendInput(of part: Range<Int>, at start: Int, in text: Span<UInt8>, to output: inout [UInt8]) {
        guard let bytes = convertedBytes(of: start..<start + part.count) else {
            output.append(contentsOf: text.extracting(part))
            return
        }
        output += bytes
    }
}
