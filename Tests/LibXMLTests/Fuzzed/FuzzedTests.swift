import CheckCases
import Testing

/// Inputs that the fuzzer of `Scripts/fuzz` found.
@Suite struct FuzzedTests {
    /// The input of an entry point in the form of a fuzzer's file: two bytes that select options, and the document.
    struct Input: CustomTestStringConvertible, Sendable {
        var entryPoint: EntryPoint
        var bytes: [UInt8]
        var testDescription: String

        init(_ name: String, _ entryPoint: EntryPoint, options: [UInt8] = Array("00".utf8), _ document: String) {
            self.init(name, entryPoint, options: options, Array(document.utf8))
        }

        init(_ name: String, _ entryPoint: EntryPoint, options: [UInt8] = Array("00".utf8), _ document: [UInt8]) {
            self.entryPoint = entryPoint
            bytes = options + document
            testDescription = name
        }
    }

    /// The first byte of options that enable repair, for a reader or push parser.
    private static let repairing: UInt8 = 0xB0

    /// The first byte of options that replace what XML does not allow, for a writer.
    private static let replacing: UInt8 = 0x31

    static let inputs = [
        Input("a record of a stream that was not converted", .push, "<a><b>x</b><b>y</c></a>"),
        Input("an element of a stream, read as a whole", .reader, "<a><b><b/>x<b>y</b></b>\r\n<item/></a>"),
        Input("HTML in an element without text", .html, "<a>x<b/></a>"),
        Input("a reference without its semicolon that ends “]]>”", .repair, "<a>x]]&gtEMENT</a>"),
        Input("the end of an element before text that is omitted", .reader, options: [repairing, 0x30], "<a/>text"),
        Input(
            "the end of an element before a tag that is omitted", .reader, options: [repairing, 0x33],
            "<a>x<b>y</b></c></a>"),
        Input(
            "a document type of a page that does not end", .write, options: [replacing | 0x02, 0x30],
            "<!DOCTYPE a [<!ENTITY e \"v"),
        Input(
            "a version that XML does not have", .write, options: [replacing, 0x30],
            "<?xml version=\"2.0\"?><a><b></a>"),
        Input("a document type with a colon at the end", .write, "<!DOCTYPE a:><a/>"),
        Input(
            "a URI that is not UTF-8", .write, options: [replacing, 0x30],
            Array("<p: xmlns='u".utf8) + [0xFF] + Array("'/>".utf8)),
        Input("a declared prefix with a colon", .write, options: [replacing, 0x30], "<a xmlns:b:c='u' b:c:d='v'/>"),
        Input("a prefix that a repair declares", .write, options: [0x32, 0x30], "<r><p:a>x</p:a></r>"),
        Input(
            "an edit in an encoding with shift states, by a name that only ICU knows", .edit, options: [0x30, 0x30],
            "<?xml version='1.0' encoding='UT-F-7'?><r><a>+AOk-</a><b c='+AOk-'/></r>"),
        Input("an element that contains only a comment", .write, "<a><b><!--x--></b></a>"),
        Input(
            "a “>” in a value before the declared encoding", .push, options: [0x30, 0x31],
            Array("<?xml version=\"1.0".utf8) + [0xFF] + Array("/>\" encoding=\"ISO-8859-1\"?><a/>".utf8)),
        Input(
            "an unknown encoding whose name begins like a known one", .reader,
            "<?xml version=\"1.0\" encoding=\"ISO-8859-q\"?><a b>"),
        Input("a bracket after a document type", .push, "<!DOCTYPE html>[<html lang=\"en\">"),
        Input("text of invalid bytes alone", .libxml2, Array("<?x?><a>".utf8) + [0xED, 0xED, 0xED] + Array("<".utf8)),
        Input("a comment after the root that seems to end itself", .push, options: [0x30, 0x31], "<r/><!-->x-->"),
        Input("an element before an XML declaration", .repair, options: [0x30, 0x33], "<i\"</i<o:p><?xml<s>"),
        Input("JSON after white space that arrives before it", .push, options: [0x30, 0x31], "          [1]"),
        Input(
            "quotation marks in the name before the declared encoding", .push, options: [0x30, 0x31],
            "<?xml a\"b=\"v>\" encoding=\"X\"?><a>\(String(repeating: "x", count: 60))</a>"),
        Input(
            "a “>” in the name before the declared encoding", .push, options: [0x30, 0x31],
            "<?xml version>>=\"1.0\" encoding=\"X\"?><a>\(String(repeating: "x", count: 40))</a>"),
        Input(
            "markup in a declaration before a quotation mark", .reader,
            "<!DOCTYPE a [<!ENTITY x<?y\"?> \"z\">]><a/>"),
        Input(
            "the same, in pieces", .push, options: [0x30, 0x31], "<!DOCTYPE a [<!ENTITY x<?y\"?> \"z\">]><a/>"),
        Input(
            "an invalid byte after what looks like a reference in a CDATA section", .strict,
            Array("<a><![CDATA[x]>&#23!;".utf8) + [0xF5] + Array("y]]></a>".utf8)),
        Input("a reference to a key that does not exist, in pieces", .schema, "<a><c to='i'>x</c></a>"),
        Input("a repair that leaves nothing of a document", .repair, "<!DOCTYPE a><2024 AT&T; &#/a>"),
    ]

    @Test("Inputs that the fuzzer found violate no property", arguments: inputs)
    func replayed(_ input: Input) throws {
        try input.entryPoint.run(input.bytes, violations: \.violations)
    }

    @Test("Malformed documents and pages hold what holds of every input", arguments: EntryPoint.allCases)
    func documents(_ entryPoint: EntryPoint) throws {
        let texts = MalformedDocuments.all.map(\.input) + Pages.all.map(\.text)
        for text in texts {
            for options in ["00", "43"] {
                do {
                    try entryPoint.run(Array((options + text).utf8), violations: \.violations)
                } catch {
                    Issue.record("\(text): \(error)")
                }
            }
        }
    }

    @Test("A surrogate without its other half is not a character")
    func surrogates() throws {
        let document: [UInt8] = [
            0x00, 0x3C, 0x00, 0x61, 0x00, 0x3E, 0xDD, 0x74, 0x00, 0x3C, 0x00, 0x2F, 0x00, 0x61, 0x00, 0x3E,
        ]
        try EntryPoint.repair.run(Array("00".utf8) + document, violations: \.violations)
    }
}
