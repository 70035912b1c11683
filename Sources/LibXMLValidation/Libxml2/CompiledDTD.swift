import CLibXML2
import CLibXML2Shims
import LibXML

/// A DTD that libxml2 has parsed, with the content of its elements compiled. It is not changed by validations, so any
/// number of tasks share it.
@safe
final class CompiledDTD: ValidationSinkMaker, @unchecked Sendable {
    private let cDTD: xmlDtdPtr
    /// The declared name of the root element; nil if any element may be the root.
    private let rootName: String?
    private let places: DTDPlaces
    private let names: (elements: [String], attributes: [String])

    private init(_ cDTD: xmlDtdPtr, rootName: String?, _ places: DTDPlaces) {
        unsafe self.cDTD = cDTD
        self.rootName = rootName
        self.places = places
        unsafe names = DTDDeclarations.names(in: cDTD)
    }

    deinit {
        Libxml2.isolated { unsafe xmlFreeDtd(cDTD) }
    }

    /// Compiles a DTD.
    ///
    /// - Parameter texts: the internal and the external subset, or one of them.
    /// - Throws: the first error in it, with all others.
    static func compile(
        _ texts: [(text: DecodedText, path: String?)], rootName: String?, _ options: XMLSchemaOptions
    ) throws(XMLError) -> CompiledDTD {
        var loader = DTDLoader(SchemaFiles(path: texts.last?.path, options), options)
        var all: [UInt8] = []
        var firstLines: [Int] = []
        for (text, path) in texts {
            firstLines.append(all.count { $0 == UInt8(ascii: "\n") })
            all += try loader.load(text, path: path) + [UInt8(ascii: "\n")]
        }
        let (cDTD, reports, lacksMemory) = unsafe SchemaCompiler.dtd(all)
        let isComplete = unsafe cDTD.map { unsafe prepare($0) } ?? true
        if lacksMemory || !isComplete || reports.contains(where: \.isOutOfMemory) {
            if let cDTD = unsafe cDTD { Libxml2.isolated { unsafe xmlFreeDtd(cDTD) } }
            throw XMLError("out of memory", code: .outOfMemory)
        }
        let errors = reports.filter { $0.level > 1 }.map { report in
            let index = firstLines.lastIndex { $0 < report.line } ?? 0
            return texts[index].text.error(report, line: report.line - firstLines[index]).diagnostic
        }
        guard let cDTD = unsafe cDTD, errors.isEmpty else {
            if let cDTD = unsafe cDTD { Libxml2.isolated { unsafe xmlFreeDtd(cDTD) } }
            throw XMLError(
                errors.first ?? XMLDiagnostic(.invalidSchema, "the DTD could not be compiled"), diagnostics: errors)
        }
        return unsafe CompiledDTD(cDTD, rootName: rootName, loader.declarations)
    }

    /// Compiles the content of all elements. Returns whether there was memory for it.
    private static func prepare(_ cDTD: xmlDtdPtr) -> Bool {
        Libxml2.isolated {
            var isComplete = true
            unsafe DTDDeclarations.forEachElement(in: cDTD) { element in
                if unsafe lx_prepare_content(element) == 0 { isComplete = false }
            }
            return isComplete && lx_lacks_memory() == 0
        }
    }

    // MARK: Validations

    func makeSink() -> ValidationSink? {
        let explanation = DTDExplanation(places: places, elementNames: names.elements, attributeNames: names.attributes)
        let session = unsafe DTDSession.make(cDTD, rootName: rootName, explanation)
        return unsafe ValidationSink(
            context: session,
            startElement: {
                context, place, local, prefix, _, namespaceCount, namespaces, attributeCount, _, attributes in
                let hasFaults = unsafe DTDSession.from(context).pointee.startElement(
                    place, local, prefix, namespaceCount, namespaces, attributeCount, attributes)
                return (hasFaults ? ValidationSink.Outcome.hasFaults : .passed).rawValue
            },
            endElement: { unsafe DTDSession.from($0).pointee.endElement() },
            text: { unsafe DTDSession.from($0).pointee.text($2, $3) },
            unread: { unsafe DTDSession.from($0).pointee.unread() },
            free: { unsafe DTDSession.free($0) })
    }

    func takeFaults(_ context: UnsafeMutableRawPointer) -> [ValidationFault] {
        unsafe DTDSession.from(context).pointee.takeFaults()
    }

    func dropFaults(_ context: UnsafeMutableRawPointer) -> Int {
        unsafe DTDSession.from(context).pointee.takeFaults().count
    }
}

extension DecodedText {
    /// An error that libxml2 reports in a line.
    fileprivate func error(_ report: ValidatorReport, line: Int) -> XMLError {
        var offset = 0
        for _ in 1..<max(1, line) {
            guard let end = bytes[offset...].firstIndex(of: UInt8(ascii: "\n")) else { break }
            offset = end + 1
        }
        while offset < bytes.count, [0x20, 0x9, 0xD].contains(bytes[offset]) { offset += 1 }
        return error(report.message, code: .invalidSchema, at: offset)
    }
}
