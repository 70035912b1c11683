public import LibXML

/// A compiled DTD (XML 1.0, sections 2.8 and 3), to validate trees and documents that are being read.
///
/// ```swift
/// let dtd = try XMLDTDSchema(parsing: .file("Examples/orders.dtd"))
/// let report = dtd.validate(try XMLTree(parsing: .file("Examples/orders.xml")))
/// for diagnostic in report.diagnostics { print(diagnostic) }
/// ```
///
/// A DTD is compiled once, and any number of tasks may use it concurrently. Its elements may have prefixes, as it
/// declares them, and namespaces are declared as attributes. Validation adds no default attributes and declares no
/// entities: for parsing, only the document's own document type declaration matters.
///
/// Only files of the DTD's own folder are read, see ``XMLSchemaOptions/folder``, and nothing from a network.
public struct XMLDTDSchema: XMLDocumentSchema {
    let compiled: CompiledDTD

    /// Compiles a DTD in a file, or from another input.
    ///
    /// - Throws: `XMLError.Code.invalidSchema` with a location in the DTD if it has errors,
    ///   `XMLError.Code.unresolvedSchema` if it refers to a file that cannot be read, `XMLError.Code.schemaTooComplex`
    ///   if it is too large; and the errors of the input.
    public init(parsing input: XMLInput, options: XMLSchemaOptions = .init()) throws(XMLError) {
        let text = try DecodedText(input, name: options.sourceName)
        compiled = try .compile([(text, input.filePath)], rootName: nil, options)
    }

    /// Compiles a DTD in memory.
    ///
    /// - Throws: as for a file.
    public init(parsing text: String, options: XMLSchemaOptions = .init()) throws(XMLError) {
        let text = try DecodedText(text: text, name: options.sourceName ?? "DTD")
        compiled = try .compile([(text, nil)], rootName: nil, options)
    }

    /// Compiles a DTD in memory.
    ///
    /// - Throws: as for a file.
    public init(parsing bytes: some Sequence<UInt8>, options: XMLSchemaOptions = .init()) throws(XMLError) {
        let text = try DecodedText(bytes: Array(bytes), name: options.sourceName ?? "DTD")
        compiled = try .compile([(text, nil)], rootName: nil, options)
    }

    /// Compiles the DTD that a document declares. This is its internal subset, and its external subset, which is read
    /// from the folder of the options. The location of the external subset is relative to the document, if that is a
    /// file in the folder, or else to the folder. The root element must have the declared name.
    ///
    /// A validation of the document then knows the entities that are declared outside of it: a tree with references to
    /// them is parsed again, with the default limit of `XMLParsingLimits.entityExpansion`. A validation of an element
    /// does not know them. External general entities are not read.
    ///
    /// - Throws: `XMLError.Code.unresolvedSchema` if the document has no document type declaration, or its external
    ///   subset is not found, or neither a folder nor a closure was specified; and as for a file.
    public init(of tree: XMLTree, options: XMLSchemaOptions = .init()) throws(XMLError) {
        guard let declared = tree.documentType else {
            throw tree.root.error("the document has no document type declaration", code: .unresolvedSchema)
        }
        var texts: [(text: DecodedText, path: String?)] = []
        // The path of the document, if it is a file in the folder.
        let path = tree.root.location.sourceName.flatMap(SchemaFiles(path: nil, options).path)
        if let internalSubset = tree.internalSubset { texts.append((internalSubset, path)) }
        if let systemID = declared.systemID {
            texts.append(try Self.externalSubset(systemID, of: tree, at: path, options))
        }
        if texts.isEmpty { texts.append((try DecodedText(text: "", name: nil), nil)) }
        compiled = try .compile(
            texts, rootName: declared.name,
            external: .init(isStandalone: tree.declaration?.isStandalone == true),
            hasExternalSubset: declared.systemID != nil, options)
    }

    private static func externalSubset(
        _ location: String, of tree: XMLTree, at path: String?, _ options: XMLSchemaOptions
    ) throws(XMLError) -> (DecodedText, String?) {
        guard options.folder != nil || options.resolve != nil else {
            throw tree.root.error(
                "the DTD “\(location)” of the document was not read", code: .unresolvedSchema,
                help: "name the folder that contains it, with XMLSchemaOptions(folder:)")
        }
        var files = SchemaFiles(path: nil, options)
        func error(_ message: String, _ help: String?) -> XMLError {
            tree.root.error(message, code: .unresolvedSchema, help: help)
        }
        var found = try files.find(location, from: path, error)
        if found == nil { found = try files.find(location, from: nil, error) }
        switch found {
        case .file(let path): return (try DecodedText(.file(path), name: nil), path)
        case .bytes(let bytes): return (try DecodedText(bytes: bytes, name: location), nil)
        case nil:
            throw tree.root.error(
                "there is no DTD “\(location)”", code: .unresolvedSchema, help: files.help(location))
        }
    }

    /// Describes a validation against this DTD, for `XMLParsingOptions.validation`.
    public func validation(onError action: XMLParsingOptions.Validation.ErrorAction) -> XMLParsingOptions.Validation {
        .init(program: compiled, onError: action)
    }
}
