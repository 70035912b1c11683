import CLibXML2
import CLibXML2Shims
import LibXML
import Synchronization

/// Makes libxml2 compile a schema from documents in memory.
enum SchemaCompiler {
    /// libxml2 prepares its types without a lock.
    private static let prepared: Void = Libxml2.isolated {
        xmlSchemaInitTypes()
        xmlRelaxNGInitTypes()
        lx_register_schema_input()
    }

    /// How often what reads schemas was registered again. libxml2 has room for a few registrations.
    private static let registration = Mutex(0)

    /// Collects what libxml2 reports.
    private final class Reports {
        var all: [ValidatorReport] = []
        var lacksMemory = false
    }

    /// A function that reads the first document, and passes the context to ``errorHandler``.
    typealias Parse<Schema> = (_ context: UnsafeMutableRawPointer) -> Schema?

    static var errorHandler: xmlStructuredErrorFunc {
        { context, error in
            guard let context = unsafe context, let error = unsafe UnsafePointer<xmlError>(error) else { return }
            let reports = unsafe Unmanaged<Reports>.fromOpaque(context).takeUnretainedValue()
            if reports.all.count < 100 { unsafe reports.all.append(ValidatorReport(error.pointee)) }
        }
    }

    /// Compiles a schema.
    ///
    /// - Throws: the first error in it, with up to 100 others.
    static func compile<Schema>(
        _ documents: [SchemaDocument], parse: Parse<Schema>, free: (Schema) -> Void
    ) throws(XMLError) -> Schema {
        _ = prepared
        var result = unsafe compiled(documents, parse)
        if !result.wasRead {
            // A program has removed what was registered.
            registration.locked { count in
                count += 1
                if count < 8 { Libxml2.isolated { lx_register_schema_input() } }
            }
            unsafe result = compiled(documents, parse)
        }
        let reports = result.reports
        if reports.lacksMemory || reports.all.contains(where: \.isOutOfMemory) {
            if let cSchema = result.cSchema { Libxml2.isolated { free(cSchema) } }
            throw XMLError("out of memory", code: .outOfMemory)
        }
        if let cSchema = result.cSchema { return cSchema }
        let diagnostics = SchemaFaults.diagnostics(of: reports.all, in: documents)
        let first = diagnostics.first { $0.severity == .error }
        throw XMLError(
            first ?? XMLDiagnostic(.invalidSchema, "the schema could not be compiled"), diagnostics: diagnostics)
    }

    /// Parses a DTD.
    ///
    /// - Returns: also the number of a missing file that it uses, see `lx_parse_dtd`.
    static func dtd(
        _ text: [UInt8]
    ) -> (cDTD: xmlDtdPtr?, reports: [ValidatorReport], lacksMemory: Bool, missing: Int?) {
        let reports = Reports()
        var missing: Int32 = 0
        let cDTD = unsafe Libxml2.isolated { () -> xmlDtdPtr? in
            unsafe xmlSetStructuredErrorFunc(Unmanaged.passUnretained(reports).toOpaque(), errorHandler)
            let cDTD = unsafe text.withUnsafeBytes { bytes in
                unsafe bytes.baseAddress.flatMap { start in
                    unsafe lx_parse_dtd(
                        start.assumingMemoryBound(to: CChar.self), Int32(bytes.count), &missing)
                }
            }
            reports.lacksMemory = lx_lacks_memory() != 0
            return unsafe cDTD
        }
        return unsafe (cDTD, reports.all, reports.lacksMemory, missing == 0 ? nil : Int(missing))
    }

    private static func compiled<Schema>(
        _ documents: [SchemaDocument], _ parse: Parse<Schema>
    ) -> (cSchema: Schema?, reports: Reports, wasRead: Bool) {
        let reports = Reports()
        let result = unsafe withTexts(documents) { texts in
            Libxml2.isolated { () -> Schema? in
                unsafe lx_provide_schema(texts)
                defer { lx_provide_schema(nil) }
                let cSchema = unsafe parse(Unmanaged.passUnretained(reports).toOpaque())
                reports.lacksMemory = lx_lacks_memory() != 0
                return cSchema
            }
        }
        let wasRead = result.openedCount > 0 || reports.lacksMemory
        return (result.value, reports, wasRead)
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
}
