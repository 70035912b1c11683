import CheckCases
import Testing

@testable import LibXML

/// The locations of tags, in handlers and readers.
@Suite struct TagLocationTests {
    struct Tags: XMLHandler {
        var lines: [String] = []

        mutating func startElement(_ element: borrowing XMLElementEvent) {
            lines.append(
                "<\(element.localName) \(TagLocationTests.place(element.location)) \(TagLocationTests.place(element.startTagLocation))"
            )
        }
        mutating func endElement(_ element: borrowing XMLElementEvent) {
            lines.append(
                "</\(element.localName) \(TagLocationTests.place(element.location)) \(TagLocationTests.place(element.startTagLocation))"
            )
        }
        mutating func text(_ text: borrowing XMLTextEvent) {}
    }

    static func place(_ location: XMLLocation) -> String {
        "\(location.line):\(location.column) \(location.byteOffset)"
    }

    /// Documents in which elements end far from where they begin.
    static let documents = [
        "<r>\n<a k='1'>é</a\n>\n  <b/></r>",
        "<!DOCTYPE r [<!ENTITY e '<x><y/></x>'>]>\n<r>1<a>&e;</a>&e;\n</r>",
        "<r>\n<a>\(String(repeating: "<b>text</b>\n<c/>", count: 6_000))\n</a>\(String(repeating: "é", count: 40_000))</r >",
        String(repeating: "<a>\n\(String(repeating: "t", count: 5_000))", count: 40)
            + String(repeating: "</a>\n", count: 40),
    ]

    @Test("An event has the location of its tag, and of the start tag", arguments: documents, [1, 1_000, 1 << 20])
    func locations(_ document: String, _ size: Int) throws {
        let bytes = Array(document.utf8)
        var parser = XMLPushParser(handler: Tags())
        for chunk in bytes.chunks(of: size) { try parser.feed(chunk) }
        let lines = try parser.finish().lines

        // By definition: a tag in the source begins at its “<”, and one of an entity at the reference.
        let tree = try XMLTree(parsing: bytes)
        var expected: [String] = []
        func walk(_ element: XMLTree.Element) {
            let start = Self.place(element.location)
            expected.append("<\(element.localName) \(start) \(start)")
            for child in element.elements { walk(child) }
            let range = element.sourceRange
            let isReference = bytes[range.lowerBound] == UInt8(ascii: "&")
            let end = isReference ? range.lowerBound : bytes[range].lastIndex(of: UInt8(ascii: "<")) ?? 0
            expected.append("</\(element.localName) \(Self.place(tree.tape.source.location(at: end))) \(start)")
        }
        walk(tree.root)
        #expect(lines == expected)

        var pieces = bytes.chunks(of: size).makeIterator()
        var reader = try XMLReader(parsing: .chunks { pieces.next().map { Array($0) } })
        var read: [String] = []
        while let event = try reader.next() {
            guard event == .startElement || event == .endElement, let start = reader.startTagLocation else {
                #expect(reader.startTagLocation == nil)
                continue
            }
            let mark = event == .startElement ? "<" : "</"
            read.append("\(mark)\(reader.localName) \(Self.place(reader.location)) \(Self.place(start))")
            if reader.isEmptyElement { read.append("</\(reader.localName) \(Self.place(start)) \(Self.place(start))") }
        }
        #expect(read == expected)
    }
}
