import CheckCases
import LibXML
import LibXMLValidation
import Testing

@Suite struct SchemaFaultTests {
    private static let schema = """
        <xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema">
         <xs:element name="order"><xs:complexType><xs:sequence>
          <xs:element name="name" type="xs:string"/>
          <xs:choice>
           <xs:element name="price" type="xs:decimal"/>
           <xs:element name="currency"><xs:simpleType><xs:restriction base="xs:string">
            <xs:enumeration value="EUR"/><xs:enumeration value="USD"/></xs:restriction></xs:simpleType></xs:element>
          </xs:choice>
          <xs:element name="count" minOccurs="0"><xs:simpleType><xs:restriction base="xs:int">
           <xs:maxInclusive value="10"/></xs:restriction></xs:simpleType></xs:element>
          <xs:element name="code" minOccurs="0" maxOccurs="2"><xs:simpleType><xs:restriction base="xs:string">
           <xs:pattern value="[A-Z]+"/><xs:maxLength value="3"/></xs:restriction></xs:simpleType></xs:element>
          <xs:element name="empty" minOccurs="0" nillable="true"><xs:complexType/></xs:element>
         </xs:sequence>
         <xs:attribute name="id" type="xs:int" use="required"/>
         <xs:attribute name="version" fixed="1"/>
         <xs:attribute name="key" type="xs:ID"/>
         </xs:complexType></xs:element>
         <xs:element name="orders"><xs:complexType><xs:sequence>
          <xs:element ref="order" maxOccurs="unbounded"/></xs:sequence></xs:complexType>
          <xs:unique name="number"><xs:selector xpath="order"/><xs:field xpath="@id"/></xs:unique>
         </xs:element>
        </xs:schema>
        """

    struct Row: Sendable, CustomTestStringConvertible {
        var document: String
        /// The diagnostics: column and end, code, path and message of each.
        var found: [String]
        var testDescription: String { document }

        init(_ document: String, _ found: String...) {
            self.document = document
            self.found = found
        }
    }

    private static let rows = [
        Row("<order id='1'><name/><price>1</price></order>"),
        Row(
            "<order id='1'><name/><currency>EUX</currency></order>",
            "32-35 notInEnumeration order/currency: “EUX” is not a value of <currency>, expected “EUR” or “USD”"),
        Row(
            "<order id='x'><name/><price/></order>",
            "12-13 invalidValue order: “x” is not a value of “id”, which is of the type xs:int",
            "22-28 invalidValue order/price: “” is not a value of <price>, which is of the type xs:decimal"),
        Row(
            "<order><name/>text<price>1</price></order>",
            "1-8 missingAttribute order: <order> needs the attribute “id”",
            "15-19 unexpectedText order: text is not allowed in <order>, which may contain only elements"),
        Row(
            "<order id='1' z='2' version='2'><name/><price>1</price></order>",
            "15-16 unexpectedAttribute order: <order> may not have the attribute “z”",
            "30-31 invalidContent order: “2” is not the value of the attribute “version”, which is “1” in every document"
        ),
        Row(
            "<order id='1'><name/><price>1</price><count>11</count></order>",
            "45-47 outOfRange order/count: “11” is not a value of <count>, expected at most 10"),
        Row(
            "<order id='1'><name/><price>1</price><code>A</code><code>ab</code></order>",
            "58-60 patternMismatch order/code[2]: “ab” is not a value of <code>, expected the pattern [A-Z]+"),
        Row(
            "<order id='1'><name/><price>1</price><code>ABCD</code></order>",
            "44-48 outOfRange order/code: the length of <code> is 4, expected at most 3"),
        Row(
            "<order id='1'><name>a<b/>c</name><price>1</price></order>",
            "22-24 unexpectedElement order/name/b: unexpected <b>: <name> may contain only text"),
        Row(
            "<order id='1'><name/><price>1</price><empty><u/></empty></order>",
            "45-47 unexpectedElement order/empty/u: unexpected <u>: <empty> must be empty"),
        Row(
            "<order id='1'><name/><price>1</price><empty> x </empty></order>",
            "46-47 unexpectedText order/empty: text is not allowed in <empty>, which must be empty"),
        Row(
            "<order id='1'><name/><price>1</price><empty> &lt;</empty></order>",
            "46-50 unexpectedText order/empty: text is not allowed in <empty>, which must be empty"),
        Row(
            "<order id='1'><name/><price>1</price><empty> <![CDATA[x]]></empty></order>",
            "46-59 unexpectedText order/empty: text is not allowed in <empty>, which must be empty"),
        Row(
            "<order id='1'><name/><price>1</price><empty> </empty></order>",
            "38-45 unexpectedText order/empty: text is not allowed in <empty>, which must be empty"),
        Row(
            "<order id='1'><name/><price>1</price><empty> <u/></empty></order>",
            "46-48 unexpectedElement order/empty/u: unexpected <u>: <empty> must be empty"),
        Row(
            "<order id='1'><name/></order>",
            "22-30 missingElement order: <order> is incomplete: missing <price> or <currency> after <name>"),
        Row("<order id='1'/>", "1-7 missingElement order: <order> is incomplete: missing <name>"),
        Row(
            "<order id='1'><price>1</price></order>",
            "15-22 unexpectedElement order/price: unexpected <price>, expected <name>"),
        Row(
            "<order id='1'><name/><price>1</price><price/></order>",
            "38-44 unexpectedElement order/price[2]: unexpected <price>, expected <count>, <code> or <empty> after "
                + "<price>"),
        Row("<ordr/>", "1-6 unknownElement ordr: the schema does not declare <ordr>"),
        Row(
            "<orders><order id='1'><name/><price>1</price></order><order id='1'><name/><price>1</price></order></orders>",
            "54-60 duplicateKey orders/order[2]: the value “1” of “number” is not unique"),
        Row(
            "<orders><order id='1' key='a'><name/><price>1</price></order>"
                + "<order id='2' key=' a'><name/><price>1</price></order></orders>",
            "81-83 duplicateKey orders/order[2]: the ID “a” occurs twice"),
        Row(
            "<order id='1'><name/><price>&lt;&amp;</price></order>",
            "29-38 invalidValue order/price: “<&” is not a value of <price>, which is of the type xs:decimal"),
        Row(
            "<order id='&amp;#38;'><name/><price>1</price></order>",
            "12-21 invalidValue order: “&#38;” is not a value of “id”, which is of the type xs:int"),
        Row(
            "<order id='1'><name/><price><![CDATA[x]]></price></order>",
            "29-42 invalidValue order/price: “x” is not a value of <price>, which is of the type xs:decimal"),
        Row(
            "<order id=\"O'Brien\"><name/><price>localhost</price></order>",
            "12-19 invalidValue order: “O'Brien” is not a value of “id”, which is of the type xs:int",
            "35-44 invalidValue order/price: “localhost” is not a value of <price>, which is of the type xs:decimal"),
        Row(
            "<order id='1'><name/><price>1</price><code>é</code><code>ÀÉ's</code></order>",
            "44-45 patternMismatch order/code[1]: “é” is not a value of <code>, expected the pattern [A-Z]+",
            "58-62 outOfRange order/code[2]: the length of <code> is 4, expected at most 3"),
        Row(
            "<order id='1'>a<name/>b<price>1</price></order>",
            "15-16 unexpectedText order: text is not allowed in <order>, which may contain only elements",
            "23-24 unexpectedText order: text is not allowed in <order>, which may contain only elements"),
        Row(
            "<order id='1'>\(String(repeating: " ", count: 5_000)) &lt; x<name/><price>1</price></order>",
            "5016-5022 unexpectedText order: text is not allowed in <order>, which may contain only elements"),
        Row(
            "<order id='1'><name/><price>1</price><nme/><price>x</price></order>",
            "38-42 unexpectedElement order/nme: unexpected <nme>, expected <count>, <code> or <empty> after <price>"),
        Row(
            "<order id='1'><name/>a<!-- -->b<price>1</price></order>",
            "22-23 unexpectedText order: text is not allowed in <order>, which may contain only elements"),
    ]

    @Test("Each fault is one diagnostic with its range, in a tree and while it is read", arguments: rows)
    func faults(_ row: Row) throws {
        let schema = try XMLSchema(parsing: Self.schema)
        let report = schema.validate(try XMLTree(parsing: row.document))
        #expect(report.diagnostics.map(\.short) == row.found)
        #expect(report.isValid == row.found.isEmpty)
        let options = XMLParsingOptions(validation: .init(schema, onError: .collect(limit: 10)))
        for engine in Reading.allCases {
            let found = try engine.diagnostics(of: row.document, options)
            #expect(found.withoutFirstNumbers == report.diagnostics.withoutFirstNumbers, "\(engine)")
        }
    }

    @Test(
        "A message describes the wildcards of a schema",
        arguments: [
            ("##local", "an element of no namespace"), ("##any", "any element"),
            ("##other", "an element of another namespace"),
            ("##local urn:a", "an element of no namespace or an element of the namespace “urn:a”"),
        ])
    func wildcards(_ namespace: String, _ expected: String) throws {
        let schema = try XMLSchema(
            parsing: """
                <xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema" targetNamespace="urn:t"><xs:element name="r">
                 <xs:complexType><xs:sequence><xs:any namespace="\(namespace)"/></xs:sequence></xs:complexType>
                </xs:element></xs:schema>
                """)
        let message = "<t:r> is incomplete: missing \(expected)"
        try FaultRow("<t:r xmlns:t='urn:t'>|</t:r>|", .missingElement, message).check(schema)
    }

    @Test("A diagnostic has an excerpt, help and the place of the declaration")
    func excerpt() throws {
        let schema = try XMLSchema(parsing: Self.schema, options: .init(sourceName: "order.xsd"))
        let options = XMLParsingOptions(sourceName: "order.xml")
        let report = schema.validate(try XMLTree(parsing: Self.rows[1].document, options: options))
        let diagnostic = try #require(report.diagnostics.first)
        #expect(
            diagnostic.description == """
                order.xml:1:32: error: “EUX” is not a value of <currency>, expected “EUR” or “USD” at order/currency
                order.xsd:6:4: note: <currency> is declared here
                help: did you mean “EUR”?
                """)
        #expect(
            diagnostic.snippet() == """
                 1 | <order id='1'><name/><currency>EUX</currency></order>
                   |                                ^~~
                """)
        #expect(diagnostic.snippet(in: Self.rows[1].document) == diagnostic.snippet())
        #expect(diagnostic.isViolation)
    }

    @Test("The first violation is thrown, with all others")
    func required() throws {
        let schema = try XMLSchema(parsing: Self.schema)
        let tree = try XMLTree(parsing: Self.rows[4].document)
        let error = try #require(throws: XMLError.self) { try schema.requireValid(tree) }
        #expect(error.code == .unexpectedAttribute)
        #expect(error.diagnostics.count == 2)
        try schema.requireValid(try XMLTree(parsing: Self.rows[0].document))
    }

    @Test("An element is validated with the namespaces around it")
    func element() throws {
        let schema = try XMLSchema(
            parsing: """
                <xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema" targetNamespace="urn:a" xmlns="urn:a">
                 <xs:element name="a" type="xs:QName"/></xs:schema>
                """)
        let text = "<r xmlns:p='urn:a' xmlns:q='urn:q'><p:a>q:x</p:a><p:a>z:x</p:a></r>"
        let tree = try XMLTree(parsing: text)
        #expect(tree.root.elements.map { schema.validate($0).isValid } == [true, false])
        var records = try XMLRecords(parsing: text, at: "r/*")
        var areValid: [Bool] = []
        while let record = try records.next() { areValid.append(schema.validate(record).isValid) }
        #expect(areValid == [true, false])
    }

    @Test("Tasks share a schema")
    func concurrent() async throws {
        let schema = try XMLSchema(parsing: Self.schema)
        try await withThrowingTaskGroup(of: Bool.self) { group in
            for index in 0..<64 {
                group.addTask {
                    let row = Self.rows[index % Self.rows.count]
                    let options = XMLParsingOptions(validation: .init(schema, onError: .collect(limit: 10)))
                    let tree = try XMLTree(parsing: row.document, options: options)
                    return tree.diagnostics.map(\.short) == row.found
                        && schema.validate(tree).diagnostics == tree.diagnostics
                }
            }
            for try await isEqual in group { #expect(isEqual) }
        }
    }
}

extension XMLDiagnostic {
    /// The range, code, path and message.
    var short: String {
        "\(location?.column ?? 0)-\(endLocation?.column ?? 0) \(code) \(path ?? ""): \(message)"
    }
}
