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
    /// How the document refers to this DTD, if it is the document's own DTD; nil for other DTDs, and if the whole DTD
    /// is in the document.
    private let external: External?
    private let places: DTDPlaces
    private let names: (elements: [String], attributes: [String])

    /// Declarations outside of a document, in its external subset or an external parameter entity.
    struct External {
        /// Whether the document declares that it does not depend on the external subset.
        var isStandalone: Bool
    }

    private init(_ cDTD: xmlDtdPtr, rootName: String?, _ external: External?, _ places: DTDPlaces) {
        unsafe self.cDTD = cDTD
        self.rootName = rootName
        self.external = external
        self.places = places
        unsafe names = DTDDeclarations.names(in: cDTD)
    }

    deinit {
        Libxml2.isolated { unsafe xmlFreeDtd(cDTD) }
    }

    /// Compiles a DTD.
    ///
    /// - Parameters:
    ///   - texts: the internal and the external subset, or one of them.
    ///   - external: how a document refers to its own DTD; nil for other DTDs.
    ///   - hasExternalSubset: whether the last text is its external subset.
    /// - Throws: the first error in it, with up to 100 others.
    static func compile(
        _ texts: [(text: DecodedText, path: String?)], rootName: String?, external: External? = nil,
        hasExternalSubset: Bool = false, _ options: XMLSchemaOptions
    ) throws(XMLError) -> CompiledDTD {
        var loader = DTDLoader(SchemaFiles(path: texts.last?.path, options), options)
        var all: [UInt8] = []
        var firstLines: [Int] = []
        for (index, (text, path)) in texts.enumerated() {
            if hasExternalSubset, index == texts.count - 1 { all += "<?lx-external?>".utf8 }
            firstLines.append(all.count { $0 == UInt8(ascii: "\n") })
            all += try loader.load(text, path: path) + [UInt8(ascii: "\n")]
        }
        if all.count > Int32.max {
            throw texts[0].text.error("the DTD is larger than 2 GiB", code: .schemaTooComplex, at: 0)
        }
        // Parameter entities that contain each other twice take exponential time.
        let limit = options.size.multipliedReportingOverflow(by: 8)
        let parsed = SchemaCompiler.dtd(
            all, files: loader.entities.map(\.content), limit: limit.overflow ? .max : limit.partialValue)
        let errors = parsed.reports.filter { $0.level > 1 }.map { report in
            if let number = report.file.flatMap(SchemaDocument.number), loader.entities.indices.contains(number - 1) {
                return loader.entities[number - 1].text.error(report, line: report.line).diagnostic
            }
            let index = firstLines.lastIndex { $0 < report.line } ?? 0
            return texts[index].text.error(report, line: report.line - firstLines[index]).diagnostic
        }
        var failure: XMLError?
        if parsed.lacksMemory || parsed.reports.contains(where: \.isOutOfMemory) {
            failure = XMLError("out of memory", code: .outOfMemory)
        } else if parsed.isTooComplex {
            failure = texts[0].text.error(
                "the entities of the DTD refer to each other too often", code: .schemaTooComplex, at: 0)
        } else if let missing = parsed.missing {
            failure =
                loader.error(ofMissing: missing)
                ?? texts[0].text.error(
                    "an entity refers to a file by a declaration that another entity contains", code: .unresolvedSchema,
                    at: 0)
        } else if let first = errors.first {
            failure = XMLError(first, diagnostics: errors)
        }
        guard let cDTD = unsafe parsed.cDTD else {
            // libxml2 reports any other reason.
            throw failure ?? XMLError("out of memory", code: .outOfMemory)
        }
        if let failure = unsafe failure ?? prepare(cDTD, texts[0].text, loader.declarations, options) {
            Libxml2.isolated { unsafe xmlFreeDtd(cDTD) }
            throw failure
        }
        let isAllInside = !hasExternalSubset && loader.entities.isEmpty
        return unsafe CompiledDTD(cDTD, rootName: rootName, isAllInside ? nil : external, loader.declarations)
    }

    /// Compiles the content of all elements.
    private static func prepare(
        _ cDTD: xmlDtdPtr, _ text: DecodedText, _ places: DTDPlaces, _ options: XMLSchemaOptions
    ) -> XMLError? {
        var failures: [XMLDiagnostic] = []
        var lacksMemory = false
        func fail(_ message: String, _ code: XMLError.Code, _ name: String, help: String? = nil) {
            var diagnostic = XMLDiagnostic(code, message, help: help)
            diagnostic.location = places.note(ofElement: name)?.location ?? text.location(at: 0)
            failures.append(diagnostic)
        }
        Libxml2.isolated {
            unsafe DTDDeclarations.forEachElement(in: cDTD) { element in
                let name = unsafe DTDDeclarations.name(element.pointee.prefix, element.pointee.name)
                let count = unsafe DTDDeclarations.memberCount(of: element)
                if count > options.groupMembers {
                    let excess = SchemaComplexity.excess(count, of: "members", options.groupMembers)
                    return fail(
                        "the content of <\(name)> \(excess)", .schemaTooComplex, name,
                        help: SchemaComplexity.help(for: "groupMembers"))
                }
                var names: Set<String> = []
                if let twice = unsafe DTDDeclarations.mixedNames(of: element).first(where: {
                    !names.insert($0).inserted
                }) {
                    fail(Wording.listsTwice(twice, in: name), .invalidSchema, name)
                }
                // From 2.15 on, libxml2 does not check this.
                unsafe DTDDeclarations.forEachAttribute(of: element) { attribute in
                    guard unsafe attribute.pointee.atype == XML_ATTRIBUTE_NOTATION else { return }
                    let values = unsafe DTDDeclarations.values(of: attribute)
                    for value in values where unsafe xmlGetDtdNotationDesc(cDTD, value) == nil {
                        fail(Wording.undeclaredNotation(value), .invalidSchema, name)
                    }
                }
                let status = unsafe lx_prepare_content(element)
                if status == 0 { fail("the content of <\(name)> is not deterministic", .invalidSchema, name) }
                if status < 0 { lacksMemory = true }
            }
            lacksMemory = lacksMemory || lx_lacks_memory() != 0
        }
        if failures.isEmpty, !lacksMemory {
            let faults = unsafe SchemaCompiler.faultsOfReferences(of: cDTD)
            lacksMemory = faults == nil
            for fault in faults ?? [] {
                let isOfElement = fault.code == XML_DTD_EMPTY_NOTATION.rawValue
                fail(fault.messageOfDeclaration, .invalidSchema, isOfElement ? fault.second ?? "" : "")
            }
        }
        if lacksMemory { return XMLError("out of memory", code: .outOfMemory) }
        return failures.first.map { XMLError($0, diagnostics: failures) }
    }

    // MARK: Validations

    // Namespaces are attributes, and have to be declared where they are written.
    var usesScope: Bool { false }

    var declaresEntities: Bool { external != nil }

    func makeSink(ofPart isPart: Bool) -> ValidationSink? {
        let declared = DTDExplanation.Declared(
            places: places, elementNames: names.elements, attributeNames: names.attributes)
        let session = unsafe DTDSession.make(cDTD, rootName: isPart ? nil : rootName, external, declared)
        var sink = unsafe ValidationSink(
            context: session,
            startElement: {
                context, place, local, prefix, _, namespaceCount, namespaces, attributeCount, _, attributes in
                let hasFaults = unsafe DTDSession.from(context).pointee.startElement(
                    place, local, prefix, namespaceCount, namespaces, attributeCount, attributes)
                return (hasFaults ? ValidationSink.Outcome.hasFaults : .passed).rawValue
            },
            endElement: { unsafe DTDSession.from($0).pointee.endElement(hasSilentContent: $1) },
            text: { unsafe DTDSession.from($0).pointee.text($2, $3, isSection: $4) },
            other: { unsafe DTDSession.from($0).pointee.other($1, isDeclared: $2) },
            free: { unsafe DTDSession.free($0) })
        if external != nil {
            unsafe sink.declare = { session, parser in
                unsafe lx_declare_entities(
                    parser.assumingMemoryBound(to: xmlParserCtxt.self), DTDSession.from(session).pointee.cDTD) != 0
            }
        }
        return sink
    }

    func takeFaults(_ context: UnsafeMutableRawPointer) -> [ValidationFault] {
        unsafe DTDSession.from(context).pointee.takeFaults()
    }

    func dropFaults(_ context: UnsafeMutableRawPointer) -> Int {
        unsafe DTDSession.from(context).pointee.dropFaults()
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
        return error(report.messageOfDeclaration, code: .invalidSchema, at: offset)
    }
}
