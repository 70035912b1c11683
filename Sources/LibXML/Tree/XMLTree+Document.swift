extension XMLTree {
    /// The XML declaration as written, `<?xml version="1.0" encoding="UTF-8"?>`.
    public struct Declaration: Hashable, Sendable {
        /// The version of XML, as it is written.
        public var version: String
        /// The declared encoding, which may differ from the encoding in which the document was read; nil if none is
        /// declared.
        public var encoding: String?
        /// Whether `standalone` is declared as `yes`; nil if it is not declared.
        public var isStandalone: Bool?

        /// Creates an XML declaration, with the values that are written into it.
        public init(version: String = "1.0", encoding: String? = nil, isStandalone: Bool? = nil) {
            self.version = version
            self.encoding = encoding
            self.isStandalone = isStandalone
        }
    }

    /// The document type declaration, `<!DOCTYPE …>`.
    public struct DocumentType: Hashable, Sendable {
        /// The declared name of the root element.
        public var name: String
        /// The public identifier, or nil if none is given.
        public var publicID: String?
        /// The system identifier, or nil if none is given.
        public var systemID: String?
        /// The internal subset as written, without its brackets; nil if there is no internal subset.
        public var internalSubset: String?

        /// Creates a document type declaration, with the texts that are written into it.
        public init(name: String, publicID: String? = nil, systemID: String? = nil, internalSubset: String? = nil) {
            self.name = name
            self.publicID = publicID
            self.systemID = systemID
            self.internalSubset = internalSubset
        }
    }

    /// The XML declaration; nil if there is no declaration.
    public var declaration: Declaration? {
        tape.source.withText { Declaration(scanning: $0, from: tape.source.textStart) }
    }

    /// The document type declaration; nil if there is no declaration.
    public var documentType: DocumentType? {
        guard let index = children.lazy.map(\.entry).first(where: { tape.kind($0) == .documentType }) else {
            return nil
        }
        return tape.documentTypeDeclaration(index)
    }

    /// The internal subset of the document type declaration, with its places in the document; nil if the document has
    /// no internal subset.
    package var internalSubset: DecodedText? {
        guard let index = children.lazy.map(\.entry).first(where: { tape.kind($0) == .documentType }) else {
            return nil
        }
        let source = tape.source
        return source.withText { $0.rangeOfInternalSubset(in: tape.sourceRange(index)) }
            .map { DecodedText(source, $0) }
    }
}

extension XMLTree.Declaration {
    /// Reads the declaration at an offset of a text. Returns nil if the text there is not a declaration.
    init?(scanning text: Span<UInt8>, from start: Int) {
        guard let declaration = DeclarationText(scanning: text, from: start) else { return nil }
        version = declaration.version.map { text.string($0) } ?? "1.0"
        encoding = declaration.encoding.map { text.string($0) }
        isStandalone = declaration.standalone.map { text.string($0) == "yes" }
    }
}

extension Tape {
    /// Returns the document type declaration of an entry.
    func documentTypeDeclaration(_ index: Int) -> XMLTree.DocumentType {
        let type = documentType(index)
        return XMLTree.DocumentType(
            name: string(type.name) ?? "", publicID: string(type.publicID), systemID: string(type.systemID),
            internalSubset: source.withText { text in
                text.rangeOfInternalSubset(in: sourceRange(index)).map { text.string($0) }
            })
    }
}

extension Span<UInt8> {
    /// Returns the range between the brackets of a document type declaration, which is at a range of this text.
    func rangeOfInternalSubset(in range: Range<Int>) -> Range<Int>? {
        // Brackets in the identifiers before the subset are quoted.
        var quote: UInt8?
        let open = index(from: range.lowerBound) { byte in
            if let current = quote {
                if byte == current { quote = nil }
            } else if byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "'") {
                quote = byte
            }
            return quote == nil && byte == UInt8(ascii: "[")
        }
        guard open < range.upperBound else { return nil }
        var close = range.upperBound - 1
        while close > open, self[close] != UInt8(ascii: "]") { close -= 1 }
        // In HTML, or if the declaration is cut off, the subset ends with the declaration.
        return open + 1..<(close > open ? close : range.upperBound)
    }
}

extension XMLTree.Element {
    /// Returns a copy of this element that does not keep the document around it in memory.
    ///
    /// The copy is a root element. It keeps its locations in the original document, and the namespaces that are in
    /// scope.
    ///
    /// - Complexity: O(*n*) in the size of the element.
    public func detached() -> XMLTree.Element {
        let copy = tape.copy(ofElement: entry)
        return Self(rootOf: copy)
    }
}
