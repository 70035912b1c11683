import LibXML
import Testing

/// What elements inherit from the attributes of those around them.
@Suite struct InheritedAttributeTests {
    @Test(
        "The base URI",
        arguments: [
            ("<r><e/></r>", nil),
            ("<r xml:base='http://a.org/b/c'><e/></r>", "http://a.org/b/c"),
            ("<r xml:base='http://a.org/b/c'><e xml:base='d'/></r>", "http://a.org/b/d"),
            ("<r xml:base='http://a.org/b/c'><s xml:base='../x/'><e xml:base='y'/></s></r>", "http://a.org/x/y"),
            ("<r xml:base='http://a.org/b/c'><e xml:base='/z'/></r>", "http://a.org/z"),
            ("<r xml:base='b/'><e xml:base='c'/></r>", "b/c"),
            ("<r xml:base='http://a.org/'><e xml:base='http://b.org/'/></r>", "http://b.org/"),
            ("<r xml:base='http://a.org/'><e xml:base='a b%'/></r>", nil),
            ("<r xml:base='a b%'><e/></r>", nil), ("<r xml:base='a b/'><e xml:base='c'/></r>", nil),
            ("<r base='b'><e/></r>", nil),
        ] as [(String, String?)])
    func baseURI(_ document: String, _ expected: String?) throws {
        let element = try #require(try XMLTree(parsing: document).descendants(named: "e").first { _ in true })
        #expect(element.baseURI == expected)
    }

    @Test(
        "The language",
        arguments: [
            ("<r><e/></r>", nil), ("<r xml:lang='en'><e/></r>", "en"),
            ("<r xml:lang='en'><e xml:lang='pt-BR'/></r>", "pt-BR"),
            ("<r xml:lang='en'><s xml:lang=''><e/></s></r>", nil), ("<r lang='en'><e/></r>", nil),
        ] as [(String, String?)])
    func language(_ document: String, _ expected: String?) throws {
        let element = try #require(try XMLTree(parsing: document).descendants(named: "e").first { _ in true })
        #expect(element.language == expected)
    }

    @Test("The language in HTML is lang")
    func languageOfHTML() throws {
        let page = try XMLTree(html: "<html lang=de><body><p><b>x</b><p xml:lang=fr lang=es>y")
        #expect(try page.root.require("body").elements.map(\.language) == ["de", "es"])
    }
}
