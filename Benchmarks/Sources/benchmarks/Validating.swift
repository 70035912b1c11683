import ArgumentParser
import Comparators
import Foundation
import LibXML
import LibXMLValidation

struct Validate: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Reads a file record by record, and validates it in the same pass; writes the number of violations.")

    @Option(help: "An XML Schema; without a schema, the file is only read.")
    var schema: String?

    @Option(help: "A RELAX NG schema.")
    var relaxng: String?

    @Option(help: "A DTD.")
    var dtd: String?

    @Flag(help: "Reads every node instead of records.")
    var nodes = false

    @Argument(help: "Records of the generator of orders.")
    var file: String

    func run() throws {
        var options = XMLParsingOptions()
        if let schema {
            options.validation = .init(try XMLSchema(parsing: .file(schema)), onError: .collect(limit: 100))
        } else if let relaxng {
            options.validation = .init(try XMLRelaxNGSchema(parsing: .file(relaxng)), onError: .collect(limit: 100))
        } else if let dtd {
            options.validation = .init(try XMLDTDSchema(parsing: .file(dtd)), onError: .collect(limit: 100))
        }
        var count = 0
        if nodes {
            var reader = try XMLReader(parsing: .file(file), options: options)
            while let event = try reader.next() { if event == .startElement { count += 1 } }
            return print(count, reader.diagnosticCount)
        }
        var records = try XMLRecords(parsing: .file(file), at: "orders/order", options: options)
        while try records.next() != nil { count += 1 }
        print(count, records.diagnosticCount)
    }
}

struct Validating: ParsableCommand {
    static let configuration = CommandConfiguration(abstract: "Measures validation beside xmlTextReader's.")

    @Option(help: "The size of the records in millions of bytes.")
    var megabytes = 10

    func run() throws {
        let xml = Records(size: megabytes * 1_000_000, withJSON: false).xml
        for bar in try Validation.bars(xml) { print(bar.line) }
    }
}

/// The pull reader with a schema, beside libxml2's own with the same schema.
enum Validation {
    private static let dtd = """
        <!ELEMENT orders (order*)>
        <!ELEMENT order (customer, items, note)>
        <!ATTLIST order id NMTOKEN #REQUIRED status (new | paid | shipped) #REQUIRED>
        <!ELEMENT customer (name, email)>
        <!ELEMENT name (#PCDATA)>
        <!ELEMENT email (#PCDATA)>
        <!ELEMENT items (item+)>
        <!ELEMENT item (title, price)>
        <!ATTLIST item sku NMTOKEN #REQUIRED quantity NMTOKEN #REQUIRED>
        <!ELEMENT title (#PCDATA)>
        <!ELEMENT price (#PCDATA)>
        <!ELEMENT note (#PCDATA)>
        """

    private static let relaxNG = """
        <element name="orders" xmlns="http://relaxng.org/ns/structure/1.0"
            datatypeLibrary="http://www.w3.org/2001/XMLSchema-datatypes">
          <zeroOrMore>
            <element name="order">
              <attribute name="id"><data type="positiveInteger"/></attribute>
              <attribute name="status">
                <choice><value>new</value><value>paid</value><value>shipped</value></choice>
              </attribute>
              <element name="customer">
                <element name="name"><text/></element><element name="email"><text/></element>
              </element>
              <element name="items">
                <oneOrMore>
                  <element name="item">
                    <attribute name="sku"><data type="NMTOKEN"/></attribute>
                    <attribute name="quantity"><data type="positiveInteger"/></attribute>
                    <element name="title"><text/></element>
                    <element name="price"><data type="decimal"/></element>
                  </element>
                </oneOrMore>
              </element>
              <element name="note"><text/></element>
            </element>
          </zeroOrMore>
        </element>
        """

    static let xmlSchema = """
        <xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema">
          <xs:element name="orders">
            <xs:complexType>
              <xs:sequence><xs:element name="order" type="order" minOccurs="0" maxOccurs="unbounded"/></xs:sequence>
            </xs:complexType>
          </xs:element>
          <xs:complexType name="order">
            <xs:sequence>
              <xs:element name="customer">
                <xs:complexType>
                  <xs:sequence>
                    <xs:element name="name" type="xs:string"/><xs:element name="email" type="xs:string"/>
                  </xs:sequence>
                </xs:complexType>
              </xs:element>
              <xs:element name="items">
                <xs:complexType>
                  <xs:sequence><xs:element name="item" type="item" maxOccurs="unbounded"/></xs:sequence>
                </xs:complexType>
              </xs:element>
              <xs:element name="note" type="xs:string"/>
            </xs:sequence>
            <xs:attribute name="id" type="xs:positiveInteger" use="required"/>
            <xs:attribute name="status" use="required">
              <xs:simpleType>
                <xs:restriction base="xs:string">
                  <xs:enumeration value="new"/><xs:enumeration value="paid"/><xs:enumeration value="shipped"/>
                </xs:restriction>
              </xs:simpleType>
            </xs:attribute>
          </xs:complexType>
          <xs:complexType name="item">
            <xs:sequence>
              <xs:element name="title" type="xs:string"/><xs:element name="price" type="xs:decimal"/>
            </xs:sequence>
            <xs:attribute name="sku" type="xs:NMTOKEN" use="required"/>
            <xs:attribute name="quantity" type="xs:positiveInteger" use="required"/>
          </xs:complexType>
        </xs:schema>
        """

    /// - Parameter xml: records of the generator.
    static func bars(_ xml: [UInt8]) throws -> [Bar] {
        guard let end = xml.firstIndex(of: UInt8(ascii: ">")) else { return [] }
        let declared = Array(xml[...end] + Array("<!DOCTYPE orders [\n\(dtd)\n]>".utf8) + xml[(end + 1)...])
        return [
            try bar("XML Schema", xml, try XMLSchema(parsing: xmlSchema), in: xmlSchema, bound: 0.95),
            try bar("RELAX NG", xml, try XMLRelaxNGSchema(parsing: relaxNG), in: relaxNG, bound: 0.95),
            try bar("a DTD", declared, try XMLDTDSchema(parsing: dtd), in: nil, bound: 0.7),
        ]
    }

    private static func bar(
        _ language: String, _ xml: [UInt8], _ schema: some XMLDocumentSchema, in source: String?, bound: Double
    ) throws -> Bar {
        let options = XMLParsingOptions(validation: schema.validation(onError: .collect(limit: 100)))
        let expected = try XMLTree(parsing: xml).root.descendants.reduce(1) { count, _ in count + 1 }
        let measurement = Measurement(
            language, budget: 3,
            [
                Candidate(name: "reader") { (try? elements(xml, options)) == expected },
                Candidate(name: "C") {
                    xml.withUnsafeBufferPointer { buffer in
                        buffer.withMemoryRebound(to: CChar.self) { buffer in
                            comparator_validating_reader(
                                buffer.baseAddress, buffer.count, source, source == relaxNG ? 1 : 0) == expected
                        }
                    }
                },
            ])
        return Bar(
            name: "reader with \(language) : xmlTextReader with it, time",
            value: 1 / measurement.speed(of: "reader", to: "C"), isAtLeast: false, bound: bound)
    }

    /// Returns the number of elements; -1 if the document is not valid.
    private static func elements(_ xml: [UInt8], _ options: XMLParsingOptions) throws -> Int {
        var reader = XMLReader(parsing: xml, options: options)
        var count = 0
        while let event = try reader.next() { if event == .startElement { count += 1 } }
        return reader.diagnosticCount == 0 ? count : -1
    }
}
