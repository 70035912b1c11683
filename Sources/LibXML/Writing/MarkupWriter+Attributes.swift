extension MarkupWriter {
    /// Writes an attribute, or a namespace declaration if the name is `xmlns` or begins with `xmlns:`.
    ///
    /// - Parameter isEscaped: whether the value of an attribute is valid and already has its references.
    mutating func attribute(_ name: String, _ value: String, isEscaped: Bool = false) throws(XMLError) {
        if name.utf8.first == UInt8(ascii: "x") {
            if name == "xmlns" { return try declare(prefix: "", uri: value) }
            if name.hasPrefix("xmlns:"), name != "xmlns:" {
                return try declare(prefix: String(name.dropFirst(6)), uri: value)
            }
        }
        try checkedAttribute(value, isEscaped: isEscaped, isResolved: false) { (markup, mark) throws(XMLError) in
            try markup.appendName(name, of: "an attribute", from: mark)
        }
    }

    /// Writes an attribute, after a namespace declaration if the namespace has no prefix in scope.
    mutating func attribute(_ name: XMLName, _ value: String, isEscaped: Bool = false) throws(XMLError) {
        if let name = try replacement(for: name) { return try attribute(name, value, isEscaped: isEscaped) }
        let (prefix, isNew) = prefix(of: name, isAttribute: true)
        try undoingInTag { (markup) throws(XMLError) in
            if isNew { try markup.declare(prefix: prefix, uri: name.namespaceURI ?? "") }
            try markup.checkedAttribute(value, isEscaped: isEscaped, isResolved: true) {
                (markup, mark) throws(XMLError) in
                var local = name.localName
                if local == "xmlns", prefix.isEmpty {
                    guard markup.options.invalidNames == .replaced else {
                        throw markup.failure(.invalidName, "an attribute cannot have the name “xmlns”", from: mark)
                    }
                    local = "_xmlns"
                }
                try markup.appendName(prefix: prefix, local, of: "an attribute", from: mark)
                return prefix.utf8.count
            }
        }
    }

    /// Writes an attribute whose name is known to be valid and unique, and its prefix to be declared.
    ///
    /// - Parameter isQuoted: whether the value includes its quotes, and needs no references; otherwise, it is known to
    ///   be valid.
    mutating func attribute(prefix: Span<UInt8>, local: Span<UInt8>, _ value: Span<UInt8>, isQuoted: Bool) {
        validAttribute(isQuoted: isQuoted) { markup, _ in
            markup.bytes.appendName(prefix: prefix, local: local)
            return prefix.count
        } value: { markup, _ in
            guard !isQuoted else { return markup.bytes.appendShort(value) }
            _ = markup.bytes.appendEscaped(value, in: .attribute)
        }
    }

    /// Writes an attribute or namespace declaration whose name is known to be valid and unique, and its prefix to be
    /// declared. The parameters are those of `appendAttribute`.
    mutating func validAttribute<Failure: Error>(
        isQuoted: Bool = false, isDeclaration: Bool = false,
        name: (inout MarkupWriter, _ mark: Int) throws(Failure) -> Int,
        value: (inout MarkupWriter, _ mark: Int) throws(Failure) -> Void
    ) throws(Failure) {
        let part = try appendAttribute(
            isQuoted: isQuoted, isResolved: true, isDeclaration: isDeclaration, name: name, value: value)
        tag.parts.append(part)
        if layout.isActive { noteSpace(part) }
    }

    /// Writes an attribute or namespace declaration, unless the tag already has one with this name.
    private mutating func checkedAttribute(
        _ value: String, isEscaped: Bool = false, isResolved: Bool, isDeclaration: Bool = false,
        name: (inout MarkupWriter, _ mark: Int) throws(XMLError) -> Int
    ) throws(XMLError) {
        guard tag.isOpen else {
            throw XMLError(.misplacedAttribute, "attributes are only allowed before the content of an element")
        }
        let part = try appendAttribute(isResolved: isResolved, isDeclaration: isDeclaration, name: name) {
            (markup, mark) throws(XMLError) in
            guard !isEscaped else { return markup.append(value) }
            try markup.appendEscaped(value, in: .attribute, from: mark)
        }
        guard tag.add(part, bytes) else {
            let name = bytes.withSpan(part.name) { $0.string($0.indices) }
            throw failure(.attributeAlreadyWritten(name), from: part.start - 1)
        }
        if part.prefixLength > 0, !isResolved { tag.hasPrefixes = true }
        if layout.isActive { noteSpace(part) }
    }

    /// Appends an attribute or namespace declaration, with the space before it.
    ///
    /// - Parameters:
    ///   - isQuoted: whether `value` also appends the quotes.
    ///   - name: appends the name, and returns the length of its prefix.
    ///   - value: appends the value.
    private mutating func appendAttribute<Failure: Error>(
        isQuoted: Bool = false, isResolved: Bool, isDeclaration: Bool,
        name: (inout MarkupWriter, _ mark: Int) throws(Failure) -> Int,
        value: (inout MarkupWriter, _ mark: Int) throws(Failure) -> Void
    ) throws(Failure) -> OpenTag.Part {
        let mark = bytes.count
        bytes.append(UInt8(ascii: " "))
        let prefixLength = try name(&self, mark)
        let part = OpenTag.Part(
            start: mark + 1, nameEnd: bytes.count, prefixLength: prefixLength, isResolved: isResolved,
            isDeclaration: isDeclaration)
        if isQuoted { bytes.append(UInt8(ascii: "=")) } else { bytes.append("=\"") }
        try value(&self, mark)
        if !isQuoted { bytes.append(UInt8(ascii: "\"")) }
        if encoding != nil { writeReferences(from: part.nameEnd) }
        return part
    }

    /// Puts the attributes of the start tag into the order of their names, namespace declarations first.
    mutating func sortAttributes() {
        let start = tag.element.nameEnd
        let end = bytes.count
        let parts = (0..<tag.parts.count).map { tag.parts[$0] }
        let ends = parts.dropFirst().map { $0.start - 1 } + [end]
        var pieces = zip(parts, ends).map { part, end in
            (part, range: part.start - 1..<end, name: bytes.withSpan(part.name) { $0.array })
        }
        pieces.sort { left, right in
            left.0.isDeclaration != right.0.isDeclaration
                ? left.0.isDeclaration : left.name.lexicographicallyPrecedes(right.name)
        }
        for piece in pieces { bytes.appendCopy(of: piece.range) }
        bytes.remove(start..<end)
        tag.removeAll()
    }

    // MARK: Namespaces

    /// Writes a namespace declaration. The prefix is empty for the default namespace.
    ///
    /// - Parameter isForTag: whether it is the declaration of the name of the element.
    mutating func declare(prefix: String, uri: String, isForTag: Bool = false) throws(XMLError) {
        let outer = open.count > 0 ? Int(open[open.count - 1].bindings) : 0
        let uri = try validURI(uri)
        if let fault = ReservedNamespaces.fault(inDeclarationOf: prefix, as: uri) {
            throw XMLError(.invalidNamespaceDeclaration, fault)
        }
        try checkedAttribute(uri, isResolved: true, isDeclaration: true) { (markup, mark) throws(XMLError) in
            try markup.appendDeclaredName(prefix, from: mark)
            if !isForTag, let current = markup.bindings.uri(of: prefix), !current.hasSameBytes(as: uri),
                markup.isUsed(prefix)
            {
                let message = "this tag already uses \(ReservedNamespaces.described(prefix)) for “\(current.excerpt)”"
                throw markup.failure(.invalidNamespaceDeclaration, message, from: mark)
            }
            // Without this check the declaration would be a duplicate attribute, which is a less helpful error.
            if markup.bindings.index(of: prefix, from: outer) != nil {
                throw markup.failure(.duplicateAttribute, "this tag already declares “\(prefix.excerpt)”", from: mark)
            }
            return 0
        }
        // The names of two attributes may be equal although their prefixes differ.
        if !isForTag, bindings.prefix(of: uri, isAttribute: true) != nil { tag.hasPrefixes = true }
        bindings.add(prefix: prefix, uri: uri)
    }

    /// Appends the name of the attribute that declares a prefix, or the default namespace.
    private mutating func appendDeclaredName(_ prefix: String, from mark: Int) throws(XMLError) {
        bytes.append("xmlns")
        guard !prefix.isEmpty else { return }
        bytes.append(UInt8(ascii: ":"))
        let start = bytes.count
        append(prefix)
        guard bytes.withSpan(start..<bytes.count, { $0.isQualifiedName }), !prefix.utf8.contains(0x3A) else {
            throw failure(.invalidName, "“\(prefix.excerpt)” is not a valid prefix", from: mark)
        }
        if encoding != nil { try checkRepresentable(from: start, mark) }
    }

    /// Returns a namespace URI as it is written: this form is compared with others.
    mutating func validURI(_ uri: String) throws(XMLError) -> String {
        guard case .replaced = options.invalidCharacters else { return uri }
        return try validText(uri, from: bytes.count)
    }

    /// Returns a name with the namespace URI as it is written; nil if the name does not change.
    mutating func replacement(for name: XMLName) throws(XMLError) -> XMLName? {
        guard case .replaced = options.invalidCharacters, let uri = name.namespaceURI else { return nil }
        guard uri.withUTF8Span({ $0.firstInvalidCharacter }) != nil else { return nil }
        return XMLName(name.localName, namespaceURI: try validURI(uri))
    }

    /// Whether a name in the start tag has a prefix that was chosen for its namespace.
    private func isUsed(_ prefix: String) -> Bool {
        func uses(_ part: OpenTag.Part) -> Bool {
            part.isResolved && !part.isDeclaration && bytes.withSpan(part.prefix) { $0.equals(prefix) }
        }
        if uses(tag.element) { return true }
        return !prefix.isEmpty && (0..<tag.parts.count).contains { uses(tag.parts[$0]) }
    }

    /// Returns the prefix for a name, and whether it must be declared.
    func prefix(
        of name: XMLName, isAttribute: Bool, besides declared: [String] = []
    ) -> (prefix: String, isNew: Bool) {
        guard let uri = name.namespaceURI else { return ("", !isAttribute && bindings.uri(of: "") != "") }
        if let prefix = bindings.prefix(of: uri, isAttribute: isAttribute, besides: declared) {
            return (prefix, false)
        }
        let given = options.prefixes[uri]
        if !isAttribute, !declared.contains(given ?? "") { return (given ?? "", true) }
        if let given, !given.isEmpty, !declared.contains(given), bindings.uri(of: given) == nil {
            return (given, true)
        }
        return (bindings.newPrefix(besides: declared), true)
    }

    /// Checks that the prefixes in the start tag are declared, and that no two attributes have the same expanded name.
    mutating func checkPrefixes() throws(XMLError) {
        if tag.element.prefixLength > 0 { _ = try declaredURI(ofPrefixIn: tag.element) }
        // Most tags have at most one attribute with a prefix, which needs no set.
        var first: OpenTag.Part?
        var names: Set<XMLName> = []
        for index in 0..<tag.parts.count {
            let part = tag.parts[index]
            guard part.prefixLength > 0, !part.isDeclaration else { continue }
            let uri = try declaredURI(ofPrefixIn: part)
            guard let other = first else {
                first = part
                continue
            }
            if names.isEmpty {
                names.insert(XMLName(localName(of: other), namespaceURI: try declaredURI(ofPrefixIn: other)))
            }
            guard names.insert(XMLName(localName(of: part), namespaceURI: uri)).inserted else {
                throw XMLError(
                    .duplicateAttribute, "the attribute “\(localName(of: part))” of \(uri) was already written")
            }
        }
        tag.hasPrefixes = false
    }

    private func localName(of part: OpenTag.Part) -> String {
        bytes.withSpan(part.start + part.prefixLength + 1..<part.nameEnd) { $0.string($0.indices) }
    }

    /// Returns the URI of the prefix of a name in the start tag. The tag declares it if the options have a namespace
    /// for it.
    private mutating func declaredURI(ofPrefixIn part: OpenTag.Part) throws(XMLError) -> String {
        if let uri = bytes.withSpan(part.prefix, { bindings.uri(of: $0) }) { return uri }
        let prefix = bytes.withSpan(part.prefix) { $0.string($0.indices) }
        guard let uri = givenNamespaces[prefix] else {
            var fault = Fault.undeclaredPrefix(prefix.excerpt)
            fault.help = fault.help ?? "declare it with xmlns:\(prefix.excerpt) in a tag around it"
            throw XMLError(fault)
        }
        try declare(prefix: prefix, uri: uri)
        return bindings.uri(of: prefix) ?? uri
    }

    // MARK: Names

    /// Appends a qualified name. Returns the length of its prefix; 0 for a name without a prefix.
    @inline(__always)
    mutating func appendName(_ name: String, of kind: StaticString, from mark: Int) throws(XMLError) -> Int {
        if name.withUTF8Span({ bytes.appendPlainName($0) }) { return 0 }
        let start = bytes.count
        append(name)
        if encoding != nil { try checkRepresentable(from: start, mark) }
        if let length = bytes.withSpan(start..<bytes.count, { $0.prefixLength }) { return length }
        return try appendRepaired(name, of: kind, at: start, from: mark)
    }

    @inline(never)
    private mutating func appendRepaired(
        _ name: String, of kind: StaticString, at start: Int, from mark: Int
    ) throws(XMLError) -> Int {
        guard options.invalidNames == .replaced else {
            throw failure(.invalidName(name.excerpt, of: kind), from: mark)
        }
        bytes.truncate(to: start)
        let repaired = name.withUTF8Span { XMLNameRepair.elementName($0) }
        repaired.contiguous.span.append(to: &bytes)
        return repaired.contiguous.span.prefixLength ?? 0
    }

    /// Appends a name that consists of a valid prefix, or none, and a local name.
    mutating func appendName(
        prefix: String, _ local: String, of kind: StaticString, from mark: Int
    ) throws(XMLError) {
        if !prefix.isEmpty {
            append(prefix)
            bytes.append(UInt8(ascii: ":"))
        }
        let start = bytes.count
        if try appendName(local, of: kind, from: mark) > 0 {
            guard options.invalidNames == .replaced else {
                throw failure(.invalidName, "“\(local.excerpt)” is not a valid local name", from: mark)
            }
            bytes.truncate(to: start)
            _ = try appendName(local.replacingScalars(of: ":", with: "_"), of: kind, from: mark)
        }
    }

    mutating func append(_ text: String) {
        text.withUTF8Span { $0.append(to: &bytes) }
    }
}

extension Span<UInt8> {
    /// The length of the prefix of this qualified name, 0 if it has none; nil if it is not a qualified name.
    fileprivate var prefixLength: Int? {
        var hasColon = false
        guard endOfXMLName(from: 0, isInTag: false, &hasColon) == count, count > 0 else { return nil }
        if !hasColon { return 0 }
        guard isQualifiedName, !has("xmlns:", at: 0) else { return nil }
        return index(from: 0) { $0 == UInt8(ascii: ":") }
    }
}
