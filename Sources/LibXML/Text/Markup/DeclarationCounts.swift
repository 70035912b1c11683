/// Counts the parts of declarations that libxml2 compares with all earlier ones.
///
/// It scans text before libxml2 does, so declarations may turn out to be malformed.
struct DeclarationCounts {
    let limits: XMLParsingLimits
    /// The hashes of the names so far.
    private var names: Set<Int> = []
    /// The number of attributes declared for each element, by the hash of its name.
    private var attributes: [Int: Int] = [:]
    private var valuesInFragments = 0
    private var attributesInFragments = 0
    private var entities = 0
    @Rare private var excess: Fault?

    init(limits: XMLParsingLimits) {
        self.limits = limits
    }

    /// Counts the declarations of a document type declaration. Returns a fault if they exceed a limit.
    ///
    /// - Parameters:
    ///   - text: contains the declaration, and possibly more text after it.
    ///   - start: an offset in the declaration before its internal subset. Offsets of the fault are relative to `text`.
    /// - Complexity: O(*n*) in the length of the declaration.
    mutating func add(documentType text: Span<UInt8>, from start: Int) -> Fault? {
        if !limits.allowsDocumentType {
            excess =
                excess ?? Fault(.documentTypeNotAllowed, "a document type declaration is not allowed here", at: start)
            return excess
        }
        let longest = min(limits.documentTypeSize, PrologueText.longest)
        var position = start
        var isInSubset = false
        while position < text.count, excess == nil {
            switch text[position] {
            case UInt8(ascii: "["): isInSubset = true
            case UInt8(ascii: "]"): isInSubset = false
            case UInt8(ascii: ">") where !isInSubset:
                if position + 1 - start > longest { fail(.documentTypeSize, at: start) }
                return excess
            default: position = next(text, at: position) - 1
            }
            position += 1
            if position - start > longest { fail(.documentTypeSize, at: start) }
        }
        // A stream keeps no more text than this for a declaration that has not ended.
        if text.count - start > PrologueText.longest { fail(.documentTypeSize, at: start) }
        return excess
    }

    /// Counts the declarations in the replacement text of a parameter entity, once for each reference.
    mutating func add(replacementText text: Span<UInt8>) -> Fault? {
        var position = text.skipSpace(from: 0)
        if position < text.count, text[position] != UInt8(ascii: "<") { addFragment(text) }
        while position < text.count, excess == nil { position = next(text, at: position) }
        return excess
    }

    /// Counts text that may be part of any declaration.
    ///
    /// libxml2 up to 2.13 accepts references inside declarations, where the internal subset must not contain them (XML
    /// 1.0, section 2.8).
    private mutating func addFragment(_ text: Span<UInt8>) {
        var position = 0
        while position < text.count, excess == nil {
            let byte = text[position]
            if Self.isOfName(byte) {
                let end = Self.endOfName(text, at: position)
                addName(text, position..<end)
                position = end
                continue
            }
            if byte == UInt8(ascii: "|") { valuesInFragments += 1 }
            if byte == UInt8(ascii: "#") || byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "'") {
                attributesInFragments += 1
            }
            position += 1
        }
        if valuesInFragments > limits.declaredValues { fail(.declaredValues, at: 0) }
        if attributesInFragments > limits.attributesPerElement { failForAttributes(at: 0) }
    }

    /// Counts the construct at an offset and returns its end.
    ///
    /// The construct is a comment, a processing instruction, a literal, the counted part of a declaration, or one byte
    /// of other text.
    private mutating func next(_ text: Span<UInt8>, at index: Int) -> Int {
        switch text[index] {
        case UInt8(ascii: "\""), UInt8(ascii: "'"): return text.endOfLiteral(at: index)
        case UInt8(ascii: "<"):
            if text.has("<!--", at: index) { return text.endIfAny(of: "-->", from: index + 4) ?? text.count }
            if text.has("<?", at: index) { return text.endIfAny(of: "?>", from: index + 2) ?? text.count }
            if text.has("<!ATTLIST", at: index) { return addAttributes(text, from: index) }
            if text.has("<!ELEMENT", at: index) { return addNames(text, from: index + 9) }
            if text.has("<!NOTATION", at: index) { return addDeclaredName(text, from: index + 10) }
            if text.has("<!ENTITY", at: index) { return addEntity(text, from: index) }
            return index + 1
        default: return index + 1
        }
    }

    /// Counts the names of an element declaration, up to its `>`.
    private mutating func addNames(_ text: Span<UInt8>, from start: Int) -> Int {
        var position = start
        while position < text.count, !Self.endsDeclaration(text[position]), excess == nil {
            guard Self.isOfName(text[position]) else {
                position += 1
                continue
            }
            let end = Self.endOfName(text, at: position)
            addName(text, position..<end)
            position = end
        }
        return position
    }

    /// Counts the name in an entity or notation declaration.
    private mutating func addDeclaredName(_ text: Span<UInt8>, from start: Int) -> Int {
        var position = text.skipSpace(from: start)
        if text.has("%", at: position) { position = text.skipSpace(from: position + 1) }
        let end = Self.endOfName(text, at: position)
        if end > position { addName(text, position..<end) }
        return end
    }

    private mutating func addEntity(_ text: Span<UInt8>, from start: Int) -> Int {
        entities += 1
        if entities > limits.declaredEntities { fail(.declaredEntities, at: start) }
        return addDeclaredName(text, from: start + 8)
    }

    /// Counts the attributes of an attribute-list declaration, and the values and names in it, up to its `>`.
    private mutating func addAttributes(_ text: Span<UInt8>, from start: Int) -> Int {
        var position = text.skipSpace(from: start + 9)
        let end = Self.endOfName(text, at: position)
        let element = addName(text, position..<end)
        position = end
        while position < text.count, !Self.endsDeclaration(text[position]), excess == nil {
            switch text[position] {
            case UInt8(ascii: "\""), UInt8(ascii: "'"):
                // The default is the last part of an attribute definition.
                addAttribute(of: element, at: start)
                position = text.endOfLiteral(at: position)
            case UInt8(ascii: "#"):
                if !text.has("#FIXED", at: position) { addAttribute(of: element, at: start) }
                position = Self.endOfName(text, at: position + 1)
            case UInt8(ascii: "("): position = addValues(text, from: position)
            case let byte where Self.isOfName(byte):
                let end = Self.endOfName(text, at: position)
                addName(text, position..<end)
                position = end
            default: position += 1
            }
        }
        if attributes.count > limits.declaredElements { fail(.declaredElements, at: start) }
        return position
    }

    private mutating func addAttribute(of element: Int, at offset: Int) {
        attributes[element, default: 0] += 1
        if attributes[element, default: 0] > limits.attributesPerElement { failForAttributes(at: offset) }
    }

    private mutating func failForAttributes(at offset: Int) {
        fail(.attributesPerElement, "more attributes are declared for one element than the limit of #", at: offset)
    }

    /// Counts the values of an enumerated type.
    private mutating func addValues(_ text: Span<UInt8>, from start: Int) -> Int {
        var count = 1
        var position = start + 1
        while position < text.count, text[position] != UInt8(ascii: ")"), text[position] != UInt8(ascii: ">") {
            if text[position] == UInt8(ascii: "|") { count += 1 }
            position += 1
        }
        if count > limits.declaredValues { fail(.declaredValues, at: start) }
        return position
    }

    /// Returns whether a declaration ends before a byte, or libxml2's recovery begins another one there.
    private static func endsDeclaration(_ byte: UInt8) -> Bool {
        byte == UInt8(ascii: ">") || byte == UInt8(ascii: "<")
    }

    // MARK: Names

    @discardableResult
    private mutating func addName(_ text: Span<UInt8>, _ range: Range<Int>) -> Int {
        var hasher = Hasher()
        for index in range { hasher.combine(text[index]) }
        let hash = hasher.finalize()
        names.insert(hash)
        if names.count > limits.distinctNames { fail(.distinctNames, at: range.lowerBound) }
        return hash
    }

    /// Returns whether a byte may be part of a name or keyword.
    private static func isOfName(_ byte: UInt8) -> Bool {
        switch byte {
        case 0x80...0xFF, 0x30...0x3A, UInt8(ascii: "_"), UInt8(ascii: "-"), UInt8(ascii: "."): true
        default: byte.isASCIILetter
        }
    }

    private static func endOfName(_ text: Span<UInt8>, at start: Int) -> Int {
        var end = start
        while end < text.count, isOfName(text[end]) { end += 1 }
        return end
    }

    private mutating func fail(_ limit: ParsingLimit, _ message: String? = nil, at offset: Int) {
        excess = excess ?? limits.fault(limit, message, at: offset)
    }
}

extension Span<UInt8> {
    /// The offset after the literal that begins with the quote at `index`; the end of the text if it does not end.
    fileprivate func endOfLiteral(at index: Int) -> Int {
        let quote = self[index]
        return Swift.min(self.index(from: index + 1) { $0 == quote } + 1, count)
    }
}
