import CheckCases
import LibXML
import LibXMLValidation
import Testing

/// Values that libxml2 refuses although they are of their types.
@Suite struct RefusedValueTests {
    private static let schema = """
        <xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema" xmlns:t="urn:t" targetNamespace="urn:t">
         <xs:simpleType name="serial"><xs:restriction base="xs:integer">
          <xs:minInclusive value="1"/><xs:totalDigits value="39"/></xs:restriction></xs:simpleType>
         <xs:simpleType name="even"><xs:restriction base="t:serial"><xs:pattern value="\\d*[02468]"/></xs:restriction>
         </xs:simpleType>
         <xs:simpleType name="day"><xs:restriction base="xs:date"><xs:minInclusive value="2000-01-01"/>
          </xs:restriction></xs:simpleType>
         <xs:simpleType name="letter"><xs:restriction base="xs:string"><xs:enumeration value="a b"/>
          <xs:enumeration value="a"/></xs:restriction></xs:simpleType>
         <xs:simpleType name="letters"><xs:restriction base="t:letter"><xs:pattern value="[a-z] [a-z]"/>
          </xs:restriction></xs:simpleType>
         <xs:simpleType name="version"><xs:restriction base="xs:token"><xs:enumeration value="1.0"/></xs:restriction>
         </xs:simpleType>
         <xs:element name="r"><xs:complexType><xs:choice minOccurs="0" maxOccurs="unbounded">
          <xs:element name="integer" type="xs:integer"/><xs:element name="positive" type="xs:positiveInteger"/>
          <xs:element name="decimal" type="xs:decimal"/><xs:element name="int" type="xs:int"/>
          <xs:element name="byte" type="xs:byte"/><xs:element name="short" type="xs:unsignedShort"/>
          <xs:element name="date" type="xs:date"/><xs:element name="dateTime" type="xs:dateTime"/>
          <xs:element name="year" type="xs:gYear"/><xs:element name="duration" type="xs:duration"/>
          <xs:element name="name" type="xs:QName"/><xs:element name="serial" type="t:serial"/>
          <xs:element name="even" type="t:even"/><xs:element name="day" type="t:day"/>
          <xs:element name="local"><xs:simpleType><xs:restriction base="t:serial">
           <xs:enumeration value="1"/><xs:enumeration value="2"/></xs:restriction>
          </xs:simpleType></xs:element>
          <xs:element name="days"><xs:simpleType><xs:list itemType="t:serial"/></xs:simpleType></xs:element>
          <xs:element name="either"><xs:simpleType><xs:union memberTypes="t:day t:serial"/></xs:simpleType></xs:element>
          <xs:element name="letter"><xs:simpleType><xs:union memberTypes="t:letter xs:int"/></xs:simpleType></xs:element>
          <xs:element name="letters"><xs:simpleType><xs:union memberTypes="xs:int t:letters"/></xs:simpleType>
          </xs:element>
          <xs:element name="version"><xs:simpleType><xs:union memberTypes="t:version xs:date"/></xs:simpleType>
          </xs:element>
          <xs:element name="content"><xs:complexType><xs:simpleContent><xs:extension base="t:serial">
           <xs:attribute name="x" type="t:day"/></xs:extension></xs:simpleContent></xs:complexType></xs:element>
         </xs:choice><xs:attribute name="date" type="xs:date"/></xs:complexType></xs:element>
        </xs:schema>
        """

    private static let long = "133503482272988939655787341095582449804"

    /// The content of the root element, and whether it is valid.
    private static let rows: [(content: String, isValid: Bool)] = [
        ("<integer>\(long)</integer>", true), ("<integer> -\(long)\n</integer>", true),
        ("<integer>\(long).0</integer>", false), ("<integer>\(long)x</integer>", false),
        ("<positive>\(long)</positive>", true), ("<positive>-\(long)</positive>", false),
        ("<decimal>0.\(long)</decimal>", true), ("<decimal>\(long).\(long)</decimal>", true),
        ("<int>0000000000000000000000000000000000005</int>", true), ("<int>\(long)</int>", false),
        ("<int>\n  5 </int>", true), ("<int> 2147483648 </int>", false), ("<byte> 5 </byte>", true),
        ("<byte> 128 </byte>", false), ("<short>\n80\n</short>", true), ("<date> 2018-07-31 </date>", true),
        ("<date>2018- 07-31</date>", false), ("<dateTime>\n2018-07-31T10:00:00Z\n</dateTime>", true),
        ("<year> 2024 </year>", true), ("<duration>PT5M </duration>", true), ("<name> p:a </name>", true),
        ("<name> q:a </name>", false), ("<name> a </name>", true), ("<serial>\(long)</serial>", true),
        ("<serial>1\(long)</serial>", false), ("<serial>-\(long)</serial>", false), ("<even>\(long)</even>", true),
        ("<even>\(long.dropLast())5</even>", false), ("<day> 2018-07-31 </day>", true),
        ("<day> 1999-07-31 </day>", false), ("<local>0000000000000000000000000000002</local>", true),
        ("<local>1000000000000000000000000000002</local>", false), ("<days>1 \(long) 2</days>", true),
        ("<days>1 -\(long) 2</days>", false), ("<either> 2018-07-31 </either>", true),
        ("<either>\(long)</either>", true),
        ("<either>-\(long)</either>", false), ("<content>\(long)</content>", true),
        ("<letter>a</letter>", true), ("<letter> a </letter>", false), ("<letter> a  b</letter>", false),
        ("<letter> 5 </letter>", true), ("<letters>a b</letters>", true), ("<letters>a b </letters>", false),
        ("<version> 1.0 </version>", true), ("<version> 1 </version>", false), ("<version>1</version>", false),
        ("<version> 2018-07-31 </version>", true),
        ("<content x=' 2018-07-31 '> 5 </content>", true), ("<content x=' 1999-07-31 '> 5 </content>", false),
    ]

    @Test("White space around a value is no violation, and numbers may have any length", arguments: rows.indices)
    func verdict(_ index: Int) throws {
        let row = Self.rows[index]
        let schema = try XMLSchema(parsing: Self.schema)
        let document = "<t:r xmlns:t='urn:t' xmlns:p='urn:p' date=' 2018-07-31 '>\(row.content)</t:r>"
        let report = schema.validate(try XMLTree(parsing: document))
        #expect(report.isValid == row.isValid && report.diagnostics.count <= 1, "\(row.content) \(report.diagnostics)")
        let options = XMLParsingOptions(validation: .init(schema, onError: .collect(limit: 10)))
        for reading in Reading.allCases {
            #expect(try reading.diagnostics(of: document, options) == report.diagnostics, "\(reading)")
        }
    }
}
