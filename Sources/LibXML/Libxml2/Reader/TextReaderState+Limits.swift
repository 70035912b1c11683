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
            size == names.dictionarySize, hasRoot
        {
            return true
        }
        names.dictionarySize = size
        unsafe checkLimits(cContext, place, tag, count)
        return !isFailed
    }

    @inline(never)
    private mutating func checkLimits(_ cContext: xmlParserCtxtPtr, _ place: Place, _ tag: Tag, _ count: Int) {
        if !hasRoot { unsafe lx_skip_ids(cContext) }
        if depth >= limits.depth {
            return fail(limits.tooDeep(at: place.start))
        }
        if depth >= Self.libxml2Depth { unsafe lx_set_huge(cContext, 1) }
        if count > limits.attributesPerElement { return fail(limits.tooManyAttributes(at: place.start)) }
        if !place.isInEntity, place.end - place.start > limits.tagSize {
            return fail(limits.tagTooLong(at: place.start))
        }
        if unsafe tag.namespaceCount > 0 && lx_namespaces_in_scope(cContext) > limits.namespacesInScope {
            return fail(limits.tooManyNamespaces(at: place.start))
        }
        unsafe checkName(tag.cLocal, tag.cPrefix, at: place.start)
        unsafe names.add(tag.cURI)
        for index in 0..<Int(tag.attributeCount) {
            let (local, prefix) = unsafe (tag.cAttributes?[5 * index], tag.cAttributes?[5 * index + 1])
            unsafe checkName(local, prefix, at: place.start)
        }
        for index in 0..<2 * Int(tag.namespaceCount) { unsafe names.add(tag.cNamespaces?[index]) }
        if names.known.count > limits.distinctNames { fail(limits.tooManyNames(at: place.start)) }
    }

    /// Counts the target of a processing instruction.
    mutating func checkTarget(_ target: UnsafePointer<UInt8>?) {
        unsafe names.add(target)
        if names.known.count > limits.distinctNames { fail(limits.tooManyNames(at: text.markup(from: position))) }
    }

    private mutating func checkName(
        _ local: UnsafePointer<UInt8>?, _ prefix: UnsafePointer<UInt8>?, at offset: Int
    ) {
        guard let local = unsafe local else { return }
        unsafe names.add(local)
        unsafe names.add(prefix)
        let length = unsafe UnsafePointer<UInt8>.length(local)
        let prefixLength = unsafe prefix.map { unsafe UnsafePointer<UInt8>.length($0) + 1 } ?? 0
        if length + prefixLength > limits.nameLength {
            fail(limits.nameTooLong(at: offset))
        }
    }

    // MARK: Before libxml2 has read it

    /// Of what length libxml2 refuses a construct.
    private static let hugeConstruct = 8 << 20

    /// Looks at what libxml2 has been given but has not reported; see ``PendingConstruct``.
    mutating func checkPending() {
        guard unsafe cContext != nil, !isFailed else { return }
        allowLongConstruct()
        guard feed.count - position > PendingConstruct.long, unsafe cdata.cNode == nil else { return }
        if let fault = feed.pending.check(
            in: text, from: text.markup(from: position), fed: feed.count, isInDocumentType: isInDocumentType, limits)
        {
            fail(fault)
        }
    }

    /// Lifts libxml2's own limits on one construct where ours allow more, or puts them back. They stay for declarations.
    func allowLongConstruct() {
        guard let cContext = unsafe cContext else { return }
        let length = max(feed.count - position, textRun?.length ?? 0, cdata.length)
        let isLong = length > Self.hugeConstruct && !isInDocumentType
        unsafe lx_set_huge(cContext, depth >= Self.libxml2Depth || isLong ? 1 : 0)
    }
}
