import LibXML
import LibXMLValidation
import Testing

/// Optional attributes. libxml2 alone takes twice the time for each that is there.
@Suite struct RelaxNGAttributeTests {
    private static let heading = """
        xmlns="http://relaxng.org/ns/structure/1.0" datatypeLibrary="http://www.w3.org/2001/XMLSchema-datatypes"
        """

    private static func attribute(_ number: Int) -> String {
        "<attribute name='a\(number)'><data type='integer'/></attribute>"
    }

    /// Schemas of an element `r` with optional attributes, and child elements `c`.
    private static let schemas: [(name: String, text: @Sendable (Int) -> String)] = [
        ("optional", { element(count: $0) { "<optional>\(attribute($0))</optional>" } }),
        ("zeroOrMore", { element(count: $0) { "<zeroOrMore>\(attribute($0))</zeroOrMore>" } }),
        ("choice", { element(count: $0) { "<choice><empty/>\(attribute($0))</choice>" } }),
        (
            "groups",
            {
                let all = (0..<$0 / 2).map { "<optional>\(attribute(2 * $0))\(attribute(2 * $0 + 1))</optional>" }
                return "<element name='r' \(heading)>\(all.joined())\(children)</element>"
            }
        ),
        (
            "definitions",
            { count in
                let definitions = (0..<count).map { "<define name='d\($0)'>\(attribute($0))</define>" }.joined()
                let all = (0..<count).map { "<optional><ref name='d\($0)'/></optional>" }.joined()
                return "<grammar \(heading)><start><element name='r'><ref name='all'/>\(children)</element></start>"
                    + "<define name='all'>\(all)</define>\(definitions)</grammar>"
            }
        ),
        (
            "prefix",
            {
                element(count: $0) { "<optional>\(attribute($0))</optional>" }
                    .replacing("<", with: "<q:").replacing("<q:/", with: "</q:").replacing("xmlns=", with: "xmlns:q=")
            }
        ),
    ]

    private static let children = "<zeroOrMore><element name='c'><text/></element></zeroOrMore>"

    private static func element(count: Int, _ pattern: (Int) -> String) -> String {
        "<element name='r' \(heading)>\((0..<count).map(pattern).joined())\(children)</element>"
    }

    private static func document(_ count: Int, _ value: (Int) -> String = { String($0) }) -> String {
        "<r \((0..<count).map { "a\($0)='\(value($0))'" }.joined(separator: " "))><c/><c/></r>"
    }

    @Test("Many optional attributes", arguments: schemas.map(\.name))
    func many(_ name: String) throws {
        let text = try #require(Self.schemas.first { $0.name == name }?.text(400))
        let schema = try XMLRelaxNGSchema(parsing: text)
        for count in [0, 2, 40, 400] {
            #expect(try schema.validate(XMLTree(parsing: Self.document(count))).diagnostics.isEmpty, "\(count)")
        }
        let wrong = try schema.validate(XMLTree(parsing: Self.document(40) { $0 == 7 ? "x" : "1" })).diagnostics
        #expect(wrong.first?.code == .invalidValue || wrong.first?.code == .unexpectedAttribute, "\(wrong)")
        #expect(try !schema.validate(XMLTree(parsing: Self.document(402))).isValid)
        #expect(try !schema.validate(XMLTree(parsing: "<r><c/><d/></r>")).isValid)
        #expect(try !schema.validate(XMLTree(parsing: "<r a1='1' b='2'/>")).isValid)
    }

    @Test(
        "Patterns that are not only attributes with names remain as they are",
        arguments: [
            (
                "<optional><attribute name='a'/><element name='c'><empty/></element></optional>", "<r a='1'><c/></r>",
                true
            ),
            ("<optional><attribute name='a'/><element name='c'><empty/></element></optional>", "<r a='1'/>", false),
            ("<zeroOrMore><attribute><anyName/></attribute></zeroOrMore>", "<r a='1' b='2'/>", true),
            ("<choice><attribute name='a'/><element name='a'><text/></element></choice>", "<r><a/></r>", true),
            ("<choice><attribute name='a'/><attribute name='b'/></choice>", "<r b='2'/>", true),
            ("<choice><attribute name='a'/><attribute name='b'/></choice>", "<r a='1' b='2'/>", false),
            ("<choice><attribute name='a'/><attribute name='b'/></choice>", "<r/>", false),
            (
                "<choice><attribute name='a'/><group><attribute name='a'/><attribute name='b'/></group></choice>",
                "<r a='1' b='2'/>", true
            ),
            ("<optional><attribute name='a'><value>1</value></attribute></optional>", "<r a='2'/>", false),
        ])
    func others(_ pattern: String, _ document: String, _ isValid: Bool) throws {
        let schema = try XMLRelaxNGSchema(parsing: "<element name='r' \(Self.heading)>\(pattern)</element>")
        #expect(try schema.validate(XMLTree(parsing: document)).isValid == isValid)
    }

    @Test(
        "In repetitions and lists, patterns remain as they are",
        arguments: [
            ("<zeroOrMore><choice><attribute name='x'/><attribute name='y'/></choice></zeroOrMore>", "x='1' y='2'"),
            ("<oneOrMore><choice><attribute name='x'/><attribute name='y'/></choice></oneOrMore>", "x='1' y='2'"),
            ("<zeroOrMore><optional><attribute name='x'/></optional></zeroOrMore>", "x='1'"),
            ("<zeroOrMore><ref name='any'/></zeroOrMore>", "x='1' y='2'"),
            ("<attribute name='x'><list><choice><empty/><empty/></choice></list></attribute>", "x=''"),
        ])
    func repetitions(_ pattern: String, _ attributes: String) throws {
        let all = (0..<12).map { "<optional>\(Self.attribute($0))</optional>" }.joined()
        let schema = try XMLRelaxNGSchema(
            parsing: """
                <grammar \(Self.heading)><start><element name='r'>\(all)\(pattern)\(Self.children)</element></start>
                <define name='any'><choice><attribute name='x'/><attribute name='y'/></choice></define></grammar>
                """)
        #expect(try schema.validate(XMLTree(parsing: "<r a1='1' a2='2' \(attributes)><c/></r>")).diagnostics.isEmpty)
    }

    @Test(
        "Attributes that would take too long, and whose patterns cannot be changed, are not validated",
        arguments: [
            {
                "<optional><choice><attribute name='a\($0)'/><element name='a\($0)'><text/></element></choice></optional>"
            },
            {
                "<optional><attribute name='a\($0)'/><optional><element name='e\($0)'><text/></element></optional></optional>"
            },
            {
                "<optional><optional><attribute name='a\($0)'/></optional><optional><element name='e\($0)'><text/></element></optional></optional>"
            },
            {
                "<optional><mixed><attribute name='a\($0)'/><optional><element name='e\($0)'><empty/></element></optional></mixed></optional>"
            },
        ] as [@Sendable (Int) -> String])
    func bound(_ pattern: @Sendable (Int) -> String) throws {
        let all = (0..<40).map(pattern).joined()
        let schema = try XMLRelaxNGSchema(
            parsing:
                "<element name='s' \(Self.heading)><oneOrMore><element name='r'>\(all)</element></oneOrMore></element>")
        func document(_ count: Int) -> String {
            "<s><r \((0..<count).map { "a\($0)='1'" }.joined(separator: " "))/><r a1='1'/></s>"
        }
        #expect(try schema.validate(XMLTree(parsing: document(10))).isValid)
        let found = try schema.validate(XMLTree(parsing: document(40))).diagnostics
        #expect(found.map(\.code) == [.validationStopped])
    }

    @Test(
        "A repetition of a choice of attributes",
        arguments: ["<ref name='all'/>", "<choice><ref name='all'/><attribute name='b'/></choice>"])
    func repeatedChoice(_ pattern: String) throws {
        let schema = try XMLRelaxNGSchema(
            parsing: """
                <grammar \(Self.heading)><start><element name='r'><oneOrMore>\(pattern)</oneOrMore>\(Self.children)</element></start>
                <define name='all'><choice>\((0..<40).map(Self.attribute).joined())</choice></define></grammar>
                """)
        #expect(try schema.validate(XMLTree(parsing: Self.document(12))).isValid)
        let found = try schema.validate(XMLTree(parsing: Self.document(40))).diagnostics
        #expect(found.map(\.code) == [.validationStopped])
    }

    @Test(
        "Optional attributes beside attributes of any name",
        arguments: [(names: 8, namespaces: 1, most: 400), (0, 1, 400), (0, 2, 139), (0, 3, 48), (3, 4, 29)])
    func wildcards(_ names: Int, _ namespaces: Int, _ most: Int) throws {
        let optional = (0..<names).map { "<optional>\(Self.attribute($0))</optional>" }.joined()
        let any = (0..<namespaces).map {
            "<zeroOrMore><attribute><nsName ns='u\($0)'/></attribute></zeroOrMore>"
        }.joined()
        let schema = try XMLRelaxNGSchema(parsing: "<element name='r' \(Self.heading)>\(optional)\(any)</element>")
        let declarations = (0..<namespaces).map { "xmlns:p\($0)='u\($0)' " }.joined()
        // One kind of names without any other choice takes linear time.
        let codes = namespaces == 1 ? [] : [XMLError.Code.validationStopped]
        for (count, codes) in [(most, []), (most + 1, codes)] {
            let named = (0..<names).map { "a\($0)='1' " }.joined()
            let others = (names..<count).map { "p\($0 % namespaces):b\($0)='' " }.joined()
            let found = try schema.validate(XMLTree(parsing: "<r \(declarations)\(named)\(others)/>")).diagnostics
            #expect(found.map(\.code) == codes, "\(count)")
        }
    }
}
