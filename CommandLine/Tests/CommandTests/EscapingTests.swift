import Foundation
import Testing

/// Text of documents, names and arguments on standard error, which may be a terminal.
@Suite struct EscapingTests {
    /// Characters that control a terminal, or change the direction of writing.
    private static let harmful = [
        "\u{1B}[31m\u{7}\u{8}\r", "\u{7F}\u{85}\u{9B}31m\u{9D}0;x\u{9C}",
        "\u{202A}\u{202E}\u{2066}\u{2069}\u{200E}\u{200F}\u{2028}\u{FEFF}",
    ]

    /// Ways in which text reaches standard error: arguments, in which `?` is the text, and the input.
    private static let ways: [(arguments: [String], input: String)] = [
        (["json", "?.xml"], ""),
        (["?"], ""),
        (["?.xml"], ""),
        (["help", "?"], ""),
        (["json", "--?"], ""),
        (["json", "--color", "?"], ""),
        (["json", "--encoding", "?"], "<a/>"),
        (["json", "--mapping", "?"], "<a/>"),
        (["json", "--files-from", "?"], ""),
        (["lint", "--files-from", "-"], "?\n"),
        (["repair", "--output-dir", "?/?", "x.xml"], ""),
        (["repair", "--wrap", "?"], "<a/>"),
        (["get", "a.?"], "<a/>"),
        (["get", "?["], "<a/>"),
        (["records", "a/?"], "<a/>"),
        (["records", "--range", "?", "a", "x.xml"], ""),
        (["set", "a/?", "1"], "<a/>"),
        (["set", "-i", "a", "?", "?"], ""),
        (["delete", "a/?"], "<a/>"),
        (["swift", "--root", "?"], "<a/>"),
        (["swift", "?"], ""),
        (["xml", "?"], ""),
        (["xml"], "?"),
        (["xml"], "{\"?\":1}"),
        (["xml"], "{\"a\":{\"?\":1}}"),
        (["xml"], "{\"a\":{\"b\":[{\"?\":1}]}}"),
        (["xml", "--root", "?"], "{}"),
        (["xml", "--encoding", "?"], "{}"),
        (["xml", "--item", "?"], "{\"a\":[[1]]}"),
        (["xml", "--names", "expanded", "--prefix", "?=u"], "{\"?:a\":1}"),
        (["json", "--color", "always", "?: error: ?"], ""),
        (["lint"], "<a>?<b></a>"),
        (["lint", "--color", "always"], "<a>?<b></a>"),
        (["lint"], "<a?></a>"),
        (["lint"], "<a b='?' b='?'></a>"),
        (["lint"], "<a>&?;</a>"),
        (["lint", "--recover"], "<a>?&?<?></?><!?></a>"),
        (["lint", "--color", "always", "--recover"], "<a>?&?<?></?><!?></a>"),
        (["lint", "--recover=libxml2"], "<a>?&?<?></?><!?></a>"),
        (["json", "--html"], "<p?><?><b></?>&?;"),
        (["repair"], "<a b=? ?><?></a>?"),
        (["format"], "<a>?<?"),
        (["tree"], "<?xml version='?'?><a/>"),
        (["lint"], "<?xml version='1.0' encoding='?'?><a/>"),
        (["lint"], "<!DOCTYPE a [<!ENTITY b '?'><?]><a>&b;</a>"),
    ]

    @Test("No text controls the terminal", arguments: ways.indices)
    func terminal(index: Int) throws {
        let (arguments, input) = Self.ways[index]
        for text in Self.harmful {
            // Names as JSON, in which a control character must be an escape, and as it is.
            let escaped = text.unicodeScalars.map { "\\u" + String(format: "%04x", $0.value) }.joined()
            for text in arguments == ["xml"] ? [text, escaped] : [text] {
                var outcome = try Command.run(
                    arguments.map { $0.replacingOccurrences(of: "?", with: text) },
                    input: Data(input.replacingOccurrences(of: "?", with: text).utf8))
                if arguments.contains("always") {
                    for color in ["31;1", "34;1", "35;1", "0"] {
                        outcome.errors = outcome.errors.replacingOccurrences(of: "\u{1B}[\(color)m", with: "")
                    }
                }
                let found = outcome.errors.unicodeScalars.first { scalar in
                    switch scalar.value {
                    case 0x0A: false
                    case 0..<0x20, 0x7F..<0xA0, 0x200E, 0x200F, 0x2028...0x202E, 0x2066...0x2069, 0xFEFF: true
                    default: false
                    }
                }
                #expect(found == nil, "\(arguments) \(text.debugDescription): \(outcome.errors.debugDescription)")
            }
        }
    }

    @Test("A line feed in a name does not begin another line")
    func lines() throws {
        let name = "a\nerror: forged"
        for arguments in [
            ["json", name], ["set", "-i", "a", "1", name], ["--" + name],
            ["repair", "--output-dir", "/dev/null/\(name)", "x"],
        ] {
            let outcome = try Command.run(arguments)
            #expect(outcome.status != 0)
            #expect(!outcome.errors.contains("\nerror: forged"))
            #expect(outcome.errors.contains("\\nerror: forged"))
        }
        let folder = try Folder()
        let file = try folder.file("<a>", named: "a\nb.xml")
        #expect(try Command.run("lint", file).errors.contains("a\\nb.xml:1:4: error: "))
        #expect(try Command.run("swift", folder.file("<a>1</a>", named: "a\nb.xml")).output.contains("from a\\nb.xml."))
    }

    @Test("Data stays as it is")
    func data() throws {
        let text = "\u{7F}\u{9B}\u{202E}\u{FEFF}"
        #expect(try Command.run("get", "a", input: "<a>x\(text)</a>").output == "x\(text)\n")
        #expect(try Command.run("set", "a", text, input: "<a/>").output == "<a>\(text)</a>")
    }
}
