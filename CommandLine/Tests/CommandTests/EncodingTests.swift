import Foundation
import Testing

/// The encodings of the input and of the output.
@Suite struct EncodingTests {
    private static func document(_ encoding: String, _ text: String = "é", as form: String.Encoding = .utf8) throws
        -> Data
    {
        try #require("<?xml version=\"1.0\" encoding=\"\(encoding)\"?><a>\(text)</a>".data(using: form))
    }

    private static let mark = Data([0xEF, 0xBB, 0xBF])

    /// Documents, and encodings that contradict them or not.
    static let inputs: [(document: Data, encoding: String, contradicts: Bool)] = {
        let documents = try? [
            (document("UTF-8"), "ISO-8859-1", true), (document("UTF-8"), "utf8", false),
            (document("ISO-8859-1", as: .isoLatin1), "UTF-8", true),
            (document("ISO-8859-1", as: .isoLatin1), "latin1", false),
            (document("ISO-8859-1", as: .isoLatin1), "windows-1252", false),
            (document("windows-1252", as: .isoLatin1), "ISO-8859-1", true), (document("US-ASCII", "e"), "UTF-8", false),
            (document("UTF-8", "e"), "US-ASCII", true), (document("UTF-16", as: .utf16LittleEndian), "UTF-32", true),
            (document("Shift_JIS", "日", as: .shiftJIS), "EUC-JP", true),
            (document("Shift_JIS", "日", as: .shiftJIS), "SJIS", false),
            (document("UTF-16", as: .utf16LittleEndian), "UTF-16LE", false),
            (document("UTF-16", as: .utf16LittleEndian), "latin1", true),
            (document("UTF-16", as: .utf16), "UTF-16BE", true), (document("UTF-16", as: .utf16), "UTF-16", false),
            (mark + Data("<a>é</a>".utf8), "latin1", true), (mark + Data("<a>é</a>".utf8), "UTF-8", false),
            (document("x-unknown", "e"), "UTF-8", false), (Data("<a>é</a>".utf8), "latin1", false),
        ]
        return documents ?? []
    }()

    @Test("An encoding that contradicts the document is an error", arguments: inputs)
    func contradiction(_ document: Data, _ encoding: String, _ contradicts: Bool) throws {
        for command in [["format"], ["json"], ["lint"], ["get", "a"], ["records", "a"], ["repair"], ["tree"]] {
            let outcome = try Command.run(command + ["--encoding", encoding], input: document)
            #expect(outcome.status == (contradicts ? 5 : 0), "\(command) \(outcome.errors)")
            #expect(outcome.errors.contains("<stdin>:1:1: error: “--encoding \(encoding)” contradicts") == contradicts)
            #expect(outcome.output.isEmpty == (contradicts || command == ["lint"]))
        }
    }

    @Test("An encoding is forced, and HTML need not agree with it")
    func force() throws {
        let forced = ["json", "--encoding", "latin1", "--force"]
        #expect(try Command.run(forced, input: Self.document("UTF-8")).output == "{\"a\":\"Ã©\"}\n")
        #expect(try Command.run(forced, input: Self.mark + Data("<a>é</a>".utf8)).output == "{\"a\":\"é\"}\n")
        #expect(try Command.run("json", "--force", input: "<a/>").status == 64)
        let folder = try Folder()
        let file = folder.url.appending(path: "a.xml")
        try Self.document("UTF-8").write(to: file)
        for arguments in [
            ["format", "-i"], ["lint", "--fix"], ["records", "a", "--split", "2"], ["format", "--check"],
        ] {
            #expect(try Command.run(arguments + ["--encoding", "latin1", file.path]).status == 5, "\(arguments)")
        }
        #expect(try Data(contentsOf: file) == Self.document("UTF-8"))
        let page = "<meta charset=utf-8><p>é"
        #expect(try Command.run("json", "--html", "--encoding", "latin1", input: page).status == 0)
    }

    static let outputs: [(arguments: [String], input: String, output: String, form: String.Encoding)] = [
        (
            ["ISO-8859-1"], "<a b='é'>é😀<c/></a>",
            "<?xml version=\"1.0\" encoding=\"ISO-8859-1\"?>\n<a b='é'>é&#x1F600;<c/></a>\n", .isoLatin1
        ),
        (
            ["UTF-16LE", "--minify"], "<?xml version='1.0' encoding='UTF-8'?><a> <b/> </a>",
            "<?xml version=\"1.0\" encoding=\"UTF-16LE\"?><a><b/></a>\n", .utf16LittleEndian
        ),
        (
            ["Shift_JIS", "--as-is"], "<a  b='日'> <b/> </a>",
            "<?xml version=\"1.0\" encoding=\"Shift_JIS\"?>\n<a b='日'> <b/> </a>\n", .shiftJIS
        ),
        (
            ["ISO-8859-1", "--html"], "<meta charset=utf-8><p>é",
            "<html><head><meta charset=\"ISO-8859-1\"></head><body><p>é</p></body></html>\n", .isoLatin1
        ),
        (
            ["UTF-16BE", "--html"], "<p>é", "<html><body><p>é</p></body></html>\n", .utf16BigEndian
        ),
        (["UTF-8", "--as-is"], "<a  b='日'> <b/> </a>", "<a  b='日'> <b/> </a>", .utf8),
    ]

    @Test("A document is written in any encoding, and declares it", arguments: outputs)
    func output(_ arguments: [String], _ input: String, _ output: String, _ form: String.Encoding) throws {
        let folder = try Folder()
        let file = folder.url.appending(path: "result")
        try Data().write(to: file)
        let outcome = try Command.run(
            ["format", "--to-encoding"] + arguments, input: Data(input.utf8), output: file)
        #expect(outcome.status == 0, "\(outcome.errors)")
        #expect(try String(data: Data(contentsOf: file), encoding: form) == output)
    }

    @Test("What an encoding cannot represent in a name is an error, and so is an unknown encoding")
    func unrepresentable() throws {
        #expect(try Command.run("format", "--to-encoding", "US-ASCII", input: "<é/>").status == 1)
        let unknown = try Command.run("format", "--quiet", "--to-encoding", "none", "nowhere.xml")
        #expect(unknown.status == 5 && unknown.errors.contains("the encoding “none”"))
    }
}
