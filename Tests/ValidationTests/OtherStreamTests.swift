import LibXML
import LibXMLValidation
import Testing

/// RELAX NG and DTDs while a document is read in pieces.
@Suite struct OtherStreamTests {
    private static let relaxNG = """
        <grammar xmlns="http://relaxng.org/ns/structure/1.0"
         datatypeLibrary="http://www.w3.org/2001/XMLSchema-datatypes">
         <start><element name="orders"><zeroOrMore><ref name="order"/></zeroOrMore></element></start>
         <define name="order"><element name="order"><attribute name="id"><text/></attribute>
          <oneOrMore><element name="item"><text/></element></oneOrMore>
          <optional><element name="meta"><interleave>
           <element name="from"><text/></element>
           <zeroOrMore><element name="part"><attribute name="n"><data type="int"/></attribute><data type="decimal"/></element></zeroOrMore>
          </interleave></element></optional>
         </element></define>
        </grammar>
        """

    private static let dtd = """
        <!ELEMENT orders (order*)><!ELEMENT order (item+)><!ATTLIST order id CDATA #REQUIRED><!ELEMENT item (#PCDATA)>
        """

    @Test(
        "A bad record is omitted and reported, and the next one is read",
        arguments: [
            "<order>\n <item/></order>\n", "<order id='bad'/>\n", "<order id='bad'><itm/></order>\n",
            "<order id='bad'>text<item/></order>\n", "<order id='bad'><item/><order id='inner'/></order>\n",
            "<order id='bad'><item/>text</order>\n",
        ])
    func skipped(_ bad: String) throws {
        let document = OrdersDocument.text(5_000) { $0 % 1_000 == 500 ? bad : nil }
        let validations: [XMLParsingOptions.Validation] = [
            .init(try XMLRelaxNGSchema(parsing: Self.relaxNG), onError: .skipRecord),
            .init(try XMLDTDSchema(parsing: Self.dtd), onError: .skipRecord),
        ]
        for validation in validations {
            let options = XMLParsingOptions(validation: validation)
            var records = try XMLRecords(parsing: document, at: "orders/order", options: options)
            var ids: [String] = []
            while let order = try records.next() { ids.append(order[attribute: "id"] ?? "") }
            #expect(ids == (0..<5_000).filter { $0 % 1_000 != 500 }.map(String.init))
            #expect(Set(records.diagnostics.compactMap(\.location?.line)).count == 5)
        }
    }

    @Test("Faults of collected content have the places of the tree, however much text comes before and after")
    func collected() throws {
        let schema = try XMLRelaxNGSchema(parsing: Self.relaxNG)
        let fault = """
            <order id='a'><item>é</item><meta>\n<part n='1'>1</part><!-- \(String(repeating: "x", count: 90_000)) -->
            <part n='é'>2</part><from/></meta></order>
            <order id='b'><item/><meta><from>\(String(repeating: "y", count: 90_000))</from><part n='1'> é </part></meta></order>

            """
        let document = OrdersDocument.text(300) { $0 % 100 == 50 ? fault : nil }
        let expected = schema.validate(try XMLTree(parsing: document)).diagnostics
        #expect(expected.map(\.code) == Array(repeating: .invalidValue, count: 6))
        #expect(expected.prefix(2).map(\.path) == ["orders/order[51]/meta/part[2]", "orders/order[52]/meta/part"])
        let options = XMLParsingOptions(validation: .init(schema, onError: .collect(limit: 100)))
        var parser = XMLPushParser(options: options)
        var checker = XMLRepairer(options: options, returnsText: false)
        let bytes = Array(document.utf8)
        for start in stride(from: 0, to: bytes.count, by: 1_000) {
            let chunk = bytes[start..<min(start + 1_000, bytes.count)]
            try parser.feed(chunk)
            try checker.feed(chunk)
        }
        #expect(try parser.finish().diagnostics == expected)
        try checker.finish()
        #expect(checker.diagnostics == expected)
        var records = try XMLRecords(parsing: document, at: "orders/order", options: options)
        while try records.next() != nil {}
        #expect(records.diagnostics == expected)
    }

    private static let feed = """
        <element name="feed" xmlns="http://relaxng.org/ns/structure/1.0"><interleave>
         <element name="title"><text/></element>
         <zeroOrMore><element name="entry"><attribute name="id"/></element></zeroOrMore>
        </interleave></element>
        """

    @Test("A root element with interleaved content is validated at its end, and its records are not skipped one by one")
    func interleaved() throws {
        let schema = try XMLRelaxNGSchema(parsing: Self.feed)
        let document = "<feed><entry id='1'/><title>é</title>\n<entry/><entry id='3'/></feed>"
        let found = schema.validate(try XMLTree(parsing: document)).diagnostics
        #expect(found.map(\.message) == ["<entry> needs the attribute “id”"])
        #expect(found.first?.location?.line == 2 && found.first?.path == "feed/entry[2]")
        func read(_ action: XMLParsingOptions.Validation.ErrorAction) throws -> (Int, [XMLDiagnostic]) {
            let options = XMLParsingOptions(validation: .init(schema, onError: action))
            var records = try XMLRecords(parsing: document, at: "feed/entry", options: options)
            var count = 0
            while try records.next() != nil { count += 1 }
            return (count, records.diagnostics)
        }
        #expect(try read(.collect(limit: 10)) == (3, found))
        let skipped = try read(.skipRecord)
        #expect(skipped.0 == 0)
        #expect(skipped.1.map(\.code) == [.validationStopped, .missingAttribute])
    }

    @Test("What is collected has a limit, in bytes and in depth")
    func limits() throws {
        let long = "<feed>" + String(repeating: "<entry id='1'/>", count: 10_000) + "<title/></feed><!-- -->"
        let limited = try XMLRelaxNGSchema(parsing: Self.feed, options: XMLSchemaOptions(collectedSize: 100_000))
        #expect(limited.validate(try XMLTree(parsing: long)).diagnostics.map(\.code) == [.validationStopped])
        #expect(try XMLRelaxNGSchema(parsing: Self.feed).validate(XMLTree(parsing: long)).isValid)
        let few = try XMLRelaxNGSchema(parsing: Self.feed, options: XMLSchemaOptions(collectedChildren: 10_000))
        let stopped = few.validate(try XMLTree(parsing: long)).diagnostics
        #expect(stopped.map(\.code) == [.validationStopped] && stopped.first?.location?.column == 1)
        #expect(stopped.first?.path == "feed")
        #expect(stopped.first?.help?.contains("collectedChildren") == true)
        // What has ended is not counted.
        let small = try XMLRelaxNGSchema(
            parsing: Self.relaxNG, options: XMLSchemaOptions(collectedSize: 5_000))
        let meta = "<meta><part n='1'>1</part><from>\(String(repeating: "x", count: 500))</from></meta>"
        let many = OrdersDocument.text(200) { "<order id='\($0)'><item/>\(meta)</order>" }
        let attributed = many.replacing("<orders>", with: "<orders version='1'>")
        #expect(small.validate(try XMLTree(parsing: many)).isValid)
        #expect(small.validate(try XMLTree(parsing: attributed)).diagnostics.map(\.code) == [.unexpectedAttribute])
        let text = many.replacing("<from>", with: "<from>" + String(repeating: "x", count: 6_000))
        #expect(Set(small.validate(try XMLTree(parsing: text)).diagnostics.map(\.code)) == [.validationStopped])
        let nested = try XMLRelaxNGSchema(
            parsing: """
                <grammar xmlns="http://relaxng.org/ns/structure/1.0"><start><ref name="a"/></start>
                 <define name="a"><element name="a"><interleave><optional><ref name="a"/></optional><optional><element name="b"><empty/></element></optional></interleave></element></define>
                </grammar>
                """)
        var options = XMLParsingOptions()
        options.limits.depth = 100_000
        for (depth, codes) in [(400, []), (5_000, [XMLError.Code.validationStopped])] {
            let text = String(repeating: "<a>", count: depth) + String(repeating: "</a>", count: depth)
            #expect(try nested.validate(XMLTree(parsing: text, options: options)).diagnostics.map(\.code) == codes)
        }
    }

    @Test("IDs of RELAX NG: unique, and referred to, in elements that are collected and in others")
    func ids() throws {
        let schema = try XMLRelaxNGSchema(
            parsing: """
                <element name="r" xmlns="http://relaxng.org/ns/structure/1.0"
                  datatypeLibrary="http://www.w3.org/2001/XMLSchema-datatypes"><zeroOrMore><choice>
                 <element name="a"><attribute name="id"><data type="ID"/></attribute><empty/></element>
                 <element name="b"><attribute name="to"><data type="IDREFS"/></attribute><empty/></element>
                 <element name="c"><interleave><element name="d"><attribute name="id"><data type="ID"/></attribute></element>
                  <optional><element name="e"><attribute name="to"><data type="IDREF"/></attribute></element></optional></interleave></element>
                </choice></zeroOrMore></element>
                """)
        func found(_ content: String) throws -> [String] {
            schema.validate(try XMLTree(parsing: "<r>\(content)</r>")).diagnostics.map {
                "\($0.location?.column ?? 0) \($0.code) \($0.path ?? "")"
            }
        }
        #expect(try found("<b to='x y'/><a id='x'/><c><d id='y'/><e to='x'/></c>") == [])
        #expect(try found("<a id='x'/><c><d id='x'/></c>") == ["25 duplicateKey r/c/d"])
        #expect(try found("<c><d id='x'/></c><b to='x y'/><c><d id=' y '/></c><a id='z'/>") == [])
        #expect(try found("<b to='w'/><a id='x'/><q/><a id='w'/>") == ["26 unexpectedElement r/q"])
        #expect(try found("<a id='x'/><a id='x'/>") == ["22 duplicateKey r/a[2]"])
        #expect(
            try found("<b to='x y'/><a id='x'/><c><d id='z'/><e to='w'/></c>") == [
                "11 danglingReference r/b", "49 danglingReference r/c/e",
            ])
    }

    @Test("Content of an entity that was not read is not a fault, nor are references to what it may contain")
    func unread() throws {
        let document = "<!DOCTYPE feed [<!ENTITY e SYSTEM 'e.xml'>]><feed>&e;</feed>"
        let tree = try XMLTree(parsing: document)
        #expect(try XMLRelaxNGSchema(parsing: Self.feed).validate(tree).isValid)
        #expect(try XMLDTDSchema(parsing: "<!ELEMENT feed (title)>").validate(tree).isValid)
    }

    @Test(
        "What is not validated because of an entity that was not read is reported",
        arguments: [
            "&e;<t><u/></t><v/>", "<u/>&e;<t/>", "<u/><v/>&e;", "&e;<!-- --><t/>",
        ])
    func unreadAndUnchecked(_ content: String) throws {
        let names = ["u", "v"].map { "<element name='\($0)'><empty/></element>" }
        let relaxNG = [
            "<group>\(names.joined())</group>", "<interleave>\(names.joined())</interleave>",
            "<zeroOrMore><choice>\(names.joined())</choice></zeroOrMore>",
        ]
        let schemas: [any XMLDocumentSchema] =
            try relaxNG.map {
                try XMLRelaxNGSchema(
                    parsing: "<element name='feed' xmlns='http://relaxng.org/ns/structure/1.0'>\($0)</element>")
            } + [
                XMLSchema(
                    parsing: """
                        <xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema"><xs:element name="feed"><xs:complexType>
                        <xs:sequence><xs:element name="u"/><xs:element name="v"/></xs:sequence>
                        </xs:complexType></xs:element></xs:schema>
                        """)
            ]
        let text = "<!DOCTYPE feed [<!ENTITY e SYSTEM 'e.xml'>]><feed>\(content)</feed>"
        for schema in schemas {
            let found = schema.validate(try XMLTree(parsing: text)).diagnostics
            let isUnchecked = content.contains("<t")
            if isUnchecked { #expect(found.first?.code == .validationStopped, "\(found)") }
            #expect(found.allSatisfy { $0.code == .validationStopped }, "\(found)")
        }
    }

    @Test("Tasks share a schema")
    func tasks() async throws {
        let relaxNG = try XMLRelaxNGSchema(parsing: Self.relaxNG)
        let dtd = try XMLDTDSchema(parsing: Self.dtd)
        let document = OrdersDocument.text(200) { $0 % 10 == 5 ? "<order><itm/></order>\n" : nil }
        let expected = (
            relaxNG.validate(try XMLTree(parsing: document)), dtd.validate(try XMLTree(parsing: document))
        )
        #expect(expected.0.diagnosticCount == 40 && expected.1.diagnosticCount == 40)
        try await withThrowingTaskGroup(of: Bool.self) { group in
            for _ in 0..<8 {
                group.addTask {
                    let tree = try XMLTree(parsing: document)
                    return relaxNG.validate(tree) == expected.0 && dtd.validate(tree) == expected.1
                }
            }
            for try await isEqual in group { #expect(isEqual) }
        }
    }

    @Test(
        "Schemas that are not RELAX NG, or that libxml2 cannot compile, are errors",
        arguments: [
            "<a/>", "<element xmlns='http://relaxng.org/ns/structure/1.0'/>",
            "<grammar xmlns='http://relaxng.org/ns/structure/1.0'><start><ref name='x'/></start></grammar>",
            "<grammar xmlns='http://relaxng.org/ns/structure/1.0'><start><ref name='x'/></start><define name='x'><ref name='x'/></define></grammar>",
            "<grammar xmlns='http://relaxng.org/ns/structure/1.0'><include href='no.rng'/></grammar>",
        ])
    func invalid(_ schema: String) throws {
        let error = try #require(throws: XMLError.self) { try XMLRelaxNGSchema(parsing: schema) }
        #expect([.invalidSchema, .unresolvedSchema].contains(error.code))
        #expect(error.location != nil)
    }
}
