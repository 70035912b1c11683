import LibXML
import Testing

/// Many wide characters: up to 2.10, libxml2 takes the first byte of one for a character where a piece ends before it.
@Suite struct WideNameTests {
    private static let name = String(repeating: "挀", count: 120)
    /// More than a piece.
    private static let long = String(repeating: "挀", count: 2_000)
    private static let letters = String(repeating: "t", count: 120)

    @Test(
        "Names and texts of any characters are read in documents of any size",
        arguments: [
            "<\(name)>x</\(name)>", "<e \(name)='1'/>", "<e a='\(name) \(name)'>\(name) \(name)</e>", "<?\(name) x?>",
            "&\(name);", "<e xmlns:\(name)='u'/>", "<e a='>' \(name)='1'/>", "<e \(long)='1'/>", "<\(long)/>",
            "<\(String(repeating: "𠀀", count: 120))/>", "<?\(letters) \(name)?>", "<?t \(long))\(long)?>",
            ")\(long))\(long)",
            "<![CDATA[)\(long))\(long)]]>", "<!--\(long) \(long)-->", "<e a='\(long) \(long)'/>",
        ])
    func names(_ part: String) throws {
        let declaration = "<!DOCTYPE r [<!ENTITY \(Self.name) 'y'>]>"
        let parts = (0..<max(40, 150_000 / part.utf8.count)).map { part + String(repeating: "x", count: $0 % 7) }
        let text = (part.hasPrefix("&") ? declaration : "") + "<r>\(parts.joined())</r>"
        var parser = XMLPushParser<XMLTree>()
        try parser.feed(text.utf8)
        let pushed = try parser.finish()
        #expect(try XMLTree(parsing: text).outline == pushed.outline)
    }

    @Test(
        "Names in declarations",
        arguments: [
            "<!ATTLIST r NAME0 CDATA '>' NAME1 CDATA '>'>", "%NAME; ", "<!ELEMENT NAME (NAME0|NAME1)>",
            "<!ATTLIST r a (NAME|b) #IMPLIED>", "<!ENTITY \(letters) SYSTEM 'NAME'>", "<!ENTITY e 'NAME NAME'>",
            "<!NOTATION \(letters) SYSTEM 'NAME'>",
        ])
    func declarations(_ declaration: String) throws {
        let declarations = (0..<300).map { "\(declaration)\(String(repeating: " ", count: $0 % 7))" }
        let text = "<!DOCTYPE r [<!ENTITY % NAME ''>\(declarations.joined())]><r/>"
        #expect(try XMLTree(parsing: text.replacing("NAME", with: Self.name)).root.localName == "r")
    }

    @Test("The place of a fault after such names")
    func places() throws {
        let lines = (0..<300).map { "<!ELEMENT NAME\($0) ANY>\n" }
        let text = "<!DOCTYPE r [\(lines.joined())<!ELEMENT a (b) <!ELEMENT c ANY>]><r/>"
        let errors = try [Self.name, "n"].map { name in
            try #require(throws: XMLError.self) { try XMLTree(parsing: text.replacing("NAME", with: name)) }
        }
        #expect(errors[0].code == errors[1].code && errors[0].location?.line == 301)
        #expect(errors[0].location?.column == errors[1].location?.column)
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
