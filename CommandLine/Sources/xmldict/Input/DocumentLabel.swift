import LibXML

/// The encoding that the beginning of a document shows or declares.
struct DocumentLabel {
    private let name: String
    /// Whether it is a byte order mark, rather than a declaration.
    private let isMark: Bool

    /// The longest beginning in which a declaration is looked for, in bytes.
    private static let window = 1024

    /// Whether the beginning of a document contains its label, if it has one.
    static func isComplete(_ beginning: [UInt8]) -> Bool {
        beginning.count >= window || beginning.contains(UInt8(ascii: ">"))
    }

    // The mark of UTF-32LE begins with the mark of UTF-16LE.
    private static let marks: KeyValuePairs<String, [UInt8]> = [
        "UTF-8": [0xEF, 0xBB, 0xBF], "UTF-32LE": [0xFF, 0xFE, 0, 0], "UTF-32BE": [0, 0, 0xFE, 0xFF],
        "UTF-16LE": [0xFF, 0xFE], "UTF-16BE": [0xFE, 0xFF],
    ]

    /// Returns nil for a document with neither a byte order mark nor a declared encoding, and for one in EBCDIC.
    init?(of beginning: [UInt8]) {
        if let mark = Self.marks.first(where: { beginning.starts(with: $0.value) }) {
            (name, isMark) = (mark.key, true)
            return
        }
        // Without its zeros, a declaration in UTF-16 or UTF-32 is a declaration in ASCII.
        let text = beginning.prefix(Self.window).filter { $0 != 0 }
        guard text.starts(with: "<?xml".utf8), let end = text.firstIndex(of: UInt8(ascii: ">")) else { return nil }
        let document = text[...end] + Array("<a/>".utf8)
        let tree = try? XMLTree(parsing: document, options: XMLParsingOptions(encoding: "UTF-8"))
        guard let declared = tree?.declaration?.encoding else { return nil }
        (name, isMark) = (declared, false)
    }

    /// Whether some bytes of the document represent other characters in the encoding `given`. False if libxml2 does not
    /// know the declared encoding, so that another one must replace it.
    func contradicts(_ given: String) -> Bool {
        if given.uppercased() == name.uppercased() || InputOptions.isUnknown(name, isHTML: false) { return false }
        let (these, others) = (Self.wideForms(of: name), Self.wideForms(of: given))
        if !these.isEmpty || !others.isEmpty { return these.isDisjoint(with: others) }
        guard let these = Self.characters(in: name), let others = Self.characters(in: given) else { return true }
        // A character that the declared encoding lacks is written as a reference.
        return zip(these, others).contains { this, other in this != other && !this.starts(with: "&".utf8) }
    }

    func diagnostic(for given: String, in sourceName: String) -> XMLDiagnostic {
        let start = XMLLocation(line: 1, column: 1, byteOffset: 0, sourceName: sourceName)
        let what = isMark ? "byte order mark of \(name)" : "declared encoding \(name)"
        let advice =
            isMark
            ? "the byte order mark decides, also with “--force”" : "or use “--force” to read the document as \(given)"
        return XMLDiagnostic(
            .contradictoryEncoding, "“--encoding \(given)” contradicts the \(what)", at: start,
            help: "omit “--encoding”\(isMark ? ":" : ",") \(advice)")
    }

    // MARK: Comparison

    /// Returns the encodings that a name of UTF-16 or UTF-32 may mean, one for each byte order; none for another name.
    private static func wideForms(of name: String) -> Set<String> {
        let upper = name.uppercased()
        let order = ["LE", "BE"].first(where: upper.hasSuffix)
        let forms = [
            "UTF-16": ["UTF-16", "UTF16", "UCS-2", "UCS2", "ISO-10646-UCS-2"],
            "UTF-32": ["UTF-32", "UTF32", "UCS-4", "UCS4", "ISO-10646-UCS-4"],
        ].filter { $0.value.contains(where: upper.hasPrefix) }.keys
        return Set(forms.flatMap { form in (order.map { [$0] } ?? ["LE", "BE"]).map { form + $0 } })
    }

    /// Returns how an encoding writes characters of the scripts with encodings of their own; nil if no document can be
    /// written in it.
    private static func characters(in name: String) -> [ArraySlice<UInt8>]? {
        let scalars = [0xA0...0x6FF, 0xE00...0xE5B, 0x2000...0x26FF, 0x3000...0x30FF, 0x4E00...0x50FF, 0xAC00...0xADFF]
        let text = scalars.joined().compactMap { Unicode.Scalar(UInt32($0)) }.map(String.init).joined(separator: " ")
        let options = XMLWritingOptions(encoding: name, declaration: .never)
        // The first part has the start tag.
        let bytes = try? XMLValue("x \(text)").xmlBytes(root: "a", options: options)
        return bytes?.split(separator: UInt8(ascii: " "))
    }
}
