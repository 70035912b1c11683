import CLibXML2
import CLibXML2Shims

extension SAXParser {
    private static let slice = 64 << 10

    /// Parses with the push parser.
    static func push(
        _ text: UnsafeBufferPointer<UInt8>, into state: UnsafeMutablePointer<SAXState>, _ source: Source,
        _ options: XMLParsingOptions
    ) -> Outcome {
        var handler = unsafe SAXState.makeHandler()
        guard let cContext = unsafe xmlCreatePushParserCtxt(&handler, state, nil, 0, nil) else { return .outOfMemory }
        unsafe prepare(cContext, state, text, source, options)

        var position = source.textStart
        var length = slice
        var pending = PendingConstruct()
        repeat {
            let end = min(position + length, text.count)
            let isLast = source.stop == nil && end == text.count
            unsafe text.withMemoryRebound(to: CChar.self) { chars in
                _ = unsafe xmlParseChunk(
                    cContext, chars.baseAddress.map { unsafe $0 + position }, Int32(end - position), isLast ? 1 : 0)
            }
            position = end
            if isLast { break }
            // A construct that does not end in one slice gets slices of its own size, so that looking for its end
            // again and again takes time in proportion to its length.
            length = unsafe min(max(slice, end - state.pointee.position), SAXState.largestPiece)
            unsafe state.pointee.check(&pending, fed: end)
            // Its own limit would end the parse of a long comment or CDATA section; ours are checked here. It stays for
            // declarations, of which all is read at once.
            let isLong = unsafe state.pointee.isLong(fed: end + length) && !state.pointee.isInDocumentType
            unsafe lx_set_huge(cContext, isLong ? 1 : 0)
        } while unsafe position < text.count && !state.pointee.isFailed
        if unsafe state.pointee.isFailed { unsafe xmlStopParser(cContext) }
        return .parsed
    }
}
