import LibXML
import Testing

@Suite struct WriterErrorTests {
    struct Case: Sendable, CustomTestStringConvertible {
        var name: String
        var code: XMLError.Code
        var path: String?
        var write: @Sendable (XMLWriter) throws -> Void
        var testDescription: String { name }
    }

    @Test("What XML does not allow is an error, with its path", arguments: cases)
    func errors(_ test: Case) throws {
        let writer = try XMLWriter()
        let error = try #require(throws: XMLError.self) {
            try test.write(writer)
            try writer.finish()
        }
        #expect(error.code == test.code)
        #expect(error.diagnostic.path == test.path)
    }

    private static let cases: [Case] = [
        Case(name: "no root", code: .missingRootElement) { _ in },
        Case(name: "only a comment", code: .missingRootElement) { try $0.comment("x") },
        Case(name: "two roots", code: .contentAfterRootElement) { writer in
            try writer.element("a")
            try writer.element("b")
        },
        Case(name: "text before the root", code: .missingRootElement) { try $0.text("x") },
        Case(name: "CDATA before the root", code: .missingRootElement) { try $0.cdata("x") },
        Case(name: "text after the root", code: .contentAfterRootElement) { writer in
            try writer.element("a")
            try writer.text("x")
        },
        Case(name: "CDATA after the root", code: .contentAfterRootElement) { writer in
            try writer.element("a")
            try writer.cdata("x")
        },
        Case(name: "an open element", code: .unclosedElement, path: "a.b") { writer in
            try writer.startElement("a")
            try writer.startElement("b")
        },
        Case(name: "an end without a start", code: .mismatchedEndTag) { try $0.endElement() },
        Case(name: "a scope that leaves an element open", code: .unclosedElement) { writer in
            try writer.element("a") { try writer.startElement("b") }
        },
        Case(name: "a scope that ends its own element", code: .mismatchedEndTag) { writer in
            try writer.element("r") { try writer.element("a") { try writer.endElement() } }
        },
        Case(name: "an attribute after text", code: .misplacedAttribute, path: "a.@b") { writer in
            try writer.element("a") {
                try writer.text("x")
                try writer.attribute("b", "1")
            }
        },
        Case(name: "an attribute after an element", code: .misplacedAttribute) { writer in
            try writer.element("a")
            try writer.attribute("b", "1")
        },
        Case(name: "an attribute twice", code: .duplicateAttribute, path: "a.@b") {
            try $0.element("a", ["b": "", "b": ""])
        },
        Case(name: "one of many attributes twice", code: .duplicateAttribute, path: "a.@a57") { writer in
            try writer.element("a") {
                for number in 0..<100 { try writer.attribute("a\(number)", "") }
                try writer.attribute("a57", "")
            }
        },
        Case(name: "an attribute twice by namespace", code: .duplicateAttribute, path: "a") {
            try $0.element("a", ["xmlns:p": "u", "xmlns:q": "u", "p:b": "", "q:b": ""])
        },
        Case(name: "an undeclared prefix of an element", code: .undeclaredPrefix, path: "p:a") {
            try $0.element("p:a")
        },
        Case(name: "an undeclared prefix of an attribute", code: .undeclaredPrefix, path: "a") {
            try $0.element("a", ["p:b": ""])
        },
        Case(name: "a prefix after its scope", code: .undeclaredPrefix, path: "r.p:b") { writer in
            try writer.element("r") {
                try writer.element("p:a", ["xmlns:p": "u"])
                try writer.element("p:b")
            }
        },
        Case(name: "a prefix that is declared twice", code: .duplicateAttribute, path: "a.@xmlns:p") { writer in
            try writer.element("a", ["xmlns:p": "u", "xmlns:p": "u"])
        },
        Case(name: "a prefix that the tag uses", code: .invalidNamespaceDeclaration, path: "s:r.s:a") { writer in
            try writer.element("s:r", ["xmlns:s": "u"]) {
                try writer.startElement(XMLName("a", namespaceURI: "u"))
                try writer.declareNamespace("v", prefix: "s")
            }
        },
        Case(name: "the prefix xml", code: .invalidNamespaceDeclaration, path: "a.@xmlns:xml") {
            try $0.element("a", ["xmlns:xml": "u"])
        },
        Case(name: "the prefix xmlns", code: .invalidNamespaceDeclaration, path: "a.@xmlns:xmlns") {
            try $0.element("a", ["xmlns:xmlns": "u"])
        },
        Case(name: "an empty URI", code: .invalidNamespaceDeclaration, path: "a.@xmlns:p") {
            try $0.element("a", ["xmlns:p": ""])
        },
        Case(name: "two hyphens", code: .doubleHyphenInComment) { try $0.comment("a--b") },
        Case(name: "a hyphen at the end", code: .doubleHyphenInComment) { try $0.comment("a-") },
        Case(name: "the end of an instruction", code: .malformed) { try $0.processingInstruction("p", "a?>b") },
        Case(name: "the target xml", code: .reservedProcessingInstruction) { try $0.processingInstruction("XmL", "") },
        Case(name: "a target with a colon", code: .invalidName) { try $0.processingInstruction("a:b", "") },
        Case(name: "a declaration that comes late", code: .misplacedXMLDeclaration) { writer in
            try writer.comment("x")
            try writer.declaration()
        },
        Case(name: "a version", code: .malformedXMLDeclaration) { try $0.declaration(version: "2.0") },
        Case(name: "a second document type", code: .misplacedDocumentType) { writer in
            try writer.documentType(.init(name: "a"))
            try writer.documentType(.init(name: "a"))
        },
        Case(name: "a document type in an element", code: .misplacedDocumentType, path: "a") { writer in
            try writer.element("a") { try writer.documentType(.init(name: "a")) }
        },
        Case(name: "white space before the data of an instruction", code: .malformed) {
            try $0.processingInstruction("p", " a")
        },
        Case(name: "both quotes in an identifier", code: .malformedDocumentType) {
            try $0.documentType(.init(name: "a", systemID: "'\""))
        },
        Case(name: "a public identifier without a system identifier", code: .malformedDocumentType) {
            try $0.documentType(.init(name: "a", publicID: "-//A"))
        },
        Case(name: "a character that public identifiers cannot contain", code: .malformedDocumentType) {
            try $0.documentType(.init(name: "a", publicID: "<", systemID: "s"))
        },
        Case(name: "a subset that ends the declaration", code: .malformedDocumentType) {
            try $0.documentType(.init(name: "a", internalSubset: "]><!--x--><?p "))
        },
        Case(name: "a subset that is not a declaration", code: .malformedDocumentType) {
            try $0.documentType(.init(name: "a", internalSubset: "<!ENTITY e>"))
        },
        Case(name: "a subset that ends in a declaration", code: .malformedDocumentType) {
            try $0.documentType(.init(name: "a", internalSubset: "<!ENTITY e 'x"))
        },
    ]

    @Test(
        "Names that XML does not allow",
        arguments: [
            "", " ", "a b", "a><b", "a/", "1a", "-a", ".a", "a\u{0}", "a=", "a\"b", "a:", ":a", "a:b:c", "a:1",
            "xmlns:a",
            "a\u{FFFE}", "\u{D7}", "a&amp;", "a\n",
        ])
    func names(_ name: String) throws {
        for write: (XMLWriter) throws -> Void in [
            { try $0.element(name) }, { try $0.element(XMLName(name)) },
            { try $0.element(XMLName(name, namespaceURI: "u")) },
            { try $0.processingInstruction(name, "") },
        ] {
            let writer = try XMLWriter()
            let error = try #require(throws: XMLError.self) { try write(writer) }
            #expect(error.code == .invalidName)
            // The writer is as before.
            try writer.element("a")
            #expect(try writer.xmlString().hasSuffix("?>\n<a/>"))
        }
        guard name != "xmlns:a" else { return }
        let writer = try XMLWriter()
        try writer.startElement("a")
        #expect { try writer.attribute(name, "") } throws: { ($0 as? XMLError)?.code == .invalidName }
        #expect { try writer.attribute(XMLName(name, namespaceURI: "u"), "") } throws: {
            ($0 as? XMLError)?.code == .invalidName
        }
        #expect { try writer.declareNamespace("u", prefix: name.isEmpty ? "a b" : name) } throws: {
            ($0 as? XMLError)?.code == .invalidName
        }
    }

    @Test("Every scalar is either written and read back, or an error")
    func scalars() throws {
        let ranges: [ClosedRange<UInt32>] = [
            0...0x2FF, 0xD7F0...0xD7FF, 0xE000...0xE00F, 0xFDC0...0xFFFF, 0x1FFF0...0x2000F,
        ]
        for value in ranges.joined() {
            let scalar = try #require(Unicode.Scalar(value))
            let isAllowed = [0x9, 0xA, 0xD].contains(value) || value >= 0x20 && value != 0xFFFE && value != 0xFFFF
            let text = "x\(scalar)y1234567\(scalar)"
            let writes: [(XMLWriter) throws -> Void] = [
                { try $0.text(text) }, { try $0.cdata(text) }, { try $0.attribute("a", text) },
                { try $0.comment(text) },
                { try $0.processingInstruction("p", text) },
            ]
            for (index, write) in writes.enumerated() {
                let writer = try XMLWriter()
                try writer.startElement("r")
                guard isAllowed else {
                    #expect { try write(writer) } throws: { ($0 as? XMLError)?.code == .invalidCharacter }
                    continue
                }
                if index == 3, scalar == "-" { continue }
                try write(writer)
                try writer.endElement()
                let root = try XMLTree(parsing: writer.xmlBytes()).root
                let read = [
                    root.text, root.text, root["@a"]?.text, root.children.first?.text, root.children.first?.text,
                ]
                // Line ends of what has no references are normalized (XML 1.0, section 2.11).
                let expected = [3, 4].contains(index) ? text.replacing("\r", with: "\n") : text
                #expect(read[index] ?? root.attributes.first?.value == expected)
            }
        }
    }

    @Test("An error in a scope ends the elements that it has begun")
    func scopeError() throws {
        struct Stop: Error {}
        let writer = try XMLWriter(options: .init(declaration: .never))
        try writer.element("a") {
            #expect(throws: Stop.self) {
                try writer.element("b") {
                    try writer.startElement("c")
                    throw Stop()
                }
            }
            try writer.element("d")
        }
        #expect(try writer.xmlString() == "<a><b><c/></b><d/></a>")
    }
}
