import CLibXML2
import CLibXML2Shims
import LibXML
import Synchronization

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

    /// libxml2 prepares its types without a lock.
    private static let prepared: Void = Libxml2.isolated {
        xmlSchemaInitTypes()
        lx_register_schema_input()
    }

    /// How often what reads schemas was registered again. libxml2 has room for a few registrations.
    private static let registration = Mutex(0)

    /// Compiles a schema.
    ///
    /// - Throws: the first error in it, with all others.
    static func compile(_ documents: [SchemaDocument]) throws(XMLError) -> CompiledSchema {
        _ = prepared
        var result = unsafe parse(documents)
        if unsafe !result.wasRead {
            // A program has removed what was registered.
            registration.locked { count in
                count += 1
                if count < 8 { Libxml2.isolated { lx_register_schema_input() } }
            }
            unsafe result = parse(documents)
        }
        let reports = unsafe result.reports
        let diagnostics = SchemaFaults.diagnostics(of: reports, in: documents)
        guard let cSchema = unsafe result.cSchema else {
            if unsafe result.lacksMemory || reports.contains(where: \.isOutOfMemory) {
                throw XMLError("out of memory", code: .outOfMemory)
            }
            let first = diagnostics.first { $0.severity == .error }
            throw XMLError(
                first ?? XMLDiagnostic(.invalidSchema, "the schema could not be compiled"), diagnostics: diagnostics)
        }
        return unsafe CompiledSchema(cSchema, SchemaDeclarations(of: documents))
    }

    private final class Reports {
        var all: [ValidatorReport] = []
        var lacksMemory = false
    }

    private static func parse(
        _ documents: [SchemaDocument]
    ) -> (cSchema: xmlSchemaPtr?, reports: [ValidatorReport], wasRead: Bool, lacksMemory: Bool) {
        let reports = Reports()
        let result = unsafe withTexts(documents) { texts in
            unsafe Libxml2.isolated { () -> xmlSchemaPtr? in
                unsafe lx_provide_schema(texts)
                defer { lx_provide_schema(nil) }
                guard let cParser = unsafe lx_schema_parser() else { return nil }
                defer { unsafe xmlSchemaFreeParserCtxt(cParser) }
                let context = unsafe Unmanaged.passUnretained(reports).toOpaque()
                unsafe xmlSchemaSetParserStructuredErrors(
                    cParser,
                    { context, error in
                        guard let context = unsafe context, let error = unsafe UnsafePointer<xmlError>(error) else {
                            return
                        }
                        let reports = unsafe Unmanaged<Reports>.fromOpaque(context).takeUnretainedValue()
                        unsafe reports.all.append(ValidatorReport(error.pointee))
                    }, context)
                let cSchema = unsafe xmlSchemaParse(cParser)
                guard lx_lacks_memory() != 0 else { return unsafe cSchema }
                reports.lacksMemory = true
                unsafe xmlSchemaFree(cSchema)
                return nil
            }
        }
        let wasRead = unsafe result.openedCount > 0 || reports.lacksMemory
        return unsafe (result.value, reports.all, wasRead, reports.lacksMemory)
    }

    /// Calls `body` with the texts of documents, as C describes them.
    private static func withTexts<Result>(
        _ documents: [SchemaDocument], _ body: (UnsafeMutablePointer<lx_schema_texts>) -> Result
    ) -> (value: Result, openedCount: Int) {
        let bytes = documents.flatMap(\.text)
        return unsafe bytes.withUnsafeBytes { bytes in
            var offset = 0
            var starts: [UnsafePointer<CChar>?] = unsafe []
            var lengths: [Int] = []
            for document in documents {
                unsafe starts.append(
                    bytes.baseAddress.map { unsafe ($0 + offset).assumingMemoryBound(to: CChar.self) })
                lengths.append(document.text.count)
                offset += document.text.count
            }
            return unsafe starts.withUnsafeBufferPointer { starts in
                unsafe lengths.withUnsafeBufferPointer { lengths in
                    guard let first = starts.baseAddress, let length = lengths.baseAddress else {
                        preconditionFailure("a schema has a document")
                    }
                    var texts = unsafe lx_schema_texts(
                        texts: first, lengths: length, count: documents.count, openedCount: 0)
                    return unsafe withUnsafeMutablePointer(to: &texts) { texts in
                        let value = unsafe body(texts)
                        return unsafe (value, texts.pointee.openedCount)
                    }
                }
            }
        }
    }

    // MARK: Validations

    func makeSink() -> ValidationSink? {
        guard let session = unsafe SchemaSession.make(cSchema, ids: declarations.ids) else { return nil }
        return unsafe ValidationSink(
            context: session,
            startElement: {
                unsafe SchemaSession.from($0).pointee.startElement($1, $2, $3, $4, $5, $6, $7, $8).rawValue
            },
            endElement: { unsafe SchemaSession.from($0).pointee.endElement() },
            text: { unsafe SchemaSession.from($0).pointee.text($1, $2) },
            unread: { unsafe SchemaSession.from($0).pointee.unread() },
            free: { unsafe SchemaSession.free($0) })
    }

    func takeFaults(_ context: UnsafeMutableRawPointer) -> [ValidationFault] {
        SchemaFaults.faults(of: unsafe SchemaSession.from(context).pointee.takeReports(), declarations)
    }

    func dropFaults(_ context: UnsafeMutableRawPointer) -> Int {
        unsafe SchemaSession.from(context).pointee.dropReports()
    }
}
