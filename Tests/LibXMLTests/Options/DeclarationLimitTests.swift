import CheckCases
@_spi(Checks) import LibXML
import Testing

/// The declarations of a document type are limited before libxml2 compares them.
@Suite struct DeclarationLimitTests {
    /// A document whose declarations exceed a limit, with the expected error and its column.
    struct Excessive: Sendable, CustomTestStringConvertible {
        var name: String
        var code: XMLError.Code
        var column: Int
        var document: String

        init(_ name: String, _ code: XMLError.Code, column: Int, _ subset: String) {
            self.name = name
            self.code = code
            self.column = column
            document = "<!DOCTYPE r [\(subset)]><r/>"
        }

        var testDescription: String { name }
    }

    private static func names(_ count: Int, _ separator: String) -> String {
        (0..<count).map { "n\($0)" }.joined(separator: separator)
    }

    static let all = [
        Excessive("values", .tooManyDeclarations, column: 28, "<!ATTLIST r a (\(names(1_001, "|"))) #IMPLIED>"),
        Excessive(
            "notations", .tooManyDeclarations, column: 37, "<!ATTLIST r a NOTATION (\(names(1_001, " | "))) #IMPLIED>"),
        Excessive(
            "elements with attributes", .tooManyDeclarations, column: 14 + 2_000 * 30,
            (10_000..<12_001).map { "<!ATTLIST n\($0) a CDATA 'x' >" }.joined()),
        Excessive(
            "attributes of one element", .tooManyAttributes, column: 14,
            "<!ATTLIST r " + (0..<4_097).map { "a\($0) CDATA #IMPLIED" }.joined(separator: " ") + ">"),
        Excessive(
            "attributes of one element in several lists", .tooManyAttributes, column: 14 + 4_096 * 29,
            (10_000..<14_097).map { "<!ATTLIST r a\($0) CDATA #FIXED 'x'>" }.joined().replacing(
                "#FIXED 'x'", with: "'x'")),
        Excessive(
            "names", .tooManyNames, column: 14 + 13 + names(19_999, "|").count + 1,
            "<!ELEMENT r (\(names(20_001, "|")))*>"),
        Excessive("size", .tooManyDeclarations, column: 1, "<!--" + String(repeating: "x", count: 9_500_000) + "-->"),
        Excessive(
            "a parameter entity", .tooManyDeclarations, column: -1,
            "<!ENTITY % p \"&#60;!ATTLIST r a (\(names(1_001, "&#124;"))) #IMPLIED>\">%p;"),
        Excessive(
            "a parameter entity inside a declaration", .tooManyDeclarations, column: -1,
            "<!ENTITY % b \"(\(names(1_002, "|")))\"><!ENTITY % c \"<!ATTLIST r a &#37;b; #IMPLIED>\">%c;"),
        Excessive(
            "attributes in a parameter entity inside a declaration", .tooManyAttributes, column: -1,
            "<!ENTITY % b \"\(names(4_097, " CDATA #IMPLIED ")) CDATA #IMPLIED\"><!ENTITY % c \"<!ATTLIST r &#37;b;>\">%c;"
        ),
    ]

    @Test("More than the limit of anything is an error of its own kind, the same in every entry point", arguments: all)
    func limits(_ excessive: Excessive) throws {
        let text = excessive.document
        let tree = try #require(throws: XMLError.self) { try XMLTree(parsing: text) }
        #expect(tree.code == excessive.code)
        #expect(excessive.column < 0 || tree.location?.column == excessive.column)

        let reader = try #require(throws: XMLError.self) {
            var reader = XMLReader(parsing: text)
            while try reader.next() != nil {}
        }
        #expect(reader.kindAndPlace == tree.kindAndPlace)
        let pushed = try #require(throws: XMLError.self) {
            var parser = XMLPushParser()
            for chunk in Array(text.utf8).chunks(of: 60_000) { try parser.feed(chunk) }
            _ = try parser.finish()
        }
        #expect(pushed.kindAndPlace == tree.kindAndPlace)
        for mode in [XMLRecoveryMode.repair, .libxml2] {
            let recovered = try #require(throws: XMLError.self) {
                try XMLTree(parsing: text + "&", options: .init(recovery: mode))
            }
            #expect(recovered.code == excessive.code)
        }
    }

    @Test("A declaration after a comment of any length is read, and limited, as in a tree")
    func afterLongComment() throws {
        let comment = "<!--\(String(repeating: "c", count: 10_000_000))-->"
        let text = "\(comment)<!DOCTYPE a [<!ATTLIST b k CDATA 'v'><?p \"?><!ATTLIST a k CDATA 'v'>]><a/>"
        for size in [1 << 16, 1 << 20] {
            var options = XMLParsingOptions()
            var rest = Array(text.utf8)[...]
            func next() -> [UInt8]? {
                defer { rest = rest.dropFirst(size) }
                return rest.isEmpty ? nil : Array(rest.prefix(size))
            }
            var reader = try XMLReader(parsing: .chunks(next), options: options)
            #expect(try reader.readToFollowing("a"))
            #expect(reader[attribute: "k"] == "v")
            options.limits.declaredElements = 1
            rest = Array(text.utf8)[...]
            reader = try XMLReader(parsing: .chunks(next), options: options)
            let error = #expect(throws: XMLError.self) { try reader.readToFollowing("a") }
            let expected = #expect(throws: XMLError.self) { try XMLTree(parsing: text, options: options) }
            #expect(error?.code == .tooManyDeclarations)
            #expect(error?.location == expected?.location)
        }
    }

    @Test(
        "A document type is an error where it is not allowed, at its beginning",
        arguments: [
            "<!DOCTYPE a><a/>", "<?xml version='1.0'?>\n<!-- c --><!DOCTYPE a [<!ENTITY e 'x'>]><a>&e;</a>",
            "<!DOCTYPE a SYSTEM 'a.dtd'><a/>",
        ])
    func notAllowed(_ text: String) throws {
        let options = XMLParsingOptions(limits: XMLParsingLimits(allowsDocumentType: false))
        let line = text.hasPrefix("<?xml") ? 2 : 1
        func check(_ body: () throws -> Void) {
            let error = #expect(throws: XMLError.self, performing: body)
            #expect(
                error?.code == .documentTypeNotAllowed && error?.location?.line == line, "\(String(describing: error))")
        }
        for engine in XMLParsingOptions.Engine.allCases {
            var options = options
            options.engine = engine
            check { _ = try XMLTree(parsing: text, options: options) }
        }
        check { _ = try XMLDictionary(parsing: text, options: options) }
        check { _ = try XMLTree(parsing: text, options: options.recovering()) }
        // libxml2's own recovery reports no place.
        let recovered = #expect(throws: XMLError.self) {
            try XMLTree(parsing: text, options: options.recovering(.libxml2))
        }
        #expect(recovered?.code == .documentTypeNotAllowed)
        check {
            var reader = XMLReader(parsing: text, options: options)
            while try reader.next() != nil {}
        }
        check {
            var records = try XMLRecords(parsing: text, at: "a", options: options)
            while try records.next() != nil {}
        }
        check {
            var bytes = Array(text.utf8)[...]
            var reader = try XMLReader(parsing: .chunks { bytes.popFirst().map { [$0] } }, options: options)
            while try reader.next() != nil {}
        }
        _ = try XMLTree(parsing: "<a><!-- <!DOCTYPE a> --><![CDATA[<!DOCTYPE a>]]></a>", options: options)
        _ = try XMLTree(html: text, options: XMLHTMLOptions(limits: options.limits))
    }

    @Test("A document type that declares as much as each limit allows is not an error")
    func within() throws {
        var limits = XMLParsingLimits()
        limits.declaredValues = 3
        limits.declaredElements = 2
        limits.attributesPerElement = 2
        limits.distinctNames = 8
        var options = XMLParsingOptions()
        options.limits = limits
        let subset = """
            <!-- <!ATTLIST x y (1|2|3|4)> --><?p <!ATTLIST x y (1|2|3|4)>?><!ENTITY e "<!ATTLIST x y (1|2|3|4)>">
            <!ATTLIST r a (1|2|3) #IMPLIED b CDATA #FIXED '(|||)'><!ELEMENT r (s|r)*><!ATTLIST s a NMTOKEN #REQUIRED>
            """
        let tree = try XMLTree(parsing: "<!DOCTYPE r [\(subset)]><r/>", options: options)
        #expect(tree.root[attribute: "b"] == "(|||)")
        options.limits.declaredValues = 2
        let error = try #require(throws: XMLError.self) {
            try XMLTree(parsing: "<!DOCTYPE r [\(subset)]><r/>", options: options)
        }
        #expect(error.code == .tooManyDeclarations)
        #expect(error.location?.line == 2)
    }

    @Test("A default for an element of any name does not make a declaration malformed to repair")
    func repairKeeps() throws {
        let text = "<!DOCTYPE r [<!ATTLIST r p:k CDATA ''><!ENTITY o 'x'>]><a>&o; & </a>"
        let recovered = try XMLTree(parsing: text, options: .recovering)
        #expect(recovered.root.text == "x & ")
        #expect(recovered.documentType?.name == "r")
        #expect(recovered.diagnostics.count == 1)
    }
}
