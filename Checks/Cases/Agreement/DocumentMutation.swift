/// Makes documents from others by changing their bytes and tokens.
struct DocumentMutation {
    var choices: SeededChoices
    let tokens: [[UInt8]]

    /// Returns the document after one to six changes.
    mutating func mutate(_ document: [UInt8]) -> [UInt8] {
        var bytes = document
        for _ in 0...choices.number(below: 6) where !bytes.isEmpty { change(&bytes) }
        return bytes
    }

    private mutating func change(_ bytes: inout [UInt8]) {
        switch choices.number(below: 10) {
        case 0: bytes.removeSubrange(choices.range(in: bytes.count, length: 16))
        case 1: bytes.removeSubrange(tokenRange(in: bytes))
        case 2:
            let range = tokenRange(in: bytes)
            bytes.insert(contentsOf: bytes[range], at: range.upperBound)
        case 3:
            let range = choices.range(in: bytes.count, length: choices.pick([4, 64, 600]))
            bytes.insert(contentsOf: bytes[range], at: choices.number(below: bytes.count + 1))
        case 4: swapTokens(in: &bytes)
        case 5: if choices.chance(oneIn: 3) { bytes.removeLast(choices.number(below: bytes.count)) }
        case 6: bytes[choices.number(below: bytes.count)] = UInt8(truncatingIfNeeded: choices.next())
        case 7: bytes.replaceSubrange(tokenRange(in: bytes), with: choices.pick(tokens))
        case 8:
            // Moves the following text across the end of a piece.
            let start = tokenRange(in: bytes).lowerBound
            let size = choices.pick([300, 512, 4_096])
            let count = max(0, size - start % size - 4 + choices.number(below: 8))
            bytes.insert(
                contentsOf: repeatElement(UInt8(ascii: choices.chance(oneIn: 2) ? "c" : " "), count: count), at: start)
        default: bytes.insert(contentsOf: choices.pick(tokens), at: tokenRange(in: bytes).lowerBound)
        }
    }

    private mutating func swapTokens(in bytes: inout [UInt8]) {
        let (first, second) = (tokenRange(in: bytes), tokenRange(in: bytes))
        guard first.upperBound <= second.lowerBound else { return }
        let (left, right) = (Array(bytes[first]), Array(bytes[second]))
        bytes.replaceSubrange(second, with: left)
        bytes.replaceSubrange(first, with: right)
    }

    /// Returns the range between two characters of markup.
    private mutating func tokenRange(in bytes: [UInt8]) -> Range<Int> {
        let start = choices.number(below: bytes.count)
        let marks = Array("<>&;\"'= \n/[]!?-".utf8)
        let first = bytes[...start].lastIndex { marks.contains($0) } ?? 0
        let last = bytes[(first + 1)...].firstIndex { marks.contains($0) } ?? bytes.count
        return first..<last
    }
}
