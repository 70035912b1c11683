import CLibXML2
import CLibXML2Shims

extension SAXState {
    /// `startElementNs`. Each attribute is five pointers, each namespace declaration two.
    @inline(__always)
    mutating func startElement(
        local: UnsafePointer<UInt8>, prefix: UnsafePointer<UInt8>?, uri: UnsafePointer<UInt8>?,
        namespaceCount: Int, cNamespaces: UnsafeMutablePointer<UnsafePointer<UInt8>?>?,
        attributeCount: Int, defaultedCount: Int, cAttributes: UnsafeMutablePointer<UnsafePointer<UInt8>?>?
    ) {
        guard !isFailed else { return }
        if builder.run.kind == .cdata { endCDATA() }
        let current = unsafe lx_current_position(cContext)
        var place = unsafe place(current)
        if !place.isInEntity {
            // libxml2 is at the offset where the `>` or `/>` of the tag should be, and checks for it only after this
            // call.
            guard let end = tagEnd(at: place.end) else { return }
            place.end = end
        }
        writeRun(end: place.isInEntity ? place.end : place.start)
        let count = namespaceCount + attributeCount
        if limits.areExceeded(depth: builder.depth, attributeCount: count, tagSize: place.end &- place.start) {
            return fail(limits.tagFault(depth: builder.depth, attributeCount: count, at: place.start))
        }
        if !faults.kept.isEmpty { endWithFaultOfTag() }
        if isFailed { return }
        if pending != nil { settlePendingInAttribute() }

        let name = unsafe name(local, prefix, uri, at: place.start)
        if records.isActive {
            records.begin(name: name, builder.names, word: builder.words.count, arena: builder.arena.count)
        }
        // libxml2 does not report the place of a tag that comes from an entity.
        let isOneTag = !place.isInEntity && builder.byte(at: place.end &- 2) == UInt8(ascii: "/")
        builder.beginElement(
            name: name, start: UInt32(truncatingIfNeeded: place.start), flags: isOneTag ? TapeHead.oneTag : 0)
        if namespaceCount > 0 || isObserved || declaresXML(place) {
            var parts = unsafe TagParts(namespaceCount, cNamespaces, attributeCount, defaultedCount, cAttributes)
            if namespaceCount > 0, !impliedDeclarations.isEmpty { hideImplied(&parts, place) }
            if isObserved {
                if validation.isActive { unsafe validateStart(local: local, prefix: prefix, uri: uri, parts, place) }
                return unsafe deliverStart(CName(local, prefix, uri), parts, place)
            }
            addTagParts(parts, place)
        } else {
            for index in 0..<attributeCount {
                unsafe addAttribute(
                    cAttributes.unsafelyUnwrapped + 5 * index, of: attributeCount,
                    isDefaulted: index >= attributeCount - defaultedCount, place, current)
            }
        }
        // An element at which the parse failed is not delivered.
        if isFailed { return builder.discardElement() }
        if records.isUnsettled { records.settle(builder) }
        position = place.end
        if validation.isActive {
            let parts = unsafe TagParts(namespaceCount, cNamespaces, attributeCount, defaultedCount, cAttributes)
            unsafe validateStart(local: local, prefix: prefix, uri: uri, parts, place)
        }
    }

    /// `endElementNs`.
    @inline(__always)
    mutating func endElement(
        local: UnsafePointer<UInt8>?, prefix: UnsafePointer<UInt8>?, uri: UnsafePointer<UInt8>?
    ) {
        guard !isFailed else { return }
        if builder.run.kind == .cdata { endCDATA() }
        guard builder.depth > 0 else {
            return fail(.internalFailure, "libxml2 ended an element that has not begun", at: position)
        }
        let place = unsafe place(lx_current_position(cContext))
        writeRun(end: place.isInEntity ? place.end : place.start)
        if validation.isActive {
            validateEnd(place)
            if isFailed { return }
        }
        if isObserved { return unsafe deliverEnd(CName(local, prefix, uri), place) }
        builder.endElement(end: UInt32(truncatingIfNeeded: place.end))
        if records.isActive {
            records.end(depth: builder.depth, words: builder.words.count, arena: builder.arena.count)
        }
        position = place.end
    }

    /// The end of a tag whose `>` or `/>` is at `offset`; nil if neither is there.
    @inline(__always)
    private mutating func tagEnd(at offset: Int) -> Int? {
        guard unsafe offset < builder.source.count else { return nil }
        if builder.byte(at: offset) == UInt8(ascii: ">") { return offset &+ 1 }
        guard unsafe offset &+ 1 < builder.source.count, builder.byte(at: offset &+ 1) == UInt8(ascii: ">") else {
            return nil
        }
        return offset &+ 2
    }

    /// The number of a name. A new name is checked.
    @inline(__always)
    private mutating func name(
        _ local: UnsafePointer<UInt8>, _ prefix: UnsafePointer<UInt8>?, _ uri: UnsafePointer<UInt8>?, at offset: Int
    ) -> UInt32 {
        if let known = unsafe builder.names.knownName(local: local, prefix: prefix, uri: uri) { return known }
        return unsafe newName(local, prefix, uri, at: offset)
    }

    @inline(never)
    private mutating func newName(
        _ local: UnsafePointer<UInt8>, _ prefix: UnsafePointer<UInt8>?, _ uri: UnsafePointer<UInt8>?, at offset: Int
    ) -> UInt32 {
        let name = unsafe builder.names.addName(local: local, prefix: prefix, uri: uri)
        if builder.isOverLimit(name: name, length: limits.nameLength, count: limits.distinctNames),
            let fault = builder.fault(ofName: name, limits, at: offset)
        {
            fail(fault)
        }
        return name
    }

    mutating func checkNameCount(at offset: Int) {
        if let fault = builder.faultOfNameCount(limits, at: offset) { fail(fault) }
    }
}

// MARK: Attributes

extension SAXState {
    /// Adds the attribute that five pointers of libxml2 describe: local name, prefix, URI, begin and end of the value.
    @inline(__always)
    private mutating func addAttribute(
        _ cAttribute: UnsafeMutablePointer<UnsafePointer<UInt8>?>, of attributeCount: Int, isDefaulted: Bool,
        _ place: Place, _ current: lx_position
    ) {
        guard let local = unsafe cAttribute[0], let begin = unsafe cAttribute[3], let end = unsafe cAttribute[4] else {
            return
        }
        let name = unsafe name(local, cAttribute[1], cAttribute[2], at: place.start)
        let length = unsafe end - begin
        let offset: Int
        var flags: UInt32 = isDefaulted ? TapeHead.defaulted : 0
        if unsafe !place.isInEntity && begin >= current.begin.unsafelyUnwrapped && end <= current.end.unsafelyUnwrapped
        {
            offset = unsafe self.offset(of: begin, in: current)
        } else {
            offset = builder.arena.count
            flags |= TapeHead.inArena
            unsafe builder.arena.append(UnsafeBufferPointer(start: begin, count: length))
            if isDefaulted { unsafe checkDefault(local, length, of: attributeCount, at: place.start) }
        }
        builder.addAttribute(
            name: name, offset: UInt32(truncatingIfNeeded: offset), length: UInt32(truncatingIfNeeded: length),
            flags: flags)
    }

    /// The namespace declarations and attributes of one tag.
    @safe
    struct TagParts {
        var namespaceCount: Int
        var cNamespaces: UnsafeMutablePointer<UnsafePointer<UInt8>?>?
        var attributeCount: Int
        var defaultedCount: Int
        var cAttributes: UnsafeMutablePointer<UnsafePointer<UInt8>?>?

        init(
            _ namespaceCount: Int, _ cNamespaces: UnsafeMutablePointer<UnsafePointer<UInt8>?>?, _ attributeCount: Int,
            _ defaultedCount: Int, _ cAttributes: UnsafeMutablePointer<UnsafePointer<UInt8>?>?
        ) {
            self.namespaceCount = namespaceCount
            unsafe self.cNamespaces = unsafe cNamespaces
            self.attributeCount = attributeCount
            self.defaultedCount = defaultedCount
            unsafe self.cAttributes = unsafe cAttributes
        }
    }

    /// Removes the namespace declarations that the repair added, which are the first ones of their tag.
    @inline(never)
    private mutating func hideImplied(_ parts: inout TagParts, _ place: Place) {
        guard !place.isInEntity else { return }
        let count = min(impliedDeclarations.take(to: place.end + entities.discarded), parts.namespaceCount)
        parts.namespaceCount -= count
        unsafe parts.cNamespaces = parts.cNamespaces.map { unsafe $0 + 2 * count }
    }

    /// Adds namespace declarations and attributes in the order of the tag, which libxml2 does not preserve.
    @inline(never)
    private mutating func addTagParts(_ parts: TagParts, _ place: Place) {
        let current = unsafe lx_current_position(cContext)
        var nextNamespace = 0
        var nextAttribute = 0
        var hasXMLNamespace = false
        let written = parts.attributeCount - parts.defaultedCount
        if !place.isInEntity, written > 0 || declaresXML(place) {
            let source = unsafe builder.source
            let text = unsafe source.span
            TagScanner.forEachAttribute(in: text, tag: place.start..<place.end) { attribute in
                if let prefix = TagScanner.declaredPrefix(text, attribute.name) {
                    if text.extracting(prefix).equals("xml") {
                        // libxml2 also accepts two such declarations.
                        if !hasXMLNamespace { addXMLNamespace() }
                        hasXMLNamespace = true
                        return true
                    }
                    guard nextNamespace < parts.namespaceCount, declares(parts, nextNamespace, prefix) else {
                        return true
                    }
                    addNamespace(parts, nextNamespace, place)
                    nextNamespace += 1
                } else if nextAttribute < written {
                    unsafe addAttribute(
                        parts.cAttributes.unsafelyUnwrapped + 5 * nextAttribute, of: parts.attributeCount,
                        isDefaulted: false, place, current)
                    nextAttribute += 1
                }
                return true
            }
        }
        for index in nextNamespace..<parts.namespaceCount { addNamespace(parts, index, place) }
        for index in nextAttribute..<parts.attributeCount {
            unsafe addAttribute(
                parts.cAttributes.unsafelyUnwrapped + 5 * index, of: parts.attributeCount,
                isDefaulted: index >= written, place, current)
        }
        checkNamespaceCount(at: place.start)
    }

    /// Whether a tag declares the prefix `xml`. libxml2 checks such a declaration, and does not report it.
    ///
    /// Tags that are too short to contain the URI are not searched, because this would take a hundredth of the time of
    /// a parse. A URI in an entity is not found.
    @inline(__always)
    private mutating func declaresXML(_ place: Place) -> Bool {
        // `<a xmlns:xml="http://www.w3.org/XML/1998/namespace">`
        guard place.end &- place.start >= 52, !place.isInEntity else { return false }
        return unsafe builder.source.span.extracting(place.start..<place.end).endIfAny(of: "xmlns:xml", from: 0) != nil
    }

    /// Adds the declaration of the prefix `xml`, for which libxml2 accepts one URI.
    private mutating func addXMLNamespace() {
        // The dictionary has contained both strings since its creation.
        guard let cPrefix = unsafe xmlDictLookup(cContext.pointee.dict, "xml", -1),
            let cURI = unsafe xmlDictLookup(cContext.pointee.dict, ReservedNamespaces.xml, -1)
        else { return }
        unsafe builder.addNamespace(prefix: builder.names.string(cPrefix), uri: builder.names.string(cURI))
    }

    private mutating func checkNamespaceCount(at offset: Int) {
        if builder.namespacesInScope > limits.namespacesInScope { fail(limits.fault(.namespacesInScope, at: offset)) }
        checkNameCount(at: offset)
    }

    /// Checks an attribute that a tag has by default, with a value of this length.
    ///
    /// libxml2 does not check that the names in declarations are qualified names (Namespaces in XML 1.0, section 5).
    @inline(never)
    private mutating func checkDefault(
        _ cLocal: UnsafePointer<UInt8>, _ length: Int, of attributeCount: Int, at offset: Int
    ) {
        if !isRepaired, case let local = unsafe String(cXML: cLocal), local.utf8.contains(UInt8(ascii: ":")) {
            return fail(.invalidName, "the name of the default attribute “\(local)” has a misplaced colon", at: offset)
        }
        withEntities { (entities) throws(Fault) in
            try entities.charge(defaultOf: length, among: attributeCount, at: offset)
        }
    }

    /// Checks the limits on the namespace declarations and attributes of a tag, without adding its attributes.
    @inline(never)
    mutating func checkParts(_ parts: TagParts, _ place: Place) {
        if parts.namespaceCount > 0 {
            for index in 0..<parts.namespaceCount { addNamespace(parts, index, place) }
            checkNamespaceCount(at: place.start)
        }
        guard let cAttributes = unsafe parts.cAttributes else { return }
        for index in 0..<parts.attributeCount {
            let cAttribute = unsafe cAttributes + 5 * index
            guard let local = unsafe cAttribute[0], let begin = unsafe cAttribute[3], let end = unsafe cAttribute[4]
            else { continue }
            _ = unsafe name(local, cAttribute[1], cAttribute[2], at: place.start)
            if index >= parts.attributeCount - parts.defaultedCount {
                unsafe checkDefault(local, end - begin, of: parts.attributeCount, at: place.start)
            }
        }
    }

    /// Whether a namespace declaration declares the prefix in `range`, which is empty for the default namespace.
    private mutating func declares(_ parts: TagParts, _ index: Int, _ range: Range<Int>) -> Bool {
        guard let cPrefix = unsafe parts.cNamespaces?[2 * index] else { return range.isEmpty }
        let prefix = unsafe UnsafeBufferPointer(start: cPrefix, count: UnsafePointer<UInt8>.length(cPrefix))
        return unsafe prefix.count == range.count && builder.source.matches(prefix, at: range.lowerBound)
    }

    private mutating func addNamespace(_ parts: TagParts, _ index: Int, _ place: Place) {
        guard let cNamespaces = unsafe parts.cNamespaces else { return }
        let prefix = unsafe builder.names.string(cNamespaces[2 * index])
        // A missing URI, as in `xmlns=""`, is the empty URI.
        let uri = unsafe cNamespaces[2 * index + 1].map { unsafe builder.names.string($0) } ?? TapeHead.none
        builder.addNamespace(prefix: prefix, uri: uri)
    }
}
