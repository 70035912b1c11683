import CLibXML2
import CLibXML2Shims

extension TextReaderState {
    /// How deep elements nest in libxml2's tree before it has to be told that this is no mistake.
    private static var libxml2Depth: Int { min(250, lx_largest_depth() - 6) }

    @inline(__always)
    mutating func isWithinLimits(_ place: Place, _ tag: Tag) -> Bool {
        guard let cContext = unsafe cContext else { return false }
        let count = Int(tag.attributeCount) &+ Int(tag.namespaceCount)
        let size = unsafe xmlDictSize(cContext.pointee.dict)
        if depth < min(limits.depth, Self.libxml2Depth), count == 0 || count <= limits.attributesPerElement,
            place.isInEntity || place.end &- place.start <= limits.tagSize, tag.namespaceCount == 0,
            size == dictionarySize, hasRoot
        {
            return true
        }
        dictionarySize = size
        unsafe checkLimits(cContext, place, tag, count)
        return !isFailed
    }

    @inline(never)
    private mutating func checkLimits(_ cContext: xmlParserCtxtPtr, _ place: Place, _ tag: Tag, _ count: Int) {
        if !hasRoot { unsafe lx_skip_ids(cContext) }
        if depth >= limits.depth {
            return fail(
                .tooDeep, "elements nest deeper than the limit of \(limits.depth)", at: place.start,
                help: "XMLParsingLimits.depth allows more")
        }
        if depth >= Self.libxml2Depth { unsafe lx_set_huge(cContext, 1) }
        if count > limits.attributesPerElement { return failForAttributes(count, at: place.start) }
        if !place.isInEntity, place.end - place.start > limits.tagSize { return failForTag(at: place.start) }
        if unsafe tag.namespaceCount > 0 && lx_namespaces_in_scope(cContext) > limits.namespacesInScope {
            return fail(
                .tooManyNamespaces,
                "more namespace declarations in scope than the limit of \(limits.namespacesInScope)", at: place.start)
        }
        unsafe checkName(tag.cLocal, tag.cPrefix, at: place.start)
        unsafe checkString(tag.cURI)
        for index in 0..<Int(tag.attributeCount) {
            let (local, prefix) = unsafe (tag.cAttributes?[5 * index], tag.cAttributes?[5 * index + 1])
            unsafe checkName(local, prefix, at: place.start)
        }
        for index in 0..<2 * Int(tag.namespaceCount) { unsafe checkString(tag.cNamespaces?[index]) }
        if knownNames.count > limits.distinctNames { failForNameCount(at: place.start) }
    }

    /// Counts the target of a processing instruction.
    mutating func checkTarget(_ target: UnsafePointer<UInt8>?) {
        unsafe checkString(target)
        if knownNames.count > limits.distinctNames { failForNameCount(at: markup(from: position)) }
    }

    private mutating func checkName(
        _ local: UnsafePointer<UInt8>?, _ prefix: UnsafePointer<UInt8>?, at offset: Int
    ) {
        guard let local = unsafe local else { return }
        unsafe checkString(local)
        unsafe checkString(prefix)
        let length = unsafe UnsafePointer<UInt8>.length(local)
        let prefixLength = unsafe prefix.map { unsafe UnsafePointer<UInt8>.length($0) + 1 } ?? 0
        if length + prefixLength > limits.nameLength {
            fail(.nameTooLong, "a name is longer than the limit of \(limits.nameLength) bytes", at: offset)
        }
    }

    /// Counts an interned string.
    private mutating func checkString(_ string: UnsafePointer<UInt8>?) {
        guard let string = unsafe string else { return }
        let key = unsafe PointerTable.Key(string)
        if knownNames.number(of: key) == nil { knownNames.add(key, number: UInt32(knownNames.count)) }
    }

    mutating func failForNameCount(at offset: Int) {
        fail(.tooManyNames, "more distinct names than the limit of \(limits.distinctNames)", at: offset)
    }

    private mutating func failForAttributes(_ count: Int, at offset: Int) {
        fail(
            .tooManyAttributes,
            "\(count) attributes on one element are more than the limit of \(limits.attributesPerElement)", at: offset)
    }

    private mutating func failForTag(at offset: Int) {
        fail(.tagTooLong, "a tag is longer than the limit of \(limits.tagSize) bytes", at: offset)
    }

    // MARK: Before libxml2 has read it

    /// From which length on a construct is looked at, and of what length libxml2 refuses one.
    static let longConstruct = 32 << 10
    private static let hugeConstruct = 8 << 20

    /// Looks at what libxml2 has been given but has not reported; see ``PendingConstruct``.
    mutating func checkPending() {
        guard unsafe cContext != nil, !isFailed else { return }
        allowLongConstruct()
        if fed - position > Self.longConstruct { checkLong() }
    }

    /// Lifts libxml2's own limits on one construct where ours allow more, or puts them back. They stay for declarations.
    func allowLongConstruct() {
        guard let cContext = unsafe cContext else { return }
        let length = max(fed - position, textStart < 0 ? 0 : textLength, cdata.length)
        let isLong = length > Self.hugeConstruct && documentTypeStart < 0
        unsafe lx_set_huge(cContext, depth >= Self.libxml2Depth || isLong ? 1 : 0)
    }

    private mutating func checkLong() {
        let start = markup(from: position)
        guard start + 1 < fed, unsafe cdata.cNode == nil, let next = byte(at: start + 1) else { return }
        guard next != UInt8(ascii: "!"), next != UInt8(ascii: "?") else {
            if documentTypeStart < 0, fed - start > limits.textLength {
                fail(
                    .textTooLong, "a comment or the like is longer than the limit of \(limits.textLength) bytes",
                    at: start)
            }
            return
        }
        let base = window.start.offset
        unsafe pendingConstruct.scanTag(window.text.elements, start: start - base, end: fed - base)
        if pendingConstruct.attributeCount > limits.attributesPerElement {
            fail(
                .tooManyAttributes,
                "more attributes on one element than the limit of \(limits.attributesPerElement)", at: start)
        } else if fed - start > limits.tagSize {
            fail(.tagTooLong, "a tag is longer than the limit of \(limits.tagSize) bytes", at: start)
        }
    }
}
