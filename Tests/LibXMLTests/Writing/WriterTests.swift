import CheckCases
import LibXML
import Testing

@Suite struct WriterTests {
    struct Case: Sendable, CustomTestStringConvertible {
        var name: String
        var options = XMLWritingOptions(declaration: .never)
        var expected: String
        var write: @Sendable (XMLWriter) throws -> Void
        var testDescription: String { name }
    }

    @Test(
        "The output of a finished writer stays", arguments: [XMLWritingOptions(), .pretty, .init(encoding: "UTF-16")])
    func finished(options: XMLWritingOptions) throws {
        let writer = try XMLWriter(options: options)
        try writer.element("r") { try writer.element("a", text: "é") }
        try writer.finish()
        try writer.finish()
        let (text, bytes) = (try writer.xmlString(), try writer.xmlBytes())
        #expect(try writer.xmlString() == text && writer.xmlBytes() == bytes)
        // Comments may follow the root element.
        try writer.comment("é")
        #expect(try writer.xmlString().hasPrefix(text) && writer.xmlString().contains("<!--é-->"))
        #expect(try writer.xmlBytes().starts(with: bytes))
        #expect(try XMLTree(parsing: writer.xmlBytes()).children.last?.kind == .comment)
        let other = try XMLWriter(options: options)
        try other.element("r") { try other.element("a", text: "é") }
        #expect(try other.xmlBytes() == bytes && other.xmlString() == text)
        #expect(try XMLTree(parsing: bytes).string(at: "r/a") == "é")
        #expect(text.contains("<a>é</a>"))
        #expect(!text.hasSuffix("\n\n"))
    }

    @Test("Each event is written in its form", arguments: cases)
    func form(_ test: Case) throws {
        let writer = try XMLWriter(options: test.options)
        try test.write(writer)
        let output = try writer.xmlString()
        #expect(output == test.expected)
        // What was written can be read.
        _ = try XMLTree(parsing: output)
    }

    private static let cases: [Case] = [
        Case(name: "an empty element", expected: "<a/>") { try $0.element("a") },
        Case(name: "an empty element with a closure", expected: "<a/>") { writer in try writer.element("a") {} },
        Case(name: "an empty text", expected: "<a/>") { try $0.element("a", text: "") },
        Case(
            name: "two tags", options: .init(declaration: .never, emptyElementTags: .twoTags),
            expected: "<a><b></b></a>"
        ) { writer in try writer.element("a") { try writer.element("b") } },
        Case(name: "text", expected: "<a>x &lt; y &amp;&amp; z &gt; 1]]&gt;</a>") {
            try $0.element("a", text: "x < y && z > 1]]>")
        },
        Case(name: "white space in text", expected: "<a>\t\n&#xD; </a>") { try $0.element("a", text: "\t\n\r ") },
        Case(name: "an attribute", expected: "<a b=\"&lt;&amp;&quot;'>&#x9;&#xA;&#xD; \"/>") {
            try $0.element("a", ["b": "<&\"'>\t\n\r "])
        },
        Case(name: "attributes in their order", expected: "<a z=\"1\" b=\"2\" m=\"3\"/>") {
            try $0.element("a", ["z": "1", "b": "2", "m": "3"])
        },
        Case(
            name: "sorted attributes", options: .init(declaration: .never, attributeOrder: .sorted),
            expected: "<a xmlns=\"u\" xmlns:p=\"v\" b=\"2\" p:a=\"3\" z=\"1\">x</a>"
        ) { try $0.element("a", ["z": "1", "b": "2", "xmlns:p": "v", "p:a": "3", "xmlns": "u"], text: "x") },
        Case(name: "scalars of all lengths", expected: "<é a=\"é€😀\">é€😀\u{FFFD}\u{EFFF}</é>") {
            try $0.element("é", ["a": "é€😀"], text: "é€😀\u{FFFD}\u{EFFF}")
        },
        Case(name: "CDATA", expected: "<a><![CDATA[x<y]]]]><![CDATA[>z]]></a>") { writer in
            try writer.element("a") { try writer.cdata("x<y]]>z") }
        },
        Case(name: "comments and instructions", expected: "<!-- c -->\n<?p?>\n<a><?p d?><!----></a>\n<!--e-->") {
            writer in
            try writer.comment(" c ")
            try writer.processingInstruction("p")
            try writer.element("a") {
                try writer.processingInstruction("p", "d")
                try writer.comment("")
            }
            try writer.comment("e")
        },
        Case(
            name: "a prologue", options: .init(),
            expected: "<?xml version=\"1.0\" encoding=\"UTF-8\" standalone=\"yes\"?>\n"
                + "<!DOCTYPE a PUBLIC \"p\" 's\"' [<!ENTITY e \"x\">]>\n<a/>"
        ) { writer in
            try writer.declaration(isStandalone: true)
            try writer.documentType(
                .init(name: "a", publicID: "p", systemID: "s\"", internalSubset: "<!ENTITY e \"x\">"))
            try writer.element("a")
        },
        Case(
            name: "the declaration of itself", options: .init(),
            expected: "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<a/>"
        ) { try $0.element("a") },
        Case(
            name: "line ends", options: .init(lineEnding: .carriageReturnLineFeed),
            expected: "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\r\n<a b=\"&#xA;\">x\r\ny&#xD;</a>"
        ) { try $0.element("a", ["b": "\n"], text: "x\ny\r") },
        Case(
            name: "replacements",
            options: .init(declaration: .never, invalidCharacters: .replaced(with: "<?>"), invalidNames: .replaced),
            expected: "<_1a_b _-c=\"&lt;?>x\">&lt;?&gt;y&lt;?&gt;&amp;&lt;?&gt;<!--a- - b<?>- --></_1a_b>"
        ) { writer in
            try writer.element("1a b", ["-c": "\u{1}x"]) {
                try writer.text("\0y\u{FFFE}&\u{FFFF}")
                try writer.comment("a--b\0-")
            }
        },
    ]

    @Test("Namespaces are declared where they are used first", arguments: namespaceCases)
    func namespaces(_ test: Case) throws { try form(test) }

    private static let soap: XMLNamespace = "urn:soap"
    private static let other: XMLNamespace = "urn:other"

    private static let namespaceCases: [Case] = [
        Case(name: "the default namespace", expected: "<a xmlns=\"urn:soap\"><b/><c xmlns=\"\"/></a>") { writer in
            try writer.element(soap["a"]) {
                try writer.element(soap["b"])
                try writer.element(XMLName("c"))
            }
        },
        Case(
            name: "a chosen prefix", options: .init(declaration: .never, prefixes: ["urn:soap": "s"]),
            expected: "<s:a xmlns:s=\"urn:soap\"><s:b s:c=\"1\"/><d/></s:a>"
        ) { writer in
            try writer.element(soap["a"]) {
                try writer.element(soap["b"]) { try writer.attribute(soap["c"], "1") }
                try writer.element(XMLName("d"))
            }
        },
        Case(
            name: "siblings", options: .init(declaration: .never, prefixes: ["urn:soap": "s"]),
            expected: "<r><s:a xmlns:s=\"urn:soap\"/><s:b xmlns:s=\"urn:soap\"/></r>"
        ) { writer in
            try writer.element("r") {
                try writer.element(soap["a"])
                try writer.element(soap["b"])
            }
        },
        Case(
            name: "a prefix for an attribute",
            expected: "<a xmlns=\"urn:soap\" xmlns:ns1=\"urn:soap\" ns1:b=\"1\" xmlns:ns2=\"urn:other\" ns2:b=\"2\"/>"
        ) { writer in
            try writer.element(soap["a"]) {
                try writer.attribute(soap["b"], "1")
                try writer.attribute(other["b"], "2")
            }
        },
        Case(name: "a declared prefix", expected: "<p:a xmlns:p=\"urn:soap\" p:b=\"1\"><p:c/></p:a>") { writer in
            try writer.element("p:a") {
                try writer.declareNamespace(soap, prefix: "p")
                try writer.attribute("p:b", "1")
                try writer.element(soap["c"])
            }
        },
        Case(
            name: "a prefix that is hidden",
            expected: "<p:a xmlns:p=\"urn:soap\"><p:b xmlns:p=\"urn:other\"><c xmlns=\"urn:soap\"/></p:b></p:a>"
        ) { writer in
            try writer.element("p:a", ["xmlns:p": "urn:soap"]) {
                try writer.element("p:b", ["xmlns:p": "urn:other"]) { try writer.element(soap["c"]) }
            }
        },
        Case(
            name: "a given prefix in names as written",
            options: .init(declaration: .never, prefixes: ["urn:soap": "s"]),
            expected: "<s:a s:b=\"1\" xmlns:s=\"urn:soap\"><c s:d=\"2\"/></s:a>"
        ) { writer in try writer.element("s:a", ["s:b": "1"]) { try writer.element("c", ["s:d": "2"]) } },
        Case(name: "xml:lang", expected: "<a xml:lang=\"en\" xml:id=\"i\"/>") { writer in
            try writer.element("a", ["xml:lang": "en"]) { try writer.attribute(XMLNamespace.xml["id"], "i") }
        },
        Case(name: "a default namespace after its end", expected: "<r><a xmlns=\"urn:soap\"/><b/></r>") { writer in
            try writer.element(XMLName("r")) {
                try writer.element(soap["a"])
                try writer.element(XMLName("b"))
            }
        },
    ]

    @Test("Chunks together are the document, in bounded memory")
    func chunks() throws {
        func write(_ writer: XMLWriter) throws {
            try writer.element("a") {
                for number in 0..<20_000 { try writer.element("b", ["n": String(number)], text: "text of \(number)") }
            }
        }
        for options in [XMLWritingOptions(), .pretty] {
            let whole = try XMLWriter(options: options)
            try write(whole)
            let expected = try whole.xmlBytes()

            var chunks: [[UInt8]] = []
            let chunked = try XMLWriter(options: options) { chunks.append($0) }
            try write(chunked)
            #expect(try chunked.xmlBytes().isEmpty)
            #expect(Array(chunks.joined()) == expected)
            #expect(chunks.count > 5 && chunks.allSatisfy { $0.count < 200_000 })

            var taken: [UInt8] = []
            let pulled = try XMLWriter(options: options)
            try pulled.startElement("a")
            for number in 0..<20_000 {
                try pulled.element("b", ["n": String(number)], text: "text of \(number)")
                if number % 100 == 0 { taken += try pulled.takeBytes() }
            }
            try pulled.endElement()
            taken += try pulled.xmlBytes()
            #expect(taken == expected)
        }
    }

    @Test("Bytes can be taken while a start tag is open")
    func takeInTag() throws {
        let writer = try XMLWriter(options: .init(declaration: .never, attributeOrder: .sorted))
        var taken = ""
        func take() throws { taken += String(decoding: try writer.takeBytes(), as: UTF8.self) }
        try writer.startElement("a")
        try take()
        try writer.attribute("z", "1")
        try take()
        try writer.startElement("b", ["y": "1"])
        try take()
        #expect(taken == "<a z=\"1\">")
        try writer.attribute("x", "2")
        #expect(throws: XMLError.self) { try writer.attribute("y", "2") }
        try writer.endElement()
        try writer.endElement()
        taken += try writer.xmlString()
        #expect(taken == "<a z=\"1\"><b x=\"2\" y=\"1\"/></a>")
    }

    @Test("A file is replaced, and closed at the end")
    func file() throws {
        let file = try TemporaryFile("previous content that is longer than the new content of the file".utf8)
        let writer = try XMLWriter(toFile: file.path, options: .init(declaration: .never))
        try writer.element("a", text: "x")
        try writer.finish()
        #expect(try XMLTree(parsing: .file(file.path)).source == "<a>x</a>")
        #expect(throws: XMLError.self) { _ = try XMLWriter(toFile: "/nonexistent/folder/a.xml") }
        #expect { _ = try XMLWriter(toFile: "/") } throws: { ($0 as? XMLError)?.code == .unwritableFile }
    }

    @Test("The error of a sink reaches the caller")
    func sinkError() throws {
        struct Full: Error {}
        let writer = try XMLWriter { _ in throw Full() }
        #expect(throws: Full.self) {
            try writer.element("a") { while true { try writer.element("b", text: "text") } }
        }
    }
}
