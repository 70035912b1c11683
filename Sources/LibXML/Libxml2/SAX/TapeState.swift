import CLibXML2
import CLibXML2Shims

/// The state of a parse that writes a tape within limits.
///
/// XML, HTML and the trees of libxml2's own recovery have the same names and limits.
protocol TapeState: ~Copyable, FaultReporter {
    var builder: TapeBuilder { get set }
    var limits: XMLParsingLimits { get }
    /// Whether the parse has ended early.
    var isFailed: Bool { get }
}

// MARK: Names

extension TapeState where Self: ~Copyable {
    /// The number of a name, given the interned pointers of its parts. The length of a new name is checked.
    @inline(__always)
    mutating func name(
        _ local: UnsafePointer<UInt8>, _ prefix: UnsafePointer<UInt8>?, _ uri: UnsafePointer<UInt8>?, at offset: Int
    ) -> UInt32 {
        let known = builder.names.count
        let name = unsafe builder.names.name(local: local, prefix: prefix, uri: uri)
        if builder.names.count != known { checkName(name, at: offset) }
        return name
    }

    @inline(never)
    private mutating func checkName(_ name: UInt32, at offset: Int) {
        if builder.names.qualifiedLength(Int(name)) > limits.nameLength { fail(limits.fault(.nameLength, at: offset)) }
        checkNameCount(at: offset)
    }

    /// Ends the parse if there are too many names and other strings.
    mutating func checkNameCount(at offset: Int) {
        if builder.names.isFull(limit: limits.distinctNames) { fail(limits.fault(.distinctNames, at: offset)) }
    }
}

// MARK: Sizes

extension TapeState where Self: ~Copyable {
    /// Ends the parse if an element is too deep or its tag too large.
    ///
    /// - Parameter depth: the number of elements around it.
    @inline(__always)
    mutating func isWithinLimits(depth: Int, attributeCount: Int, tag start: Int, _ end: Int) -> Bool {
        guard depth >= limits.depth || attributeCount > limits.attributesPerElement || end &- start > limits.tagSize
        else { return true }
        failForTag(depth: depth, attributeCount: attributeCount, at: start)
        return false
    }

    @inline(never)
    private mutating func failForTag(depth: Int, attributeCount: Int, at start: Int) {
        let areTooMany = attributeCount > limits.attributesPerElement
        let limit = depth >= limits.depth ? ParsingLimit.depth : areTooMany ? .attributesPerElement : .tagSize
        fail(limits.fault(limit, at: start))
    }

    /// Ends the parse if text is too long.
    ///
    /// - Parameter what: the construct that contains the text, such as “a comment”.
    mutating func checkLength(_ length: Int, of what: StaticString, at offset: Int) {
        if length > limits.textLength { fail(limits.textFault(what, at: offset)) }
    }
}

// MARK: Callbacks

/// The state that the callbacks of one parse use: they receive a pointer to it and access nothing else.
protocol CallbackState: ~Copyable, TapeState {
    var cContext: xmlParserCtxtPtr { get }
    /// Where the text begins in the source: libxml2 does not see a byte order mark.
    var textStart: Int { get }
    /// The end in the source of the last construct that was reported.
    var position: Int { get }
}

extension CallbackState where Self: ~Copyable {
    /// The state behind the pointer that a callback receives.
    @inline(__always)
    static func from(_ userData: UnsafeMutableRawPointer?) -> UnsafeMutablePointer<Self> {
        // libxml2 passes the pointer that the parser supplied, which is never nil.
        unsafe userData.unsafelyUnwrapped.assumingMemoryBound(to: Self.self)
    }

    /// The offset in the source of a byte in libxml2's buffer, which begins at `begin`.
    @inline(__always)
    func offset(of pointer: UnsafePointer<UInt8>, in current: lx_position) -> Int {
        unsafe textStart &+ Int(current.consumed) &+ (pointer - current.begin.unsafelyUnwrapped)
    }

    /// Stops libxml2 if the parse has ended early or the tape is full. Must be the last statement of a callback,
    /// because it frees the buffer that the callback's arguments point into.
    @inline(__always)
    mutating func stopIfFailed() {
        if isFailed || builder.isFull { stopParser() }
    }

    @inline(never)
    private mutating func stopParser() {
        fail(XMLParsingLimits.inputTooLarge(at: position))
        unsafe xmlStopParser(cContext)
    }
}
