import CheckCases
import Testing

@testable import LibXML

@Suite struct OffsetMapTests {
    @Test(
        "A part of a converted text keeps its places, wherever it is cut and however short it is",
        arguments: ["EUC-JP", "Shift_JIS", "EUC-KR", "GB18030", "ISO-2022-JP", "ISO-8859-5", "UTF-16LE"])
    func cuts(encoding: String) throws {
        let line = encoding == "ISO-8859-5" ? "Привет <a/>\n" : "日本語 <a/>\n"
        let bytes = try #require(encode(String(repeating: line, count: 400), as: encoding))
        let known = try DocumentEncoding(of: bytes.span, override: encoding)
        let converted = try #require(Transcoder.convert(bytes, from: known))
        let text = converted.text.span
        for start in text.indices where !text[start].isUTF8Continuation {
            let place = converted.map.inputOffset(of: start, in: text)
            for end in [start, min(start + 3 * line.utf8.count, text.count)] {
                let part = converted.map.cut(to: start..<end, of: text)
                let first = part.inputOffset(of: 0, in: text.extracting(start..<end))
                // Only escape sequences, which produce no text, may be between the two.
                #expect(first == place || encoding == "ISO-2022-JP" && abs(first - place) < 8)
            }
        }
    }
}
