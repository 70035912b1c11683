// Start tags of documents.

/// The entries of a document whose start tags are written: those of a tree, or those that a reader has read.
protocol TagEntries: ~Copyable {
    func head(_ entry: Int) -> TapeHead
    func tagHead(_ index: Int) -> TapeHead?
    func data(_ entry: Int) -> (range: Range<Int>, isInArena: Bool)
    func start(ofElement element: Int) -> Int
    func uri(ofDeclaration index: Int) -> Int
    func name(_ number: Int) -> (local: Int, prefix: Int, uri: Int)
    func qualifiedName(_ number: Int) -> String
    func string(_ number: Int) -> String?
    func withString<Result>(_ number: Int, _ body: (Span<UInt8>) -> Result) -> Result
    func withData<Result>(_ index: Int, _ body: (Span<UInt8>) -> Result) -> Result
    /// Calls `body` with the text to which offsets refer.
    func withSource<Result, Failure: Error>(
        _ body: (Span<UInt8>) throws(Failure) -> Result
    ) throws(Failure) -> Result
}

/// How much of the source of a document is written unchanged.
enum SourceUse {
    /// Nothing: all references are expanded, and default attributes are written.
    case none
    /// Text and tags with values that differ from the source, if they refer to no entity. The document type declaration
    /// is not written.
    case part
    /// Text and tags with values that differ from the source. Nothing in them comes from an entity.
    case whole
    /// Also references to entities in place of their content.
    case declared
}

extension MarkupWriter {
    /// Writes the start tag of an element of a well-formed document, without its end, and declares the prefixes that
    /// are not declared in the output.
    ///
    /// - Parameters:
    ///   - keepsReferences: whether references in values that were not read stay references.
    ///   - declared: for each name, the version of the bindings for which its prefix was found to be declared; empty if
    ///     each name is looked up.
    /// - Returns: the entry after the attributes, and whether a prefix was not known to be declared.
    mutating func startTag<Entries: TagEntries & ~Copyable>(
        _ element: Int, _ head: TapeHead, of entries: borrowing Entries, _ use: SourceUse, keepsReferences: Bool,
        _ declared: borrowing RawBuffer<UInt32>
    ) throws(XMLError) -> (end: Int, hasNew: Bool) {
        let name = entries.name(head.name)
        try startElement(isResolved: true) { markup, _ in
            entries.withString(name.prefix) { prefix in
                entries.withString(name.local) { local in
                    markup.bytes.appendName(prefix: prefix, local: local)
                    markup.openNames.appendName(prefix: prefix, local: local)
                    return prefix.count
                }
            }
        }
        var hasNew = head.hasNamespaces || !isDeclared(head.name, false, of: entries, declared)
        var usesSource = use != .none
        let size = bytes.count
        var index = element + TapeHead.elementLength
        while let part = entries.tagHead(index) {
            // An entry of a namespace declaration does not show how it is written, nor whether it comes from a default
            // value.
            if usesSource, part.isInArena || head.hasNamespaces {
                if let end = try sourceTag(element, of: entries, isPart: use == .part, from: size) {
                    (index, hasNew) = (end, true)
                    break
                }
                usesSource = false
            }
            if part.kind == .attribute {
                attribute(index, part, of: element, in: entries, keepsReferences: keepsReferences)
                if !isDeclared(part.name, true, of: entries, declared) { hasNew = true }
            } else {
                try declare(
                    prefix: entries.string(part.prefix) ?? "",
                    uri: entries.string(entries.uri(ofDeclaration: index)) ?? "", isForTag: true)
            }
            index += part.length
        }
        if hasNew { try declareMissing(element, head, of: entries) }
        return (index, hasNew)
    }

    private mutating func attribute<Entries: TagEntries & ~Copyable>(
        _ index: Int, _ head: TapeHead, of element: Int, in entries: borrowing Entries, keepsReferences: Bool
    ) {
        let name = entries.name(head.name)
        let (range, isInArena) = entries.data(index)
        entries.withString(name.prefix) { prefix in
            entries.withString(name.local) { local in
                guard isInArena || range.lowerBound == 0 else {
                    return entries.withSource { text in
                        let isQuoted = text.isQuoted(range)
                        let range = isQuoted ? range.lowerBound - 1..<range.upperBound + 1 : range
                        attribute(prefix: prefix, local: local, text.extracting(range), isQuoted: isQuoted)
                    }
                }
                if keepsReferences, isInArena, let range = entries.unreadValue(of: index, head.name, tag: element) {
                    return entries.withSource { text in
                        attribute(prefix: prefix, local: local, text.extracting(range), isQuoted: true)
                    }
                }
                entries.withData(index) { attribute(prefix: prefix, local: local, $0, isQuoted: false) }
            }
        }
    }

    /// Writes the attributes and declarations of a start tag as they are in the source. Returns the entry after them;
    /// nil if that is not possible.
    ///
    /// - Parameters:
    ///   - isPart: whether the tag must contain all attributes and refer to no entity.
    ///   - size: the end of the name in the output. The attributes that were written after it are removed.
    @inline(never)
    private mutating func sourceTag<Entries: TagEntries & ~Copyable>(
        _ element: Int, of entries: borrowing Entries, isPart: Bool, from size: Int
    ) throws(XMLError) -> Int? {
        let start = entries.start(ofElement: element)
        var (count, index) = (0, element + TapeHead.elementLength)
        while isPart, let part = entries.tagHead(index) { (count, index) = (count + 1, index + part.length) }
        let isWritten = try entries.withSource { (text) throws(XMLError) in
            guard text.has("<", at: start), !isPart || text.isCompleteTag(at: start, attributeCount: count) else {
                return false
            }
            bytes.truncate(to: size)
            tag.removeAll()
            try sourceAttributes(text, ofTagAt: start)
            return true
        }
        guard isWritten else { return nil }
        index = element + TapeHead.elementLength
        while let part = entries.tagHead(index) {
            if part.kind == .namespace {
                bindings.add(
                    prefix: entries.string(part.prefix) ?? "",
                    uri: entries.string(entries.uri(ofDeclaration: index)) ?? "")
            } else if layout.isActive, entries.qualifiedName(part.name) == "xml:space" {
                noteSpace(entries.withData(index) { $0.string($0.indices) })
            }
            index += part.length
        }
        return index
    }

    // MARK: Prefixes

    /// Declares the prefixes of a start tag that are not declared in the output.
    @inline(never)
    private mutating func declareMissing<Entries: TagEntries & ~Copyable>(
        _ element: Int, _ head: TapeHead, of entries: borrowing Entries
    ) throws(XMLError) {
        try declareIfMissing(head.name, of: entries)
        var index = element + TapeHead.elementLength
        while let part = entries.tagHead(index) {
            if part.kind == .attribute { try declareIfMissing(part.name, isAttribute: true, of: entries) }
            index += part.length
        }
    }

    /// Declares the prefix of a name in the start tag as in its document, unless this declaration is in scope.
    mutating func declareIfMissing<Entries: TagEntries & ~Copyable>(
        _ name: Int, isAttribute: Bool = false, of entries: borrowing Entries
    ) throws(XMLError) {
        if isDeclared(name, isAttribute, of: entries, RawBuffer(capacity: 0)) { return }
        let parts = entries.name(name)
        let (prefix, uri) = (entries.string(parts.prefix) ?? "", try validURI(entries.string(parts.uri) ?? ""))
        // A recovered URI may contain bytes that are not UTF-8, which its declaration has replaced.
        let isReplaced = bindings.uri(of: prefix)?.utf8.elementsEqual(uri.utf8) == true
        if !isReplaced { try declare(prefix: prefix, uri: uri, isForTag: true) }
    }

    /// Returns whether the prefix of a name in a start tag has the same namespace as in its document.
    private func isDeclared<Entries: TagEntries & ~Copyable>(
        _ name: Int, _ isAttribute: Bool, of entries: borrowing Entries, _ declared: borrowing RawBuffer<UInt32>
    ) -> Bool {
        if declared.count > 0 { return declared[name] == bindings.version }
        let parts = entries.name(name)
        // An attribute without a prefix is in no namespace.
        if isAttribute, parts.prefix == Int(TapeHead.none) { return true }
        return entries.withString(parts.prefix) { prefix in
            entries.withString(parts.uri) { bindings.binds(prefix, to: $0) }
        }
    }
}

extension TagEntries where Self: ~Copyable {
    /// Returns the range in the source of the value of an attribute, with its quotes, if it has a reference that was
    /// not read.
    @inline(never)
    fileprivate func unreadValue(of attribute: Int, _ name: Int, tag element: Int) -> Range<Int>? {
        let (start, name) = (start(ofElement: element), qualifiedName(name))
        return withSource { text in
            name.withUTF8Span { name in
                withData(attribute) { text.unreadValue(ofAttribute: name, tag: start, readAs: $0) }
            }
        }
    }
}

extension Tape: TagEntries {
    func start(ofElement element: Int) -> Int { word(element, .start) }

    func withSource<Result, Failure: Error>(
        _ body: (Span<UInt8>) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        try source.withText(body)
    }
}

extension Span<UInt8> {
    /// Returns whether the start tag at an offset contains this many attributes and declarations, and no reference to
    /// an entity that needs a declaration.
    fileprivate func isCompleteTag(at start: Int, attributeCount: Int) -> Bool {
        var missing = attributeCount
        TagScanner.forEachAttribute(in: self, tag: start..<count) { attribute in
            guard entityReference(in: attribute.name.upperBound..<attribute.end) == nil else { return false }
            missing -= 1
            return true
        }
        return missing == 0
    }
}
