import CLibXML2
import CLibXML2Shims
import LibXML

/// A RELAX NG schema that libxml2 has compiled. It is not changed by validations, so any number of tasks share it.
@safe
final class CompiledRelaxNG: ValidationSinkMaker, @unchecked Sendable {
    private let cSchema: xmlRelaxNGPtr
    private let declarations: RelaxNGDeclarations
    private let limits: RelaxNGSession.Limits

    private init(_ cSchema: xmlRelaxNGPtr, _ declarations: RelaxNGDeclarations, _ limits: RelaxNGSession.Limits) {
        unsafe self.cSchema = cSchema
        self.declarations = declarations
        self.limits = limits
    }

    deinit {
        Libxml2.isolated { unsafe xmlRelaxNGFree(cSchema) }
    }

    /// Compiles a schema.
    ///
    /// - Throws: the first error in it, with up to 100 others.
    static func compile(_ documents: [SchemaDocument], _ options: XMLSchemaOptions) throws(XMLError) -> CompiledRelaxNG
    {
        var patterns = try RelaxNGPatterns(of: documents)
        let closed = patterns.closingLists(documents)
        if let closed { patterns = try RelaxNGPatterns(of: closed) }
        var (attributes, content) = (OptionalAttributes(of: patterns), RepeatedContent(of: patterns))
        var limits = try RelaxNGSession.Limits(options, content.depths())
        let counts = attributes.largestCounts()
        // If the changes make a schema invalid, the original is used.
        var cSchema = unsafe counts.needsChange ? try? compile(attributes.changed(closed ?? documents)) : nil
        limits.attributes = unsafe counts.mostPresent(isChanged: cSchema != nil)
        if unsafe cSchema == nil { unsafe cSchema = try compile(closed ?? documents) }
        guard let cSchema = unsafe cSchema else { throw XMLError("out of memory", code: .outOfMemory) }
        return unsafe CompiledRelaxNG(cSchema, RelaxNGDeclarations(of: documents), limits)
    }

    private static func compile(_ documents: [SchemaDocument]) throws(XMLError) -> xmlRelaxNGPtr {
        unsafe try SchemaCompiler.compile(
            documents,
            parse: { context in
                guard let cParser = unsafe lx_relaxng_parser() else { return nil }
                defer { unsafe xmlRelaxNGFreeParserCtxt(cParser) }
                unsafe xmlRelaxNGSetParserStructuredErrors(cParser, SchemaCompiler.errorHandler, context)
                return unsafe xmlRelaxNGParse(cParser)
            }, free: { (cSchema: xmlRelaxNGPtr) in unsafe xmlRelaxNGFree(cSchema) })
    }

    // MARK: Validations

    var usesScope: Bool { true }

    func makeSink(ofPart isPart: Bool) -> ValidationSink? {
        guard let session = unsafe RelaxNGSession.make(cSchema, limits) else { return nil }
        return unsafe ValidationSink(
            context: session,
            startElement: {
                context, place, local, prefix, uri, namespaceCount, namespaces, attributeCount, _, attributes in
                unsafe RelaxNGSession.from(context).pointee.startElement(
                    place, local, prefix, uri, namespaceCount, namespaces, attributeCount, attributes
                ).rawValue
            },
            endElement: { session, _ in unsafe RelaxNGSession.from(session).pointee.endElement() },
            text: { session, place, bytes, count, _ in
                unsafe count > 0 && RelaxNGSession.from(session).pointee.text(place, bytes, count)
            },
            other: { session, entity, _ in
                if unsafe entity != nil { unsafe RelaxNGSession.from(session).pointee.unread() }
                return false
            },
            free: { unsafe RelaxNGSession.free($0) })
    }

    func takeFaults(_ context: UnsafeMutableRawPointer) -> [ValidationFault] {
        RelaxNGExplanation.faults(of: unsafe RelaxNGSession.from(context).pointee.takeReports(), declarations).map {
            fault in
            var fault = fault
            fault.isOfWholeTag = true
            return fault
        }
    }

    func dropFaults(_ context: UnsafeMutableRawPointer) -> Int {
        unsafe RelaxNGSession.from(context).pointee.dropReports()
    }
}
