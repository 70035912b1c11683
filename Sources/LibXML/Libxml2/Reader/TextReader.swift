import CLibXML2
import CLibXML2Shims

/// libxml2's xmlTextReader over a stream, with exact places, and with what it lacks made good: entities are walked into,
/// adjacent text is joined, and what comes before a fault is delivered.
@safe
struct TextReader: ~Copyable {
    /// What the reader stands at. The numbers are those of xmlTextReader.
    enum Event: Int {
        case startElement = 1
        case text = 3
        case cdata = 4
        case entityReference = 5
        case processingInstruction = 7
        case comment = 8
        case documentType = 10
        case whiteSpace = 14
        case endElement = 15
    }

    let state: UnsafeMutablePointer<TextReaderState>
    let cReader: xmlTextReaderPtr?
    /// Whether reading on may run code of the host program.
    private let isClosure: Bool

    /// What elements are read into, kept for the names of those before.
    var elementBuilder: ElementBuilder?
    /// The namespaces around the element that was read last.
    var scopes = NamespaceScopes()

    /// The event that was found last; nil before the first, and after the last.
    var event: Event?
    /// Its node; of text that was put together, the last one, which may be gone.
    var cNode: xmlNodePtr?
    /// Where it begins.
    var start = 0

    /// Where this is in libxml2's tree outside of entities, and whether at the end of that element.
    var cMain: xmlNodePtr?
    var isMainEnd = false
    /// Whether the next event is that node itself.
    var isAhead = false
    /// What xmlTextReader answered last: 1 when it found something, 0 at the end, -1 for a fault.
    var status: Int32 = 1
    /// Whether xmlTextReader has given up, and what is left of its tree is gone through here.
    var isSalvaging = false

    /// The references through which the reader has gone into the entity where it is, the outermost first.
    var references: [xmlNodePtr] = unsafe []
    /// Where it is in the innermost entity, and whether at the end of that element; nil before its first node.
    var cInner: xmlNodePtr?
    var isInnerEnd = false
    /// How many elements are open in entities.
    var depthInEntities = 0

    var joined = JoinedText()

    /// Whether there is nothing more, and why, if that is not the end of the document.
    var isDone = false
    var failure: XMLError?

    /// - Parameter isText: whether what an XML declaration says of an encoding does not matter.
    init(source: consuming ChunkSource, options: XMLParsingOptions, isText: Bool) {
        isClosure = source.isClosure
        let state = UnsafeMutablePointer<TextReaderState>.allocate(capacity: 1)
        unsafe state.initialize(to: TextReaderState(source: source, options: options, isText: isText))
        unsafe state.pointee.selfPointer = UnsafeMutableRawPointer(state)
        unsafe self.state = unsafe state
        let read: xmlInputReadCallback = { state, buffer, length in
            guard let state = unsafe state, let buffer = unsafe buffer else { return -1 }
            return unsafe state.assumingMemoryBound(to: TextReaderState.self).pointee.read(into: buffer, Int(length))
        }
        unsafe cReader = Libxml2.isolated { unsafe xmlReaderForIO(read, nil, state, nil, nil, lx_reader_options()) }
        // The error's pointer is a constant one from 2.12 on, so that its type is left to the compiler.
        unsafe xmlTextReaderSetStructuredErrorHandler(
            cReader,
            { state, error in
                guard let state = unsafe state, let error = unsafe UnsafePointer<xmlError>(error) else { return }
                unsafe state.assumingMemoryBound(to: TextReaderState.self).pointee.libxml2Error(error.pointee)
                unsafe lx_end_comment(error)
            }, state)
    }

    deinit {
        Libxml2.isolated {
            unsafe xmlFreeTextReader(cReader)
            unsafe state.pointee.entities.free()
        }
        unsafe state.deinitialize(count: 1)
        unsafe state.deallocate()
    }
}

// MARK: Going on

extension TextReader {
    /// Goes on to the next event; nil at the end of the document.
    @inline(__always)
    mutating func next() throws(XMLError) -> Event? {
        guard isPlain else { return try slowNext() }
        read()
        guard status == 1, let cNode = unsafe xmlTextReaderCurrentNode(cReader) else { return try slowNext() }
        unsafe cMain = unsafe cNode
        isMainEnd = false
        if unsafe state.pointee.pendingFault == nil {
            if unsafe cNode.pointee.type == XML_ELEMENT_NODE {
                isMainEnd = unsafe xmlTextReaderNodeType(cReader) == XML_READER_TYPE_END_ELEMENT.rawValue
                let place = unsafe isMainEnd ? NodePlace.end(cNode) : NodePlace.start(cNode)
                return unsafe found(isMainEnd ? .endElement : .startElement, cNode, place)
            }
            if unsafe cNode.pointee.type == XML_TEXT_NODE && !Self.isReference(cNode.pointee.next) {
                return unsafe found(
                    Self.isBlank(cNode.pointee.content) ? .whiteSpace : .text, cNode, NodePlace.start(cNode))
            }
        } else {
            isMainEnd = unsafe xmlTextReaderNodeType(cReader) == XML_READER_TYPE_END_ELEMENT.rawValue
        }
        isAhead = true
        return try slowNext()
    }

    /// Has xmlTextReader go on.
    @inline(__always)
    mutating func read() {
        status = unsafe lx_read(cReader, isClosure ? 1 : 0)
    }

    /// Whether xmlTextReader can be asked without more ado.
    private var isPlain: Bool {
        @inline(__always) get { unsafe references.isEmpty && !isAhead && status == 1 && !isSalvaging }
    }

    @inline(__always)
    private mutating func found(_ event: Event, _ cNode: xmlNodePtr, _ place: Int?) -> Event {
        self.event = event
        unsafe self.cNode = unsafe cNode
        joined.depth = nil
        start = place ?? start
        unsafe state.pointee.input.keepFrom = start
        return event
    }

    @inline(never)
    private mutating func slowNext() throws(XMLError) -> Event? {
        if let failure { throw failure }
        guard !isDone else { return nil }
        joined.depth = nil
        do throws(XMLError) {
            event = try findNext()
        } catch {
            throw end(with: error)
        }
        if event == nil { end() }
        return event
    }

    /// The document ends here because of an error, which is thrown from now on.
    mutating func end(with error: XMLError) -> XMLError {
        failure = error
        end()
        return error
    }

    /// The document ends here, for whatever reason. libxml2 may have freed the nodes at which the reader stood.
    private mutating func end() {
        isDone = true
        status = min(status, 0)
        event = nil
        unsafe cNode = nil
        unsafe cMain = nil
        unsafe cInner = nil
        unsafe references.removeAll()
        depthInEntities = 0
        joined.depth = nil
    }

    private mutating func findNext() throws(XMLError) -> Event? {
        while true {
            var isInEntity = unsafe !references.isEmpty
            if isInEntity { isInEntity = try stepInEntity() }
            if !isInEntity {
                guard try stepInDocument(), let cNode = unsafe cMain else { return nil }
                let place = unsafe (isMainEnd ? NodePlace.end(cNode) : NodePlace.start(cNode)) ?? start
                if let fault = unsafe state.pointee.pendingFault, place >= fault.position { throw takeError() }
                if let event = unsafe try event(of: cNode, isEnd: isMainEnd, place: place) { return event }
            } else if let cNode = unsafe cInner {
                let place = unsafe NodePlace.start(references[0]) ?? start
                if let event = unsafe try event(of: cNode, isEnd: isInnerEnd, place: place) { return event }
            }
        }
    }

    /// The event of a node; nil for a reference to an entity that is gone into.
    private mutating func event(of cNode: xmlNodePtr, isEnd: Bool, place: Int) throws(XMLError) -> Event? {
        switch unsafe cNode.pointee.type {
        case XML_ELEMENT_NODE: return unsafe found(isEnd ? .endElement : .startElement, cNode, place)
        case XML_TEXT_NODE:
            if unsafe references.isEmpty && !Self.isReference(cNode.pointee.next) {
                return unsafe found(Self.isBlank(cNode.pointee.content) ? .whiteSpace : .text, cNode, place)
            }
            _ = unsafe found(.text, cNode, place)
            return try joinText()
        case XML_CDATA_SECTION_NODE: return unsafe found(.cdata, cNode, place)
        case XML_COMMENT_NODE: return unsafe found(.comment, cNode, place)
        case XML_PI_NODE: return unsafe found(.processingInstruction, cNode, place)
        case XML_DTD_NODE: return unsafe found(.documentType, cNode, place)
        case XML_ENTITY_REF_NODE:
            guard unsafe Self.isResolved(cNode) else { return unsafe found(.entityReference, cNode, place) }
            start = place
            unsafe try enter(cNode)
            return nil
        default: return nil
        }
    }

    // MARK: Faults

    /// The error that ends the document.
    func takeError() -> XMLError {
        unsafe state.pointee.takeError() ?? XMLError(.internalFailure, "libxml2 failed without saying why")
    }

    // MARK: Nodes

    @inline(__always)
    static func isReference(_ cNode: xmlNodePtr?) -> Bool {
        guard let cNode = unsafe cNode else { return false }
        return unsafe cNode.pointee.type == XML_ENTITY_REF_NODE
    }

    /// Whether a reference node is one of an internal entity, which libxml2 has read.
    static func isResolved(_ cNode: xmlNodePtr) -> Bool {
        guard let cEntity = unsafe cNode.pointee.children, unsafe cEntity.pointee.type == XML_ENTITY_DECL else {
            return false
        }
        return unsafe UnsafeRawPointer(cEntity).assumingMemoryBound(to: xmlEntity.self).pointee.etype
            == XML_INTERNAL_GENERAL_ENTITY
    }

    /// Whether text is white space.
    @inline(__always)
    static func isBlank(_ cText: UnsafePointer<UInt8>?) -> Bool {
        guard var cText = unsafe cText else { return true }
        while unsafe cText.pointee.isXMLSpace { unsafe cText += 1 }
        return unsafe cText.pointee == 0
    }
}

/// Text that was put together from more than one node.
struct JoinedText: ~Copyable {
    var bytes = RawBuffer<UInt8>(capacity: 0)
    /// Its depth; nil where the event is something else.
    var depth: Int?
}
