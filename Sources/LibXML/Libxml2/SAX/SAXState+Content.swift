import CLibXML2
import CLibXML2Shims

extension SAXState {
    /// `characters` and `ignorableWhitespace`. libxml2 splits long text into several calls.
    @inline(__always)
    mutating func characters(_ bytes: UnsafePointer<UInt8>, _ length: Int) {
        guard !isFailed, length > 0 else { return }
        if builder.run.kind == .cdata {
            endCDATA()
            if isFailed { return }
        }
        let current = unsafe lx_current_position(cContext)
        if unsafe current.isInsideEntity == 0 && bytes >= current.begin.unsafelyUnwrapped
            && bytes < current.end.unsafelyUnwrapped
        {
            let offset = unsafe offset(of: bytes, in: current)
            if unsafe bytes.pointee == UInt8(ascii: ">") || bytes.pointee == UInt8(ascii: "]"), endsCDATA(at: offset) {
                return
            }
            builder.appendText(at: offset, length: length)
            position = offset &+ length
        } else {
            unsafe decodedCharacters(UnsafeBufferPointer(start: bytes, count: length))
        }
        if builder.run.length > longText { checkLongText() }
    }

    /// Ends the parse if a piece of character data that begins at `offset` completes a `]]>` with the piece before it.
    ///
    /// libxml2 finds a `]]>` only within its buffer. A `]` right before character data is itself character data: all
    /// markup and all references end with other characters.
    @inline(never)
    private mutating func endsCDATA(at offset: Int) -> Bool {
        let start = text.byte(at: offset) == UInt8(ascii: ">") ? offset - 2 : offset - 1
        guard text.byte(at: start) == UInt8(ascii: "]"), text.has("]]>", at: start) else { return false }
        fail(.cdataEndInText.at(start))
        return true
    }

    /// The length from which text is checked.
    private var longText: Int { min(64 << 10, limits.textLength) }

    @inline(never)
    private mutating func checkLongText() {
        if builder.run.length > limits.textLength {
            checkLength(builder.run.length, of: "text", at: builder.run.start)
        } else if records.isActive, records.start == nil {
            // Text outside of records is not needed.
            builder.run.kind = nil
        }
    }

    /// Handles character data that is not in libxml2's buffer: from a reference, or with non-ASCII characters, which
    /// libxml2 copies.
    @inline(never)
    private mutating func decodedCharacters(_ bytes: UnsafeBufferPointer<UInt8>) {
        let current = unsafe lx_current_position(cContext)
        if pending != nil, unsafe current.isInsideEntity != 0 {
            return deliverPending(bytes.count)
        }
        guard unsafe current.isInsideEntity == 0 else {
            let end = unsafe offset(of: current.current.unsafelyUnwrapped, in: current)
            return unsafe builder.appendText(
                bytes, start: builder.run.kind == nil ? references.start(before: end, in: text) : 0)
        }
        // Text that libxml2 has copied begins in the source where the last piece ended.
        let source = unsafe builder.source
        let begin = builder.run.kind == nil ? startOfText() : builder.run.sourceEnd
        let start = unsafe source.span.has("\r\n", at: begin) ? begin + 1 : begin
        if unsafe source.matches(bytes, at: start) && source[start] != UInt8(ascii: "&") {
            if unsafe source[start] == UInt8(ascii: ">") || source[start] == UInt8(ascii: "]"), endsCDATA(at: start) {
                return
            }
            builder.appendText(at: start, length: bytes.count)
            position = start + bytes.count
        } else {
            unsafe builder.appendText(bytes, start: begin)
            // Continue after the reference, so that text that has been read is not searched for markup.
            let end = unsafe offset(of: current.current.unsafelyUnwrapped, in: current)
            position = max(position, min(end, source.count))
        }
    }

    /// Where text begins after the last event: after references to empty entities, which cause no event.
    private mutating func startOfText() -> Int {
        let text = unsafe builder.source.span
        var start = position
        while text.hasEntityReference(at: start),
            !(isRepaired && InvalidCharacterReference.begins(in: text, at: start))
        {
            start = text.index(from: start) { $0 == UInt8(ascii: ";") } + 1
        }
        return min(start, text.count)
    }

    /// `cdataBlock`. Up to 2.13, the push parser delivers long sections in pieces.
    mutating func cdata(_ bytes: UnsafePointer<UInt8>, _ length: Int) {
        guard !isFailed else { return }
        let current = unsafe lx_current_position(cContext)
        let isInEntity = unsafe current.isInsideEntity != 0
        // The offset in the source; nil if the bytes are not in it.
        let offset =
            unsafe !isInEntity && bytes >= current.begin.unsafelyUnwrapped && bytes < current.end.unsafelyUnwrapped
            ? offset(of: bytes, in: current) : nil
        if builder.run.kind == .cdata, builder.run.sourceEnd != offset { endCDATA() }
        guard !isFailed else { return }
        if builder.run.kind != .cdata {
            if isInEntity {
                let end = unsafe self.offset(of: current.current.unsafelyUnwrapped, in: current)
                writeRun(end: end)
                builder.beginCDATA(from: references.start(before: end, in: text)..<end)
            } else {
                let start = text.markup(from: position)
                writeRun(end: start)
                builder.beginCDATA(start: start)
            }
        }
        if let offset {
            builder.appendCDATA(at: offset, length: length)
            position = offset + length
        } else {
            unsafe copiedCDATA(UnsafeBufferPointer(start: bytes, count: length), isInEntity: isInEntity)
        }
        checkLength(builder.run.length, of: "a CDATA section", at: builder.run.start)
    }

    /// Adds a piece of a CDATA section that libxml2 has copied.
    private mutating func copiedCDATA(_ bytes: UnsafeBufferPointer<UInt8>, isInEntity: Bool) {
        let offset = builder.run.sourceEnd
        if unsafe !isInEntity && builder.source.matches(bytes, at: offset) {
            builder.appendCDATA(at: offset, length: bytes.count)
        } else {
            unsafe builder.appendCDATA(bytes)
        }
        if !isInEntity { position = builder.run.start + 9 }
    }

    /// The end of the CDATA section that is being collected; nil if the source does not contain it.
    mutating func cdataEnd() -> Int? {
        // A section from an entity ends with the reference.
        guard unsafe builder.source.span.has("<![CDATA[", at: builder.run.start) else { return builder.run.sourceEnd }
        let end = unsafe builder.source.end(of: "]]>", from: builder.run.sourceEnd)
        return unsafe builder.source.span.has("]]>", at: end - 3) ? end : nil
    }

    /// Writes the CDATA section that is being collected.
    mutating func endCDATA() {
        let end = unsafe cdataEnd() ?? builder.source.count
        writeRun(end: end)
        position = max(position, end)
    }

    /// Writes the data that is being collected before a construct that begins at `start`.
    mutating func endRun(before start: Int) {
        if builder.run.kind == .cdata { endCDATA() } else { writeRun(end: start) }
    }
}
