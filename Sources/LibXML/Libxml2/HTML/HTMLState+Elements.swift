import CLibXML2
import CLibXML2Shims

extension HTMLState {
    /// `startElement`. Names and values of attributes alternate; an attribute without a value has nil as its value.
    mutating func startElement(
        _ cName: UnsafePointer<UInt8>, _ cAttributes: UnsafeMutablePointer<UnsafePointer<UInt8>?>?
    ) {
        guard !isFailed else { return }
        unsafe cOpenNames = lx_open_names(cContext)
        // libxml2 is before the `>` or `/>` of the tag or, for an implied element, somewhere in the construct that
        // implies it.
        let cursor = cursor
        checkTask(at: cursor)
        if isFailed { return }
        let tag = unsafe tag(cName, isEnd: false, before: cursor)
        if tag == nil { addSpaceBeforeText() }
        let start = tag ?? impliedStart(before: cursor)
        if tag == nil, unsafe isMadeUpParagraph(cName), unsafe !text.span.has("</", at: start) {
            isInMadeUpParagraph = true
            return
        }
        writeRun(end: tag ?? position)
        if let tag, tag == translation?.cutTag { return position = tag }
        if builder.depth == 0, form == .document { reopenRoot() }
        let end = tag == nil ? start : tagEnd(at: cursor)
        let count = unsafe Self.count(cAttributes)
        let depth = builder.depth - baseDepth
        let place = sourceStart(start)
        if limits.areExceeded(depth: depth, attributeCount: count, tagSize: sourceEnd(end) - place) {
            return fail(limits.tagFault(depth: depth, attributeCount: count, at: start))
        }

        // The names of implied elements are not interned.
        guard let cInterned = unsafe tag == nil ? xmlDictLookup(cContext.pointee.dict, cName, -1) : cName else {
            return fail(.outOfMemory.at(start))
        }
        let name = unsafe name(cInterned, at: start)
        let index = UInt32(truncatingIfNeeded: builder.words.count)
        if builder.depth == 0, root == nil { root = index }
        builder.beginElement(name: name, start: UInt32(truncatingIfNeeded: place))
        unsafe addAttributes(cAttributes, count, at: start)
        if tag != nil { position = end }
    }

    /// `endElement`.
    mutating func endElement(_ cName: UnsafePointer<UInt8>) {
        guard !isFailed else { return }
        let cursor = cursor
        let tag = unsafe tag(cName, isEnd: true, before: cursor)
        if tag == nil { addSpaceBeforeText() }
        if isInMadeUpParagraph, unsafe isMadeUpParagraph(cName) {
            isInMadeUpParagraph = false
        } else {
            writeRun(end: tag ?? position)
            unsafe close(cName, end: tag == nil ? position : cursor)
        }
        if tag != nil { position = max(position, cursor) }
    }

    /// Ends the innermost element of this name and the elements in it. Up to 2.13, libxml2 does not report the end of
    /// an element whose tag is cut off by the end of the page.
    private mutating func close(_ cName: UnsafePointer<UInt8>, end: Int) {
        // The name of the element may stand for another one.
        let known = unsafe translation == nil ? nil : builder.names.knownName(local: cName, prefix: nil, uri: nil)
        let length = unsafe UnsafePointer<UInt8>.length(cName)
        let end = UInt32(truncatingIfNeeded: sourceEnd(max(end, position)))
        var element = Int(builder.current)
        var count = 1
        while builder.depth - count >= baseDepth {
            let number = builder.name(ofElement: element)
            let isSame = builder.names.withString(builder.names.name(number).local) { name in
                unsafe name.count == length
                    && name.withUnsafeBufferPointer {
                        unsafe $0.matches(UnsafeBufferPointer(start: cName, count: length), at: 0)
                    }
            }
            if isSame || known.map({ Int($0) == number }) ?? false {
                for _ in 0..<count { builder.endElement(end: end) }
                return
            }
            element = builder.parent(ofElement: element)
            count += 1
        }
    }

    /// Whether an element that is not in the source is the paragraph that libxml2 up to 2.13 implies for text outside
    /// of all elements but `html` and `body`.
    private func isMadeUpParagraph(_ cName: UnsafePointer<UInt8>) -> Bool {
        let isOutside =
            switch form {
            case .document: builder.depth <= 2 && !Libxml2.readsTextAsHTML5
            case .bareDocument: false
            case .fragment: builder.depth == baseDepth
            }
        return unsafe isOutside && cName[0] == UInt8(ascii: "p") && cName[1] == 0
    }

    /// Adds white space to `html` or `head` if it comes before text that implies other elements. libxml2 up to 2.13
    /// reports both together, and in these elements.
    private mutating func addSpaceBeforeText() {
        let end = unsafe text.span.index(from: position) { !$0.isHTMLSpace }
        guard !Libxml2.readsTextAsHTML5, form == .document, builder.depth > 0, end > position,
            unsafe end < text.count && text[end] != .lessThan
        else { return }
        let element = Int(builder.current)
        // Before the first element, libxml2 drops white space.
        guard builder.start(ofElement: element) < sourceStart(position) else { return }
        let name = builder.names.name(builder.name(ofElement: element)).local
        guard builder.names.withString(name, { $0.equals("html") || $0.equals("head") }) else { return }
        skippedSpace = end - position
        unsafe add(UnsafeBufferPointer(rebasing: text[position..<end]), at: position, isInText: true)
        position = end
    }

    /// The end of a tag whose `>` or `/>` is at `offset`; `offset` if neither is there.
    private func tagEnd(at offset: Int) -> Int {
        let text = unsafe text.span
        if text.has(">", at: offset) { return offset + 1 }
        return text.has("/>", at: offset) ? offset + 2 : offset
    }

    /// Reopens the root element, because a document has only one: content after its end is added to it.
    mutating func reopenRoot() {
        guard let root, builder.depth == 0 else { return }
        builder.current = root
        builder.depth = 1
    }

    /// The number of a name, given its interned pointer. A new name is checked.
    private mutating func name(_ cName: UnsafePointer<UInt8>, at offset: Int) -> UInt32 {
        if let known = unsafe builder.names.knownName(local: cName, prefix: nil, uri: nil) { return known }
        let name: UInt32
        let written = unsafe UnsafeBufferPointer(start: cName, count: UnsafePointer<UInt8>.length(cName))
        // From 2.14 on, libxml2 cuts long names. The longest character has four bytes.
        if Libxml2.readsTextAsHTML5, written.count > HTMLTagScanner.longestName - 4 { checkNames(ofTagAt: offset) }
        if let bytes = unsafe translation?.name(for: written.span) {
            name = unsafe bytes.withUnsafeBufferPointer { unsafe builder.names.addName($0, for: cName) }
        } else {
            name = unsafe builder.names.addName(local: cName, prefix: nil, uri: nil)
        }
        if builder.isOverLimit(name: name, length: limits.nameLength, count: limits.distinctNames),
            let fault = builder.fault(ofName: name, limits, at: offset)
        {
            fail(fault)
        }
        return name
    }

    /// Ends the parse if a name in the tag at an offset is longer than the limit.
    private mutating func checkNames(ofTagAt start: Int) {
        let text = unsafe text.span
        var longest = text.index(from: start + 1) { $0.endsTagName } - start - 1
        HTMLTagScanner.forEachAttribute(in: text, tag: start..<text.count) { attribute in
            longest = max(longest, attribute.name.count)
            return true
        }
        if longest > limits.nameLength { fail(limits.fault(.nameLength, at: start)) }
    }

    // MARK: Attributes

    private static func count(_ cAttributes: UnsafeMutablePointer<UnsafePointer<UInt8>?>?) -> Int {
        guard let cAttributes = unsafe cAttributes else { return 0 }
        var count = 0
        while unsafe cAttributes[2 * count] != nil { count += 1 }
        return count
    }

    private mutating func addAttributes(
        _ cAttributes: UnsafeMutablePointer<UnsafePointer<UInt8>?>?, _ count: Int, at start: Int
    ) {
        guard let cAttributes = unsafe cAttributes else { return }
        for index in 0..<count {
            guard let cName = unsafe cAttributes[2 * index] else { break }
            let name = unsafe name(cName, at: start)
            // `checked` is short for `checked="checked"`.
            let cValue = unsafe cAttributes[2 * index + 1] ?? (isBoolean(cName) ? cName : nil)
            let offset = builder.arena.count
            var length = 0
            if let cValue = unsafe cValue {
                length = unsafe append(UnsafeBufferPointer(start: cValue, count: UnsafePointer<UInt8>.length(cValue)))
            }
            builder.addAttribute(
                name: name, offset: UInt32(truncatingIfNeeded: offset), length: UInt32(truncatingIfNeeded: length),
                flags: TapeHead.inArena)
        }
    }

    /// Whether an attribute is one that HTML 4.01 allows without a value.
    private func isBoolean(_ cName: UnsafePointer<UInt8>) -> Bool {
        let name = unsafe UnsafeBufferPointer(start: cName, count: UnsafePointer<UInt8>.length(cName))
        let text = unsafe name.span
        switch text.count {
        case 5: return text.has("defer", at: 0) || text.has("ismap", at: 0)
        case 6: return text.has("nohref", at: 0) || text.has("nowrap", at: 0)
        case 7:
            return text.has("checked", at: 0) || text.has("compact", at: 0) || text.has("declare", at: 0)
                || text.has("noshade", at: 0)
        case 8:
            return text.has("disabled", at: 0) || text.has("multiple", at: 0) || text.has("noresize", at: 0)
                || text.has("readonly", at: 0) || text.has("selected", at: 0)
        default: return false
        }
    }
}
