import CheckCases
import LibXML

/// A document with constructs of one kind, well-formed or not.
struct ChaosDocument: Sendable, CustomStringConvertible {
    var bytes: [UInt8]
    var isWellFormed = true
    var description: String

    init(_ text: String, isWellFormed: Bool = true) {
        bytes = Array(text.utf8)
        self.isWellFormed = isWellFormed
        description = String(text.prefix(80))
    }

    init(_ bytes: [UInt8], _ description: String, isWellFormed: Bool = true) {
        self.bytes = bytes
        self.isWellFormed = isWellFormed
        self.description = description
    }

    /// The sizes of the pieces in which the document arrives.
    var pieceSizes: [Int] { bytes.count > 2_000 ? [1_000, .max] : [1, 7, .max] }

    /// Returns the document in pieces.
    func pieces(of size: Int) -> [ArraySlice<UInt8>] {
        size >= bytes.count ? [bytes[...]] : bytes.chunks(of: size)
    }
}

// MARK: The table

extension ChaosDocument {
    static let all = wellFormed + malformed + long

    /// Every construct, and adjacent constructs that share memory or state.
    static let wellFormed: [Self] =
        [
            "<r/>",
            "<r><![CDATA[x]]>text é more</r>",
            "<r><![CDATA[x]]><a/><![CDATA[y]]><!--c--><![CDATA[z]]><?p d?><![CDATA[]]></r>",
            "<r><![CDATA[é]]><![CDATA[x\r\ny]]>t&amp;u<![CDATA[ ]]>&#233;</r>",
            "<r>t&amp;u<a/>&lt;v&gt;<a/>&#65;w&#x1F600;</r>",
            "<r> <a k='v' j=\"a&amp;b\" i='é&#10;'/>\n<b>x</b>\t</r>",
            "<?xml version='1.0'?><!-- a --><?p a?><r><!----><?p?><?q  d ?></r><!-- b --><?p b?>",
            "<r xmlns='urn:r' xmlns:p='urn:p'><p:a p:k='v' k='w'/><b xmlns=''><c/></b><p:d xmlns:p='urn:q'/></r>",
            "<r>a\r\nb\rc<a\r\nk='1\r\n2'/>\r\n</r>\r\n",
            "<r>Grüße<é k='日本語'>日本</é>😀<!--é--><?é 日?></r>",
        ].map { Self($0) } + declarations.map { Self($0) } + [utf16, latin1]

    private static let declarations: [String] = {
        let entities = """
            <!ENTITY t 'text'><!ENTITY m 'v<i k="&amp;">w</i>u'><!ENTITY c '<![CDATA[<q>]]>'><!ENTITY n ''>\
            <!ENTITY d '&c;u&n;&m;<!--c--><?p d?>'><!ENTITY x SYSTEM 'x'><!ATTLIST a d CDATA 'dé' i NMTOKENS ' p  q '>
            """
        let type = "<!DOCTYPE r SYSTEM 'r' [\(entities)]>"
        return [
            "\(type)<r>&t;<a k='&t;é'/>x&t;y&amp;</r>",
            "\(type)<r>&m;&m;<a/>t&m;</r>",
            "\(type)<r>&c;t&c;<![CDATA[x]]>&c;&n;<a/>&n;u</r>",
            "\(type)<r>&d;<a i='  x   y '>&d;</a>é&d;</r>",
            "\(type)<r>&x;t&unknown;<a k='&unknown;'/>&d;&x;</r>",
            "\(type)<r xmlns:p='urn:&t;'><p:a/>&x;<![CDATA[x]]>&unknown;y</r>",
            "<!DOCTYPE r [<!-- c --><?p d?><!ELEMENT r ANY><!NOTATION n PUBLIC 'n'>]><r/>",
        ]
    }()

    private static let utf16: Self = {
        let text = "<?xml version='1.0' encoding='UTF-16'?><r k='é'><![CDATA[x]]>é😀<a/>t</r>"
        return Self([0xFF, 0xFE] + text.utf16.flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] }, "UTF-16")
    }()

    private static let latin1 = Self(
        Array("<?xml version='1.0' encoding='ISO-8859-1'?><r><![CDATA[x]]>".utf8) + [0xE9]
            + Array("t<a k='".utf8) + [0xE9] + Array("'/></r>".utf8), "ISO-8859-1")

    /// Text that is reported in several pieces, whatever the pieces of the document.
    static let long: [Self] = {
        let ascii = String(repeating: "0123456789", count: 7_000)
        let other = String(repeating: "é日😀 ", count: 6_000)
        return [
            Self("<r><![CDATA[\(ascii)]]>\(other)<a/>\(ascii)&amp;<![CDATA[\(other)]]>\(ascii)<!--\(ascii)--></r>"),
            Self("<r>\(ascii)<a k='\(ascii)'/><?p \(other)?>\(other)</b></r>", isWellFormed: false),
        ]
    }()
}

// MARK: Malformed documents

extension ChaosDocument {
    static let malformed: [Self] =
        ([
            "", "<", "<r>", "x<r/>", "<r/>x", "<r/><r/>", "</r>",
            "<r><![CDATA[x]]>t&</r>", "<r><![CDATA[x]]>t</a></r>", "<r><![CDATA[x", "<r><![CDATA[x]]>é",
            "<r><![CDATA[x]]>]]>",
            "<r>t&amp;u&u</r>", "<r>&#0;</r>", "<r>t<a/>&undeclared;u</r>", "<r>t<a k='1' k='2'/>u</r>",
            "<r>t<a k=1/>u</r>", "<r>t<a k='<'/>u</r>", "<r>t<!-- -- -->u</r>", "<r>t<!-- x", "<r>t<?p x",
            "<r>t<?xml?>u</r>",
            "<r><a>t</r>", "<r>t<a></b>u</r>", "<r>t\u{1}u</r>", "<r>t<a \u{1}/>u</r>",
            "<r>t<p:a/>u</r>", "<r><a xmlns:p='' k='v'/>u</r>", "<r xmlns:p='u' xmlns:q='u'><a p:k='' q:k=''/>t</r>",
            "<!DOCTYPE r [<!ENTITY e '<a>'>]><r>t&e;u</r>", "<!DOCTYPE r [<!ENTITY e '<a/>&e;'>]><r>t&e;u</r>",
            "<!DOCTYPE r [<!ENTITY e 'v<a/>&u;'>]><r>t&e;u</r>", "<!DOCTYPE r [<!ENTITY e 't<p:a/>'>]><r>t&e;u</r>",
            "<!DOCTYPE r [<!ENTITY e '<'>]><r><a k='&e;'/>u</r>", "<!DOCTYPE r [<!ENTITY e",
            "<!DOCTYPE r [<!NOTATION n>]><r/>",
        ]).map { Self($0, isWellFormed: false) } + [
            Self(
                Array("<r><![CDATA[x]]>t".utf8) + [0xFF] + Array("</r>".utf8), "bytes that are not UTF-8",
                isWellFormed: false),
            Self(Array("<r>t<a/>".utf8) + [0xC3], "half a character", isWellFormed: false),
            Self(
                [0xFF, 0xFE, 0x3C, 0x00, 0x72, 0x00, 0x3E, 0x00, 0x74, 0xDD, 0x3C, 0x00], "half a surrogate",
                isWellFormed: false),
        ]

    /// Returns a document of the table or a generated one, with random changes.
    static func mutated(seed: UInt64) -> Self {
        var random = SeededGenerator(seed: seed)
        var bytes =
            random.chance(3)
            ? Array(DocumentGenerator(seed: seed).document(size: 300).utf8) : random.pick(wellFormed + malformed).bytes
        for _ in 0..<Int.random(in: 0...3, using: &random) { mutate(&bytes, &random) }
        return Self(bytes, "seed \(seed): \(String(decoding: bytes, as: UTF8.self))", isWellFormed: false)
    }

    private static let snippets = [
        "<", ">", "&", ";", "]]>", "<![CDATA[x]]>", "<![CDATA[", "<!--", "-->", "<?p d?>", "<a>", "</a>", "<a/>", "é",
        "\r\n",
        "&amp;", "&t;", "&x;", "'", "\"", "\u{0}", " k='v'", " xmlns:p='u'", "p:",
        "<!DOCTYPE r [<!ENTITY t '<a>t</a>'>]>",
    ]

    private static func mutate(_ bytes: inout [UInt8], _ random: inout SeededGenerator) {
        let start = Int.random(in: 0...bytes.count, using: &random)
        let end = min(bytes.count, start + Int.random(in: 0...8, using: &random))
        switch Int.random(in: 0..<5, using: &random) {
        case 0: bytes.removeSubrange(start..<end)
        case 1: bytes.insert(contentsOf: bytes[start..<end], at: Int.random(in: 0...bytes.count, using: &random))
        case 2: if start < bytes.count { bytes[start] = UInt8.random(in: 0...255, using: &random) }
        case 3 where bytes.count > 20: bytes.removeSubrange(max(20, start)...)
        default: bytes.insert(contentsOf: random.pick(snippets).utf8, at: start)
        }
    }
}
