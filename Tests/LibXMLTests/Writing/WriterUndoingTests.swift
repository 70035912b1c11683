import LibXML
import Testing

@Suite struct WriterUndoingTests {
    struct Case: Sendable, CustomTestStringConvertible {
        var name: String
        var fail: @Sendable (XMLWriter) throws -> Void
        var testDescription: String { name }
    }

    @Test("A call that throws writes nothing", arguments: cases)
    func nothing(_ test: Case) throws {
        for options in [XMLWritingOptions(), .pretty, .init(attributeOrder: .sorted), .init(encoding: "US-ASCII")] {
            for place in 0..<4 {
                func write(_ fail: Bool) throws -> [UInt8] {
                    let writer = try XMLWriter(options: options)
                    func failure(_ index: Int) {
                        guard fail, place == index else { return }
                        #expect(throws: (any Error).self) { try test.fail(writer) }
                    }
                    failure(0)
                    try writer.element("r", ["xmlns:k": "known"]) {
                        failure(1)
                        try writer.element("x", text: "1")
                        failure(2)
                        try writer.element("y") {
                            try writer.element("z")
                            try writer.text(" ")
                            failure(3)
                        }
                        try writer.element(XMLName("n", namespaceURI: "new"))
                    }
                    return try writer.xmlBytes()
                }
                let (with, without) = try (write(true), write(false))
                #expect(String(decoding: with, as: UTF8.self) == String(decoding: without, as: UTF8.self))
            }
        }
    }

    private static let cases: [Case] = [
        Case(name: "an attribute twice") { try $0.element("a", ["b": "", "b": ""]) },
        Case(name: "a start tag with an attribute twice") { try $0.startElement("a", ["b": "", "b": ""]) },
        Case(name: "a second attribute with an invalid name") { try $0.element("a", ["b": "", "c d": ""]) },
        Case(name: "an invalid value") { try $0.element("a", ["b": "\u{1}"]) },
        Case(name: "an invalid text") { try $0.element("a", ["b": "1"], text: "x\u{0}") },
        Case(name: "an undeclared prefix") { try $0.element("p:a") },
        Case(name: "an undeclared prefix of an attribute") { try $0.element("a", ["b": "1", "p:c": "2"]) },
        Case(name: "a namespace with an invalid name") { try $0.element(XMLName("a b", namespaceURI: "new")) },
        Case(name: "a namespace with an invalid attribute") {
            try $0.element(XMLName("a", namespaceURI: "new"), ["": ""])
        },
        Case(name: "an invalid CDATA section") { try $0.cdata("\u{0}") },
        Case(name: "an invalid comment") { try $0.comment("x\u{0}") },
        Case(name: "two hyphens") { try $0.comment("--") },
        Case(name: "an invalid instruction") { try $0.processingInstruction("p", "\u{0}") },
        Case(name: "an invalid document type") {
            try $0.documentType(.init(name: "a", publicID: "p", internalSubset: "<!ENTITY e 'x'>"))
        },
        Case(name: "a fragment with an undeclared prefix") { try $0.write("<b/>text<p:a/>" as XMLFragment) },
        Case(name: "a value with an invalid key") { writer in
            try writer.write(["b": ["1", ["c": "2", "d e": "3"]]], forKey: "a")
        },
        Case(name: "a value of a document with an invalid key") { writer in
            let tree = try XMLTree(html: "<p><b x='1'>text</b><q:i>text</q:i></p>")
            let value = XMLValue(XMLDictionary(tree.root))
            try writer.write(value, forKey: "a")
        },
        Case(name: "a tree with an invalid name") { try $0.write(XMLTree(html: "<p><b>x</b><q:i>y</q:i></p>").root) },
        Case(name: "an encoded value") { try $0.encode(["a": "1", "b": "\u{0}"]) },
        Case(name: "an encoded value with an undeclared prefix") { try $0.encode(["a": "1", "p:b": "2"]) },
    ]

    @Test("An attribute that fails leaves the tag as it was")
    func attributes() throws {
        let cases: [@Sendable (XMLWriter) throws -> Void] = [
            { try $0.attribute("b", "") }, { try $0.attribute("c d", "") }, { try $0.attribute("c", "\u{0}") },
            { try $0.attribute(XMLName("c", namespaceURI: "new"), "\u{0}") },
            { try $0.attribute(XMLName("c d", namespaceURI: "new"), "") },
            { try $0.declareNamespace("new", prefix: "1") }, { try $0.declareNamespace("new", prefix: "k") },
            { writer in
                var mapping = XMLMapping.xmltodict
                mapping.attributes = .grouped("@attributes")
                try writer.write(["id": "1", "b": "2"], forKey: "@attributes", mapping: mapping)
            },
            { try $0.write("x\u{0}", forKey: "@c") },
        ]
        for fail in cases {
            let writer = try XMLWriter(options: .init(declaration: .never))
            try writer.startElement("a", ["xmlns:k": "known", "b": "1"])
            #expect(throws: XMLError.self) { try fail(writer) }
            try writer.attribute("id", "7")
            try writer.attribute(XMLName("e", namespaceURI: "new"), "8")
            try writer.endElement()
            let output = try writer.xmlString()
            #expect(output == "<a xmlns:k=\"known\" b=\"1\" id=\"7\" xmlns:ns1=\"new\" ns1:e=\"8\"/>")
        }
    }

    @Test("Elements with many attributes do not share their names", arguments: [false, true])
    func manyAttributes(isSorted: Bool) throws {
        let writer = try XMLWriter(options: .init(declaration: .never, attributeOrder: isSorted ? .sorted : .kept))
        let names = (0..<40).map { "a\($0 + 10)" }
        try writer.element("r") {
            for count in [24, 25, 40, 24, 2] {
                try writer.element("e") {
                    for name in names.prefix(count) { try writer.attribute(name, "1") }
                    #expect(throws: XMLError.self) { try writer.attribute("a10", "2") }
                    #expect(throws: XMLError.self) { try writer.attribute("new", "\u{0}") }
                    try writer.attribute("new", "3")
                }
            }
        }
        let elements = try Array(XMLTree(parsing: writer.xmlBytes()).root.elements)
        #expect(elements.map { $0.attributes.count } == [25, 26, 41, 25, 3])
    }

    @Test("A combining mark does not hide markup")
    func combiningMarks() throws {
        let writer = try XMLWriter()
        try writer.element("a") {
            try writer.cdata("x]]>\u{301}y\r\n\r")
            #expect(throws: XMLError.self) { try writer.comment("--\u{301}") }
            #expect(throws: XMLError.self) { try writer.comment("-\u{301}-\u{301}-") }
            #expect(throws: XMLError.self) { try writer.processingInstruction("p", "?>\u{301}") }
        }
        #expect(try XMLTree(parsing: writer.xmlBytes()).root.text == "x]]>\u{301}y\r\n\r")

        let replacing = try XMLWriter(options: .init(invalidCharacters: .replaced(with: "?"), invalidNames: .replaced))
        try replacing.documentType(.init(name: "a", publicID: nil, systemID: "\"\u{301}"))
        try replacing.element(XMLName("a:\u{301}b", namespaceURI: "u")) {
            try replacing.comment("--\u{301}>")
            try replacing.processingInstruction("xml", " ?>\u{301}")
            try replacing.processingInstruction("p:\u{301}q", "")
        }
        _ = try XMLTree(parsing: replacing.xmlBytes())

        var edit = XMLEdit(try XMLTree(parsing: "<a b='1'><![CDATA[x]]></a>"))
        try edit.set(attribute: "b", of: edit.tree.root, to: "'\u{301}")
        try edit.setText(of: edit.tree.root, to: "]]>\u{301}\r\n")
        let edited = try edit.editedTree().root
        #expect(edited.attributes.first?.value == "'\u{301}")
        #expect(edited.text == "]]>\u{301}\r\n")
    }

    @Test("A replacement cannot become markup", arguments: ["?", "-", ">", "]", "--", "?>", "]]>", "]>", "\u{FFFD}"])
    func replacements(_ replacement: String) throws {
        for encoding in ["UTF-8", "ISO-8859-1"] {
            guard encoding == "UTF-8" || replacement != "\u{FFFD}" else { continue }
            let options = XMLWritingOptions(encoding: encoding, invalidCharacters: .replaced(with: replacement))
            for text in [
                "x\u{1}", "\u{1}", "x\u{1}\u{1}><evil/>", "x]]\u{1}<evil/>", "x]\u{1}><evil/>", "x\u{1}-", "?\u{1}",
            ] {
                let writer = try XMLWriter(options: options)
                try writer.element("a", ["b": text]) {
                    try writer.text(text)
                    try writer.cdata(text)
                    try writer.comment(text)
                    try writer.processingInstruction("p", text)
                }
                let root = try XMLTree(parsing: writer.xmlBytes()).root
                #expect(root.elements.isEmpty)
                #expect(
                    root.text == text.replacing("\u{1}", with: replacement) + text.replacing("\u{1}", with: replacement)
                )
            }
        }
    }

    @Test(
        "An element whose tag cannot be ended is removed",
        arguments: [XMLWritingOptions(declaration: .never), .init(whiteSpace: .indented(by: " "), declaration: .never)])
    func unendedTags(_ options: XMLWritingOptions) throws {
        let bad: [@Sendable (XMLWriter) throws -> Void] = [
            { writer in try writer.element("p:a") {} },
            { writer in try writer.element("p:a") { try writer.text("x") } },
            { writer in try writer.element("a", ["q:b": ""]) { try writer.element("c") } },
            { writer in
                try writer.element("a", ["xmlns:x": "u", "xmlns:y": "u", "x:b": "", "y:b": ""]) {
                    try writer.comment("c")
                }
            },
            { writer in try writer.element("ok") { try writer.element("p:a") { try writer.startElement("b") } } },
        ]
        for (number, write) in bad.enumerated() {
            let writer = try XMLWriter(options: options)
            try writer.element("r") {
                try writer.element("before")
                #expect(throws: XMLError.self) { try write(writer) }
                try writer.element("after", text: "x")
            }
            let text = try writer.xmlString()
            let root = try XMLTree(parsing: text).root
            let names = root.elements.map(\.qualifiedName)
            #expect(names == (number == 4 ? ["before", "ok", "after"] : ["before", "after"]))
            #expect(!text.contains("\n\n"))
            // The root can be written again, too.
            let roots = try XMLWriter(options: options)
            #expect(throws: XMLError.self) { try write(roots) }
            if number < 4 { try roots.element("r") }
            _ = try XMLTree(parsing: roots.xmlBytes())
        }
    }

    @Test("Attributes of a dictionary are written together or not at all")
    func computedAttributes() throws {
        let writer = try XMLWriter(options: .init(declaration: .never))
        try writer.element("a") {
            try writer.attributes([(key: "b", value: "1"), (key: "c", value: "2")])
            #expect(throws: XMLError.self) { try writer.attributes([(key: "d", value: "3"), (key: "b", value: "4")]) }
            try writer.attributes(["e": "5"])
        }
        #expect(try writer.xmlString() == "<a b=\"1\" c=\"2\" e=\"5\"/>")
    }
}
