import Foundation
import LibXML
import LibXMLValidation
import Testing

/// The examples of validation as they stand in the README, the article and in doc comments.
@Suite final class ValidationArticleTests {
    private var output = ""

    /// Examples read files beside the README.
    init() {
        #expect(FileManager.default.changeCurrentDirectoryPath(Documentation.root.path))
    }

    private func print(_ items: Any...) {
        output += items.map { "\($0)" }.joined(separator: " ") + "\n"
    }

    @Test("The README")
    func readme() throws {
        let schema = try XMLSchema(parsing: .file("Examples/orders.xsd"))
        let report = schema.validate(try XMLTree(parsing: "<orders><order id='1'><custmer/></order></orders>"))
        print(report.diagnostics[0].message)  // unexpected <custmer>, expected <customer>
        #expect(output == "unexpected <custmer>, expected <customer>\n")
    }

    @Test("The first page")
    func firstPage() throws {
        let schema = try XMLSchema(parsing: .file("Examples/orders.xsd"))
        let report = schema.validate(try XMLTree(parsing: .file("Examples/orders.xml")))
        print(report.isValid)  // true
        #expect(output == "true\n")
    }

    @Test("XMLSchema")
    func schema() throws {
        let schema = try XMLSchema(parsing: .file("Examples/orders.xsd"))
        let report = schema.validate(try XMLTree(parsing: .file("Examples/orders.xml")))
        for diagnostic in report.diagnostics { print(diagnostic) }
        #expect(output == "")
    }

    @Test("A configuration")
    func configuration() throws {
        let schema = try XMLSchema(
            parsing: """
                <xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema">
                  <xs:element name="server">
                    <xs:complexType>
                      <xs:sequence>
                        <xs:element name="host" type="xs:string"/>
                        <xs:element name="port" type="xs:unsignedShort"/>
                      </xs:sequence>
                      <xs:attribute name="mode" default="live">
                        <xs:simpleType>
                          <xs:restriction base="xs:string">
                            <xs:enumeration value="live"/>
                            <xs:enumeration value="test"/>
                          </xs:restriction>
                        </xs:simpleType>
                      </xs:attribute>
                    </xs:complexType>
                  </xs:element>
                </xs:schema>
                """)
        let configuration = try XMLTree(parsing: "<server mode='tset'><host>a</host><port>80000</port></server>")
        for diagnostic in schema.validate(configuration).diagnostics {
            print("\(diagnostic.location?.column ?? 0): \(diagnostic.message)")
        }

        let expected = try Documentation.output(of: "mode='tset'", in: "Validation.md")
        #expect(output == expected)
    }

    @Test("Records")
    func records() throws {
        let schema = try XMLSchema(parsing: .file("Examples/orders.xsd"))
        let options = XMLParsingOptions(validation: .init(schema, onError: .skipRecord))
        let document = """
            <orders>
              <order id="7"><customer>Ana</customer><item sku="A1">Tea</item></order>
              <order id="8"><customer>Bo</customer></order>
              <order id="9"><customer>Cy</customer><item sku="A1">Tea</item></order>
            </orders>
            """
        var records = try XMLRecords(parsing: document, at: "orders/order", options: options)
        while let order = try records.next() { print(order[attribute: "id"] ?? "") }
        for diagnostic in records.diagnostics { print(diagnostic) }

        let expected = try Documentation.output(of: "onError: .skipRecord", in: "Validation.md")
        #expect(output == expected)
    }

    @Test("Several files")
    func files() throws {
        let types = "<xs:schema xmlns:xs='http://www.w3.org/2001/XMLSchema'><xs:element name='a'/></xs:schema>"
        let main =
            "<xs:schema xmlns:xs='http://www.w3.org/2001/XMLSchema'><xs:include schemaLocation='urn:types'/></xs:schema>"
        let options = XMLSchemaOptions { location in
            location == "urn:types" ? Array(types.utf8) : nil
        }
        let schema = try XMLSchema(parsing: main, options: options)
        #expect(schema.validate(try XMLTree(parsing: "<a/>")).isValid)
    }

    @Test("RELAX NG")
    func relaxNG() throws {
        let schema = try XMLRelaxNGSchema(parsing: .file("Examples/orders.rng"))
        let report = schema.validate(try XMLTree(parsing: .file("Examples/invalid.xml")))
        for diagnostic in report.diagnostics { print(diagnostic.message) }
        #expect(
            output == """
                unexpected <custmer> in <order>
                “b2” is not a value of the attribute “sku”, which is of the type string with the pattern [A-Z][0-9]+

                """)
    }

    @Test("XMLRelaxNGSchema and XMLDTDSchema")
    func otherSchemas() throws {
        do {
            let schema = try XMLRelaxNGSchema(parsing: .file("Examples/orders.rng"))
            let report = schema.validate(try XMLTree(parsing: .file("Examples/orders.xml")))
            for diagnostic in report.diagnostics { print(diagnostic) }
        }
        let dtd = try XMLDTDSchema(parsing: .file("Examples/orders.dtd"))
        let report = dtd.validate(try XMLTree(parsing: .file("Examples/orders.xml")))
        for diagnostic in report.diagnostics { print(diagnostic) }
        #expect(output == "")
    }

    @Test("The DTD of a document")
    func documentTypeDefinition() throws {
        let tree = try XMLTree(
            parsing: """
                <!DOCTYPE list [
                  <!ELEMENT list (item+)>
                  <!ELEMENT item (#PCDATA)>
                  <!ATTLIST item kind (new | used) #REQUIRED>
                ]>
                <list><item kind="old">A</item></list>
                """)
        for diagnostic in try XMLDTDSchema(of: tree).validate(tree).diagnostics { print(diagnostic) }
        #expect(
            output == """
                6:19: error: “old” is not a value of the attribute “kind”, expected “new” or “used” at list/item
                3:3: note: <item> is declared here

                """)
    }
}
