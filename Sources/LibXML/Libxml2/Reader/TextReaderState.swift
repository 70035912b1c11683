import CLibXML2
import CLibXML2Shims

/// What the callbacks of one xmlTextReader work on: they find a pointer to it in the parser's table of callbacks.
///
/// xmlTextReader builds a piece of tree ahead of where it stands, and says little of where anything was. So each of its
/// callbacks is called by one of ours, which notes the place on the node: see ``NodePlace``. Nothing is allocated,
/// retained or looked up per event.
///
/// Offsets count in bytes from the beginning of the stream's text, whatever the window has dropped of it.
@safe
struct TextReaderState: ~Copyable, EntityReader {
    var input: ReaderInput
    let options: XMLParsingOptions
    var limits: XMLParsingLimits { options.limits }
    /// Whether the text was mended: then faults of namespaces, which are left in it, end nothing.
    var isMended: Bool { options.repair != nil }

    /// The parser: see ``ContextPrelude``.
    var cContext: xmlParserCtxtPtr?
    /// Where this is, for the callbacks.
    var selfPointer: UnsafeMutableRawPointer?
    /// The callbacks of xmlTextReader.
    var cOriginal = unsafe xmlSAXHandler()

    /// What libxml2 has been given.
    var feed = ReaderFeed()

    // MARK: Progress

    /// The end of the last thing that was reported, as in ``SAXState``.
    var position = 0
    /// How many elements are open, those in entities included.
    var depth = 0
    var hasRoot = false
    /// Where the document type declaration begins that is being read.
    var documentTypeStart: Int?
    var isInDocumentType: Bool { documentTypeStart != nil }
    /// The character data that is being read, if any.
    var textRun: (start: Int, length: Int)?
    var cdata = CDATARun()
    var references = ReferencePlaces()
    var names = ReaderNames()
    var entities: EntityPolicy

    // MARK: Faults

    /// The first fault that ends the document, before it has been looked at.
    var pendingFault: PendingFault?
    /// Whether the parser has been stopped.
    var isFailed = false
    /// Warnings so far, and what was mended.
    var warnings: FaultLog<XMLDiagnostic>

    init(source: consuming ChunkSource, options: XMLParsingOptions, isText: Bool) {
        input = ReaderInput(source, options, isText: isText)
        self.options = options
        entities = EntityPolicy(options)
        warnings = FaultLog(limit: options.faultLimit)
    }

    /// The state behind the pointer that a callback receives, which is the context, or one that libxml2 up to 2.12 makes
    /// for the replacement text of an entity; all share one table of callbacks.
    @inline(__always)
    static func from(_ userData: UnsafeMutableRawPointer?) -> UnsafeMutablePointer<TextReaderState> {
        // libxml2 passes the context, which is never nil, and the table had a state put in when these were.
        let cContext = unsafe context(userData)
        return unsafe cContext.pointee.sax.pointee._private.unsafelyUnwrapped
            .assumingMemoryBound(to: TextReaderState.self)
    }

    @inline(__always)
    static func context(_ userData: UnsafeMutableRawPointer?) -> xmlParserCtxtPtr {
        unsafe userData.unsafelyUnwrapped.assumingMemoryBound(to: xmlParserCtxt.self)
    }
}

/// What libxml2 has been given of a text, and beside it.
struct ReaderFeed {
    /// How much of the text.
    var count = 0
    var prelude = ContextPrelude()
    var prologue = PrologueText()
    /// How many spaces after a text that does not end where it should.
    var spaceCount = 0
    /// What it has been given and has not reported.
    var pending = PendingConstruct()
}

/// The names in libxml2's dictionary, as far as they are counted or looked up.
struct ReaderNames: ~Copyable {
    /// The size of the dictionary when the names in it were last looked at.
    var dictionarySize: Int32 = 0
    var known = PointerTable(capacity: 64)
    /// Prefix and URI of each namespace declaration that differs from the others, as libxml2 interned them, and their
    /// numbers, which are kept in the declarations' nodes plus one.
    var namespaces: [(prefix: UInt, uri: UInt)] = []
    var namespaceNumbers = PointerTable(capacity: 64)
    /// How many bytes the replacement text of entities comes to with all that it refers to.
    var entitySizes: [UInt: Int] = [:]

    /// Counts an interned string.
    mutating func add(_ string: UnsafePointer<UInt8>?) {
        guard let string = unsafe string else { return }
        let key = unsafe PointerTable.Key(string)
        if known.number(of: key) == nil { known.add(key, number: UInt32(known.count)) }
    }
}

/// A CDATA section that may still grow.
@safe
struct CDATARun {
    var cNode: xmlNodePtr?
    var start = 0
    /// The end of the last piece in the source, where it is known.
    var sourceEnd: Int?
    var length = 0
    var capacity = 0
    /// Whether the last piece ended with a carriage return.
    var endsWithCR = false
}

/// Where a node is, as it is kept in the members of the node that libxml2 leaves to others.
///
/// `_private` has the start: the offset plus one, doubled, plus one for an element that is written as one tag. It has no
/// start for what comes out of an entity, whose reference is the place. `psvi` has the place of the end tag, plus one, once
/// there has been one, or the end of such a one tag; for elements and attributes out of an entity it has their prefix, which
/// libxml2 loses.
enum NodePlace {
    @inline(__always)
    static func pack(start: Int, isEmpty: Bool) -> UnsafeMutableRawPointer? {
        unsafe UnsafeMutableRawPointer(bitPattern: (start &+ 1) &* 2 &+ (isEmpty ? 1 : 0))
    }

    /// Nil for what comes out of an entity.
    @inline(__always)
    static func start(_ cNode: xmlNodePtr) -> Int? {
        let bits = unsafe Int(bitPattern: cNode.pointee._private)
        return bits < 2 ? nil : bits / 2 - 1
    }

    @inline(__always)
    static func isEmpty(_ cNode: xmlNodePtr) -> Bool {
        unsafe Int(bitPattern: cNode.pointee._private) & 1 == 1
    }

    /// Where the end tag of an element outside of entities begins, or where its only tag ends; nil while it is open.
    @inline(__always)
    static func end(_ cNode: xmlNodePtr) -> Int? {
        let bits = unsafe Int(bitPattern: cNode.pointee.psvi)
        return bits == 0 ? nil : bits - 1
    }

    @inline(__always)
    static func pack(end: Int) -> UnsafeMutableRawPointer? {
        unsafe UnsafeMutableRawPointer(bitPattern: end &+ 1)
    }
}
