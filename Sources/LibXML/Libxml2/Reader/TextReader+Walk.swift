import CLibXML2
import CLibXML2Shims

// Going through libxml2's tree: in what xmlTextReader has read of the document, and in entities, into which it does not
// go by itself.

extension TextReader {
    // MARK: The document

    /// Goes to the next node outside of entities; false at the end of the document.
    ///
    /// - Throws: the fault of the document, once all before it has been delivered.
    mutating func stepInDocument() throws(XMLError) -> Bool {
        if isAhead {
            isAhead = false
            return true
        }
        if isSalvaging { return try salvage() }
        if status == 1 {
            read()
            if status == 1, let cNode = unsafe xmlTextReaderCurrentNode(cReader) {
                unsafe cMain = unsafe cNode
                isMainEnd = unsafe xmlTextReaderNodeType(cReader) == XML_READER_TYPE_END_ELEMENT.rawValue
                return true
            }
        }
        if status == 0 {
            if let error = unsafe state.pointee.endError() { throw error }
            return false
        }
        return try beginSalvage()
    }

    /// Goes on where xmlTextReader has given up.
    private mutating func beginSalvage() throws(XMLError) -> Bool {
        isSalvaging = true
        let cCurrent = unsafe xmlTextReaderCurrentNode(cReader)
        if let cCurrent = unsafe cCurrent, unsafe cCurrent.pointee.type != XML_DOCUMENT_NODE, unsafe cCurrent != cMain {
            unsafe try go(to: cCurrent)
            return true
        }
        return try salvage()
    }

    private mutating func salvage() throws(XMLError) -> Bool {
        guard let cNode = unsafe cMain else {
            guard let cFirst = unsafe state.pointee.cContext?.pointee.myDoc?.pointee.children else { throw takeError() }
            unsafe try go(to: cFirst)
            return true
        }
        if unsafe cNode.pointee.type == XML_ELEMENT_NODE && !isMainEnd {
            if let cChild = unsafe cNode.pointee.children {
                unsafe try go(to: cChild)
                return true
            }
            if unsafe !NodePlace.isEmpty(cNode) {
                unsafe try goToEnd(of: cNode)
                return true
            }
        }
        if let cNext = unsafe cNode.pointee.next {
            unsafe try go(to: cNext)
            return true
        }
        guard let cParent = unsafe cNode.pointee.parent, unsafe cParent.pointee.type == XML_ELEMENT_NODE else {
            throw takeError()
        }
        unsafe try goToEnd(of: cParent)
        return true
    }

    private mutating func go(to cNode: xmlNodePtr) throws(XMLError) {
        let type = unsafe cNode.pointee.type
        if unsafe (type == XML_TEXT_NODE || type == XML_CDATA_SECTION_NODE) && cNode.pointee.next == nil {
            // The fault may lie in it.
            guard let cParent = unsafe cNode.pointee.parent, unsafe NodePlace.end(cParent) != nil else {
                throw takeError()
            }
        }
        unsafe cMain = unsafe cNode
        isMainEnd = false
    }

    private mutating func goToEnd(of cNode: xmlNodePtr) throws(XMLError) {
        guard unsafe NodePlace.end(cNode) != nil else { throw takeError() }
        unsafe cMain = unsafe cNode
        isMainEnd = true
    }

    // MARK: Entities

    /// Goes into the entity of a reference, which counts as text that it adds.
    mutating func enter(_ cReference: xmlNodePtr) throws(XMLError) {
        if unsafe !references.isEmpty, let cEntity = unsafe cReference.pointee.children {
            let length = unsafe UnsafeRawPointer(cEntity).assumingMemoryBound(to: xmlEntity.self).pointee.length
            unsafe state.pointee.charge(Int(length) + 32, at: start)
            if unsafe state.pointee.isFailed { throw takeError() }
        }
        unsafe references.append(cReference)
        unsafe cInner = nil
        isInnerEnd = false
    }

    /// Goes to the next node in entities; false when it has come out of all of them.
    mutating func stepInEntity() throws(XMLError) -> Bool {
        while let cReference = unsafe references.last {
            guard let cNode = unsafe cInner else {
                if let cFirst = unsafe cReference.pointee.children?.pointee.children {
                    unsafe goInEntity(to: cFirst)
                    return true
                }
                leave()
                continue
            }
            if unsafe cNode.pointee.type == XML_ELEMENT_NODE && !isInnerEnd {
                if let cChild = unsafe cNode.pointee.children {
                    depthInEntities += 1
                    unsafe goInEntity(to: cChild)
                    return true
                }
                if unsafe !NodePlace.isEmpty(cNode) {
                    isInnerEnd = true
                    return true
                }
            }
            if let cNext = unsafe cNode.pointee.next {
                unsafe goInEntity(to: cNext)
                if unsafe cNext.pointee.type == XML_ELEMENT_NODE { try checkDepth() }
                return true
            }
            if let cParent = unsafe cNode.pointee.parent, unsafe cParent.pointee.type == XML_ELEMENT_NODE {
                unsafe cInner = unsafe cParent
                isInnerEnd = true
                depthInEntities -= 1
                return true
            }
            leave()
        }
        return false
    }

    private mutating func goInEntity(to cNode: xmlNodePtr) {
        unsafe cInner = unsafe cNode
        isInnerEnd = false
    }

    /// Comes out of the innermost entity, to the reference to it.
    private mutating func leave() {
        unsafe cInner = unsafe references.removeLast()
        isInnerEnd = true
        if unsafe references.isEmpty { unsafe cInner = nil }
    }

    private func checkDepth() throws(XMLError) {
        let limits = unsafe state.pointee.limits
        guard depth >= limits.depth else { return }
        unsafe state.pointee.fail(limits.tooDeep(at: start))
        throw takeError()
    }

    // MARK: Text

    /// Puts the text together of which the current node is the beginning: what entities hold is part of the text around
    /// the references to them.
    mutating func joinText() throws(XMLError) -> Event? {
        guard let cFirst = unsafe cNode else { return nil }
        joined.depth = depth
        joined.bytes.remove(0..<joined.bytes.count)
        unsafe append(cFirst)
        while unsafe references.isEmpty ? try joinInDocument() : try joinInEntity() {}
        if joined.bytes.count > (unsafe state.pointee.limits.textLength) {
            unsafe state.pointee.failForLength("text", at: start)
            throw takeError()
        }
        event =
            joined.bytes.withSpan(0..<joined.bytes.count) { $0.skipSpace(from: 0) == $0.count } ? .whiteSpace : .text
        return event
    }

    /// Takes the next node, if it is part of the text.
    private mutating func joinInDocument() throws(XMLError) -> Bool {
        guard try stepInDocument(), let cNext = unsafe cMain else { return false }
        if !isMainEnd {
            if unsafe cNext.pointee.type == XML_TEXT_NODE {
                unsafe append(cNext)
                return true
            }
            if unsafe Self.isReference(cNext) && Self.isResolved(cNext) {
                unsafe try enter(cNext)
                return true
            }
        }
        isAhead = true
        return false
    }

    private mutating func joinInEntity() throws(XMLError) -> Bool {
        let cNext = unsafe cInner == nil ? references.last?.pointee.children?.pointee.children : cInner?.pointee.next
        guard let cNext = unsafe cNext else {
            // The end of an element ends text, that of an entity does not.
            if let cParent = unsafe cInner?.pointee.parent, unsafe cParent.pointee.type == XML_ELEMENT_NODE {
                return false
            }
            leave()
            return true
        }
        if unsafe cNext.pointee.type == XML_TEXT_NODE {
            unsafe goInEntity(to: cNext)
            unsafe append(cNext)
            return true
        }
        guard unsafe Self.isReference(cNext) && Self.isResolved(cNext) else { return false }
        unsafe try enter(cNext)
        return true
    }

    private mutating func append(_ cText: xmlNodePtr) {
        guard let content = unsafe cText.pointee.content else { return }
        unsafe joined.bytes.append(UnsafeBufferPointer(start: content, count: UnsafePointer<UInt8>.length(content)))
    }
}
