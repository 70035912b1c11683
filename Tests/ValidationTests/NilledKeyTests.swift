import LibXML
import LibXMLValidation
import Testing

/// A nilled element has no value: the field of a key must have one (XML Schema 1.0, part 1, section 3.11.4).
@Suite struct NilledKeyTests {
    private static func schema(_ constraint: String, _ fields: [String]) throws -> XMLSchema {
        let fields = fields.map { "<xs:field xpath='\($0)'/>" }.joined()
        return try XMLSchema(
            parsing: """
                <xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema"><xs:element name="r"><xs:complexType>
                 <xs:sequence><xs:element name="p" maxOccurs="2"><xs:complexType><xs:sequence>
                  <xs:element name="q" nillable="true"><xs:complexType><xs:simpleContent>
                   <xs:extension base="xs:int"><xs:attribute name="k"/></xs:extension>
                  </xs:simpleContent></xs:complexType></xs:element></xs:sequence>
                  <xs:attribute name="k"/></xs:complexType></xs:element></xs:sequence></xs:complexType>
                 <xs:key name="none"><xs:selector xpath="none"/>\(fields)</xs:key>
                 <xs:\(constraint) name="id"\(constraint == "keyref" ? " refer='none'" : "")>
                  <xs:selector xpath="p"/>\(fields)</xs:\(constraint)>
                </xs:element></xs:schema>
                """)
    }

    private static func document(_ content: String) -> String {
        "<r xmlns:xsi='http://www.w3.org/2001/XMLSchema-instance'>\(content)</r>"
    }

    @Test(
        "A key needs a value",
        arguments: [
            (["q"], "|<p>|<q xsi:nil='true'/></p>"),
            (["q"], "<p><q>1</q></p>|<p>|<q xsi:nil=' 1 '></q></p>"),
            (["q", "@k"], "|<p| k='1'><q xsi:nil='true'/></p>"),
            (["@k", "q"], "|<p| k='1'><q xsi:nil='true'/></p>"),
            (["q/@k"], "|<p>|<q xsi:nil='true'/></p>"),
        ])
    func keys(_ fields: [String], _ content: String) throws {
        let row = FaultRow(Self.document(content), .incompleteKey, "<p> has no value for “id”")
        try row.check(Self.schema("key", fields))
    }

    @Test("A value that is invalid is not reported again as missing")
    func invalid() throws {
        let content = "<p><q>1</q></p><p><q xsi:nil='0'>|x|</q></p>"
        let message = "“x” is not a value of <q>, which is of the type xs:int"
        try FaultRow(Self.document(content), .invalidValue, message).check(Self.schema("key", ["q"]))
    }

    @Test("A unique value and a reference may be missing", arguments: ["unique", "keyref"])
    func others(_ constraint: String) throws {
        let tree = try XMLTree(parsing: Self.document("<p><q xsi:nil='true'/></p><p><q xsi:nil='1'/></p>"))
        #expect(try Self.schema(constraint, ["q"]).validate(tree).isValid)
    }

    @Test("An attribute of an element that is nilled has a value")
    func attribute() throws {
        let tree = try XMLTree(parsing: Self.document("<p><q xsi:nil='true' k='1'/></p>"))
        #expect(try Self.schema("key", ["q/@k"]).validate(tree).isValid)
    }
}
