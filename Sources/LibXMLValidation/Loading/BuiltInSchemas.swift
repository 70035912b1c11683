/// Schemas of namespaces that others import, usually from the network.
enum BuiltInSchemas {
    /// The schema of a namespace; nil if it is not built in.
    static func text(of namespace: String) -> String? {
        switch namespace {
        case "http://www.w3.org/XML/1998/namespace": xml
        case "http://www.w3.org/1999/xlink": xlink
        default: nil
        }
    }

    /// The attributes of the prefix `xml` (XML 1.0, sections 2.10 and 2.12; XML Base; xml:id).
    private static let xml = """
        <xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema" targetNamespace="http://www.w3.org/XML/1998/namespace">
          <xs:attribute name="lang">
            <xs:simpleType>
              <xs:union memberTypes="xs:language">
                <xs:simpleType>
                  <xs:restriction base="xs:string"><xs:enumeration value=""/></xs:restriction>
                </xs:simpleType>
              </xs:union>
            </xs:simpleType>
          </xs:attribute>
          <xs:attribute name="space">
            <xs:simpleType>
              <xs:restriction base="xs:NCName">
                <xs:enumeration value="default"/>
                <xs:enumeration value="preserve"/>
              </xs:restriction>
            </xs:simpleType>
          </xs:attribute>
          <xs:attribute name="base" type="xs:anyURI"/>
          <xs:attribute name="id" type="xs:ID"/>
          <xs:attributeGroup name="specialAttrs">
            <xs:attribute ref="xml:base"/>
            <xs:attribute ref="xml:lang"/>
            <xs:attribute ref="xml:space"/>
            <xs:attribute ref="xml:id"/>
          </xs:attributeGroup>
        </xs:schema>
        """

    /// The attributes of XLink 1.1 (section 4), and the groups of its types.
    private static let xlink = """
        <xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema" targetNamespace="http://www.w3.org/1999/xlink"
            xmlns:xlink="http://www.w3.org/1999/xlink">
          <xs:attribute name="type" type="xlink:typeType"/>
          <xs:simpleType name="typeType">
            <xs:restriction base="xs:token">
              <xs:enumeration value="simple"/>
              <xs:enumeration value="extended"/>
              <xs:enumeration value="title"/>
              <xs:enumeration value="resource"/>
              <xs:enumeration value="locator"/>
              <xs:enumeration value="arc"/>
            </xs:restriction>
          </xs:simpleType>
          <xs:attribute name="href" type="xlink:hrefType"/>
          <xs:simpleType name="hrefType"><xs:restriction base="xs:anyURI"/></xs:simpleType>
          <xs:attribute name="role" type="xlink:roleType"/>
          <xs:simpleType name="roleType">
            <xs:restriction base="xs:anyURI"><xs:minLength value="1"/></xs:restriction>
          </xs:simpleType>
          <xs:attribute name="arcrole" type="xlink:arcroleType"/>
          <xs:simpleType name="arcroleType">
            <xs:restriction base="xs:anyURI"><xs:minLength value="1"/></xs:restriction>
          </xs:simpleType>
          <xs:attribute name="title" type="xlink:titleAttrType"/>
          <xs:simpleType name="titleAttrType"><xs:restriction base="xs:string"/></xs:simpleType>
          <xs:attribute name="show" type="xlink:showType"/>
          <xs:simpleType name="showType">
            <xs:restriction base="xs:token">
              <xs:enumeration value="new"/>
              <xs:enumeration value="replace"/>
              <xs:enumeration value="embed"/>
              <xs:enumeration value="other"/>
              <xs:enumeration value="none"/>
            </xs:restriction>
          </xs:simpleType>
          <xs:attribute name="actuate" type="xlink:actuateType"/>
          <xs:simpleType name="actuateType">
            <xs:restriction base="xs:token">
              <xs:enumeration value="onLoad"/>
              <xs:enumeration value="onRequest"/>
              <xs:enumeration value="other"/>
              <xs:enumeration value="none"/>
            </xs:restriction>
          </xs:simpleType>
          <xs:attribute name="label" type="xlink:labelType"/>
          <xs:simpleType name="labelType"><xs:restriction base="xs:NCName"/></xs:simpleType>
          <xs:attribute name="from" type="xlink:fromType"/>
          <xs:simpleType name="fromType"><xs:restriction base="xs:NCName"/></xs:simpleType>
          <xs:attribute name="to" type="xlink:toType"/>
          <xs:simpleType name="toType"><xs:restriction base="xs:NCName"/></xs:simpleType>
          <xs:attributeGroup name="simpleAttrs">
            <xs:attribute ref="xlink:type" fixed="simple"/>
            <xs:attribute ref="xlink:href"/>
            <xs:attribute ref="xlink:role"/>
            <xs:attribute ref="xlink:arcrole"/>
            <xs:attribute ref="xlink:title"/>
            <xs:attribute ref="xlink:show"/>
            <xs:attribute ref="xlink:actuate"/>
          </xs:attributeGroup>
        </xs:schema>
        """
}
