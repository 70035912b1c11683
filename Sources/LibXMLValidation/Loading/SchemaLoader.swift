import LibXML

/// Reads a schema and all that it includes and imports. libxml2 itself opens no file.
struct SchemaLoader {
    private static let schemaURI = "http://www.w3.org/2001/XMLSchema"

    private let options: XMLSchemaOptions
    /// The folder that contains all files of the schema; nil if there are no files.
    private let folder: String?
    private(set) var documents: [SchemaDocument] = []
    /// The numbers of documents, by their paths, or by their locations for those that a closure has returned.
    private var numbers: [String: Int] = [:]
    private var size = 0

    /// Loads a schema.
    ///
    /// - Parameter path: the path of the file; nil for a schema in memory.
    static func load(
        _ tree: XMLTree, path: String?, _ options: XMLSchemaOptions
    ) throws(XMLError) -> [SchemaDocument] {
        var loader = Self(path: path, options)
        let real = path.flatMap(RealPath.find)
        if let real { loader.numbers[real] = 0 }
        try loader.add(tree, path: real)
        return loader.documents
    }

    private init(path: String?, _ options: XMLSchemaOptions) {
        self.options = options
        folder = (options.folder ?? path.map(Self.parent)).flatMap(RealPath.find)
    }

    /// Adds a document and all that it refers to.
    private mutating func add(_ tree: XMLTree, path: String?) throws(XMLError) {
        size += tree.source.utf8.count
        if size > options.maximumSize {
            throw tree.root.error(
                "the files of the schema are larger than the limit of \(options.maximumSize) bytes",
                code: .schemaTooComplex, help: "if the schema is trusted, raise XMLSchemaOptions.maximumSize")
        }
        try SchemaComplexity.check(tree, options)
        let number = documents.count
        documents.append(SchemaDocument(tree: tree, text: []))
        let copy = try Self.withoutDocumentType(tree)
        var edit = XMLEdit(copy)
        let references = zip(Self.references(in: tree), Self.references(in: copy))
        for (original, element) in references {
            guard let target = try resolve(original, from: path) else { continue }
            try edit.set(attribute: "schemaLocation", of: element, to: SchemaDocument.name(target))
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

    /// The elements of a schema that refer to other documents.
    private static func references(in tree: XMLTree) -> [XMLTree.Element] {
        tree.root.elements.filter {
            $0.name.namespaceURI == schemaURI
                && ["include", "import", "redefine", "override"].contains($0.name.localName)
        }
    }

    // MARK: References

    /// The number of the document that an element refers to; nil if it refers to a namespace only.
    private mutating func resolve(_ element: XMLTree.Element, from path: String?) throws(XMLError) -> Int? {
        let location = element[attribute: "schemaLocation"]
        let namespace = element[attribute: "namespace"]
        if let location, let file = try file(at: location, from: path, element) { return try number(ofFile: file) }
        if let location, let resolve = options.resolve {
            if let number = numbers[location] { return number }
            let bytes: [UInt8]?
            do {
                bytes = try resolve(location)
            } catch {
                throw element.error(
                    "the schema “\(location)” could not be loaded: \(error)", code: .unresolvedSchema)
            }
            if let bytes { return try add(bytes, name: location, key: location, path: nil) }
        }
        if let namespace, let text = BuiltInSchemas.text(of: namespace) {
            let key = "built-in " + namespace
            if let number = numbers[key] { return number }
            return try add(Array(text.utf8), name: location ?? namespace, key: key, path: nil)
        }
        guard let location else { return nil }
        throw element.error(
            "there is no schema “\(location)”", code: .unresolvedSchema, help: Self.help(location, folder: folder))
    }

    private static func help(_ location: String, folder: String?) -> String {
        if location.contains("://") { return "nothing is loaded from a network: pass resolve: and return the schema" }
        return folder.map { "files are searched in \($0)" }
            ?? "the schema is not in a file: pass a folder:, or resolve: and return the schema"
    }

    /// The path of the file at a location; nil if no file exists there.
    private func file(at location: String, from path: String?, _ element: XMLTree.Element) throws(XMLError) -> String? {
        guard let folder, !location.contains("://"), !location.isEmpty else { return nil }
        let base = path.map(Self.parent) ?? folder
        guard let found = RealPath.find(location.hasPrefix("/") ? location : base + "/" + location) else { return nil }
        guard found.hasPrefix(folder == "/" ? "/" : folder + "/") else {
            throw element.error(
                "the schema “\(location)” is outside of the folder “\(folder)”", code: .unresolvedSchema,
                help: "pass a folder: that contains both")
        }
        return found
    }

    private mutating func number(ofFile path: String) throws(XMLError) -> Int {
        if let number = numbers[path] { return number }
        let number = documents.count
        numbers[path] = number
        try add(XMLTree(parsing: .file(path), options: Self.parsingOptions(nil)), path: path)
        return number
    }

    private mutating func add(_ bytes: [UInt8], name: String, key: String, path: String?) throws(XMLError) -> Int {
        let number = documents.count
        numbers[key] = number
        try add(XMLTree(parsing: bytes, options: Self.parsingOptions(name)), path: path)
        return number
    }

    /// The options for reading a document of a schema, which must not depend on anything outside.
    static func parsingOptions(_ name: String?) -> XMLParsingOptions {
        XMLParsingOptions(sourceName: name, unresolvedEntities: .error)
    }

    // MARK: Paths

    private static func parent(_ path: String) -> String {
        guard let slash = path.lastIndex(of: "/") else { return "." }
        return slash == path.startIndex ? "/" : String(path[..<slash])
    }
}
