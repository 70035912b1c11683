/// Converts whole pages to UTF-8. Invalid bytes become U+FFFD.
enum HTMLTranscoder {
    private static let blockSize = 1024
    private static let maxFaults = 20
    private static let replacement: [UInt8] = [0xEF, 0xBF, 0xBD]

    static func convert(
        _ input: [UInt8], from encoding: DocumentEncoding
    ) throws(XMLError) -> (text: [UInt8], map: OffsetMap, faults: [Fault]) {
        var page = Page(input: input, position: encoding.markLength)
        page.text.reserveCapacity(input.count + input.count / 8)
        if encoding.isUTF8 {
            page.copyUTF8()
        } else if encoding.name == "windows-1252" {
            page.convertWindows1252()
        } else {
            if let result = Transcoder.convert(input, from: encoding), result.stop == nil, !result.text.contains(0) {
                return (result.text, result.map, [])
            }
            try page.convert(from: encoding)
        }
        let end = OffsetMap.Block(input: page.position, output: page.text.count)
        let map = OffsetMap(input: input, encoding: encoding, blocks: page.blocks, end: end)
        return (page.text, map, page.faults)
    }

    private struct Page {
        let input: [UInt8]
        /// How many bytes of the input have been converted.
        var position: Int
        var text: [UInt8] = []
        var blocks: [OffsetMap.Block] = []
        var faults: [Fault] = []

        mutating func beginBlock() { blocks.append(.init(input: position, output: text.count)) }

        /// Replaces `length` invalid bytes, as a block of their own.
        mutating func replace(_ length: Int, _ fault: @autoclosure () -> Fault) {
            if faults.count < maxFaults { faults.append(fault().moved(by: text.count)) }
            beginBlock()
            position += length
            text += replacement
        }

        mutating func replaceNUL() {
            replace(1, Fault(.invalidCharacter, "the character U+0000 is not allowed in HTML"))
        }

        mutating func copyUTF8() {
            var bad = input.contiguous.span.invalidUTF8(from: position)
            while position < input.count {
                let end = bad?.offset ?? input.count
                let zero = input[position..<end].firstIndex(of: 0) ?? end
                if position < zero {
                    beginBlock()
                    text += input[position..<zero]
                    position = zero
                }
                if zero < end {
                    replaceNUL()
                } else if let found = bad {
                    replace(found.length, .invalidBytes(in: "UTF-8"))
                    bad = input.contiguous.span.invalidUTF8(from: position)
                }
            }
        }

        mutating func convertWindows1252() {
            while position < input.count {
                if input[position] == 0 {
                    replaceNUL()
                    continue
                }
                beginBlock()
                let end = min(position + blockSize, input.count)
                while position < end, input[position] != 0 {
                    let byte = input[position]
                    if byte < 0x80 {
                        text.append(byte)
                    } else {
                        text += Character(Windows1252.scalar(byte)).utf8
                    }
                    position += 1
                }
            }
        }

        mutating func convert(from encoding: DocumentEncoding) throws(XMLError) {
            let unit = encoding.codeUnitLength
            let input = input
            var length = blockSize
            var converter = CharacterConverter(from: encoding.name)
            while position < input.count {
                if unit == 1, input[position] == 0 {
                    replaceNUL()
                    continue
                }
                var end = min(position + length, input.count)
                if unit == 1 { end = input[position..<end].firstIndex(of: 0) ?? end }
                var output: [UInt8] = []
                let (consumed, stop) =
                    converter?.convert(input.contiguous.span.extracting(position..<end)) {
                        output.append(contentsOf: $0)
                    } ?? (0, .failed)
                if unit > 1, output.contains(0) { output = Self.replacingZeros(in: output) }
                if consumed > 0 { beginBlock() }
                text += output
                position += consumed
                if stop == .outOfMemory { throw XMLError(.outOfMemory) }
                guard let stop else {
                    length = min(2 * length, blockSize)
                    continue
                }
                if stop == .incomplete, end < input.count, consumed > 0 || length < blockSize {
                    length = blockSize
                    continue  // The next block begins with the rest of the character.
                }
                // Small blocks after an invalid byte keep the time linear even if there are many invalid bytes.
                length = 16
                if let character = WebEncoding.character(of: input[position], in: encoding.name) {
                    beginBlock()
                    text += character.utf8
                    position += 1
                    continue
                }
                replace(min(unit, input.count - position), .invalidBytes(in: encoding.name))
                if encoding.isStateful { converter = CharacterConverter(from: encoding.name) }
            }
        }

        /// Replaces NUL characters by U+FFFD, which does not change the number of characters.
        private static func replacingZeros(in text: [UInt8]) -> [UInt8] {
            Array(text.split(separator: 0, omittingEmptySubsequences: false).joined(separator: replacement))
        }
    }
}
