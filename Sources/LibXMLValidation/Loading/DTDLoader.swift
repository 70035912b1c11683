import LibXML

/// Reads a DTD, and the files of its parameter entities. libxml2 itself opens no file.
///
/// An external parameter entity becomes an internal one with the text of the file, so that libxml2 needs no other file.
struct DTDLoader {
    private var files: SchemaFiles
    private let options: XMLSchemaOptions
    private var size = 0
    private(set) var declarations = DTDPlaces()
    /// The errors of files that do not exist. An entity that is not used need not exist.
    private var missing: [XMLError] = []

    init(_ files: SchemaFiles, _ options: XMLSchemaOptions) {
        self.files = files
        self.options = options
    }

    /// How deeply files may contain the declarations of others.
    private static let maximumDepth = 40

    /// Returns a text with the texts of all parameter entities. Its lines are those of `text`.
    ///
    /// - Parameter path: the path of the file; nil for a text in memory.
    mutating func load(_ text: DecodedText, path: String?, depth: Int = 0) throws(XMLError) -> [UInt8] {
        size += text.bytes.count
        if size > options.maximumSize { throw tooLarge(text) }
        if depth > Self.maximumDepth {
            throw text.error("the files of the DTD contain each other", code: .schemaTooComplex, at: 0)
        }
        var scanner = DTDScanner(text.bytes)
        var output: [UInt8] = []
        var written = scanner.textDeclarationEnd
        // The lines of the text remain.
        output += text.bytes[..<written].filter { $0 == UInt8(ascii: "\n") }
        while let declaration = scanner.next() {
            switch declaration {
            case .element(let name, let offset): declarations.add(name, text, at: offset)
            case .externalParameterEntity(let identifiers, let systemID):
                let location = String(decoding: text.bytes[systemID], as: UTF8.self)
                let content =
                    if let (file, path) = try find(location, from: path, in: text, at: systemID.lowerBound) {
                        try load(file, path: path, depth: depth + 1)
                    } else {
                        Array("<?lx-missing-file \(missing.count)?>".utf8)
                    }
                output += text.bytes[written..<identifiers.lowerBound]
                output += Self.literal(content)
                output += text.bytes[identifiers].filter { $0 == UInt8(ascii: "\n") }
                written = identifiers.upperBound
                // Each level makes the characters that are escaped longer.
                if output.count > 4 * options.maximumSize { throw tooLarge(text) }
            }
        }
        return output + text.bytes[written...]
    }

    private func tooLarge(_ text: DecodedText) -> XMLError {
        text.error(
            "the files of the DTD are larger than the limit of \(options.maximumSize) bytes", code: .schemaTooComplex,
            at: 0, help: "if the DTD is trusted, raise XMLSchemaOptions.maximumSize")
    }

    /// The error of a file that does not exist, by its number from 1.
    func error(ofMissing number: Int) -> XMLError? {
        missing.indices.contains(number - 1) ? missing[number - 1] : nil
    }

    /// Finds the file of an entity; nil if it does not exist.
    private mutating func find(
        _ location: String, from path: String?, in text: DecodedText, at offset: Int
    ) throws(XMLError) -> (DecodedText, path: String?)? {
        let found = try files.find(location, from: path) { message, help in
            text.error(message, code: .unresolvedSchema, at: offset, help: help)
        }
        switch found {
        case .file(let path): return (try DecodedText(.file(path), name: nil), path)
        case .bytes(let bytes): return (try DecodedText(bytes: bytes, name: location), nil)
        case nil: break
        }
        missing.append(
            text.error(
                "there is no file “\(location)”", code: .unresolvedSchema, at: offset, help: files.help(location)))
        return nil
    }

    /// The literal of an entity whose replacement text is a text.
    private static func literal(_ text: [UInt8]) -> [UInt8] {
        var literal: [UInt8] = [UInt8(ascii: "\"")]
        for byte in text {
            switch byte {
            case UInt8(ascii: "\""), UInt8(ascii: "%"), UInt8(ascii: "&"), UInt8(ascii: "\n"), UInt8(ascii: "\r"):
                literal += "&#\(byte);".utf8
            default: literal.append(byte)
            }
        }
        return literal + [UInt8(ascii: "\"")]
    }
}

/// The places at which a DTD declares elements.
struct DTDPlaces: Sendable {
    private var texts: [DecodedText] = []
    private var elements: [String: (text: Int, offset: Int)] = [:]

    mutating func add(_ name: String, _ text: DecodedText, at offset: Int) {
        if texts.last?.name != text.name || texts.last?.bytes != text.bytes { texts.append(text) }
        elements[name] = elements[name] ?? (texts.count - 1, offset)
    }

    /// A note about the declaration of an element; nil if its place is not known.
    func note(ofElement name: String) -> XMLDiagnostic.Note? {
        guard let place = elements[name] else { return nil }
        let location = texts[place.text].location(at: place.offset)
        return XMLDiagnostic.Note(message: "<\(name)> is declared here", location: location)
    }
}
