import CLibXML2
import CLibXML2Shims

/// libxml2's own recovery: converts the tree that `xmlCtxtReadMemory` creates with `XML_PARSE_RECOVER` to a tape.
///
/// Nothing external is read. References to entities are kept.
@safe
struct Libxml2Recovery: ~Copyable {
    private var builder: TapeBuilder
    private let cDocument: xmlDocPtr
    private let limits: XMLParsingLimits
    /// The offset at which each line begins.
    private let lines: [Int]
    private let count: Int
    /// The largest offset so far. libxml2 records only the lines of nodes, and they are not always in order.
    private var position = 0
    /// Why the reading has ended early. Has no location.
    private var failure: Fault?
    /// How many bytes references in attribute values expand to, plus one for each reference.
    private var expansion = 0

    /// Parses a document, however malformed.
    ///
    /// - Throws: if there is no element, or if the document or the tree exceeds a limit.
    static func parse(
        _ bytes: SourceBytes, _ options: XMLParsingOptions
    ) throws(XMLError) -> (tape: Tape, diagnostics: [XMLDiagnostic], count: Int) {
        var sizes = options
        // The parameter of `xmlCtxtReadMemory` has 32 bits.
        sizes.limits.inputSize = min(options.limits.inputSize, Int(Int32.max))
        try Source.check(size: bytes.count, sizes)
        let source = Source(name: options.sourceName, bytes: bytes, start: Position(offset: 0, line: 1, column: 1))
        return unsafe try bytes.withBytes { (buffer) throws(XMLError) in
            try Libxml2.isolated { () throws(XMLError) in unsafe try parse(buffer, source, options) }
        }
    }

    private static func parse(
        _ buffer: UnsafeBufferPointer<UInt8>, _ source: Source, _ options: XMLParsingOptions
    ) throws(XMLError) -> (tape: Tape, diagnostics: [XMLDiagnostic], count: Int) {
        var reports = Reports(lines: Self.lines(in: unsafe buffer.span), options)
        var options = options
        if let name = options.encoding, CharacterConverter(from: name) == nil {
            // Some versions of libxml2 ignore the name, others also ignore the document.
            reports.addUnknownEncoding(name)
            options.encoding = nil
        }
        if unsafe containsTag(in: buffer.span, ofMoreThan: options.limits.attributesPerElement) {
            throw XMLError(options.limits.fault(.attributesPerElement, at: 0))
        }
        let cDocument = unsafe read(buffer, options, &reports)
        defer { unsafe xmlFreeDoc(cDocument) }
        if lx_lacks_memory() != 0 { throw XMLError(.outOfMemory) }
        if let excess = reports.excess { throw XMLError(excess.code, excess.message) }
        guard let cDocument = unsafe cDocument, unsafe xmlDocGetRootElement(cDocument) != nil else {
            let place = XMLLocation(line: 1, column: 1, byteOffset: 0, sourceName: options.sourceName)
            throw XMLError(
                XMLDiagnostic(.missingRootElement, "libxml2's recovery found no element", at: place),
                diagnostics: reports.diagnostics)
        }
        var recovery = unsafe Libxml2Recovery(cDocument, buffer, reports.lines, options)
        try recovery.walk()
        if lx_lacks_memory() != 0 { throw XMLError(.outOfMemory) }
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

    private consuming func finish(_ source: Source) -> Tape { builder.finish(source, isRecovered: true) }

    private static func lines(in text: Span<UInt8>) -> [Int] {
        var lines = [0]
        for index in text.indices where text[index] == 0x0A { lines.append(index + 1) }
        return lines
    }

    // MARK: The tree

    /// Visits the nodes of the document in order.
    private mutating func walk() throws(XMLError) {
        var cNode = unsafe cDocument.pointee.children
        while let current = unsafe cNode {
            if unsafe current.pointee.type == XML_ELEMENT_NODE {
                unsafe begin(current)
                if let failure { throw XMLError(failure) }
                if let cChild = unsafe current.pointee.children {
                    unsafe cNode = cChild
                    continue
                }
                end()
            } else {
                unsafe add(current)
            }
            if let failure { throw XMLError(failure) }
            unsafe cNode = unsafe next(after: current)
        }
    }

    /// The node after a node and its descendants. Ends the elements in between.
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

    /// The offset of the line that libxml2 records for a node, but not less than the offsets before it.
    private mutating func place(_ cNode: xmlNodePtr) -> Int {
        let line = unsafe xmlGetLineNo(cNode)
        if line > 0, line <= lines.count { position = max(position, lines[line - 1]) }
        return position
    }

    private mutating func begin(_ cElement: xmlNodePtr) {
        guard builder.depth < limits.depth else { return fail(limits.fault(.depth, at: 0)) }
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
            if count > limits.attributesPerElement { fail(limits.fault(.attributesPerElement, at: 0)) }
            let name = unsafe self.name(cCurrent.pointee.name, cCurrent.pointee.ns)
            let valueStart = builder.arena.count
            unsafe copyText(of: cCurrent.pointee.children, depth: 0)
            let length = builder.arena.count - valueStart
            if length > limits.textLength { fail(limits.textFault("text", at: 0)) }
            builder.addAttribute(
                name: name, offset: UInt32(truncatingIfNeeded: valueStart),
                length: UInt32(truncatingIfNeeded: length), flags: TapeHead.inArena)
            unsafe cAttribute = cCurrent.pointee.next
        }
    }

    /// Copies the text of an attribute's nodes, which are text and references. The result is that of
    /// `xmlNodeListGetString`, which copies the whole result again for each node.
    private mutating func copyText(of cFirst: xmlNodePtr?, depth: Int) {
        var cNode = unsafe cFirst
        while let cCurrent = unsafe cNode, failure == nil {
            let type = unsafe cCurrent.pointee.type
            if type == XML_ENTITY_REF_NODE,
                let cEntity = unsafe xmlGetDocEntity(cDocument, cCurrent.pointee.name)
            {
                countExpansion(of: 1)
                // libxml2 allows entities to nest forty levels deep.
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
        if expansion - 10 * count > limits.entityExpansion { fail(limits.fault(.entityExpansion, at: 0)) }
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
        } else if kind != .text || !data.isEmpty {
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

    /// Copies a C string into the arena without the characters that XML does not allow. From 2.13 on, libxml2 keeps
    /// such characters if they come from character references.
    private mutating func copy(_ cText: UnsafePointer<UInt8>?) -> Range<Int> {
        let start = builder.arena.count
        guard let cText = unsafe cText else { return start..<start }
        let length = unsafe UnsafePointer<UInt8>.length(cText)
        if length > limits.textLength { fail(limits.textFault("text", at: 0)) }
        let text = unsafe UnsafeBufferPointer(start: cText, count: length)
        var index = 0
        while index < length {
            let valid = index
            while index < length, unsafe Self.lengthOfInvalidCharacter(text.span, at: index) == 0 { index += 1 }
            unsafe builder.arena.append(UnsafeBufferPointer(rebasing: text[valid..<index]))
            if index < length { index += unsafe Self.lengthOfInvalidCharacter(text.span, at: index) }
        }
        if builder.isFull { fail(XMLParsingLimits.inputTooLarge(at: 0)) }
        return start..<builder.arena.count
    }

    /// The length in bytes of a control character, a surrogate, U+FFFE or U+FFFF; 0 for any other character.
    private static func lengthOfInvalidCharacter(_ text: Span<UInt8>, at index: Int) -> Int {
        switch text[index] {
        case 0..<0x20: text[index].isXMLSpace ? 0 : 1
        case 0xED: index + 2 < text.count && text[index + 1] >= 0xA0 ? 3 : 0
        case 0xEF: text.has("\u{FFFE}", at: index) || text.has("\u{FFFF}", at: index) ? 3 : 0
        default: 0
        }
    }

    private mutating func name(_ cLocal: UnsafePointer<UInt8>?, _ cNamespace: xmlNsPtr?) -> UInt32 {
        guard let local = unsafe interned(cLocal) else { return 0 }
        let prefix = unsafe interned(cNamespace?.pointee.prefix)
        let uri = unsafe interned(cNamespace?.pointee.href)
        let known = builder.names.count
        let name = unsafe builder.names.name(local: local, prefix: prefix, uri: uri)
        // Declarations and instructions have added other strings.
        let mayExceed = builder.names.count != known || builder.names.isFull(limit: limits.distinctNames)
        if mayExceed, let fault = builder.fault(ofName: name, limits, at: 0) { fail(fault) }
        return name
    }

    private mutating func fail(_ fault: Fault) { failure = failure ?? fault }

    /// The equal string in the document's dictionary, whose pointer serves as a key.
    private mutating func interned(_ cString: UnsafePointer<UInt8>?) -> UnsafePointer<UInt8>? {
        guard let cString = unsafe cString else { return nil }
        let interned = unsafe xmlDictLookup(cDocument.pointee.dict, cString, -1)
        if unsafe interned == nil { fail(.outOfMemory) }
        return unsafe interned
    }
}
