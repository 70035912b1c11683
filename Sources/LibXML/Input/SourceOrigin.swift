/// How the bytes of a document were read, which is needed to write a changed document and to read it again.
struct SourceOrigin: Sendable {
    private(set) var options: XMLParsingOptions
    let encoding: DocumentEncoding

    init(options: XMLParsingOptions, encoding: DocumentEncoding) {
        self.options = options
        self.encoding = encoding
    }

    /// The origin of a `String`, whose encoding declaration is ignored.
    init(ofTextWith options: XMLParsingOptions) {
        self.options = options
        self.options.encoding = "UTF-8"
        encoding = DocumentEncoding(named: "UTF-8")
    }

    /// The options for reading the changed document, which is well-formed.
    var strictOptions: XMLParsingOptions {
        var options = options
        options.repair = nil
        return options
    }
}

extension DocumentEncoding {
    /// The byte order mark that the document begins with; empty for a document without a mark.
    var mark: [UInt8] { markLength > 0 ? byteOrderMark : [] }

    /// The byte order mark of the encoding; empty for an encoding of another family.
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

    /// Whether the encoding can represent every character.
    var isUnicode: Bool { family == .utf8 || family == .utf16 || family == .utf32 }
}
