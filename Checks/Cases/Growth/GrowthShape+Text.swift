// Text, values and encodings.

extension GrowthShape {
    static let text: [Self] = [
        GrowthShape("long-text") { "<r>\(repeated("some text ", $0))</r>" },
        GrowthShape("long-text-with-accents") { "<r>\(repeated("é", $0))</r>" },
        GrowthShape("long-text-of-wide-characters") { "<r>\(repeated("語😀", $0))</r>" },
        GrowthShape("empty-lines") { "<r>\(repeated("\n", $0))</r>" },
        GrowthShape("carriage-returns") { "<r>\(repeated("\r", $0))</r>" },
        GrowthShape("lines-of-windows") { "<r>\(repeated("line\r\n", $0))</r>" },
        GrowthShape("elements-on-lines-of-windows") { "<r>\(repeated("<a>x</a>\r\n", $0))</r>" },
        GrowthShape("elements-between-accents") { "<r>\(repeated("é<a>é</a>", $0))</r>" },
        GrowthShape("references") { "<r>\(repeated("&amp;", $0))</r>" },
        GrowthShape("character-references") { "<r>\(repeated("&#233;", $0))</r>" },
        GrowthShape("references-and-text") { "<r>\(repeated("text &lt; ", $0))</r>" },
        GrowthShape("references-and-elements") { "<r>\(repeated("&lt;<a>&amp;</a>", $0))</r>" },
        GrowthShape("closing-brackets") { "<r>\(repeated("]", $0))</r>" },
        GrowthShape("pairs-of-brackets") { "<r>\(repeated("]] ", $0))</r>" },
        GrowthShape("angles-in-text") { "<r>\(repeated(">", $0))</r>" },
        GrowthShape("section-ends-in-text") { "<r>\(repeated("]]&gt;", $0))</r>" },
        GrowthShape("hyphens-in-text") { "<r>\(repeated("--", $0))</r>" },
        GrowthShape("instruction-ends-in-text") { "<r>\(repeated("?>", $0))</r>" },
        GrowthShape("colons-in-text") { "<r>\(repeated(":", $0))</r>" },
        GrowthShape("long-comment") { "<r><!--\(repeated("comment ", $0))--></r>" },
        GrowthShape("hyphens-in-comment") { "<r><!--\(repeated("- ", $0))--></r>" },
        GrowthShape("lines-in-comment") { "<r><!--\(repeated("\r\n", $0))--></r>" },
        GrowthShape("long-section") { "<r><![CDATA[\(repeated("text ", $0))]]></r>" },
        GrowthShape("brackets-in-section") { "<r><![CDATA[\(repeated("]] ", $0))]]></r>" },
        GrowthShape("markup-in-section") { "<r><![CDATA[\(repeated("<a>&", $0))]]></r>" },
        GrowthShape("lines-in-section") { "<r><![CDATA[\(repeated("x\r\n", $0))]]></r>" },
        GrowthShape("long-instruction") { "<r><?a \(repeated("data ", $0))?></r>" },
        GrowthShape("question-marks-in-instruction") { "<r><?a \(repeated("? ", $0))?></r>" },
        GrowthShape("long-attribute") { "<r a='\(repeated("value ", $0))'/>" },
        GrowthShape("references-in-attribute") { "<r a='\(repeated("&amp;", $0))'/>" },
        GrowthShape("character-references-in-attribute") { "<r a='\(repeated("&#10;", $0))'/>" },
        GrowthShape("lines-in-attribute") { "<r a='\(repeated("x\r\n", $0))'/>" },
        GrowthShape("angles-in-attribute") { "<r a='\(repeated(">", $0))'/>" },
        GrowthShape("quotes-in-attribute") { "<r a='\(repeated("\"", $0))'/>" },
        GrowthShape("tokens-in-attribute") {
            "<!DOCTYPE r [<!ATTLIST r a NMTOKENS #IMPLIED>]><r a='\(repeated(" x", $0))'/>"
        },
        GrowthShape("spaces-in-token-attribute") {
            "<!DOCTYPE r [<!ATTLIST r a NMTOKENS #IMPLIED>]><r a='\(repeated(" ", $0))'/>"
        },
        GrowthShape("white-space-around-text") { "<r>\(repeated(" ", $0 / 2))x\(repeated(" ", $0 / 2))</r>" },
        GrowthShape("spaces-of-unicode") { "<r>\(repeated("\u{2003}", $0))</r>" },
        GrowthShape("combining-characters") { "<r>e\(repeated("\u{301}", $0))</r>" },
        GrowthShape("text-split-by-comments") { "<r>\(repeated("x<!---->", $0))</r>" },
        GrowthShape("embedded-pages") { "<r>\(repeated("<e>&lt;p&gt;Tea &lt;b&gt;x&lt;/b&gt;</e>", $0))</r>" },
        GrowthShape("one-embedded-page") { "<r><e>\(repeated("&lt;p>Tea &lt;b>x&lt;/b>\n", $0))</e></r>" },
        GrowthShape("embedded-sections") { "<r><e>\(repeated("<![CDATA[<p>Tea]]>", $0))</e></r>" },
        GrowthShape("embedded-elements") { "<r><e>\(repeated("<p>Tea <b>x</b></p>", $0))</e></r>" },
    ]

    static let encodings: [Self] = [
        encoded("utf16", mark: [0xFF, 0xFE], in: { Array($0.utf16).flatMap { [UInt8($0 & 255), UInt8($0 >> 8)] } }) {
            "<r>\(repeated("<a>été</a>\n", $0 / 2))</r>"
        },
        encoded(
            "utf16-text", mark: [0xFE, 0xFF], in: { Array($0.utf16).flatMap { [UInt8($0 >> 8), UInt8($0 & 255)] } }
        ) {
            "<r>\(repeated("語", $0 * 3 / 2))</r>"
        },
        encoded(
            "utf16-faults", .malformed, mark: [0xFF, 0xFE],
            in: { text in
                Array(text.utf16).flatMap { unit in unit == 0x23 ? [0, 0xDC] : [UInt8(unit & 255), UInt8(unit >> 8)] }
            }
        ) { "<r>\(repeated("a#", $0 / 2))</r>" },
        encoded("latin1", as: "ISO-8859-1", in: latin1) { "<r>\(repeated("<a>é</a>\n", $0))</r>" },
        encoded("latin1-text", as: "ISO-8859-1", in: latin1) { "<r>\(repeated("é", $0 * 2))</r>" },
        encoded("latin1-attributes", as: "ISO-8859-1", in: latin1) { "<r>\(repeated("<a k='é'/>", $0))</r>" },
        encoded("windows1252", as: "windows-1252", in: latin1) { "<r>\(repeated("<a>é</a>\n", $0))</r>" },
        encoded("windows1252-unassigned", .malformed, as: "windows-1252", in: latin1) {
            "<r>\(repeated("\u{81}", $0))</r>"
        },
        encoded("korean", as: "EUC-KR", in: { replacing($0, by: [0xB0, 0xA1]) }) {
            "<r>\(repeated("<a>##</a>\n", $0))</r>"
        },
        encoded(
            "japanese", as: "ISO-2022-JP", in: { replacing($0, by: [0x1B, 0x24, 0x42, 0x24, 0x22, 0x1B, 0x28, 0x42]) }
        ) {
            "<r>\(repeated("<a>#</a>\n", $0 / 2))</r>"
        },
        encoded("japanese-one-line", as: "ISO-2022-JP", in: { replacing($0, by: [0x1B, 0x24, 0x42, 0x24, 0x22]) }) {
            "<r>\(repeated("#", $0))\u{1B}(B</r>"
        },
        encoded("shifted", as: "Shift_JIS", in: { replacing($0, by: [0x82, 0xA0]) }) {
            "<r>\(repeated("<a>#</a>\n", $0))</r>"
        },
        encoded("korean-invalid", .malformed, as: "EUC-KR", in: { replacing($0, by: [0xFF, 0xFE]) }) {
            "<a>\(repeated("#", $0 / 2))"
        },
        encoded("korean-invalid-lines", .malformed, as: "EUC-KR", in: { replacing($0, by: [0xFF, 0xFE]) }) {
            "<a>\(repeated("x#\n", $0))</a>"
        },
        encoded("korean-cut-characters", .malformed, as: "EUC-KR", in: { replacing($0, by: [0xB0]) }) {
            "<a>\(repeated("# ", $0))</a>"
        },
        encoded("japanese-invalid", .malformed, as: "ISO-2022-JP", in: { replacing($0, by: [0x1B]) }) {
            "<a>\(repeated("x#", $0))</a>"
        },
        encoded("shifted-invalid", .malformed, as: "Shift_JIS", in: { replacing($0, by: [0xFD]) }) {
            "<a>\(repeated("x#", $0))</a>"
        },
        encoded("not-utf8", .malformed, in: latin1) { "<r>\(repeated("é", $0))</r>" },
        encoded("not-utf8-on-lines", .malformed, in: latin1) { "<r>\(repeated("<a>é</a>\n", $0))</r>" },
        encoded("not-utf8-in-attributes", .malformed, in: latin1) { "<r>\(repeated("<a k='é'/>", $0))</r>" },
        encoded("partly-utf8", .malformed, in: { replacing($0, by: [0xC3]) }) { "<r>\(repeated("é#", $0))</r>" },
        encoded("invalid-bytes", .malformed, in: { replacing($0, by: [0xFF]) }) { "<r>\(repeated("#", $0))</r>" },
        encoded("zero-bytes", .malformed, in: { replacing($0, by: [0]) }) { "<r>\(repeated("#", $0))</r>" },
        encoded("control-characters", .malformed, in: { replacing($0, by: [1]) }) { "<r>\(repeated("x#", $0))</r>" },
        encoded("surrogates", .malformed, in: { replacing($0, by: [0xED, 0xA0, 0x80]) }) {
            "<r>\(repeated("#", $0 / 3))</r>"
        },
        encoded("unknown-encoding", .malformed, as: "no-such-encoding", in: latin1) {
            "<r>\(repeated("<a>é</a>\n", $0))</r>"
        },
    ]

    private static func encoded(
        _ name: String, _ kind: Kind = .wellFormed, mark: [UInt8] = [], as encoding: String = "",
        in encode: @escaping @Sendable (String) -> [UInt8], _ make: @escaping @Sendable (Int) -> String
    ) -> Self {
        let declaration = encoding.isEmpty ? "" : "<?xml version=\"1.0\" encoding=\"\(encoding)\"?>"
        return GrowthShape(name, kind, bytes: { mark + encode(declaration + make($0)) })
    }

    @Sendable private static func latin1(_ text: String) -> [UInt8] {
        text.unicodeScalars.map { UInt8(truncatingIfNeeded: $0.value) }
    }

    /// Returns the text with bytes of an encoding in place of each `#`.
    private static func replacing(_ text: String, by bytes: [UInt8]) -> [UInt8] {
        var result: [UInt8] = []
        for byte in text.utf8 { if byte == UInt8(ascii: "#") { result += bytes } else { result.append(byte) } }
        return result
    }
}
