extension Source {
    static func check(size: Int, _ options: XMLParsingOptions) throws(XMLError) {
        let limit = min(options.limits.inputSize, XMLParsingLimits.addressableSize)
        guard size <= limit else { throw options.limits.inputTooLarge(options.sourceName) }
    }

    static func unsupported(_ encoding: DocumentEncoding, in input: [UInt8], _ options: XMLParsingOptions) -> XMLError {
        let fault = Fault.unsupportedEncoding(encoding.name)
        let text = encoding.mustBeDeclared ? EBCDICDeclaration.text(of: input.contiguous.span) : input
        guard encoding.isChecked, let range = DeclarationText(scanning: text.contiguous.span, from: 0)?.encoding else {
            return XMLError(fault)
        }
        var position = Position(offset: 0, line: 1, column: 1)
        position.advance(to: range.lowerBound, in: text.contiguous.span)
        let location = XMLLocation(
            line: position.line, column: position.column, byteOffset: position.offset, sourceName: options.sourceName)
        return XMLError(fault.diagnostic { _ in location })
    }

    /// Rejects a second byte order mark. libxml2 would skip it, although a document may not begin with this character.
    func rejectSecondMark() throws(XMLError) {
        guard withText({ $0.has("\u{FEFF}", at: textStart) }) else { return }
        throw XMLError(Fault.secondMark.at(textStart).diagnostic(location(at:)))
    }

    /// Throws an error if the encoding declaration contradicts the bytes (XML 1.0, section 4.3.3).
    func checkDeclaration(against encoding: DocumentEncoding) throws(XMLError) {
        if encoding.isSettled { return }
        try withText { (text) throws(XMLError) in
            guard let range = DeclarationText(scanning: text, from: textStart)?.encoding else {
                guard encoding.mustBeDeclared else { return }
                throw XMLError(
                    .contradictoryEncoding, "encoded in EBCDIC, but declares no code page of it",
                    at: location(at: textStart), help: "declare the encoding, or give it when parsing")
            }
            let declared = text.string(range)
            guard DeclarationText.isEncodingName(declared), try !encoding.agrees(withDeclared: declared) else { return }
            throw XMLError(
                .contradictoryEncoding, "declared as \(declared), but encoded as \(encoding.name)",
                at: location(at: range.lowerBound),
                help: "correct the declaration, or give the encoding when parsing")
        }
    }
}

/// Formats that are parsed as XML by mistake.
enum OtherFormat {
    case gzip, bzip2, xz, zstandard, sevenZip, zip, pdf, json

    /// Recognizes the format of bytes that are clearly not XML. Returns nil if they may be XML.
    init?(_ bytes: Span<UInt8>) {
        // Most documents.
        if !bytes.isEmpty, bytes[0] == UInt8(ascii: "<") { return nil }
        let start = bytes.skipSpace(from: bytes.has("\u{FEFF}", at: 0) ? 3 : 0)
        if bytes.count >= 2, bytes[0] == 0x1F, bytes[1] == 0x8B {
            self = .gzip
        } else if bytes.has("BZh", at: 0), bytes.has("1AY&SY", at: 4) {
            self = .bzip2
        } else if bytes.begins(with: [0xFD, 0x37, 0x7A, 0x58, 0x5A, 0x00]) {
            self = .xz
        } else if bytes.begins(with: [0x28, 0xB5, 0x2F, 0xFD]) {
            self = .zstandard
        } else if bytes.begins(with: [0x37, 0x7A, 0xBC, 0xAF, 0x27, 0x1C]) {
            self = .sevenZip
        } else if bytes.has("PK\u{3}\u{4}", at: 0) {
            self = .zip
        } else if bytes.has("%PDF-", at: 0) {
            self = .pdf
        } else if bytes.has("{", at: start) || bytes.has("[", at: start) {
            self = .json
        } else {
            return nil
        }
    }

    /// - Throws: ``XMLError/Code/notXML``, whose message names the format.
    static func reject(_ bytes: Span<UInt8>, _ options: XMLParsingOptions) throws(XMLError) {
        guard let format = OtherFormat(bytes), format != .json || options.repairRules == nil else { return }
        let (what, help): (String, String?) =
            switch format {
            case .gzip: ("is gzip-compressed data", "decompress it first")
            case .bzip2: ("is bzip2-compressed data", "decompress it with bunzip2 first")
            case .xz: ("is xz-compressed data", "decompress it with unxz first")
            case .zstandard: ("is Zstandard-compressed data", "decompress it with unzstd first")
            case .sevenZip: ("is a 7z archive", "extract the XML files from it first")
            case .zip:
                ("is a ZIP archive", "extract the XML files from it first; office documents are ZIP archives too")
            case .pdf: ("is a PDF file", nil)
            case .json: ("looks like JSON", nil)
            }
        let location = XMLLocation(line: 1, column: 1, byteOffset: 0, sourceName: options.sourceName)
        throw XMLError(.notXML, "this \(what), not XML", at: location, help: help)
    }
}

extension Span<UInt8> {
    fileprivate func begins(with bytes: [UInt8]) -> Bool {
        count >= bytes.count && bytes.indices.allSatisfy { self[$0] == bytes[$0] }
    }
}
