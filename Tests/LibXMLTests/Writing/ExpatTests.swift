import CheckCases
import Foundation
import LibXML
import Testing

/// Reads what was written with another parser: Python's expat.
@Suite(.enabled(if: python != nil, "python3 is not installed"))
struct ExpatTests {

    @Test(
        "Expat reads the content that was written",
        arguments: [
            XMLWritingOptions(declaration: .always), XMLWritingOptions(encoding: "ISO-8859-1"),
            XMLWritingOptions(lineEnding: .carriageReturnLineFeed, encoding: "UTF-16", emptyElementTags: .twoTags),
            XMLWritingOptions(whiteSpace: .indented(by: "  "), attributeOrder: .sorted),
        ])
    func content(options: XMLWritingOptions) throws {
        let temporary = try TemporaryFolder()
        let folder = temporary.url
        var expected: [String] = []
        for seed in 0..<60 {
            // In comments and instructions there are no references for characters that the encoding does not have.
            let text = DocumentGenerator(seed: UInt64(seed)).document().replacing(/<!--.*?-->|<\?pi .*?\?>/, with: "")
            let bytes = try XMLTree(parsing: text).xmlBytes(options: options)
            let file = folder.appendingPathComponent("\(1_000 + seed).xml")
            try Data(bytes).write(to: file)
            expected.append(Self.dump(try XMLTree(parsing: bytes)))
        }
        let output = try Self.run(Self.program, folder.path)
        let isSame = output == expected.joined(separator: "\n") + "\n"
        #expect(isSame)
    }

    /// The events of a document in one line. Texts are hexadecimal.
    private static func dump(_ tree: XMLTree) -> String {
        var parts: [String] = []
        var text = ""
        func flush() {
            if !text.isEmpty { parts.append("T" + hexadecimal(text)) }
            text = ""
        }
        func add(_ element: XMLTree.Element) {
            let declarations = element.namespaceDeclarations.map {
                ($0.prefix.map { "xmlns:" + $0 } ?? "xmlns", $0.uri)
            }
            let attributes = (element.attributes.map { ($0.qualifiedName, $0.value) } + declarations)
                .sorted { Array($0.0.utf8).lexicographicallyPrecedes(Array($1.0.utf8)) }
            parts.append("S" + hexadecimal(element.qualifiedName))
            for (name, value) in attributes { parts.append("A\(hexadecimal(name))=\(hexadecimal(value))") }
            for node in element.children {
                switch node.kind {
                case .element:
                    flush()
                    if let element = node.element { add(element) }
                case .text, .cdata, .entityReference: text += node.text ?? ""
                default: break
                }
            }
            flush()
            parts.append("E")
        }
        add(tree.root)
        return parts.joined(separator: " ")
    }

    private static func hexadecimal(_ text: String) -> String {
        text.utf8.map { byte in
            let digits = String(byte, radix: 16)
            return byte < 16 ? "0" + digits : digits
        }
        .joined()
    }

    private static let program = """
        import os, sys, xml.parsers.expat
        for name in sorted(os.listdir(sys.argv[1])):
            parts, text = [], []
            def flush():
                if text: parts.append("T" + "".join(text).encode().hex())
                text.clear()
            def start(name, attributes):
                flush()
                parts.append("S" + name.encode().hex())
                for key in sorted(attributes, key=str.encode):
                    parts.append("A" + key.encode().hex() + "=" + attributes[key].encode().hex())
            def end(name):
                flush()
                parts.append("E")
            parser = xml.parsers.expat.ParserCreate()
            parser.StartElementHandler, parser.EndElementHandler = start, end
            parser.CharacterDataHandler = text.append
            with open(os.path.join(sys.argv[1], name), "rb") as file: parser.ParseFile(file)
            print(" ".join(parts))
        """

    static func run(_ program: String, _ argument: String) throws -> String {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: try #require(python))
        process.arguments = ["-c", program, argument]
        let output = Pipe()
        process.standardOutput = output
        try process.run()
        let data = try output.fileHandleForReading.readToEnd() ?? Data()
        process.waitUntilExit()
        return String(decoding: data, as: UTF8.self)
    }
}

let python = ["/usr/bin/python3", "/usr/local/bin/python3", "/opt/homebrew/bin/python3"]
    .first { FileManager.default.isExecutableFile(atPath: $0) }
