import CLibXML2
import CLibXML2Shims
import LibXML
import Synchronization

/// Compiles schemas with libxml2 from documents in memory.
enum SchemaCompiler {
    /// libxml2 prepares its types without a lock.
    private static let prepared: Void = Libxml2.isolated {
        xmlSchemaInitTypes()
        xmlRelaxNGInitTypes()
        lx_register_schema_input()
    }

    /// How often the callback that reads schemas was registered again. libxml2 allows only a few registrations.
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

    private static var dtdErrorHandler: xmlStructuredErrorFunc {
        { context, error in
            guard let context = unsafe context, let error = unsafe UnsafePointer<xmlError>(error) else { return }
            let reports = unsafe Unmanaged<Reports>.fromOpaque(context).takeUnretainedValue()
            guard reports.all.count < 100 else { return }
            var report = unsafe ValidatorReport(error.pointee)
            var line: Int32 = 0
            report.file = unsafe lx_place_in_dtd(error, &line).map { unsafe String(cString: $0) }
            report.line = Int(line)
            reports.all.append(report)
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
            // The program has removed the callback.
            registration.locked { count in
                count += 1
                if count < 8 { Libxml2.isolated { lx_register_schema_input() } }
            }
            unsafe result = compiled(documents, parse)
        }
        // libxml2 reports some failed allocations as faults of the schema, so an invalid schema is compiled twice.
        if result.cSchema == nil, !result.reports.lacksMemory { unsafe result = compiled(documents, parse) }
        let reports = result.reports
        // libxml2 reports any other reason why there is no schema.
        let isUnexplained = result.cSchema == nil && reports.all.isEmpty
        if reports.lacksMemory || isUnexplained || reports.all.contains(where: \.isOutOfMemory) {
            if let cSchema = result.cSchema { Libxml2.isolated { free(cSchema) } }
            throw XMLError("out of memory", code: .outOfMemory)
        }
        if let cSchema = result.cSchema { return cSchema }
        let diagnostics = SchemaFaults.diagnostics(of: reports.all, in: documents)
        let first = diagnostics.first { $0.severity == .error }
        throw XMLError(
            first ?? XMLDiagnostic(.invalidSchema, "the schema could not be compiled"), diagnostics: diagnostics)
    }

    /// The result of parsing a DTD with libxml2.
    @safe
    struct ParsedDTD {
        var cDTD: xmlDtdPtr?
        var reports: [ValidatorReport] = []
        var lacksMemory = false
        /// The number of a missing file that it uses, see `lx_parse_dtd`.
        var missing: Int?
        var isTooComplex = false
    }

    /// Parses a DTD.
    ///
    /// - Parameters:
    ///   - files: the texts of its external parameter entities, whose names are those of schema documents from 1 on.
    ///   - limit: how many bytes its parameter entities may have, each counted as often as it is used.
    static func dtd(_ text: [UInt8], files: [[UInt8]], limit: Int) -> ParsedDTD {
        let reports = Reports()
        var parsed = ParsedDTD()
        let text = Array("<?lx-begin?>".utf8) + text
        _ = unsafe withTexts(([text] + files).map { $0 + [0] }) { texts in
            Libxml2.isolated {
                unsafe lx_provide_schema(texts)
                defer { lx_provide_schema(nil) }
                unsafe xmlSetStructuredErrorFunc(Unmanaged.passUnretained(reports).toOpaque(), dtdErrorHandler)
                var (missing, isTooComplex): (Int32, Int32) = (0, 0)
                unsafe text.withUnsafeBytes { bytes in
                    guard let start = bytes.baseAddress else { return }
                    unsafe parsed.cDTD = lx_parse_dtd(
                        start.assumingMemoryBound(to: CChar.self), Int32(bytes.count), limit, &missing, &isTooComplex)
                }
                parsed.missing = missing == 0 ? nil : Int(missing)
                parsed.isTooComplex = isTooComplex != 0
                parsed.lacksMemory = lx_lacks_memory() != 0
            }
        }
        parsed.reports = reports.all
        return parsed
    }

    /// Checks that a DTD declares the notations and entities to which its declarations refer. Returns the faults; nil
    /// if there is no memory.
    static func faultsOfReferences(of cDTD: xmlDtdPtr) -> [ValidatorReport]? {
        let reports = Reports()
        return Libxml2.isolated {
            unsafe xmlSetStructuredErrorFunc(Unmanaged.passUnretained(reports).toOpaque(), errorHandler)
            let hasMemory = unsafe lx_check_references(cDTD) != 0 && lx_lacks_memory() == 0
            return hasMemory && !reports.all.contains(where: \.isOutOfMemory) ? reports.all : nil
        }
    }

    private static func compiled<Schema>(
        _ documents: [SchemaDocument], _ parse: Parse<Schema>
    ) -> (cSchema: Schema?, reports: Reports, wasRead: Bool) {
        let reports = Reports()
        let result = unsafe withTexts(documents.map(\.text)) { texts in
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
        _ documents: [[UInt8]], _ body: (UnsafeMutablePointer<lx_schema_texts>) -> Result
    ) -> (value: Result, openedCount: Int) {
        let bytes = documents.flatMap(\.self)
        return unsafe bytes.withUnsafeBytes { bytes in
            var offset = 0
            var starts: [UnsafePointer<CChar>?] = unsafe []
            var lengths: [Int] = []
            for document in documents {
                unsafe starts.append(
                    bytes.baseAddress.map { unsafe ($0 + offset).assumingMemoryBound(to: CChar.self) })
                lengths.append(document.count)
                offset += document.count
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
