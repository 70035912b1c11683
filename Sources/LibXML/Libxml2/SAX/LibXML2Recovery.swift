import CLibXML2
import CLibXML2Shims

/// libxml2's own recovery: the tree that `xmlCtxtReadMemory` makes with `XML_PARSE_RECOVER`, on a tape.
///
/// Nothing external is read: references to entities stay references.
@safe
struct LibXML2Recovery: ~Copyable {
    private var builder: TapeBuilder
    private let cDocument: xmlDocPtr
    private let limits: XMLParsingLimits
    /// The offset at which each line begins.
    private let lines: [Int]
    private let count: Int
    /// The end of all so far: libxml2 knows the lines of nodes, and not always in order.
    private var position = 0
    private var limitError: XMLError?
    /// What references in attributes stand for, in bytes, with one for each.
    private var expansion = 0

    /// Parses a document, however malformed.
    ///
    /// - Throws: when there is no element, and when the tree passes a limit.
    static func parse(
        _ bytes: SourceBytes, _ options: XMLParsingOptions
    ) throws(XMLError) -> (tape: Tape, diagnostics: [XMLDiagnostic], count: Int) {
        var sizes = options
        // `xmlCtxtReadMemory` counts in 32 bits.
        sizes.limits.inputSize = min(options.limits.inputSize, Int(Int32.max))
        try Source.check(size: bytes.count, sizes)
        let source = Source(
            name: options.sourceName, bytes: bytes, start: Position(offset: 0, line: 1, column: 1))
        return unsafe try bytes.withBytes { (buffer) throws(XMLError) in
            try Libxml2.isolated { () throws(XMLError) in unsafe try parse(buffer, source, options) }
        }
    }

    private static func parse(
        _ buffer: UnsafeBufferPointer<UInt8>, _ source: Source, _ options: XMLParsingOptions
    ) throws(XMLError) -> (tape: Tape, diagnostics: [XMLDiagnostic], count: Int) {
        var reports = Reports(lines: Self.lines(in: unsafe buffer.span), options)
        if unsafe holdsTag(in: buffer.span, ofMoreThan: options.limits.attributesPerElement) {
            throw XMLError(
                .tooManyAttributes, "a tag has more attributes than the limit of \(options.limits.attributesPerElement)"
            )
        }
        let cDocument = unsafe read(buffer, options, &reports)
        defer { unsafe xmlFreeDoc(cDocument) }
        if let excess = reports.excess { throw XMLError(excess.code, excess.message) }
        guard let cDocument = unsafe cDocument, unsafe xmlDocGetRootElement(cDocument) != nil else {
            let place = XMLLocation(line: 1, column: 1, byteOffset: 0, sourceName: options.sourceName)
            throw XMLError(
                XMLDiagnostic(.missingRootElement, "libxml2 recovers no element", at: place),
                diagnostics: reports.diagnostics)
        }
        var recovery = unsafe LibXML2Recovery(cDocument, buffer, reports.lines, options)
        try recovery.walk()
        let tape = recovery.finish(source)
        return (tape, reports.diagnostics, reports.count)
    }

    private init(
        _ cDocument: xmlDocPtr, _ text: UnsafeBufferPointer<UInt8>, _ lines: [Int], _ options: XMLParsingOptions
    ) {
        unsafe builder = TapeBuilder(source: text)
        unsafe self.cDocument = unsafe cDocument
        self.lines = lines
        limits = options.limits
        count = text.count
    }

    private consuming func finish(_ source: Source) -> Tape { builder.finish(source) }

    private static func lines(in text: Span<UInt8>) -> [Int] {
        var lines = [0]
        for index in text.indices where text[index] == 0x0A { lines.append(index + 1) }
        return lines
    }

    // MARK: Reading

    /// What libxml2 has reported.
    private struct Reports {
        let lines: [Int]
        let name: String?
        let namespaceLimit: Int
        var diagnostics: [XMLDiagnostic] = []
        var count = 0
        var declarations: DeclarationCounts
        /// More declarations than a limit allows.
        var excess: DeclarationCounts.Excess?

        init(lines: [Int], _ options: XMLParsingOptions) {
            self.lines = lines
            name = options.sourceName
            namespaceLimit = options.limits.namespacesInScope
            declarations = DeclarationCounts(limits: options.limits)
        }

        /// How many faults in comments there may be: for each of them libxml2 copies the comment up to there.
        private static let commentLimit = 1_000
        private var commentFaults = 0

        mutating func add(_ error: xmlError) {
            count += 1
            if unsafe error.code == XML_ERR_HYPHEN_IN_COMMENT.rawValue { commentFaults += 1 }
            if commentFaults == Self.commentLimit {
                excess = DeclarationCounts.Excess(
                    code: .doubleHyphenInComment,
                    message:
                        "comments hold “--” more than \(Self.commentLimit) times, which libxml2's recovery does not read",
                    offset: 0)
            }
            guard diagnostics.count < XMLRepair().diagnosticLimit else { return }
            let report = unsafe Libxml2Report(error, at: 0, isInEntity: false)
            let line = min(max(1, unsafe Int(error.line)), lines.count)
            let column = max(1, unsafe Int(error.int2))
            let severity: XMLDiagnostic.Severity =
                switch unsafe error.level {
                case XML_ERR_WARNING: .warning
                case XML_ERR_ERROR: .error
                default: .fatal
                }
            diagnostics.append(
                XMLDiagnostic(
                    .malformed, report.message, severity: severity,
                    at: XMLLocation(
                        line: line, column: column, byteOffset: lines[line - 1] + column - 1, sourceName: name),
                    libxml2Code: report.code))
        }
    }

    private static func read(
        _ text: UnsafeBufferPointer<UInt8>, _ options: XMLParsingOptions, _ reports: inout Reports
    ) -> xmlDocPtr? {
        guard let cContext = unsafe xmlNewParserCtxt() else { return nil }
        defer { unsafe xmlFreeParserCtxt(cContext) }
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
                if unsafe reports.assumingMemoryBound(to: Reports.self).pointee.excess != nil {
                    unsafe lx_end_comment(error)
                }
            }
            unsafe limitDeclarations(cContext)
            unsafe limitNamespaces(cContext)
            return unsafe text.withMemoryRebound(to: CChar.self) { chars in
                unsafe xmlCtxtReadMemory(
                    cContext, chars.baseAddress, Int32(chars.count), nil, options.encoding, flags)
            }
        }
    }

    /// Has the declarations counted before libxml2 reads them.
    private static func limitDeclarations(_ cContext: xmlParserCtxtPtr) {
        unsafe cContext.pointee.sax.pointee.internalSubset = { context, name, publicID, systemID in
            unsafe xmlSAX2InternalSubset(context, name, publicID, systemID)
            guard let cContext = unsafe context?.assumingMemoryBound(to: xmlParserCtxt.self),
                let input = unsafe cContext.pointee.input, let current = unsafe input.pointee.cur
            else { return }
            unsafe LibXML2Recovery.count(cContext) { declarations in
                let text = unsafe UnsafeBufferPointer(start: current, count: input.pointee.end - current)
                return unsafe declarations.add(documentType: text.span, from: 0)
            }
        }
        unsafe cContext.pointee.sax.pointee.getParameterEntity = { context, name in
            guard let cContext = unsafe context?.assumingMemoryBound(to: xmlParserCtxt.self),
                let cEntity = unsafe xmlSAX2GetParameterEntity(context, name)
            else { return nil }
            unsafe LibXML2Recovery.count(cContext) { unsafe $0.add(replacementTextOf: cEntity) }
            return unsafe cEntity
        }
    }

    /// Counts declarations, and stops libxml2 when there are too many. This must be a callback's last act.
    private static func count(
        _ cContext: xmlParserCtxtPtr, _ add: (inout DeclarationCounts) -> DeclarationCounts.Excess?
    ) {
        guard let context = unsafe cContext.pointee._private else { return }
        let reports = unsafe context.assumingMemoryBound(to: Reports.self)
        guard let excess = unsafe add(&reports.pointee.declarations) else { return }
        unsafe reports.pointee.excess = excess
        unsafe xmlStopParser(cContext)
    }

    /// Has the namespaces in scope counted: each that is declared libxml2 compares with all of them.
    private static func limitNamespaces(_ cContext: xmlParserCtxtPtr) {
        unsafe cContext.pointee.sax.pointee.startElementNs = {
            unsafe xmlSAX2StartElementNs($0, $1, $2, $3, $4, $5, $6, $7, $8)
            guard let cContext = unsafe $0?.assumingMemoryBound(to: xmlParserCtxt.self),
                let context = unsafe cContext.pointee._private
            else { return }
            let reports = unsafe context.assumingMemoryBound(to: Reports.self)
            let limit = unsafe reports.pointee.namespaceLimit
            guard unsafe lx_namespace_count(cContext) > limit else { return }
            unsafe reports.pointee.excess = DeclarationCounts.Excess(
                code: .tooManyNamespaces, message: "more namespace declarations in scope than the limit of \(limit)",
                offset: 0)
            unsafe xmlStopParser(cContext)
        }
    }

    /// Whether a tag has more attributes, declarations of namespaces included: libxml2 compares each with all others.
    ///
    /// What comes between one `<` and the next is looked at as libxml2 does, wherever it stands, so that a comment that holds
    /// as much counts, too.
    private static func holdsTag(in text: Span<UInt8>, ofMoreThan limit: Int) -> Bool {
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

    // MARK: The tree

    /// Goes through the document's nodes in order.
    private mutating func walk() throws(XMLError) {
        var cNode = unsafe cDocument.pointee.children
        while let current = unsafe cNode {
            if unsafe current.pointee.type == XML_ELEMENT_NODE {
                unsafe try begin(current)
                if let limitError { throw limitError }
                if let cChild = unsafe current.pointee.children {
                    unsafe cNode = cChild
                    continue
                }
                end()
            } else {
                unsafe add(current)
            }
            if let limitError { throw limitError }
            unsafe cNode = unsafe next(after: current)
        }
    }

    /// The node that comes after one and all in it; elements around it are ended.
    private mutating func next(after cNode: xmlNodePtr) -> xmlNodePtr? {
        var cCurrent = unsafe cNode
        while unsafe cCurrent.pointee.next == nil {
            guard let cParent = unsafe cCurrent.pointee.parent, unsafe cParent.pointee.type == XML_ELEMENT_NODE else {
                return nil
            }
            end()
            unsafe cCurrent = unsafe cParent
        }
        return unsafe cCurrent.pointee.next
    }

    private mutating func end() {
        builder.endElement(end: UInt32(truncatingIfNeeded: position))
    }

    /// The offset of the line at which libxml2 says that a node is.
    private mutating func place(_ cNode: xmlNodePtr) -> Int {
        let line = unsafe xmlGetLineNo(cNode)
        if line > 0, line <= lines.count { position = max(position, lines[line - 1]) }
        return position
    }

    private mutating func begin(_ cElement: xmlNodePtr) throws(XMLError) {
        guard builder.depth < limits.depth else {
            throw XMLError(.tooDeep, "elements nest deeper than the limit of \(limits.depth)")
        }
        let start = unsafe place(cElement)
        let cNamespace = unsafe cElement.pointee.ns
        let name = unsafe self.name(cElement.pointee.name, cNamespace)
        builder.beginElement(name: name, start: UInt32(truncatingIfNeeded: start))
        var cDeclared = unsafe cElement.pointee.nsDef
        while let cCurrent = unsafe cDeclared {
            let prefix = unsafe builder.names.string(interned(cCurrent.pointee.prefix))
            let uri = unsafe builder.names.string(interned(cCurrent.pointee.href))
            builder.addNamespace(prefix: prefix, uri: uri)
            unsafe cDeclared = cCurrent.pointee.next
        }
        var cAttribute = unsafe cElement.pointee.properties
        var count = 0
        while let cCurrent = unsafe cAttribute {
            count += 1
            check(count, limits.attributesPerElement, .tooManyAttributes, "attributes on one element")
            let name = unsafe self.name(cCurrent.pointee.name, cCurrent.pointee.ns)
            let valueStart = builder.arena.count
            unsafe copyText(of: cCurrent.pointee.children, depth: 0)
            let length = builder.arena.count - valueStart
            check(length, limits.textLength, .textTooLong, "bytes of text")
            builder.addAttribute(
                name: name, offset: UInt32(truncatingIfNeeded: valueStart),
                length: UInt32(truncatingIfNeeded: length), flags: TapeHead.inArena)
            unsafe cAttribute = cCurrent.pointee.next
        }
    }

    /// Copies the text of an attribute's nodes, which are texts and references, as `xmlNodeListGetString` makes it of them: that
    /// copies all that it has again for each node.
    private mutating func copyText(of cFirst: xmlNodePtr?, depth: Int) {
        var cNode = unsafe cFirst
        while let cCurrent = unsafe cNode, limitError == nil {
            let type = unsafe cCurrent.pointee.type
            if type == XML_ENTITY_REF_NODE,
                let cEntity = unsafe xmlGetDocEntity(cDocument, cCurrent.pointee.name)
            {
                countExpansion(of: 1)
                // libxml2 lets entities nest forty deep.
                if depth < 40 { unsafe copyText(of: cEntity.pointee.children, depth: depth + 1) }
            } else if type == XML_TEXT_NODE || type == XML_CDATA_SECTION_NODE || type == XML_ENTITY_REF_NODE {
                let text = unsafe copy(cCurrent.pointee.content)
                if depth > 0 { countExpansion(of: text.count) }
            }
            unsafe cNode = cCurrent.pointee.next
        }
    }

    private mutating func countExpansion(of length: Int) {
        expansion += length
        guard expansion - 10 * count > limits.entityExpansion, limitError == nil else { return }
        limitError = XMLError(
            .entityExpansionTooLarge,
            "entities add more than the limit of \(limits.entityExpansion) bytes and ten times the document")
    }

    private mutating func add(_ cNode: xmlNodePtr) {
        let kind: TapeKind
        switch unsafe cNode.pointee.type {
        case XML_TEXT_NODE: kind = .text
        case XML_CDATA_SECTION_NODE: kind = .cdata
        case XML_COMMENT_NODE: kind = .comment
        case XML_PI_NODE: kind = .processingInstruction
        case XML_ENTITY_REF_NODE: kind = .entityReference
        case XML_DTD_NODE: return unsafe addDocumentType(cNode)
        default: return
        }
        let start = unsafe place(cNode)
        var data = unsafe copy(cNode.pointee.content)
        if kind == .entityReference {
            let text = Array("&\(unsafe String(cXML: cNode.pointee.name));".utf8)
            data = builder.arena.count..<builder.arena.count + text.count
            for byte in text { builder.arena.append(byte) }
        }
        if kind == .processingInstruction {
            let target = unsafe builder.names.string(interned(cNode.pointee.name))
            builder.addProcessingInstruction(target: target, start: start, end: start, data: data, isInArena: true)
        } else {
            builder.addData(kind, start: start, end: start, data: data, isInArena: true)
        }
    }

    private mutating func addDocumentType(_ cNode: xmlNodePtr) {
        let cType = unsafe UnsafeRawPointer(cNode).assumingMemoryBound(to: xmlDtd.self)
        let start = unsafe place(cNode)
        let name = unsafe builder.names.string(interned(cType.pointee.name))
        let publicID = unsafe builder.names.string(interned(cType.pointee.ExternalID))
        let systemID = unsafe builder.names.string(interned(cType.pointee.SystemID))
        builder.addDocumentType(name: name, publicID: publicID, systemID: systemID, start: start)
    }

    /// Copies a C string into the arena.
    private mutating func copy(_ cText: UnsafePointer<UInt8>?) -> Range<Int> {
        let start = builder.arena.count
        guard let cText = unsafe cText else { return start..<start }
        let length = unsafe UnsafePointer<UInt8>.length(cText)
        check(length, limits.textLength, .textTooLong, "bytes of text")
        unsafe builder.arena.append(UnsafeBufferPointer(start: cText, count: length))
        if builder.isFull {
            limitError = limitError ?? XMLError(.inputTooLarge, "the document holds more than a tree can address")
        }
        return start..<builder.arena.count
    }

    private mutating func name(_ cLocal: UnsafePointer<UInt8>?, _ cNamespace: xmlNsPtr?) -> UInt32 {
        guard let local = unsafe interned(cLocal) else { return 0 }
        let prefix = unsafe interned(cNamespace?.pointee.prefix)
        let uri = unsafe interned(cNamespace?.pointee.href)
        let name = unsafe builder.names.name(local: local, prefix: prefix, uri: uri)
        check(builder.names.qualifiedLength(Int(name)), limits.nameLength, .nameTooLong, "bytes in a name")
        check(
            builder.names.stringCount, min(limits.distinctNames, Int(TapeHead.maxPayload)), .tooManyNames,
            "distinct names")
        return name
    }

    /// Notes an error, the first one, when there is more of something than a limit allows.
    private mutating func check(_ count: Int, _ limit: Int, _ code: XMLError.Code, _ what: String) {
        guard count > limit, limitError == nil else { return }
        limitError = XMLError(code, "\(count) \(what) are more than the limit of \(limit)")
    }

    /// The same string as the document's dictionary has it, whose pointer is a key.
    private func interned(_ cString: UnsafePointer<UInt8>?) -> UnsafePointer<UInt8>? {
        guard let cString = unsafe cString else { return nil }
        return unsafe xmlDictLookup(cDocument.pointee.dict, cString, -1)
    }
}
