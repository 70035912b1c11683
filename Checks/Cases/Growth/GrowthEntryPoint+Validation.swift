import LibXML
import LibXMLValidation

extension GrowthEntryPoint {
    // Schemas that allow everything that they declare, and look at every name, value and text.

    private static let xmlSchema = Result {
        try XMLSchema(
            parsing: """
                <xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema">
                  <xs:element name="a" type="any"/>
                  <xs:element name="id" type="xs:decimal"/>
                  <xs:complexType name="any" mixed="true">
                    <xs:sequence>
                      <xs:any minOccurs="0" maxOccurs="unbounded" processContents="lax"/>
                    </xs:sequence>
                    <xs:attribute name="id" type="xs:ID"/>
                    <xs:anyAttribute processContents="lax"/>
                  </xs:complexType>
                </xs:schema>
                """)
    }

    private static let relaxNG = Result {
        try XMLRelaxNGSchema(
            parsing: """
                <grammar xmlns="http://relaxng.org/ns/structure/1.0"
                    datatypeLibrary="http://www.w3.org/2001/XMLSchema-datatypes">
                  <start><choice><ref name="any"/><ref name="id"/></choice></start>
                  <define name="any">
                    <element>
                      <anyName><except><name>id</name></except></anyName>
                      <zeroOrMore><attribute><anyName/><text/></attribute></zeroOrMore>
                      <zeroOrMore><choice><text/><ref name="any"/><ref name="id"/></choice></zeroOrMore>
                    </element>
                  </define>
                  <define name="id"><element name="id"><data type="decimal"/></element></define>
                </grammar>
                """,
            // Within this limit, libxml2 takes time that grows with the square of the number of children.
            options: XMLSchemaOptions(collectedChildren: 1_000))
    }

    /// A schema that libxml2 validates step by step, which it cannot do if elements may have any name. The names are
    /// those of most shapes.
    private static let streamedRelaxNG = Result {
        let names = ["r", "a", "b", "c", "e", "g", "p", "a0", "a1", "item", "name", "price", "record"]
        let choice = names.map { "<ref name='\($0)'/>" }.joined()
        let definitions = names.map {
            """
            <define name='\($0)'><element name='\($0)'>
              <zeroOrMore><attribute><anyName/></attribute></zeroOrMore>
              <zeroOrMore><choice><text/>\(choice)</choice></zeroOrMore>
            </element></define>
            """
        }
        return try XMLRelaxNGSchema(
            parsing: """
                <grammar xmlns="http://relaxng.org/ns/structure/1.0">
                  <start><choice>\(choice)</choice></start>\(definitions.joined())
                </grammar>
                """)
    }

    /// Patterns for which libxml2 alone takes time that grows with the cube of the number of children, and doubles with
    /// each attribute.
    private static let repeatedRelaxNG = Result {
        let attributes = (0..<1_000).map { "<optional><attribute name='a\($0)'/></optional>" }.joined()
        return try XMLRelaxNGSchema(
            parsing: """
                <grammar xmlns="http://relaxng.org/ns/structure/1.0">
                  <start><element name="r"><zeroOrMore><choice><ref name="any"/><ref name="e"/></choice></zeroOrMore></element></start>
                  <define name="any">
                    <element>
                      <anyName><except><name>e</name></except></anyName>
                      <zeroOrMore><attribute><anyName/></attribute></zeroOrMore>
                      <zeroOrMore><oneOrMore><choice><text/><ref name="any"/></choice></oneOrMore></zeroOrMore>
                    </element>
                  </define>
                  <define name="e"><element name="e">\(attributes)</element></define>
                </grammar>
                """,
            options: XMLSchemaOptions(groupMembers: 1_000))
    }

    private static let dtd = Result {
        try XMLDTDSchema(
            parsing: """
                <!ELEMENT a ANY><!ATTLIST a id ID #IMPLIED ref IDREFS #IMPLIED a CDATA #IMPLIED>
                <!ELEMENT b (#PCDATA | a | b)*><!ATTLIST b id NMTOKEN #IMPLIED>
                <!ELEMENT r (a | b | c)*><!ELEMENT c (a?, b?, c*)>
                """)
    }

    static let validation: [Self] =
        validation("xml-schema", xmlSchema) + validation("relaxng", relaxNG)
        + validation("relaxng-streamed", streamedRelaxNG) + validation("relaxng-repeated", repeatedRelaxNG)
        + validation("dtd", dtd) + [
            Self("dtd-of-the-document", [.wellFormed, .declaration]) { input in
                let tree = try input.tree()
                _ = try XMLDTDSchema(of: tree).validate(tree, limit: 100)
            },
            Self("key-references", [.wellFormed]) { input in
                let document = "<r>\(list(input.bytes.count) { "<a>\($0)</a>" })</r>"
                var options = input.options
                options.validation = try references.get().validation(onError: .collect(limit: 1_000))
                _ = try XMLTree(parsing: document, options: options)
                var parser = XMLPushParser(options: options)
                try parser.feed(document.utf8)
                _ = try parser.finish()
            },
        ]

    /// A schema in which each text is a reference to a key that does not exist.
    private static let references = Result {
        try XMLSchema(
            parsing: """
                <xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema">
                  <xs:element name="r">
                    <xs:complexType><xs:sequence>
                      <xs:element name="a" type="xs:string" maxOccurs="unbounded"/>
                    </xs:sequence></xs:complexType>
                    <xs:key name="key"><xs:selector xpath="b"/><xs:field xpath="."/></xs:key>
                    <xs:keyref name="reference" refer="key"><xs:selector xpath="a"/><xs:field xpath="."/></xs:keyref>
                  </xs:element>
                </xs:schema>
                """)
    }

    private static func validation(_ name: String, _ schema: Result<some XMLDocumentSchema, any Error>) -> [Self] {
        [
            Self(name, [.wellFormed, .declaration]) { input in
                _ = try schema.get().validate(input.tree(), limit: 100)
            },
            Self(name + "-in-a-parse", [.wellFormed, .declaration]) { input in
                var options = input.options
                options.validation = try schema.get().validation(onError: .collect(limit: 100))
                var checker = XMLRepairer(options: options, returnsText: false)
                try input.forEachPiece(of: 4_096) { try checker.feed($0) }
                try checker.finish()
            },
        ]
    }
}
