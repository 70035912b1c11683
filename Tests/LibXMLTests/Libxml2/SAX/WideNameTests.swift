import LibXML
import Testing

/// Names of many wide characters: libxml2 2.9 requests too few of their bytes at a time.
@Suite struct WideNameTests {
    private static let name = String(repeating: "挀", count: 120)

    @Test(
        "Names of any characters are read in documents of any size",
        arguments: [
            "<\(name)>x</\(name)>", "<e \(name)='1'/>", "<e a='\(name) \(name)'>\(name) \(name)</e>", "<?\(name) x?>",
            "&\(name);", "<e xmlns:\(name)='u'/>",
        ])
    func names(_ part: String) throws {
        let declaration = "<!DOCTYPE r [<!ENTITY \(Self.name) 'y'>]>"
        let parts = (0..<400).map { part + String(repeating: "x", count: $0 % 7) }
        let text = (part.hasPrefix("&") ? declaration : "") + "<r>\(parts.joined())</r>"
        var parser = XMLPushParser<XMLTree>()
        try parser.feed(text.utf8)
        let pushed = try parser.finish()
        #expect(try XMLTree(parsing: text).outline == pushed.outline)
    }

    private struct Comments: XMLHandler {
        var texts: [String] = []
        mutating func startElement(_ element: borrowing XMLElementEvent) {}
        mutating func endElement(_ element: borrowing XMLElementEvent) {}
        mutating func text(_ text: borrowing XMLTextEvent) {}
        mutating func comment(_ comment: borrowing XMLTextEvent) { texts.append(comment.string) }
    }

    @Test("A handler receives no event twice if a document type is malformed by such a name")
    func events() throws {
        let text = "<!--c--><!DOCTYPE r [<\(String(repeating: Self.name, count: 20))>]><r/>"
        var comments = Comments()
        let error = #expect(throws: XMLError.self) { try comments.parse(text) }
        #expect(comments.texts == ["c"] && error?.code == .malformedDocumentType && error?.location?.column == 22)
    }
}
