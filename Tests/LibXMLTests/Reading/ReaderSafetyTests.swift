import CheckCases
import Foundation
import LibXML
import Testing

@Suite struct ReaderSafetyTests {
    @Test("Nothing outside the document is ever read, by any way of reading", arguments: External.all)
    func external(_ external: External) throws {
        let files = try SecretFiles()
        let text = files.document(external)
        let walk = Walk(XMLReader(parsing: text))
        #expect(!walk.steps.description.contains("leaked"))
        var reader = XMLReader(parsing: text)
        try? reader.forEachElement("r") { element in
            let whole = try element.readElement()
            #expect(!whole.description.contains("leaked"))
            #expect(!whole.text.contains("leaked"))
            #expect(whole.attributes.allSatisfy { !$0.value.contains("leaked") })
        }
        reader = XMLReader(parsing: text)
        while let event = try? reader.next() {
            if event == .startElement { #expect((try? reader.readElementText())?.contains("leaked") != true) }
        }
    }

    @Test(
        "The files that a reader does not read can be read: libxml2's own xmllint prints them",
        .enabled(if: External.xmllint != nil, "xmllint is not installed"), arguments: External.all)
    func xmllint(_ external: External) throws {
        let files = try SecretFiles()
        let document = try TemporaryFile(files.document(external).utf8)
        let xmllint = try #require(External.xmllint)
        let outputs = try [["--noent"], ["--noent", "--nonet"], ["--noent", "--stream", "--debug"]].map { options in
            let process = Process()
            process.executableURL = URL(fileURLWithPath: xmllint)
            process.arguments = options + external.options + [document.path]
            let output = Pipe()
            process.standardOutput = output
            process.standardError = FileHandle.nullDevice
            try process.run()
            let bytes = try output.fileHandleForReading.readToEnd() ?? Data()
            process.waitUntilExit()
            return String(decoding: bytes, as: UTF8.self)
        }
        var expected = Array(repeating: external.isReadByXMLLint, count: 3)
        // The reader of 2.11 does not read external parameter entities.
        if external.text.contains("%"), (21100..<21200).contains(LoadedLibxml2.version) { expected[2] = false }
        #expect(outputs.map { $0.contains("leaked") } == expected)
    }

    @Test("References that are not resolved are events, warnings, or errors")
    func unresolved() throws {
        var reader = XMLReader(parsing: "<!DOCTYPE r [<!ENTITY e SYSTEM 'e.xml'>]>\n<r>a&e;b</r>")
        var values: [String?] = []
        while try reader.next() != nil { values.append(reader.value) }
        #expect(values == [nil, nil, "a", "&e;", "b", nil])
        #expect(reader.diagnostics.map(\.code) == [.unresolvedEntity])
        #expect(reader.diagnostics.first?.location?.line == 2 && reader.diagnostics.first?.location?.column == 5)
        var options = XMLParsingOptions()
        options.unresolvedEntities = .error
        for text in ["<!DOCTYPE r [<!ENTITY e SYSTEM 'e.xml'>]><r>\n&e;</r>", "<!DOCTYPE r SYSTEM 'r'><r>\n&e;</r>"] {
            let error = ReaderFaultTests.error(of: text, options)
            #expect(error?.code == .unresolvedEntity)
            #expect(error?.location?.line == 2 && error?.location?.column == 1)
        }
    }

    @Test("A reader that is destroyed in mid-document releases everything")
    func dropped() throws {
        final class Owner {}
        weak var source: Owner?
        do {
            let owner = Owner()
            source = owner
            var reader = try XMLReader(
                parsing: .chunks { withExtendedLifetime(owner) { Array("<a><b>text</b>".utf8) } })
            for _ in 0..<3 { try reader.next() }
        }
        #expect(source == nil)
        for count in 0..<6 {
            var reader = XMLReader(parsing: "<!DOCTYPE a [<!ENTITY e '<i>x</i>'>]><a>t&e;<![CDATA[c]]></a>")
            for _ in 0..<count { try reader.next() }
        }
    }

    @Test(
        "Every encoding, in pieces of one byte, has the places of the tree",
        arguments: ["UTF-16LE", "UTF-32BE", "ISO-8859-5", "Shift_JIS", "ISO-2022-JP"])
    func encodings(encoding: String) throws {
        let word = encoding == "ISO-8859-5" ? "Привет" : "日本"
        let text = "<r>" + String(repeating: "<a k='\(word)'>\(word)\r\n</a>\n", count: 200) + "</r>"
        let bytes = try #require(encode(text, as: encoding))
        var options = XMLParsingOptions()
        options.encoding = encoding
        let expected = Walk(try XMLTree(parsing: bytes, options: options))
        var rest = bytes[...]
        #expect(
            Walk(try XMLReader(parsing: .chunks { rest.popFirst().map { [$0] } }, options: options)).difference(
                to: expected) == nil)
        #expect(Walk(XMLReader(parsing: bytes, options: options)).difference(to: expected) == nil)
    }
}

/// A document that refers to a file.
struct External: Sendable, CustomTestStringConvertible {
    /// The document, with SECRET and DECLARATIONS for the paths of files.
    var text: String
    /// The options that xmllint needs in addition to `--noent` to read the file.
    var options: [String] = []
    /// Whether xmllint then reads it; it does not if it reports an error.
    var isReadByXMLLint = true

    var testDescription: String { text }

    /// The first xmllint in the path. With `Scripts/with-libxml2`, it belongs to the libxml2 in use.
    static let xmllint = ProcessInfo.processInfo.environment["PATH", default: "/usr/bin"].split(separator: ":")
        .map { $0 + "/xmllint" }.first { FileManager.default.isExecutableFile(atPath: $0) }

    static let all = [
        External(text: "<!DOCTYPE r [<!ENTITY e SYSTEM 'file://SECRET'>]><r>&e;</r>"),
        External(text: "<!DOCTYPE r [<!ENTITY e SYSTEM 'SECRET'>]><r>&e;&e;</r>"),
        External(text: "<!DOCTYPE r [<!ENTITY e PUBLIC 'x' 'file://SECRET'>]><r>&e;</r>"),
        External(text: "<!DOCTYPE r [<!ENTITY e SYSTEM 'SECRET'><!ENTITY f '&e;'>]><r>&f;&f;</r>"),
        External(text: "<!DOCTYPE r [<!ENTITY e SYSTEM 'SECRET'>]><r a='&e;'/>", isReadByXMLLint: false),
        External(
            text: "<!DOCTYPE r [<!ENTITY e SYSTEM 'SECRET'><!ENTITY f '&e;'>]><r a='&f;'/>", isReadByXMLLint: false),
        External(text: "<!DOCTYPE r SYSTEM 'DECLARATIONS'><r>&d;</r>", options: ["--loaddtd"]),
        External(text: "<!DOCTYPE r SYSTEM 'DECLARATIONS'><r a='&d;'>&d;</r>", options: ["--loaddtd"]),
        External(text: "<!DOCTYPE r [<!ENTITY % p SYSTEM 'DECLARATIONS'> %p;]><r>&d;</r>"),
        External(text: "<!DOCTYPE r [<!ENTITY % p SYSTEM 'file://DECLARATIONS'>%p;]><r a='&d;'>&d;</r>"),
        External(
            text: "<!DOCTYPE r [<!ENTITY % p SYSTEM 'DECLARATIONS'><!ENTITY % q '&#37;p;'> %q;]><r>&d;</r>"),
        External(
            text: "<!DOCTYPE r [<!ENTITY % p SYSTEM 'DECLARATIONS'><!ENTITY % q '%p;'> %q;]><r>&d;</r>",
            isReadByXMLLint: false),
        External(
            text: "<r xmlns:xi='http://www.w3.org/2001/XInclude'><xi:include href='file://SECRET'/></r>",
            options: ["--xinclude"]),
        External(text: "<?xml-stylesheet href='SECRET'?><r/>", isReadByXMLLint: false),
    ]
}

/// The files that documents refer to.
private struct SecretFiles: ~Copyable {
    private let secret: TemporaryFile
    private let declarations: TemporaryFile

    init() throws {
        let secret = try TemporaryFile("<secret>leaked</secret>".utf8)
        let declarations = try TemporaryFile("<!ENTITY d 'leaked'><!ATTLIST r a CDATA 'leaked'>".utf8)
        self.secret = secret
        self.declarations = declarations
    }

    func document(_ external: External) -> String {
        external.text.replacing("SECRET", with: secret.path).replacing("DECLARATIONS", with: declarations.path)
    }
}
