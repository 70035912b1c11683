import LibXML
import LibXMLValidation
import Testing

/// What is wrong with documents that violate a DTD, and where.
@Suite struct DTDFaultTests {
    private static let dtd = """
        <!-- <!ELEMENT orders EMPTY> -->
        <!ENTITY % id 'id ID #REQUIRED'>
        <!ELEMENT orders (order+)>
        <!ATTLIST orders xmlns:x CDATA #IMPLIED version CDATA #FIXED "1">
        <!ELEMENT order (customer, (item | gift)*, note?, x:end?)>
        <!ATTLIST order %id; kind (new | paid) "new" after IDREF #IMPLIED code NMTOKEN #IMPLIED>
        <!ELEMENT customer (#PCDATA)>
        <!ELEMENT item (#PCDATA | b | i)*>
        <!ELEMENT b (#PCDATA)> <!ELEMENT i (#PCDATA)>
        <!ELEMENT gift EMPTY>
        <!ELEMENT note ANY>
        <!ELEMENT x:end EMPTY>
        """

    private static func order(_ content: String, attributes: String = "id='b'") -> String {
        // A mark stands for the end tag, which the content contains.
        let end = content.hasSuffix("#") ? "" : "</order>"
        return "<orders>\n <order id='a'><customer>Ana</customer></order>\n "
            + "<order \(attributes)>\(content.replacing("#", with: ""))\(end)\n</orders>"
    }

    private static let head = "<customer>Ana</customer>"

    static let rows: [FaultRow] = [
        FaultRow(
            "|<ordrs>|</ordrs>", .unknownElement, "the DTD does not declare <ordrs>", help: "did you mean <orders>?"),
        FaultRow(
            order("|<note>|</note>"), .unexpectedElement, "unexpected <note>, expected <customer>"),
        FaultRow(
            order(head + "<note/>|<item>|</item>"), .unexpectedElement,
            "unexpected <item>, expected <x:end> after <note>"),
        FaultRow(
            order("|</order>|#"), .missingElement,
            "<order> is incomplete: missing <customer>"),
        FaultRow("<orders>|</orders>|", .missingElement, "<orders> is incomplete: missing <order>"),
        FaultRow(
            order(head + "<item>a <b>c</b>|<customer>|</customer></item>"), .unexpectedElement,
            "unexpected <customer>: <item> may not contain it"),
        FaultRow(
            order("<customer>a |<b>|c</b></customer>"), .unexpectedElement,
            "unexpected <b>: <customer> may contain only text"),
        FaultRow(order(head + "<gift>|<b>|c</b></gift>"), .unexpectedElement, "unexpected <b>: <gift> must be empty"),
        FaultRow(
            order(head + "|<gift>| </gift>"), .unexpectedText,
            "text is not allowed in <gift>, which must be empty"),
        FaultRow(
            order(head + "<gift>\n |&lt;|</gift>"), .unexpectedText,
            "text is not allowed in <gift>, which must be empty"),
        FaultRow(
            order(head + "<gift> |<![CDATA[ ]]>|</gift>"), .unexpectedText,
            "a CDATA section is not allowed in <gift>, which must be empty"),
        FaultRow(order(head + "<gift> |<b>|c</b></gift>"), .unexpectedElement, "unexpected <b>: <gift> must be empty"),
        FaultRow(
            order(head + "\n |stray| <gift/>"), .unexpectedText,
            "text is not allowed in <order>, which may contain only elements"),
        FaultRow(
            order(head, attributes: "id='b' kind='|old|'"), .notInEnumeration,
            "“old” is not a value of the attribute “kind”, expected “new” or “paid”"),
        FaultRow(
            order(head, attributes: "id='|1|'"), .invalidValue,
            "“1” is not a value of the attribute “id”, which is of the type ID"),
        FaultRow(order(head, attributes: "id='|a|'"), .duplicateKey, "the ID “a” occurs twice"),
        FaultRow(
            order(head, attributes: "id='b' code='|a b|'"), .invalidValue,
            "“a b” is not a value of the attribute “code”, which is of the type NMTOKEN"),
        FaultRow(
            order(head, attributes: "id='b' |knd|='new'"), .unexpectedAttribute,
            "<order> may not have the attribute “knd”", help: "did you mean kind?"),
        FaultRow(
            "<orders>|<order>|<customer/></order></orders>", .missingAttribute, "<order> needs the attribute “id”"),
        FaultRow(
            "<orders version='|2|'><order id='a'><customer/></order></orders>", .notInEnumeration,
            "“2” is not a value of the attribute “version”, expected “1”"),
        FaultRow(order(head, attributes: "id='b' after='|c|'"), .danglingReference, "“c” is not the ID of an element"),
        FaultRow(
            "<orders xmlns:x='u'><order id='a'><customer/><x:end>|<x:end|/></x:end></order></orders>",
            .unexpectedElement,
            "unexpected <x:end>: <x:end> must be empty"),
    ]

    @Test("A fault has a code, a message and an exact range", arguments: rows)
    func fault(_ row: FaultRow) throws {
        let dtd = try XMLDTDSchema(parsing: Self.dtd)
        try row.check(dtd)
    }

    @Test("A valid document, with entities, names with prefixes and default values")
    func valid() throws {
        let document = """
            <!DOCTYPE orders [\(Self.dtd.replacing("%id;", with: "id ID #REQUIRED"))<!ENTITY who "<b>Bo</b>">]>
            <orders xmlns:x="u" version="1"><order id="a" after=" b "><customer>Ana</customer><item>for &who; &amp; <i/></item>
            <note><gift/>x<item/></note><x:end/></order><!-- c --><order id="b" code=" 1.a "><customer/></order></orders>
            """
        let tree = try XMLTree(parsing: document)
        let dtd = try XMLDTDSchema(of: tree)
        #expect(dtd.validate(tree).diagnostics.isEmpty)
        let other = try XMLTree(parsing: document.replacing("DOCTYPE orders", with: "DOCTYPE order"))
        let found = try XMLDTDSchema(of: other).validate(other).diagnostics
        #expect(found.map(\.message) == ["the root element is <orders>, expected <order>"])
    }

    @Test("The note is the place of the declaration, in the document or in a file of the DTD")
    func notes() throws {
        let folder = try TemporaryFolder([
            "list.dtd": "<!ENTITY % items SYSTEM 'parts/items.mod'>\n%items;\n<!ELEMENT list (item+)>",
            "parts/items.mod":
                "<?xml encoding='UTF-8'?>\n<!ENTITY % q '\"&#39;&#37;'>\n<!ELEMENT item EMPTY>",
        ])
        let dtd = try XMLDTDSchema(parsing: .file(folder.path + "/list.dtd"))
        let found = dtd.validate(try XMLTree(parsing: "<list><item>x</item></list>")).diagnostics
        #expect(found.first?.note?.location.sourceName?.hasSuffix("parts/items.mod") == true)
        #expect(found.first?.note?.location.line == 3)
        #expect(dtd.validate(try XMLTree(parsing: "<list/>")).diagnostics.first?.note?.location.line == 3)
        let tree = try XMLTree(parsing: "<!DOCTYPE a [\n <!ELEMENT a EMPTY>]><a>x</a>")
        let own = try XMLDTDSchema(of: tree).validate(tree).diagnostics
        #expect(own.first?.note?.location == XMLLocation(line: 2, column: 2, byteOffset: 15))
    }

    @Test("A DTD with errors is an error, with its place")
    func errors() throws {
        let error = try #require(throws: XMLError.self) {
            try XMLDTDSchema(parsing: "<!ELEMENT a EMPTY>\n <!ELEMENT b (a,>")
        }
        #expect(error.code == .invalidSchema)
        #expect(error.location?.line == 2)
        let missing = try #require(throws: XMLError.self) {
            try XMLDTDSchema(parsing: "<!ENTITY % a SYSTEM '/etc/passwd'>%a;")
        }
        #expect(missing.code == .unresolvedSchema)
        #expect(missing.location == XMLLocation(line: 1, column: 22, byteOffset: 21, sourceName: "DTD"))
        let folder = try TemporaryFolder([
            "a.dtd": "<!ENTITY % a SYSTEM '/etc/passwd'>%a;", "b.dtd": "<!ENTITY % a SYSTEM 'b.dtd'>%a;",
        ])
        let outside = try #require(throws: XMLError.self) { try XMLDTDSchema(parsing: .file(folder.path + "/a.dtd")) }
        #expect(outside.code == .unresolvedSchema)
        let circular = try #require(throws: XMLError.self) { try XMLDTDSchema(parsing: .file(folder.path + "/b.dtd")) }
        #expect(circular.code == .schemaTooComplex)
        // A declaration that only an entity contains is not read.
        let hidden = "<!ENTITY % a '&#60;!ENTITY &#37; b SYSTEM \"/etc/passwd\">'> %a; %b; <!ELEMENT r EMPTY>"
        let unresolved = try #require(throws: XMLError.self) { try XMLDTDSchema(parsing: hidden) }
        #expect(unresolved.code == .unresolvedSchema)
        let ambiguous = try #require(throws: XMLError.self) {
            try XMLDTDSchema(parsing: "<!ELEMENT a EMPTY>\n<!ELEMENT r ((a, b) | (a, c))>")
        }
        #expect(ambiguous.code == .invalidSchema)
        #expect(ambiguous.location?.line == 2)
        let names = (1...600).map { "a\($0)?" }.joined(separator: ",")
        let complex = try #require(throws: XMLError.self) { try XMLDTDSchema(parsing: "<!ELEMENT r (\(names))>") }
        #expect(complex.code == .schemaTooComplex)
    }

    @Test("Files of entities that are not used need not exist, and the first declaration of an entity counts")
    func unusedEntities() throws {
        let dtd = try XMLDTDSchema(
            parsing: """
                <?xml
                encoding='UTF-8'?><!ENTITY % a "<!ELEMENT r (#PCDATA)>"><!ENTITY % a SYSTEM 'no.mod'>
                <!ENTITY % b SYSTEM 'no.mod'><![IGNORE[ <!ENTITY % c SYSTEM 'no.mod'> %b; ]]> %a;
                """)
        #expect(dtd.validate(try XMLTree(parsing: "<r/>")).isValid)
    }

    @Test("Files contain comments, references and conditional sections, as those of DocBook do")
    func modules() throws {
        let folder = try TemporaryFolder([
            "list.dtd":
                """
            <!ENTITY % items.module "INCLUDE">
            <![%items.module;[ <!ENTITY % items PUBLIC "-//items//" "items.mod"> %items; ]]>
            <!ELEMENT list (%item.class;)+>
            """,
            "items.mod":
                """
            <!-- O'Reilly & Associates: "%item.class;" is 100 % -->
            <?note A & B?><![IGNORE[ <!-- & --> ]]>
            <!ENTITY company "O&#39;Reilly &#38; &others;"><!ENTITY others 'Associates'>
            <!ENTITY % local.class ""> <!ENTITY % item.class "item %local.class;">
            <!ENTITY % parts SYSTEM "parts.mod"> %parts;
            <!ELEMENT item (part*)>
            """,
            "parts.mod": "<!-- &, & --><!ELEMENT part EMPTY><!ATTLIST part name CDATA 'A &#38; B'>",
        ])
        let dtd = try XMLDTDSchema(parsing: .file(folder.path + "/list.dtd"))
        #expect(dtd.validate(try XMLTree(parsing: "<list><item><part name='&amp;'/></item></list>")).isValid)
        let found = dtd.validate(try XMLTree(parsing: "<list><item/><part/></list>")).diagnostics
        #expect(found.map(\.code) == [.unexpectedElement])
        #expect(found.first?.note?.location.line == 3)
    }

    @Test("Entities refer to others in any order, and an undeclared one in a default value is an error")
    func references() throws {
        let folder = try TemporaryFolder([
            "terms.mod":
                "<!ENTITY a 'A'><!ENTITY b '&a; &c; &never;'><!ENTITY c 'C &amp;'><!ATTLIST r x CDATA #FIXED '&a;'>",
            "empty.mod": "<!ELEMENT r EMPTY>",
        ])
        let terms = "<!ENTITY % terms SYSTEM 'terms.mod'> %terms; <!ELEMENT r EMPTY>"
        let options = XMLSchemaOptions(folder: folder.path)
        let dtd = try XMLDTDSchema(parsing: terms, options: options)
        #expect(dtd.validate(try XMLTree(parsing: "<r x='A'/>")).isValid)
        #expect(dtd.validate(try XMLTree(parsing: "<r x='B'/>")).diagnostics.map(\.code) == [.notInEnumeration])
        for start in ["<!ELEMENT r EMPTY>", "<!ENTITY % e SYSTEM 'empty.mod'> %e;"] {
            let error = try #require(throws: XMLError.self) {
                try XMLDTDSchema(parsing: start + "\n<!ATTLIST r x CDATA '&never;'>", options: options)
            }
            #expect(error.code == .invalidSchema && error.location?.line == 2)
        }
    }

    @Test("An error in a file of the DTD is located there")
    func errorsOfModules() throws {
        let folder = try TemporaryFolder([
            "list.dtd": "<!ELEMENT list (item)>\n<!ENTITY % items SYSTEM 'items.mod'>\n\n%items;",
            "items.mod": "<?xml encoding='UTF-8'?>\n<!ENTITY % parts SYSTEM 'parts.mod'>\n<!-- & -->\n%parts;",
            "parts.mod": "<!ELEMENT part EMPTY>\n\n\n <!ELEMENT item (part,>",
            "content.mod": "part*",
            "other.dtd": "<!ENTITY % content SYSTEM 'content.mod'><!ELEMENT list (%content;)><!ELEMENT part EMPTY>",
        ])
        let error = try #require(throws: XMLError.self) { try XMLDTDSchema(parsing: .file(folder.path + "/list.dtd")) }
        #expect(error.code == .invalidSchema)
        #expect(error.location?.sourceName?.hasSuffix("parts.mod") == true)
        #expect(error.location?.line == 4)
        // A file may also be a part of a declaration.
        let other = try XMLDTDSchema(
            parsing: .file(folder.path + "/other.dtd"), options: XMLSchemaOptions(size: .max))
        #expect(other.validate(try XMLTree(parsing: "<list><part/><part/></list>")).isValid)
        let nul = try #require(throws: XMLError.self) { try XMLDTDSchema(parsing: "<!ELEMENT r EMPTY>\0<!ELEMENT a>") }
        #expect(nul.code == .invalidSchema)
    }

    @Test("A fixed value may contain references, also in a DTD without entities")
    func fixedValues() throws {
        let dtd = try XMLDTDSchema(
            parsing: "<!ELEMENT r EMPTY><!ATTLIST r x CDATA #FIXED 'A &#38; B' y CDATA #FIXED '&lt;'>")
        #expect(dtd.validate(try XMLTree(parsing: "<r x='A &amp; B' y='&lt;'/>")).isValid)
        let other = dtd.validate(try XMLTree(parsing: "<r x='A &amp;#38; B'/>")).diagnostics
        #expect(other.map(\.code) == [.notInEnumeration])
    }

    @Test("Parameter entities and default values that grow with each level end with an error", arguments: 0..<3)
    func growth(_ shape: Int) throws {
        func text(levels: Int) -> String {
            let separator = shape == 0 ? "<!ENTITY z \"\">" : "<!-- x -->"
            let inner = (1...levels).map { level in
                let twice = [String](repeating: "&#37;e\(level - 1);", count: 2).joined(separator: " \(separator) ")
                return shape == 2
                    ? "<!ENTITY e\(level) '&e\(level - 1);&e\(level - 1);'>"
                    : "<!ENTITY % e\(level) '\(separator) \(twice) \(separator)'>"
            }
            switch shape {
            case 0: return "<!ENTITY % e0 '<!ENTITY q \"\">'>" + inner.joined() + "%e\(levels); <!ELEMENT r EMPTY>"
            case 1: return "<!ENTITY % e0 '<!-- x -->'>" + inner.joined() + "%e\(levels); <!ELEMENT r EMPTY>"
            default:
                return "<!ENTITY e0 'x'>" + inner.joined()
                    + "<!ENTITY % list ' <!ATTLIST r x CDATA \"&e\(levels);\">   '> %list;  <!ELEMENT r EMPTY>"
            }
        }
        #expect(throws: Never.self) { try XMLDTDSchema(parsing: text(levels: 3)) }
        let error = try #require(throws: XMLError.self) { try XMLDTDSchema(parsing: text(levels: 25)) }
        // libxml2 has limits of its own, from 2.11 on.
        #expect(error.code == .schemaTooComplex || error.code == .invalidSchema)
    }

    @Test(
        "Parameter entities that contain themselves, or grow with each level, are an error",
        arguments: [
            "<!ENTITY % a '&#37;b;'><!ENTITY % b '&#37;a;'>%a;", "<!ENTITY % a '&#37;a;&#37;a;'>%a;",
            "<!ENTITY % e0 '<!--x-->'>"
                + (1...30).map { "<!ENTITY % e\($0) '&#37;e\($0 - 1);&#37;e\($0 - 1);'>" }.joined() + "%e30;",
            "<!ENTITY % e0 '<!--xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx-->'>"
                + (1...30).map { "<!ENTITY % e\($0) '%e\($0 - 1);%e\($0 - 1);'>" }.joined() + "%e30;",
        ])
    func growing(_ text: String) {
        #expect(throws: XMLError.self) { try XMLDTDSchema(parsing: text + "<!ELEMENT r EMPTY>") }
    }

    @Test("An element of a document is validated as it is written, and need not be the root element")
    func elements() throws {
        let tree = try XMLTree(
            parsing: """
                <!DOCTYPE r [<!ELEMENT r (p:e)><!ATTLIST r xmlns:p CDATA #FIXED 'urn:p'>
                <!ELEMENT p:e (f*)><!ELEMENT f EMPTY>]><r xmlns:p='urn:p'><p:e><f/><f>x</f></p:e></r>
                """)
        let dtd = try XMLDTDSchema(of: tree)
        #expect(dtd.validate(tree).diagnostics.map(\.code) == [.unexpectedText])
        let element = try #require(tree.root.elements.first)
        #expect(dtd.validate(element).diagnostics.map(\.code) == [.unexpectedText])
        #expect(dtd.validate(try #require(element.elements.first)).isValid)
        var records = try XMLRecords(parsing: tree.description, at: "r/*")
        #expect(dtd.validate(try #require(try records.next())).diagnostics.map(\.code) == [.unexpectedText])
        let plain = try XMLTree(parsing: "<!DOCTYPE r [<!ELEMENT r (e)><!ELEMENT e EMPTY>]><r><e/></r>")
        var parts = try XMLRecords(parsing: plain.description, at: "r/e")
        let part = try #require(try parts.next())
        #expect(try XMLDTDSchema(of: plain).validate(part).diagnostics.isEmpty)
        let detached = try #require(plain.root.elements.first).detached()
        #expect(try XMLDTDSchema(of: plain).validate(detached).diagnostics.isEmpty)
    }

    @Test("Values are compared by their characters")
    func characters() throws {
        let dtd = try XMLDTDSchema(
            parsing: "<!ELEMENT r (r*)><!ATTLIST r id ID #IMPLIED f CDATA #FIXED 'é' k (é | b) #IMPLIED>")
        func codes(_ text: String) throws -> [XMLError.Code] {
            try dtd.validate(XMLTree(parsing: text)).diagnostics.map(\.code)
        }
        #expect(try codes("<r id='\u{E9}'><r id='e\u{301}' f='\u{E9}'/></r>") == [])
        #expect(try codes("<r f='e\u{301}'/>") == [.notInEnumeration])
        #expect(try codes("<r k='e\u{301}'/>") == [.notInEnumeration])
        #expect(try codes("<r id='a'><r id=' a '/></r>") == [.duplicateKey])
    }
}
