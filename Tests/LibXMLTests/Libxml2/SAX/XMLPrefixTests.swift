import LibXML
import Testing

/// A declaration of the prefix `xml` is kept, although libxml2 does not report it.
@Suite struct XMLPrefixTests {
    private static let declaration = "xmlns:xml=\"http://www.w3.org/XML/1998/namespace\""
    private static let expected = XMLTree.NamespaceDeclaration(
        prefix: "xml", uri: "http://www.w3.org/XML/1998/namespace")

    @Test(
        "Declarations in a tag are in its order",
        arguments: [
            ("<a \(declaration)/>", ["xml"], []),
            ("<a k='1' \(declaration) xml:lang='e'/>", ["xml"], ["k", "xml:lang"]),
            ("<a xmlns:p='u' \(declaration) xmlns='v'/>", ["p", "xml", ""], []),
            ("<a p:k='xmlns:xml' xmlns:p='u' l='>' \(declaration) m=''/>", ["p", "xml"], ["p:k", "l", "m"]),
            ("<a\n\t\(declaration.replacing("=", with: " = "))/>", ["xml"], []),
            ("<!DOCTYPE a [<!ENTITY n '\(expected.uri)'>]><a xmlns:xml='&n;'/>", [], []),
            ("<a k='xmlns:xml=\"u\"'/>", [], ["k"]), ("<a xmlns:xml2='http://example.org/'/>", ["xml2"], []),
        ] as [(String, [String], [String])])
    func tags(_ text: String, _ prefixes: [String], _ attributes: [String]) throws {
        for recovery in [nil, .repair] as [XMLRecoveryMode?] {
            var options = XMLParsingOptions()
            options.recovery = recovery
            let root = try XMLTree(parsing: text, options: options).root
            #expect(root.namespaceDeclarations.map { $0.prefix ?? "" } == prefixes)
            #expect(root.namespaceDeclarations.contains(Self.expected) == prefixes.contains("xml"))
            #expect(root.attributes.map(\.qualifiedName) == attributes)
        }
    }

    @Test("Every way to read a declaration, and to write it")
    func entryPoints() throws {
        let text = "<r><a \(Self.declaration) k=\"1\"/></r>"
        let tree = try XMLTree(parsing: text)
        #expect(tree.xmlString().hasSuffix(text))
        #expect(tree.root["a"]?.xmlString() == "<a \(Self.declaration) k=\"1\"/>")
        let json = "{\"r\":{\"a\":{\"@xmlns:xml\":\"\(Self.expected.uri)\",\"@k\":\"1\"}}}"
        let dictionary = try XMLDictionary(parsing: text)
        #expect(dictionary.json() == json)
        #expect(try dictionary.xmlString().hasSuffix(text))

        var reader = XMLReader(parsing: text)
        _ = try reader.readToFollowing("a")
        let read = try reader.readElement()
        #expect(read.namespaceDeclarations == [Self.expected])
        var records = try XMLRecords(parsing: text, at: "r/a")
        let record = try records.next()
        #expect(record?.namespaceDeclarations == [Self.expected])
        var parser = XMLPushParser<XMLTree>()
        for byte in text.utf8 { try parser.feed([byte]) }
        let pushed = try parser.finish()
        #expect(pushed.root["a"]?.namespaceDeclarations == [Self.expected])

        var edit = XMLEdit(tree)
        try edit.set(attribute: "k", of: try tree.root.require("a"), to: "2")
        #expect(try edit.xmlBytes() == Array(text.replacing("1\"/>", with: "2\"/>").utf8))
    }

    @Test("A wrong declaration is an error, and its repair omits it")
    func wrong() throws {
        let error = try #require(throws: XMLError.self) { try XMLTree(parsing: "<a xmlns:xml='urn:x-long-name'/>") }
        #expect(error.code == .invalidNamespaceDeclaration && error.location?.column == 4)
        var options = XMLParsingOptions()
        options.recovery = .repair
        let root = try XMLTree(parsing: "<a xmlns:xml='urn:x-long-name'/>", options: options).root
        #expect(root.namespaceDeclarations.isEmpty)
        // libxml2 accepts two declarations.
        let tree = try XMLTree(parsing: "<a \(Self.declaration) \(Self.declaration)/>")
        #expect(tree.root.namespaceDeclarations == [Self.expected])
        #expect(tree.root.xmlString() == "<a \(Self.declaration)/>")
    }
}
