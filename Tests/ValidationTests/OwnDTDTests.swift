import LibXMLValidation
import Testing

@_spi(Checks) @testable import LibXML

/// What a document's own DTD, or one that is given separately, says about references, declarations and content.
@Suite struct OwnDTDTests {
    private static let dtd = """
        <!ELEMENT cat (msg*)><!ELEMENT msg (#PCDATA|b)*><!ELEMENT b EMPTY>
        <!ATTLIST msg kind (a|b) #IMPLIED title CDATA #IMPLIED note CDATA "n" key NMTOKEN #IMPLIED>
        <!ENTITY k "a"><!ENTITY m "<b/>"><!ENTITY bad "<b>x</b>"><!ENTITY open "<b>"><!ENTITY chapter SYSTEM "c.xml">
        """

    /// The severity, code and column of each diagnostic.
    private static func summary(_ diagnostics: [XMLDiagnostic]) -> [String] {
        diagnostics.map { "\($0.severity) \($0.code.rawValue) \($0.location?.column ?? 0)" }
    }

    private static let heading = "<!DOCTYPE cat SYSTEM \"s.dtd\"><cat>"

    @Test(
        "A document's own DTD declares entities, which are read",
        arguments: [
            ("<msg kind='&k;'>&m;&k;</msg>", []), ("<msg kind='&nope;'/>", ["error undeclaredEntity 46"]),
            ("<msg title='&nope;'/>", ["error undeclaredEntity 47"]),
            ("<msg>&nope;</msg>", ["error undeclaredEntity 40"]), ("<msg>&bad;</msg>", ["error unexpectedText 40"]),
            ("<msg>&chapter;</msg>", []), ("<msg kind='c'>&k;</msg>", ["error notInEnumeration 46"]),
            ("<msg>&m;</msg>&m;", ["error unexpectedElement 49"]),
        ] as [(String, [String])])
    func own(_ content: String, _ expected: [String]) throws {
        let folder = try TemporaryFolder(["s.dtd": Self.dtd])
        let document = Self.heading + content + "</cat>"
        let tree = try XMLTree(parsing: document)
        let dtd = try XMLDTDSchema(of: tree, options: XMLSchemaOptions(folder: folder.path))
        let report = dtd.validate(tree)
        #expect(Self.summary(report.diagnostics.filter { $0.code != .unresolvedEntity }) == expected)
        #expect(report.isValid == expected.isEmpty)
        #expect(report.diagnosticCount == expected.count)
        // The same in the pass.
        var options = XMLParsingOptions()
        options.validation = .init(dtd, onError: .collect(limit: 100))
        let parsed = try XMLTree(parsing: document, options: options)
        #expect(Self.summary(parsed.diagnostics.filter { $0.isViolation }) == expected)
        options.validation = .init(dtd)
        #expect((try? XMLTree(parsing: document, options: options)) != nil || !expected.isEmpty)
    }

    @Test("An entity that is not well-formed is an error, and a recovered document is validated")
    func malformed() throws {
        let folder = try TemporaryFolder(["s.dtd": Self.dtd])
        let tree = try XMLTree(parsing: Self.heading + "<msg>&open;</msg></cat>")
        let dtd = try XMLDTDSchema(of: tree, options: XMLSchemaOptions(folder: folder.path))
        #expect(!dtd.validate(tree).isValid)
        let broken = try XMLTree(parsing: Self.heading + "<msg kind='&k;'>&m;</cat>", options: .recovering)
        #expect(dtd.validate(broken).isValid)
        let billion = try TemporaryFolder([
            "s.dtd": "<!ELEMENT cat ANY><!ENTITY a0 '0123456789'>"
                + (1...9).map { "<!ENTITY a\($0) '\(String(repeating: "&a\($0 - 1);", count: 10))'>" }.joined()
        ])
        let bomb = try XMLTree(parsing: Self.heading + "&a9;</cat>")
        let report = try XMLDTDSchema(of: bomb, options: XMLSchemaOptions(folder: billion.path)).validate(bomb)
        #expect(report.diagnostics.contains { $0.code == .entityExpansionTooLarge })
    }

    @Test("Without the folder of the DTD, it is not known; with one, its location is relative to the document")
    func folders() throws {
        let tree = try XMLTree(parsing: Self.heading + "</cat>")
        let error = try #require(throws: XMLError.self) { try XMLDTDSchema(of: tree) }
        #expect(error.code == .unresolvedSchema)
        #expect(error.help?.contains("folder") == true)
        let folder = try TemporaryFolder([
            "dtd/s.dtd": Self.dtd, "a/b/doc.xml": "<!DOCTYPE cat SYSTEM '../../dtd/s.dtd'><cat/>",
            "a/b/out.xml": "<!DOCTYPE cat SYSTEM '../../../s.dtd'><cat/>",
        ])
        let options = XMLSchemaOptions(folder: folder.path)
        let inside = try XMLTree(parsing: .file(folder.path + "/a/b/doc.xml"))
        #expect(try XMLDTDSchema(of: inside, options: options).validate(inside).isValid)
        let outside = try XMLTree(parsing: .file(folder.path + "/a/b/out.xml"))
        #expect(throws: XMLError.self) { try XMLDTDSchema(of: outside, options: options) }
    }

    @Test(
        "A DTD that is given separately declares entities, which are not read",
        arguments: [
            ("<msg>&k;</msg>", []), ("<msg>&nope;</msg>", ["error undeclaredEntity 40"]),
            ("<msg kind='&k;'/>", ["warning notChecked 46"]),
            ("<msg title='&k;' key='&nope;'/>", ["warning notChecked 57"]),
            ("<msg kind='&amp;k;'/>", ["error notInEnumeration 46"]),
            ("<msg kind='c' key='&k;'/>", ["error notInEnumeration 46", "warning notChecked 54"]),
        ] as [(String, [String])])
    func separate(_ content: String, _ expected: [String]) throws {
        let dtd = try XMLDTDSchema(parsing: Self.dtd)
        let document = Self.heading + content + "</cat>"
        let report = dtd.validate(try XMLTree(parsing: document))
        #expect(Self.summary(report.diagnostics) == expected)
        #expect(report.isValid == !expected.contains { $0.hasPrefix("error") })
        var options = XMLParsingOptions()
        options.validation = .init(dtd, onError: .collect(limit: 100))
        let parsed = try XMLTree(parsing: document, options: options).diagnostics
        #expect(Self.summary(parsed.filter { $0.code != .unresolvedEntity }) == expected)
        // A warning ends no parse.
        options.validation = .init(dtd)
        #expect((try? XMLTree(parsing: document, options: options)) != nil || !report.isValid)
    }

    @Test("A value with an unread reference is not a fault of any schema; one that was read may be")
    func otherSchemas() throws {
        let xsd = try XMLSchema(
            parsing: """
                <xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema"><xs:element name="a"><xs:complexType>
                <xs:attribute name="n" type="xs:int"/></xs:complexType></xs:element></xs:schema>
                """)
        let rng = try XMLRelaxNGSchema(
            parsing: """
                <element name="a" xmlns="http://relaxng.org/ns/structure/1.0"><attribute name="n">
                <value>1</value></attribute></element>
                """)
        let expected = ["warning notChecked 30", "error validationStopped 24"]
        for (schema, expected) in zip([xsd, rng] as [any XMLDocumentSchema], expected) {
            let report = schema.validate(try XMLTree(parsing: "<!DOCTYPE a SYSTEM 's'><a n='&k;'/>"))
            #expect(Self.summary(report.diagnostics) == [expected])
            #expect(report.isValid == (report.diagnosticCount == 0))
            for value in ["&k;", "&k; &amp;k;", "&lt;&k;"] {
                let known = try XMLTree(parsing: "<!DOCTYPE a SYSTEM 's' [<!ENTITY k 'x'>]><a n='\(value)'/>")
                let report = schema.validate(known)
                #expect(!report.isValid)
                #expect(report.diagnostics.allSatisfy { $0.code != .notChecked && $0.code != .validationStopped })
            }
            for reference in ["&k;", "&#38;k;", "&i;"] {
                let subset = "<!ENTITY j '1\(reference)2'><!ENTITY i '&k;'>"
                let document = "<!DOCTYPE a SYSTEM 's' [\(subset)]><a n='&j;'/>"
                let code = report.diagnostics.first?.code
                #expect(try schema.validate(XMLTree(parsing: document)).diagnostics.map(\.code) == [code])
                var options = XMLParsingOptions()
                options.validation = .init(schema, onError: .collect(limit: 9))
                let streamed = try XMLTree(parsing: document, options: options).diagnostics
                #expect(streamed.map(\.code).filter { $0 != .unresolvedEntity } == [code])
            }
        }
    }

    @Test(
        "Declarations are checked when the DTD is read",
        arguments: [
            ("<!ELEMENT a (#PCDATA)>\n<!ATTLIST a v (x|y) 'z'>", 2, "is not one of the values"),
            ("<!ELEMENT a (#PCDATA)>\n<!ATTLIST a v NMTOKEN 'x y'>", 2, "is not of its type"),
            ("<!ELEMENT a (#PCDATA)>\n<!ATTLIST a v ID 'x'>", 2, "is an ID"),
            ("<!ELEMENT a (#PCDATA)>\n<!ELEMENT b (#PCDATA|a|a)*>", 2, "lists <a> twice"),
            ("\n<!ELEMENT a ANY><!ATTLIST a v NOTATION (gif) #IMPLIED>", 2, "“gif” is not declared"),
            ("<!ELEMENT a ANY>\n<!ENTITY e SYSTEM 'e' NDATA gif>", 1, "“gif” is not declared"),
            ("<!NOTATION g SYSTEM 'g'>\n<!ELEMENT a EMPTY><!ATTLIST a v NOTATION (g) #IMPLIED>", 2, "is a notation"),
            ("<!ELEMENT a ANY>\n<!ELEMENT a EMPTY>", 2, "Redefinition"),
            ("<!ENTITY % p '(b'>\n<!ELEMENT a %p;)>", 2, "same entity"),
        ] as [(String, Int, String)])
    func declarations(_ text: String, _ line: Int, _ message: String) throws {
        let error = try #require(throws: XMLError.self) { try XMLDTDSchema(parsing: text) }
        #expect(error.code == .invalidSchema)
        #expect(error.location?.line == line)
        #expect(error.message.contains(message), "\(error.message)")
    }

    @Test(
        "Content that is not an element or text",
        arguments: [
            ("<e><!-- --></e>", ["unexpectedText 4"]), ("<e><?p?></e>", ["unexpectedText 4"]),
            ("<e>&nothing;</e>", ["unexpectedText 4"]), ("<e></e>", []), ("<e />", []), ("<e\n></e >", []),
            ("<e> </e>", ["unexpectedText 1"]), ("<e><![CDATA[]]></e>", ["unexpectedText 4"]),
            ("<c><![CDATA[ ]]><e/></c>", ["unexpectedText 4"]), ("<c> <!-- --><e/><?p?> </c>", []),
            ("<c>&nothing;<e/></c>", []), ("<t n='a&#9;b'/>", ["invalidValue 7"]), ("<t n=' a  b '/>", []),
            ("<t n='&#32;a&#32;&#32;b'/>", []), ("<t n='a &#x301;b'/>", []), ("<t n=' &#x301;b c'/>", []),
            ("<t n='&#10;a'/>", ["invalidValue 7"]),
        ] as [(String, [String])])
    func content(_ element: String, _ expected: [String]) throws {
        let subset = """
            <!DOCTYPE r [<!ELEMENT r ANY><!ELEMENT e EMPTY><!ELEMENT c (e)><!ELEMENT t EMPTY><!ENTITY nothing ''>
            """
        let document = subset + "<!ATTLIST t n NMTOKENS #IMPLIED>]><r>\n\(element)</r>"
        let tree = try XMLTree(parsing: document)
        let dtd = try XMLDTDSchema(of: tree)
        let found = dtd.validate(tree).diagnostics
        #expect(found.map { "\($0.code.rawValue) \($0.location?.column ?? 0)" } == expected)
        var options = XMLParsingOptions()
        options.validation = .init(dtd, onError: .collect(limit: 100))
        #expect(try XMLTree(parsing: document, options: options).diagnostics == found)
        for engine in XMLParsingOptions.Engine.allCases {
            options.engine = engine
            #expect(try XMLTree(parsing: document, options: options).diagnostics == found)
        }
    }

    @Test(
        "A document that is declared to be standalone does not depend on its external DTD (XML 1.0, section 2.9)",
        arguments: [
            ("<cat><msg note='n'/></cat>", []), ("<cat><msg/></cat>", ["invalidContent"]),
            ("<cat> <msg note='n'/></cat>", ["invalidContent"]),
            ("<cat><msg note='n' key=' x'/></cat>", ["invalidContent"]),
        ] as [(String, [String])])
    func standalone(_ content: String, _ expected: [String]) throws {
        let folder = try TemporaryFolder(["s.dtd": Self.dtd])
        for (value, expected) in [("yes", expected), ("no", [])] {
            let document = "<?xml version='1.0' standalone='\(value)'?><!DOCTYPE cat SYSTEM 's.dtd'>" + content
            let tree = try XMLTree(parsing: document)
            let dtd = try XMLDTDSchema(of: tree, options: XMLSchemaOptions(folder: folder.path))
            #expect(dtd.validate(tree).diagnostics.map(\.code.rawValue) == expected)
        }
        // What the internal subset declares counts as well.
        let inside = try XMLTree(
            parsing: "<?xml version='1.0' standalone='yes'?><!DOCTYPE cat SYSTEM 's.dtd' ["
                + "<!ELEMENT cat (msg*)><!ATTLIST msg note CDATA 'n'>]><cat> <msg/></cat>")
        let twice = try TemporaryFolder(["s.dtd": "<!ELEMENT msg EMPTY>"])
        #expect(try XMLDTDSchema(of: inside, options: XMLSchemaOptions(folder: twice.path)).validate(inside).isValid)
    }

    @Test("Any number of external entities, a large depth, and a DTD in a parameter entity")
    func unusual() throws {
        let folder = try TemporaryFolder([
            "s.dtd": Self.dtd + "<!ELEMENT any ANY>", "p.ent": Self.dtd + "<!ELEMENT any ANY>",
        ])
        let options = XMLSchemaOptions(folder: folder.path)
        func report(_ document: String, _ parsing: XMLParsingOptions = .init()) throws -> XMLValidationReport {
            let tree = try XMLTree(parsing: document, options: parsing)
            return try XMLDTDSchema(of: tree, options: options).validate(tree)
        }
        let many = "<!DOCTYPE any SYSTEM 's.dtd'><any>\(String(repeating: "&chapter;", count: 300))</any>"
        #expect(try report(many).isValid)
        #expect(try report(many).diagnosticCount == 0)
        var deep = XMLParsingOptions()
        deep.limits.depth = 1_000
        let levels = String(repeating: "<any>", count: 400) + "&m;" + String(repeating: "</any>", count: 400)
        #expect(try report("<!DOCTYPE any SYSTEM 's.dtd'>" + levels, deep).isValid)
        let parameter = "<!DOCTYPE cat [<!ENTITY % p SYSTEM 'p.ent'>%p;]><cat><msg kind='"
        #expect(try report(parameter + "&k;'/></cat>").isValid)
        #expect(try Self.summary(report(parameter + "&nope;'/></cat>").diagnostics) == ["error undeclaredEntity 65"])
        // What is said at one place does not contradict itself.
        let undeclared = try report("<!DOCTYPE cat SYSTEM 's.dtd'><cat><msg>&nope;</msg></cat>")
        #expect(undeclared.diagnostics.map(\.code) == [.undeclaredEntity])
        let tree = try XMLTree(parsing: Self.heading + "<msg>&nope;</msg></cat>")
        #expect(try !XMLDTDSchema(of: tree, options: options).validate(tree.root).isValid)
    }

    @Test("An ID with an unread reference may be the one that is referred to; RELAX NG does not go on after a value")
    func unread() throws {
        let dtd = try XMLDTDSchema(
            parsing: "<!ELEMENT r (a*)><!ELEMENT a EMPTY><!ATTLIST a i ID #IMPLIED f IDREF #IMPLIED>")
        let document = "<!DOCTYPE r SYSTEM 's'><r><a i='&k;'/><a f='x'/></r>"
        #expect(try Self.summary(dtd.validate(XMLTree(parsing: document)).diagnostics) == ["warning notChecked 33"])
        let rng = try XMLRelaxNGSchema(
            parsing: """
                <element name="r" xmlns="http://relaxng.org/ns/structure/1.0"
                  datatypeLibrary="http://www.w3.org/2001/XMLSchema-datatypes"><interleave>
                <zeroOrMore><element name="a"><attribute name="n"><data type="int"/></attribute></element></zeroOrMore>
                <optional><element name="b"><empty/></element></optional></interleave></element>
                """)
        for content in ["<a n='&k;'/><a n='x'/>", "<a n='&k;'/><zz/>"] {
            let report = try rng.validate(XMLTree(parsing: "<!DOCTYPE r SYSTEM 's'><r>\(content)</r>"))
            #expect(report.diagnostics.map(\.code) == [.validationStopped])
            #expect(!report.isValid)
        }
    }

    @Test("A record with a value that was not checked is returned")
    func records() throws {
        let dtd = try XMLDTDSchema(parsing: Self.dtd)
        var options = XMLParsingOptions()
        options.validation = .init(dtd, onError: .skipRecord)
        let document = Self.heading + "<msg kind='&k;'/><msg kind='c'/><msg kind='a'/></cat>"
        var records = try XMLRecords(parsing: document, at: "cat/msg", options: options)
        var kinds: [String?] = []
        while let record = try records.next() { kinds.append(record[attribute: "kind"]) }
        #expect(kinds == ["&k;", "a"])
    }
}
