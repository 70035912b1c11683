import CLibXML2
import CLibXML2Shims
import LibXML

/// An XML Schema that libxml2 has compiled. It is not changed by validations, so any number of tasks share it.
@safe
final class CompiledSchema: ValidationSinkMaker, @unchecked Sendable {
    private let cSchema: xmlSchemaPtr
    let declarations: SchemaDeclarations

    private init(_ cSchema: xmlSchemaPtr, _ declarations: SchemaDeclarations) {
        unsafe self.cSchema = cSchema
        self.declarations = declarations
    }

    deinit {
        Libxml2.isolated { unsafe xmlSchemaFree(cSchema) }
    }

    /// Compiles a schema.
    ///
    /// - Throws: the first error in it, with up to 100 others.
    static func compile(_ documents: [SchemaDocument]) throws(XMLError) -> CompiledSchema {
        let declarations = SchemaDeclarations(of: documents)
        try declarations.types.checkSubstitutionGroups()
        let cSchema = unsafe try SchemaCompiler.compile(
            documents,
            parse: { context in
                guard let cParser = unsafe lx_schema_parser() else { return nil }
                defer { unsafe xmlSchemaFreeParserCtxt(cParser) }
                unsafe xmlSchemaSetParserStructuredErrors(cParser, SchemaCompiler.errorHandler, context)
                return unsafe xmlSchemaParse(cParser)
            }, free: { (cSchema: xmlSchemaPtr) in unsafe xmlSchemaFree(cSchema) })
        return unsafe CompiledSchema(cSchema, declarations)
    }

    // MARK: Validations

    var usesScope: Bool { true }

    func makeSink(ofPart isPart: Bool) -> ValidationSink? {
        guard let session = unsafe SchemaSession.make(cSchema, declarations) else { return nil }
        return unsafe ValidationSink(
            context: session,
            startElement: {
                unsafe SchemaSession.from($0).pointee.startElement($2, $3, $4, $5, $6, $7, $8, $9).rawValue
            },
            endElement: { session, _ in unsafe SchemaSession.from(session).pointee.endElement() },
            text: { session, _, bytes, count, _ in
                unsafe count > 0 && SchemaSession.from(session).pointee.text(bytes, count)
            },
            other: { session, entity, _ in
                if unsafe entity != nil { unsafe SchemaSession.from(session).pointee.unread() }
                return false
            },
            free: { unsafe SchemaSession.free($0) })
    }

    func takeFaults(_ context: UnsafeMutableRawPointer) -> [ValidationFault] {
        SchemaFaults.faults(of: unsafe SchemaSession.from(context).pointee.takeReports(), declarations)
    }

    func dropFaults(_ context: UnsafeMutableRawPointer) -> Int {
        unsafe SchemaSession.from(context).pointee.dropReports()
    }
}

extension CompiledSchema: ReferenceFinder {
    func references(of messages: [String], in element: XMLTree.Element) -> [XMLTree.Element?] {
        declarations.references(of: messages, in: element)
    }
}
