import LibXML

/// Reads a DTD, and the files of its parameter entities. libxml2 itself opens no file.
struct DTDLoader {
    private var files: SchemaFiles
    private let options: XMLSchemaOptions
    private var size = 0
    private(set) var declarations = DTDPlaces()
    /// The files, and the texts that libxml2 reads in their place. Their names are those of schema documents, from 1
    /// on.
    private(set) var entities: [(text: DecodedText, content: [UInt8])] = []
    /// The errors of files that do not exist. An entity that is not used need not exist.
    private var missing: [XMLError] = []

    init(_ files: SchemaFiles, _ options: XMLSchemaOptions) {
        self.files = files
        self.options = options
    }

    /// How deeply files may contain the declarations of others.
    private static let maximumDepth = 40

    /// Returns a text with the names of schema documents as the identifiers of parameter entities. Its lines are those
    /// of `text`.
    ///
    /// - Parameter path: the path of the file; nil for a text in memory.
    mutating func load(_ text: DecodedText, path: String?, depth: Int = 0) throws(XMLError) -> [UInt8] {
        size += text.bytes.count
        if size > options.size {
            throw text.error(
                "the files of the DTD are larger than the limit of \(options.size) bytes",
                code: .schemaTooComplex, at: 0, help: SchemaComplexity.help(for: "size"))
        }
        if depth > Self.maximumDepth {
            throw text.error("the files of the DTD contain each other", code: .schemaTooComplex, at: 0)
        }
        if let offset = text.bytes.firstIndex(of: 0) {
            throw text.error("a DTD cannot contain a NUL", code: .invalidSchema, at: offset)
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
                if let (file, path) = try find(location, from: path, in: text, at: systemID.lowerBound) {
                    let content = try load(file, path: path, depth: depth + 1)
                    entities.append((file, content))
                } else {
                    entities.append((text, Array("<?lx-missing-file \(missing.count)?>".utf8)))
                }
                output += text.bytes[written..<identifiers.lowerBound]
                output += "SYSTEM \"\(SchemaDocument.name(entities.count))\"".utf8
                output += text.bytes[identifiers].filter { $0 == UInt8(ascii: "\n") }
                written = identifiers.upperBound
            }
        }
        return output + text.bytes[written...]
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
