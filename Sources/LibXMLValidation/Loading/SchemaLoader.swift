import LibXML

/// Reads a schema and all documents that it includes and imports. libxml2 itself opens no file.
struct SchemaLoader {
    private let language: SchemaLanguage
    private let options: XMLSchemaOptions
    private var files: SchemaFiles
    private(set) var documents: [SchemaDocument] = []
    /// The numbers of documents, by their paths, or by their locations for those that a closure has returned.
    private var numbers: [String: Int] = [:]
    private var size = 0

    /// Loads a schema from a file, or another input.
    static func load(
        _ input: XMLInput, _ language: SchemaLanguage, _ options: XMLSchemaOptions
    ) throws(XMLError) -> [SchemaDocument] {
        if input.filePath?.hasSuffix(".rnc") == true {
            throw XMLError(
                "the compact syntax of RELAX NG is not supported", code: .invalidSchema, help: compactSyntax)
        }
        let tree = try parsed(language) { () throws(XMLError) in
            try XMLTree(parsing: input, options: parsingOptions(options.sourceName))
        }
        var loader = Self(language, path: input.filePath, options)
        let path = input.filePath.flatMap(RealPath.find)
        if let path { loader.numbers[path] = 0 }
        try loader.add(tree, path: path)
        return loader.documents
    }

    /// Loads a schema in memory.
    static func load(
        _ bytes: some Sequence<UInt8>, _ language: SchemaLanguage, _ options: XMLSchemaOptions
    ) throws(XMLError) -> [SchemaDocument] {
        let tree = try parsed(language) { () throws(XMLError) in
            try XMLTree(parsing: bytes, options: parsingOptions(options.sourceName ?? "schema"))
        }
        return try load(tree, language, options)
    }

    /// Loads a schema in memory.
    static func load(
        _ text: String, _ language: SchemaLanguage, _ options: XMLSchemaOptions
    ) throws(XMLError) -> [SchemaDocument] {
        let tree = try parsed(language) { () throws(XMLError) in
            try XMLTree(parsing: text, options: parsingOptions(options.sourceName ?? "schema"))
        }
        return try load(tree, language, options)
    }

    private static let compactSyntax = "convert the schema to the XML syntax, with trang for instance"

    /// Returns the tree of a schema. A schema of RELAX NG that does not begin with a tag is probably in its compact
    /// syntax.
    private static func parsed(
        _ language: SchemaLanguage, _ parse: () throws(XMLError) -> XMLTree
    ) throws(XMLError) -> XMLTree {
        do throws(XMLError) {
            return try parse()
        } catch {
            guard language == .relaxNG, error.code == .missingRootElement, error.help == nil else { throw error }
            var diagnostic = error.diagnostic
            diagnostic.help = "the compact syntax of RELAX NG is not supported: \(compactSyntax)"
            throw XMLError(diagnostic)
        }
    }

    private static func load(
        _ tree: XMLTree, _ language: SchemaLanguage, _ options: XMLSchemaOptions
    ) throws(XMLError) -> [SchemaDocument] {
        var loader = Self(language, path: nil, options)
        try loader.add(tree, path: nil)
        return loader.documents
    }

    private init(_ language: SchemaLanguage, path: String?, _ options: XMLSchemaOptions) {
        self.language = language
        self.options = options
        files = SchemaFiles(path: path, options)
    }

    /// Adds a document and all documents to which it refers.
    private mutating func add(_ tree: XMLTree, path: String?) throws(XMLError) {
        size += tree.source.utf8.count
        if size > options.size {
            throw tree.root.error(
                "the files of the schema are larger than the limit of \(options.size) bytes",
                code: .schemaTooComplex, help: "if the schema is trusted, raise XMLSchemaOptions.size")
        }
        try SchemaComplexity.check(tree, language, options)
        let number = documents.count
        documents.append(SchemaDocument(tree: tree, text: []))
        let copy = try Self.withoutDocumentType(tree)
        var edit = XMLEdit(copy)
        let references = zip(language.references(in: tree), language.references(in: copy))
        for (original, element) in references {
            guard let target = try resolve(original, from: path) else { continue }
            try edit.set(attribute: language.locationAttribute, of: element, to: SchemaDocument.name(target))
        }
        documents[number].text = try edit.editedTree().utf8Source
    }

    /// A copy of the document without its document type, whose lines are the same.
    private static func withoutDocumentType(_ tree: XMLTree) throws(XMLError) -> XMLTree {
        guard tree.documentType != nil else { return tree }
        let lines = String(repeating: "\n", count: tree.root.location.line - 1)
        let text = try lines + tree.root.xmlString(options: .init())
        return try XMLTree(parsing: text, options: parsingOptions(tree.sourceName))
    }

    // MARK: References

    /// The number of the document that an element refers to; nil if it refers to a namespace only.
    private mutating func resolve(_ element: XMLTree.Element, from path: String?) throws(XMLError) -> Int? {
        let written = element[attribute: language.locationAttribute]
        let location = written.flatMap { URIReference.resolve($0, at: element) }
        if let written, location == nil {
            throw element.error("“\(written)” has no valid base", code: .unresolvedSchema)
        }
        let namespace = element[attribute: "namespace"]
        if let location {
            let found = try files.find(location, from: path) { message, help in
                element.error(message, code: .unresolvedSchema, help: help)
            }
            switch found {
            case .file(let path): return try number(ofFile: path)
            case .bytes(let bytes):
                let key = "resolved " + location
                if let number = numbers[key] { return number }
                return try add(bytes, name: location, key: key, path: nil)
            case nil: break
            }
        }
        if let namespace, let text = BuiltInSchemas.text(of: namespace) {
            let key = "built-in " + namespace
            if let number = numbers[key] { return number }
            return try add(Array(text.utf8), name: location ?? namespace, key: key, path: nil)
        }
        guard let location else { return nil }
        throw element.error(
            "there is no schema “\(location)”", code: .unresolvedSchema, help: files.help(location))
    }

    private mutating func number(ofFile path: String) throws(XMLError) -> Int {
        if let number = numbers[path] { return number }
        let number = documents.count
        numbers[path] = number
        let tree = try Self.parsed(language) { () throws(XMLError) in
            try XMLTree(parsing: .file(path), options: Self.parsingOptions(nil))
        }
        try add(tree, path: path)
        return number
    }

    private mutating func add(_ bytes: [UInt8], name: String, key: String, path: String?) throws(XMLError) -> Int {
        let number = documents.count
        numbers[key] = number
        try add(XMLTree(parsing: bytes, options: Self.parsingOptions(name)), path: path)
        return number
    }

    /// The options for reading a document of a schema, which must not depend on anything outside.
    private static func parsingOptions(_ name: String?) -> XMLParsingOptions {
        XMLParsingOptions(sourceName: name, unresolvedEntities: .error)
    }
}
