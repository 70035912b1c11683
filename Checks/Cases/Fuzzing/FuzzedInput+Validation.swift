import LibXML
import LibXMLValidation

extension FuzzedInput {
    /// A schema with content of all kinds, for elements `a` to `h`.
    private static let schema = Result {
        try XMLSchema(
            parsing: """
                <xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema">
                 <xs:element name="a" type="a"><xs:key name="k"><xs:selector xpath=".//b"/><xs:field xpath="@id"/></xs:key>
                  <xs:keyref name="r" refer="k"><xs:selector xpath=".//c"/><xs:field xpath="@to"/></xs:keyref></xs:element>
                 <xs:complexType name="a" mixed="true"><xs:choice minOccurs="0" maxOccurs="unbounded">
                  <xs:element ref="a"/><xs:element name="b" type="b"/><xs:element name="c" type="c" nillable="true"/>
                  <xs:element name="d"><xs:simpleType><xs:union memberTypes="xs:int xs:date"/></xs:simpleType></xs:element>
                  <xs:element name="e"><xs:simpleType><xs:list itemType="xs:decimal"/></xs:simpleType></xs:element>
                  <xs:any namespace="##other" processContents="lax"/></xs:choice>
                  <xs:attribute name="id" type="xs:ID"/></xs:complexType>
                 <xs:complexType name="b"><xs:sequence><xs:element name="f" type="xs:QName" minOccurs="0"/>
                  <xs:element name="g" maxOccurs="2"><xs:simpleType><xs:restriction base="xs:string">
                   <xs:pattern value="[a-z]*"/><xs:maxLength value="9"/></xs:restriction></xs:simpleType></xs:element></xs:sequence>
                  <xs:attribute name="id" type="xs:token"/></xs:complexType>
                 <xs:complexType name="c"><xs:simpleContent><xs:extension base="xs:boolean">
                  <xs:attribute name="to" type="xs:token" default="x"/></xs:extension></xs:simpleContent></xs:complexType>
                </xs:schema>
                """)
    }

    private static let relaxNG = Result {
        try XMLRelaxNGSchema(
            parsing: """
                <grammar xmlns="http://relaxng.org/ns/structure/1.0"
                 datatypeLibrary="http://www.w3.org/2001/XMLSchema-datatypes">
                 <start><ref name="a"/></start>
                 <define name="a"><element name="a"><optional><attribute name="id"><data type="ID"/></attribute></optional>
                  <mixed><zeroOrMore><choice><ref name="a"/><ref name="b"/><ref name="c"/><ref name="d"/>
                  <element name="e"><text/></element></choice></zeroOrMore></mixed></element></define>
                 <define name="b"><element name="b"><interleave><element name="f"><data type="QName"/></element>
                  <oneOrMore><element name="g"><list><oneOrMore><data type="int"/></oneOrMore></list></element></oneOrMore>
                  <optional><ref name="a"/></optional></interleave></element></define>
                 <define name="c"><element name="c"><optional><attribute name="to"><data type="IDREF"/></attribute></optional>
                  <choice><value>x</value><data type="boolean"/><element name="e"><empty/></element></choice></element></define>
                 <define name="d"><element name="d"><zeroOrMore><attribute><anyName/></attribute></zeroOrMore>
                  <optional><element name="e"><ref name="any"/></element></optional><element name="f"><text/></element></element></define>
                 <define name="any"><zeroOrMore><choice><text/><attribute><anyName/></attribute>
                  <element><anyName/><ref name="any"/></element></choice></zeroOrMore></define>
                </grammar>
                """)
    }

    private static let dtd = Result { try XMLDTDSchema(parsing: declarations) }

    private static let declarations = """
        <!ENTITY % ids 'id ID #IMPLIED to IDREFS #IMPLIED'>
        <!ELEMENT a (#PCDATA | a | b | c | d | x:e)*> <!ATTLIST a %ids; xmlns CDATA #FIXED 'u' xmlns:x CDATA #IMPLIED>
        <!ELEMENT b ((f?, g)+, a?)> <!ATTLIST b %ids; kind (one | two) 'one'>
        <!ELEMENT c (#PCDATA)> <!ATTLIST c n NMTOKENS #REQUIRED>
        <!ELEMENT d ANY> <!ELEMENT x:e EMPTY> <!ELEMENT f (b | c)*> <!ELEMENT g EMPTY>
        """

    func runSchema() throws { try run(Self.schema.get()) }
    func runRelaxNG() throws { try run(Self.relaxNG.get()) }

    func runDTD() throws {
        try run(Self.dtd.get())
        guard let tree = try? XMLTree(parsing: document, options: options), tree.documentType != nil else { return }
        let own = Self.declarations + "<!ENTITY e '<g/>'><!ENTITY k 'one'><!ENTITY n ''>"
        let options = XMLSchemaOptions { _ in Array(own.utf8) }
        if let dtd = try? XMLDTDSchema(of: tree, options: options) {
            _ = dtd.validate(tree)
            try run(dtd)
        }
    }

    /// A tree, a parse, and a parse in pieces have the same violations.
    private func run(_ schema: some XMLDocumentSchema) throws {
        var options = options
        if chooses(0) { options.recovery = .repair }
        options.validation = .init(schema, onError: .collect(limit: 50))
        let parsed = Result { () throws(XMLError) in try XMLTree(parsing: document, options: options) }
        if let tree = try? parsed.get() {
            let found = tree.diagnostics.filter { $0.isViolation }
            if options.recovery == nil {
                let again = schema.validate(tree, limit: 50).diagnostics.filter { $0.isViolation }
                try expect(found == again, "a tree has \(again), and its parse \(found)")
                try expect(try push(options) == found, "pieces have other violations than \(found)")
            }
            if let element = tree.root.elements.first { _ = schema.validate(element) }
            for diagnostic in found { _ = diagnostic.snippet(in: document) }
        }
        options.validation = .init(schema, onError: chooses(1) ? .stop : .skipRecord(limit: 5))
        var records = try XMLRecords(parsing: document, at: chooses(2) ? "//b" : "*/*", options: options)
        do {
            while try records.next() != nil {}
        } catch {
            // The document is malformed, or violates the schema.
        }
    }

    private func push(_ options: XMLParsingOptions) throws -> [XMLDiagnostic] {
        var parser = XMLPushParser(options: options)
        for piece in pieces { try parser.feed(piece) }
        return try parser.finish().diagnostics.filter { $0.isViolation }
    }
}
