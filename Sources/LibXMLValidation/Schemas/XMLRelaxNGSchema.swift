public import LibXML

/// A compiled RELAX NG schema in XML syntax (ISO/IEC 19757-2), to validate trees and documents that are being read.
///
/// ```swift
/// let schema = try XMLRelaxNGSchema(parsing: .file("Examples/orders.rng"))
/// let report = schema.validate(try XMLTree(parsing: .file("Examples/orders.xml")))
/// for diagnostic in report.diagnostics { print(diagnostic) }
/// ```
///
/// A schema is compiled once, and any number of tasks may use it concurrently. The rules are those of libxml2, which
/// reports what `xmllint --relaxng` reports; `XMLError.Code` and the messages are those of this package.
///
/// Only files of the schema's own folder are read, see ``XMLSchemaOptions/folder``, and nothing from a network. The
/// compact syntax is not read: `trang` translates it.
///
/// Content that libxml2 cannot validate step by step, such as interleaved elements, is validated at the end of its
/// element, and kept in memory until then. Records in it would be delivered before that, so `.skipRecord` omits them:
/// see `XMLParsingOptions.Validation`.
public struct XMLRelaxNGSchema: XMLDocumentSchema {
    let compiled: CompiledRelaxNG

    /// Compiles a schema in a file, or from another input.
    ///
    /// - Throws: `XMLError` with a location in the schema if it is not well-formed,
    ///   `XMLError.Code.invalidSchema` if it violates the rules of RELAX NG, `XMLError.Code.unresolvedSchema` if
    ///   it refers to a schema that cannot be read, `XMLError.Code.schemaTooComplex` if it exceeds a limit; and the
    ///   errors of the input.
    public init(parsing input: XMLInput, options: XMLSchemaOptions = .init()) throws(XMLError) {
        compiled = try .compile(SchemaLoader.load(input, .relaxNG, options), options)
    }

    /// Compiles a schema in memory.
    ///
    /// - Throws: as for a file.
    public init(parsing text: String, options: XMLSchemaOptions = .init()) throws(XMLError) {
        compiled = try .compile(SchemaLoader.load(text, .relaxNG, options), options)
    }

    /// Compiles a schema in memory.
    ///
    /// - Throws: as for a file.
    public init(parsing bytes: some Sequence<UInt8>, options: XMLSchemaOptions = .init()) throws(XMLError) {
        compiled = try .compile(SchemaLoader.load(bytes, .relaxNG, options), options)
    }

    /// Describes a validation against this schema, for `XMLParsingOptions.validation`.
    public func validation(onError action: XMLParsingOptions.Validation.ErrorAction) -> XMLParsingOptions.Validation {
        .init(program: compiled, onError: action)
    }
}
