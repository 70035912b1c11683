// Comments, processing instructions, CDATA sections and the prologue.

extension MarkupWriter {
    /// Writes a CDATA section. It is split between the `]]` and the `>` of each `]]>`.
    mutating func cdata(_ text: String) throws(XMLError) {
        let mark = try beginText()
        // A parser would read a carriage return as a line feed.
        var text = try validText(text, from: mark).replacingScalars(of: "]]>", with: "]]]]><![CDATA[>")
            .replacingScalars(of: "\r", with: "]]>&#xD;<![CDATA[")
        if let encoding {
            // References are only allowed between sections.
            text = encoding.replacing(text) { "]]>\($0.reference)<![CDATA[" }
        }
        bytes.append("<![CDATA[")
        append(text)
        bytes.append("]]>")
        if layout.isActive { addCDATAToLayout(from: mark) }
    }

    /// Writes a comment.
    mutating func comment(_ text: String) throws(XMLError) {
        let mark = try beginNode()
        var text = try validText(text, from: mark)
        if text.containsScalars(of: "--") || text.utf8.last == UInt8(ascii: "-") {
            guard case .replaced = options.invalidCharacters else {
                throw failure(.doubleHyphenInComment, "a comment cannot contain “--” or end with “-”", from: mark)
            }
            text = text.replacingScalars(of: "-", with: "- ")
        }
        bytes.append("<!--")
        try appendUnescaped(text, from: mark)
        bytes.append("-->")
        endNode(from: mark)
    }

    /// Writes a processing instruction.
    mutating func processingInstruction(_ target: String, _ data: String) throws(XMLError) {
        var target = target
        if options.invalidNames == .replaced {
            target = target.replacingScalars(of: ":", with: "_")
            if target.lowercased() == "xml" { target = "_" + target }
        }
        if target.lowercased() == "xml" {
            throw XMLError(.reservedProcessingInstruction, "the target “\(target)” is reserved")
        }
        let mark = try beginNode()
        bytes.append("<?")
        if try appendName(target, of: "a processing instruction", from: mark) > 0 {
            throw failure(.invalidName, "“\(target.excerpt)” is not a valid target", from: mark)
        }
        var data = try validText(data, from: mark)
        if data.utf8.first?.isXMLSpace == true {
            guard case .replaced = options.invalidCharacters else {
                throw failure(
                    .malformed, "the data of a processing instruction cannot begin with white space", from: mark)
            }
            data = String(Substring(data.utf8.drop { $0.isXMLSpace }))
        }
        if data.containsScalars(of: "?>") {
            guard case .replaced = options.invalidCharacters else {
                throw failure(
                    .malformed, "the data of a processing instruction cannot contain “?>”", from: mark)
            }
            data = data.replacingScalars(of: "?>", with: "? >")
        }
        if !data.isEmpty { bytes.append(UInt8(ascii: " ")) }
        try appendUnescaped(data, from: mark)
        bytes.append("?>")
        endNode(from: mark)
    }

    /// Writes the XML declaration, which must come first.
    mutating func declaration(
        version: String = "1.0", isStandalone: Bool? = nil
    ) throws(XMLError) {
        guard stage == .start, !isFragment else {
            throw XMLError(
                .misplacedXMLDeclaration, "an XML declaration is only allowed at the beginning of a document")
        }
        // A regular expression would take longer than writing a small document.
        guard version.hasPrefix("1."), version.utf8.count > 2,
            version.utf8.dropFirst(2).allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) })
        else {
            throw XMLError(.malformedXMLDeclaration, "“\(version.excerpt)” is not a valid version")
        }
        stage = .prologue
        append("<?xml version=\"\(version)\" encoding=\"\(options.encoding)\"")
        if let isStandalone { append(" standalone=\"\(isStandalone ? "yes" : "no")\"") }
        bytes.append("?>")
        endNode(from: 0)
    }

    /// Writes the XML declaration of a document that is copied.
    ///
    /// - Parameters:
    ///   - written: that of the document; nil if it has none.
    ///   - isValid: whether its version is known to be valid. libxml2's recovery reads any version.
    mutating func beginDocument(_ written: XMLTree.Declaration?, isValid: Bool) throws(XMLError) {
        switch options.declaration {
        case .never: break
        case .automatic where written == nil && options.encoding == "UTF-8": omitDeclaration()
        default:
            let version = isValid ? written?.version : nil
            try declaration(version: version ?? "1.0", isStandalone: written?.isStandalone)
        }
    }

    /// Ends a node other than an element. Those before the root have a line of their own.
    private mutating func endNode(from mark: Int) {
        if layout.isActive {
            addNodeToLayout(at: mark)
        } else if open.count == 0, stage == .prologue, !isFragment {
            bytes.append(0x0A)
        }
    }

    /// Ensures that no declaration is written automatically.
    mutating func omitDeclaration() {
        if stage == .start { stage = .prologue }
    }

    /// Writes a reference to an entity that the document type may declare, such as `&name;`.
    mutating func reference(_ reference: String) throws(XMLError) {
        let mark = try beginText()
        append(reference)
        if layout.isActive { addCDATAToLayout(from: mark) }
    }

    /// Writes the document type declaration.
    ///
    /// - Parameter isValid: whether it is known to be well-formed.
    mutating func documentType(_ type: XMLTree.DocumentType, isValid: Bool = false) throws(XMLError) {
        try documentType { (markup, mark) throws(XMLError) in
            try markup.appendDocumentType(type, isValid: isValid, from: mark)
            if !isValid { try markup.checkDocumentType(from: mark) }
        }
    }

    /// Writes a document type declaration that `body` appends.
    mutating func documentType(
        _ body: (inout MarkupWriter, _ mark: Int) throws(XMLError) -> Void
    ) throws(XMLError) {
        guard open.count == 0, !isFragment, stage == .start || stage == .prologue, !hasDocumentType else {
            throw XMLError(
                .misplacedDocumentType, "a document type declaration is only allowed before the root element")
        }
        try undoing { (markup) throws(XMLError) in
            let mark = try markup.beginNode()
            try body(&markup, mark)
            markup.hasDocumentType = true
            markup.endNode(from: mark)
        }
    }

    private mutating func appendDocumentType(
        _ type: XMLTree.DocumentType, isValid: Bool, from mark: Int
    ) throws(XMLError) {
        bytes.append("<!DOCTYPE ")
        if isValid {
            // libxml2 accepts a name with colons in any place.
            try appendUnescaped(type.name, from: mark)
        } else {
            _ = try appendName(type.name, of: "a document type", from: mark)
        }
        if let publicID = type.publicID {
            bytes.append(" PUBLIC ")
            try appendQuoted(publicID)
        } else if type.systemID != nil {
            bytes.append(" SYSTEM")
        }
        if let systemID = type.systemID {
            bytes.append(" ")
            try appendQuoted(systemID)
        }
        if var subset = type.internalSubset {
            if isValid { subset = subset.replacing("\r\n", with: "\n").replacing("\r", with: "\n") }
            bytes.append(" [")
            try appendUnescaped(subset, from: mark)
            bytes.append("]")
        }
        bytes.append(">")
    }

    /// Checks that the declaration is well-formed, and that it does not end within an identifier or the internal
    /// subset.
    private func checkDocumentType(from mark: Int) throws(XMLError) {
        let declaration = bytes.withSpan(mark..<bytes.count) { $0.array }
        let end: Int?
        do throws(XMLError) {
            let tape = try XMLTree(parsing: declaration + Array("<root/>".utf8)).tape
            let type = tape.firstEntry(in: Tape.document)
            end = tape.kind(type) == .documentType ? tape.sourceRange(type).upperBound : nil
        } catch {
            throw XMLError(.malformedDocumentType, "this is not a document type declaration: \(error.message)")
        }
        guard end == declaration.count else {
            throw XMLError(.malformedDocumentType, "an identifier or the internal subset ends the declaration")
        }
    }

    private mutating func appendQuoted(_ id: String) throws(XMLError) {
        let id = try validText(id, from: bytes.count)
        let quote: UInt8 = id.containsScalars(of: "\"") ? UInt8(ascii: "'") : UInt8(ascii: "\"")
        if quote == UInt8(ascii: "'"), id.containsScalars(of: "'") {
            throw XMLError(.malformedDocumentType, "an identifier cannot contain both kinds of quotes")
        }
        bytes.append(quote)
        try appendUnescaped(id, from: bytes.count)
        bytes.append(quote)
    }
}
