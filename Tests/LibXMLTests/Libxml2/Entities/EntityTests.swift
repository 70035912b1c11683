import CheckCases
import Foundation
@_spi(Checks) import LibXML
import Testing

@Suite struct EntityTests {
    @Test("Nothing outside the document is ever read", arguments: XMLParsingOptions.Engine.allCases)
    func external(engine: XMLParsingOptions.Engine) throws {
        let secret = try TemporaryFile("<secret>leaked</secret>".utf8)
        let declarations = try TemporaryFile("<!ENTITY d 'leaked'><!ATTLIST r a CDATA 'leaked'>".utf8)
        let url = "file://\(secret.path)"
        let documents = [
            "<!DOCTYPE r [<!ENTITY e SYSTEM '\(url)'>]><r>&e;</r>",
            "<!DOCTYPE r [<!ENTITY e SYSTEM '\(secret.path)'>]><r>&e;</r>",
            "<!DOCTYPE r [<!ENTITY e PUBLIC 'x' '\(url)'>]><r>&e;</r>",
            "<!DOCTYPE r [<!ENTITY e SYSTEM '\(url)'><!ENTITY f '&e;'>]><r>&f;</r>",
            "<!DOCTYPE r SYSTEM '\(declarations.path)'><r>&d;</r>",
            "<!DOCTYPE r [<!ENTITY % p SYSTEM '\(declarations.path)'> %p;]><r>&d;</r>",
            "<!DOCTYPE r [<!ENTITY % p SYSTEM 'file://\(declarations.path)'><!ENTITY % q '%p;'> %q;]><r>&d;</r>",
            "<r xmlns:xi='http://www.w3.org/2001/XInclude'><xi:include href='\(url)'/></r>",
            "<?xml-stylesheet href='\(url)'?><r/>",
        ]
        for text in documents {
            let outline: String
            do { outline = try parse(text, engine: engine).outline } catch { outline = error.description }
            #expect(!outline.contains("leaked"))
        }
    }

    @Test("A reference that is not resolved is a node, with a warning", arguments: XMLParsingOptions.Engine.allCases)
    func kept(engine: XMLParsingOptions.Engine) throws {
        let tree = try parse("<!DOCTYPE r [<!ENTITY e SYSTEM 'e.xml'>]>\n<r>a&e;b</r>", engine: engine)
        #expect(tree.root.children.map(\.kind) == [.text, .entityReference, .text])
        #expect(tree.root.children.map(\.text) == ["a", "&e;", "b"])
        #expect(tree.root.text == "a&e;b")
        let warning = try #require(tree.diagnostics.first)
        #expect(tree.diagnostics.count == 1)
        #expect(warning.severity == .warning)
        #expect(warning.code == .unresolvedEntity)
        #expect(warning.location?.line == 2 && warning.location?.column == 5)
    }

    @Test("A reference that is not resolved can be made an error", arguments: XMLParsingOptions.Engine.allCases)
    func error(engine: XMLParsingOptions.Engine) throws {
        for text in ["<!DOCTYPE r [<!ENTITY e SYSTEM 'e.xml'>]><r>\n&e;</r>", "<!DOCTYPE r SYSTEM 'r'><r>\n&e;</r>"] {
            let error = try fault(text, engine: engine) { $0.unresolvedEntities = .error }
            #expect(error.code == .unresolvedEntity)
            #expect(error.location?.line == 2 && error.location?.column == 1)
        }
    }

    /// A document type declaration with entities, each of which refers to the one before it `width` times.
    private static func nested(levels: Int, width: Int, innermost: String = "1234567890") -> String {
        let declarations = (1..<levels).map { level in
            "<!ENTITY e\(level) '\(String(repeating: "&e\(level - 1);", count: width))'>"
        }
        return "<!DOCTYPE r [<!ENTITY e0 '\(innermost)'>\(declarations.joined())]>"
    }

    /// The text of a document, or its error, by each way of reading.
    private static func read(_ text: String) throws -> [(text: String?, error: XMLError?)] {
        var results: [(text: String?, error: XMLError?)] = []
        func note(_ body: () throws -> String) throws {
            do { results.append((try body(), nil)) } catch let error as XMLError { results.append((nil, error)) }
        }
        for engine in XMLParsingOptions.Engine.allCases {
            try note { try parse(text, engine: engine).root.text }
        }
        try note { try parse(chunks: Array(text.utf8).map { [$0][...] }).root.text }
        try note {
            var reader = XMLReader(parsing: text)
            _ = try reader.readToFollowing("r")
            return try reader.readElement().text
        }
        return results
    }

    @Test("Entities may nest, and add what our limit allows, whatever libxml2 thinks of it", arguments: [2, 6, 10, 20])
    func nesting(width: Int) throws {
        for result in try Self.read("\(Self.nested(levels: 3, width: width))<r>&e2;</r>") {
            #expect(result.text?.count == 10 * width * width)
        }
        let tree = try XMLTree(parsing: "\(Self.nested(levels: 4, width: width))<r k='&e3;'/>")
        #expect(tree.root[attribute: "k"]?.count == 10 * width * width * width)
    }

    @Test(
        "Only references add to a document, not declarations", arguments: XMLParsingOptions.Engine.allCases,
        [
            ("<!ENTITY e 'x'>", false), ("<!ENTITY e ''><!ENTITY f '&e;'>", false), ("<!ENTITY lt '&#38;#60;'>", false),
            ("<!ENTITY % p ' '><!ENTITY % lt ''>%p;", true),
            ("<!ENTITY % p ' '>%p;", true), ("<!ENTITY e 'x'><!ATTLIST r k CDATA '&e;'>", true),
            ("<!ENTITY e SYSTEM 'e'><!ENTITY e 'x'>", false), ("<!ENTITY e SYSTEM 'e'><!ENTITY f '&e;'>", false),
        ])
    func declared(engine: XMLParsingOptions.Engine, _ row: (declarations: String, adds: Bool)) throws {
        let text = "<!DOCTYPE r [\(row.declarations)]><r/>"
        guard row.adds else {
            _ = try parse(text, engine: engine) { $0.limits.entityExpansion = 0 }
            let repaired = try parse("<?xml?>\(text)") { ($0.limits.entityExpansion, $0.recovery) = (0, .repair) }
            #expect(repaired.diagnostics.map(\.code) == [.malformedXMLDeclaration])
            return
        }
        let error = try fault(text, engine: engine) { $0.limits.entityExpansion = 0 }
        #expect(error.code == .entityExpansionTooLarge)
    }

    @Test("Entities nest 32 deep")
    func depth() throws {
        for result in try Self.read("\(Self.nested(levels: 32, width: 1))<r>&e31;</r>") {
            #expect(result.text == "1234567890")
        }
        let declarations = Self.nested(levels: 33, width: 1)
        for result in try Self.read("\(declarations)<r>\n&e32;</r>") {
            #expect(result.error?.code == .entityExpansionTooLarge)
            #expect(result.error?.location?.line == 2 && result.error?.location?.column == 1)
        }
    }

    @Test("An entity that refers to itself is one, wherever it is used and however long the way")
    func endless() throws {
        let declarations = "<!ENTITY a 'x&b;'><!ENTITY b '<i>&c;</i>&d;'><!ENTITY c '&d;'><!ENTITY d 'y&a;'>"
        for result in try Self.read("<!DOCTYPE r [\(declarations)]><r>\n&c;</r>") {
            #expect(result.error?.code == .recursiveEntity)
            #expect(result.error?.location?.line == 2 && result.error?.location?.column == 1)
        }
        let text = "<!DOCTYPE r [<!ENTITY e '<![CDATA[&e;]]><!--&e;--><?p &e;?>'>]><r>&e;</r>"
        for result in try Self.read(text) { #expect(result.text == "&e;") }
    }

    @Test("A fault is one after any number of warnings, too", arguments: XMLParsingOptions.Engine.allCases)
    func warnings(engine: XMLParsingOptions.Engine) throws {
        let references = String(repeating: "&e;", count: 150)
        let error = try fault("<!DOCTYPE r SYSTEM 'r'>\n<r>\(references)<p:x/></r>", engine: engine)
        #expect(error.code == .undeclaredPrefix)
        #expect(error.location?.column == 4 + references.count)
    }

    @Test("An external entity has no place in a value, whatever follows it", arguments: ["", "&maybe;", "&in;"])
    func externalInAttribute(_ more: String) throws {
        let declarations = "<!ENTITY ext SYSTEM 'e'><!ENTITY in 'x'>"
        let error = try fault("<!DOCTYPE a SYSTEM 'a.dtd' [\(declarations)]>\n<a x='&ext;\(more)'/>")
        #expect(error.code == .misplacedEntity)
        #expect(error.location?.line == 2)
    }

    @Test("A declaration of a predefined entity changes nothing, and prints nothing")
    func predefined() throws {
        let text = "<!DOCTYPE r [<!ENTITY lt '&#38;#60;'><!ENTITY amp 'x'><!ENTITY gt '>>'>]><r>&lt;&amp;&gt;</r>"
        #expect(try parse(text).root.text == "<&>")
    }

    @Test(
        "Validity is nobody's business, and its errors reach the right parse",
        arguments: XMLParsingOptions.Engine.allCases)
    func validity(engine: XMLParsingOptions.Engine) throws {
        let declarations = "<!ATTLIST r k (a|b|a) 'a'><!NOTATION n SYSTEM 'n'><!ATTLIST r m NOTATION (n|n) #IMPLIED>"
        let tree = try parse("<!DOCTYPE x [<!ELEMENT r EMPTY>\(declarations)]><r>text</r>", engine: engine)
        #expect(tree.root.text == "text")
        #expect(tree.root[attribute: "k"] == "a")
    }

    @Test("The first declaration of an entity holds")
    func first() throws {
        #expect(try parse("<!DOCTYPE r [<!ENTITY e '1'><!ENTITY e '2'>]><r k='&e;'>&e;</r>").root.text == "1")
    }

    @Test("Entities have the namespaces of the place of their reference")
    func namespaces() throws {
        let text = "<!DOCTYPE r [<!ENTITY e '<p:x/>'>]><r><a xmlns:p='u'>&e;</a><b xmlns:p='v'>&e;</b></r>"
        let root = try parse(text).root
        #expect(root["a"]?.elements.first?.namespaceURI == "u")
        #expect(root["b"]?.elements.first?.namespaceURI == "v")
    }

    @Test("Many references, in text and in attributes, keep their order", arguments: XMLParsingOptions.Engine.allCases)
    func many(engine: XMLParsingOptions.Engine) throws {
        let prolog = "<!DOCTYPE r SYSTEM 'r' [<!ENTITY i 'in'><!ENTITY x SYSTEM 'x'><!ENTITY n 'a&x;b'>]>"
        let root = try parse("\(prolog)<r>\(String(repeating: "1&i;2&x;3&n;&u;", count: 300))</r>", engine: engine).root
        #expect(root.text == String(repeating: "1in2&x;3a&x;b&u;", count: 300))
        let attribute = try parse("\(prolog)<r k='&i;&u;&amp;'>&x;</r>", engine: engine).root
        #expect(attribute[attribute: "k"] == "in&u;&")
        #expect(attribute.children.map(\.kind) == [.entityReference])
    }
}
