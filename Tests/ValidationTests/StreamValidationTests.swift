import CheckCases
import Foundation
import LibXML
import LibXMLValidation
import Testing

@Suite struct StreamValidationTests {
    private static let schema = """
        <xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema">
         <xs:element name="orders"><xs:complexType><xs:sequence>
          <xs:element name="order" maxOccurs="unbounded"><xs:complexType><xs:sequence>
           <xs:element name="item" type="xs:string" maxOccurs="unbounded"/>
          </xs:sequence><xs:attribute name="id" type="xs:string" use="required"/></xs:complexType></xs:element>
         </xs:sequence></xs:complexType></xs:element>
        </xs:schema>
        """

    private static func validation(_ action: XMLParsingOptions.Validation.ErrorAction) throws -> XMLParsingOptions {
        XMLParsingOptions(validation: .init(try XMLSchema(parsing: schema), onError: action))
    }

    @Test(
        "A bad record is omitted and reported, and the next one is read",
        arguments: [
            "<order>\n <item/></order>\n", "<order id='bad'/>\n", "<order id='bad'><itm/></order>\n",
            "<order id='bad'>text<item/></order>\n", "<order id='bad'><item/><order id='inner'/></order>\n",
            "<order id='bad'><item/>text</order>\n",
        ])
    func skipped(_ bad: String) throws {
        let document = OrdersDocument.text(5_000) { $0 % 1_000 == 500 ? bad : nil }
        for path: XMLPath in ["orders/order", "//order", "orders/order[@id]"] {
            var records = try XMLRecords(parsing: document, at: path, options: Self.validation(.skipRecord))
            var ids: [String] = []
            while let order = try records.next() { ids.append(order[attribute: "id"] ?? "") }
            let expected = (0..<5_000).filter { $0 % 1_000 != 500 }.map(String.init)
            #expect(ids.filter { $0 != "inner" } == expected)
            #expect(Set(records.diagnostics.compactMap(\.location?.line)).count == 5)
            #expect(records.diagnostics.allSatisfy { $0.isViolation })
        }
        var records = try XMLRecords(
            parsing: document, at: "orders/order", options: Self.validation(.collect(limit: 3)))
        var count = 0
        while try records.next() != nil { count += 1 }
        #expect(count == 5_000)
        #expect(records.diagnostics.count == 3)
        #expect(records.diagnosticCount >= 5)
    }

    @Test("The first violation ends the parse, with its place")
    func stopped() throws {
        let document = OrdersDocument.text(10) { $0 == 3 ? "<order id='3'>\n <itm/></order>\n" : nil }
        let options = try Self.validation(.stop)
        let error = try #require(throws: XMLError.self) { try XMLTree(parsing: document, options: options) }
        #expect(error.code == .unexpectedElement)
        #expect(error.location?.line == 12 && error.location?.column == 2)
        #expect(error.snippet() == " 12 |  <itm/></order>\n    |  ^~~~")
        var records = try XMLRecords(parsing: document, at: "orders/order", options: options)
        var count = 0
        let later = try #require(throws: XMLError.self) { while try records.next() != nil { count += 1 } }
        #expect(later.diagnostic == error.diagnostic)
        #expect(count == 3)
    }

    @Test("A record that violates the schema at its end is not returned")
    func stoppedAtEnd() throws {
        let document = OrdersDocument.text(10) { $0 == 3 ? "<order id='3'></order>\n" : nil }
        var records = try XMLRecords(parsing: document, at: "orders/order", options: Self.validation(.stop))
        var ids: [String] = []
        let error = #expect(throws: XMLError.self) {
            while let order = try records.next() { ids.append(order[attribute: "id"] ?? "") }
        }
        #expect(error?.code == .missingElement)
        #expect(ids == ["0", "1", "2"])
    }

    @Test(
        "Records that libxml2 does not validate are omitted, and that is reported",
        arguments: ["<orders><order id='0'><item/></order><stray/>", "<ordrs>"])
    func unchecked(_ start: String) throws {
        let end = start.hasPrefix("<ordrs") ? "</ordrs>" : "</orders>"
        let orders = (1...5).map { "<order id='\($0)'><item/></order>" }.joined()
        var records = try XMLRecords(
            parsing: start + orders + end, at: "*/order", options: Self.validation(.skipRecord))
        var ids: [String] = []
        while let order = try records.next() { ids.append(order[attribute: "id"] ?? "") }
        #expect(ids == (start.hasPrefix("<ordrs") ? [] : ["0"]))
        #expect(records.diagnostics.map(\.code).last == .validationStopped)
        #expect(records.diagnostics.count == 2)
    }

    @Test("What libxml2 does not validate ends with the element that contains it, and is reported for each of them")
    func uncheckedParts() throws {
        let schema = try XMLSchema(
            parsing: """
                <xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema">
                 <xs:element name="all"><xs:complexType><xs:sequence>
                  <xs:any namespace="##other" processContents="strict" minOccurs="0"/>
                  <xs:element name="part" maxOccurs="unbounded"><xs:complexType><xs:sequence>
                   <xs:element name="order" maxOccurs="unbounded"><xs:complexType>
                    <xs:attribute name="id" type="xs:int"/></xs:complexType></xs:element>
                  </xs:sequence></xs:complexType></xs:element>
                 </xs:sequence></xs:complexType></xs:element>
                </xs:schema>
                """)
        let options = XMLParsingOptions(validation: .init(schema, onError: .skipRecord))
        let document = """
            <all><o:x xmlns:o="urn:o"><order id="0"/></o:x><part><order id="1"/><stray/><order id="2"/></part>
            <part><order id="3"/><order id="x"/><stray/><order id="4"/><order id="5"/></part><part><order id="6"/></part></all>
            """
        var records = try XMLRecords(parsing: document, at: "//order", options: options)
        var ids: [String] = []
        while let order = try records.next() { ids.append(order[attribute: "id"] ?? "") }
        #expect(ids == ["1", "3", "6"])
        let codes = records.diagnostics.map(\.code)
        #expect(
            codes == [
                .unknownElement, .validationStopped, .unexpectedElement, .validationStopped, .invalidValue,
                .unexpectedElement, .validationStopped,
            ])
    }

    @Test("Elements of an entity that was not read are not missed, and one that is not validated is reported")
    func unreadElements() throws {
        let document = "<!DOCTYPE orders [<!ENTITY x SYSTEM 'x'>]><orders><order id='1'>&x;</order>&x;<other/></orders>"
        for reading in Reading.allCases {
            let found = try reading.diagnostics(of: document, Self.validation(.collect(limit: 10)))
            let invalid = found.filter { $0.isViolation }
            #expect(invalid.map(\.code) == [.validationStopped], "\(reading)")
            #expect(invalid.first?.path == "orders/other")
        }
    }

    @Test("Content that was not read is not a violation, and warnings do not hide others")
    func entities() throws {
        let items = String(repeating: "<item>&x;</item>", count: 300)
        let document = """
            <!DOCTYPE orders [<!ENTITY x SYSTEM 'x'>]>
            <orders><order id='1'>\(items)&x;</order><order><item/></order></orders>
            """
        let options = try Self.validation(.collect(limit: 10))
        let tree = try XMLTree(parsing: document, options: options)
        #expect(tree.diagnostics.filter { $0.isViolation }.map(\.code) == [.missingAttribute])
        for reading in Reading.allCases {
            let found = try reading.diagnostics(of: document, options).filter { $0.isViolation }
            #expect(found.map(\.code) == [.missingAttribute], "\(reading)")
        }
    }

    @Test("Places are those of the input in every encoding", arguments: [String.Encoding.utf8, .utf16, .isoLatin1])
    func encodings(_ encoding: String.Encoding) throws {
        let name = [.utf8: "UTF-8", .utf16: "UTF-16", .isoLatin1: "ISO-8859-1"][encoding] ?? ""
        let document = """
            <?xml version='1.0' encoding='\(name)'?>\r
            <orders>\r
            <order id='é'><item>é</item><!-- é --><itém/></order>\r
            </orders>
            """
        let bytes = Array(try #require(document.data(using: encoding)))
        let tree = try XMLTree(parsing: bytes, options: Self.validation(.collect(limit: 10)))
        let found = try #require(tree.diagnostics.first)
        #expect(found.location?.line == 3 && found.location?.column == 39 && found.endLocation?.column == 44)
        let drawing =
            " 3 | <order id='é'><item>é</item><!-- é --><itém/></order>\n   |"
            + String(repeating: " ", count: 39) + "^~~~~"
        #expect(found.snippet() == drawing)
        #expect(found.snippet(in: bytes) == drawing)
    }

    @Test("A document is validated as it is repaired")
    func repaired() throws {
        var options = try Self.validation(.collect(limit: 10))
        options.recovery = .repair
        let document = "<orders><order id=1><item>Tea & milk<item>Oats</order><order><item/></order>"
        let tree = try XMLTree(parsing: document, options: options)
        #expect(tree.diagnostics.contains { $0.isViolation && $0.code == .missingAttribute })
        #expect(tree.diagnostics.contains { $0.appliedRepair != nil })
        var records = try XMLRecords(parsing: document, at: "orders/order", options: options)
        while try records.next() != nil {}
        #expect(records.diagnostics.count == tree.diagnostics.count)
        let places = records.diagnostics.compactMap(\.location?.byteOffset)
        #expect(places == places.sorted())
    }

    private struct Order: Decodable, Sendable {
        var id: Int
    }

    @Test("Repairs, violations and type errors are one list in the order of the document")
    func oneList() async throws {
        let faults = [
            "<order id='1'><item>Tea & milk</item></order>\n", "<order id='2'><itm/></order>\n",
            "<order id='x'><item>Tea</item></order>\n",
        ]
        let document = OrdersDocument.text(3_000) { $0 % 100 == 50 ? faults[$0 / 100 % 3] : nil }
        var options = try Self.validation(.skipRecord)
        options.recovery = .repair
        var decoder = XMLDecoder()
        decoder.invalidElements = .skip
        let pieces = AsyncStream<[UInt8]> { stream in
            let bytes = Array(document.utf8)
            for start in stride(from: 0, to: bytes.count, by: 4_096) {
                stream.yield(Array(bytes[start..<min(start + 4_096, bytes.count)]))
            }
            stream.finish()
        }
        let orders = try AsyncXMLRecords(
            of: Order.self, pieces, at: "orders/order", with: decoder, options: options)
        var count = 0
        for try await _ in orders { count += 1 }
        #expect(count == 2_980)
        let found = orders.diagnostics
        #expect(found.count == 30)
        let places = found.compactMap(\.location?.byteOffset)
        #expect(places == places.sorted() && places.count == 30)
        #expect(found.prefix(3).map(\.code) == [.malformedReference, .unexpectedElement, .invalidValue])
        var parser = try XMLPushParser(at: "orders/order", options: options)
        parser.feed(document.utf8)
        parser.finish()
        while try parser.next(as: Order.self, with: decoder) != nil { count -= 1 }
        #expect(count == 0)
        #expect(parser.diagnostics.map(\.location) == found.map(\.location))
    }

    @Test("A decoder reports errors of types and violations together")
    func decoded() throws {
        struct Orders: Decodable {
            var order: [Order]
        }
        let document = "<orders><order id='a'><item/></order><order id='1'/><order id='b'><item/></order></orders>"
        var decoder = XMLDecoder()
        decoder.invalidElements = .collect
        let options = try Self.validation(.collect(limit: 10))
        let error = try #require(throws: XMLError.self) {
            _ = try decoder.decode(Orders.self, from: document, options: options)
        }
        #expect(error.diagnostics.map(\.code) == [.invalidValue, .missingElement, .invalidValue])
        #expect(error.diagnostics.compactMap(\.location?.column) == [20, 38, 64])
    }

    @Test("A document is validated as a whole, and not from a checkpoint on")
    func parts() throws {
        let document = OrdersDocument.text(20_000) { _ in nil }
        let options = try Self.validation(.stop)
        let file = try TemporaryFile(document)
        let parts = try XMLRecords.parts(in: .file(file.path), at: "orders/order", count: 3, options: options)
        let counts = try parts.map { part in
            var records = try XMLRecords(parsing: .file(file.path), at: "orders/order", from: part, options: options)
            var count = 0
            while try records.next() != nil { count += 1 }
            return count
        }
        #expect(counts == [20_000, 0, 0])
        var records = try XMLRecords(parsing: document, at: "orders/order")
        _ = try records.next()
        let checkpoint = records.checkpoint
        let error = #expect(throws: XMLError.self) {
            _ = try XMLRecords(parsing: .file(file.path), at: "orders/order", from: checkpoint, options: options)
        }
        #expect(error?.code == .checkpointMismatch)
    }
}
