import LibXML
import LibXMLValidation

extension Loop {
    /// Valid documents with one fault each that a schema can express: each is one diagnostic with its exact range.
    static let validation = [
        Self("schema-mutations", 24) { try Mutations.check(XMLSchema(parsing: Mutations.schema), $0, Mutations.codes) },
        Self("relaxng-mutations", 24) { seed in
            let codes = Mutations.codes.dropLast().map { $0 == .patternMismatch ? .invalidValue : $0 }
            try Mutations.check(XMLRelaxNGSchema(parsing: Mutations.relaxNG), seed, codes)
        },
        Self("dtd-mutations", 24) { seed in
            let codes = Mutations.codes.dropLast().map { code -> XMLError.Code? in
                [.invalidValue, .notInEnumeration, .patternMismatch].contains(code) ? nil : code
            }
            try Mutations.check(XMLDTDSchema(parsing: Mutations.dtd), seed, codes)
        },
    ]
}

private enum Mutations {
    static let schema = """
        <xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema">
          <xs:element name="orders"><xs:complexType>
            <xs:sequence><xs:element name="order" type="order" maxOccurs="unbounded"/></xs:sequence>
          </xs:complexType><xs:unique name="id"><xs:selector xpath="order"/><xs:field xpath="@id"/></xs:unique></xs:element>
          <xs:complexType name="order">
            <xs:sequence>
              <xs:element name="customer" type="xs:string"/>
              <xs:element name="date" type="xs:date"/>
              <xs:element name="items"><xs:complexType><xs:sequence>
                <xs:element name="item" maxOccurs="unbounded"><xs:complexType>
                  <xs:sequence><xs:element name="title" type="xs:string"/><xs:element name="price" type="xs:decimal"/></xs:sequence>
                  <xs:attribute name="sku" use="required"><xs:simpleType><xs:restriction base="xs:string">
                    <xs:pattern value="[A-Z][0-9]+"/></xs:restriction></xs:simpleType></xs:attribute>
                </xs:complexType></xs:element>
              </xs:sequence></xs:complexType></xs:element>
              <xs:element name="status"><xs:simpleType><xs:restriction base="xs:string">
                <xs:enumeration value="new"/><xs:enumeration value="paid"/></xs:restriction></xs:simpleType></xs:element>
            </xs:sequence>
            <xs:attribute name="id" type="xs:positiveInteger" use="required"/>
          </xs:complexType>
        </xs:schema>
        """

    static let relaxNG = """
        <element name="orders" xmlns="http://relaxng.org/ns/structure/1.0"
          datatypeLibrary="http://www.w3.org/2001/XMLSchema-datatypes"><oneOrMore>
          <element name="order">
            <attribute name="id"><data type="positiveInteger"/></attribute>
            <element name="customer"><text/></element>
            <element name="date"><data type="date"/></element>
            <element name="items"><oneOrMore><element name="item">
              <attribute name="sku"><data type="string"><param name="pattern">[A-Z][0-9]+</param></data></attribute>
              <element name="title"><text/></element><element name="price"><data type="decimal"/></element>
            </element></oneOrMore></element>
            <element name="status"><choice><value>new</value><value>paid</value></choice></element>
          </element>
        </oneOrMore></element>
        """

    static let dtd = """
        <!ELEMENT orders (order+)>
        <!ELEMENT order (customer, date, items, status)>
        <!ATTLIST order id NMTOKEN #REQUIRED>
        <!ELEMENT customer (#PCDATA)><!ELEMENT date (#PCDATA)><!ELEMENT status (#PCDATA)>
        <!ELEMENT items (item+)>
        <!ELEMENT item (title, price)>
        <!ATTLIST item sku NMTOKEN #REQUIRED>
        <!ELEMENT title (#PCDATA)><!ELEMENT price (#PCDATA)>
        """

    static let codes: [XMLError.Code] = [
        .unexpectedElement, .unexpectedElement, .missingElement, .invalidValue, .notInEnumeration, .patternMismatch,
        .unexpectedAttribute, .missingAttribute, .unexpectedText, .duplicateKey,
    ]

    /// Returns a document with a fault of a kind, the offset of the culprit, and its length.
    private static func document(
        _ kind: Int, _ random: inout SeededGenerator
    ) -> (text: String, start: Int, length: Int) {
        let count = Int.random(in: 2...9, using: &random)
        let bad = Int.random(in: 1..<count, using: &random)
        var text = "<orders>\n"
        var culprit = (start: 0, length: 0)
        /// Adds text. The culprit is the part between two bars, if there are any.
        func add(_ piece: String) {
            let parts = piece.split(separator: "|", omittingEmptySubsequences: false)
            if parts.count == 3 { culprit = (text.utf8.count + parts[0].utf8.count, parts[1].utf8.count) }
            text += parts.joined()
        }
        for index in 0..<count {
            let kind = index == bad ? kind : -1
            let space = String(repeating: " ", count: Int.random(in: 0...3, using: &random))
            let name = ["Ana", "Bö &amp; Co", "日本", "<![CDATA[x < y]]>"].randomElement(using: &random) ?? ""
            switch kind {
            case 6: add("\(space)<order id='\(index + 1)' |status|='new'>\n")
            case 7: add("\(space)|<order>|\n")
            case 9: add("\(space)|<order| id='\(bad)'>\n")
            default: add("\(space)<order id='\(index + 1)'>\n")
            }
            if kind == 0 {
                add("|<custmer>|\(name)</custmer>")
            } else if kind != 1 {
                add("<customer>\(name)</customer>")
            }
            if kind == 8 { add("|stray text| ") }
            let date = kind == 1 ? "|<date>|2026-11-25" : kind == 3 ? "<date>|2026-13-25|" : "<date>2026-11-25"
            add("\n\(space)\(date)</date>")
            add("<items>")
            for item in 0...Int.random(in: 0...2, using: &random) {
                add("<item sku='\(kind == 5 && item == 0 ? "|a1|" : "A1")'><title>é\(item)</title>")
                if !(kind == 2 && item == 0) { add("<price>1.5</price>\n") }
                add(kind == 2 && item == 0 ? "|</item>|" : "</item>")
            }
            add("</items><status>\(kind == 4 ? "\n |pad| " : "paid")</status></order>\n")
        }
        return (text + "</orders>\n", culprit.start, culprit.length)
    }

    /// A diagnostic with the path of a stream, which does not know that an element is the first of several.
    private static func unnumbered(_ diagnostic: XMLDiagnostic) -> XMLDiagnostic {
        var diagnostic = diagnostic
        diagnostic.path = diagnostic.path?.replacing("[1]", with: "")
        return diagnostic
    }

    /// Checks one fault of each kind with a code.
    static func check(_ schema: some XMLDocumentSchema, _ seed: Int, _ codes: [XMLError.Code?]) throws {
        var random = SeededGenerator(seed: UInt64(seed))
        for (kind, code) in codes.enumerated() {
            guard let code else { continue }
            let (text, start, length) = document(kind, &random)
            let found = schema.validate(try XMLTree(parsing: text)).diagnostics
            try expect(found.map(\.code) == [code], text)
            try expect(found.first?.location?.byteOffset == start, "\(kind) \(text)")
            try expect(found.first?.endLocation?.byteOffset == start + length, "\(kind) \(text)")
            let options = XMLParsingOptions(validation: .init(schema, onError: .collect(limit: 10)))
            for reading in Reading.allCases {
                let others = try reading.diagnostics(of: text, options)
                try expect(others.map(unnumbered) == found.map(unnumbered), "\(reading) of \(text)")
            }
        }
    }
}
