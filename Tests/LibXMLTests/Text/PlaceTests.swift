import CheckCases
import Testing

@testable import LibXML

/// Compares lines, columns and offsets with those found by counting in the simplest way.
@Suite struct PlaceTests {
    static let texts = [
        "", "a", "\n", "\r", "\r\n", "a\nb", "a\r\nb\rc\n\r\nd", "é\n日本\r\n😀x", "\n\n\n", "x\r\r\n\n",
        String(repeating: "é日😀x\n", count: 900), String(repeating: "0123456789", count: 1000),
        String(repeating: "line\r\n", count: 700), String(repeating: "line\r", count: 700),
        String(repeating: "x", count: 1023) + "\r\n" + String(repeating: "y", count: 3000),
        "abcdefg\nhijklm\n\nop日\n本😀é\nqrstuv\rw\r\nxyz\n日本日本日本\n\n\n\n\n\n\n\n\n\n\u{8}\u{B}\u{7F}\u{8A}\u{10D}\u{28D}\n",
    ]

    @Test("Each offset has the line and column that counting gives", arguments: texts)
    func lines(text: String) {
        let bytes = Array(text.utf8)
        let source = text.utf8.count
        let index = LineIndex(bytes.span, from: Position(offset: 0, line: 1, column: 1))
        var (line, column, offset) = (1, 1, 0)
        let scalars = Array(text.unicodeScalars)
        for (number, scalar) in scalars.enumerated() {
            let position = index.position(at: offset, in: bytes.span)
            #expect((position.line, position.column) == (line, column))
            offset += UTF8.width(scalar)
            let isLineEnd =
                scalar == "\n" || scalar == "\r" && !(number + 1 < scalars.count && scalars[number + 1] == "\n")
            (line, column) = isLineEnd ? (line + 1, 1) : (line, column + 1)
        }
        let end = index.position(at: source, in: bytes.span)
        #expect((end.line, end.column) == (line, column))
    }

    @Test("A stream has the same places, in whatever order they are requested", arguments: texts)
    func windows(text: String) throws {
        let bytes = Array(text.utf8)
        let index = LineIndex(bytes.span, from: Position(offset: 0, line: 1, column: 1))
        let window = StreamWindow(options: .init(), check: SAXParser.check)
        var dropped = 0
        var random = SeededGenerator(seed: 7)
        for chunk in bytes.chunks(of: 2_500) {
            try window.append(chunk)
            for _ in 0..<50 where window.text.count > 0 {
                let offset = Int.random(in: 0..<window.text.count, using: &random)
                let place = window.position(at: offset)
                let expected = index.position(at: dropped + offset, in: bytes.span)
                // Whether a line feed follows is not known yet.
                if offset == window.text.count - 1, bytes[dropped + offset] == 0x0D { continue }
                #expect((place.line, place.column) == (expected.line, expected.column))
            }
            let count = Int.random(in: 0...window.text.count / 2, using: &random)
            window.drop(count)
            dropped += count
        }
    }

    @Test("A stream that is repaired has the same places, in whatever order they are requested")
    func repairedWindows() throws {
        var options = XMLParsingOptions()
        options.recovery = .repair
        let bytes = Array("<a>\(String(repeating: "text & more\r\né text \n", count: 500))</a>".utf8)
        let inOrder = StreamWindow(options: options, check: SAXParser.check)
        let window = StreamWindow(options: options, check: SAXParser.check)
        try inOrder.append(bytes[...])
        try window.append(bytes[...])
        let places = (0..<inOrder.text.count).map { inOrder.location(at: $0) }
        var random = SeededGenerator(seed: 7)
        for _ in 0..<2_000 {
            let offset = Int.random(in: places.indices, using: &random)
            #expect(window.location(at: offset) == places[offset])
        }
        #expect(places.last?.line == 1_001)
    }

    @Test("A place far from another is that of going there step by step")
    func longWays() {
        let parts = ["é日😀x", "\n", "0123456789", "\n\n", "日本", "a\r\nb", "\r"]
        var random = SeededGenerator(seed: 11)
        for round in 0..<400 {
            // Only every second text contains carriage returns.
            let parts = round.isMultiple(of: 2) ? parts : Array(parts.prefix(5))
            let length = Int.random(in: 0...3000, using: &random)
            let text = (0..<length).map { _ in parts.randomElement(using: &random) ?? "" }.joined()
            let bytes = Array(text.utf8)
            var far = Position(offset: 0, line: 1, column: 1)
            var near = far
            while far.offset < bytes.count {
                let target = far.offset + Int.random(in: 1...(bytes.count), using: &random)
                far.advance(to: target, in: bytes.span)
                while near.offset < min(target, bytes.count) { near.advance(to: near.offset + 1, in: bytes.span) }
                #expect((far.offset, far.line, far.column) == (near.offset, near.line, near.column))
            }
        }
    }

    @Test("A place is found from any earlier one", arguments: texts.filter { $0.utf8.count < 200 })
    func distances(text: String) {
        let bytes = Array(text.utf8)
        var starts = [Position(offset: 0, line: 1, column: 1)]
        for offset in bytes.indices {
            var next = starts[offset]
            next.advance(to: offset + 1, in: bytes.span)
            starts.append(next)
        }
        for start in starts {
            for target in start.offset...bytes.count {
                var position = start
                position.advance(to: target, in: bytes.span)
                let expected = starts[target]
                #expect((position.offset, position.line, position.column) == (target, expected.line, expected.column))
            }
        }
    }

    @Test(
        "Each character of converted text finds its offset in the input",
        arguments: [
            "UTF-16LE", "UTF-32BE", "ISO-8859-5", "Shift_JIS", "EUC-JP", "GB18030", "windows-1251", "ISO-2022-JP",
        ])
    func offsets(encoding: String) throws {
        let line = ["ISO-8859-5", "windows-1251"].contains(encoding) ? "Привет, мир\n" : "abc 日本 x\n"
        let text = "<r>" + String(repeating: line, count: encoding == "ISO-2022-JP" ? 20 : 300) + "</r>"
        let bytes = try #require(encode(text, as: encoding))
        var options = XMLParsingOptions()
        options.encoding = encoding
        let source = try Source(.array(bytes), options: options)
        var offset = 0
        var prefix = ""
        for scalar in text.unicodeScalars {
            if scalar == "<" || scalar == "\n" || scalar == "x" {
                #expect(source.inputOffset(of: offset) == encode(prefix, as: encoding)?.count)
            }
            offset += UTF8.width(scalar)
            prefix.unicodeScalars.append(scalar)
        }
        #expect(source.inputOffset(of: offset) == bytes.count)
    }

    @Test("Lines past 65,535 and columns past 10,000 are exact")
    func far() throws {
        let lines = "<r>" + String(repeating: "<i/>\n", count: 70_000) + "<b></c></r>"
        let error = try fault(lines)
        #expect(error.location == XMLLocation(line: 70_001, column: 4, byteOffset: 3 + 350_000 + 3))
        let columns = "<r>" + String(repeating: "<é/>", count: 20_000) + "<b></c></r>"
        #expect(try fault(columns).location == XMLLocation(line: 1, column: 80_007, byteOffset: 3 + 100_000 + 3))
    }

    @Test("A byte order mark counts as bytes, but not as a column")
    func mark() throws {
        let bytes = [0xEF, 0xBB, 0xBF] + Array("<r><a/></r>".utf8)
        let tree = try XMLTree(parsing: bytes)
        #expect(tree.root.location == XMLLocation(line: 1, column: 1, byteOffset: 3))
        #expect(tree.root["a"]?.location == XMLLocation(line: 1, column: 4, byteOffset: 6))
        #expect(tree.source == "<r><a/></r>")
    }
}

extension StreamWindow {
    fileprivate func append(_ bytes: ArraySlice<UInt8>) throws {
        unsafe try bytes.withUnsafeBufferPointer { unsafe try append($0) }
    }
}
