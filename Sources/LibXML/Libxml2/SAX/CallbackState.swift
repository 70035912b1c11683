import CLibXML2
import CLibXML2Shims

/// The state that the callbacks of one parse use: they receive a pointer to it and access nothing else.
///
/// It has no access to the tape, because the accessors that a protocol requires cost time in every callback.
protocol CallbackState: ~Copyable, FaultReporter {
    var limits: XMLParsingLimits { get }
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

    /// The offset in the source of a byte in libxml2's buffer.
    @inline(__always)
    func offset(of pointer: UnsafePointer<UInt8>, in current: lx_position) -> Int {
        unsafe textStart &+ Int(bitPattern: current.consumed) &+ (pointer - current.begin.unsafelyUnwrapped)
    }

    /// Stops libxml2 after the parse has ended early, or because the tape is full. Must be the last statement of a
    /// callback, because it frees the buffer that the callback's arguments point into.
    @inline(never)
    mutating func stopParser() {
        fail(XMLParsingLimits.inputTooLarge(at: position))
        unsafe xmlStopParser(cContext)
    }

    /// Ends the parse if text is too long.
    ///
    /// - Parameter what: the construct that contains the text, such as “a comment”.
    @inline(__always)
    mutating func checkLength(_ length: Int, of what: StaticString, at offset: Int) {
        if length > limits.textLength { fail(limits.textFault(what, at: offset)) }
    }
}

// MARK: Limits of tags and names

extension XMLParsingLimits {
    /// Returns whether the start tag of an element exceeds a limit.
    ///
    /// - Parameter depth: the number of elements around it.
    @inline(__always)
    func areExceeded(depth: Int, attributeCount: Int, tagSize: Int) -> Bool {
        depth >= self.depth || attributeCount > attributesPerElement || tagSize > self.tagSize
    }

    /// Returns the fault of a start tag that exceeds a limit.
    @inline(never)
    func tagFault(depth: Int, attributeCount: Int, at start: Int) -> Fault {
        let areTooMany = attributeCount > attributesPerElement
        return fault(depth >= self.depth ? .depth : areTooMany ? .attributesPerElement : .tagSize, at: start)
    }
}

extension TapeBuilder {
    /// Whether the name that was added last exceeds a limit.
    @inline(__always)
    func isOverLimit(name: UInt32, length: Int, count: Int) -> Bool {
        names.qualifiedLength(Int(name)) > length || names.isFull(limit: count)
    }

    /// Returns the fault of the name that was added last, if it exceeds a limit.
    @inline(never)
    func fault(ofName name: UInt32, _ limits: XMLParsingLimits, at offset: Int) -> Fault? {
        if names.qualifiedLength(Int(name)) > limits.nameLength { return limits.fault(.nameLength, at: offset) }
        return faultOfNameCount(limits, at: offset)
    }

    /// Returns the fault of a document with too many names and other strings.
    func faultOfNameCount(_ limits: XMLParsingLimits, at offset: Int) -> Fault? {
        names.isFull(limit: limits.distinctNames) ? limits.fault(.distinctNames, at: offset) : nil
    }
}
