import LibXML
import LibXMLValidation
import Testing

/// What is wrong with documents that violate a RELAX NG schema, and where.
@Suite struct RelaxNGFaultTests {
    private static let schema = """
        <grammar xmlns="http://relaxng.org/ns/structure/1.0"
            datatypeLibrary="http://www.w3.org/2001/XMLSchema-datatypes">
          <start><element name="orders"><oneOrMore><ref name="order"/></oneOrMore></element></start>
          <define name="order">
            <element name="order">
              <attribute name="id"><data type="positiveInteger"/></attribute>
              <optional><attribute name="kind"><choice><value>new</value><value>paid</value></choice></attribute></optional>
              <optional><attribute name="due"><data type="date"/></attribute></optional>
              <element name="customer"><text/></element>
              <element name="date"><data type="date"/></element>
              <zeroOrMore><ref name="item"/></zeroOrMore>
              <optional><element name="status"><choice><value>open</value><value>closed</value></choice></element></optional>
              <optional><element name="meta"><interleave>
                <element name="from"><text/></element><element name="to"><data type="integer"/></element>
                <optional><element name="note"><text/></element></optional>
              </interleave></element></optional>
            </element>
          </define>
          <define name="item">
            <element name="item"><element name="title"><text/></element><element name="price"><data type="decimal"/></element></element>
          </define>
        </grammar>
        """

    private static func order(_ content: String, attributes: String = "id='1'") -> String {
        // A mark stands for the end tag, which the content contains.
        let end = content.hasSuffix("#") ? "" : "</order>"
        return "<orders>\n <order id='7'><customer>Ana</customer><date>2026-11-26</date></order>\n "
            + "<order \(attributes)>\(content.replacing("#", with: ""))\(end)\n</orders>"
    }

    private static let head = "<customer>Ana</customer><date>2026-11-26</date>"

    static let rows: [FaultRow] = [
        FaultRow(
            "|<order>|</order>", .unknownElement, "<order> is not a root element of the schema",
            help: "did you mean <orders>?"),
        FaultRow(
            order("|<custmer>|Ana</custmer>"), .unexpectedElement, "unexpected <custmer> in <order>",
            help: "did you mean <customer>?"),
        FaultRow(
            order("<customer>Ana</customer>|<item>|</item>"), .unexpectedElement,
            "unexpected <item> in <order> after <customer>", help: "<order> may contain it, but not at this place"),
        FaultRow(
            order("<customer>Ana</customer>|</order>|#"), .missingElement,
            "<order> is incomplete: missing <date> after <customer>"),
        FaultRow(
            order("<customer>Ana</customer>\n<date>|2026-13-26|</date>"), .invalidValue,
            "“2026-13-26” is not a value of <date>, which is of the type date"),
        FaultRow(
            order("<customer>Ana</customer>\n|<date|/>"), .invalidValue,
            "“” is not a value of <date>, which is of the type date"),
        FaultRow(
            order(head, attributes: "id='|x1|'"), .invalidValue,
            "“x1” is not a value of the attribute “id”, which is of the type positiveInteger"),
        FaultRow(
            order(head, attributes: "id='1' kind='|old|'"), .notInEnumeration,
            "“old” is not a value of the attribute “kind”, expected “new” or “paid”"),
        FaultRow(
            order(head, attributes: "id='1' due='|soon|'"), .invalidValue,
            "“soon” is not a value of the attribute “due”, which is of the type date"),
        FaultRow(
            order(head, attributes: "|status|='1' id='1'"), .unexpectedAttribute,
            "<order> may not have the attribute “status”"),
        FaultRow(
            order(head, attributes: "id='1' |knd|='new'"), .unexpectedAttribute,
            "<order> may not have the attribute “knd”", help: "did you mean kind?"),
        FaultRow(
            "<orders>|<order>|<customer>Ana</customer><date>2026-11-26</date></order></orders>", .missingAttribute,
            "<order> needs the attribute “id”"),
        FaultRow(
            order("<customer>Ana</customer> |stray| <date>2026-11-26</date>"), .unexpectedText,
            "text is not allowed in <order> at this place"),
        FaultRow(
            order(head + "<status> |shut| </status>"), .notInEnumeration,
            "“ shut ” is not a value of <status>, expected “open” or “closed”"),
        FaultRow(
            order(head + "<meta><from>a</from>|<too>|1</too><to>1</to></meta>"), .unexpectedElement,
            "unexpected <too> in <meta> after <from>", help: "did you mean <to>?"),
        FaultRow(
            order(head + "<meta><from>a</from>|</meta>|"), .missingElement,
            "<meta> is incomplete: missing <to> after <from>"),
        FaultRow(
            order(head + "<meta><from>a</from><to>\n |one| </to></meta>"), .invalidValue,
            "“\\n one ” is not a value of <to>, which is of the type integer"),
        FaultRow(
            order(head + "<item><title>é</title><price>|1,5|</price></item>"), .invalidValue,
            "“1,5” is not a value of <price>, which is of the type decimal"),
    ]

    @Test("A fault has a code, a message and an exact range", arguments: rows)
    func fault(_ row: FaultRow) throws {
        let schema = try XMLRelaxNGSchema(parsing: Self.schema)
        try row.check(schema)
    }

    @Test(
        "An item after those of a list is a violation, also where libxml2 reports it late",
        arguments: [
            "<choice><list><value>x</value></list><list><value>y</value>\n</list ></choice>",
            "<externalRef href='l'/>",
        ])
    func extraItems(pattern: String) throws {
        let namespace = "http://relaxng.org/ns/structure/1.0"
        let options = XMLSchemaOptions { _ in
            Array(
                "<n:list xmlns:n='\(namespace)'><n:choice><n:value>x</n:value><n:value>y</n:value></n:choice></n:list>"
                    .utf8)
        }
        let schema = try XMLRelaxNGSchema(
            parsing: "<element name='a' xmlns='\(namespace)'>\(pattern)</element>", options: options)
        for (text, isValid) in [("x", true), (" y ", true), ("z", false), ("", false), ("x x", false)] {
            #expect(try schema.validate(XMLTree(parsing: "<a>\(text)</a>")).isValid == isValid, "\(text)")
        }
        for length in [1, 300_000] {
            let item = String(repeating: "x", count: length)
            let found = try schema.validate(XMLTree(parsing: "<a>x \(item)</a>")).diagnostics
            #expect(found.map(\.code) == [.invalidValue] && found.first?.location?.column == 4)
        }
    }

    private static let contents: [(pattern: String, row: FaultRow)] = [
        (
            "<zeroOrMore><element name='e'><empty/></element></zeroOrMore>",
            FaultRow(
                "<r>\n <e/>\n |<![CDATA[x]]>|</r>", .unexpectedText, "text is not allowed in <r> at this place")
        ),
        (
            "<choice><value>x</value><value>y</value></choice>",
            FaultRow(
                "<r>x<!-- -->|<f>|x</f></r>", .unexpectedElement, "unexpected <f> in <r>",
                help: "<r> contains no elements")
        ),
        (
            "<element name='e'><data type='token'/></element>",
            FaultRow(
                "<r><e>|<f>|</f></e></r>", .unexpectedElement, "unexpected <f> in <e>",
                help: "<e> contains no elements")
        ),
        (
            "<list><data type='token'/></list>",
            FaultRow(
                "<r>x |<r>|</r></r>", .unexpectedElement, "unexpected <r> in <r>", help: "<r> contains no elements")
        ),
        (
            interleaved.replacing("<empty/></element><el", with: "<data type='int'/></element><el"),
            FaultRow(
                "<r><e> <?a?> |<![CDATA[x]]>|</e><f/></r>", .invalidValue,
                "“  x” is not a value of <e>, which is of the type int")
        ),
        (
            interleaved,
            FaultRow(
                "<r><e/><f/>|<zz|/></r>", .unexpectedElement, "unexpected <zz> in <r> after <f>",
                help: "<r> may contain <e> and <f>")
        ),
        (
            interleaved,
            FaultRow("<r><e/><f/> |t| </r>", .unexpectedText, "text is not allowed in <r> at this place")
        ),
        (
            interleaved,
            FaultRow("<r><e>|x|</e><f/></r>", .unexpectedText, "text is not allowed in <e> at this place")
        ),
    ]

    private static let interleaved =
        "<interleave><element name='e'><empty/></element><element name='f'><empty/></element></interleave>"

    @Test("What an element may not contain is reported at its place", arguments: contents)
    func content(_ pattern: String, _ row: FaultRow) throws {
        let schema = try XMLRelaxNGSchema(
            parsing: """
                <element name="r" xmlns="http://relaxng.org/ns/structure/1.0"
                    datatypeLibrary="http://www.w3.org/2001/XMLSchema-datatypes">\(pattern)</element>
                """)
        try row.check(schema)
    }

    @Test("A list without patterns is not a schema", arguments: ["", "<o:x xmlns:o='urn:o'/>"])
    func emptyLists(content: String) throws {
        #expect(throws: XMLError.self) {
            try XMLRelaxNGSchema(
                parsing: """
                    <element name='a' xmlns='http://relaxng.org/ns/structure/1.0'><list>\(content)</list></element>
                    """)
        }
    }
}
