import CLibXML2
import CLibXML2Shims

extension TextReaderState {
    /// `startElementNs`.
    @inline(__always)
    mutating func startElement(_ userData: UnsafeMutableRawPointer?, _ tag: Tag) {
        guard !isFailed else { return }
        endRuns()
        let current = unsafe current
        var place = unsafe place(current)
        // libxml2 stands where the `>` or `/>` of the tag should be, and looks for it only after this call. In an entity
        // that is another input.
        let cContext = unsafe Self.context(userData)
        let isEmpty = unsafe cContext.pointee.input.pointee.cur.pointee == UInt8(ascii: "/")
        if !place.isInEntity {
            guard text.byte(at: place.end &+ (isEmpty ? 1 : 0)) == UInt8(ascii: ">") else {
                // Whatever stands there is a fault, which libxml2 reports next.
                return
            }
            place.end &+= isEmpty ? 2 : 1
        }
        guard isWithinLimits(place, tag) else { return }

        if tag.namespaceCount > 0 {
            expandURIs(in: tag, at: place.start)
            if isFailed { return }
        }
        // Told of attributes that have their default values, libxml2 would leave them out.
        unsafe cOriginal.startElementNs?(
            userData, tag.cLocal, tag.cPrefix, tag.cURI, tag.namespaceCount, tag.cNamespaces, tag.attributeCount, 0,
            tag.cAttributes)
        depth &+= 1
        hasRoot = true
        guard let cNode = unsafe cContext.pointee.node else { return }
        if place.isInEntity {
            unsafe cNode.pointee._private = NodePlace.pack(start: -1, isEmpty: isEmpty)
            unsafe keepPrefixes(of: cNode, tag)
        } else {
            unsafe cNode.pointee._private = NodePlace.pack(start: place.start, isEmpty: isEmpty)
            position = place.end
        }
        if tag.namespaceCount > 0 { unsafe numberNamespaces(of: cNode, tag) }
        if tag.defaultedCount > 0 { unsafe markDefaulted(cNode, tag, place) }
        if entities.declaredCount > 0 && tag.attributeCount > 0 { unsafe chargeReferences(in: cNode, at: place.start) }
    }

    /// `endElementNs`.
    @inline(__always)
    mutating func endElement(
        _ userData: UnsafeMutableRawPointer?, _ local: UnsafePointer<UInt8>?, _ prefix: UnsafePointer<UInt8>?,
        _ uri: UnsafePointer<UInt8>?
    ) {
        guard !isFailed else { return }
        endRuns()
        let current = unsafe current
        let end = unsafe offset(of: current.current.unsafelyUnwrapped, in: current)
        if unsafe current.isInsideEntity == 0, let cNode = unsafe Self.context(userData).pointee.node {
            unsafe cNode.pointee.psvi = NodePlace.pack(
                end: NodePlace.isEmpty(cNode) ? position : text.markup(from: position))
            position = end
        }
        depth &-= 1
        unsafe cOriginal.endElementNs?(userData, local, prefix, uri)
    }

    /// `characters` and `ignorableWhitespace`: libxml2 splits long text into several calls.
    @inline(__always)
    mutating func characters(_ userData: UnsafeMutableRawPointer?, _ bytes: UnsafePointer<UInt8>, _ length: Int32) {
        guard !isFailed, length > 0 else { return }
        if unsafe cdata.cNode != nil { endCDATA() }
        let current = unsafe current
        unsafe cOriginal.characters?(userData, bytes, length)
        guard unsafe current.isInsideEntity == 0 else { return }
        // libxml2 passes over the first of the two characters of a line end at the beginning.
        var run = textRun ?? (position, 0)
        var start = position
        if unsafe bytes >= current.begin.unsafelyUnwrapped && bytes < current.end.unsafelyUnwrapped {
            start = unsafe offset(of: bytes, in: current)
            position = start &+ Int(length)
        } else {
            // From a reference, or from beyond ASCII, which libxml2 copies.
            let piece = unsafe UnsafeBufferPointer(start: bytes, count: Int(length))
            if text.has("\r\n", at: start), unsafe text.matches(piece, at: start + 1) { start += 1 }
            let end = unsafe offset(of: current.current.unsafelyUnwrapped, in: current)
            position =
                unsafe text.matches(piece, at: start) && text.byte(at: start) != UInt8(ascii: "&")
                ? start + Int(length) : max(position, min(end, text.end))
        }
        if let cText = unsafe Self.context(userData).pointee.node?.pointee.last, unsafe cText.pointee._private == nil {
            unsafe cText.pointee._private = NodePlace.pack(start: run.start, isEmpty: false)
        }
        run.length &+= Int(length)
        textRun = run
        if run.length > limits.textLength { failForLength("text", at: run.start) }
    }

    /// What ends with the next thing that is no character data.
    @inline(__always)
    mutating func endRuns() {
        if unsafe cdata.cNode != nil { endCDATA() }
        textRun = nil
    }

    @inline(never)
    mutating func failForLength(_ what: StaticString, at offset: Int) {
        fail(limits.textTooLong(what, at: offset))
    }

    // MARK: Attributes

    /// Notes the prefixes of what comes out of an entity: libxml2 does not find namespaces that are declared outside of
    /// it, and forgets the prefix with them; or, from 2.13 on, makes it a part of the local name. The names are in the
    /// parser's dictionary, which owns them.
    private func keepPrefixes(of cNode: xmlNodePtr, _ tag: Tag) {
        unsafe cNode.pointee.psvi = UnsafeMutableRawPointer(mutating: tag.cPrefix)
        if unsafe tag.cPrefix != nil { unsafe cNode.pointee.name = tag.cLocal }
        var cAttribute = unsafe cNode.pointee.properties
        var index = 0
        while let attribute = unsafe cAttribute, index < tag.attributeCount {
            let prefix = unsafe tag.cAttributes?[5 * index + 1]
            unsafe attribute.pointee.psvi = UnsafeMutableRawPointer(mutating: prefix)
            if unsafe prefix != nil { unsafe attribute.pointee.name = tag.cAttributes?[5 * index] }
            unsafe cAttribute = attribute.pointee.next
            index += 1
        }
    }

    /// Puts URIs whose references are expanded into the place of those of a tag's declarations, which libxml2 leaves as they
    /// are. The place is libxml2's own table, so that it compares the right ones.
    private mutating func expandURIs(in tag: Tag, at offset: Int) {
        for index in 0..<Int(tag.namespaceCount) {
            guard let uri = unsafe tag.cNamespaces?[2 * index + 1] else { continue }
            let text = unsafe UnsafeBufferPointer(start: uri, count: UnsafePointer<UInt8>.length(uri))
            guard unsafe text.firstIndex(of: UInt8(ascii: "&"), from: 0) < text.count else { continue }
            let expander = unsafe EntityExpander(cDocument: cContext?.pointee.myDoc)
            charge(unsafe expander.size(of: text, known: &names.entitySizes), at: offset)
            guard !isFailed else { return }
            var bytes: [UInt8] = []
            unsafe expander.append(text: text, to: &bytes)
            unsafe tag.cNamespaces?[2 * index + 1] = bytes.withUnsafeBufferPointer { bytes in
                unsafe xmlDictLookup(cContext?.pointee.dict, bytes.baseAddress, Int32(bytes.count)) ?? uri
            }
        }
    }

    /// Numbers the namespaces that a tag declares, by libxml2's interned strings, which its nodes do not keep.
    private mutating func numberNamespaces(of cNode: xmlNodePtr, _ tag: Tag) {
        var cNamespace = unsafe cNode.pointee.nsDef
        var index = 0
        while let cCurrent = unsafe cNamespace, index < tag.namespaceCount {
            let (prefix, uri) = unsafe (tag.cNamespaces?[2 * index], tag.cNamespaces?[2 * index + 1])
            let key = unsafe PointerTable.Key(prefix, uri)
            let number = names.namespaceNumbers.number(of: key) ?? UInt32(names.namespaces.count)
            if number == names.namespaces.count {
                names.namespaceNumbers.add(key, number: number)
                names.namespaces.append((UInt(bitPattern: prefix), UInt(bitPattern: uri)))
            }
            unsafe cCurrent.pointee._private = UnsafeMutableRawPointer(bitPattern: Int(number) + 1)
            unsafe cNamespace = cCurrent.pointee.next
            index += 1
        }
    }

    /// Counts what the entities come to that attributes refer to: libxml2 has only looked at them.
    private mutating func chargeReferences(in cNode: xmlNodePtr, at offset: Int) {
        let expander = unsafe EntityExpander(cDocument: cContext?.pointee.myDoc)
        var cAttribute = unsafe cNode.pointee.properties
        while let attribute = unsafe cAttribute, !isFailed {
            var cPart = unsafe attribute.pointee.children
            while let cReference = unsafe cPart {
                if unsafe cReference.pointee.type == XML_ENTITY_REF_NODE, let cName = unsafe cReference.pointee.name {
                    charge(unsafe expander.size(cName, known: &names.entitySizes), at: offset)
                }
                unsafe cPart = cReference.pointee.next
            }
            unsafe cAttribute = attribute.pointee.next
        }
    }

    /// Marks the attributes that have their default values, which come last, and counts what they add.
    private mutating func markDefaulted(_ cNode: xmlNodePtr, _ tag: Tag, _ place: Place) {
        var cAttribute = unsafe cNode.pointee.properties
        var index: Int32 = 0
        while let attribute = unsafe cAttribute, index < tag.attributeCount {
            if index >= tag.attributeCount - tag.defaultedCount {
                unsafe attribute.pointee._private = UnsafeMutableRawPointer(bitPattern: 1)
                let (begin, end) = unsafe (tag.cAttributes?[5 * Int(index) + 3], tag.cAttributes?[5 * Int(index) + 4])
                if let begin = unsafe begin, let end = unsafe end {
                    let length = unsafe end - begin
                    withEntities { (entities) throws(Fault) in
                        try entities.charge(defaultOf: length, among: Int(tag.attributeCount), at: place.start)
                    }
                }
            }
            unsafe cAttribute = attribute.pointee.next
            index += 1
        }
    }
}

// MARK: Other markup

extension TextReaderState {
    /// `comment`.
    mutating func comment(_ userData: UnsafeMutableRawPointer?, _ text: UnsafePointer<UInt8>?) {
        guard !isFailed else { return }
        let length = unsafe text.map { unsafe UnsafePointer<UInt8>.length($0) } ?? 0
        unsafe markup(userData, endingWith: "-->", length: length, "a comment") { (state) in
            unsafe state.cOriginal.comment?(userData, text)
        }
    }

    /// `processingInstruction`.
    mutating func processingInstruction(
        _ userData: UnsafeMutableRawPointer?, _ target: UnsafePointer<UInt8>?, _ data: UnsafePointer<UInt8>?
    ) {
        guard !isFailed else { return }
        if feed.prelude.isInstruction() { return }
        if !isInDocumentType { unsafe checkTarget(target) }
        guard !isFailed else { return }
        let length = unsafe data.map { unsafe UnsafePointer<UInt8>.length($0) } ?? 0
        unsafe markup(userData, endingWith: "?>", length: length, "a processing instruction") { (state) in
            unsafe state.cOriginal.processingInstruction?(userData, target, data)
        }
    }

    private mutating func markup(
        _ userData: UnsafeMutableRawPointer?, endingWith mark: StaticString, length: Int, _ what: StaticString,
        _ call: (inout TextReaderState) -> Void
    ) {
        // In the document type they are no part of the tree.
        guard !isInDocumentType else { return }
        endRuns()
        let place = unsafe place(current)
        guard !place.isInEntity else { return call(&self) }
        let end = text.end(of: mark, from: place.start + 2)
        if length > limits.textLength { return failForLength(what, at: place.start) }
        call(&self)
        position = end
        let cContext = unsafe Self.context(userData)
        let cLast =
            unsafe cContext.pointee.node == nil
            ? cContext.pointee.myDoc?.pointee.last : cContext.pointee.node.pointee.last
        unsafe cLast?.pointee._private = NodePlace.pack(start: place.start, isEmpty: false)
    }

    /// `reference`: libxml2 puts a node for it into its tree.
    mutating func reference(_ userData: UnsafeMutableRawPointer?, _ name: UnsafePointer<UInt8>?) {
        guard !isFailed else { return }
        endRuns()
        let current = unsafe current
        unsafe cOriginal.reference?(userData, name)
        guard unsafe current.isInsideEntity == 0 else { return }
        let end = unsafe offset(of: current.current.unsafelyUnwrapped, in: current)
        let start = references.start(before: end, in: text)
        position = max(position, end)
        unsafe Self.context(userData).pointee.node?.pointee.last?.pointee._private = NodePlace.pack(
            start: start, isEmpty: false)
    }

    // MARK: CDATA sections

    /// `cdataBlock`: up to 2.13 long sections come in pieces, with their line ends as they are, adjacent ones are joined,
    /// and each piece is measured from the beginning of its section; so their nodes are made here.
    mutating func cdata(_ userData: UnsafeMutableRawPointer?, _ bytes: UnsafePointer<UInt8>, _ length: Int) {
        let cContext = unsafe Self.context(userData)
        guard !isFailed, let cParent = unsafe cContext.pointee.node else { return }
        let current = unsafe current
        let isInEntity = unsafe current.isInsideEntity != 0
        let isInSource =
            unsafe !isInEntity && bytes >= current.begin.unsafelyUnwrapped && bytes < current.end.unsafelyUnwrapped
        let offset = isInSource ? unsafe offset(of: bytes, in: current) : nil
        if unsafe cdata.cNode != nil, !isInSource || cdata.sourceEnd != offset { endCDATA() }
        textRun = nil
        if unsafe cdata.cNode == nil {
            guard let cNode = unsafe xmlNewCDataBlock(cContext.pointee.myDoc, bytes, 0) else { return }
            cdata = CDATARun()
            unsafe cdata.cNode = unsafe xmlAddChild(cParent, cNode)
            cdata.start = isInEntity ? position : text.markup(from: position)
            if !isInEntity { unsafe cNode.pointee._private = NodePlace.pack(start: cdata.start, isEmpty: false) }
        }
        unsafe append(UnsafeBufferPointer(start: bytes, count: length))
        if let offset {
            cdata.sourceEnd = offset + length
            position = offset + length
        } else {
            cdata.sourceEnd = isInEntity ? nil : cdata.start + 9
            if isInEntity { unsafe cdata.cNode = nil }
        }
        if cdata.length > limits.textLength { failForLength("a CDATA section", at: cdata.start) }
    }

    private mutating func append(_ bytes: UnsafeBufferPointer<UInt8>) {
        guard let cNode = unsafe cdata.cNode else { return }
        var position = 0
        while position < bytes.count {
            if cdata.endsWithCR, unsafe bytes[position] == 0x0A { position += 1 }
            let end = unsafe bytes.firstIndex(of: 0x0D, from: position)
            var part = unsafe UnsafeBufferPointer(rebasing: bytes[min(position, bytes.count)..<end])
            if part.count > 0 { unsafe append(&part, to: cNode) }
            cdata.endsWithCR = end < bytes.count
            if cdata.endsWithCR {
                let lineFeed: UInt8 = 0x0A
                unsafe withUnsafePointer(to: lineFeed) {
                    var part = unsafe UnsafeBufferPointer(start: $0, count: 1)
                    unsafe append(&part, to: cNode)
                }
            }
            position = end + 1
        }
    }

    private mutating func append(_ part: inout UnsafeBufferPointer<UInt8>, to cNode: xmlNodePtr) {
        guard let start = part.baseAddress,
            unsafe lx_append_content(cNode, start, part.count, cdata.length, &cdata.capacity) != 0
        else { return }
        cdata.length += part.count
    }

    /// Ends the CDATA section that has been collected.
    mutating func endCDATA() {
        unsafe cdata.cNode = nil
        if let end = cdata.sourceEnd { position = max(position, text.end(of: "]]>", from: end)) }
        cdata.sourceEnd = -1
    }
}
