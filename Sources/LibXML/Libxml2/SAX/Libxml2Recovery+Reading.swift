import CLibXML2
import CLibXML2Shims

extension Libxml2Recovery {
    /// The errors that libxml2 has reported.
    @safe
    struct Reports {
        let lines: [Int]
        let name: String?
        let limits: XMLParsingLimits
        var diagnostics: [XMLDiagnostic] = []
        var count = 0
        var declarations: DeclarationCounts
        /// A name for a converter of libxml2 that has none.
        var cConverterName: UnsafeMutablePointer<CChar>?
        /// The fault if there are more declarations than a limit allows, or an allocation has failed.
        var excess: Fault?
        /// Whether libxml2 has begun to read. It may not begin if memory is exhausted, and 2.12 does not report that.
        var hasBegun = false

        init(lines: [Int], _ options: XMLParsingOptions) {
            self.lines = lines
            name = options.sourceName
            limits = options.limits
            declarations = DeclarationCounts(limits: options.limits)
        }

        /// How many faults in comments are allowed: for each of them, libxml2 copies the comment up to that fault.
        private static let commentLimit = 1_000
        private var commentFaults = 0

        mutating func add(_ error: xmlError) {
            // Without memory, an error has no message.
            if unsafe error.code == XML_ERR_NO_MEMORY.rawValue || error.message == nil { excess = .outOfMemory }
            if unsafe isKnownEncoding(error) { excess = .outOfMemory }
            count += 1
            if unsafe error.code == XML_ERR_HYPHEN_IN_COMMENT.rawValue { commentFaults += 1 }
            if commentFaults == Self.commentLimit {
                excess = Fault(
                    .doubleHyphenInComment,
                    "comments contain “--” more than \(Self.commentLimit) times, the limit of libxml2's recovery",
                    at: 0)
            }
            guard diagnostics.count < XMLRepairOptions().diagnosticLimit else { return }
            let report = unsafe Libxml2Report(error, at: 0, isInEntity: false)
            let line = min(max(1, unsafe Int(error.line)), lines.count)
            let column = max(1, unsafe Int(error.int2))
            let severity: XMLDiagnostic.Severity =
                switch unsafe error.level {
                case XML_ERR_WARNING: .warning
                case XML_ERR_ERROR: .error
                default: .fatal
                }
            let message = Libxml2Message.message(for: report)
            var diagnostic = XMLDiagnostic(
                message.code, message.text, severity: severity,
                at: XMLLocation(line: line, column: column, byteOffset: lines[line - 1] + column - 1, sourceName: name),
                libxml2Code: report.code)
            diagnostic.libxml2Message.value = report.libxml2Message
            diagnostics.append(diagnostic)
        }

        /// Whether libxml2 takes an encoding for unknown although it is not, because an allocation has failed.
        private func isKnownEncoding(_ error: xmlError) -> Bool {
            guard unsafe error.code == XML_ERR_UNSUPPORTED_ENCODING.rawValue, let name = unsafe error.str1 else {
                return false
            }
            return CharacterConverter(from: unsafe String(cString: name)) != nil
        }

        mutating func addUnknownEncoding(_ encoding: String) {
            count += 1
            let start = XMLLocation(line: 1, column: 1, byteOffset: 0, sourceName: name)
            diagnostics.append(Fault.unsupportedEncoding(encoding).diagnostic { _ in start })
        }
    }

    static func read(
        _ text: UnsafeBufferPointer<UInt8>, _ options: XMLParsingOptions, _ reports: inout Reports
    ) -> xmlDocPtr? {
        guard let cContext = unsafe xmlNewParserCtxt() else {
            reports.excess = .outOfMemory
            return nil
        }
        defer {
            lx_stop_without_memory(nil)
            unsafe lx_name_converter(cContext, &reports.cConverterName)
            unsafe lx_free_name(reports.cConverterName)
            unsafe xmlFreeParserCtxt(cContext)
        }
        let flags =
            lx_safe_options() & ~Int32(XML_PARSE_NOENT.rawValue | XML_PARSE_IGNORE_ENC.rawValue)
            | Int32(XML_PARSE_RECOVER.rawValue)
        return unsafe withUnsafeMutablePointer(to: &reports) { reports in
            unsafe cContext.pointee._private = UnsafeMutableRawPointer(reports)
            unsafe cContext.pointee.sax.pointee.serror = { context, error in
                guard let error = unsafe UnsafePointer<xmlError>(error),
                    let cContext = unsafe context?.assumingMemoryBound(to: xmlParserCtxt.self),
                    let reports = unsafe cContext.pointee._private
                else { return }
                unsafe reports.assumingMemoryBound(to: Reports.self).pointee.add(error.pointee)
                if unsafe reports.assumingMemoryBound(to: Reports.self).pointee.excess == nil {
                    unsafe lx_keep_reporting(error)
                } else {
                    unsafe lx_end_comment(error)
                }
            }
            unsafe lx_stop_without_memory(cContext)
            unsafe lx_reserve_attributes(cContext, .max)
            // Called before libxml2 reads the encoding declaration, and may replace its converter.
            unsafe cContext.pointee.sax.pointee.setDocumentLocator = { context, _ in
                guard let cContext = unsafe context?.assumingMemoryBound(to: xmlParserCtxt.self),
                    let reports = unsafe cContext.pointee._private?.assumingMemoryBound(to: Reports.self)
                else { return }
                unsafe reports.pointee.hasBegun = true
                unsafe lx_name_converter(cContext, &reports.pointee.cConverterName)
                if unsafe reports.pointee.cConverterName == nil {
                    unsafe reports.pointee.cConverterName = lx_converter_name()
                }
            }
            unsafe reports.pointee.cConverterName = lx_converter_name()
            if unsafe reports.pointee.cConverterName == nil {
                unsafe reports.pointee.excess = .outOfMemory
                return nil
            }
            unsafe limitDeclarations(cContext)
            unsafe limitNamespaces(cContext)
            let cDocument = unsafe text.withMemoryRebound(to: CChar.self) { chars in
                unsafe xmlCtxtReadMemory(cContext, chars.baseAddress, Int32(chars.count), nil, options.encoding, flags)
            }
            if unsafe !reports.pointee.hasBegun && reports.pointee.count == 0 {
                unsafe reports.pointee.excess = .outOfMemory
            }
            return unsafe cDocument
        }
    }

    /// Installs callbacks that count declarations before libxml2 reads them.
    private static func limitDeclarations(_ cContext: xmlParserCtxtPtr) {
        unsafe cContext.pointee.sax.pointee.internalSubset = { context, name, publicID, systemID in
            unsafe xmlSAX2InternalSubset(context, name, publicID, systemID)
            guard let cContext = unsafe context?.assumingMemoryBound(to: xmlParserCtxt.self),
                let context = unsafe cContext.pointee._private, let input = unsafe cContext.pointee.input
            else { return }
            let limits = unsafe context.assumingMemoryBound(to: Reports.self).pointee.limits
            unsafe lx_allow_expansion(cContext, UInt(limits.entityExpansion))
            if unsafe lx_read_ahead(input, PrologueText.longest + 1) == 0 {
                unsafe context.assumingMemoryBound(to: Reports.self).pointee.excess = .outOfMemory
            }
            guard let current = unsafe input.pointee.cur else { return }
            unsafe Libxml2Recovery.count(cContext) { declarations in
                let text = unsafe UnsafeBufferPointer(start: current, count: input.pointee.end - current)
                return unsafe declarations.add(documentType: text.span, from: 0)
            }
        }
        unsafe cContext.pointee.sax.pointee.entityDecl = { context, name, type, publicID, systemID, content in
            unsafe xmlSAX2EntityDecl(context, name, type, publicID, systemID, content)
            guard let cContext = unsafe context?.assumingMemoryBound(to: xmlParserCtxt.self),
                let context = unsafe cContext.pointee._private, let name = unsafe name
            else { return }
            guard unsafe !Libxml2.declares(name, type, cContext) else { return }
            unsafe context.assumingMemoryBound(to: Reports.self).pointee.excess = .outOfMemory
        }
        unsafe cContext.pointee.sax.pointee.getParameterEntity = { context, name in
            guard let cContext = unsafe context?.assumingMemoryBound(to: xmlParserCtxt.self),
                let cEntity = unsafe xmlSAX2GetParameterEntity(context, name)
            else { return nil }
            unsafe Libxml2Recovery.count(cContext) { unsafe $0.add(replacementTextOf: cEntity) }
            return unsafe cEntity
        }
    }

    /// Counts declarations, and stops libxml2 if there are too many. Must be the last statement of a callback.
    private static func count(
        _ cContext: xmlParserCtxtPtr, _ add: (inout DeclarationCounts) -> Fault?
    ) {
        guard let context = unsafe cContext.pointee._private else { return }
        let reports = unsafe context.assumingMemoryBound(to: Reports.self)
        guard let excess = unsafe add(&reports.pointee.declarations) else { return }
        unsafe reports.pointee.excess = excess
        unsafe xmlStopParser(cContext)
    }

    /// Installs a callback that counts the namespaces in scope: libxml2 compares each new declaration with all of them.
    private static func limitNamespaces(_ cContext: xmlParserCtxtPtr) {
        unsafe cContext.pointee.sax.pointee.startElementNs = {
            unsafe xmlSAX2StartElementNs($0, $1, $2, $3, $4, $5, $6, $7, $8)
            guard let cContext = unsafe $0?.assumingMemoryBound(to: xmlParserCtxt.self),
                let context = unsafe cContext.pointee._private
            else { return }
            let reports = unsafe context.assumingMemoryBound(to: Reports.self)
            let limits = unsafe reports.pointee.limits
            guard unsafe lx_namespace_count(cContext) > limits.namespacesInScope else { return }
            unsafe reports.pointee.excess = limits.fault(.namespacesInScope, at: 0)
            unsafe xmlStopParser(cContext)
        }
    }

    /// Whether a tag has more than `limit` attributes, including namespace declarations: libxml2 compares each with all
    /// others.
    ///
    /// As in libxml2, the text from any `<` up to the next one is examined, so that a comment with as many attributes
    /// counts too.
    static func containsTag(in text: Span<UInt8>, ofMoreThan limit: Int) -> Bool {
        var index = 0
        while index < text.count {
            index = text.index(from: index) { $0 == UInt8(ascii: "<") } + 1
            var count = 0
            while index < text.count, text[index] != UInt8(ascii: "<"), text[index] != UInt8(ascii: ">") {
                let isEqualSign = text[index] == UInt8(ascii: "=")
                index += 1
                guard isEqualSign else { continue }
                let value = text.skipSpace(from: index)
                guard value < text.count, [UInt8(ascii: "\""), UInt8(ascii: "'")].contains(text[value]) else {
                    continue
                }
                let quote = text[value]
                index = text.index(from: value + 1) { $0 == quote || $0 == UInt8(ascii: "<") }
                if index < text.count, text[index] == quote { index += 1 }
                count += 1
                if count > limit { return true }
            }
        }
        return false
    }
}
