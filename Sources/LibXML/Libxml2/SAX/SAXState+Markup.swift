import CLibXML2
import CLibXML2Shims

extension SAXState {
    /// `comment`.
    mutating func comment(_ cText: UnsafePointer<UInt8>) {
        guard let place = beginMarkup("<!--", endingWith: "-->") else { return }
        let data = unsafe data(of: cText, at: place.start + 4, markLength: 3, place)
        checkLength(data.range.count, of: "a comment", at: place.start)
        if isFailed { return }
        write(.comment, start: place.start, end: place.end, data: data.range, isInArena: data.isInArena)
        position = place.end
        if validation.isActive { validateOther(place.start..<place.end, isInEntity: place.isInEntity) }
    }

    /// `processingInstruction`.
    mutating func processingInstruction(_ cTarget: UnsafePointer<UInt8>, _ cText: UnsafePointer<UInt8>?) {
        guard let place = beginMarkup("<?", endingWith: "?>") else { return }
        let target = unsafe builder.names.string(cTarget)
        var data: (range: Range<Int>, isInArena: Bool) = (place.end - 2..<place.end - 2, false)
        if let cText = unsafe cText {
            // The data ends where the closing mark begins; before it come the target and white space.
            let length = unsafe UnsafePointer<UInt8>.length(cText)
            unsafe data = self.data(of: cText, at: place.end - 2 - length, markLength: 2, place)
        }
        checkLength(data.range.count, of: "a processing instruction", at: place.start)
        checkNameCount(at: place.start)
        if builder.names.length(ofString: Int(target)) > limits.nameLength {
            fail(limits.fault(.nameLength, at: place.start))
        }
        if isFailed { return }
        write(
            .processingInstruction, start: place.start, end: place.end, data: data.range, isInArena: data.isInArena,
            target: target)
        position = place.end
        if validation.isActive { validateOther(place.start..<place.end, isInEntity: place.isInEntity) }
    }

    /// The place of a comment or processing instruction, after the data before it has been written; nil if it is not
    /// part of the tree.
    private mutating func beginMarkup(_ beginning: StaticString, endingWith mark: StaticString) -> Place? {
        guard !isFailed, !entities.isInDocumentType else { return nil }
        if builder.run.kind == .cdata { endCDATA() }
        var place = unsafe place(lx_current_position(cContext))
        writeRun(end: place.isInEntity ? place.end : place.start)
        if isFailed { return nil }
        if !place.isInEntity {
            // The data of a comment may begin with `>`.
            let start = place.start + beginning.utf8CodeUnitCount
            place.end = unsafe builder.source.end(of: mark, from: start)
        }
        return place
    }

    /// The range of the bytes of a C string in the source, if the source contains them from `start` up to the closing
    /// mark. Otherwise, copies them to the arena and returns their range there.
    private mutating func data(
        of cText: UnsafePointer<UInt8>, at start: Int, markLength: Int, _ place: Place
    ) -> (range: Range<Int>, isInArena: Bool) {
        let text = unsafe UnsafeBufferPointer(start: cText, count: UnsafePointer<UInt8>.length(cText))
        let isInSource = !place.isInEntity && start + text.count == place.end - markLength
        if unsafe isInSource && builder.source.matches(text, at: start) { return (start..<start + text.count, false) }
        let copy = builder.arena.count
        unsafe builder.arena.append(text)
        return (copy..<copy + text.count, true)
    }
}

// MARK: Document type

extension SAXState {
    /// `startDocument`, after the XML declaration. libxml2 checks for white space before `standalone` only if it
    /// decodes the document itself.
    mutating func beginDocument() {
        guard !isFailed, let name = unspacedName else { return }
        unsafe fail(.missingSpaceInXMLDeclaration(before: text.bytes.span.described(at: name)).at(name))
    }

    /// `internalSubset`: the name and identifiers of the document type, before its declarations. Returns false if
    /// the parse has ended.
    mutating func beginDocumentType(
        _ cName: UnsafePointer<UInt8>?, publicID: UnsafePointer<UInt8>?, systemID: UnsafePointer<UInt8>?
    ) -> Bool {
        guard !isFailed else { return false }
        // No code of the host program is called within a document type declaration.
        lx_restore_defaults()
        let start = text.markup(from: position)
        entities.isInDocumentType = true
        let text = text
        let isRead: Void? = withEntities { (entities) throws(Fault) in try entities.begin(documentType: text, at: start)
        }
        guard isRead != nil else { return false }
        // The strings are not interned, so their pointers must not become keys.
        let name = unsafe builder.names.addString(cName)
        let publicID = unsafe builder.names.addString(publicID)
        let systemID = unsafe builder.names.addString(systemID)
        builder.addDocumentType(name: name, publicID: publicID, systemID: systemID, start: start)
        if let fault = documentTypeFault(at: start) {
            fail(fault)
            return false
        }

        // libxml2 keeps declarations of entities in a document of its own.
        if unsafe cContext.pointee.myDoc == nil { unsafe cContext.pointee.myDoc = xmlNewDoc("1.0") }
        return true
    }

    /// Ends the parse if libxml2 has no memory for the declarations.
    mutating func checkInternalSubset() {
        if unsafe cContext.pointee.myDoc?.pointee.intSubset == nil { failForMemory() }
    }

    /// Returns the fault of a document type declaration that libxml2 does not report, up to its `[` or `>`.
    private func documentTypeFault(at start: Int) -> Fault? {
        let name = start + 9
        if let first = text.byte(at: name), !first.isXMLSpace {
            return unsafe .missingSpaceInDocumentType(before: text.bytes.span.described(at: name)).at(name)
        }
        let qualifiedName = unsafe text.bytes.span.skipSpace(from: name)
        if let fault = unsafe text.bytes.span.colonFault(
            in: qualifiedName..<text.bytes.span.endOfXMLName(from: qualifiedName), isElement: false)
        {
            return fault
        }
        // libxml2 treats a `[` right after the declaration as a part of it.
        return text.has(">[", at: cursor) ? unsafe text.bytes.span.missingRoot(at: cursor + 1) : nil
    }

    /// `externalSubset`, which is always called, even without an external subset, after the `>` of the declaration.
    mutating func endDocumentType() {
        guard !isFailed, entities.isInDocumentType else { return }
        entities.isInDocumentType = false
        if validation.isActive { declareEntities() }
        // From here on, our own limits apply to entities instead of those of libxml2.
        if unsafe entities.declaredCount > 0 || validation.sink?.declare != nil { unsafe lx_set_huge(cContext, 1) }
        position = cursor
        builder.endDocumentType(end: position)
    }
}
