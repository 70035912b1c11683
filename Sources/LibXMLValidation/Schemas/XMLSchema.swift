public import LibXML

/// A compiled XML Schema (W3C XML Schema 1.0), to validate trees and documents that are being read.
///
/// ```swift
/// let schema = try XMLSchema(parsing: .file("Examples/orders.xsd"))
/// let report = schema.validate(try XMLTree(parsing: .file("Examples/orders.xml")))
/// for diagnostic in report.diagnostics { print(diagnostic) }
/// ```
///
/// A schema is compiled once, and any number of tasks may use it concurrently. The rules are those of libxml2, which
/// reports what `xmllint --schema` reports; `XMLError.Code` and the messages are those of this package.
///
/// Only files of the schema's own folder are read, see ``XMLSchemaOptions/folder``, and nothing from a network. The
/// schemas of `xml:lang` and of XLink are built in.
public struct XMLSchema: Sendable {
    let compiled: CompiledSchema

    /// Compiles a schema in a file, or from another input.
    ///
    /// - Throws: `XMLError` with a location in the schema if it is not well-formed,
    ///   `XMLError.Code.invalidSchema` if it violates the rules of XML Schema, `XMLError.Code.unresolvedSchema` if
    ///   it refers to a schema that cannot be read, `XMLError.Code.schemaTooComplex` if it exceeds a limit; and the
    ///   errors of the input.
    public init(parsing input: XMLInput, options: XMLSchemaOptions = .init()) throws(XMLError) {
        let parsing = SchemaLoader.parsingOptions(options.sourceName)
        try self.init(XMLTree(parsing: input, options: parsing), path: input.filePath, options)
    }

    /// Compiles a schema in memory.
    ///
    /// - Throws: as for a file.
    public init(parsing text: String, options: XMLSchemaOptions = .init()) throws(XMLError) {
        let parsing = SchemaLoader.parsingOptions(options.sourceName ?? "schema")
        try self.init(XMLTree(parsing: text, options: parsing), path: nil, options)
    }

    /// Compiles a schema in memory.
    ///
    /// - Throws: as for a file.
    public init(parsing bytes: some Sequence<UInt8>, options: XMLSchemaOptions = .init()) throws(XMLError) {
        let parsing = SchemaLoader.parsingOptions(options.sourceName ?? "schema")
        try self.init(XMLTree(parsing: bytes, options: parsing), path: nil, options)
    }

    private init(_ tree: XMLTree, path: String?, _ options: XMLSchemaOptions) throws(XMLError) {
        compiled = try .compile(SchemaLoader.load(tree, path: path, options))
    }

    /// Validates a document.
    ///
    /// - Parameters:
    ///   - tree: the document.
    ///   - limit: the maximum number of diagnostics that are kept.
    /// - Complexity: O(*n*) in the size of the document; with keys, also in memory.
    public func validate(_ tree: XMLTree, limit: Int = 1_000) -> XMLValidationReport {
        XMLValidationReport(tree.validate(.init(self, onError: .collect(limit: limit))))
    }

    /// Validates an element, and what is in it, as if it were the root of a document.
    public func validate(_ element: XMLTree.Element, limit: Int = 1_000) -> XMLValidationReport {
        XMLValidationReport(element.validate(.init(self, onError: .collect(limit: limit))))
    }

    /// Throws the first violation of a document, with all others.
    public func requireValid(_ tree: XMLTree) throws(XMLError) {
        try validate(tree).requireValid()
    }
}

extension XMLParsingOptions.Validation {
    /// Creates a validation.
    ///
    /// - Parameters:
    ///   - schema: the schema.
    ///   - action: what happens when the document violates the schema.
    public init(_ schema: XMLSchema, onError action: ErrorAction = .stop) {
        self.init(program: schema.compiled, onError: action)
    }
}
