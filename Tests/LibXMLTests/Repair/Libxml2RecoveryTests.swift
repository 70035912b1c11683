import CheckCases
import Foundation
@_spi(Checks) import LibXML
import Testing

/// Compares libxml2's own recovery with that of its command.
@Suite struct Libxml2RecoveryTests {
    private static let inputs =
        // The command adds a namespace to documents with an HTML DTD, and entity declarations to its output. From 2.13
        // on, it replaces a reference to a number that is too large with U+FFFD.
        MalformedDocuments.all.map(\.input).filter { input in
            !["PUBLIC", "&#1114112;", "&#12345678;"].contains { input.contains($0) }
        } + [
            "<a>x &amp; y<b c=1>z</b></a>", "<a><![CDATA[x]]><!-- c --><?p d?></a>",
            "<?xml version=\"1.0\" encoding=\"ISO-8859-1\"?><a b=\"é\">ü<c xmlns=\"u\" xmlns:p=\"v\"><p:d p:e=\"1\"/></c></a>",
        ]

    @Test(
        "The tree is the one that xmllint --recover writes",
        .enabled(if: External.xmllint != nil, "xmllint is not installed"), arguments: inputs)
    func xmllint(_ input: String) throws {
        let file = try TemporaryFile(input.utf8)
        let process = Process()
        process.executableURL = URL(fileURLWithPath: try #require(External.xmllint))
        process.arguments = ["--recover", "--nonet", file.path]
        let output = Pipe()
        process.standardOutput = output
        process.standardError = FileHandle.nullDevice
        try process.run()
        var written = output.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        // From 2.13 on, the command writes U+FFFD for a reference to a character that XML does not allow.
        while LoadedLibxml2.version >= 21300, input.contains("&#"), let range = written.range(of: Data("&#xFFFD;".utf8))
        {
            written.removeSubrange(range)
        }

        let recovered = try? XMLTree(parsing: Array(input.utf8), options: .init(recovery: .libxml2))
        guard let recovered else {
            #expect((try? XMLTree(parsing: written)) == nil, "\(String(decoding: written, as: UTF8.self))")
            return
        }
        #expect(recovered.violations == [])
        // If the output of the command is not well-formed, there is nothing to compare.
        guard let expected = try? XMLTree(parsing: written) else { return }
        #expect(recovered.root.hasSameContent(as: expected.root))
        #expect(recovered.diagnosticCount > 0 || (try? XMLTree(parsing: input)) != nil)
    }

    @Test("Well-formed documents have no diagnostics; faults have libxml2's line, column and code")
    func diagnostics() throws {
        #expect(try XMLTree(parsing: "<a>x</a>", options: .init(recovery: .libxml2)).diagnostics.isEmpty)
        let found = try XMLTree(parsing: "<a>\n  <b>&nbsp;</c>\n</a>", options: .init(recovery: .libxml2)).diagnostics
        #expect(found.map(\.libxml2Code).contains(26))
        #expect(found.contains { $0.libxml2Code == 76 })
        #expect(found.allSatisfy { $0.location?.line == 2 || $0.location?.line == 3 })
        #expect(found.first?.severity == .fatal)
    }

    @Test("Nothing external is read, and limits hold")
    func safety() throws {
        let text =
            "<!DOCTYPE a [<!ENTITY x SYSTEM \"file:///etc/passwd\"><!ENTITY % p SYSTEM \"file:///etc/passwd\"> %p;]><a>&x;<b></a>"
        let tree = try XMLTree(parsing: text, options: .init(recovery: .libxml2))
        #expect(tree.root.text == "&x;")
        var options = XMLParsingOptions()
        options.limits.depth = 2
        #expect(throws: XMLError.self) {
            _ = try XMLTree(parsing: "<a><b><c></a>", options: options.recovering(.libxml2))
        }
        #expect(throws: XMLError.self) { _ = try XMLTree(parsing: "", options: .init(recovery: .libxml2)) }
    }

    @Test("Text of invalid characters alone is no text")
    func invalidText() throws {
        let document = Array("<?x?><a>".utf8) + [0xED, 0xED, 0xED] + Array("<".utf8)
        let tree = try XMLTree(parsing: document, options: .init(recovery: .libxml2))
        #expect(tree.violations.isEmpty)
        // From some version on, libxml2 replaces the characters.
        #expect(tree.root.children.allSatisfy { $0.text?.isEmpty == false })
    }

    @Test("An unknown encoding is reported, and the document is read")
    func unknownEncoding() throws {
        var options = XMLParsingOptions()
        options.encoding = "x-none"
        for mode in [XMLRecoveryMode.libxml2, .repair(XMLRepairOptions())] {
            let found = try XMLTree(parsing: Array("<a>x</a>".utf8), options: options.recovering(mode))
            #expect(found.root.text == "x")
            #expect(found.diagnostics.map(\.code) == [.unsupportedEncoding])
        }
    }

    @Test("libxml2's recovery keeps the document type")
    func documentType() throws {
        let text = "<!-- c -->\n<!DOCTYPE a PUBLIC 'p' 's' [<!ENTITY t 'x'>]><a>&t;</b>"
        let tree = try XMLTree(parsing: text, options: .init(recovery: .libxml2))
        #expect(tree.violations == [])
        #expect(tree.children.map(\.kind) == [.comment, .documentType, .element])
        #expect(tree.documentType?.name == "a")
        #expect(tree.documentType?.publicID == "p")
        #expect(tree.documentType?.systemID == "s")
        #expect(tree.json().hasSuffix(#""prolog":[{"comment":" c "},{"doctype":"a","public":"p","system":"s"}]}"#))
    }

    @Test("Limits hold")
    func limits() throws {
        func code(_ text: String, _ change: (inout XMLParsingLimits) -> Void) -> XMLError.Code? {
            var options = XMLParsingOptions()
            change(&options.limits)
            do throws(XMLError) {
                _ = try XMLTree(parsing: text, options: options.recovering(.libxml2))
                return nil
            } catch {
                return error.code
            }
        }
        let text = "<a b='1' c='2' d='3'>a longer text<e & </a>"
        #expect(code(text) { _ in } == nil)
        #expect(code(text) { $0.attributesPerElement = 2 } == .tooManyAttributes)
        #expect(
            code("<a><b c='<' d=1 e>='1' '2' \"3\"</b><!-- <a b='1' c='2' --></a>") {
                $0.attributesPerElement = 2
            } == nil)
        #expect(code("<a xmlns='1'><b xmlns:c='2'><d xmlns:e='3'") { $0.namespacesInScope = 2 } == .tooManyNamespaces)
        #expect(code("<a><b xmlns:c='2'/><d xmlns:e='3'") { $0.namespacesInScope = 2 } == nil)
        #expect(code(text) { $0.textLength = 10 } == .textTooLong)
        #expect(code("<abcdef>") { $0.nameLength = 5 } == .nameTooLong)
        #expect(code(text) { $0.distinctNames = 3 } == .tooManyNames)
        #expect(code("<a><b><c>") { $0.depth = 2 } == .tooDeep)
        #expect(code(text) { $0.inputSize = 10 } == .inputTooLarge)
        let entities = "<!DOCTYPE a [<!ENTITY x '0123456789'><!ENTITY y '&x;&x;'>]>"
        let references = String(repeating: "&y;", count: 2_000)
        #expect(code("\(entities)<a b='\(references)'>") { _ in } == nil)
        #expect(code("\(entities)<a b='\(references)'>") { $0.textLength = 39_999 } == .textTooLong)
        let elements = String(repeating: "<a b='\(references)'/>", count: 4)
        #expect(code("\(entities)<a>\(elements)") { $0.entityExpansion = 0 } == nil)
        let large = "<!DOCTYPE a [<!ENTITY x '\(String(repeating: "x", count: 2_000))'><!ENTITY y '&x;'>]>"
        #expect(code("\(large)<a b='\(references)'>") { $0.entityExpansion = 1_000_000 } == .entityExpansionTooLarge)
    }

    @Test("References in attributes have the same values as in the strict tree")
    func references() throws {
        let text =
            "<!DOCTYPE r [<!ENTITY x 'a&#38;#38;b'><!ENTITY y '1&x;2&x;3'><!ENTITY z ''>]>"
            + "<r k='&y;-&z;&x;' l='&lt;&#65;&z;' m='&z;'/>"
        let expected = try XMLTree(parsing: text).root
        #expect(expected[attribute: "k"] == "1a&b2a&b3-a&b")
        #expect(try XMLTree(parsing: text, options: .init(recovery: .libxml2)).root.hasSameContent(as: expected))
    }

    @Test("Entities that grow without end in attribute values end")
    func amplification() async {
        await #expect(processExitsWith: .success) {
            // Full expansion would take longer than the age of the universe.
            limitProcessorTime(toSeconds: 60)
            var declarations = "<!ENTITY a0 'aaaaaaaaaa'>"
            for level in 1...20 {
                let references = String(repeating: "&a\(level - 1);", count: 10)
                declarations += "<!ENTITY a\(level) '\(references)'>"
            }
            let text = "<!DOCTYPE r [\(declarations)]><r x='&a20;'>&a20;</r>"
            _ = try? XMLTree(parsing: text, options: .init(recovery: .libxml2))
            _ = try? XMLTree(parsing: text, options: .recovering)
        }
    }
}
