/// The encoding of a document's bytes, and how it was determined.
struct DocumentEncoding: Equatable {
    /// How an encoding represents characters.
    private enum Family {
        case utf8, utf16, utf32, ebcdic
        /// An encoding in which ASCII characters are single bytes, or one that libxml2 does not know.
        case ascii

        init(name: String) throws(XMLError) {
            let name = name.uppercased()
            self =
                switch name {
                case "UTF-8", "UTF8": .utf8
                case "UCS-2", "UCS2", "ISO-10646-UCS-2": .utf16
                case "UCS-4", "UCS4", "ISO-10646-UCS-4": .utf32
                case _ where name.hasPrefix("UTF-16") || name.hasPrefix("UTF16"): .utf16
                case _ where name.hasPrefix("UTF-32") || name.hasPrefix("UTF32"): .utf32
                default: try CharacterConverter.traits(of: name)?.isEBCDIC == true ? .ebcdic : .ascii
                }
        }
    }

    /// The name that libxml2 knows the encoding by.
    var name: String
    /// The length of the byte order mark in bytes; 0 if there is none.
    var markLength: Int
    private var family: Family
    /// Whether the XML declaration determines the name, or must agree with it.
    var isChecked: Bool
    /// Whether the declaration was read, and agrees.
    private(set) var isSettled = false
    /// Whether the meaning of bytes depends on earlier ones, as after the escape sequences of ISO-2022-JP.
    private(set) var isStateful: Bool
    /// Whether bytes below 0x80 are always ASCII characters, so that text with only such bytes is already UTF-8. False
    /// for a name that libxml2 does not know.
    private(set) var isASCIISuperset: Bool

    /// Determines the encoding from the byte order mark, the name that the caller specified, the zeros of UTF-16 and
    /// UTF-32, and the declaration, in this order (XML 1.0, appendix F; RFC 7303, section 3).
    ///
    /// - Throws: ``XMLError/Code/outOfMemory``, as do all members that look up the meaning of a name.
    init(of bytes: Span<UInt8>, override: String?) throws(XMLError) {
        let (b0, b1, b2, b3) = (bytes.at(0), bytes.at(1), bytes.at(2), bytes.at(3))
        func given(_ name: String, _ family: Family, mark: Int = 0) -> Self {
            Self(name: name, markLength: mark, family: family, isChecked: override == nil)
        }
        let zeros = (b0 == 0, b1 == 0, b2 == 0, b3 == 0)
        self =
            switch (b0, b1, b2, b3) {
            case (0xEF, 0xBB, 0xBF, _): given("UTF-8", .utf8, mark: 3)
            case (0xFF, 0xFE, 0, 0): given("UTF-32LE", .utf32, mark: 4)
            case (0, 0, 0xFE, 0xFF): given("UTF-32BE", .utf32, mark: 4)
            case (0xFF, 0xFE, _, _): given("UTF-16LE", .utf16, mark: 2)
            case (0xFE, 0xFF, _, _): given("UTF-16BE", .utf16, mark: 2)
            case _ where override != nil:
                try Self(named: override ?? "", isLittleEndian: zeros.1 && !zeros.0)
            case _ where zeros == (true, true, true, false): given("UTF-32BE", .utf32)
            case _ where zeros == (false, true, true, true): given("UTF-32LE", .utf32)
            case _ where zeros == (true, false, true, false): given("UTF-16BE", .utf16)
            case _ where zeros == (false, true, false, true): given("UTF-16LE", .utf16)
            case _ where EBCDICDeclaration.begins(bytes): try Self(declaredInEBCDIC: bytes)
            default: try Self(declaredIn: bytes)
            }
    }

    private init(name: String, markLength: Int, family: Family, isChecked: Bool) {
        self.name = name
        self.markLength = markLength
        self.family = family
        self.isChecked = isChecked
        isStateful = false
        isASCIISuperset = false
    }

    /// Creates an encoding that is not one of Unicode.
    private init(name: String, limited family: Family, isChecked: Bool) throws(XMLError) {
        let traits = try CharacterConverter.traits(of: name)
        self.init(name: name, markLength: 0, family: family, isChecked: isChecked)
        isStateful = traits?.isStateful ?? false
        isASCIISuperset =
            family == .ascii && traits?.isStateful == false
            && Self.supersets.contains(where: name.uppercased().hasPrefix)
    }

    static let utf8 = Self(name: "UTF-8", markLength: 0, family: .utf8, isChecked: false)

    /// The prefixes of the names of the usual encodings that contain ASCII.
    private static let supersets = [
        "ISO-8859-", "ISO8859-", "WINDOWS-125", "CP125", "US-ASCII", "ASCII", "LATIN1", "EUC-", "GB18030", "GBK",
    ]

    /// Creates an encoding from its name alone.
    init(named name: String) throws(XMLError) {
        try self.init(named: name, isLittleEndian: true)
    }

    /// Creates an encoding from the caller's name. `UTF-16` and its variants without a byte order are big-endian unless
    /// the bytes indicate otherwise.
    private init(named name: String, isLittleEndian: Bool) throws(XMLError) {
        let family = try Family(name: name)
        let order = isLittleEndian ? "LE" : "BE"
        let isOrdered = name.hasSuffix("E") || name.hasSuffix("e")
        let full =
            switch family {
            case .utf8: "UTF-8"
            case .utf16: isOrdered ? name : "UTF-16" + order
            case .utf32: isOrdered ? name : "UTF-32" + order
            case .ascii, .ebcdic: name
            }
        if family == .ascii || family == .ebcdic {
            try self.init(name: full, limited: family, isChecked: false)
        } else {
            self.init(name: full, markLength: 0, family: family, isChecked: false)
        }
    }

    /// The declared encoding of ASCII-compatible bytes, or UTF-8.
    private init(declaredIn bytes: Span<UInt8>) throws(XMLError) {
        self.init(name: "UTF-8", markLength: 0, family: .utf8, isChecked: true)
        isSettled = true
        guard let range = DeclarationText(scanning: bytes, from: 0)?.encoding else { return }
        let declared = bytes.string(range)
        // A name that does not match the grammar is left to libxml2, which reports its place.
        guard DeclarationText.isEncodingName(declared) else { return }
        let family = try Family(name: declared)
        if family == .ascii { try self.init(name: declared, limited: .ascii, isChecked: true) }
        // Bytes that contain a declaration in ASCII are not UTF-16, which the check of the declaration reports.
        isSettled = family == .ascii || family == .utf8
    }

    /// The most likely code page of EBCDIC for a document that does not declare one.
    static let usualEBCDIC = "IBM037"

    /// The encoding that the declaration of a document in EBCDIC names.
    ///
    /// If it names none, or one that is not EBCDIC, the check of the declaration reports that.
    private init(declaredInEBCDIC bytes: Span<UInt8>) throws(XMLError) {
        let text = EBCDICDeclaration.text(of: bytes)
        var name = Self.usualEBCDIC
        if let range = DeclarationText(scanning: text.contiguous.span, from: 0)?.encoding {
            let declared = text.contiguous.span.string(range)
            if DeclarationText.isEncodingName(declared), try CharacterConverter.traits(of: declared)?.isEBCDIC != false
            {
                name = declared
            }
        }
        try self.init(name: name, limited: .ebcdic, isChecked: true)
    }

    /// Whether a declaration may name this encoding `name`.
    func agrees(withDeclared name: String) throws(XMLError) -> Bool {
        if !isChecked || name == self.name { return true }
        return try Family(name: name) == family
    }

    // MARK: What the family implies

    /// Whether text in this encoding needs no conversion.
    var isUTF8: Bool { family == .utf8 }

    /// Whether the encoding can represent every character.
    var isUnicode: Bool { family == .utf8 || family == .utf16 || family == .utf32 }

    /// Whether ASCII characters are single bytes, as in UTF-8, ISO-8859-1 and Shift_JIS, so that a declaration in ASCII
    /// can name the encoding.
    var extendsASCII: Bool { family == .utf8 || family == .ascii }

    /// Whether a line feed is a code unit with the value 10.
    var hasUsualLineFeed: Bool { family != .ebcdic }

    /// Whether a document must declare this encoding, because its bytes show only that it is one of several.
    var mustBeDeclared: Bool { isChecked && family == .ebcdic }

    /// The length of a code unit in bytes.
    var codeUnitLength: Int { family == .utf16 ? 2 : family == .utf32 ? 4 : 1 }

    /// The number of code units of a part of a text; nil if only a conversion shows it. Complexity: O(length).
    func codeUnitCount(of range: Range<Int>, in text: Span<UInt8>) -> Int? {
        switch family {
        case .utf8: range.count
        case .utf16: text.utf16Length(range)
        case .utf32: text.scalarCount(range)
        case .ascii, .ebcdic: nil
        }
    }

    /// The byte order mark that the document begins with; empty for a document without a mark.
    var mark: [UInt8] { markLength > 0 ? byteOrderMark : [] }

    /// The byte order mark of the encoding; empty for an encoding that has none.
    var byteOrderMark: [UInt8] {
        switch name {
        case "UTF-8": [0xEF, 0xBB, 0xBF]
        case "UTF-16LE": [0xFF, 0xFE]
        case "UTF-16BE": [0xFE, 0xFF]
        case "UTF-32LE": [0xFF, 0xFE, 0, 0]
        case "UTF-32BE": [0, 0, 0xFE, 0xFF]
        default: []
        }
    }
}

extension Span<UInt8> {
    /// The byte at `offset`; -1 after the end.
    fileprivate func at(_ offset: Int) -> Int {
        offset < count ? Int(self[offset]) : -1
    }
}
