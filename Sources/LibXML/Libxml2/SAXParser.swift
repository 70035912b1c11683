import CLibXML2
import CLibXML2Shims

/// Parses whole documents with libxml2's push parser into a tape.
enum SAXParser {
    struct Result {
        var tape: Tape
        /// Warnings if the document is well-formed; otherwise the first fault that is none tells why it is not.
        var faults: [Fault]
    }

    /// Parses a document.
    ///
    /// The text is fed in slices. Between them the parser's buffer shows whether one construct is taking up more than
    /// a limit allows, before libxml2 looks at it as a whole.
    static func parse(_ source: Source, options: XMLParsingOptions) -> Result {
        unsafe source.withUnsafeText { text in
            Libxml2.start()
            var handler = unsafe SAXState.makeHandler()
            let state = UnsafeMutablePointer<SAXState>.allocate(capacity: 1)
            defer { unsafe state.deallocate() }
            guard let cContext = unsafe xmlCreatePushParserCtxt(&handler, state, nil, 0, nil) else {
                let builder = unsafe TapeBuilder(source: text)
                return Result(tape: builder.finish(source), faults: [Fault(.internalFailure, "out of memory", at: 0)])
            }
            unsafe xmlCtxtUseOptions(cContext, lx_safe_options())
            unsafe lx_forbid_loading(cContext)
            unsafe state.initialize(
                to: SAXState(source: text, textStart: source.textStart, options: options, cContext: cContext))

            unsafe feed(text, to: state, isWhole: source.stop == nil)
            if let stop = source.stop { unsafe state.pointee.report(stop) }
            unsafe state.pointee.free()
            return unsafe state.move().result(source)
        }
    }

    private static let slice = 64 << 10
    /// libxml2 refuses slices of more than 10,000,000 bytes.
    private static let largestSlice = 8 << 20

    private static func feed(
        _ text: UnsafeBufferPointer<UInt8>, to state: UnsafeMutablePointer<SAXState>, isWhole: Bool
    ) {
        let cContext = unsafe state.pointee.cContext
        var position = unsafe state.pointee.textStart
        var length = slice
        var tag = PendingTag()
        repeat {
            let end = min(position + length, text.count)
            let isLast = isWhole && end == text.count
            unsafe text.withMemoryRebound(to: CChar.self) { chars in
                _ = unsafe xmlParseChunk(
                    cContext, chars.baseAddress.map { unsafe $0 + position }, Int32(end - position), isLast ? 1 : 0)
            }
            position = end
            if isLast { break }
            // A construct that does not end in one slice gets slices of its own size, so that looking for its end
            // again and again takes time in proportion to its length.
            let pending = unsafe state.pointee.pendingLength
            length = min(max(slice, pending), largestSlice)
            unsafe lx_set_huge(cContext, pending > largestSlice ? 1 : 0)
            unsafe state.pointee.checkPending(&tag, end: position)
        } while unsafe position < text.count && !state.pointee.isFailed
    }
}

extension SAXState {
    /// How many bytes libxml2 holds back because their construct is not complete.
    var pendingLength: Int {
        let current = unsafe lx_current_position(cContext)
        guard let start = unsafe current.current, let end = unsafe current.end else { return 0 }
        return unsafe end - start
    }

    /// Frees what libxml2 holds. The context owns the document with the declarations, but does not free it.
    func free() {
        unsafe xmlFreeDoc(cStandIns)
        unsafe xmlFreeDoc(cContext.pointee.myDoc)
        unsafe cContext.pointee.myDoc = nil
        unsafe xmlFreeParserCtxt(cContext)
    }

    consuming func result(_ source: Source) -> SAXParser.Result {
        let faults = faults
        return SAXParser.Result(tape: builder.finish(source), faults: faults)
    }
}
