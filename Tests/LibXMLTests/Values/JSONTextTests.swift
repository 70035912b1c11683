import Foundation
@_spi(Checks) import LibXML
import Testing

@Suite struct JSONTextTests {
    @Test("Every ASCII character at every place in a word of eight bytes, beside characters of several bytes")
    func escapes() throws {
        for byte in 0..<0x80 as Range<UInt8> {
            for length in 0..<18 {
                for filler in ["x", "é", "😀"] {
                    let padding = String(repeating: filler, count: length)
                    let text = padding + String(UnicodeScalar(byte)) + filler + "\u{1F}\"\\"
                    for isPretty in [false, true] {
                        let json = XMLDictionary([(text, XMLValue(text))]).json(pretty: isPretty)
                        let read = try JSONDecoder().decode([String: String].self, from: Data(json.utf8))
                        #expect(read == [text: text], "\(json)")
                    }
                }
            }
        }
    }
}
