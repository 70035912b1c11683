import LibXML
import Testing

/// What is encoded is decoded to the same value. The loops of coding check random values.
@Suite struct EncodingPropertyTests {
    @Test("Every character that XML allows, as text and in an attribute")
    func characters() throws {
        struct Texts: Codable, Equatable {
            enum CodingKeys: String, CodingKey { case element = "élément", mark = "@märk", text = "#text" }
            var element: String, mark: String, text: String
        }
        let all = (0...0x10FFFF as ClosedRange<UInt32>).compactMap(Unicode.Scalar.init).filter { scalar in
            scalar.value >= 0x20 && scalar.value & 0xFFFE != 0xFFFE || scalar.value > 0xFFFF
                || "\t\n\r".unicodeScalars.contains(scalar)
        }
        for start in stride(from: 0, to: all.count, by: 65_536) {
            var text = String.UnicodeScalarView()
            text.append(contentsOf: all[start..<min(start + 65_536, all.count)])
            let value = Texts(element: String(text), mark: String(text), text: String(text))
            let decoded = try XMLDecoder().decode(Texts.self, from: XMLEncoder().xmlBytes(value))
            #expect(Array(decoded.element.utf8) == Array(value.element.utf8))
            #expect(Array(decoded.mark.utf8) == Array(value.mark.utf8))
            #expect(Array(decoded.text.utf8) == Array(value.text.utf8))
        }
    }

    @Test("Strings with white space at their ends survive a decoder that trims")
    func trimming() throws {
        let value = ["a": [" x ", "", "\n", "y"], "b": ["é\t"]]
        let bytes = try XMLEncoder(preservesWhiteSpace: true).xmlBytes(value)
        #expect(try XMLDecoder(trimsWhiteSpace: true).decode([String: [String]].self, from: bytes) == value)
    }

    private struct Mixed: Codable, Equatable {
        enum CodingKeys: String, CodingKey {
            case names = "name", inner
            case text = "#text"
        }
        final class Box: Codable, Equatable {
            let mixed: Mixed
            init(_ mixed: Mixed) { self.mixed = mixed }
            static func == (left: Box, right: Box) -> Bool { left.mixed == right.mixed }
        }
        var names: [String], text: String?, inner: Box? = nil
    }

    @Test("Layout adds nothing to texts beside elements, even if they are empty, white space or nil")
    func layoutOfTexts() throws {
        let layouts = [XMLWritingOptions.pretty, XMLWritingOptions(whiteSpace: .minified)]
        for text in ["", " ", "\n", "x", " x", nil] as [String?] {
            for inner in ["", "y", nil] as [String?] {
                let box = Mixed.Box(Mixed(names: ["a"], text: inner))
                let value = Mixed(names: ["a", ""], text: text, inner: box)
                let read = Mixed.Box(Mixed(names: ["a"], text: inner ?? ""))
                let expected = Mixed(names: ["a", ""], text: text ?? "", inner: read)
                for layout in layouts {
                    let bytes = try XMLEncoder(writingOptions: layout).xmlBytes(value)
                    #expect(try XMLDecoder().decode(Mixed.self, from: bytes) == expected)
                    let writer = try XMLWriter(options: layout)
                    try writer.encode(value)
                    #expect(try XMLDecoder().decode(Mixed.self, from: writer.xmlBytes()) == expected)
                }
            }
        }
    }
}
