import LibXML
import LibXMLValidation
import Testing

/// Repetitions in repetitions. libxml2 alone needs 20 s for 2,000 children of one in another, and 18 s for 200 of four.
@Suite struct RepeatedContentTests {
    struct Row: Sendable, CustomTestStringConvertible {
        /// The content of `r`.
        let pattern: String
        /// The most children with a limit of 400.
        let limit: Int
        var testDescription: String { pattern }

        init(_ pattern: String, _ limit: Int) { (self.pattern, self.limit) = (pattern, limit) }
    }

    private static let a = "<element name='a'><empty/></element>"
    private static let b = "<element name='b'><empty/></element>"
    private static let any = "<element><anyName/><empty/></element>"

    private static let other = "<element><anyName><except><name>a</name></except></anyName><empty/></element>"

    private static func oneOrMore(_ patterns: String...) -> String {
        "<oneOrMore><choice>\(patterns.joined())</choice></oneOrMore>"
    }

    /// Of each pattern, libxml2 needs the whole content at once, because of the names.
    private static let rows = [
        Row(oneOrMore(a, any), 400), Row(oneOrMore(oneOrMore(a, any)), 54), Row(oneOrMore(oneOrMore(any), a), 54),
        Row(oneOrMore(oneOrMore(oneOrMore(any), a), b), 20),
        Row(oneOrMore("<optional>\(any)</optional>", "<optional>\(a)</optional>"), 400),
        Row("<zeroOrMore>\(any)</zeroOrMore><zeroOrMore>\(a)</zeroOrMore>", 54),
        Row("<zeroOrMore>\(any)</zeroOrMore><optional>\(a)</optional>", 400),
        Row("<zeroOrMore>\(any)</zeroOrMore><optional>\(b)<oneOrMore>\(a)</oneOrMore></optional>", 54),
        // Each child belongs to one of them only.
        Row("<zeroOrMore>\(a)</zeroOrMore><zeroOrMore>\(b)</zeroOrMore><optional>\(any)</optional>", 400),
        Row("<zeroOrMore>\(a)<zeroOrMore>\(b)</zeroOrMore></zeroOrMore><optional>\(any)</optional>", 400),
        Row("<interleave><ref name='d'/><optional>\(b)</optional></interleave>", 54),
        Row(
            "<zeroOrMore>\(a)</zeroOrMore><zeroOrMore><element><nsName ns='urn:x'/><empty/></element></zeroOrMore>", 400
        ),
        Row(
            "<x:a xmlns:x='urn:x'/>"
                + oneOrMore(oneOrMore(any.replacing("<anyName/>", with: "<x xmlns=''/><anyName/>"))), 54),
        Row("<zeroOrMore>\(a)</zeroOrMore><zeroOrMore>\(other)</zeroOrMore>", 400),
        Row(oneOrMore(a, oneOrMore(a, other)), 54),
        Row("<grammar><div><start>\(oneOrMore(oneOrMore(any)))</start></div></grammar>", 54),
        Row("<ref name='e'/>", 54), Row("<ref name=' e '/>", 54), Row(oneOrMore("<ref name='c'/>"), 400),
    ]

    @Test("The number of children is limited by the time that libxml2 needs", arguments: rows)
    func children(_ row: Row) throws {
        let schema = try XMLRelaxNGSchema(
            parsing: """
                <grammar xmlns="http://relaxng.org/ns/structure/1.0">
                 <start><element name="r">\(row.pattern)</element></start>
                 <define name="c"><choice>\(Self.a)\(Self.any)</choice></define>
                 <define name="d"><oneOrMore><oneOrMore>\(Self.a)</oneOrMore></oneOrMore></define>
                 <define name="e"><zeroOrMore>\(Self.any)</zeroOrMore></define>
                 <define name="e" combine="choice"><ref name="d"/></define>
                </grammar>
                """, options: XMLSchemaOptions(collectedChildren: 400))
        for (count, codes) in [(row.limit, []), (row.limit + 1, [XMLError.Code.validationStopped])] {
            let tree = try XMLTree(parsing: "<r>\(String(repeating: "<a/>", count: count))</r>")
            #expect(schema.validate(tree).diagnostics.map(\.code) == codes, "\(count)")
        }
    }

    @Test("The limit is that of the element: others of the same schema may have more children")
    func names() throws {
        let schema = try XMLRelaxNGSchema(
            parsing: """
                <element name="r" xmlns="http://relaxng.org/ns/structure/1.0"><interleave>
                 <element name="p">\(Self.oneOrMore(Self.oneOrMore(Self.a), Self.b))</element>
                 <element name="q">\(Self.oneOrMore(Self.a, Self.b))</element></interleave></element>
                """, options: XMLSchemaOptions(collectedChildren: 400))
        let many = String(repeating: "<a/><b/>", count: 100)
        #expect(try schema.validate(XMLTree(parsing: "<r><q>\(many)</q><p><a/></p></r>")).isValid)
        let report = try schema.validate(XMLTree(parsing: "<r><q>\(many)</q><p>\(many)</p></r>"))
        #expect(report.diagnostics.map(\.code) == [.validationStopped])
        #expect(report.diagnostics.first?.message.contains("more than 54 children") == true)
    }

    @Test("Definitions that refer to each other in many levels are an error")
    func levels() throws {
        func schema(_ count: Int) throws -> XMLRelaxNGSchema {
            let definitions = (0..<count).map { "<define name='d\($0)'><ref name='d\($0 + 1)'/></define>" }.joined()
            return try XMLRelaxNGSchema(
                parsing: """
                    <grammar xmlns="http://relaxng.org/ns/structure/1.0">
                     <start><element name="r"><ref name="d0"/></element></start>
                     \(definitions)<define name="d\(count)"><empty/></define></grammar>
                    """)
        }
        // A reference and its definition are two levels.
        #expect(try schema(100).validate(XMLTree(parsing: "<r/>")).isValid)
        let error = try #require(throws: XMLError.self) { try schema(10_000) }
        #expect(error.code == .schemaTooComplex)
        #expect(error.location?.line == 2 && error.location?.column == 9)
    }

    @Test("Patterns of other files: an included start, replaced definitions, files that include each other")
    func files() throws {
        let files = [
            "start": "<grammar><include href='content'/></grammar>",
            "content":
                "<grammar><start><ref name='m'/></start><define name='m'>"
                + "\(Self.oneOrMore(Self.oneOrMore(Self.any)))</define></grammar>",
            "circle": "<grammar><include href='circle2'/></grammar>",
            "circle2": "<grammar><start><empty/></start><include href='circle'/></grammar>",
        ].mapValues { Array($0.replacing("<grammar>", with: "<grammar \(Self.namespace)>").utf8) }
        let options = XMLSchemaOptions(collectedChildren: 400) { files[$0] }
        func schema(_ content: String) throws -> XMLRelaxNGSchema {
            try XMLRelaxNGSchema(parsing: "<grammar \(Self.namespace)>\(content)</grammar>", options: options)
        }
        let tree = try XMLTree(parsing: "<r>\(String(repeating: "<a/>", count: 100))</r>")
        let external = try schema("<start><element name='r'><externalRef href='start'/></element></start>")
        #expect(external.validate(tree).diagnostics.map(\.code) == [.validationStopped])
        let replaced = try schema(
            """
            <include href="content"><start><element name="r"><ref name="m"/></element></start>
             <define name="m"><oneOrMore>\(Self.any)</oneOrMore></define></include>
            """)
        #expect(replaced.validate(tree).isValid)
        #expect(throws: XMLError.self) {
            try schema("<start><element name='r'><externalRef href='circle'/></element></start>")
        }
    }

    private static let namespace = "xmlns='http://relaxng.org/ns/structure/1.0'"
}
