import LibXML
import LibXMLValidation
import Testing

@Suite struct KeyReferenceTests {
    struct Row: Sendable, CustomTestStringConvertible {
        let selector: String
        let fields: [String]
        /// The content of the root element. The starts of references without a target are between bars.
        let content: String
        let paths: [String]
        var testDescription: String { "\(selector) \(fields) \(content)" }

        init(_ selector: String, _ fields: String..., content: String, paths: String...) {
            (self.selector, self.fields, self.content, self.paths) = (selector, fields, content, paths)
        }
    }

    private static let rows = [
        Row("text", ".", content: "|<text>|e\u{301}</text>|<text>|é\n\n </text>", paths: "t:r/text", "t:r/text[2]"),
        Row("\nref\n |\tt:ref", "@to", content: "|<ref| to='\n2 '/>", paths: "t:r/ref"),
        Row("text", ".", content: "|<text>|a </text>|<text>|a</text>", paths: "t:r/text", "t:r/text[2]"),
        Row(
            "ref", "@to",
            content:
                "<key id='12345678901234567890'/><ref to='0012345678901234567890'/>|<ref| to='012345678901234567891'/>",
            paths: "t:r/ref[2]"),
        Row("ref", "@to", content: "<key id='1'/><ref to='1'/>"),
        Row("ref", "@to", content: "<ref to='1'/>|<ref| to='2'></ref><key id='1'/>", paths: "t:r/ref[2]"),
        Row("ref", "@to", content: "|<ref| to='2'/>|<ref| to=' 02 '/><key id='1'/>", paths: "t:r/ref", "t:r/ref[2]"),
        Row("ref", "@to", content: "<key id='2'/><ref to='2.0'/>|<ref| to='+3.50'/>", paths: "t:r/ref[2]"),
        Row("ref", "@to", content: "|<ref| to='5'/><box><ref to='5'/></box>", paths: "t:r/ref"),
        Row(".//ref", "@to", content: "<box><u/>|<ref| to='5'/></box><ref/>", paths: "t:r/box/ref"),
        Row(
            ".//box/ref | ref", "@to", content: "|<ref| to='5'/><box>|<ref| to='5'/></box>", paths: "t:r/ref",
            "t:r/box/ref"
        ),
        Row(
            "./child::box/ * ", "attribute::to", content: "<ref to='5'/><box><u/>|<ref| to='5'/></box>",
            paths: "t:r/box/ref"),
        Row(
            "box", "n", "ref/@to", content: "|<box>|<n>a</n><ref to='5'/></box><box><n>b</n></box>", paths: "t:r/box"),
        Row("text", ".", content: "|<text>|  it's\n so', 'b </text>|<text|/>", paths: "t:r/text", "t:r/text[2]"),
        Row(
            "t:ref", "@t:to", content: "<ref/>|<t:ref| t:to='a'/>|<t:ref| t:to='b'></t:ref>", paths: "t:r/t:ref",
            "t:r/t:ref[2]"),
        // A step without a prefix also counts elements with a prefix of the same namespace.
        Row(
            "ref", "@to", content: "<t:ref/>|<ref| to='5'/><ref/>", paths: "t:r/ref[2]"),
        Row("t:*", "@t:*", content: "<ref to='5'/>|<t:ref| t:to='b'/>", paths: "t:r/t:ref"),
        Row(
            "flag", ".", content: "|<flag>|1</flag>|<flag>|false</flag>|<flag>|true</flag>", paths: "t:r/flag",
            "t:r/flag[2]", "t:r/flag[3]"),
        Row("ref", "@to", content: "<!-- a -->&e;<ref to='1'/><key id='1'/>|<ref| to='2'/>", paths: "t:r/ref[3]"),
    ]

    @Test("A reference without a target is reported at its element, in trees", arguments: rows)
    func places(_ row: Row) throws {
        let keys = row.fields.map { "<xs:field xpath='@\($0 == "n" ? "n" : "id")'/>" }
        let schema = try XMLSchema(
            parsing: """
                <xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema" xmlns:t="urn:t" targetNamespace="urn:t">
                 <xs:element name="r"><xs:complexType><xs:choice minOccurs="0" maxOccurs="unbounded">
                  <xs:element name="key"><xs:complexType><xs:attribute name="id" type="xs:decimal"/>
                   <xs:attribute name="n"/></xs:complexType></xs:element>
                  <xs:element name="box"><xs:complexType><xs:choice minOccurs="0" maxOccurs="unbounded">
                   <xs:element name="ref" type="t:ref"/><xs:element name="u"/><xs:element name="n" type="xs:string"/>
                  </xs:choice></xs:complexType></xs:element>
                  <xs:element name="ref" type="t:ref"/><xs:element name="text" type="xs:string"/>
                  <xs:element name="flag" type="xs:boolean"/><xs:element ref="t:ref"/>
                 </xs:choice></xs:complexType>
                 <xs:key name="key"><xs:selector xpath="key"/>\(keys.joined())</xs:key>
                 <xs:keyref name="reference" refer="t:key"><xs:selector xpath="\(row.selector)"/>
                  \(row.fields.map { "<xs:field xpath='\($0)'/>" }.joined())</xs:keyref>
                 </xs:element>
                 <xs:complexType name="ref"><xs:attribute name="to" type="xs:decimal"/></xs:complexType>
                 <xs:element name="ref"><xs:complexType>
                  <xs:attribute name="to" form="qualified" type="xs:string"/></xs:complexType></xs:element>
                </xs:schema>
                """)
        let parts = (Self.start + row.content + "</t:r>").split(separator: "|", omittingEmptySubsequences: false)
        let ends = parts.indices.map { parts[...$0].map(\.utf8.count).reduce(0, +) }.dropLast()
        let document = parts.joined()
        let report = schema.validate(try XMLTree(parsing: document))
        #expect(report.diagnostics.map(\.code) == row.paths.map { _ in .danglingReference })
        #expect(report.diagnostics.flatMap { [$0.location?.byteOffset, $0.endLocation?.byteOffset] } == Array(ends))
        #expect(report.diagnostics.withoutFirstNumbers.map(\.path) == row.paths)
        let options = XMLParsingOptions(validation: .init(schema, onError: .collect(limit: 10)))
        #expect(try XMLTree(parsing: document, options: options).diagnostics == report.diagnostics)
        try checkPieces(Array(document.utf8), options)
        try checkPieces([0xFF, 0xFE] + document.utf16.flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] }, options)
        guard let first = report.diagnostics.first else { return }
        let stopping = XMLParsingOptions(validation: .init(schema))
        let error = try #require(throws: XMLError.self) { try XMLTree(parsing: document, options: stopping) }
        // Of references to one value, it may be another.
        let same = report.diagnostics.first { $0.location == error.location }
        #expect(same?.message == first.message)
        let paths = [same, error.diagnostics.first].compactMap(\.self).withoutFirstNumbers.map(\.path)
        #expect(paths.count == 2 && paths[0] == paths[1])
    }

    private func checkPieces(_ document: [UInt8], _ options: XMLParsingOptions) throws {
        var options = options
        for recovery in [nil, .repair] as [XMLRecoveryMode?] {
            options.recovery = recovery
            let expected = try XMLTree(parsing: document, options: options).diagnostics
            var parser = XMLPushParser(options: options)
            for byte in document { try parser.feed(CollectionOfOne(byte)) }
            let found = try parser.finish().diagnostics
            #expect(found == expected)
            #expect(found.map { $0.snippet() } == expected.map { $0.snippet() })
        }
    }

    @Test("References at the element that declares them, of default values, and of a date in another zone")
    func scopes() throws {
        let schema = try XMLSchema(
            parsing: """
                <xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema"><xs:element name="r"><xs:complexType><xs:sequence>
                 <xs:element name="r" minOccurs="0" maxOccurs="unbounded"><xs:complexType>
                  <xs:attribute name="to" default="z"/><xs:attribute name="day" type="xs:dateTime"/></xs:complexType>
                  <xs:key name="k"><xs:selector xpath="k"/><xs:field xpath="."/></xs:key>
                  <xs:keyref name="of" refer="k"><xs:selector xpath="."/><xs:field xpath="@to"/></xs:keyref>
                  <xs:keyref name="on" refer="k"><xs:selector xpath="."/><xs:field xpath="@day"/></xs:keyref>
                 </xs:element></xs:sequence></xs:complexType></xs:element></xs:schema>
                """)
        let tree = try XMLTree(parsing: "<r><r to='a'/><r/><r to='a' day='2020-01-01T00:00:00+01:00'/></r>")
        let found = schema.validate(tree).diagnostics.map {
            "\($0.location?.column ?? 0) \($0.path ?? "") \($0.message)"
        }
        #expect(
            found == [
                "4 r/r[1] “of” refers to “a”, which does not exist",
                "15 r/r[2] “of” refers to “z”, which does not exist",
                "19 r/r[3] “of” refers to “a”, which does not exist",
                "19 r/r[3] “on” refers to “2019-12-31T23:00:00Z”, which does not exist",
            ])
    }

    private static let start = "<!DOCTYPE t:r [<!ENTITY e '<ref/>'>]><t:r xmlns:t='urn:t'>"
}
