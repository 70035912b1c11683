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
          <xs:element name="k" minOccurs="0"><xs:simpleType><xs:restriction base="xs:int">
           <xs:maxInclusive value="10"/></xs:restriction></xs:simpleType></xs:element>
          <xs:element name="t" minOccurs="0"><xs:complexType/></xs:element>
         </xs:sequence><xs:attribute name="id" type="xs:int" use="required"/><xs:attribute name="f" fixed="1"/>
         </xs:complexType></xs:element>
        </xs:schema>
        """

    @Test(arguments: [
        "<order id='1'><name/><currency>EUX</currency></order>",
        "<order id='x'><name/><price/></order>",
        "<order><name/>text<price>1</price></order>",
        "<order id='1' z='2' f='2'><name/><price>1</price><k>11</k><t>x</t></order>",
        "<order id='1'><name><b/></name><price>1</price><t><u/></t><v/></order>",
        "<order id='1'><name/></order>",
        "<order id='1'><price>1</price></order>",
        "<ordr/>",
    ])
    func first(_ document: String) throws {
        let schema = try XMLSchema(parsing: Self.schema)
        let report = schema.validate(try XMLTree(parsing: document))
        for diagnostic in report.diagnostics {
            print(diagnostic)
            print(diagnostic.snippet() ?? "-")
        }
        var options = XMLParsingOptions()
        options.validation = .init(schema, onError: .collect(limit: 10))
        let tree = try XMLTree(parsing: document, options: options)
        #expect(tree.diagnostics == report.diagnostics)
        for diagnostic in tree.diagnostics where !report.diagnostics.contains(diagnostic) {
            print("SAX", diagnostic)
            print(diagnostic.snippet() ?? "-")
        }
    }
}
