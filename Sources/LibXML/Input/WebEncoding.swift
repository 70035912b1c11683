/// The encodings of the Web: the one that browsers use for each label (Encoding Standard, 4.2).
///
/// Most are supersets of what the label means elsewhere: pages and feeds that declare GB 2312 are in GBK.
enum WebEncoding {
    /// The name of the encoding that a label means, as libxml2 knows it; nil for a label that the Web does not know.
    static func name(of label: String) -> String? { names[label.trimmingXMLSpace.lowercased()] }

    /// The name of the encoding that a label means in a declaration in ASCII: UTF-8 for UTF-16; nil for a label that
    /// the Web does not know, and for an encoding that libxml2 cannot convert.
    static func known(_ label: String) -> String? {
        guard let name = name(of: label) else { return nil }
        if name == "UTF-8" || name.hasPrefix("UTF-16") { return "UTF-8" }
        return CharacterConverter(from: name) != nil ? name : nil
    }

    /// The encoding that the Web reads instead of the one that a document declares; nil if it reads that one.
    static func name(insteadOf encoding: DocumentEncoding) -> String? {
        // A character alone shows nothing in an encoding with shift states.
        guard !encoding.isStateful, let name = name(of: encoding.name) else { return nil }
        return name.lowercased() == encoding.name.lowercased() ? nil : name
    }

    /// Whether control characters of an encoding are replaced by the characters that the Web has for their bytes. Those
    /// of ISO-8859-1 are replaced by the repair of the text.
    static func replacesControls(of encoding: DocumentEncoding, _ repair: XMLRepairOptions) -> Bool {
        guard repair.controlsAreWindows1252, let name = name(insteadOf: encoding) else { return false }
        return name != "windows-1252"
    }

    /// The character of a byte that libxml2 refuses in an encoding of the Web; nil for most bytes.
    static func character(of byte: UInt8, in name: String) -> Character? {
        switch (name, byte) {
        case ("GB18030", 0x80): "\u{20AC}"
        case ("CP932", 0x80): "\u{80}"
        // A byte that Windows does not assign is a control character.
        case (_, 0x80...0x9F) where name.hasPrefix("windows-"): Character(Unicode.Scalar(byte))
        default: nil
        }
    }

    private static let names = Dictionary(
        rows.flatMap { name, labels in labels.split(separator: " ").map { (String($0), name) } }
    ) { $1 }

    /// libxml2 has these names from iconv or ICU. Encodings for which the standard requires an error, such as
    /// ISO-2022-KR, are missing: they are read as declared.
    private static let rows: KeyValuePairs = [
        "UTF-8": "unicode-1-1-utf-8 unicode11utf8 unicode20utf8 utf-8 utf8 x-unicode20utf8",
        "UTF-16": "csunicode iso-10646-ucs-2 ucs-2 unicode unicodefeff utf-16",
        "UTF-16LE": "utf-16le",
        "UTF-16BE": "unicodefffe utf-16be",
        "IBM866": "866 cp866 csibm866 ibm866",
        "ISO-8859-2": """
        csisolatin2 iso-8859-2 iso-ir-101 iso8859-2 iso88592 iso_8859-2 iso_8859-2:1987 l2 latin2
        """,
        "ISO-8859-3": """
        csisolatin3 iso-8859-3 iso-ir-109 iso8859-3 iso88593 iso_8859-3 iso_8859-3:1988 l3 latin3
        """,
        "ISO-8859-4": """
        csisolatin4 iso-8859-4 iso-ir-110 iso8859-4 iso88594 iso_8859-4 iso_8859-4:1988 l4 latin4
        """,
        "ISO-8859-5": """
        csisolatincyrillic cyrillic iso-8859-5 iso-ir-144 iso8859-5 iso88595 iso_8859-5 iso_8859-5:1988
        """,
        "ISO-8859-6": """
        arabic asmo-708 csiso88596e csiso88596i csisolatinarabic ecma-114 iso-8859-6 iso-8859-6-e iso-8859-6-i \
        iso-ir-127 iso8859-6 iso88596 iso_8859-6 iso_8859-6:1987
        """,
        "ISO-8859-7": """
        csisolatingreek ecma-118 elot_928 greek greek8 iso-8859-7 iso-ir-126 iso8859-7 iso88597 iso_8859-7 \
        iso_8859-7:1987 sun_eu_greek
        """,
        "ISO-8859-8": """
        csiso88598e csiso88598i csisolatinhebrew hebrew iso-8859-8 iso-8859-8-e iso-8859-8-i iso-ir-138 iso8859-8 \
        iso88598 iso_8859-8 iso_8859-8:1988 logical visual
        """,
        "ISO-8859-10": "csisolatin6 iso-8859-10 iso-ir-157 iso8859-10 iso885910 l6 latin6",
        "ISO-8859-13": "iso-8859-13 iso8859-13 iso885913",
        "ISO-8859-14": "iso-8859-14 iso8859-14 iso885914",
        "ISO-8859-15": "csisolatin9 iso-8859-15 iso8859-15 iso885915 iso_8859-15 l9",
        "ISO-8859-16": "iso-8859-16",
        "KOI8-R": "cskoi8r koi koi8 koi8-r koi8_r",
        "KOI8-U": "koi8-ru koi8-u",
        "macintosh": "csmacintosh mac macintosh x-mac-roman",
        "MAC-CYRILLIC": "x-mac-cyrillic x-mac-ukrainian",
        "windows-874": "dos-874 iso-8859-11 iso8859-11 iso885911 tis-620 windows-874",
        "windows-1250": "cp1250 windows-1250 x-cp1250",
        "windows-1251": "cp1251 windows-1251 x-cp1251",
        "windows-1252": """
        ansi_x3.4-1968 ascii cp1252 cp819 csisolatin1 ibm819 iso-8859-1 iso-ir-100 iso8859-1 iso88591 iso_8859-1 \
        iso_8859-1:1987 l1 latin1 us-ascii windows-1252 x-cp1252 x-user-defined
        """,
        "windows-1253": "cp1253 windows-1253 x-cp1253",
        "windows-1254": """
        cp1254 csisolatin5 iso-8859-9 iso-ir-148 iso8859-9 iso88599 iso_8859-9 iso_8859-9:1989 l5 latin5 \
        windows-1254 x-cp1254
        """,
        "windows-1255": "cp1255 windows-1255 x-cp1255",
        "windows-1256": "cp1256 windows-1256 x-cp1256",
        "windows-1257": "cp1257 windows-1257 x-cp1257",
        "windows-1258": "cp1258 windows-1258 x-cp1258",
        "GB18030": """
        chinese csgb2312 csiso58gb231280 gb18030 gb2312 gb_2312 gb_2312-80 gbk iso-ir-58 x-gbk
        """,
        "BIG5-HKSCS": "big5 big5-hkscs cn-big5 csbig5 x-x-big5",
        "EUC-JP-MS": "cseucpkdfmtjapanese euc-jp x-euc-jp",
        "ISO-2022-JP": "csiso2022jp iso-2022-jp",
        "CP932": "csshiftjis ms932 ms_kanji shift-jis shift_jis sjis windows-31j x-sjis",
        "CP949": """
        cseuckr csksc56011987 euc-kr iso-ir-149 korean ks_c_5601-1987 ks_c_5601-1989 ksc5601 ksc_5601 windows-949
        """,
    ]
}

/// Converts single characters of a document as the Web reads the encoding that it declares.
struct WebConverter: ~Copyable {
    let name: String
    private let converter: CharacterConverter
    private let declared: DocumentEncoding
    private let replacesControls: Bool
    /// The bytes from 0x80 on that the declared encoding has for control characters, and the Web for others: one bit
    /// for each. Nil until it is needed.
    private var controls: UInt32?
    /// Whether an allocation has failed, so that a character may be missing.
    private(set) var isOutOfMemory = false

    /// Returns nil unless the Web reads another encoding for the name of this one.
    init?(insteadOf encoding: DocumentEncoding, _ repair: XMLRepairOptions) {
        guard let name = WebEncoding.name(insteadOf: encoding), let converter = CharacterConverter(from: name) else {
            return nil
        }
        self.name = name
        self.converter = converter
        declared = encoding
        replacesControls = WebEncoding.replacesControls(of: encoding, repair)
    }

    /// Returns the offset of the first byte that the declared encoding has for a control character, and the Web for
    /// another one.
    mutating func firstControl(in bytes: Span<UInt8>) -> Int? {
        guard replacesControls else { return nil }
        for index in bytes.indices where bytes[index] & 0xE0 == 0x80 && differs(bytes[index]) { return index }
        return nil
    }

    private mutating func differs(_ byte: UInt8) -> Bool {
        let known = controls ?? findControls()
        controls = known
        return known & 1 << (byte & 0x1F) != 0
    }

    private mutating func findControls() -> UInt32 {
        guard let declared = CharacterConverter(from: declared.name) else { return 0 }
        var found: UInt32 = 0
        for byte in UInt8(0x80)...0x9F {
            let (single, control) = ([byte], [0xC2, byte] as [UInt8])
            let (count, lacksMemory) = declared.countOfText(
                convertedFrom: single.contiguous.span, in: control.contiguous.span)
            isOutOfMemory = isOutOfMemory || lacksMemory
            if count == control.count, let (text, _) = character(in: single.contiguous.span), text != control {
                found |= 1 << (byte & 0x1F)
            }
        }
        return found
    }

    /// Returns the first character of the bytes, in UTF-8, and its length in bytes: 0 if more bytes are needed. Returns
    /// nil if the bytes do not begin with a character.
    mutating func character(in bytes: Span<UInt8>) -> (text: [UInt8], length: Int)? {
        // No encoding of the table has longer characters.
        for length in 1...4 {
            guard length <= bytes.count else { return ([], 0) }
            var text: [UInt8] = []
            let (_, stop) = converter.convert(bytes.extracting(0..<length)) { text.append(contentsOf: $0) }
            if stop == nil { return (text, length) }
            isOutOfMemory = isOutOfMemory || stop == .outOfMemory
            if stop != .incomplete { break }
        }
        return WebEncoding.character(of: bytes[0], in: name).map { (Array($0.utf8), 1) }
    }
}
