import LibXML
import LibXMLValidation

// Validation, XPath and canonical XML.

extension AllocationJob {
    func schemaResult() throws -> String {
        func validated(_ text: String, _ schema: some XMLDocumentSchema) throws -> String {
            let report = schema.validate(try XMLTree(parsing: text))
            do throws(XMLError) {
                try report.requireValid()
            } catch {
                if error.code == .outOfMemory { throw error }
            }
            return report.diagnostics.map { "\($0)\n" }.joined()
        }
        func parsed(_ text: String, _ schema: some XMLDocumentSchema) throws -> String {
            var options = XMLParsingOptions()
            options.validation = .init(schema, onError: .collect(limit: 100))
            let tree = try XMLTree(parsing: text, options: options)
            return "\(tree.outline) \(tree.diagnostics)"
        }
        switch self {
        case .schema: return try validated(Texts.orders, XMLSchema(parsing: Texts.schema))
        case .schemaFaults: return try validated(Texts.invalidOrders, XMLSchema(parsing: Texts.schema))
        case .schemaParsing: return try parsed(Texts.invalidOrders, XMLSchema(parsing: Texts.schema))
        case .malformedSchema:
            return try validated("<r/>", XMLSchema(parsing: Texts.schema.replacing("base=\"b\"", with: "base=\"c\"")))
        case .relaxNG: return try validated(Texts.book, XMLRelaxNGSchema(parsing: Texts.grammar))
        case .relaxNGFaults: return try validated(Texts.invalidBook, XMLRelaxNGSchema(parsing: Texts.grammar))
        case .relaxNGParsing: return try parsed(Texts.invalidBook, XMLRelaxNGSchema(parsing: Texts.grammar))
        case .malformedRelaxNG:
            return try validated(
                "<r/>", XMLRelaxNGSchema(parsing: Texts.grammar.replacing("ref name=\"any\"", with: "ref name=\"c\"")))
        case .dtd: return try validated(Texts.list, XMLDTDSchema(parsing: Texts.declarations))
        case .dtdFaults: return try validated(Texts.invalidList, XMLDTDSchema(parsing: Texts.declarations))
        case .dtdParsing: return try parsed(Texts.invalidList, XMLDTDSchema(parsing: Texts.declarations))
        case .malformedDTD:
            return try validated("<r/>", XMLDTDSchema(parsing: Texts.declarations + "<!ELEMENT n ((i,i)|(i,r))>"))
        default: return ""
        }
    }
}

/// The schemas, and documents that are valid and invalid.
private enum Texts {
    static let schema = """
        <xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema" xmlns:o="urn:o" targetNamespace="urn:o"
            elementFormDefault="qualified">
          <xs:simpleType name="code">
            <xs:restriction base="xs:string"><xs:pattern value="[A-F]\\d{1,3}"/><xs:maxLength value="3"/></xs:restriction>
          </xs:simpleType>
          <xs:simpleType name="size"><xs:union memberTypes="xs:int o:code"/></xs:simpleType>
          <xs:simpleType name="sizes"><xs:list itemType="o:size"/></xs:simpleType>
          <xs:attributeGroup name="g">
            <xs:attribute name="a" type="xs:date" default="2024-01-01"/>
            <xs:attribute name="b"><xs:simpleType><xs:restriction base="xs:NMTOKEN">
              <xs:enumeration value="x"/><xs:enumeration value="y"/>
            </xs:restriction></xs:simpleType></xs:attribute>
            <xs:anyAttribute namespace="##other" processContents="lax"/>
          </xs:attributeGroup>
          <xs:complexType name="b">
            <xs:sequence><xs:element name="x" type="xs:decimal" maxOccurs="3"/></xs:sequence>
            <xs:attributeGroup ref="o:g"/>
          </xs:complexType>
          <xs:complexType name="m"><xs:complexContent><xs:extension base="o:b">
            <xs:choice minOccurs="0">
              <xs:element name="y" type="o:sizes"/><xs:any namespace="##other" processContents="skip"/>
            </xs:choice>
          </xs:extension></xs:complexContent></xs:complexType>
          <xs:element name="h" type="o:b"/>
          <xs:element name="s" type="o:m" substitutionGroup="o:h"/>
          <xs:group name="hs"><xs:sequence><xs:element ref="o:h" maxOccurs="unbounded"/></xs:sequence></xs:group>
          <xs:element name="r">
            <xs:complexType><xs:sequence>
              <xs:group ref="o:hs"/>
              <xs:element name="k" maxOccurs="9"><xs:complexType>
                <xs:attribute name="id" type="xs:string" use="required"/><xs:attribute name="to" type="xs:string"/>
              </xs:complexType></xs:element>
            </xs:sequence></xs:complexType>
            <xs:key name="key"><xs:selector xpath="o:k"/><xs:field xpath="@id"/></xs:key>
            <xs:keyref name="ref" refer="o:key"><xs:selector xpath="o:k"/><xs:field xpath="@to"/></xs:keyref>
            <xs:unique name="u"><xs:selector xpath=".//o:h|o:s"/><xs:field xpath="@b"/></xs:unique>
          </xs:element>
        </xs:schema>
        """
    static let orders = """
        <r xmlns='urn:o'><h a='2024-02-02' b='x'><x>1.5</x></h>
        <s xmlns:z='urn:z' z:q='1'><x>1</x><x>2.25</x><y>1 A1 2</y></s><k id='1' to='2'/><k id='2' to='1'/></r>
        """
    static let invalidOrders = """
        <r xmlns='urn:o'><h a='2024-02-32' b='x'>t<x>1,5</x></h><h b='x' c='d'><q/></h>
        <s b='z'><x>1</x><x>2</x><y>1 A1 2 z</y></s><k id='1' to='3'/><k id='1'/><k/></r>
        """
    static let grammar = """
        <grammar xmlns="http://relaxng.org/ns/structure/1.0"
            datatypeLibrary="http://www.w3.org/2001/XMLSchema-datatypes">
          <start><element name="r"><ref name="page"/><zeroOrMore><ref name="item"/></zeroOrMore></element></start>
          <define name="page"><interleave>
            <element name="a"><data type="int"><param name="maxInclusive">9</param></data></element>
            <element name="b"><list><oneOrMore><data type="date"/></oneOrMore></list></element>
            <optional><element name="c"><text/></element></optional>
          </interleave></define>
          <define name="item"><choice>
            <element name="i">
              <attribute name="id"><data type="ID"/></attribute>
              <optional><attribute name="to"><data type="IDREF"/></attribute></optional>
              <choice><value>x</value><value type="string">y</value></choice>
            </element>
            <element name="j"><group><ref name="any"/><optional><attribute name="k"/></optional></group></element>
          </choice></define>
          <define name="any"><zeroOrMore><element>
            <anyName><except><nsName ns="urn:n"/></except></anyName><mixed><ref name="any"/></mixed>
          </element></zeroOrMore></define>
        </grammar>
        """
    static let book = """
        <r><b>2024-01-01 2024-01-02</b><a>7</a><i id='x'>x</i><i id='y' to='x'>y</i><j k='1'><z>t<y/></z></j></r>
        """
    static let invalidBook = """
        <r><b>2024-01-01 2024-01-32</b><a>17</a><i id='x'>z</i><i id='x' to='q'>y</i><j><z xmlns='urn:n'/></j><e/></r>
        """
    static let declarations = """
        <!ENTITY % n "i|j"><!ENTITY t "text"><!NOTATION gif SYSTEM "gif"><!ENTITY u SYSTEM "u" NDATA gif>
        <!ELEMENT r (h?,(%n;)+,(k,k)*)><!ELEMENT h EMPTY><!ELEMENT i (#PCDATA|j)*><!ELEMENT j ANY><!ELEMENT k (i,j?)>
        <!ATTLIST i id ID #REQUIRED to IDREFS #IMPLIED kind (a|b) "a" e ENTITY #IMPLIED n NOTATION (gif) #IMPLIED>
        <!ATTLIST h f CDATA #FIXED "&t;" m NMTOKENS #IMPLIED>
        """
    static let list = """
        <r><h f='text' m='a b'/><i id='x' e='u' n='gif'>t<j/></i><i id='y' to='x y'/>
        <k><i id='z'/></k><k><i id='v'/><j/></k></r>
        """
    static let invalidList = """
        <r><h f='other' m=' '>t</h><i id='x' e='v' n='png'>t<h/></i><i id='x' to='q' kind='c'/><k><j/></k><l/></r>
        """
}
