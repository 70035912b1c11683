import LibXML
import Testing

/// Sinks that fail, and code of the program that uses the writer.
@Suite struct WriterSinkTests {
    private struct Full: Error, Equatable {
        var chunk: Int
    }

    /// A sink that fails at one chunk, and accepts those after it.
    private final class Sink {
        var chunks: [[UInt8]] = []
        var calls = 0
        let failing: Int

        init(failing: Int) { self.failing = failing }

        func write(_ chunk: [UInt8]) throws {
            calls += 1
            if calls == failing { throw Full(chunk: failing) }
            chunks.append(chunk)
        }
    }

    private static let long = String(repeating: "x", count: 100)

    private struct Value: Encodable {
        var n = 1
    }

    struct Call: Sendable, CustomTestStringConvertible {
        var testDescription: String
        var run: @Sendable (XMLWriter) throws -> Void

        init(_ name: String, _ run: @escaping @Sendable (XMLWriter) throws -> Void) {
            testDescription = name
            self.run = run
        }
    }

    static let calls: [Call] = [
        Call("element") { try $0.element("a") }, Call("element with content") { try $0.element("a") {} },
        Call("element in a namespace") { try $0.element(XMLName("a", namespaceURI: "u"), text: "1") },
        Call("startElement") { try $0.startElement("a") }, Call("endElement") { try $0.endElement() },
        Call("attribute") { try $0.attribute("a", "1") },
        Call("attribute in a namespace") { try $0.attribute(XMLName("a", namespaceURI: "u"), "1") },
        Call("attributes") { try $0.attributes([(key: "a", value: "1")]) },
        Call("declareNamespace") { try $0.declareNamespace(XMLNamespace("u"), prefix: "p") },
        Call("text") { try $0.text("x") }, Call("cdata") { try $0.cdata("x") }, Call("comment") { try $0.comment("x") },
        Call("processingInstruction") { try $0.processingInstruction("x") },
        Call("declaration") { try $0.declaration() },
        Call("documentType") { try $0.documentType(.init(name: "a")) },
        Call("fragment") { try $0.write("<a/>" as XMLFragment) },
        Call("tree") { try $0.write(XMLTree(parsing: "<a/>").root) },
        Call("value") { try $0.write(XMLValue("x"), forKey: "a") },
        Call("reader") {
            var reader = XMLReader(parsing: "<a/>")
            _ = try reader.next()
            try $0.write(reader)
        },
        Call("encode") { try $0.encode(Value()) }, Call("finish") { _ = try $0.finish() },
    ]

    @Test("After an error of the sink each call throws it again, and writes nothing", arguments: calls)
    func final(_ call: Call) throws {
        for options in [XMLWritingOptions(), .pretty, .init(encoding: "UTF-16")] {
            let sink = Sink(failing: 2)
            let writer = try XMLWriter(options: options) { try sink.write($0) }
            try writer.startElement("r")
            #expect(throws: Full(chunk: 2)) {
                for _ in 0..<10_000 { try writer.element("e", text: Self.long) }
            }
            for _ in 0..<3 { #expect(throws: Full(chunk: 2)) { try call.run(writer) } }
            #expect(throws: Full(chunk: 2)) { _ = try writer.xmlBytes() }
            #expect(sink.calls == 2 && sink.chunks.count == 1)
            #expect(try writer.takeBytes().isEmpty)
        }
    }

    @Test("What a sink has received is the beginning of the document, whichever chunk fails", arguments: 1...7)
    func beginning(_ failing: Int) throws {
        func document(_ sink: Sink) throws {
            let writer = try XMLWriter { try sink.write($0) }
            try writer.element("r") {
                // The program does not notice the error.
                for number in 0..<1_000 { try? writer.element("e", text: "\(number) \(Self.long)") }
            }
            try writer.finish()
        }
        let whole = Sink(failing: 0)
        try document(whole)
        #expect(whole.calls == 7)
        let sink = Sink(failing: failing)
        #expect(throws: Full(chunk: failing)) { try document(sink) }
        #expect(sink.calls == failing)
        #expect(whole.chunks.joined().starts(with: sink.chunks.joined()))
    }

    @Test("An error while the document ends is final too")
    func ending() throws {
        let sink = Sink(failing: 1)
        let writer = try XMLWriter { try sink.write($0) }
        try writer.element("r")
        for _ in 0..<3 { #expect(throws: Full(chunk: 1)) { _ = try writer.xmlBytes() } }
        #expect(sink.calls == 1)
    }

    #if os(Linux)
        @Test("A full disk is an error of the writer and of a tree")
        func fullDisk() throws {
            let writer = try XMLWriter(toFile: "/dev/full")
            try writer.startElement("r")
            for _ in 0..<2 {
                let error = try #require(throws: XMLError.self) {
                    for _ in 0..<10_000 { try writer.element("e", text: Self.long) }
                }
                #expect(error.code == .unwritableFile)
            }
            let error = try #require(throws: XMLError.self) { try writer.finish() }
            #expect(error.code == .unwritableFile)
            let tree = try XMLTree(parsing: "<r/>")
            #expect { try tree.write(toFile: "/dev/full") } throws: { ($0 as? XMLError)?.code == .unwritableFile }
        }
    #endif

    @Test("A sequence of attributes may use the writer")
    func sequence() throws {
        let writer = try XMLWriter(options: .init(declaration: .never))
        try writer.startElement("r")
        try writer.attributes(
            (1...3).lazy.map { number in
                try? writer.attribute("own-\(number)", String(repeating: "x", count: 1_000))
                return (key: "a\(number)", value: "\(number)")
            })
        let error = try #require(throws: XMLError.self) {
            try writer.attributes(
                (1...3).lazy.map { number in
                    try? writer.element("e", text: "\(number)")
                    return (key: "b\(number)", value: "\(number)")
                })
        }
        #expect(error.code == .misplacedAttribute)
        try writer.endElement()
        let root = try XMLTree(parsing: writer.xmlBytes()).root
        #expect(root.attributes.map(\.qualifiedName) == ["own-1", "own-2", "own-3", "a1", "a2", "a3"])
        #expect(root.elements.map(\.text) == ["1", "2", "3"])
    }

    @Test("A value that is encoded may use the writer")
    func encoding() throws {
        struct Writing: Encodable {
            var writer: XMLWriter

            func encode(to encoder: any Encoder) throws {
                try writer.element("own", text: String(repeating: "x", count: 1_000))
                var container = encoder.container(keyedBy: Key.self)
                try container.encode(1, forKey: .n)
                try writer.encode(Value(), as: "inner")
            }

            enum Key: CodingKey { case n }
        }
        let writer = try XMLWriter()
        try writer.element("r") { try writer.encode(Writing(writer: writer), as: "outer") }
        let root = try XMLTree(parsing: writer.xmlBytes()).root
        #expect(root.elements.map(\.localName) == ["own", "inner", "outer"])
    }

    @Test(
        "Long values reach a sink in parts that join into the same document",
        arguments: [
            ("UTF-8", XMLWritingOptions.LineEnding.carriageReturnLineFeed), ("UTF-8", .lineFeed), ("UTF-16", .lineFeed),
            ("ISO-2022-JP", .carriageReturnLineFeed),
        ])
    func longValues(_ encoding: String, _ lineEnding: XMLWritingOptions.LineEnding) throws {
        let options = XMLWritingOptions(lineEnding: lineEnding, encoding: encoding)
        func document(_ writer: XMLWriter, _ pieces: [String]) throws -> [UInt8] {
            for piece in pieces {
                try writer.startElement("a")
                try writer.attribute("b", piece)
                if encoding.hasPrefix("UTF") { try writer.comment(piece) }
                try writer.element("c", ["d": piece], text: piece)
            }
            for _ in pieces { try writer.endElement() }
            return try writer.xmlBytes()
        }
        // Characters of one to four bytes, and line ends.
        let pieces = (0..<2).map { String(repeating: ".", count: $0) + String(repeating: "é日\n😀", count: 110_000) }
        let whole = try document(XMLWriter(options: options), pieces)
        let sink = Sink(failing: 0)
        #expect(try document(XMLWriter(options: options) { try sink.write($0) }, pieces).isEmpty)
        #expect(Array(sink.chunks.joined()) == whole)
        let failing = Sink(failing: 3)
        #expect(throws: Full(chunk: 3)) {
            try document(XMLWriter(options: options) { try failing.write($0) }, pieces)
        }
        #expect(failing.chunks.joined().elementsEqual(whole.prefix(failing.chunks.joined().count)))
    }
}
